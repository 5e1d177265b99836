/** How the hall's own words are said: games, seats, results, refusals, options. */

import { computed } from "@preact/signals";
import type { Chair, GameCard, Missed, Outcome } from "./hall/wire";
import { language, maybe, w } from "./words";

/** Why something was refused: our own sentence for it, else the hall's. */
export const sentence = (reason: string, hall: string): string => maybe(`why_${reason}`) || hall || reason;

/** What a game is called. */
export const gameTitle = (game: GameCard | undefined): string => game?.look.titles?.[language.value] || (game?.title ?? "");

/** A game in one sentence. */
export const gameAbout = ({ look: { about = {} } }: GameCard): string => about[language.value] || (about.en ?? "");

/** What a seat is called: White, Black, Seat 3. */
export function seatName(game: GameCard, seat: number): string {
  const name = game.seat_names[seat];
  return name ? maybe(`seat_${game.name}_${name.toLowerCase()}`) || maybe(`seat_${name.toLowerCase()}`) || name : w("seat_number", { n: String(seat + 1) });
}

/** Why a game ended, in a few words; how many a line needs is known by the game. */
export const reasonSaid = (reason: string, game?: GameCard): string =>
  maybe(`end_${reason}_${game?.look.line}`) || maybe(`end_${reason}`) || reason.replaceAll("_", " ");

const list = computed(() => new Intl.ListFormat(language.value));

/** Names as they stand in a sentence: anna, bob and carl. Browsers take long to learn how, and one name needs nothing of it. */
export const listed = (names: string[]): string => (names.length > 1 ? list.value.format(names) : (names[0] ?? ""));

/** What a result means to whoever is told of it; `seen` by somebody who did not play. */
type Share = "won" | "lost" | "drawn" | "seen";

/** A result in a sentence. Whoever is the only one to lose is named with what they did, the others are not blamed. */
function resultSaid(share: Share, reason: string, winners: string[], losers: string[], game?: GameCard): string {
  const one = ([name = "", ...more]: string[]): string => (more.length ? "" : name);
  const winner = one(winners);
  const loser = one(losers);
  const deed = loser && maybe(`did_${reason}`, { name: loser });
  const theirs = maybe(`did_${reason}`) !== ""; // it is about the loser, else about the winner
  if (share === "won" || share === "drawn" || (theirs ? loser : winner)) {
    const whole = maybe(`${share}_${reason}`, { winner });
    if (whole) return whole;
  }
  if (share === "seen" && deed && winners.length > 1) return w("others_won", { why: deed });
  const why = deed || reasonSaid(reason, game);
  const what = headSaid(share, winners, losers);
  return why ? w("because", { what, why }) : `${what}.`;
}

/** The result alone: of few who lost and many who won, the few are named. */
function headSaid(share: Share, winners: string[], losers: string[]): string {
  if (share === "drawn") return w("drawn");
  if (share !== "seen") return w(`you_${share}`);
  const few = losers.length > 0 && losers.length < winners.length;
  const names = few ? losers : winners;
  return w(few ? "loser_is" : "winner_is", { name: listed(names), n: names.length });
}

/** How a game ended, as we see it. */
export function outcomeSaid({ ranks, reason = "" }: Outcome, you: number | null, seats: (Chair | null)[], game?: GameCard): string {
  const ranked = (won: boolean): string[] =>
    ranks.flatMap((rank, seat) => ((rank === 1) === won ? [seats[seat]?.name ?? "?"] : []));
  const said = (share: Share): string => resultSaid(share, reason, ranked(true), ranked(false), game);
  const different = new Set(ranks).size;
  const rank = you === null ? undefined : ranks[you];
  if (different === 1 && ranks.length > 1) return said("drawn");
  if (rank === undefined) return said("seen");
  if (rank === 1 || different === 2) return said(rank === 1 ? "won" : "lost");
  return `${w("you_placed", { n: rank, of: ranks.length })} ${said("seen")}`;
}

/** The place of each in a list that is sorted, the best first: whoever is as good shares it. */
export const places = (values: number[]): number[] => values.map((value) => 1 + values.indexOf(value));

/** What became of a game while we were away. Of three or more nobody says who else lost. */
export function missedSaid({ how, why, players, save = "" }: Missed, me: string, game?: GameCard): string {
  const others = players.filter((player) => player && player !== me);
  const name = listed(others);
  const said = (what: string): string => maybe(`missed_${what}`.replaceAll(" ", "_"), { name, save });
  const known = said(`${how} ${why}`) || said(how);
  if (known || (how !== "won" && how !== "lost" && how !== "drawn")) return known;
  const [winners, losers] = others.length > 1 ? [[], []] : how === "won" ? [[me], others] : [others, [me]];
  const result = resultSaid(how, why, winners, losers, game);
  return result.includes(name) ? result : `${result} (${name})`;
}

const spelled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** What an option of a game is called. */
export const optionLabel = (name: string): string => maybe(`option_${name}`) || spelled(name);

/** What a choice is called. */
export const optionChoice = (value: string): string => maybe(`choice_${value}`) || spelled(value);
