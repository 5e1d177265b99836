import { type Choice, confirms, nextParts, tapped, wholeMove } from "../src/boards/parts";
import { same, test } from "./check";

const choice = (parts: string): Choice<string> => ({ move: parts, parts: parts.split(" ") });
const errands = ["student:red island:1", "student:red island:2", "student:red table", "student:blue island:1"].map(choice);
const swaps = ["jester card:red mine:blue", "jester card:red mine:red", "jester card:red card:red mine:blue mine:red"].map(choice);
const all = [...errands, ...swaps];

const draft = (taps: string): string[] | null =>
  taps.split(" ").reduce<string[] | null>((chosen, part) => chosen && tapped(all, chosen, part), []);

test("what a move begins with can be chosen first", () => {
  same([...nextParts(all, [])], ["student:red", "student:blue", "jester"]);
});

test("then whatever goes with it", () => {
  same([...nextParts(all, ["student:red"])], ["island:1", "island:2", "table"]);
  same(draft("student:red island:2"), ["student:red", "island:2"]);
});

test("a move is whole when nothing is missing and nothing is left over", () => {
  same(wholeMove(all, ["student:red"]), null);
  same(wholeMove(all, ["student:red", "island:1"])?.move, "student:red island:1");
  same(wholeMove(all, []), null);
});

test("another goal or another student takes the place of the first one", () => {
  same(draft("student:red island:1 island:2"), ["student:red", "island:2"]);
  same(draft("student:red island:1 student:blue"), ["student:blue", "island:1"]);
  same(draft("student:red island:2 student:blue"), ["student:blue"]);
});

test("a tap on what is chosen lets it go, and what hung on it", () => {
  same(draft("student:red island:1 island:1"), ["student:red"]);
  same(draft("student:red island:1 student:red"), []);
});

test("a swap takes the same kind twice, and is whole only when both sides are even", () => {
  same(draft("jester card:red card:red mine:red"), ["jester", "card:red", "card:red", "mine:red"]);
  same(wholeMove(all, ["jester", "card:red", "card:red", "mine:red"]), null);
  same(wholeMove(all, ["jester", "card:red", "mine:red", "card:red", "mine:blue"])?.move, "jester card:red card:red mine:blue mine:red");
});

test("a tap that leads nowhere changes nothing", () => {
  same(tapped(all, ["student:red"], "moon"), null);
  same(tapped(all, [], "island:1"), null);
});

test("a second tap on the last part confirms a whole move, unless it would add to it", () => {
  same(confirms(all, ["student:red", "island:1"], "island:1"), true);
  same(confirms(all, ["student:red", "island:1"], "student:red"), false);
  same(confirms(all, ["student:red"], "student:red"), false);
  const pairs = ["a", "a a"].map(choice);
  same(confirms(pairs, ["a"], "a"), false);
});

test("of moves with the same parts the one in the order of the taps is meant", () => {
  const orders = ["one two", "two one"].map(choice);
  same([["one", "two"], ["two", "one"]].map((taps) => wholeMove(orders, taps)?.move), ["one two", "two one"]);
});
