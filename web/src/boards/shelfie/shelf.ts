/** My Shelfie without any picture: the table, its moves, and what a shelf is worth. */

export type Kind = "CAT" | "BOOK" | "GAME" | "FRAME" | "TROPHY" | "PLANT";
export type CommonName =
  | "SQUARE"
  | "2_COLUMNS_COLOURFUL"
  | "4_GROUPS_4_TILES"
  | "6_GROUPS_2_TILES"
  | "3_COLUMNS_3_COLOR"
  | "2_ROWS_COLOURFUL"
  | "4_ROWS_3_COLOR"
  | "CORNERS"
  | "8_SAME"
  | "X"
  | "DIAGONAL"
  | "STAIRS";

export interface Tile {
  x: number;
  y: number;
  type: Kind;
}

export interface CommonCard {
  name: CommonName;
  /** What is left on it; the last one is taken next. */
  tokens: number[];
  takers: number[];
}

export interface PersonalCard {
  number: number;
  goals: Tile[];
}

/** Five columns from the left, each from its lowest tile upwards, a letter for every tile. */
export type Shelf = string[];

export interface ShelfieView {
  /** Nine rows of nine: a letter for a tile, a dot for an empty cell, a blank for no cell. */
  room: string[];
  bag: number;
  shelves: Shelf[];
  order: number[];
  turn: number;
  hand: string;
  commons: CommonCard[];
  personal: (PersonalCard | null)[];
  points: number[];
  finisher: number | null;
  /** The seats that are passed over. */
  away: number[];
  gone: number[];
  over: boolean;
}

export type ShelfieEvent = { type: string; seat?: number; card?: CommonName };

export type ShelfieMove = { type: "pick"; tiles: Tile[] } | { type: "put"; column: number; tiles: Kind[] };

export const ROWS = 6;
export const COLUMNS = 5;
export const KINDS: Kind[] = ["CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT"];

/** The kind a letter stands for; null: there is no tile. */
export const kindOf = (letter: string | undefined): Kind | null => KINDS.find((kind) => kind[0] === letter) ?? null;

/** All tiles that letters stand for. */
export const kindsOf = (letters: Iterable<string>): Kind[] => [...letters].flatMap((letter) => kindOf(letter) ?? []);

export const partOfCell = (x: number, y: number): string => `tile:${x},${y}`;
export const partOfColumn = (column: number): string => `column:${column}`;

/** The tile or the column that a part of the board is. */
export const numbersIn = (part: string): number[] => (part.split(":")[1] ?? "").split(",").map(Number);

/** The parts of the board a move is made of. */
export const partsOf = (move: ShelfieMove): string[] =>
  move.type === "pick" ? move.tiles.map(({ x, y }) => partOfCell(x, y)) : [partOfColumn(move.column)];

/** The moves that keep the hand in this order; before there is a hand, all. */
export const inOrder = (legal: ShelfieMove[], order: Kind[]): ShelfieMove[] =>
  legal.filter((move) => move.type === "pick" || move.tiles.join() === order.join());

/** What may be wrong with a part of the board is explained by the hall. */
export function guess(part: string, { room }: ShelfieView, order: Kind[]): ShelfieMove | null {
  const [x = 0, y = 0] = numbersIn(part);
  if (part.startsWith("column")) return { type: "put", column: x, tiles: order };
  const type = kindOf(room[x]?.[y]);
  return type && { type: "pick", tiles: [{ x, y, type }] };
}

/** Why a tile cannot be added to those that were chosen: it is taken instead of them. */
export type Instead = "why_wrong_number" | "why_too_many_for_your_shelf" | "why_not_in_line";

/** Why a tile that could be picked cannot be picked together with the chosen ones. */
export function whyInstead(chosen: string[], part: string, most: number): Instead {
  const cells = [...chosen, part].map(numbersIn);
  const [wide = 0, high = 0] = [0, 1].map((way) => {
    const places = cells.map((cell) => cell[way] ?? 0);
    return Math.max(...places) - Math.min(...places) + 1;
  });
  if (Math.min(wide, high) > 1 || Math.max(wide, high) > 4) return "why_not_in_line";
  if (chosen.length === 3) return "why_wrong_number";
  return Math.max(wide, high) > most && Math.max(wide, high) <= 3 ? "why_too_many_for_your_shelf" : "why_not_in_line";
}

/** A place on a shelf: its column, and its row from below. */
export type Cell = readonly [x: number, y: number];

