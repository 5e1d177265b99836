/** The other windows of this browser: what one of us does that the hall does not tell the others. */

/** `left`: looked away from a table; `seen`: read what happened meanwhile; `looking`: somebody looks at the page. */
type Word = { left: number } | { seen: true } | { looking: true };

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("tablehall") : null;

export const tellOthers = (word: Word): void => channel?.postMessage(word);

export function hearOthers(ear: (word: Word) => void): void {
  channel?.addEventListener("message", (event) => ear(event.data as Word));
}
