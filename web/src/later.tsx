/** What need not be there in the same moment as the board: it is drawn after that was painted, in a task of its own. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** At first its content is there at once; whenever it changes, a frame later. */
export function Later({ children }: { children: ComponentChildren }) {
  const [shown, show] = useState(children);
  const latest = useRef(children);
  const timer = useRef(0);
  latest.current = children;
  // Effects run after the paint, all in one task: a timer makes it another one. What comes meanwhile is shown with it.
  useEffect(() => {
    timer.current ||= window.setTimeout(() => {
      timer.current = 0;
      show(latest.current);
    });
  }, [children]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return <>{shown}</>;
}
