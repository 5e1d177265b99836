/** Who is away from a table and what we may say about it, read from what the hall tells. */

import type { Scene } from "./table";
import type { Card, Chair, Claim, ClockSpec, GameCard } from "./wire";

const HOUR = 3_600_000;

/** Whether every answer may take an hour or more: then players come and go, and nobody is missed. */
export function slow({ kind, time = 0, increment = 0, paces = {} }: ClockSpec = {}): boolean {
  if (kind === "answer") return Math.min(time, ...Object.values(paces)) >= HOUR;
  return kind === "total" && Math.min(time, increment) >= HOUR;
}

export interface Absences {
  /** The game began without them, and no clock runs. */
  expected: Chair[];
  /** They may come back in time. */
  away: Chair[];
  /** They did not. */
  overdue: Chair[];
}

/** Everybody who is away from a game that is on. */
export function absencesOf({ card }: Scene): Absences {
  const missing = card.status === "playing" ? card.seats.filter(isMissing) : [];
  const rest = missing.filter((chair) => !chair.expected);
  return {
    expected: missing.filter((chair) => chair.expected),
    away: slow(card.clock) ? [] : rest.filter((chair) => !chair.overdue),
    overdue: rest.filter((chair) => chair.overdue),
  };
}

/** Whether somebody shall be shown as away: at a slow table only if they have never been there. */
export function isAway({ seats, clock }: Card, seat: number): boolean {
  const chair = seats[seat];
  return !!chair?.away && (!!chair.expected || !slow(clock));
}

/** Whether a table waits for players while nobody who sits there is here. */
export function hostAway({ seats, status }: Card): boolean {
  const people = seats.filter((chair) => chair?.person && !chair.bot);
  return status === "waiting" && people.length > 0 && people.every((chair) => chair?.away);
}

const isMissing = (chair: Chair | null): chair is Chair => !!chair?.away && !chair.gone && !chair.bot;

/** What we may say shall become of a game whose players do not come back; empty: we are not asked. */
export function claimsOf(scene: Scene, game: GameCard): Claim[] {
  const { card, you } = scene;
  const { overdue } = absencesOf(scene);
  if (you === null || !card.seats[you] || card.seats[you].gone || card.seats[you].overdue || !overdue.length) return [];
  const alone = card.seats.every((chair, seat) => seat === you || !chair || chair.gone || overdue.includes(chair));
  return ["win", ...(alone ? (["draw"] as const) : []), ...(game.bots?.length ? (["bot"] as const) : []), "wait"];
}
