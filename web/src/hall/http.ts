/** What the hall tells over plain HTTP. */

import { Refusal } from "./connection";
import type { Happened, Outcome } from "./wire";

/** A game that is over, in a list. */
export interface Finished {
  table: number;
  game: string;
  status: string;
  at: number;
  opened: number;
  title?: string;
  players: string[];
  outcome?: Outcome | null;
}

export interface Score {
  won: number;
  lost: number;
  drawn: number;
  rating: number;
}

export interface PersonCard {
  person: number;
  name: string;
  here: boolean;
  games: Record<string, Score>;
}

/** A contest among programs and people, and who leads in it. */
export interface Contest {
  name: string;
  game: string;
  title: string;
  games: number;
  programs: number;
  people: number;
  tables: number[];
  standings: { name: string; points: number; games: number }[];
}

/** A part of a finished game, record by record. */
export interface ReplayPart extends Finished {
  records: number;
  happened: Happened[];
  /** By record: of each throw how many results it could have had, and its result. */
  draws: Record<string, [number, number][]>;
}

async function get(path: string): Promise<Response> {
  const answer = await fetch(path).catch(() => {
    throw new Refusal("connection_lost", "The connection is lost.");
  });
  if (answer.ok) return answer;
  throw new Refusal(answer.status === 404 ? "not_found" : "not_told", (await answer.text()).trim());
}

const json = async <T>(path: string): Promise<T> => (await get(path)).json() as Promise<T>;

export async function getFinished(about: { game?: string; person?: string; before?: number; limit?: number }) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(about)) if (value) query.set(key, String(value));
  return (await json<{ finished: Finished[] }>(`api/finished?${query}`)).finished;
}

/** What is known of a table; a private one's code opens it. */
const about = (table: number, what: string, code: string, query: Record<string, string> = {}): string => {
  const asked = new URLSearchParams(code ? { ...query, code } : query).toString();
  return `api/tables/${table}${what}${asked && `?${asked}`}`;
};

export const getTable = (table: number, code: string) => json<Finished>(about(table, "", code));

export const getContests = async () => (await json<{ contests: Contest[] }>("api/contest")).contests;

export const getPerson = (name: string) => json<PersonCard>(`api/people/${encodeURIComponent(name)}`);

export const getLeaders = async (game: string) =>
  (await json<{ leaderboard: (Score & { name: string })[] }>(`api/leaderboard/${game}`)).leaderboard;

export const getMoves = async (table: number, code: string) =>
  (await json<{ moves: Partial<Happened>[] }>(about(table, "/moves", code))).moves;

export const exportPath = (table: number, code: string): string => about(table, "/export", code);

export const getExport = async (table: number, code: string) =>
  new Uint8Array(await (await get(exportPath(table, code))).arrayBuffer());

const PART = 1000;

/** A whole finished game as spectators saw it, or one of its players. */
export async function getReplay(table: number, code: string, seat?: number): Promise<ReplayPart> {
  const eyes: Record<string, string> = seat === undefined ? {} : { seat: String(seat) };
  const part = (from: number) =>
    json<ReplayPart>(about(table, "/replay", code, { from: String(from), limit: String(PART), ...eyes }));
  const whole = await part(0);
  for (let from = PART; from < whole.records; from += PART) {
    whole.happened.push(...(await part(from)).happened);
  }
  return whole;
}
