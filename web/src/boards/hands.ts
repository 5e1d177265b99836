/** Hands on a board of squares: the pointer and the keys. */

import { useRef } from "preact/hooks";
import type { Choosing } from "./choosing";
import type { Square } from "./grid";
import type { Ground } from "./ground";
import { carry } from "./held";

type Grid = { current: SVGSVGElement | null };
const DRAG = 15; // of a square of 100

/** Where a piece was pressed on, and whether it has been pulled away from there. */
interface Press {
  square: Square;
  x: number;
  y: number;
  pulled: boolean;
}

/** The pointer on the board: where it presses, pulls and lets go. */
export function usePointer(grid: Grid, ground: Ground, turned: boolean, choosing: Choosing) {
  const { look, rows, columns, at } = ground;
  const press = useRef<Press | null>(null);
  const spot = (event: PointerEvent) => {
    const seen = grid.current?.getScreenCTM() ?? new DOMMatrix();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(seen.inverse());
    const size = seen.a * 100;
    const [across, above] = [Math.floor(x / 100), Math.floor(y / 100)];
    const down = look.falls ? Math.max(above, 0) : above; // a piece that falls may be let go over its column
    const inside = across >= 0 && across < columns && down >= 0 && down < rows;
    const square: Square = turned ? [down, columns - 1 - across] : [rows - 1 - down, across];
    return { x, y, size, square: inside ? square : null };
  };
  const pull = ({ pointerId }: PointerEvent, pressed: Press, x: number, y: number, over: Square | null): void => {
    if (!pressed.pulled && Math.hypot(x - pressed.x, y - pressed.y) > DRAG) {
      pressed.pulled = true;
      grid.current?.setPointerCapture(pointerId);
      choosing.hold(pressed.square);
    }
    if (pressed.pulled) carry(grid.current, x, y, over && at(over));
  };
  const letGo = (): void => {
    if (press.current?.pulled) choosing.hold(null);
    press.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (!event.isPrimary || event.button !== 0) return;
      const { x, y, square } = spot(event);
      press.current = square && choosing.mine(square) ? { square, x, y, pulled: false } : null;
    },
    onPointerMove: (event: PointerEvent) => {
      if (!event.isPrimary) return; // another finger
      if (press.current && !(event.buttons & 1)) letGo(); // it was let go where we could not see it
      const { x, y, square } = spot(event);
      if (press.current) pull(event, press.current, x, y, square);
      else if (event.pointerType === "mouse") choosing.hover(square);
    },
    onPointerUp: (event: PointerEvent) => {
      if (!event.isPrimary) return;
      if (event.button !== 0) return press.current ? letGo() : undefined;
      const { square, size } = spot(event);
      const pulled = press.current?.pulled;
      press.current = null;
      if (pulled) choosing.drop(square);
      else if (square) choosing.tap(square, event.pointerType === "mouse" ? Infinity : size);
    },
    onPointerCancel: (event: PointerEvent) => event.isPrimary && press.current && letGo(),
    onPointerLeave: () => choosing.hover(null),
    // A finger on a piece pulls that and not the page; `touch-action` is not heeded within a drawing.
    onTouchMove: (event: TouchEvent) => press.current && event.cancelable && event.preventDefault(),
    // A mouse takes no focus here: arrow keys go on browsing the moves, unless one came to the board by keys.
    onMouseDown: (event: MouseEvent) => {
      event.preventDefault();
      const active = document.activeElement;
      if (active instanceof HTMLElement && !grid.current?.contains(active)) active.blur();
    },
    // A press that no pointer made: that of a screen reader.
    onClick: (event: MouseEvent) => {
      const [r, c] = ((event.target as Element).closest<SVGElement>("[data-square]")?.dataset.square ?? "").split(",").map(Number);
      if (event.detail === 0 && r !== undefined && c !== undefined) choosing.tap([r, c]);
    },
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
    event.stopPropagation(); // the frame has a meaning of its own for some of them
  };
}
