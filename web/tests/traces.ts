import type { BoardProps } from "../src/boards/api";
import type { GridMove, GridView, PieceSeen, Step } from "../src/boards/grid";
import { type Ground, shown } from "../src/boards/ground";
import { material, takes } from "../src/boards/material";
import { forced, type GridEvent, jumped, type Traces, traced } from "../src/boards/traces";
import type { Look } from "../src/hall/wire";
import { same, test } from "./check";

const [dark, light, none]: PieceSeen[] = [[0, "man"], [1, "man"], null];
const step = (r: number, c: number, to_r: number, to_c: number): Step => ({ type: "step", r, c, to_r, to_c });
const board = (...lines: string[]): PieceSeen[][] => lines.map((line) => [...line].map((sign) => (sign === "d" ? dark : sign === "l" ? light : none) ?? null));

type Layer = BoardProps<GridView, GridMove>;
const after = (before: Traces | null, rows: PieceSeen[][], last: [number, GridMove], events: GridEvent[] = []): Traces =>
  traced(before, { view: { rows, turn: 0 }, last, events } as unknown as Layer);

test("a jump passes over the others' pieces, not over one's own, and not round a corner", () => {
  const rows = board("d....", ".l...", "..d..", "...l.", ".....");
  same(jumped(rows, step(0, 0, 2, 2)), [[1, 1]]);
  same(jumped(rows, step(0, 0, 4, 4)), [[1, 1], [3, 3]]);
  same(jumped(rows, step(0, 0, 1, 2)), []);
  same(jumped(rows, step(0, 0, 0, 1)), []);
  same(jumped(rows, { type: "place", r: 0, c: 1 }), []);
});

test("men must capture only if nothing else is allowed, and each is ringed once", () => {
  const rows = board("d.d", ".l.", "...");
  same(forced(rows, [step(0, 0, 2, 2), step(0, 2, 2, 0), step(0, 2, 2, 0)]), [[0, 0], [0, 2]]);
  same(forced(rows, [step(0, 0, 2, 2), step(0, 2, 0, 1)]), []);
  same(forced(rows, []), []);
});

test("what was taken is known by where it stood, and a chain is one way", () => {
  const [a, b, c] = [board("d....", ".l...", ".....", "...l.", "....."), board(".....", ".....", "..d..", "...l.", "....."), board(".....", ".....", ".....", ".....", "....d")];
  const start: Traces = { last: null, rows: a, way: [], taken: [] };
  const one = after(start, b, [0, step(0, 0, 2, 2)], [{ type: "removed", r: 1, c: 1 }, { type: "stepped", r: 0, c: 0 }]);
  same(one.way, [[0, 0], [2, 2]]);
  same(one.taken, [{ square: [1, 1], owner: 1, kind: "man" }]);
  const two = after(one, c, [0, step(2, 2, 4, 4)], [{ type: "removed", r: 3, c: 3 }]);
  same(two.way, [[0, 0], [2, 2], [4, 4]]);
  same(two.taken.map(({ square }) => square), [[1, 1], [3, 3]]);
  same(after(two, a, [1, step(3, 3, 2, 2)]).way, [[3, 3], [2, 2]]);
});

test("a piece that becomes another is not taken, and a position seen anew forgets nothing", () => {
  const rows = board("d");
  const crowned: PieceSeen[][] = [[[0, "king"]]];
  const last: [number, GridMove] = [0, { type: "place", r: 0, c: 0, piece: "king" }];
  const seen = after({ last: null, rows, way: [], taken: [] }, crowned, last, [{ type: "removed", r: 0, c: 0 }]);
  same(seen.taken, []);
  const taken: Traces = { last, rows, way: [[0, 0]], taken: [{ square: [0, 0], owner: 1, kind: "man" }] };
  same(after(taken, crowned, last).taken.length, 1);
});

const CHESS: Look = {
  pieces: { king: { start: 1 }, queen: { start: 1, worth: 9 }, rook: { start: 2, worth: 5 }, pawn: { start: 8, worth: 1 } },
};
const MEN: Look = { pieces: { man: { start: 3 }, king: {} } };
const has = (...pieces: [number, string, number][]): GridView => ({ rows: [pieces.flatMap(([owner, kind, n]) => Array<PieceSeen>(n).fill([owner, kind]))], turn: 0 });

test("what is missing was captured, and who has more is ahead", () => {
  const view = has([0, "king", 1], [0, "queen", 1], [0, "rook", 2], [0, "pawn", 7], [1, "king", 1], [1, "rook", 2], [1, "pawn", 6]);
  same(material(view, 0, CHESS), { taken: [["queen", 1], ["pawn", 2]], ahead: 10 });
  same(material(view, 1, CHESS), { taken: [["pawn", 1]], ahead: 0 });
});

test("a pawn that became a queen was not captured, nor a man that was crowned", () => {
  const queens = has([0, "king", 1], [1, "king", 1], [1, "queen", 2], [1, "rook", 2], [1, "pawn", 6]);
  same(material(queens, 0, CHESS).taken, [["pawn", 1]]);
  same(material(has([0, "man", 3], [1, "man", 1], [1, "king", 1]), 0, MEN), { taken: [["man", 1]], ahead: 0 });
});

test("where nothing is taken there is no tray", () => {
  same([takes(CHESS), takes(MEN), takes({ pairs: 5 }), takes({ pieces: { x: {} } }), takes({})], [true, true, true, false, false]);
});

test("every board shows more than its squares, a frame also the row above it", () => {
  const seen = (board: Look["board"], rows: number, columns: number) => shown({ look: { board }, rows, columns } as Ground);
  for (const board of ["chequered", "cells", "lines"] as const) {
    const [x, y, width, height] = seen(board, 8, 8);
    same([x < 0, y < 0, width + 2 * x, height + 2 * y], [true, true, 800, 800]);
  }
  const [, y, , height] = seen("frame", 6, 7);
  same([y <= -100, height + y >= 600], [true, true]);
});
