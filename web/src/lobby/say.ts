/** Small sentences of the lobby. */

import { computed } from "@preact/signals";
import type { ClockSpec, GameCard } from "../hall/wire";
import { colon, language, maybe, w } from "../words";

/** For how many a game is. */
export function players(game: GameCard): string {
  const [fewest = 1, most = 1] = [game.seats.at(0), game.seats.at(-1)];
  return w("players", { n: fewest === most ? String(most) : `${fewest}–${most}` });
}

/** How well one of the house's own players plays. */
export function botLevel(level: number): string {
  const said = maybe(`bot_level_${level}`);
  return w("bot_level", { n: level }) + (said && colon() + said);
}

/** A duration: 5 min, 30 s. */
export function lasting(time: number): string {
  if (time % 3_600_000 === 0) return `${time / 3_600_000} h`;
  return time % 60_000 ? `${time / 1000} s` : `${time / 60_000} min`;
}

/** A clock: 5 min + 3 s a game, 30 s a move. */
export function clockSaid(clock: ClockSpec | undefined): string {
  if (!clock?.time || !clock.kind || clock.kind === "none") return "";
  if (clock.kind === "answer") return w("clock_answer_short", { time: lasting(clock.time) });
  return lasting(clock.time) + (clock.increment ? ` + ${lasting(clock.increment)}` : "");
}

// Making one takes long.
const time = computed(() => new Intl.DateTimeFormat(language.value, { timeStyle: "short" }));
const day = computed(() => new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }));

/** When something was: the time today, else the day. */
export function when(at: number): string {
  const then = new Date(at);
  const today = then.toDateString() === new Date().toDateString();
  return (today ? time : day).value.format(then);
}
