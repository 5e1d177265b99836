/** Putting games away, and coming back to them. */

import { ask } from "./connection";
import type { Scene } from "./table";
import type { Card, SaveCard } from "./wire";

/** Whether others have to agree before the game is put away: it is rated, and they are people. */
export function needsConsent({ card, you }: Pick<Scene, "card" | "you">): boolean {
  return card.rated !== false && card.seats.some((chair, seat) => chair?.person && !chair.bot && !chair.gone && seat !== you);
}

/** Whom a saved game that was brought back still waits for; empty: it is no such table. */
export function missingPlayers({ seats, status, save }: Card): string[] {
  if (status !== "waiting" || !save) return [];
  return seats.flatMap((chair) => (chair && !chair.person ? [chair.name] : []));
}

/** Whether somebody of this name finds a seat: at a saved game only their own. */
export function hasSeatFor(card: Card, name = ""): boolean {
  if (card.save) return missingPlayers(card).includes(name);
  return card.status === "waiting" && card.seats.some((chair) => !chair);
}

/** We do not want a saved game any more; it is gone when none of its players does. */
export const deleteSave = ({ game, name }: SaveCard) => ask({ type: "delete", game, name });
