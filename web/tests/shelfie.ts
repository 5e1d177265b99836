import { imagined, nearlyDone, playsLast, progress } from "../src/boards/shelfie/goals";
import { news, prompt } from "../src/boards/shelfie/say";
import { almostFull, bounds, count, groupsIn, guess as guessTile, hitsOf, inOrder, justPicked, justPut, mostFor, partsOf as shelfParts, type CommonName, type ShelfieMove, type ShelfieView, total, whyInstead } from "../src/boards/shelfie/shelf";
import { lines, moved } from "../src/boards/shelfie/pictures";
import { tapped, wholeMove } from "../src/boards/parts";
import { same, test } from "./check";

const parlour = (part: Partial<ShelfieView>): ShelfieView => ({
  room: [" .. ", "CB. ", " GG "],
  bag: 100,
  shelves: [["CCC", "CB", "", "", "PPPPPP"], ["", "", "", "", ""]],
  order: [0, 1],
  turn: 0,
  hand: "",
  commons: [{ name: "X", tokens: [4], takers: [1] }],
  personal: [{ number: 1, goals: [{ x: 0, y: 2, type: "CAT" }, { x: 1, y: 1, type: "CAT" }] }, null],
  points: [12, 8],
  finisher: null,
  away: [],
  gone: [],
  over: false,
  ...part,
});

test("groups on a shelf are tiles alike that touch", () => {
  const sizes = (shelf: string[]): number[] => groupsIn(shelf).map((cells) => cells.length);
  same(sizes(["CCC", "CB", "", "", "PPPPPP"]).sort(), [1, 4, 6]);
  same(sizes(["CB", "BC", "", "", ""]), [1, 1, 1, 1]);
});

test("points are told by where they come from, a secret card's are not", () => {
  same(count(parlour({}), 0), { tokens: 0, own: 1, groups: 11, first: 0 });
  same(count(parlour({ finisher: 1 }), 1), { tokens: 8, own: null, groups: 0, first: 1 });
  same(hitsOf({ number: 1, goals: [{ x: 4, y: 5, type: "PLANT" }] }, ["", "", "", "", "PPPPPP"]), 1);
});

