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

/** So many records are asked for at a time. */
const PART = 1000;

/** A part of a finished game, record by record. */
export interface ReplayPart extends Finished {
  records: number;
  happened: Happened[];
  /** By record: of each throw how many results it could have had, and its result. */
  draws: Record<string, [number, number][]>;
}

async function get(path: string, order?: RequestInit): Promise<Response> {
  const answer = await fetch(path, order).catch(() => {
    throw new Refusal("connection_lost", "The connection is lost.");
  });
  if (answer.ok) return answer;
  throw new Refusal(answer.status === 429 || answer.status === 503 ? "busy" : "not_told", (await answer.text()).trim());
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

/** How a game stood after something happened, and the move before that. */
export interface Position extends Happened {
  last: [number, unknown] | null;
}

/** The position after a record of a game in which everybody sees everything, and those that followed. */
export const getPositions = async (table: number, code: string, from = 0, limit = PART) =>
  (await json<{ positions: Position[] }>(about(table, "/positions", code, { from: String(from), limit: String(limit) })))
    .positions;

/** Where a game is a file: its log or, in a format of its game card, what other programs read, until a record. */
export const exportPath = (table: number, code: string, format = "", at?: number): string =>
  about(table, "/export", code, { ...(format && { format }), ...(at !== undefined && { at: String(at) }) });

/** Such a file, to be copied. */
export const getWritten = async (table: number, code: string, format: string, at?: number) =>
  (await get(exportPath(table, code, format, at))).text();

export const getExport = async (table: number, code: string) =>
  new Uint8Array(await (await get(exportPath(table, code))).arrayBuffer());

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

/** Where other moves leave a game that is over: after one of its records. */
export interface Branch {
  table: number;
  code: string;
  after: number;
}

/** A move that is tried, and whose it is. */
export type TriedMove = [seat: number, move: unknown];

/** How it stands after moves that were tried. */
export interface Line {
  tried: { seat: number; move: unknown; notation?: string; more?: boolean }[];
  view: unknown;
  text: string;
  turn: number[];
  /** By seat. */
  legal: unknown[][];
  events: unknown[];
  last: [number, unknown] | null;
  outcome: Outcome | null;
}

/** What the house would play, all parts of the move, and what it thinks of it. */
export interface Opinion {
  seat: number;
  level: number;
  moves: unknown[];
  notation?: string;
  /** What the position seems to be worth to the seat: in chess and draughts in hundredths of a pawn or man. */
  value?: number;
  /** After how many moves of both it has won; below 0: lost. */
  ends?: number;
}

const order = async <T>({ table, code, after }: Branch, what: string, moves: TriedMove[], seat?: number): Promise<T> => {
  const body = JSON.stringify({ after, moves, ...(seat === undefined ? {} : { seat }) });
  return (await get(about(table, what, code), { method: "POST", body })).json() as Promise<T>;
};

/** Try moves, and see where they lead. */
export const getLine = (branch: Branch, moves: TriedMove[]) => order<Line>(branch, "/analysis", moves);

/** Ask the house what it would do after some moves. */
export const getOpinion = (branch: Branch, moves: TriedMove[], seat: number) => order<Opinion>(branch, "/opinion", moves, seat);
