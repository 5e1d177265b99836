/** Tiles that were taken travel from the living room to the hand that took them. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { slide } from "./motion";
import { partOfCell, type ShelfieMove } from "./shelf";

/** The board in which they travel. */
export function useTravel(last: [number, ShelfieMove] | null) {
  const own = useRef<HTMLDivElement>(null);
  const seen = useRef(last);
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = last;
    if (last === before || last?.[1].type !== "pick") return;
    const owner = own.current?.querySelector(`[data-owner="${last[0]}"]`) ?? own.current?.querySelector(".mine");
    last[1].tiles.forEach(({ x, y }, place) => {
      const cell = own.current?.querySelector(`[data-part="${partOfCell(x, y)}"]`)?.getBoundingClientRect();
      const tile = owner?.querySelector(`[data-held="${place}"]`);
      const to = tile?.getBoundingClientRect();
      if (!tile || !cell || !to?.width) return;
      const unit = tile instanceof SVGGraphicsElement && tile.ownerSVGElement ? 100 / to.width : 1; // within a drawing a tile is 100 wide
      slide(tile, (cell.x - to.x) * unit, (cell.y - to.y) * unit, cell.width / to.width);
    });
  }, [last]);
  return own;
}
