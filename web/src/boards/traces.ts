/** What a move leaves to be seen on a board of squares: which way it went, and what it took. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { BoardProps } from "./api";
import { from, type GridMove, type GridView, type PieceSeen, same, type Square, target } from "./grid";

/** What happened on the board, as the hall tells it. */
export interface GridEvent {
  type: "placed" | "stepped" | "removed";
  r: number;
  c: number;
}

/** A piece that was taken, and where it stood. */
export interface Taken {
  square: Square;
  owner: number;
  kind: string;
}

/** What is seen of the last move, or of all hops of a chain. */
export interface Traces {
  last: [number, GridMove] | null;
  rows: PieceSeen[][];
  /** From where it went, over which squares, to where. */
  way: Square[];
  taken: Taken[];
}

type Layer = BoardProps<GridView, GridMove>;

/** The others' pieces that a step passes over: none if it does not go straight on. */
export function jumped(rows: PieceSeen[][], move: GridMove): Square[] {
  if (move.type !== "step") return [];
  const { r, c } = move;
  const [down, across] = [move.to_r - r, move.to_c - c];
  const far = Math.max(Math.abs(down), Math.abs(across));
  if (down && across && Math.abs(down) !== Math.abs(across)) return [];
  const owner = rows[r]?.[c]?.[0];
  const between = Array.from({ length: Math.max(0, far - 1) }, (_, n): Square => [r + (down / far) * (n + 1), c + (across / far) * (n + 1)]);
  return between.filter(([r, c]) => {
    const seen = rows[r]?.[c];
    return seen && seen[0] !== owner;
  });
}

/** The pieces that must jump: those that can, if nothing else is allowed. */
export function forced(rows: PieceSeen[][], legal: GridMove[]): Square[] {
  if (!legal.every((move) => jumped(rows, move).length)) return [];
  return legal.map(from).filter((start, n, all): start is Square => !!start && all.findIndex((other) => same(other, start)) === n);
}

/** What others lost by a move: what was removed, and is not there any more. */
function lost(before: PieceSeen[][], { view, last, events }: Layer): Taken[] {
  return (events as GridEvent[]).flatMap(({ type, r, c }) => {
    const [was, is] = [before[r]?.[c], view.rows[r]?.[c]];
    if (type !== "removed" || !was || was[0] === last?.[0] || was[0] === is?.[0]) return [];
    return [{ square: [r, c] as Square, owner: was[0], kind: was[1] }];
  });
}

/** What is to be seen now: a hop that goes on from where the last one ended belongs to it. */
export function traced(before: Traces | null, layer: Layer): Traces {
  const { last, view } = layer;
  const kept = { last, rows: view.rows };
  if (!last) return { ...kept, way: [], taken: [] };
  if (before?.last === last) return { ...before, rows: view.rows };
  const [start, end] = [from(last[1]), target(last[1])];
  const taken = before ? lost(before.rows, layer) : [];
  if (before?.last?.[0] === last[0] && start && same(before.way.at(-1) ?? null, start)) {
    return { ...kept, way: [...before.way, end], taken: [...before.taken, ...taken] };
  }
  return { ...kept, way: start ? [start, end] : [end], taken };
}

/** The traces of the last move, followed from position to position. */
export function useTraces(layer: Layer): Traces {
  const before = useRef<Traces | null>(null);
  const traces = useMemo(() => traced(before.current, layer), [layer.view, layer.last]);
  useEffect(() => void (before.current = traces), [traces]);
  return traces;
}
