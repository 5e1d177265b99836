/** The tables we are at. Each is told in whole when we come, and again what we missed when we come back. */

import { signal } from "@preact/signals";
import { ownChance, shareFor } from "./chance";
import { ask, listen, me, Refusal } from "./connection";
import { show } from "../notices";
import { hearOthers, tellOthers } from "../others";
import { w } from "../words";
import { tables } from "./lobby";
import { type Scene, Table } from "./table";
import type { Happened, Heard, Proposable, Whole } from "./wire";

/** The tables we sit or look on at, by number. */
export const known = signal<ReadonlyMap<number, Table>>(new Map());
/** A table of ours whose game has just begun. */
export const begun = signal<number | null>(null);
const watched = new Map<number, string>();
/** The hash of the seed of the next table that we open. */
let promise = "";
const GONE = new Set(["no_such_table", "not_here"]);

/** The table of this number, if we are there. */
export const tableOf = (number: number): Table | undefined => known.value.get(number);

function ensure(number: number): Table {
  const found = known.value.get(number);
  if (found) return found;
  const table = new Table(number);
  known.value = new Map(known.value).set(number, table);
  return table;
}

function drop(number: number): void {
  watched.delete(number);
  const next = new Map(known.value);
  if (next.delete(number)) known.value = next;
}

/** A table that was only shown to us is of no interest any more. */
export const forget = drop;

const numberIn = (answer: Heard): number => {
  if (answer.type === "table") return answer.card.table;
  if (answer.type === "done" && answer.table) return answer.table;
  throw new Refusal("unreadable", "The hall gave no table.");
};

/** Open a table; its number. */
export async function open(order: Record<string, unknown>): Promise<number> {
  const promised = promise;
  const answer = await ask({ type: "open", entropy: shareFor(promised), ...order });
  if (answer.type === "table" && answer.commitment !== promised) show(w("not_promised"));
  return numberIn(answer);
}

/** What goes with our consent to something: if it is a rematch, our share of its dice. */
const consent = ({ card, rematch }: Scene) => ({ table: card.table, ...(rematch ? { entropy: shareFor(rematch) } : {}) });

/** Propose something to the others at a table. */
export const propose = (scene: Scene, kind: Proposable) => ask({ type: "propose", kind, ...consent(scene) });

/** Agree to what is proposed, or decline it. */
export const answer = (scene: Scene, yes: boolean) => ask({ type: "answer", yes, ...consent(scene) });

/** Bring a saved game back; the number of its table. */
async function reopen(game: string, name: string): Promise<number> {
  const number = numberIn(await ask({ type: "reopen", game, name }));
  watched.set(number, "");
  return number;
}

/** Sit down at a table. */
export async function join(number: number, code = "", seat?: number): Promise<void> {
  const table = ensure(number);
  table.fallBehind();
  try {
    await ask({ type: "join", table: number, code, entropy: ownChance(), ...(seat === undefined ? {} : { seat }) });
    watched.delete(number);
  } catch (error) {
    if (!table.scene.value) drop(number);
    throw error;
  } finally {
    table.caughtUp();
  }
}

/** Look on at a table. */
export async function watch(table: number, code = ""): Promise<void> {
  await ask({ type: "watch", table, code });
  watched.set(table, code);
}

/** Get up or look away. */
export async function leave(table: number): Promise<void> {
  try {
    await ask({ type: "leave", table });
    drop(table);
    tellOthers({ left: table });
  } catch (error) {
    if (error instanceof Refusal && GONE.has(error.reason)) drop(table);
    else throw error;
  }
}

/** Go on with a saved game, whether it still has to be brought back or somebody did that already. */
export async function resume(game: string, name: string): Promise<number> {
  const back = tables.value.find((card) => card.game === game && card.save === name);
  return back ? back.table : await reopen(game, name);
}

/** Be told what we missed at a table. */
export async function catchUp(number: number): Promise<void> {
  const table = ensure(number);
  const since = table.fallBehind();
  try {
    await ask({ type: "sync", table: number, since });
    table.caughtUp();
  } catch (error) {
    table.caughtUp();
    if (error instanceof Refusal && error.reason !== "connection_lost") drop(number);
  }
}

listen("table", (told: Whole) => {
  promise = told.promise ?? promise;
  ensure(told.card.table).hearWhole(told);
});

listen("happened", (news: Happened) => {
  const table = tableOf(news.table);
  const ours = news.seats?.some((chair) => chair && chair.person === me.value?.person);
  const gotUp = news.what === "stood" && news.seat === table?.scene.value?.you;
  const unveiled = news.what === "resumed" && table?.scene.value?.view === null;
  if (gotUp) drop(news.table);
  else if (table) table.hear(news);
  else if (me.value) void catchUp(news.table); // through another window, or everybody wanted to play again
  if (unveiled) ask({ type: "sync", table: news.table }).catch(() => {}); // last move and whispers were hidden too
  if (news.what === "started" && ours) begun.value = news.table;
});

// For the hall we are one, however many windows we have. Who looked away in one goes on looking in another;
// who got up in one sits nowhere any more.
hearOthers((word) => {
  if (!("left" in word)) return;
  const { left } = word;
  if (watched.has(left)) void watch(left, watched.get(left)).catch(() => drop(left));
  else if (!tableOf(left)?.scene.value?.outcome) drop(left);
});

// A game that was put away is back: whoever still looks at what was left of it comes to the table anew.
// And where we got up on another device we no longer sit.
listen("listed", ({ card }) => {
  const scene = tableOf(card.table)?.scene.value;
  const back = card.status === "waiting" && (scene?.card.status === "saved" || scene?.card.status === "closed");
  const stood = scene?.card.status === "waiting" && scene.you !== null && !card.seats.some((chair) => chair?.person === me.value?.person);
  if (back || (stood && !watched.has(card.table))) drop(card.table);
});

listen("gathered", ({ table, watching }) => tableOf(table)?.gathered(watching));

listen("welcome", (welcome) => {
  promise = welcome.promise ?? ""; // before anybody who waited for a name goes on to open a table
});

listen("ready", (welcome) => {
  const seated = new Set(welcome?.tables ?? []);
  for (const number of known.value.keys()) {
    if (!seated.has(number) && !watched.has(number)) drop(number);
  }
  for (const number of seated) void catchUp(number);
  for (const [number, code] of watched) {
    if (!welcome) drop(number);
    else if (!seated.has(number)) void watch(number, code).catch(() => drop(number));
  }
});
