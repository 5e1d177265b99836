/** Being told while we look elsewhere: the window's title, a sound, and a notification for whoever wants one. */

import { computed, effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { listen } from "./hall/connection";
import { games } from "./hall/lobby";
import { begun, known, tableOf } from "./hall/tables";
import type { Scene } from "./hall/table";
import { keep, kept } from "./kept";
import { show } from "./notices";
import { hearOthers, tellOthers } from "./others";
import { go, route, to } from "./route";
import { gameTitle, listed } from "./saying";
import { play } from "./sound";
import { w } from "./words";

/** What the room we are in is about. */
const subject = signal("");

/** The window is about this for as long as a part of the page shows it. */
export function useSubject(about: string): void {
  useEffect(() => {
    subject.value = about;
    return () => void (subject.value = "");
  }, [about]);
}

/** The latest thing that happened while nobody looked. */
const unseen = signal("");

/** Whether it is our turn at a table. */
export const isOurs = ({ you, turn, paused }: Scene): boolean => you !== null && turn.includes(you) && !paused;

/** The tables where it is our turn. */
export const ourTurns = computed(() => [...known.value.values()].filter(({ scene }) => scene.value && isOurs(scene.value)));

// Notifications, for whoever allowed them by a button of the page.

/** Whether this browser has notifications at all. */
export const canNotify = "Notification" in globalThis;
const allowed = (): boolean => canNotify && Notification.permission === "granted";
/** Whether we are told by a notification. */
export const notifies = signal(kept("notify") === "on" && allowed());

/** Be told by notifications, or no longer; the browser asks whether it may. */
export async function switchNotifying(on: boolean): Promise<void> {
  if (on && canNotify && Notification.permission === "default") await Notification.requestPermission();
  notifies.value = on && allowed();
  keep("notify", notifies.value ? "on" : "");
  if (on && !notifies.value) show(w("notify_denied"));
}

function notify(table: number, text: string): void {
  if (!notifies.value) return;
  try {
    const told = new Notification("Tablehall", { body: text, tag: `tablehall-${table}` });
    told.onclick = () => {
      window.focus();
      go(to("table", table));
      told.close();
    };
  } catch {
    // some browsers want a service worker for this; the title has changed all the same
  }
}

const MOMENT = 300;
let lookedAt = 0;
hearOthers((word) => {
  if ("looking" in word) lookedAt = Date.now();
});

/** Something wants us: tell it, unless we look at the page, through this window or another. */
function call(table: number, text: string): void {
  if (!document.hidden) {
    tellOthers({ looking: true });
    return;
  }
  const since = Date.now();
  window.setTimeout(() => {
    if (lookedAt >= since || !document.hidden) return;
    unseen.value = text;
    notify(table, text);
  }, MOMENT);
}

// What wants us.

listen("happened", ({ what, table, seat = 0, seats, name = "" }) => {
  const you = tableOf(table)?.scene.value?.you;
  if (what === "sat" && you != null && you !== seat && !seats?.[seat]?.bot) call(table, w("note_sat", { name }));
});

const QUICK = 5_000;
let turnsBefore = new Set<number>();
const turnsEnded = new Map<number, number>();

/** At the table that we look at, a quick answer is heard as the move that it is, and says enough. */
function isHeard(table: number): boolean {
  const { page, which } = route.peek();
  const looking = !document.hidden && page === "table" && Number(which) === table;
  return looking && Date.now() - (turnsEnded.get(table) ?? 0) < QUICK;
}

effect(() => {
  const fresh = ourTurns.value.filter(({ number }) => !turnsBefore.has(number));
  const turns = new Set(ourTurns.value.map(({ number }) => number));
  for (const number of turnsBefore) if (!turns.has(number)) turnsEnded.set(number, Date.now());
  turnsBefore = turns;
  if (fresh.some(({ number }) => !isHeard(number))) play("turn");
  for (const { number, scene } of fresh) {
    call(number, w("your_turn_in", { game: gameTitle(games.peek().get(scene.peek()?.card.game ?? "")) }));
  }
});

// A table that waited when we went away: whoever comes back is told that somebody came, and led there.

const waited = new Set(kept("waiting").split(",").filter(Boolean).map(Number));
listen("ready", (welcome) => {
  if (!welcome) return;
  for (const number of waited) if (!welcome.tables?.includes(number)) waited.delete(number);
});
effect(() => {
  for (const { number, scene } of known.value.values()) {
    const now = scene.value;
    if (now?.you == null) continue;
    if (now.card.status === "waiting") waited.add(number);
    else if (waited.delete(number) && now.card.status === "playing") cameMeanwhile(number, now);
  }
  keep("waiting", [...waited].join());
});

function cameMeanwhile(number: number, { card, you, notes }: Scene): void {
  if (notes.some((note) => "what" in note && (note.what === "started" || note.what === "resumed"))) return; // we were there
  const names = card.seats.flatMap((chair, seat) => (chair && seat !== you ? [chair.name] : []));
  begun.value = number;
  show(w("began_meanwhile", { name: listed(names), n: names.length }));
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) unseen.value = "";
});
effect(() => {
  const mark = unseen.value || (ourTurns.value.length ? w("your_turn") : "");
  document.title = [mark ? `● ${mark}` : subject.value, "Tablehall"].filter(Boolean).join(" · ");
});
