/** What the keeper asks the hall for: everything with the token, which only this window remembers. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { show } from "../notices";
import { k } from "./words";

const KEPT = "tablehall.keeper";
const EVERY = 2_000;

export interface Overview {
  version: string;
  started: number;
  now: number;
  draining: boolean;
  congested: boolean;
  connections: Record<string, number>;
  people: number;
  known: number;
  bots: number;
  bans: number;
  tables: Record<string, Record<string, number>>;
  messages: number;
  commits: number;
  commit_ms: number | null;
  memory: number;
  disk_free: number | null;
  disk_low: boolean;
  disk_short: boolean;
  trouble: Record<string, number>;
}

export interface TableRow {
  table: number;
  game: string;
  status: string;
  opened: number;
  players: string[];
  title?: string;
  private?: boolean;
  watching?: number;
}

export interface PersonRow {
  person: number;
  name: string;
  kind: string;
  door?: string;
  address?: string;
  tables?: number[];
  contest?: string;
}

export interface BanRow {
  since: number;
  until?: number;
  reason?: string;
  name?: string;
  address?: string;
}

export interface SaveRow {
  game: string;
  name: string;
  at: number;
  players: string[];
  by?: string;
  deserted?: boolean;
  in_play?: boolean;
  deleted_by?: number;
}

/** Somebody who wanted too much lately. */
export interface LimitedRow {
  what: string;
  times: number;
  at: number;
  until?: number;
  person?: number;
  name?: string;
  address?: string;
}

export interface Lists {
  tables: TableRow;
  people: PersonRow;
  saves: SaveRow;
  limited: LimitedRow;
  bans: BanRow;
}

export type Part<L extends keyof Lists> = { total: number; from: number } & Record<L, Lists[L][]>;

/** What the hall refused, with the status of its answer. */
export class Wrong extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

function remembered(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return ""; // storage can be switched off
  }
}

/** The keeper's token; empty: nobody is in the keeper's room. */
export const token = signal(remembered());
/** Why the token was not taken, or why nothing is heard. */
export const trouble = signal("");
const changes = signal(0);

/** Remember the token for as long as this window is open; empty forgets it. */
export function takeToken(given: string): void {
  token.value = given;
  try {
    if (given) sessionStorage.setItem(KEPT, given);
    else sessionStorage.removeItem(KEPT);
  } catch {
    // see above
  }
}

/** Ask the hall; what it refuses is thrown. */
export async function ask<T>(path: string, method = "GET", order?: unknown, shown = token.value): Promise<T> {
  const answer = await fetch(`api/keeper${path}`, {
    method,
    headers: { Authorization: `Bearer ${shown}` },
    ...(order === undefined ? {} : { body: JSON.stringify(order) }),
  });
  const said = (await answer.json().catch(() => ({}))) as T & { wrong?: string };
  if (answer.ok) return said;
  throw new Wrong(answer.status, said.wrong ?? answer.statusText);
}

/** Come in with a token, if it is the right one. */
export async function signIn(given: string): Promise<void> {
  try {
    await ask("", "GET", undefined, given);
    trouble.value = "";
    takeToken(given);
  } catch (error) {
    failed(error);
  }
}

function failed(error: unknown): void {
  const status = error instanceof Wrong ? error.status : 0;
  if (status === 401) takeToken("");
  trouble.value = k(status === 401 ? "wrong_token" : status === 429 ? "too_often" : "unreachable");
}

/** Do something, say that it was done, and look again; whether it was done. */
export async function act(path: string, method: string, order: unknown, said: string): Promise<boolean> {
  try {
    await ask(path, method, order);
    if (said) show(said);
    return true;
  } catch (error) {
    if (error instanceof Wrong && error.status !== 401) show(error.message);
    else failed(error);
    return false;
  } finally {
    changes.value++;
  }
}

/** What is to be seen there, looked at again and again; null: not yet. */
export function useLook<T>(path: string): T | null {
  const [seen, see] = useState<T | null>(null);
  const turn = changes.value;
  useEffect(() => {
    let current = true;
    let timer = 0;
    const look = async (): Promise<void> => {
      if (document.visibilityState === "visible") await glance();
      if (current) timer = window.setTimeout(() => void look(), EVERY);
    };
    const glance = async (): Promise<void> => {
      try {
        const found = await ask<T>(path);
        if (!current) return;
        see(found);
        trouble.value = "";
      } catch (error) {
        if (current) failed(error);
      }
    };
    void look();
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [path, turn]);
  return seen;
}
