import { hasSeatFor, missingPlayers, needsConsent } from "../src/hall/saving";
import { after, wholeScene } from "../src/hall/table";
import type { Card, Chair, Whole } from "../src/hall/wire";
import { same, test } from "./check";

const anna: Chair = { name: "anna", person: 1 };
const bob: Chair = { name: "bob", person: 2 };
const card = (seats: (Chair | null)[], more: Partial<Card> = {}): Card => ({ table: 7, game: "chess", status: "playing", seats, opened: 1, ...more });

test("only people who still play a rated game are asked to put it away", () => {
  const asked = (other: Chair, more: Partial<Card> = {}): boolean => needsConsent({ card: card([anna, other], more), you: 0 });
  same(asked(bob), true);
  same(asked(bob, { rated: false }), false);
  same(asked({ ...bob, bot: 2 }), false);
  same(asked({ ...bob, gone: true }), false);
});

test("a saved game waits for those who have not come back, and nobody else finds a seat", () => {
  const saved = card([{ ...anna, person: 0 }, bob], { status: "waiting", save: "later" });
  same(missingPlayers(saved), ["anna"]);
  same(["anna", "bob", "eve", undefined].map((name) => hasSeatFor(saved, name)), [true, false, false, false]);
  same(missingPlayers(card([anna, null], { status: "waiting" })), []);
  same(hasSeatFor(card([anna, null], { status: "waiting" }), "eve"), true);
  same(hasSeatFor(card([anna, bob]), "eve"), false);
});

test("a saved game shows nothing until it goes on, and then its moves too", () => {
  const told: Whole = {
    type: "table",
    card: card([{ ...anna, person: 0 }, bob], { status: "waiting", save: "later" }),
    seq: 8,
    at: 1,
    you: 1,
    commitment: "",
    turn: [0],
  };
  const waiting = wholeScene(told, null);
  same([waiting.view, waiting.last, waiting.unheard], [null, null, false]);
  const news = { type: "happened" as const, table: 7, seq: 9, at: 9, what: "resumed", status: "playing" as const, seats: [anna, bob], view: "as it was", turn: [0] };
  const on = after(waiting, news);
  same([on.view, on.unheard], ["as it was", true]);
  same(after({ ...on, unheard: false }, { ...news, seq: 10 }).unheard, false);
});
