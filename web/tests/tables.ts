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
