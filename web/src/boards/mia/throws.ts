/** The throws of Mia, and what of them is known, without any picture. */

import type { GameCard } from "../../hall/wire";
import { reasonSaid, seatName } from "../../saying";
import { m } from "./words";

export type Throw = [high: number, low: number];

export interface MiaView {
  lost: (string | null)[];
  rules: "document" | "maexchen";
  turn: number;
  rolls: number;
  dice: Throw | null;
  claim: { seat: number; dice: Throw; over: Throw | null; blind: boolean } | null;
  end: string;
}

export type MiaMove = { type: "roll" } | { type: "see" } | { type: "announce"; dice: Throw };

const PLAIN = [3, 4, 5, 6].flatMap((high) => Array.from({ length: high - 1 }, (_, low): Throw => [high, low + 1]));
const PAIRS = [1, 2, 3, 4, 5, 6].map((number): Throw => [number, number]);

/** The 21 throws from the lowest to Mia. */
export const THROWS: Throw[] = [...PLAIN, ...PAIRS, [2, 1]];

/** How much a throw is worth. */
export const rank = ([high, low]: Throw): number => THROWS.findIndex((each) => each[0] === high && each[1] === low);

/** A throw as it is said at the table. */
export const spoken = (dice: Throw): string => (rank(dice) === 20 ? m("mia") : dice.join(""));

/** The part of the board a move is chosen with. */
export const partOf = (move: MiaMove): string => (move.type === "announce" ? `throw:${move.dice.join()}` : move.type);

/** Whether announcing this puts the announcer out of the game. */
export const tooLow = (dice: Throw, { claim }: MiaView): boolean =>
  claim !== null && rank(dice) <= rank(claim.dice) && rank(dice) < 20;

/** What a player does, for the list of moves. */
export function said(move: MiaMove): string {
  if (move.type === "announce") return m("said_announce", { throw: spoken(move.dice) });
  return m(move.type === "roll" ? "said_roll" : "said_see");
}

/** Who has seen the dice under the cup; null: nobody. */
export function looker({ claim, rolls, turn }: MiaView): number | null {
  if (rolls) return rolls === 1 ? turn : null;
  return claim && !claim.blind ? claim.seat : null;
}

/** What somebody at the table could know, in words; in a replay one looks through other eyes. */
export function told(view: MiaView, who: (seat: number) => string, seat: number | null): string[] {
  const { claim, dice, end, rolls } = view;
  const seen = looker(view);
  const lines: string[] = [];
  if (claim) lines.push(m("announced", { name: who(claim.seat), throw: spoken(claim.dice) }));
  else if (!end) lines.push(m("nothing_announced"));
  if (dice && end) lines.push(m("lifted", { throw: spoken(dice) }));
  else if (dice && seen !== null && seen !== seat) lines.push(m("only_one_knows", { name: who(seen), throw: spoken(dice) }));
  else if (dice) lines.push(m("only_you", { throw: spoken(dice) }));
  else if (seen !== null && !end) lines.push(m("only_one", { name: who(seen) }));
  else if ((rolls || claim) && !end) lines.push(m("blind"));
  return lines;
}

/** The position in words. */
export const words = (view: MiaView, game: GameCard): string => {
  const who = (seat: number): string => seatName(game, seat);
  const out = view.lost.flatMap((why, seat) => (why ? [`${who(seat)}: ${m("out", { why: reasonSaid(why.toLowerCase()) })}`] : []));
  const turn = view.end ? [] : [`${who(view.turn)}: ${m("on_turn")}`];
  return [...told(view, who, null), ...turn, ...out].join("\n");
};
