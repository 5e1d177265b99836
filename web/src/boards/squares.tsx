/** The board of every game that is played on squares, drawn from its look. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameCard } from "../hall/wire";
import { gameTitle, kindSaid, seatName } from "../saying";
import { w } from "../words";
import type { Board, BoardProps } from "./api";
import { type Choosing, useChoosing } from "./choosing";
import { follow, from, type GridMove, type GridView, lineThrough, type Piece, type PieceSeen, same, type Square, squareName, target } from "./grid";
import { Floor, Front, type Ground, Names } from "./ground";
import { useKeys, usePointer } from "./hands";
import { Shape, Token } from "./pieces";
import { Promotion } from "./promotion";

type Props = BoardProps<GridView, GridMove>;

function SquareBoard(props: Props) {
  const { game, view, flipped, seat } = props;
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
  const keys = useKeys(grid, ground, turned, choosing, focus, setFocus);
  return (
    <div class={`squares ${look.board}`}>
      <svg ref={grid} class="board" viewBox={`-4 -4 ${columns * 100 + 8} ${rows * 100 + 8}`} {...pointer}>
        <g aria-hidden="true">
          <Floor {...ground} />
          <Marks {...props} choosing={choosing} ground={ground} />
          <Names {...ground} />
          <Pieces {...props} choosing={choosing} ground={ground} />
          <Front {...ground} />
          <Latest {...props} choosing={choosing} ground={ground} />
          <Line {...props} choosing={choosing} ground={ground} />
        </g>
        <g role="grid" aria-label={w("board_of", { game: gameTitle(game) })} onKeyDown={keys}>
          {view.rows.map((row, r) => (
            <g role="row" key={r}>
              {row.map((seen, c) => (
                <Cell
                  key={c}
                  at={at([r, c])}
                  name={cellName([r, c], seen, game, choosing)}
                  chosen={same(choosing.chosen, [r, c])}
                  reached={same(focus, [r, c])}
                  mine={seen?.[0] === seat && props.legal.length > 0}
                  onFocus={() => setFocus([r, c])}
                />
              ))}
            </g>
          ))}
        </g>
      </svg>
      <Promotion {...props} />
      {choosing.unsure && <p class="hint">{w("tap_again")}</p>}
    </div>
  );
}

interface CellProps {
  at: [number, number];
  name: string;
  chosen: boolean;
  reached: boolean;
  mine: boolean;
  onFocus: () => void;
}

function Cell({ at: [x, y], name, chosen, reached, mine, onFocus }: CellProps) {
  return (
    <rect
      class={mine ? "cell mine" : "cell"}
      role="gridcell"
      aria-label={name}
      aria-selected={chosen}
      tabIndex={reached ? 0 : -1}
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

function pieceName([owner, kind]: [number, string], game: GameCard): string {
  return `${seatName(game, owner)} ${kindSaid(kind)}`.trim();
}

interface Layer extends Props {
  choosing: Choosing;
  ground: Ground;
}

/** The last move, the chosen piece, and where it can go. */
function Marks({ last, choosing, ground, view, outcome }: Layer) {
  const covered = ground.look.board === "lines" || ground.look.board === "frame";
  const lately = last && !covered ? [from(last[1]), target(last[1])] : [];
  const mark = (kind: string, square: Square | null) => {
    if (!square) return null;
    const [x, y] = ground.at(square);
    return <rect key={kind + square} class={kind} x={x} y={y} width="100" height="100" />;
  };
  return (
    <>
      {lately.map((square) => mark("last", square))}
      {!outcome && mark("chosen", choosing.chosen)}
      {choosing.targets.map((move) => {
        const [r, c] = target(move);
        const [x, y] = ground.at([r, c]);
        const taken = view.rows[r]?.[c];
        return <circle key={`${r},${c}`} class={taken ? "prey" : "way"} cx={x + 50} cy={y + 50} r={taken ? 44 : 15} />;
      })}
    </>
  );
}

function Pieces({ game, view, choosing, ground, seat }: Layer) {
  const { drag, sent, ghost } = choosing;
  const pieces = usePieces(view.rows);
  const placed = (piece: Piece): [number, number] => {
    const square: Square = [piece.r, piece.c];
    if (drag?.moved && same(drag.from, square)) return [drag.x - 50, drag.y - 50];
    if (sent && same(from(sent), square)) return ground.at(target(sent));
    return ground.at(square);
  };
  const lifted = (piece: Piece) => drag?.moved && same(drag.from, [piece.r, piece.c]);
  const waits = ghost ?? (sent?.type === "place" ? target(sent) : null);
  const [first] = view.pools?.[seat ?? 0] ?? [];
  return (
    <>
      {pieces.map((piece) => {
        const [x, y] = placed(piece);
        return (
          <g key={piece.id} class={lifted(piece) ? "piece lifted" : "piece"} style={{ transform: `translate(${x}px, ${y}px)` }}>
            <g class="arriving">
              <Shape look={game.look} owner={piece.owner} kind={piece.kind} />
            </g>
          </g>
        );
      })}
      {waits && first && seat !== null && !view.rows[waits[0]]?.[waits[1]] && (
        <g class="ghost" style={{ transform: `translate(${ground.at(waits)[0]}px, ${ground.at(waits)[1]}px)` }}>
          <Shape look={game.look} owner={seat} kind={first[0]} />
        </g>
      )}
    </>
  );
}

function usePieces(rows: PieceSeen[][]): Piece[] {
  const before = useRef<Piece[]>([]);
  const pieces = useMemo(() => follow(before.current, rows), [rows]);
  useEffect(() => void (before.current = pieces), [pieces]);
  return pieces;
}

/** The piece set last, where it hides the mark under it. */
function Latest({ last, ground: { look, at }, outcome }: Layer) {
  if (!last || outcome || (look.board !== "lines" && look.board !== "frame")) return null;
  const [x, y] = at(target(last[1]));
  return <circle class="latest" cx={x + 50} cy={y + 50} r={look.board === "frame" ? 41 : 13} />;
}

/** The line that won. */
function Line({ view, last, outcome, ground }: Layer) {
  const { look, at } = ground;
  if (!last || !look.line || outcome?.reason !== "line") return null;
  const ends = lineThrough(view.rows, target(last[1]), look.line);
  if (!ends) return null;
  const [[x1, y1], [x2, y2]] = [at(ends[0]), at(ends[1])];
  return <path class="won" d={`M${x1 + 50} ${y1 + 50}L${x2 + 50} ${y2 + 50}`} />;
}

/** A move as players write it: e2–e4, or where the stone was set. */
function say(move: GridMove, { look }: GameCard): string {
  if (move.type === "step") return `${squareName([move.r, move.c])}–${squareName([move.to_r, move.to_c])}`;
  if (look.falls) return w("column", { n: String(move.c + 1) });
  const kind = kindSaid(move.piece ?? "");
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

export const squares: Board<GridView, GridMove> = {
  Board: SquareBoard,
  Token,
  say,
  words,
  score: (view, seat) => (view.captured ? w("pairs", { n: String(view.captured[seat] ?? 0) }) : ""),
  open: true,
  speaks: true,
};
