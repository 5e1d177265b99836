/** Hands on a board of squares: the pointer and the keys. */

import type { Choosing } from "./choosing";
import type { Square } from "./grid";
import type { Ground } from "./ground";

type Grid = { current: SVGSVGElement | null };

/** The pointer on the board: where it presses, pulls and lets go. */
export function usePointer(grid: Grid, { rows, columns }: Ground, turned: boolean, choosing: Choosing) {
  const spot = (event: PointerEvent) => {
    const box = grid.current?.getBoundingClientRect() ?? new DOMRect();
    const size = box.width / (columns + 0.08);
    const [x, y] = [((event.clientX - box.left) / size) * 100 - 4, ((event.clientY - box.top) / size) * 100 - 4];
    const [across, down] = [Math.floor(x / 100), Math.floor(y / 100)];
    const inside = across >= 0 && across < columns && down >= 0 && down < rows;
    const square: Square = turned ? [down, columns - 1 - across] : [rows - 1 - down, across];
    return { x, y, size, square: inside ? square : null };
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (!event.isPrimary || event.button !== 0) return;
      const { x, y, square } = spot(event);
      if (square) choosing.grab(square, x, y);
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y, square } = spot(event);
      if (choosing.drag && !grid.current?.hasPointerCapture(event.pointerId)) {
        grid.current?.setPointerCapture(event.pointerId);
      }
      choosing.pull(x, y);
      if (event.pointerType === "mouse") choosing.hover(square);
    },
    onPointerUp: (event: PointerEvent) => {
      if (!event.isPrimary || event.button !== 0) return;
      const { square, size } = spot(event);
      choosing.release(square, event.pointerType === "mouse" ? Infinity : size);
    },
    onPointerCancel: choosing.cancel,
    onPointerLeave: () => choosing.hover(null),
  };
}

const ARROWS: Record<string, Square> = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The board by keyboard: arrows go from square to square, Enter or the space bar chooses, Escape lets go. */
export function useKeys(
  grid: Grid,
  { rows, columns }: Ground,
  turned: boolean,
  choosing: Choosing,
  [r, c]: Square,
  setFocus: (square: Square) => void,
) {
  const goTo = (square: Square): void => {
    setFocus(square);
    const cell = grid.current?.querySelectorAll<SVGElement>(".cell")[square[0] * columns + square[1]];
    cell?.focus();
  };
  return (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    if (way) {
      const sign = turned ? -1 : 1;
      const [nr, nc] = [r + sign * way[0], c + sign * way[1]];
      if (nr >= 0 && nr < rows && nc >= 0 && nc < columns) goTo([nr, nc]);
    } else if (event.key === "Home") goTo([r, turned ? columns - 1 : 0]);
    else if (event.key === "End") goTo([r, turned ? 0 : columns - 1]);
    else if (event.key === "Enter" || event.key === " ") choosing.tap([r, c]);
    else if (event.key === "Escape") choosing.cancel();
    else return;
    event.preventDefault();
  };
}
