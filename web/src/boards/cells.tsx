/** The squares of a board as a keyboard and a screen reader meet them: one tab stop, a name for each. */

import { useMemo } from "preact/hooks";
import type { GameCard } from "../hall/wire";
import { gameTitle } from "../saying";
import { language, w } from "../words";
import type { BoardProps } from "./api";
import type { Choosing } from "./choosing";
import { type GridMove, type GridView, type PieceSeen, same, type Square, squareName, target } from "./grid";
import { pieceName } from "./words";

type Props = BoardProps<GridView, GridMove>;

/** All squares; made anew only when what is said of them may have changed, not whenever the pointer moves. */
export function useCells(
  { game, view, seat, legal, outcome }: Props,
  choosing: Choosing,
  at: (square: Square) => [number, number],
  turned: boolean,
  focus: Square,
  setFocus: (square: Square) => void,
) {
  return useMemo(
    () => (
      <g role="grid" aria-label={w("board_of", { game: gameTitle(game) })}>
        {view.rows.map((row, r) => (
          <g role="row" key={r}>
            {row.map((seen, c) => (
              <Cell
                key={c}
                at={at([r, c])}
                square={`${r},${c}`}
                name={cellName([r, c], seen, game, choosing)}
                chosen={same(choosing.chosen, [r, c])}
                reached={same(focus, [r, c])}
                mine={seat !== null && seen?.[0] === seat && !outcome}
                onFocus={() => setFocus([r, c])}
              />
            ))}
          </g>
        ))}
      </g>
    ),
    [game, view, seat, legal, outcome, choosing.chosen, turned, focus, language.value],
  );
}

interface CellProps {
  at: [number, number];
  square: string;
  name: string;
  chosen: boolean;
  reached: boolean;
  mine: boolean;
  onFocus: () => void;
}

function Cell({ at: [x, y], square, name, chosen, reached, mine, onFocus }: CellProps) {
  return (
    <rect
      class={mine ? "cell mine" : "cell"}
      role="gridcell"
      data-square={square}
      aria-label={name}
      aria-selected={chosen}
      tabindex={reached ? 0 : -1}
      x={x + 2}
      y={y + 2}
      width="96"
      height="96"
      rx="6"
      onFocus={onFocus}
    />
  );
}

/** A square in words: its name, what stands on it, and whether one can go there. */
function cellName(square: Square, seen: PieceSeen, game: GameCard, { targets, chosen }: Choosing): string {
  const said = [squareName(square), seen ? pieceName(seen, game) : w("empty")];
  if (same(chosen, square)) said.push(w("chosen"));
  if (targets.some((move) => same(target(move), square))) said.push(w("can_go_here"));
  return said.join(", ");
}
