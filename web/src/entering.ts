/** Who comes in says a name once, or brings a code from another device; the dialog opens where that is needed. */

import { effect, signal } from "@preact/signals";
import { comeWith, introduce, me } from "./hall/connection";

/** What the dialog asks for; empty: it is closed. */
export const asking = signal<"" | "name" | "code">("");
/** The code that came with a link. */
export const offered = signal("");
let wanting: ((known: boolean) => void)[] = [];

/** Resolves once we are somebody here; false: we would rather not say. */
export function beSomebody(): Promise<boolean> {
  if (me.value) return Promise.resolve(true);
  asking.value = "name";
  return new Promise((known) => wanting.push(known));
}

/** Somebody came with the link of another device. */
export function offerCode(code: string): void {
  offered.value = code;
  asking.value = "code";
}

function settle(known: boolean): void {
  asking.value = offered.value = "";
  const all = wanting;
  wanting = [];
  for (const answer of all) answer(known);
}

/** A name as the hall takes it: keyboards put a mark nobody sees behind pictures, to have them in colour. */
export const written = (name: string): string => name.replace(/\ufe0f/g, "").trim().replace(/\s+/g, " ").normalize("NFC");

/** Say the name. */
export async function sayName(name: string): Promise<void> {
  await introduce(written(name));
  settle(true);
}

/** Show the code. */
export async function showCode(code: string): Promise<void> {
  await comeWith(code.replace(/\s/g, ""));
  settle(true);
}

/** Rather not. */
export const stayUnknown = (): void => settle(me.value !== null);

// We may have come in through another window meanwhile.
effect(() => {
  if (me.value && asking.peek() === "name") settle(true);
});
