/** How games end, in sentences: every reason, everybody's view, every language. */

import type { GameCard } from "../src/hall/wire";
import { outcomeSaid } from "../src/saying";
import { maybe, speakLanguage } from "../src/words";
import { en } from "../src/words/en";
import { same, test } from "./check";
import endings from "./endings.json";
import { CODES } from "./spoken";

const seats = ["Anna", "Ben", "Carl", "Dora"].map((name, person) => ({ name, person }));
const pente = { look: { line: 5 } } as unknown as GameCard;
const told = (ranks: number[], reason: string, you: number | null = null): string => outcomeSaid({ ranks, reason }, you, seats, pente);
const everybody = (ranks: number[], reason: string): string[] => [...ranks.keys(), null].map((you) => told(ranks, reason, you));

test("a result is told to the winner, the loser and everybody else", () => {
  same(everybody([1, 2], "line"), ["You won: five in a row.", "You lost: five in a row.", "Anna won: five in a row."]);
  same(outcomeSaid({ ranks: [2, 1], reason: "line" }, null, seats), "Ben won: a whole line.");
  same(everybody([1, 2], "time"), ["You won: Ben ran out of time.", "You lost on time.", "Anna won: Ben ran out of time."]);
  same(everybody([1, 2], "mia"), ["You won with Mia.", "You lost: Anna had Mia.", "Anna won with Mia."]);
  same(everybody([1, 1], "agreement"), Array(3).fill("Draw by agreement."));
  same(everybody([1, 1], "full"), Array(3).fill("Draw: the board is full."));
  same([told([1, 2], ""), told([1], "only_one_player", 0)], ["Anna won.", "You won: nobody else came."]);
  same(told([1, 2], "ate_the_board", 0), "You won: ate the board.");
});

test("where one loses and many win, the one is named with their deed", () => {
  same(everybody([1, 1, 2, 1], "lied_about_mia"), [
    "You won: Carl announced Mia and did not have it.",
    "You won: Carl announced Mia and did not have it.",
    "You lost: you announced Mia and did not have it.",
    "You won: Carl announced Mia and did not have it.",
    "Carl announced Mia and did not have it. Everybody else won.",
  ]);
});

test("where several lost, nobody is blamed: the reason may be another one's", () => {
  same(everybody([1, 2, 2], "caught_bluffing"), [
    "You won: a bluff was found out.",
    "You lost: a bluff was found out.",
    "You lost: a bluff was found out.",
    "Anna won: a bluff was found out.",
  ]);
  same(outcomeSaid({ ranks: [1, 1, 1, 2, 2], reason: "see_failed" }, null, [...seats, { name: "Eve", person: 9 }]), "Dora and Eve lost: the announcement was true.");
});

test("a team wins together, and whoever comes in between hears their place", () => {
  same(told([1, 2, 1, 2], "towers"), "Anna and Carl won: the last tower is built.");
  same(everybody([3, 1, 2], "points"), [
    "You came in at number 3 of 3. Ben won on points.",
    "You won on points.",
    "You came in at number 2 of 3. Ben won on points.",
    "Ben won on points.",
  ]);
});

test("the verb goes with the number of winners", () => {
  const said: Record<string, string[]> = {
    de: ["Anna hat gewonnen.", "Anna und Carl haben gewonnen."],
    it: ["Ha vinto Anna.", "Hanno vinto Anna e Carl."],
    cs: ["Vyhrává Anna.", "Vyhrávají Anna a\u00a0Carl."],
    fr: ["Anna a gagné.", "Anna et Carl ont gagné."],
    es: ["Ha ganado Anna.", "Han ganado Anna y Carl."],
  };
  for (const [code, wanted] of Object.entries(said)) {
    speakLanguage(code);
    same([told([1, 2], ""), told([1, 2, 1, 2], "")], wanted);
  }
  speakLanguage("en");
});

test("every end of a game of the house is a sentence in every language, whoever hears it", () => {
  const tables = [[1], [1, 2], [2, 1, 1], [1, 2, 2], [1, 2, 3, 4], [1, 2, 1, 2]];
  const ends = [
    ...endings.decided.flatMap((reason) => tables.map((ranks): [number[], string] => [ranks, reason])),
    ...endings.drawn.map((reason): [number[], string] => [[1, 1], reason]),
  ];
  for (const code of CODES) {
    speakLanguage(code);
    for (const [ranks, reason] of ends) {
      same([reason, maybe(`end_${reason}`) !== ""], [reason, true]);
      for (const sentence of everybody(ranks, reason)) {
        if (!/^\p{Lu}[^{}_]*[^.!?:,\s]\.$/u.test(sentence) || /\?|undefined/.test(sentence)) throw new Error(`${code} ${reason} ${ranks.join()}: ${sentence}`);
      }
    }
  }
  speakLanguage("en");
});

test("whatever somebody did is told to them and of them", () => {
  const about = (what: string): string[] => Object.keys(en).flatMap((word) => (word.startsWith(what) ? [word.slice(what.length)] : []));
  const lost = about("lost_").filter((reason) => reason !== "mia" && reason !== "points");
  same(about("did_").sort(), lost.sort());
});
