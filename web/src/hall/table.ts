/** A table as we see it: told in whole once, then by its news. */

import { signal } from "@preact/signals";
import { me } from "./connection";
import { getMoves, getPositions } from "./http";
import type { Card, Chair, Clocks, Happened, Line, Outcome, Proposal, Whole } from "./wire";

/** A position of the game so far. */
export interface Position {
  view: unknown;
  text: string;
  last: [number, unknown] | null;
}

/** A move of the game so far. */
export interface MoveMade {
  seq: number;
  seat: number;
  move: unknown;
  /** The same as books write it, if they do. */
  notation?: string;
  /** Its player goes on: the next part is written behind this one. */
  more?: boolean;
  /** The position after it, if we have seen that. */
  position?: Position;
}

/** Something that happened besides moves, for the talk at the table. */
export type Note = Line | Happened;

/** Everything about a table at one moment. */
export interface Scene {
  card: Card;
  seq: number;
  you: number | null;
  commitment: string;
  view: unknown;
  text: string;
  turn: number[];
  clocks: Clocks | null;
  paused: number;
  outcome: Outcome | null;
  proposal: Proposal | null;
  last: [number, unknown] | null;
  events: unknown[];
  watching: number;
  code: string;
  /** The hash of the seed of the dice of a rematch, when the game is over. */
  rematch: string;
  moves: MoveMade[];
  /** The position before the first move, if we have seen it. */
  start: Position | null;
  /** Moves were made that we have not heard of. */
  unheard: boolean;
  notes: Note[];
}

const NOTED = new Set([
  "sat",
  "stood",
  "started",
  "expired",
  "went",
  "came",
  "asked",
  "claimed",
  "dropped",
  "replaced",
  "said",
  "proposed",
  "answered",
  "taken_back",
  "saved",
  "resumed",
  "closed",
  "ended",
]);
const NOTES_KEPT = 200;

/** A whole table as it was told. */
export function wholeScene(told: Whole, before: Scene | null): Scene {
  const chat: Note[] = told.chat ?? [];
  const earlier = before?.notes.filter((note) => "what" in note && note.what !== "said") ?? [];
  return {
    card: told.card,
    seq: told.seq,
    you: told.you,
    commitment: told.commitment,
    view: told.view ?? null,
    text: told.text ?? "",
    turn: told.turn ?? [],
    clocks: told.clocks ?? null,
    paused: told.paused ?? 0,
    outcome: told.outcome ?? null,
    proposal: told.proposal ?? null,
    last: alike(before?.last, told.last) ? before?.last ?? null : (told.last ?? null), // the same move is no news
    events: [],
    watching: told.watching ?? 0,
    code: told.code ?? "",
    rematch: told.rematch ?? "",
    moves: before?.moves ?? [],
    start: before?.start ?? null,
    unheard: before?.seq === told.seq ? before.unheard : !!told.last,
    notes: [...earlier, ...chat].sort((a, b) => a.seq - b.seq),
  };
}

const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The scene after a piece of news; `person` is who looks at it. */
export function after(scene: Scene, news: Happened, person = 0): Scene {
  const next: Scene = { ...scene, seq: news.seq };
  if (person && news.seats) next.you = seatOf(news.seats, person); // we may have sat down through another window
  if (news.what !== "said") {
    next.events = news.events ?? [];
    next.proposal = news.proposal ?? null; // a move wipes out whatever was proposed
    if (news.text !== undefined) next.text = news.text;
  }
  if (news.view !== undefined) next.view = news.view;
  if (news.turn !== undefined) next.turn = news.turn;
  if (news.clocks !== undefined) next.clocks = news.clocks;
  if (news.paused !== undefined) next.paused = news.paused;
  if (news.outcome !== undefined) next.outcome = news.outcome;
  if (news.rematch !== undefined) next.rematch = news.rematch;
  if (news.seats || news.status) {
    next.card = { ...scene.card, seats: news.seats ?? scene.card.seats, status: news.status ?? scene.card.status };
  }
  if (news.what === "ended" || news.what === "closed") next.turn = [];
  if (news.what === "resumed" && scene.view === null) next.unheard = true; // a saved game shows its moves again
  next.moves = movesAfter(scene.moves, news);
  if (news.what === "started") next.start = { view: next.view, text: next.text, last: null };
  if (news.what === "moved") {
    next.last = [news.seat ?? 0, news.move];
    const made = next.moves.at(-1);
    if (made) made.position = { view: next.view, text: next.text, last: next.last };
  }
  if (news.what === "taken_back") next.last = lastOf(next.moves);
  if (NOTED.has(news.what)) next.notes = [...scene.notes.slice(-NOTES_KEPT), news];
  return next;
}