/** The groups of tiles alike that touch, each by its cells. */
export function groupsIn(shelf: Shelf): Cell[][] {
  const seen = new Set<string>();
  const from = (x: number, y: number, letter: string): Cell[] => {
    if (shelf[x]?.[y] !== letter || seen.has(`${x},${y}`)) return [];
    seen.add(`${x},${y}`);
    return [[x, y], ...from(x + 1, y, letter), ...from(x - 1, y, letter), ...from(x, y + 1, letter), ...from(x, y - 1, letter)];
  };
  return shelf.flatMap((column, x) => [...column].map((letter, y) => from(x, y, letter))).filter((cells) => cells.length);
}

const FOR_GROUP = [0, 0, 0, 2, 3, 5, 8];
const FOR_HITS = [0, 1, 2, 4, 6, 9, 12];
const TOKENS: Record<number, number[]> = { 2: [4, 8], 3: [4, 6, 8], 4: [2, 4, 6, 8] };

export const isHit = ({ x, y, type }: Tile, shelf: Shelf): boolean => shelf[x]?.[y] === type[0];

/** How many wishes of a personal card a shelf fulfils. */
export const hitsOf = (card: PersonalCard, shelf: Shelf): number => card.goals.filter((goal) => isHit(goal, shelf)).length;

/** The points a seat has from a common card. */
export function worth({ tokens, takers }: CommonCard, seat: number): number {
  const place = takers.indexOf(seat);
  return place < 0 ? 0 : (TOKENS[tokens.length + takers.length]?.at(-1 - place) ?? 0);
}

export interface Count {
  tokens: number;
  /** null: the card is secret. */
  own: number | null;
  groups: number;
  first: number;
}

/** Where a seat's points come from. */
export function count({ shelves, commons, personal, finisher }: ShelfieView, seat: number): Count {
  const [shelf, card] = [shelves[seat] ?? [], personal[seat]];
  return {
    tokens: commons.reduce((sum, common) => sum + worth(common, seat), 0),
    own: card ? (FOR_HITS[hitsOf(card, shelf)] ?? 0) : null,
    groups: groupsIn(shelf).reduce((sum, cells) => sum + (FOR_GROUP[Math.min(cells.length, 6)] ?? 0), 0),
    first: finisher === seat ? 1 : 0,
  };
}

/** All points of a seat that we can count. */
export function total(view: ShelfieView, seat: number): number {
  const { tokens, own, groups, first } = count(view, seat);
  return tokens + (own ?? 0) + groups + first;
}

/** How many more tiles fit into a column. */
export const freeIn = (shelf: Shelf, column: number): number => ROWS - (shelf[column]?.length ?? 0);

/** How many tiles a shelf has room for in one column: as many as may be picked, three at most. */
export const mostFor = (shelf: Shelf): number => Math.min(3, Math.max(...shelf.map((_, column) => freeIn(shelf, column))));

/** How many tiles a shelf still has room for. */
export const freeOn = (shelf: Shelf): number => shelf.reduce((sum, _, column) => sum + freeIn(shelf, column), 0);

/** Whether one turn can fill the shelf. */
export const almostFull = (shelf: Shelf): boolean => freeOn(shelf) > 0 && freeOn(shelf) === mostFor(shelf);

/** The kinds of the tiles that are chosen in the living room. */
export const kindsOfParts = (room: string[], parts: string[]): Kind[] =>
  parts.flatMap((part) => {
    const [x = 0, y = 0] = numbersIn(part);
    return kindOf(room[x]?.[y]) ?? [];
  });

/** The cells that the last move has emptied. */
export const justPicked = (last: [number, ShelfieMove] | null): Set<string> => new Set(last?.[1].type === "pick" ? partsOf(last[1]) : []);

/** The tiles a move has just put on a shelf: their cells. */
export function justPut(last: [number, ShelfieMove] | null, seat: number, shelf: Shelf): Set<string> {
  if (!last || last[0] !== seat || last[1].type !== "put") return new Set();
  const { column, tiles } = last[1];
  const height = shelf[column]?.length ?? 0;
  return new Set(tiles.map((_, number) => `${column},${height - 1 - number}`));
}

/** The smallest part of the room that holds all its cells: rows and columns, from and to. */
export function bounds(room: string[]): { top: number; left: number; rows: number; columns: number } {
  const cells = room.flatMap((row, x) => [...row].flatMap((cell, y) => (cell === " " ? [] : [[x, y] as const])));
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [top, left] = [Math.min(...xs), Math.min(...ys)];
  return { top, left, rows: Math.max(...xs) - top + 1, columns: Math.max(...ys) - left + 1 };
}
