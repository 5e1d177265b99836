/** Lists of what was played. Each is asked for when it is first shown, and again only if the hall has told of something
 * that changes it; what is known from what was told is not asked for at all. */

import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { ask, link, listen, me, now } from "./connection";
import { type Finished, getFinished, getLeaders, type Score } from "./http";
import type { Card, Outcome, SaveCard } from "./wire";

/** A list that changed again and again is asked for no oftener than this. */
const PACE = 5000;

/** A list of the hall. */
export class List<T> {
  /** What was told last; undefined: nothing yet, null: it could not be had. */
  readonly told = signal<T[] | null | undefined>(undefined);
  /** The same with what is known besides. */
  readonly shown: ReadonlySignal<T[] | null | undefined>;
  private stale = true;
  private lookers = 0;
  private asking = false;
  private asked = -PACE;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly get: () => Promise<T[]>,
    complete = (told: T[]) => told,
  ) {
    this.shown = computed(() => this.told.value && complete(this.told.value));
  }

  /** Somebody looks at it; what they call when they no longer do. */
  show(): () => void {
    this.lookers++;
    this.look();
    return () => void this.lookers--;
  }

  /** Something was told that changes it; `atOnce` if we did that ourselves. */
  outdate(atOnce = false): void {
    this.stale = true;
    if (atOnce) this.asked = -PACE;
    this.look();
  }

  private look(): void {
    if (!this.stale || !this.lookers || this.asking) return;
    clearTimeout(this.timer);
    const wait = this.asked + PACE - performance.now();
    if (wait > 0) this.timer = setTimeout(() => this.look(), wait);
    else void this.ask();
  }

  private async ask(): Promise<void> {
    this.asking = true;
    this.stale = false;
    this.asked = performance.now();
    const found = await this.get().catch(() => null);
    this.asking = false;
    if (found || !this.told.value) this.told.value = found;
    this.look();
  }
}

/** A player among the best. */
export type Leader = Score & { name: string };

const MOST = 20;
/** The games that ended while we were here, by game, the latest first. */
const ended = signal<ReadonlyMap<string, Finished[]>>(new Map());

/** A game that is over, as its table was in the lobby. */
export const finishedFrom = ({ table, game, opened, title, seats }: Card, outcome: Outcome, at: number): Finished => ({
  table,
  game,
  status: "finished",
  at,
  opened,
  title,
  players: seats.map((chair) => chair?.name ?? ""),
  outcome,
});

/** The latest of the games that were asked for and of those that ended since. */
export function latest(asked: Finished[], since: Finished[], most: number): Finished[] {
  const known = new Map([...since, ...asked].map((game) => [game.table, game]));
  return [...known.values()].sort((a, b) => b.at - a.at).slice(0, most);
}

/** The list of its kind for each game; "" stands for all games. */
function forEach<T>(make: (game: string) => List<T>): { of: (game: string) => List<T>; all: Map<string, List<T>> } {
  const all = new Map<string, List<T>>();
  const of = (game: string): List<T> => {
    const found = all.get(game) ?? make(game);
    all.set(game, found);
    return found;
  };
  return { of, all };
}

const since = (game: string): Finished[] => (game ? (ended.value.get(game) ?? []) : [...ended.value.values()].flat());

const finished = forEach(
  (game) =>
    new List<Finished>(
      () => getFinished({ game, limit: MOST }),
      (told) => latest(told, since(game), MOST),
    ),
);
const leaders = forEach((game) => new List<Leader>(() => getLeaders(game)));

/** The latest finished games, of one game or of all (""). */
export const finishedGames = finished.of;

/** The best players of a game. */
export const bestPlayers = leaders.of;

async function getSaves(): Promise<SaveCard[]> {
  const told = await ask({ type: "saves" });
  const found = told.type === "saves" ? told.saves : [];
  return found.sort((a, b) => Number(b.yours ?? false) - Number(a.yours ?? false) || b.at - a.at);
}

/** The saved games that we could bring back: ours first, then the latest first. */
export const saves = new List(getSaves);

listen("listed", ({ change, card, outcome }) => {
  if (change === "gone" && outcome) {
    const others = (ended.value.get(card.game) ?? []).filter(({ table }) => table !== card.table);
    const all = [finishedFrom(card, outcome, now()), ...others].slice(0, MOST);
    ended.value = new Map(ended.value).set(card.game, all);
    if (card.rated !== false) leaders.all.get(card.game)?.outdate();
  }
  if (card.save || card.status === "saved") saves.outdate();
});

listen("happened", ({ what }) => {
  if (what === "saved" || what === "reopened") saves.outdate(); // a private table is in no lobby
});

/** Whether the hall may have told of something while we did not hear it. */
let deaf = false;
let heard = false;
effect(() => {
  if (link.value === "open") heard = true;
  else deaf = heard;
});

let person = 0;
listen("ready", () => {
  const other = person !== (person = me.value?.person ?? 0);
  if (other || !saves.told.value) saves.outdate(true);
  if (!deaf) return;
  deaf = false;
  for (const list of [saves, ...leaders.all.values(), ...finished.all.values()]) list.outdate();
});
