/** How far a shelf has come with each common goal, and what a turn would do for its points. */

import { almostFull, type Cell, COLUMNS, type CommonName, freeOn, groupsIn, type Kind, ROWS, type Shelf, type ShelfieView } from "./shelf";

/** What of a goal is there: each part by the cells it is made of, and how many parts it takes. */
export interface Progress {
  parts: Cell[][];
  of: number;
}

const cells = (column: string, x: number): Cell[] => [...column].map((_, y) => [x, y]);
const kinds = (shelf: Shelf, part: Cell[]): number => new Set(part.map(([x, y]) => shelf[x]?.[y])).size;
const columnsOf = (shelf: Shelf): Cell[][] => shelf.map(cells).filter((column) => column.length === ROWS);

/** The rows without a gap. Tiles rest on each other, so none is above a gap. */
const rowsOf = (shelf: Shelf): Cell[][] =>
  Array.from({ length: Math.min(ROWS, ...shelf.map((column) => column.length)) }, (_, y) => shelf.map((_, x): Cell => [x, y]));

const square = (x: number, y: number): Cell[] => [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]];
const across = (x: number, y: number): Cell[] => [[x, y], [x + 2, y], [x + 1, y + 1], [x, y + 2], [x + 2, y + 2]];
const places = (width: number, height: number): Cell[] =>
  Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);

/** One block of two by two alike, or two that do not overlap. */
function squares(shelf: Shelf): Cell[][] {
  const blocks = places(COLUMNS - 1, ROWS - 1).filter(([x, y]) => {
    const letter = shelf[x]?.[y];
    return letter && square(x, y).every(([cx, cy]) => shelf[cx]?.[cy] === letter);
  });
  const apart = ([x, y]: Cell, [ox, oy]: Cell): boolean => Math.abs(x - ox) > 1 || Math.abs(y - oy) > 1;
  const pair = blocks.flatMap((one) => blocks.filter((other) => apart(one, other)).map((other) => [one, other])).at(0);
  return (pair ?? blocks.slice(0, 1)).map(([x, y]) => square(x, y));
}

/** Of all these figures the one with the most tiles of one kind: those tiles. */
function alike(shelf: Shelf, figures: Cell[][]): Cell[][] {
  const sorted = figures.flatMap((figure) => {
    const letters = new Set(figure.flatMap(([x, y]) => shelf[x]?.[y] ?? []));
    return [...letters].map((letter) => figure.filter(([x, y]) => shelf[x]?.[y] === letter));
  });
  const most = sorted.reduce<Cell[]>((best, tiles) => (tiles.length > best.length ? tiles : best), []);
  return most.map((cell) => [cell]);
}

const DIAGONALS = [0, 1].flatMap((low) => {
  const rising = Array.from({ length: COLUMNS }, (_, x): Cell => [x, x + low]);
  return [rising, rising.map(([x, y]): Cell => [COLUMNS - 1 - x, y])];
});

/** The columns that have the right height for the flight of stairs that most of them fit. */
function stairs(shelf: Shelf): Cell[][] {
  const fitting = DIAGONALS.map((steps) => steps.filter(([x, y]) => shelf[x]?.length === y + 1));
  const most = fitting.reduce((best, steps) => (steps.length > best.length ? steps : best));
  return most.map(([x]) => cells(shelf[x] ?? "", x));
}

const GOALS: Record<CommonName, [of: number, parts: (shelf: Shelf) => Cell[][]]> = {
  SQUARE: [2, squares],
  "2_COLUMNS_COLOURFUL": [2, (shelf) => columnsOf(shelf).filter((column) => kinds(shelf, column) === ROWS)],
  "4_GROUPS_4_TILES": [4, (shelf) => groupsIn(shelf).filter((group) => group.length >= 4)],
  "6_GROUPS_2_TILES": [6, (shelf) => groupsIn(shelf).filter((group) => group.length >= 2)],
  "3_COLUMNS_3_COLOR": [3, (shelf) => columnsOf(shelf).filter((column) => kinds(shelf, column) <= 3)],
  "2_ROWS_COLOURFUL": [2, (shelf) => rowsOf(shelf).filter((row) => kinds(shelf, row) === COLUMNS)],
  "4_ROWS_3_COLOR": [4, (shelf) => rowsOf(shelf).filter((row) => kinds(shelf, row) <= 3)],
  CORNERS: [4, (shelf) => alike(shelf, [[[0, 0], [0, ROWS - 1], [COLUMNS - 1, 0], [COLUMNS - 1, ROWS - 1]]])],
  "8_SAME": [8, (shelf) => alike(shelf, [shelf.flatMap(cells)])],
  X: [5, (shelf) => alike(shelf, places(COLUMNS - 2, ROWS - 2).map(([x, y]) => across(x, y)))],
  DIAGONAL: [5, (shelf) => alike(shelf, DIAGONALS)],
  STAIRS: [5, stairs],
};

/** How many parts a common goal has. */
export const partsFor = (name: CommonName): number => GOALS[name][0];

/** How far a shelf has come with a common goal. */
export function progress(name: CommonName, shelf: Shelf): Progress {
  const [of, parts] = GOALS[name];
  return { of, parts: parts(shelf).slice(0, of) };
}

const isMet = (name: CommonName, shelf: Shelf): boolean => {
  const { parts, of } = progress(name, shelf);
  return parts.length === of;
};

/** The table after these tiles have been put into a column, as far as it concerns the points. */
export function imagined(view: ShelfieView, seat: number, column: number, tiles: Kind[]): ShelfieView {
  const before = view.shelves[seat] ?? [];
  const shelf = before.with(column, (before[column] ?? "") + tiles.map((kind) => kind[0]).join(""));
  return {
    ...view,
    shelves: view.shelves.with(seat, shelf),
    commons: view.commons.map((card) =>
      card.takers.includes(seat) || !isMet(card.name, shelf)
        ? card
        : { ...card, tokens: card.tokens.slice(0, -1), takers: [...card.takers, seat] },
    ),
    finisher: view.finisher ?? (freeOn(shelf) ? null : seat),
  };
}

/** Whether nobody plays after this seat once the last round is on. */
export const playsLast = ({ order, away, gone }: ShelfieView, seat: number): boolean =>
  order.slice(order.indexOf(seat) + 1).every((other) => away.includes(other) || gone.includes(other));

/** The others whose next turn may fill their shelf. */
export const nearlyDone = ({ order, shelves, finisher, away, gone }: ShelfieView, seat: number | null): number[] =>
  finisher === null
    ? order.filter((other) => other !== seat && !away.includes(other) && !gone.includes(other) && almostFull(shelves[other] ?? []))
    : [];
