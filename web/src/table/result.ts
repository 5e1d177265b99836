/** What a game that is over means to us: whether we won it, and what it did to our rating. */

import { useEffect, useState } from "preact/hooks";
import { me } from "../hall/connection";
import { getPerson } from "../hall/http";
import type { Scene } from "../hall/table";

/** Our rating after a game; how it changed is null if we do not know. */
export interface Rated {
  rating: number;
  change: number | null;
}

/** A newcomer's rating, as the hall counts. */
const NEWCOMER = 1000;
/** Our rating before each game that we saw begin. */
const before = new Map<number, number>();

/** Our rating after a game, and how it changed if we know. */
export function useRating({ card, you, outcome }: Scene): Rated | null {
  const [after, setAfter] = useState<number | null>(null);
  const name = me.value?.name ?? "";
  const counts = you !== null && card.rated !== false && name !== "";
  const over = outcome !== null;
  useEffect(() => {
    if (!counts || (over ? after !== null : before.has(card.table))) return;
    getPerson(name).then(
      ({ games }) => {
        const rating = games[card.game]?.rating ?? NEWCOMER;
        if (over) setAfter(rating);
        else before.set(card.table, rating);
      },
      () => undefined, // it is not that important
    );
  }, [card.table, counts, over]);
  if (after === null) return null;
  const known = before.get(card.table);
  return { rating: after, change: known === undefined ? null : after - known };
}

/** Whether we won, lost, or neither. */
export function mood({ outcome, you }: Pick<Scene, "outcome" | "you">): "won" | "lost" | "drawn" {
  if (!outcome || you === null || new Set(outcome.ranks).size < 2) return "drawn";
  return outcome.ranks[you] === 1 ? "won" : "lost";
}
