import { named, plain } from "../src/boards/default";
import { follow, lineThrough, type PieceSeen, squareName } from "../src/boards/grid";
import { sound } from "../src/boards/squares";
import { optionFields } from "../src/lobby/options";
import { told } from "../src/table/seats";
import { same, test } from "./check";

const pawn: PieceSeen = [0, "pawn"];
const rook: PieceSeen = [1, "rook"];

test("a piece that moved is still the same piece", () => {
  const before = follow([], [[pawn, null], [null, rook]]);
  const after = follow(before, [[null, pawn], [null, rook]]);
  same(after.map(({ id, r, c, kind }) => [id, r, c, kind]), [[1, 0, 1, "pawn"], [2, 1, 1, "rook"]]);
});

test("a piece that captures takes the place of the captured one", () => {
  const before = follow([], [[pawn, null], [null, rook]]);
  const after = follow(before, [[null, null], [null, pawn]]);
  same(after.map(({ id, r, c, kind }) => [id, r, c, kind]), [[1, 1, 1, "pawn"]]);
});

test("a man that is crowned is the same piece in another shape", () => {
  const before = follow([], [[[0, "man"]], [null]]);
  same(follow(before, [[null], [[0, "king"]]]), [{ id: 1, r: 1, c: 0, owner: 0, kind: "king" }]);
});

test("a line is found through any of its pieces, and a short one is none", () => {
  const x: PieceSeen = [0, "x"];
  const rows = [[x, null, null], [null, x, null], [null, null, x]];
  same(lineThrough(rows, [1, 1], 3), [[0, 0], [2, 2]]);
  same(lineThrough(rows, [1, 1], 4), null);
  same(lineThrough(rows, [0, 1], 3), null);
});

test("a capture is heard, not a pawn of one's own that becomes something else", () => {
  const view = (...pieces: PieceSeen[]) => ({ rows: [pieces], turn: 0 });
  const heard = (...pieces: PieceSeen[]) => sound({ before: view(pawn, null, rook), view: view(...pieces), events: [] });
  same([heard(null, pawn, rook), heard(null, null, pawn), heard(null, null, rook), heard(null, null, null)], ["move", "capture", "move", "capture"]);
});

test("squares are called as players call them", () => {
  same([squareName([0, 0]), squareName([3, 4]), squareName([18, 18])], ["a1", "e4", "s19"]);
});

test("a move of a game without a board is told in words", () => {
  same(plain({ type: "set_tower", tower: "black" }), "set tower: black");
  same(plain({ type: "roll" }), "roll");
  same(plain({ type: "put", tiles: ["CAT", "CAT"], column: 2 }), "put: tiles CAT, CAT, column 2");
});

test("seats in the words of the hall get the names of their players", () => {
  same(named("Seat 1 must roll, not seat 0 or seat 7.", [{ name: "anna", person: 1 }, { name: "bob", person: 2 }]), "bob must roll, not anna or seat 7.");
});

test("options become fields, whatever reference they hide behind", () => {
  const fields = optionFields({
    $ref: "#/$defs/O",
    $defs: { O: { properties: { expert: { type: "boolean" }, rules: { enum: ["a", "b"], default: "b" }, size: { type: "integer" } } } },
  });
  same(fields.map(({ name }) => name), ["expert", "rules", "size"]);
  same(fields.map(({ read }) => read(null)), [false, "b", 0]);
  same(fields.map(({ read }) => read("on")), [true, "b", null]);
});

test("a clock shows tenths when time gets short", () => {
  same([3_723_000, 65_000, 9_940, 0].map(told), ["1:02:03", "1:05", "10.0", "0.0"]);
});
