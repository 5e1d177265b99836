/** The lobby: which games there are and which public tables, kept up to date by the hall. */

import { computed, signal } from "@preact/signals";
import { ask, listen, me, takeOver } from "./connection";
import { kept } from "../kept";
import type { Card, GameCard, SaveCard } from "./wire";

/** The games of the hall, by name. */
export const games = signal<ReadonlyMap<string, GameCard>>(new Map());
const cards = signal<ReadonlyMap<number, Card>>(new Map());
/** Whether nobody new is let in, because the hall will close after the last game. */
export const draining = signal(false);
/** Whether the lobby has been told to us at all. */
export const lobbyKnown = signal(false);

/** The public tables that wait or play: those that wait first, then the latest first. */
export const tables = computed(() =>
  [...cards.value.values()].sort(
    (a, b) => Number(b.status === "waiting") - Number(a.status === "waiting") || b.opened - a.opened,
  ),
);

/** The card of a public table. */
export const cardOf = (table: number): Card | undefined => cards.value.get(table);

const byTable = (all: Card[]): Map<number, Card> => new Map(all.map((card) => [card.table, card]));

/** The saved games that could be brought back: ours first, then the latest first. */
export async function getSaves(): Promise<SaveCard[]> {
  const told = await ask({ type: "saves" });
  const saves = told.type === "saves" ? told.saves : [];
  return saves.sort((a, b) => Number(b.yours ?? false) - Number(a.yours ?? false) || b.at - a.at);
}

listen("games", (told) => {
  games.value = new Map(told.games.map((game) => [game.name, game]));
});

listen("lobby", (told) => {
  cards.value = byTable(told.tables);
  lobbyKnown.value = true;
  const wasDraining = draining.value;
  draining.value = told.draining ?? false;
  if (wasDraining && !draining.value && !me.value && kept("secret")) takeOver(); // we were not let in before
});

listen("listed", ({ change, card }) => {
  const next = new Map(cards.value);
  if (change === "gone" || (card.status !== "waiting" && card.status !== "playing")) next.delete(card.table);
  else next.set(card.table, card);
  cards.value = next;
});

listen("ready", () => {
  const lost = (): void => {}; // comes again with the next connection
  ask({ type: "games" }).catch(lost);
  ask({ type: "lobby" }).catch(lost);
});
