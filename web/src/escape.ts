/** Escape, wherever the focus is: a mouse or a finger leaves it where it was. */

import { useLayoutEffect } from "preact/hooks";

/** While something is open or chosen, Escape puts it away; not if something nearer to the focus has used it. */
export function useEscape(active: boolean, close: () => void): void {
  useLayoutEffect(() => {
    if (!active) return;
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      close();
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  });
}
