/** Hands on a board of squares: the pointer and the keys. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Choosing } from "./choosing";
import type { Square } from "./grid";
import type { Ground } from "./ground";
import { carry } from "./held";

type Grid = { current: SVGSVGElement | null };
const DRAG = 15; // of a square of 100

/** Where the pointer is on the board: in its units, how many pixels a square has, and which one it is. */
interface Spot {
  x: number;
  y: number;
  size: number;
  square: Square | null;
}

/** Where a piece was pressed on, where the pointer is now, and whether it has pulled the piece away. */
interface Press {
  square: Square;
  from: Spot;
  now: Spot;
  pulled: boolean;
  /** Whether the piece is still to be lifted. */
  waits: boolean;
  /** How the board lies on the screen; it stays there while somebody has hold of a piece. */
  seen: DOMMatrix;
}

/** The pointer on the board: where it presses, pulls and lets go. */
export function usePointer(grid: Grid, ground: Ground, turned: boolean, choosing: Choosing) {
  const { look, rows, columns, at } = ground;
  const press = useRef<Press | null>(null);
  const latest = useRef(choosing);
  latest.current = choosing;
  const over = useRef<{ square: Square | null } | null>(null);
  const asSeen = (): DOMMatrix => grid.current?.getScreenCTM() ?? new DOMMatrix();
  const spot = (event: PointerEvent, seen = asSeen()): Spot => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(seen.inverse());
    const [across, above] = [Math.floor(x / 100), Math.floor(y / 100)];
    const down = look.falls ? Math.max(above, 0) : above; // a piece that falls may be let go over its column
    const inside = across >= 0 && across < columns && down >= 0 && down < rows;
    const square: Square = turned ? [down, columns - 1 - across] : [rows - 1 - down, across];
    return { x, y, size: seen.a * 100, square: inside ? square : null };
  };
  const follow = ({ square, now }: Press): void => carry(grid.current, at(square), [now.x, now.y], now.square && at(now.square));
  // What was lifted a moment ago is drawn now, and the pointer may have gone on.
  useLayoutEffect(() => void (press.current?.pulled && follow(press.current)), [choosing.held]);
  const pull = ({ pointerId }: PointerEvent, pressed: Press): void => {
    const { from, now } = pressed;
    if (!pressed.pulled && Math.hypot(now.x - from.x, now.y - from.y) > DRAG) {
      pressed.pulled = true;
      grid.current?.setPointerCapture(pointerId);
      // In a task of its own: the frame that this event belongs to has enough to do.
      pressed.waits = true;
      setTimeout(() => {
        pressed.waits = false;
        if (press.current === pressed) choosing.hold(pressed.square);
      });
    }
    if (pressed.pulled) follow(pressed);
  };
  const letGo = (): void => {
    if (press.current?.pulled) choosing.hold(null);
    press.current = null;
  };
  // Where the pointer was last, in a task of its own as well.
  const hover = (square: Square | null): void => {
    if (!over.current)
      setTimeout(() => {
        latest.current.hover(over.current?.square ?? null);
        over.current = null;
      });
    over.current = { square };
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (!event.isPrimary || event.button !== 0) return;
      const seen = asSeen();
      const from = spot(event, seen);
      press.current = from.square && choosing.mine(from.square) ? { square: from.square, from, now: from, pulled: false, waits: false, seen } : null;
    },
    onPointerMove: (event: PointerEvent) => {
      if (!event.isPrimary) return; // another finger
      if (press.current && !(event.buttons & 1)) letGo(); // it was let go where we could not see it
      const pressed = press.current;
      const now = spot(event, pressed?.seen);
      if (pressed) pull(event, Object.assign(pressed, { now }));
      else if (event.pointerType === "mouse") hover(now.square);
    },
    onPointerUp: (event: PointerEvent) => {
      if (!event.isPrimary) return;
      if (event.button !== 0) return press.current ? letGo() : undefined;
      const { square, size } = spot(event);
      const pressed = press.current;
      press.current = null;
      if (!pressed?.pulled) {
        if (square) choosing.tap(square, event.pointerType === "mouse" ? Infinity : size);
      } else if (pressed.waits || choosing.held) choosing.drop(pressed.square, square); // else it was taken out of the hand again
    },
    onPointerCancel: (event: PointerEvent) => event.isPrimary && press.current && letGo(),
    onPointerLeave: () => hover(null),
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
