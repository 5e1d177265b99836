/** The piece in hand, and the square under it. It follows the pointer without the board being drawn anew. */

import type { GameCard } from "../hall/wire";
import type { Choosing } from "./choosing";
import type { GridView } from "./grid";
import type { Ground } from "./ground";
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
  const [x, y] = ground.at(held);
  return (
    <>
      <rect class="aim" width="100" height="100" style={{ transform: shift(x, y) }} />
      <g class="in-hand" style={{ transform: shift(x, y) }}>
        <Shape look={game.look} owner={seen[0]} kind={seen[1]} />
      </g>
    </>
  );
}

const shift = (x: number, y: number): string => `translate(${x}px, ${y}px)`;

/** Carry what is in hand to a place of the board, and show the square it is over. */
export function carry(grid: SVGSVGElement | null, x: number, y: number, over: [x: number, y: number] | null): void {
  const [piece, aim] = [grid?.querySelector<SVGElement>(".in-hand"), grid?.querySelector<SVGElement>(".aim")];
  if (piece) piece.style.transform = shift(x - 50, y - 50);
  if (!aim) return;
  aim.style.visibility = over ? "visible" : "hidden";
  if (over) aim.style.transform = shift(...over);
}
