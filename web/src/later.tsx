/** What need not be there in the same moment as the board: it is drawn after that was painted, in a task of its own. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Milliseconds after which it is shown whatever else there is to do. */
const LATEST = 250;

/** When the page has nothing else to do: what the hall says next is often on its way already. (Safari knows no such moments.) */
const [idly, leave] =
  "requestIdleCallback" in globalThis
    ? [(deed: () => void) => requestIdleCallback(deed, { timeout: LATEST }), cancelIdleCallback]
    : [(deed: () => void) => globalThis.setTimeout(deed), globalThis.clearTimeout];

/** At first its content is there at once; whenever it changes, a moment later. */
export function Later({ children }: { children: ComponentChildren }) {
  const [shown, show] = useState(children);
  const latest = useRef(children);
  const waits = useRef(0);
  latest.current = children;
  // Effects run after the paint, all in one task: this is another one. What comes meanwhile is shown with it.
  useEffect(() => {
    waits.current ||= idly(() => {
      waits.current = 0;
      show(latest.current);
    });
  }, [children]);
  useEffect(() => () => leave(waits.current), []);
  return <>{shown}</>;
}