function seatOf(seats: (Chair | null)[], person: number): number | null {
  const seat = seats.findIndex((chair) => chair?.person === person);
  return seat < 0 ? null : seat;
}

const lastOf = (moves: MoveMade[]): [number, unknown] | null => {
  const last = moves.at(-1);
  return last ? [last.seat, last.move] : null;
};

/** The moves made so far, after a piece of news. */
export function movesAfter(moves: MoveMade[], news: Partial<Happened>): MoveMade[] {
  if (news.plies) return moves.slice(0, Math.max(0, moves.length - news.plies));
  if (news.move === undefined) return moves;
  const { seq = 0, seat = 0, move, notation, more } = news;
  return [...moves, { seq, seat, move, ...(notation ? { notation } : {}), ...(more ? { more } : {}) }];
}

/** A table we play or watch at. */
export class Table {
  readonly scene = signal<Scene | null>(null);
  /** News that come while we ask what we missed; null: we miss nothing. */
  private held: Happened[] | null = null;

  constructor(readonly number: number) {}

  /** From now on news are held back until `caughtUp`. */
  fallBehind(): number {
    this.held ??= [];
    return this.scene.value?.seq ?? -1;
  }

  /** Everything we missed was told. */
  caughtUp(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const news of held.sort((a, b) => a.seq - b.seq)) this.hear(news);
  }

  hear(news: Happened): void {
    if (this.held) {
      this.held.push(news);
      return;
    }
    const scene = this.scene.value;
    if (scene && news.seq > scene.seq) this.scene.value = after(scene, news, me.value?.person);
  }

  hearWhole(told: Whole): void {
    this.scene.value = wholeScene(told, this.scene.value);
  }

  gathered(watching: number): void {
    if (this.scene.value) this.scene.value = { ...this.scene.value, watching };
  }

  /** Ask for the moves before we came; a table with secrets does not tell them. */
  async recall(): Promise<void> {
    if (!this.scene.value) return;
    this.scene.value = { ...this.scene.value, unheard: false };
    const told = await getMoves(this.number, this.scene.value.code).catch(() => []);
    const scene = this.scene.value;
    if (!told.length) return;
    const known = new Map(scene.moves.map((move) => [move.seq, move]));
    const made = told.reduce<MoveMade[]>(movesAfter, []).map((move) => known.get(move.seq) ?? move);
    const seen = told.at(-1)?.seq ?? 0;
    this.scene.value = { ...scene, moves: [...made, ...scene.moves.filter((move) => move.seq > seen)] };
  }

  /** Ask for the positions before we came, of a game in which everybody sees everything. */
  async recallPositions(): Promise<void> {
    const told = await getPositions(this.number, this.scene.value?.code ?? "").catch(() => []);
    const scene = this.scene.value;
    if (!scene || !told.length) return;
    const seen = new Map(told.map(({ seq, view, text = "", last }): [number, Position] => [seq, { view, text, last }]));
    const first = scene.moves[0]?.seq ?? 0;
    const start = told.findLast(({ seq }) => seq < first);
    this.scene.value = {
      ...scene,
      start: (start && seen.get(start.seq)) ?? scene.start,
      moves: scene.moves.map((move) => {
        const position = move.position ?? seen.get(move.seq);
        return position ? { ...move, position } : move;
      }),
    };
  }
}
