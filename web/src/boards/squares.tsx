/** The board of every game that is played on squares, drawn from its look. */

import { useMemo, useRef, useState } from "preact/hooks";
import { useEscape } from "../escape";
import type { GameCard } from "../hall/wire";
import { sentence } from "../saying";
import { w } from "../words";
import type { Board, BoardProps, Heard, MoveSound } from "./api";
import { ActionBar } from "./bar";
import { useCells } from "./cells";
import { type Choosing, useChoosing } from "./choosing";
import { type GridMove, type GridView, type Square, squareName } from "./grid";
import { Floor, Front, shown } from "./ground";
import { useKeys, usePointer } from "./hands";
import { Held } from "./held";
import { Latest, Line, Pieces } from "./layers";
import { Marks } from "./marks";
import { Token } from "./pieces";
import { Promotion } from "./promotion";
import { forced } from "./traces";
import { Tray } from "./tray";
import { Why } from "./why";
import { kindSaid, pieceName } from "./words";

type Props = BoardProps<GridView, GridMove>;

function SquareBoard(props: Props) {
  const { game, view, flipped, seat, outcome, turn, state } = props;
  const { look } = game;
  const [rows, columns] = [view.rows.length, view.rows[0]?.length ?? 0];
  const turned = look.facing === true && (seat === 1) !== flipped;
  const at = ([r, c]: Square): [number, number] =>
    turned ? [(columns - 1 - c) * 100, r * 100] : [c * 100, (rows - 1 - r) * 100];
  const choosing = useChoosing(props, look);
  const [focus, setFocus] = useState<Square>([0, 0]);
  const ground = { look, rows, columns, at };
  const grid = useRef<SVGSVGElement>(null);
  const pointer = usePointer(grid, ground, turned, choosing);
  const [x, y, width, height] = shown(ground);
  const [floor, front] = useMemo(() => [<Floor {...ground} />, <Front {...ground} />], [look, rows, columns, turned]);
  const keys = useKeys(grid, ground, turned, choosing, focus, setFocus);
  // Also what a mouse has chosen or planned: it left the keys where they were.
  useEscape(choosing.busy, choosing.cancel);
  // The button goes away with what was planned: whoever pressed it by key goes on at the board.
  const letGo = ({ currentTarget }: { currentTarget: HTMLElement }): void => {
    choosing.cancel();
    if (currentTarget.matches(":focus-visible")) grid.current?.querySelector<SVGElement>(".cell[tabindex='0']")?.focus({ preventScroll: true });
  };
  const layer = { ...props, choosing, ground };
  const ours = seat !== null && turn.includes(seat) && !outcome;
  const task = useTask(props);
  return (
    <>
      <div class={`play squares ${look.board}`}>
        <div class="board" style={{ "--ratio": String(width / height) }}>
          <svg ref={grid} viewBox={[x, y, width, height].join(" ")} {...pointer}>
            <g aria-hidden="true">
              {floor}
              <Marks {...layer} />
              <Pieces {...layer} />
              {front}
              <Latest {...layer} />
              <Line {...layer} />
            </g>
            <g onKeyDown={keys}>{useCells(props, choosing, at, turned, focus, setFocus)}</g>
            <Promotion {...layer} />
          </svg>
          <Held {...layer} />
        </div>
        <Why why={choosing.why} />
      </div>
      <ActionBar ours={ours} state={state} prompt={prompt(props, choosing) || (ours ? task : "")}>
        {choosing.premove && (
          <button type="button" class="let-go" onClick={letGo}>
            {w("let_go")}
          </button>
        )}
      </ActionBar>
    </>
  );
}

/** What else there is to know now: what was planned, what is at stake. */
function prompt({ game, view, outcome, seat, turn }: Props, { premove, unsure, promoting }: Choosing): string {
  if (outcome) return "";
  if (premove) return w("premove", { move: say(premove.move, game) });
  if (unsure) return w("tap_again");
  if (promoting) return w("promote");
  return view.check ? w(seat !== null && turn.includes(seat) ? "you_are_in_check" : "check") : "";
}

/** What we have to do, in a sentence; what it mostly is while our moves are still to be told, so that nothing jumps. */
function useTask({ game, view, legal, last, seat }: Props): string {
  const mostly = useRef<"choose_piece" | "choose_column" | "choose_place" | null>(null);
  const [move] = legal;
  if (move) mostly.current = move.type === "step" ? "choose_piece" : game.look.falls ? "choose_column" : "choose_place";
  if (move && forced(view.rows, legal).length) return sentence(last?.[0] === seat ? "must_jump_on" : "must_capture", "");
  return mostly.current ? w(mostly.current) : "";
}

/** A move as players write it: e2–e4, or where the stone was set. */
function say(move: GridMove, { look }: GameCard): string {
  if (move.type === "step") return `${squareName([move.r, move.c])}–${squareName([move.to_r, move.to_c])}`;
  if (look.falls) return w("column", { n: String(move.c + 1) });
  const kind = kindSaid(move.piece ?? "", look);
  return kind ? `${squareName([move.r, move.c])} = ${kind}` : squareName([move.r, move.c]);
}

/** Who has what where, seat by seat. */
function words(view: GridView, game: GameCard): string {
  const has = new Map<string, string[]>();
  view.rows.forEach((row, r) =>
    row.forEach((seen, c) => {
      if (!seen) return;
      const name = pieceName(seen, game);
      has.set(name, [...(has.get(name) ?? []), squareName([r, c])]);
    }),
  );
  return [...has].map(([name, where]) => `${name}: ${where.join(", ")}`).sort().join("\n");
}

/** How many pieces there are that are not this seat's: its own pawn leaves the board before it is something else. */
const others = ({ rows }: GridView, seat: number): number => rows.flat().filter((seen) => seen && seen[0] !== seat).length;

/** If whoever moves faces a piece fewer, it was captured; a king in check is heard above that. */
export function sound({ before, view }: Heard<GridView, unknown>): MoveSound {
  if (view.check) return "check";
  return before && others(view, before.turn) < others(before, before.turn) ? "capture" : "move";
}

export const squares: Board<GridView, GridMove> = {
  Board: SquareBoard,
  Token,
  Tray,
  say,
  words,
  sound,
  open: true,
  speaks: true,
};