test("tiles are picked in the order of the taps, and a gap is no pick", () => {
  const tile = (y: number) => ({ x: 0, y, type: "CAT" as const });
  const picks: ShelfieMove[] = [[0], [1], [2], [0, 1], [1, 0], [1, 2], [2, 1], [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map((ys) => ({ type: "pick", tiles: ys.map(tile) }));
  const choices = picks.map((move) => ({ move, parts: shelfParts(move) }));
  const two = tapped(choices, ["tile:0,2"], "tile:0,0") ?? [];
  same(two, ["tile:0,2", "tile:0,0"]);
  same(wholeMove(choices, two), null);
  const three = wholeMove(choices, [...two, "tile:0,1"])?.move;
  same(three, { type: "pick", tiles: [tile(2), tile(0), tile(1)] });
});

test("the hand is put in the order it was given", () => {
  const puts: ShelfieMove[] = [["CAT", "BOOK"], ["BOOK", "CAT"]].map((tiles) => ({ type: "put", column: 2, tiles: tiles as ("CAT" | "BOOK")[] }));
  same(inOrder(puts, ["BOOK", "CAT"]), [puts[1]]);
  same(justPut([0, { type: "put", column: 1, tiles: ["CAT", "BOOK"] }], 0, ["", "GCB", "", "", ""]).size, 2);
});

test("of the living room as much is shown as is used", () => {
  same(bounds(parlour({}).room), { top: 0, left: 0, rows: 3, columns: 3 });
  same(guessTile("tile:1,0", parlour({}), []), { type: "pick", tiles: [{ x: 1, y: 0, type: "CAT" }] });
  same(guessTile("tile:0,1", parlour({}), []), null);
  same(guessTile("column:3", parlour({}), ["CAT"]), { type: "put", column: 3, tiles: ["CAT"] });
});

test("a common goal fills up part by part, and is met when all parts are there", () => {
  const at = (name: CommonName, shelf: string[]): string => `${progress(name, shelf).parts.length}/${progress(name, shelf).of}`;
  same(at("SQUARE", ["CC", "CC", "", "", ""]), "1/2");
  same(at("SQUARE", ["CCC", "CCC", "", "", ""]), "1/2"); // they overlap
  same(at("SQUARE", ["CC", "CC", "", "GPP", "BPP"]), "2/2");
  same(at("2_COLUMNS_COLOURFUL", ["CBGFTP", "CBGFT", "CBGFTT", "", ""]), "1/2");
  same(at("3_COLUMNS_3_COLOR", ["CBGCBG", "CCCCCC", "CBGF", "", ""]), "2/3");
  same(at("2_ROWS_COLOURFUL", ["CC", "BB", "GG", "FF", "TF"]), "1/2");
  same(at("4_ROWS_3_COLOR", ["CCC", "BBC", "GGC", "CCC", "CF"]), "1/4");
  same(at("4_GROUPS_4_TILES", ["CCCC", "BBBB", "GGG", "", ""]), "2/4");
  same(at("6_GROUPS_2_TILES", ["CCBB", "GGPP", "", "", "F"]), "4/6");
  same(at("CORNERS", ["CBBBBC", "", "", "", "C"]), "3/4");
  same(at("8_SAME", ["CCC", "BBB", "CCC", "CC", "C"]), "8/8");
  same(at("X", ["CBC", "BCB", "CB", "", ""]), "4/5");
  same(at("DIAGONAL", ["C", "BC", "BBC", "", "GGGGC"]), "4/5");
  same(at("STAIRS", ["CCCCC", "CCCC", "C", "CC", "C"]), "4/5");
  same(at("STAIRS", ["", "", "", "", ""]), "0/5");
  same(progress("CORNERS", ["B", "", "", "", "B"]).parts, [[[0, 0]], [[4, 0]]]);
});

test("what a turn would bring is known before it is made", () => {
  const view = parlour({ hand: "CC", commons: [{ name: "8_SAME", tokens: [4, 8], takers: [] }], shelves: [["CCC", "CCC", "", "", "PPPPPP"], ["", "", "", "", ""]] });
  const then = imagined(view, 0, 2, ["CAT", "CAT"]);
  same(then.shelves[0]?.[2], "CC");
  same(then.commons[0], { name: "8_SAME", tokens: [4], takers: [0] });
  same(total(then, 0) - total(view, 0), 8);
  same(total(imagined(view, 0, 3, ["CAT"]), 0) - total(view, 0), 0);
});

test("who fills the shelf is known before it hurts", () => {
  const full = ["CBCBCB", "CBCBCB", "CBCBCB", "CBCBCB"];
  same([mostFor([...full, "CBCB"]), mostFor([...full, ""]), mostFor(["", "", "", "", ""])], [2, 3, 3]);
  same([almostFull([...full, "CBCB"]), almostFull([...full, "CB"]), almostFull([...full, "CBCBCB"])], [true, false, false]);
  const view = parlour({ hand: "CC", shelves: [[...full, "CBCB"], [...full, "CBC"]] });
  same(nearlyDone(view, 0), [1]);
  same(imagined(view, 0, 4, ["CAT", "CAT"]).finisher, 0);
  same([playsLast(view, 0), playsLast(view, 1), playsLast(parlour({ away: [1] }), 0)], [false, true, true]);
  const who = (seat: number): string => ["anna", "bob"][seat] ?? "?";
  same(news(parlour({}), 0, who), "");
  same(news(view, null, who), "anna needs 2 more");
  same(news(parlour({ finisher: 0, turn: 1 }), 1, who), "Last round: this is your last turn.");
  same(news(parlour({ finisher: 0, turn: 1 }), 0, who), "anna has a full shelf: this is the last round.");
  const four = parlour({ finisher: 0, turn: 1, order: [0, 1, 2, 3] });
  same(news(four, 3, who), "Last round: you have one more turn.");
});

test("a tile that begins anew says why it was not added", () => {
  same(whyInstead(["tile:3,3"], "tile:5,4", 3), "why_not_in_line");
  same(whyInstead(["tile:3,3"], "tile:3,7", 3), "why_not_in_line");
  same(whyInstead(["tile:3,3"], "tile:3,4", 1), "why_too_many_for_your_shelf");
  same(whyInstead(["tile:3,3", "tile:3,4"], "tile:3,5", 2), "why_too_many_for_your_shelf");
  same(whyInstead(["tile:3,3", "tile:3,4", "tile:3,5"], "tile:3,6", 3), "why_wrong_number");
});

test("the action bar says how many may be picked and what a column would bring", () => {
  const props = (view: ShelfieView) => ({ view, seat: 0, seats: [], last: null }) as unknown as Parameters<typeof prompt>[0];
  const hand = (draft: string[]) => ({ ours: true, draft, ready: null }) as unknown as Parameters<typeof prompt>[1];
  const who = (): string => "bob";
  const said = (view: ShelfieView, then: ShelfieView | null = null) => prompt(props(view), hand([]), then, who);
  same(said(parlour({ shelves: [["CBCBC", "CBCBCB", "CBCBCB", "CBCBCB", "CBCBC"], []] })), "Pick one tile with a free side: no column has room for more.");
  const holding = parlour({ hand: "C", shelves: [["CC", "", "", "", ""], ["", "", "", "", ""]], commons: [] });
  same(said(holding), "Choose a column of your shelf; swap the tiles if you like.");
  same(said(holding, imagined(holding, 0, 0, ["CAT"])), "Brings 3 points.");
  same(said(holding, imagined(holding, 0, 3, ["CAT"])), "Brings no points yet.");
});

test("the cells that the last move emptied are known, a put empties none", () => {
  same([...justPicked([1, { type: "pick", tiles: [{ x: 3, y: 4, type: "CAT" }] }])], ["tile:3,4"]);
  same(justPicked([1, { type: "put", column: 1, tiles: ["CAT"] }]).size, 0);
});

test("a picture is drawn where its tile is", () => {
  same(moved("M50 29h0M1 2L3 4H5V6Q7 8 9 10Z", 100, 200, 1), "M150 229h0M101 202L103 204H105V206Q107 208 109 210Z");
  same(moved("M50 30V60", 10, 20, 0.5), "M35 35V50");
  same(lines("BOOK", 0, 0).split('class="cut').length, 3);
});
