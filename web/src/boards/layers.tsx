/** What stands on a board of squares, layer by layer: pieces, the last one set, the one to be set, the line that won. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Look } from "../hall/wire";
import type { BoardProps } from "./api";
import type { Choosing } from "./choosing";
import { follow, from, type GridMove, type GridView, lineThrough, type Piece, type PieceSeen, same, type Square, target } from "./grid";
import { type Ground, shown } from "./ground";
import "./layers.css";
import "./motion.css";
import { Shape } from "./pieces";

/** What a layer is drawn from. */
export interface Layer extends BoardProps<GridView, GridMove> {
  choosing: Choosing;
  ground: Ground;
}

/** Where a square lies, as a style says it. */
export const put = ([x, y]: [number, number]) => ({ transform: `translate(${x}px, ${y}px)` });

/** The pieces, each followed from position to position. */
export function Pieces({ game, view, choosing, ground, last, turn, outcome }: Layer) {
  const { look, at, rows } = ground;
  const { held, sent } = choosing;
  const { pieces, fresh } = usePieces(view.rows);
  const dropped = useDropped(view, held);
  const promoting = outcome ? null : becoming(view, look, last, turn);
  return (
    <>
      {pieces.map((piece) => {
        const square: Square = [piece.r, piece.c];
        const leaves = !!sent && same(from(sent), square);
        const state = same(held, square) ? " left-behind" : leaves && same(dropped, square) ? " dropped" : "";
        const mated = outcome && same(view.check ?? null, square);
        return (
          <g key={piece.id} class={`piece${state}`} style={put(at(leaves ? target(sent) : square))}>
            <g class={fresh.has(piece.id) ? "arriving" : mated ? "mated" : undefined} style={look.falls ? falling(rows - piece.r) : undefined}>
              <Shape look={look} owner={piece.owner} kind={piece.kind} />
            </g>
          </g>
        );
      })}
      {promoting && (
        <g class="piece" style={put(at(promoting[0]))}>
          <Shape look={game.look} owner={promoting[1]} kind={promoting[2]} />
        </g>
      )}
    </>
  );
}

/** Where the piece stood that was in hand in this position: let go, it lies where it is and travels no more. */
function useDropped(view: GridView, held: Square | null): Square | null {
  const seen = useRef<{ view: GridView; held: Square } | null>(null);
  if (held) seen.current = { view, held };
  return seen.current?.view === view ? seen.current.held : null;
}

/** The piece that has come to its last square and is not yet what it becomes: the position does not show it. */
function becoming({ rows }: GridView, { promotes = {} }: Look, last: Layer["last"], turn: number[]): [Square, number, string] | null {
  if (last?.[1].type !== "step" || !turn.includes(last[0])) return null;
  const [r, c] = target(last[1]);
  const [kind] = Object.keys(promotes);
  return kind && !rows[r]?.[c] ? [[r, c], last[0], kind] : null;
}

/** How far a piece falls, and for how long: as long as falling takes. */
const falling = (squares: number) => ({ "--drop": `${-100 * squares}px`, "--fall": String(Math.sqrt(squares / 7)) });

/** Pieces that came by one move; more of them are another position altogether. */
const AT_ONCE = 4;

function usePieces(rows: PieceSeen[][]): { pieces: Piece[]; fresh: Set<number> } {
  const before = useRef<Piece[] | null>(null);
  const followed = useMemo(() => {
    const [known, pieces] = [before.current, follow(before.current ?? [], rows)];
    const ids = new Set(known?.map(({ id }) => id));
    const fresh = known ? pieces.filter(({ id }) => !ids.has(id)) : [];
    return { pieces, fresh: new Set(fresh.length > AT_ONCE ? [] : fresh.map(({ id }) => id)) };
  }, [rows]);
  useEffect(() => void (before.current = followed.pieces), [followed]);
  return followed;
}

/** The piece set last, where it hides the mark under it; and the one that would be set. */
export function Latest(layer: Layer) {
  const { last, ground, outcome } = layer;
  const { look, at } = ground;
  const hidden = look.board === "lines" || look.board === "frame";
  return (
    <>
      {last && !outcome && hidden && <circle key={String(target(last[1]))} class="latest" style={put(at(target(last[1])))} cx="50" cy="50" r={look.board === "frame" ? 41 : 13} />}
      <Ghost {...layer} />
    </>
  );
}

/** The piece that would be set: where it would stand or, if pieces fall, waiting above its column. */
function Ghost({ view, choosing: { ghost, sent }, ground, seat }: Layer) {
  const { look, at, rows } = ground;
  const aimed = ghost ?? (sent?.type === "place" ? target(sent) : null);
  const [first] = view.pools?.[seat ?? 0] ?? [];
  if (!aimed || !first || seat === null || view.rows[aimed[0]]?.[aimed[1]]) return null;
  const piece = <Shape look={look} owner={seat} kind={first[0]} />;
  const [x, y] = at(aimed);
  if (!look.falls) return <g class={sent ? "ghost sent" : "ghost"} style={put([x, y])}>{piece}</g>;
  return (
    <>
      <rect class="column" style={put([x, -6])} width="100" height={rows * 100 + 12} rx="20" />
      <circle class="landing" style={put([x, y])} cx="50" cy="50" r="33" />
      <g class="waiting" style={put([x, -100])}>{piece}</g>
    </>
  );
}

/** The line that won. */
export function Line({ view, last, outcome, ground }: Layer) {
  const { look, at, rows, columns } = ground;
  if (!last || !look.line || outcome?.reason !== "line") return null;
  const ends = lineThrough(view.rows, target(last[1]), look.line);
  if (!ends) return null;
  const [[x1, y1], [x2, y2]] = [at(ends[0]), at(ends[1])];
  const [right, down] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  if (look.board === "cells") {
    return <path class="won" pathLength="1" d={`M${x1 + 50 - right * 38} ${y1 + 50 - down * 38}L${x2 + 50 + right * 38} ${y2 + 50 + down * 38}`} />;
  }
  const many = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / 100 + 1;
  const [x, y, width, height] = look.board === "frame" ? [-6, -6, columns * 100 + 12, rows * 100 + 12] : shown(ground);
  const spots = Array.from({ length: many }, (_, n) => `M${x1 + n * right * 100 + 50} ${y1 + n * down * 100 + 50}${SPOT}`).join("");
  return (
    <>
      <path class="dim" fill-rule="evenodd" d={`M${x + 14} ${y}h${width - 28}l14 14v${height - 28}l-14 14h${28 - width}l-14-14v${28 - height}z${spots}`} />
      <path class="lit-up" d={spots} />
    </>
  );
}

const SPOT = "m-44 0a44 44 0 1 0 88 0a44 44 0 1 0-88 0z";
