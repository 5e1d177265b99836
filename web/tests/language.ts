import { outcomeSaid, places, seatName, sentence } from "../src/saying";
import { language, LANGUAGES, speakLanguage, w } from "../src/words";
import type { GameCard } from "../src/hall/wire";
import { same, test } from "./check";

test("a text is said in the language that was chosen", () => {
  for (const code of Object.keys(LANGUAGES)) speakLanguage(code);
  same(w("your_turn"), "Jsi na tahu");
  speakLanguage("klingon");
  same(language.value, "cs");
  speakLanguage("en");
});

test("names go where they belong, whatever is in them", () => {
  same(w("turn_of", { name: "$& {name}" }), "$& {name} is thinking");
});

test("one is said otherwise than a few, and a few otherwise than many", () => {
  const said: Record<string, string> = {
    en: "0 points, 1 point, 2 points, 5 points",
    de: "0 Punkte, 1 Punkt, 2 Punkte, 5 Punkte",
    it: "0 punti, 1 punto, 2 punti, 5 punti",
    cs: "0 bodů, 1 bod, 2 body, 5 bodů",
  };
  for (const code of ["cs", "it", "de", "en"]) {
    speakLanguage(code);
    same([0, 1, 2, 5].map((n) => w("points", { n })).join(", "), said[code]);
    same(w("points", { n: "1" }), w("points", { n: 1 }));
  }
});

test("a refusal that the page does not know is told in the words of the hall", () => {
  same(sentence("not_your_turn", "?"), "It is not your turn.");
  same(sentence("too_hungry", "You are too hungry."), "You are too hungry.");
});

test("an outcome is told to the winner, the loser and everybody else", () => {
  const seats = [{ name: "anna", person: 1 }, { name: "bob", person: 2 }];
  const outcome = { ranks: [1, 2], reason: "checkmate" };
  same([0, 1, null].map((you) => outcomeSaid(outcome, you, seats)), [
    "You won: checkmate",
    "You lost: checkmate",
    "anna won: checkmate",
  ]);
  same(outcomeSaid({ ranks: [1, 1] }, 0, seats), "A draw");
});

test("where one loses and many win, the one is named: the reason is theirs", () => {
  const seats = ["anna", "bob", "carl", "dora"].map((name, person) => ({ name, person }));
  const reason = "did_not_announce";
  same(outcomeSaid({ ranks: [1, 1, 2, 1], reason }, null, seats), "carl lost: did not announce in time");
  same(outcomeSaid({ ranks: [1, 2, 2, 2], reason: "mia" }, null, seats), "anna won: Mia!");
  same(outcomeSaid({ ranks: [1, 2, 1, 2] }, null, seats), "anna, carl won");
  same(outcomeSaid({ ranks: [1] }, null, seats), "anna won");
});

test("whoever is as good shares a place, and the next one comes after all of them", () => {
  same(places([9, 7, 7, 7, 3, 3, 1]), [1, 2, 2, 2, 5, 5, 7]);
  same(places([]), []);
});

test("a seat without a name is counted from one", () => {
  const game = { seat_names: ["White"] } as unknown as GameCard;
  same([0, 1].map((seat) => seatName(game, seat)), ["White", "Seat 2"]);
});
