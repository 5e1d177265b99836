import { absencesOf, claimsOf, hostAway, isAway, slow } from "../src/hall/presence";
import { after, wholeScene } from "../src/hall/table";
import type { Chair, ClockSpec, GameCard, Missed, Whole } from "../src/hall/wire";
import { parse, toDevice } from "../src/route";
import { missedSaid } from "../src/saying";
import { same, test } from "./check";

const anna: Chair = { name: "anna", person: 1 };
const bob: Chair = { name: "bob", person: 2, away: 5, until: 60 };
const eve: Chair = { name: "eve", person: 3 };
const chess = { bots: [1, 2] } as GameCard;

const seated = (seats: (Chair | null)[], clock: ClockSpec = {}): Whole => ({
  type: "table",
  card: { table: 7, game: "chess", status: "playing", seats, opened: 1, clock },
  seq: 3,
  at: 1,
  you: 0,
  commitment: "",
});
const scene = (seats: (Chair | null)[], clock: ClockSpec = {}) => wholeScene(seated(seats, clock), null);

test("a table is slow if every answer may take an hour", () => {
  const hour = 3_600_000;
  const clocks: ClockSpec[] = [
    {},
    { kind: "answer", time: hour - 1 },
    { kind: "answer", time: hour },
    { kind: "answer", time: hour, paces: { setup: 1000 } },
    { kind: "total", time: 9 * hour },
    { kind: "total", time: 9 * hour, increment: hour },
  ];
  same(clocks.map(slow), [false, false, true, false, false, true]);
});

test("at a slow table nobody is missed but who has never been there", () => {
  const day: ClockSpec = { kind: "answer", time: 86_400_000 };
  same(absencesOf(scene([anna, bob], day)).away, []);
  same(isAway(scene([anna, bob], day).card, 1), false);
  const unmet = scene([anna, { ...bob, expected: 4 }], day);
  same([absencesOf(unmet).expected.length, isAway(unmet.card, 1)], [1, true]);
});

test("a host is away if nobody of those who wait is here", () => {
  const waiting = (seats: (Chair | null)[]) => hostAway({ ...scene(seats).card, status: "waiting" });
  same([[bob, null], [anna, bob, null], [bob, { ...eve, bot: 1 }, null], [null, null]].map(waiting), [true, false, true, false]);
  same(hostAway(scene([bob, null]).card), false);
});

test("who waits is asked once the other is overdue, and not before", () => {
  same(claimsOf(scene([anna, bob]), chess), []);
  const late = { ...bob, until: 0, overdue: 9 };
  same(claimsOf(scene([anna, late]), chess), ["win", "draw", "bot", "wait"]);
  same(claimsOf(scene([anna, late]), { ...chess, bots: [] }), ["win", "draw", "wait"]);
  same(claimsOf({ ...scene([anna, late]), you: null }, chess), []);
  same(claimsOf(scene([{ ...anna, gone: true }, late, eve]), chess), []);
});

test("with others at the table nobody calls it a draw alone", () => {
  const late = { ...bob, overdue: 9 };
  same(claimsOf(scene([anna, late, eve]), chess), ["win", "bot", "wait"]);
  same(claimsOf(scene([anna, late, { ...eve, gone: true }]), chess), ["win", "draw", "bot", "wait"]);
  same(claimsOf(scene([anna, late, { ...eve, bot: 2 }]), chess), ["win", "bot", "wait"]);
});

test("whoever sits down through another window sits in this one, too", () => {
  const looking = { ...scene([null, bob]), you: null };
  const sat = after(looking, { type: "happened", table: 7, seq: 4, at: 4, what: "sat", seat: 0, seats: [anna, bob] }, 1);
  same(sat.you, 0);
  same(after(sat, { type: "happened", table: 7, seq: 5, at: 5, what: "said", text: "hm" }, 1).you, 0);
  same(after(sat, { type: "happened", table: 7, seq: 5, at: 5, what: "replaced", seat: 0, seats: [{ ...anna, person: 99 }, bob] }, 1).you, null);
});

test("what became of a game is told to who was away", () => {
  const missed = (how: Missed["how"], why: string): string =>
    missedSaid({ table: 7, game: "chess", players: ["anna", "bob"], how, why, at: 1, save: "s" }, "bob");
  same(missed("lost", "absent"), "the win went to anna, since you did not come back.");
  same(missed("drawn", "absent"), "anna called it a draw, since you did not come back.");
  same(missed("lost", "time"), "You lost on time. (anna)");
  same(missed("won", "resigned"), "You won: anna resigned.");
  same(missed("drawn", "stalemate"), "Draw: stalemate. (anna)");
  const three = (how: Missed["how"], why: string): string =>
    missedSaid({ table: 7, game: "mia", players: ["anna", "bob", "eve"], how, why, at: 1 }, "bob");
  same(three("lost", "caught_bluffing"), "You lost: a bluff was found out. (anna and eve)");
  same(missed("replaced", "absent"), "a bot goes on for you, since you did not come back.");
  same(missed("put away", "deserted"), "everybody was gone, so it was put away. With: anna.");
  same(missed("put away", "saved"), "it was saved as s and put away.");
  same(missed("closed", "no show"), "not everybody came, so the table was closed without a result.");
  same(missed("closed", "keeper"), "the table was closed without a result.");
});

test("the link of another device carries its code", () => {
  const { page, which } = parse(toDevice("ABCD2345"));
  same([page, which], ["device", "ABCD2345"]);
});
