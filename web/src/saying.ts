/** How the hall's own words are said: games, seats, results, refusals, options. */

import type { Chair, GameCard, Missed, Outcome } from "./hall/wire";
import { language, maybe, w } from "./words";

/** Why something was refused: our own sentence for it, else the hall's. */
export const sentence = (reason: string, hall: string): string => maybe(`why_${reason}`) || hall || reason;

/** What a game is called. */
export const gameTitle = (game: GameCard | undefined): string => game?.look.titles?.[language.value] || (game?.title ?? "");

/** A game in one sentence. */
export const gameAbout = ({ look: { about = {} } }: GameCard): string => about[language.value] || (about.en ?? "");

/** What a kind of piece is called, if there is a word for it. */
export const kindSaid = (kind: string): string => maybe(`piece_${kind}`);

/** What a seat is called: White, Black, Seat 3. */
export function seatName(game: GameCard, seat: number): string {
  const name = game.seat_names[seat];
  return name ? maybe(`seat_${name.toLowerCase()}`) || name : w("seat_number", { n: String(seat + 1) });
}

/** Why a game ended. */
export const reasonSaid = (reason: string): string => maybe(`end_${reason}`) || reason.replaceAll("_", " ");

/** How a game ended, as we see it. */
export function outcomeSaid({ ranks, reason = "" }: Outcome, you: number | null, seats: (Chair | null)[]): string {
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const losers = ranks.flatMap((rank, seat) => (rank === 1 ? [] : [seat]));
  const decided = ranks.length === 1 || winners.length < ranks.length;
  const fewLost = losers.length > 0 && losers.length < winners.length;
  const name = (fewLost ? losers : winners).map((seat) => seats[seat]?.name ?? "?").join(", ");
  let result = w("drawn");
  if (decided && you !== null) result = w(ranks[you] === 1 ? "you_won" : "you_lost");
  else if (decided) result = w(fewLost ? "loser_is" : "winner_is", { name });
  return reason ? `${result}: ${reasonSaid(reason)}` : result;
}

/** The place of each in a list that is sorted, the best first: whoever is as good shares it. */
export const places = (values: number[]): number[] => values.map((value) => 1 + values.indexOf(value));

/** What became of a game while we were away. */
export function missedSaid({ how, why, players, save = "" }: Missed, me: string): string {
  const name = players.filter((player) => player && player !== me).join(", ");
  const said = (what: string): string => maybe(`missed_${what}`.replaceAll(" ", "_"), { name, save });
  const result = w(how === "won" ? "you_won" : how === "lost" ? "you_lost" : "drawn");
  return said(`${how} ${why}`) || said(how) || `${result}: ${reasonSaid(why)}. (${name})`;
}

const spelled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** What an option of a game is called. */
export const optionLabel = (name: string): string => maybe(`option_${name}`) || spelled(name);

/** What a choice is called. */
export const optionChoice = (value: string): string => maybe(`choice_${value}`) || spelled(value);
