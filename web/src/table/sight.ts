/** Lists that show what matters now, whatever the size of the window. */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Bring the one that is meant into the middle of its list, again whenever `now` or the list's size changes; the page
 * itself does not move for it. An observer is told first right before something is painted: until then it is laid out anyway.
 */
export function useInSight(list: RefObject<HTMLElement | null>, selector: string, now: string): void {
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const resized = new ResizeObserver(() => {
      const meant = current.querySelector<HTMLElement>(selector);
      if (!meant) return;
      current.scrollLeft = meant.offsetLeft - (current.clientWidth - meant.offsetWidth) / 2;
      current.scrollTop = meant.offsetTop - (current.clientHeight - meant.offsetHeight) / 2;
    });
    resized.observe(current);
    return () => resized.disconnect();
  }, [now]);
}
