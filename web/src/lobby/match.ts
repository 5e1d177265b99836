/** Where to sit down when somebody wants to play now. */

import { hostAway, slow } from "../hall/presence";
import type { Card, ClockSpec } from "../hall/wire";

/** A game has about so many moves of each player. */
const MOVES = 40;
/** Clocks whose times differ by no more than this factor are alike. */
const ALIKE = 2;

/** What a player has for a whole game, in milliseconds. */
function timeFor({ kind = "none", time = 0, increment = 0 }: ClockSpec = {}): number {
  if (kind === "none") return Infinity;
  return kind === "answer" ? time * MOVES : time + increment * MOVES;
}

/** By which factor two clocks differ. */
function factor(one: ClockSpec | undefined, other: ClockSpec | undefined): number {
  if ((one?.kind ?? "none") !== (other?.kind ?? "none")) return Infinity;
  const [a, b] = [timeFor(one), timeFor(other)];
  return a === b ? 1 : Math.max(a / b, b / a);
}

/**
 * The table that suits best: with a clock like the one asked for, and of these the one that has waited longest. Who has
 * asked for no clock in particular (undefined) would rather play than wait: they get the most time there is.
 */
export function bestTable(waiting: readonly Card[], asked: ClockSpec | undefined): Card | undefined {
  const open = waiting
    .filter((card) => card.status === "waiting" && !card.save && card.seats.some((chair) => !chair) && !hostAway(card))
    .sort((a, b) => a.opened - b.opened);
  if (asked) {
    const apart = (card: Card): number => factor(asked, card.clock);
    return open.filter((card) => apart(card) <= ALIKE).sort((a, b) => apart(a) - apart(b))[0];
  }
  const most = Math.max(...open.map(({ clock }) => (slow(clock) ? 0 : timeFor(clock))));
  return open.find(({ clock }) => !slow(clock) && timeFor(clock) === most);
}
