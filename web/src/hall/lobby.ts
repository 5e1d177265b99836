/** The lobby: which games there are and which public tables, kept up to date by the hall. */

import { computed, signal } from "@preact/signals";
import { ask, listen, me, takeOver } from "./connection";
import { kept } from "../kept";
import type { Card, GameCard, Reading } from "./wire";

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

/** How many tables wait for players, by game. */
export const waiting = computed(() => {
  const counts = new Map<string, number>();
  for (const { game, status } of cards.value.values()) {
    if (status === "waiting") counts.set(game, (counts.get(game) ?? 0) + 1);
  }
  return counts as ReadonlyMap<string, number>;
});

/** The card of a public table. */
export const cardOf = (table: number): Card | undefined => cards.value.get(table);

type Listed = Reading<"listed">;

/** The tables after some changes; a table that did not change keeps its very card, so that nothing draws it anew. */
export function afterChanges(before: ReadonlyMap<number, Card>, changes: Iterable<Listed>): Map<number, Card> {
  const next = new Map(before);
  for (const { change, card } of changes) {
    if (change === "gone" || (card.status !== "waiting" && card.status !== "playing")) next.delete(card.table);
    else next.set(card.table, card);
  }
  return next;
}

/** The whole lobby, if it was told and is not shown yet. */
let whole: Reading<"lobby"> | null = null;
/** What was told since, or since the last frame, the latest of each table. */
const changed = new Map<number, Listed>();

function apply(): void {
  const changes = [...changed.values()];
  changed.clear();
  if (whole) showWhole(whole);
  if (changes.length) cards.value = afterChanges(cards.value, changes);
}

function showWhole({ tables: told, draining: ends = false }: Reading<"lobby">): void {
  whole = null;
  cards.value = new Map(told.map((card) => [card.table, card]));
  lobbyKnown.value = true;
  const wasDraining = draining.value;
  draining.value = ends;
  if (wasDraining && !ends && !me.value && kept("secret")) takeOver(); // we were not let in before
}

/** Changes come in bursts: the page is drawn once for each frame, or now and then while nobody looks. */
const UNSEEN = 1000;
const soon = (): void => void (document.hidden ? window.setTimeout(apply, UNSEEN) : requestAnimationFrame(apply));

listen("games", (told) => {
  games.value = new Map(told.games.map((game) => [game.name, game]));
});

// To read a thousand tables is a task, to draw them another one: whoever taps in between is not kept waiting.
listen("lobby", (told) => {
  changed.clear();
  if (!whole) setTimeout(apply);
  whole = told;
});

listen("listed", (told) => {
  if (!changed.size) soon();
  changed.set(told.card.table, told);
});

listen("ready", () => {
  const lost = (): void => {}; // comes again with the next connection
  ask({ type: "games" }).catch(lost);
  ask({ type: "lobby" }).catch(lost);
});
