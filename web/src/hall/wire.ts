/** What goes through the house door, as docs/protocols/house.md describes it. */

export type Status = "waiting" | "playing" | "finished" | "saved" | "closed";
export type Proposable = "takeback" | "draw" | "put_away" | "rematch";

/** A taken seat. */
export interface Chair {
  name: string;
  person: number;
  away?: number;
  gone?: boolean;
  /** Until when somebody who is away is waited for before anything happens. */
  until?: number;
  /** Since when they have been away for longer than that: who waits may say what becomes of the game. */
  overdue?: number;
  /** When the game began without them; no clock runs before they come. */
  expected?: number;
  /** The level of one of the house's own players. */
  bot?: number;
  /** The name is one for this table only, which anybody may have chosen. */
  stranger?: boolean;
}

/** How a table measures time, in milliseconds. */
export interface ClockSpec {
  kind?: "none" | "answer" | "total";
  time?: number;
  increment?: number;
  paces?: Record<string, number>;
}

/** A table in the lobby. */
export interface Card {
  table: number;
  game: string;
  status: Status;
  seats: (Chair | null)[];
  opened: number;
  title?: string;
  options?: Record<string, unknown> | null;
  clock?: ClockSpec;
  spectators?: boolean;
  start?: "full" | "asked";
  rated?: boolean;
  save?: string;
}

/** The part of JSON Schema in which games describe their options. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  title?: string;
  description?: string;
  type?: string;
  enum?: (string | number)[];
  default?: unknown;
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
}

/** How a kind of piece is drawn: a picture (SVG on 100 by 100) for each owner. */
export interface PieceLook {
  pictures?: string[];
  /** How many of it each seat begins with, where pieces are taken. */
  start?: number;
  worth?: number;
}

/** What a game looks like; see docs/protocols/house.md. */
export interface Look {
  /** Left out: it is not played on squares. */
  board?: "chequered" | "cells" | "lines" | "frame";
  ground?: string;
  rules?: string;
  dark_corner?: boolean;
  facing?: boolean;
  falls?: boolean;
  line?: number;
  /** So many captured pairs win. */
  pairs?: number;
  pieces?: Record<string, PieceLook>;
  /** The rows on which pieces become others, and which become which. */
  promotion?: number[];
  promotes?: Record<string, string[]>;
  /** Its colours, by name. */
  palette?: Record<string, string>;
  cover?: string;
  titles?: Record<string, string>;
  about?: Record<string, string>;
}

/** A game that can be played here. */
export interface GameCard {
  name: string;
  title: string;
  version: number;
  seats: number[];
  seat_names: string[];
  options: Schema;
  move: Schema;
  takeback: boolean;
  draw_by_agreement: boolean;
  /** The levels of the house's own players. */
  bots?: number[];
  look: Look;
  /** The kinds of files in which other programs know its games: pgn, fen, pdn. */
  formats?: string[];
}

export interface Outcome {
  ranks: number[];
  scores?: number[];
  reason?: string;
}

export interface Proposal {
  kind: Proposable;
  seat: number;
  agreed: number[];
}

export interface Clocks {
  left: number[];
  running: number[];
}

/** A line of chat. */
export interface Line {
  seq: number;
  at: number;
  name: string;
  text: string;
  seat?: number | null;
  to?: number[] | null;
}

export interface SaveCard {
  game: string;
  name: string;
  players: string[];
  at: number;
  /** The hall put it away, since everybody was gone. */
  deserted?: boolean;
  /** We play in it. */
  yours?: boolean;
}

/** What became of a game while we were away. */
export interface Missed {
  table: number;
  game: string;
  players: string[];
  how: "won" | "lost" | "drawn" | "replaced" | "put away" | "closed" | "waits";
  why: string;
  at: number;
  /** The name under which it can be brought back, if it was put away. */
  save?: string;
  /** What opens its log, if the table was private. */
  code?: string;
}

/** What who waits may say about somebody who does not come back. */
export type Claim = "win" | "draw" | "bot" | "wait";

export type Parting = "elsewhere" | "kicked" | "closing" | "left";

interface Reply {
  re?: number;
}

export interface Welcome extends Reply {
  type: "welcome";
  person: number;
  name: string;
  tables?: number[];
  secret?: string;
  missed?: Missed[];
  /** The hash of the seed of the dice of the next table that we open. */
  promise?: string;
}

/** A code for another device of ours. */
export interface Code extends Reply {
  type: "code";
  code: string;
  until: number;
}

export interface Refused extends Reply {
  type: "refused";
  reason: string;
  sentence: string;
  detail?: string;
}

export interface Whole extends Reply {
  type: "table";
  card: Card;
  seq: number;
  at: number;
  you: number | null;
  commitment: string;
  view?: unknown;
  text?: string;
  turn?: number[];
  clocks?: Clocks;
  paused?: number;
  outcome?: Outcome | null;
  proposal?: Proposal | null;
  last?: [number, unknown] | null;
  chat?: Line[];
  watching?: number;
  code?: string;
  /** The hash of the seed of the dice of a rematch, when the game is over. */
  rematch?: string;
  /** As in the welcome. */
  promise?: string;
}

export interface Happened extends Reply {
  type: "happened";
  table: number;
  seq: number;
  at: number;
  what: string;
  seat?: number;
  move?: unknown;
  /** The move in the game's own notation, if it has one. */
  notation?: string;
  /** Whether the move goes on: the next part of it is written behind this one. */
  more?: boolean;
  events?: unknown[];
  view?: unknown;
  turn?: number[];
  clocks?: Clocks;
  paused?: number;
  seats?: (Chair | null)[];
  status?: Status;
  name?: string;
  text?: string;
  to?: number[];
  kind?: Proposable;
  yes?: boolean;
  plies?: number;
  why?: string;
  put_away?: boolean;
  deserted?: boolean;
  claim?: Claim;
  lost?: number;
  proposal?: Proposal | null;
  outcome?: Outcome;
  seed?: string;
  rematch?: string;
}

export type Heard =
  | Welcome
  | Code
  | Refused
  | Whole
  | Happened
  | (Reply & { type: "done"; table?: number })
  | (Reply & { type: "pong"; at: number })
  | (Reply & { type: "games"; games: GameCard[] })
  | (Reply & { type: "lobby"; tables: Card[]; draining?: boolean })
  | (Reply & { type: "saves"; saves: SaveCard[] })
  | (Reply & { type: "legal"; table: number; moves: unknown[] })
  | (Reply & { type: "listed"; change: "opened" | "changed" | "gone"; card: Card; outcome?: Outcome })
  | (Reply & { type: "gathered"; table: number; watching: number })
  | (Reply & { type: "parted"; why: Parting });

export type Kind = Heard["type"];
export type Reading<K extends Kind> = Extract<Heard, { type: K }>;

/** A request: its kind and whatever the house door takes with it. */
export type Request = { type: string } & Record<string, unknown>;
