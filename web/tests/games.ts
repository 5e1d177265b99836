import { type Island, guess, lands, partsOf, reached, type EriantysMove, type EriantysView, type Students, towersBuilt } from "../src/boards/eriantys/table";
import { islandSaid, moveSaid } from "../src/boards/eriantys/say";
import { type MiaView, rank, said, spoken, THROWS, told, tooLow } from "../src/boards/mia/throws";
import { same, test } from "./check";

const round = (part: Partial<MiaView>): MiaView => ({ lost: [null, null], rules: "document", turn: 0, rolls: 0, dice: null, claim: null, end: "", ...part });
const who = (seat: number): string => ["anna", "bob"][seat] ?? "?";

test("Mia has 21 throws: plain ones, then pairs, then Mia", () => {
  same(THROWS.length, 21);
  same([THROWS[0], THROWS[13], THROWS[14], THROWS[19], THROWS[20]], [[3, 1], [6, 5], [1, 1], [6, 6], [2, 1]]);
  same([rank([3, 1]), rank([2, 1])], [0, 20]);
  same([spoken([6, 3]), spoken([2, 1])], ["63", "Mia"]);
});

test("an announcement must be more than the one before it", () => {
  const view = round({ claim: { seat: 1, dice: [6, 5], over: null, blind: false } });
  same([[6, 4], [6, 5], [1, 1], [2, 1]].map((dice) => tooLow(dice as [number, number], view)), [true, true, false, false]);
  same(tooLow([3, 1], round({})), false);
});

test("a table of Mia is told in words, and only what one may know", () => {
  same(told(round({}), who, 0), ["Nothing has been announced yet."]);
  const claim = { seat: 1, dice: [6, 3] as [number, number], over: null, blind: true };
  const last = (part: Partial<MiaView>, seat: number | null) => told(round({ claim, ...part }), who, seat).at(-1);
  same(told(round({ claim }), who, 0), ["bob announced 63.", "Nobody has seen these dice."]);
  same(last({ rolls: 1, dice: [4, 1] }, 0), "Only you know: 41.");
  same(last({ rolls: 1, dice: [4, 1] }, null), "Only anna knows: 41.");
  same(last({ rolls: 1 }, 1), "Only anna has seen the dice.");
  same(last({ rolls: 2 }, 0), "Nobody has seen these dice.");
  same(last({ dice: [4, 1], end: "caught_bluffing" }, 1), "Under the cup: 41.");
  same([said({ type: "roll" }), said({ type: "announce", dice: [6, 3] })], ["rolls", "announces 63"]);
});

const nobody: Students = [0, 0, 0, 0, 0];
const isle = (id: number, size = 1, tower: Island["tower"] = null): Island => ({ id, size, tower, students: nobody, bans: 0 });
const sea = (islands: Island[], mother_nature: number): EriantysView => ({ islands, mother_nature, phase: "move_mother_nature", players: [] }) as unknown as EriantysView;

test("islands that grew together keep their places in the ring", () => {
  const twelve = lands(Array.from({ length: 12 }, (_, id) => isle(id)));
  same(twelve.map(({ places }) => places), twelve.map((_, id) => [id]));
  const over = lands([...Array.from({ length: 10 }, (_, id) => isle(id + 1)), isle(11, 2)]);
  same(over.at(-1)?.places, [11, 0]);
  const back = lands([isle(0, 2), ...Array.from({ length: 10 }, (_, id) => isle(id + 1))]);
  same([back[0]?.places, back[1]?.places], [[11, 0], [1]]);
  same(lands([isle(2, 4), isle(4, 4), isle(9, 4)]).map(({ places }) => places), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]);
});

test("mother nature walks over groups of islands, not over what they grew from", () => {
  const view = sea([isle(0), isle(2, 3), isle(4), isle(9, 7)], 4);
  same([1, 2, 3].map((steps) => reached(view, steps)), [9, 0, 2]);
  same(partsOf({ type: "move_mother_nature", steps: 2 }, view), ["island:0"]);
  same(guess("island:2", view), { type: "move_mother_nature", steps: 3 });
});

test("a move of Eriantys is made of what is tapped for it", () => {
  const view = sea([isle(0), isle(1)], 0);
  const moves: EriantysMove[] = [
    { type: "to_island", student: 3, island: 5 },
    { type: "to_dining_room", student: 3 },
    { type: "use_character", card: 1, student: 2, island: 7, from_card: [], from_dining: [], from_entrance: [] },
    { type: "use_character", card: 12, student: 2, island: null },
    { type: "use_character", card: 10, from_dining: [0, 0], from_entrance: [1, 4] },
    { type: "use_character", card: 2 },
  ];
  same(moves.map((move) => partsOf(move, view).join(" ")), [
    "entrance:3 island:5",
    "entrance:3 dining:3",
    "character:1 oncard:1:2 island:7",
    "character:12 colour:12:2",
    "character:10 dining:0 dining:0 entrance:1 entrance:4",
    "character:2",
  ]);
});

test("islands, moves and towers in words and numbers", () => {
  const view = sea([{ ...isle(4, 2, "black"), students: [2, 0, 0, 1, 0], bans: 1 }, isle(5, 1, "white")], 4);
  same(islandSaid(view.islands[0] as Island, view), "Island 5, 2 grown together; blue unicorn × 2, red dragon; black towers × 2; mother nature; ban tile × 1");
  same(moveSaid({ type: "use_character", card: 9, from_card: [0], from_entrance: [4] }), "Jester: blue unicorn for pink fairy");
  same(moveSaid({ type: "to_island", student: 1, island: 0 }), "green frog to island 1");
  same([towersBuilt(view.islands, "black"), towersBuilt(view.islands, null)], [2, 0]);
});
