/**
 * The piece in hand, and the square under it. Each lies on a sheet of its own over the board, as large as a square, so
 * while it follows the pointer the browser only moves the sheet: nothing is drawn or laid out anew.
 */

import type { GameCard } from "../hall/wire";
import type { Choosing } from "./choosing";
import type { GridView } from "./grid";
import { type Ground, shown } from "./ground";
import { Shape } from "./pieces";

interface HeldProps {
  game: GameCard;
  view: GridView;
  choosing: Choosing;
  ground: Ground;
}

export function Held({ game, view, choosing: { held }, ground }: HeldProps) {
  const seen = held && view.rows[held[0]]?.[held[1]];
  if (!held || !seen) return null;
  const [left, top, width, height] = shown(ground);
  const [x, y] = ground.at(held);
  const place = { left: `${((x - left) / width) * 100}%`, top: `${((y - top) / height) * 100}%`, width: `${10_000 / width}%` };
  return (
    <>
      <svg class="aim" viewBox="0 0 100 100" style={place} aria-hidden="true">
        <rect width="100" height="100" />
      </svg>
      <svg class="in-hand" viewBox="0 0 100 100" style={place} aria-hidden="true">
        <Shape look={game.look} owner={seen[0]} kind={seen[1]} />
      </svg>
    </>
  );
}

type Place = [x: number, y: number];

/** Where a sheet lies, measured from where it came from: a hundredth of a square is a hundredth of its width. */
const shift = ([x, y]: Place, [fromX, fromY]: Place): string => `${x - fromX}% ${y - fromY}%`;

/** Carry what came from one place of the board so that its middle is at another, and show the square it is over. */
export function carry(grid: SVGSVGElement | null, from: Place, [x, y]: Place, over: Place | null): void {
  const table = grid?.parentElement;
  const [piece, aim] = [table?.querySelector<SVGElement>(".in-hand"), table?.querySelector<SVGElement>(".aim")];
  if (piece) piece.style.translate = shift([x - 50, y - 50], from);
  if (!aim) return;
  aim.style.visibility = over ? "visible" : "hidden";
  if (over) aim.style.translate = shift(over, from);
}
