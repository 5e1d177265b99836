/** Which rows of a long list are in view. */

import { useEffect, useRef, useState } from "preact/hooks";

/** The rows in view, and how high a row is. */
export interface View {
  first: number;
  /** The one behind the last; 0: the list itself is not in view. */
  last: number;
  row: number;
}

const UNMEASURED = { row: 72, height: 0, visible: false };

/** What is in view of rows of one height in a box that scrolls; `look` when it has scrolled. */
export function useView(box: { current: HTMLElement | null }): { view: View; look: () => void } {
  const [view, setView] = useState<View>({ first: 0, last: 0, row: UNMEASURED.row });
  const measured = useRef(UNMEASURED);
  const look = (): void => {
    const { row, height, visible } = measured.current;
    const top = box.current?.scrollTop ?? 0;
    const [first, last] = [Math.floor(top / row), visible ? Math.ceil((top + height) / row) : 0];
    setView((now) => (now.first === first && now.last === last && now.row === row ? now : { first, last, row }));
  };
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (news: Partial<typeof UNMEASURED>): void => {
      measured.current = { ...measured.current, ...news };
      look();
    };
    // Observers tell after the layout was made, so that measuring costs none.
    const size = new ResizeObserver(() => {
      const row = element.querySelector("li")?.offsetHeight || measured.current.row;
      measure({ row, height: element.clientHeight });
    });
    const sight = new IntersectionObserver((seen) => measure({ visible: seen.at(-1)?.isIntersecting ?? false }));
    size.observe(element);
    sight.observe(element);
    return () => {
      size.disconnect();
      sight.disconnect();
    };
  }, []);
  return { view, look };
}

/** Which rows exist: those in view, some around them, and the one that is kept. */
export function near({ first, last }: View, count: number, around: number, kept: number): number[] {
  const [from, to] = [Math.max(0, Math.min(first, count) - around), Math.min(count, Math.max(first, last) + around)];
  const rows = Array.from({ length: to - from }, (_, index) => from + index);
  if (kept >= 0 && kept < from) rows.unshift(kept);
  if (kept >= to) rows.push(kept);
  return rows;
}

const STEPS: Record<string, (at: number, page: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_, __, count) => count - 1,
};

/** The row to which a key leads; undefined: none. */
export function stepped(event: KeyboardEvent, at: number, { first, last }: View, count: number): number | undefined {
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  const next = STEPS[event.key]?.(at, Math.max(1, last - first - 1), count);
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
