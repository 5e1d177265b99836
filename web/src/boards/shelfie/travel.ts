/** Tiles that were taken travel from the living room to the hand that took them. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { slide } from "./motion";
import { partOfCell, type ShelfieMove, type Tile } from "./shelf";

/** The board in which they travel. `dragged`: who has just brought tiles by the pointer; these have come all that way. */
export function useTravel(last: [number, ShelfieMove] | null, dragged: { current: number | null }) {
  const own = useRef<HTMLDivElement>(null);
  const seen = useRef(last);
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = last;
    if (last === before || last?.[1].type !== "pick") return;
    const [taker, move] = last;
    if (dragged.current === taker) return void (dragged.current = null);
    // Measured right before it is painted: it is laid out for that anyway, and nobody has seen it yet.
    const frame = requestAnimationFrame(() => travel(own.current, taker, move.tiles));
    return () => cancelAnimationFrame(frame);
  }, [last]);
  return own;
}

/** Let each of these tiles come from its cell to its place in the hand. Everything is measured before anything moves. */
function travel(board: Element | null, taker: number, tiles: Tile[]): void {
  const owner = board?.querySelector(`[data-owner="${taker}"]`) ?? board?.querySelector(".mine");
  const ways = tiles.flatMap(({ x, y }, place) => {
    const cell = board?.querySelector(`[data-part="${partOfCell(x, y)}"]`)?.getBoundingClientRect();
    const tile = owner?.querySelector(`[data-held="${place}"]`);
    const to = tile?.getBoundingClientRect();
    return tile && cell && to?.width ? [{ tile, cell, to }] : [];
  });
  for (const { tile, cell, to } of ways) {
    const unit = tile instanceof SVGGraphicsElement && tile.ownerSVGElement ? 100 / to.width : 1; // within a drawing a tile is 100 wide
    slide(tile, (cell.x - to.x) * unit, (cell.y - to.y) * unit, cell.width / to.width);
  }
}
