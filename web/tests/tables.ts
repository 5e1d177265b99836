import { paired, written } from "../src/table/written";
import { after, Table, wholeScene } from "../src/hall/table";
import type { Happened, Whole } from "../src/hall/wire";
import { parse, to } from "../src/route";
import { same, test } from "./check";

const whole: Whole = {
  type: "table",
  card: { table: 7, game: "tictactoe", status: "playing", seats: [{ name: "anna", person: 1 }, { name: "bob", person: 2 }], opened: 1 },
  seq: 3,
  at: 1,
  you: 0,
  commitment: "",
  view: "start",
  turn: [0],
};

const moved = (seq: number, seat: number, move: unknown): Happened => ({ type: "happened", table: 7, seq, at: seq, what: "moved", seat, move, view: `after ${seq}`, turn: [1 - seat] });

function table(): Table {
  const found = new Table(7);
  found.hearWhole(whole);
  return found;
}

test("news that were told already change nothing", () => {
  const heard = table();
  heard.hear(moved(3, 1, "old"));
  same(heard.scene.value?.view, "start");
  heard.hear(moved(4, 0, "new"));
  same([heard.scene.value?.view, heard.scene.value?.turn, heard.scene.value?.last], ["after 4", [1], [0, "new"]]);
});

test("what comes while we ask what we missed waits for its turn", () => {
  const heard = table();
  same(heard.fallBehind(), 3);
  heard.hear(moved(6, 0, "c"));
  heard.hear(moved(4, 0, "a"));
  heard.hear(moved(5, 1, "b"));
  same(heard.scene.value?.seq, 3);
  heard.caughtUp();
  same(heard.scene.value?.moves.map(({ move }) => move), ["a", "b", "c"]);
});

test("moves that were made before we came are known to be missing", () => {
  const unheard = (told: Partial<Whole>, before: Whole | null): boolean =>
    wholeScene({ ...whole, ...told }, before && wholeScene(before, null)).unheard;
  same(unheard({}, null), false);
  same(unheard({ last: [0, "a"] }, null), true);
  same(unheard({ last: [0, "b"], seq: 9 }, whole), true);
  same(unheard({ last: [0, "a"] }, whole), false);
});

test("moves that are taken back leave the list", () => {
  let scene = wholeScene(whole, null);
  for (const news of [moved(4, 0, "a"), moved(5, 1, "b")]) scene = after(scene, news);
  scene = after(scene, { type: "happened", table: 7, seq: 6, at: 6, what: "taken_back", plies: 2, view: "start", turn: [0] });
  same([scene.moves, scene.last, scene.view], [[], null, "start"]);
});

test("moves are kept as they are written, and whether they go on", () => {
  let scene = wholeScene(whole, null);
  const jump = { ...moved(4, 0, "a"), notation: "25x18", more: true };
  for (const news of [jump, { ...moved(5, 0, "b"), notation: "x9" }, moved(6, 1, "c")]) scene = after(scene, news);
  same(scene.moves.map(({ position, ...made }) => made), [
    { seq: 4, seat: 0, move: "a", notation: "25x18", more: true },
    { seq: 5, seat: 0, move: "b", notation: "x9" },
    { seq: 6, seat: 1, move: "c" },
  ]);
  same(scene.moves.map(({ position }) => position?.view), ["after 4", "after 5", "after 6"]);
});

test("what belongs to one turn is written as one, and two players in two columns", () => {
  const jump = [{ seq: 4, seat: 0, move: "a", notation: "25x18", more: true }, { seq: 5, seat: 0, move: "b", notation: "x9" }];
  const turns = written([...jump, { seq: 6, seat: 1, move: "c" }, { seq: 7, seat: 0, move: "d" }], (move) => `said ${String(move)}`);
  same(turns.map(({ seat, text, first, last }) => [seat, text, first, last]), [[0, "25x18x9", 0, 1], [1, "said c", 2, 2], [0, "said d", 3, 3]]);
  same(paired(turns).map((line) => line.map((turn) => turn?.text)), [["25x18x9", "said c"], ["said d", undefined]]);
});

test("whoever answers first is still on their own side of the list", () => {
  const turn = (seat: number) => ({ seat, text: "", first: 0, last: 0 });
  same(paired([turn(1), turn(0), turn(0)]).map((line) => line.map((each) => each?.seat)), [[1, 0], [undefined, 0]]);
});

test("a move wipes out what was proposed, talk does not", () => {
  const proposal = { kind: "draw" as const, seat: 0, agreed: [0] };
  const scene = after(wholeScene(whole, null), { type: "happened", table: 7, seq: 4, at: 4, what: "proposed", kind: "draw", seat: 0, proposal });
  const talked = after(scene, { type: "happened", table: 7, seq: 5, at: 5, what: "said", name: "bob", text: "hm" });
  same(talked.proposal, proposal);
  same(talked.text, "");
  same(after(talked, moved(6, 0, "a")).proposal, null);
});

test("the end of a game promises the dice of the next one", () => {
  const scene = wholeScene(whole, null);
  const over = after(scene, { type: "happened", table: 7, seq: 4, at: 4, what: "ended", status: "finished", rematch: "hash" });
  same([scene.rematch, over.rematch, wholeScene({ ...whole, rematch: "hash" }, null).rematch], ["", "hash", "hash"]);
});

test("an address leads where it came from", () => {
  const { page, which, query } = parse(to("table", 123, { code: "a b&c" }));
  same([page, which, query.get("code")], ["table", "123", "a b&c"]);
  same(parse(to("player", "Žofie / Dáma")).which, "Žofie / Dáma");
  same([parse("").page, parse("#/").page, parse("#/100%").page], ["lobby", "lobby", "100%"]);
});
