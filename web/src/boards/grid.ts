/** What happens on a board of squares, without any picture: which piece went where, which moves there are. */

export type Square = [row: number, column: number];
export type PieceSeen = [owner: number, kind: string] | null;

export interface GridView {
  rows: PieceSeen[][];
  turn: number;
  pools?: [string, number][][];
  captured?: [number, number];
  /** The square of a king in check. */
  check?: Square | null;
}

export interface Place {
  type: "place";
  r: number;
  c: number;
  piece?: string;
}

export interface Step {
  type: "step";
  r: number;
  c: number;
  to_r: number;
  to_c: number;
}

export type GridMove = Place | Step;

/** A piece that can be followed from one position to the next. */
export interface Piece {
  id: number;
  r: number;
  c: number;
  owner: number;
  kind: string;
}

/** What players call a square: e4. */
export const squareName = ([r, c]: Square): string => `${String.fromCharCode(97 + c)}${r + 1}`;

/** How a square is found in the drawing. */
export const placeOf = ([r, c]: Square): string => `[data-square="${r},${c}"]`;

export const same = (a: Square | null, b: Square | null): boolean => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** Where a move begins and ends. */
export const from = (move: GridMove): Square | null => (move.type === "step" ? [move.r, move.c] : null);
export const target = (move: GridMove): Square => (move.type === "step" ? [move.to_r, move.to_c] : [move.r, move.c]);

const distance = (a: Piece, b: Piece): number => Math.abs(a.r - b.r) + Math.abs(a.c - b.c);

/** The pieces of a position, each the same as before if it only moved: so it can be seen moving. */
export function follow(before: Piece[], rows: PieceSeen[][]): Piece[] {
  const old = new Set(before);
  const at = new Map(before.map((piece) => [`${piece.r},${piece.c}`, piece]));
  let next = Math.max(0, ...before.map((piece) => piece.id)) + 1;
  const found: Piece[] = [];
  const moved: Piece[] = [];
  rows.forEach((row, r) =>
    row.forEach((seen, c) => {
      if (!seen) return;
      const [owner, kind] = seen;
      const stayed = at.get(`${r},${c}`);
      const stays = stayed?.owner === owner && stayed.kind === kind;
      const piece = { id: stays ? stayed.id : 0, r, c, owner, kind };
      if (stays) old.delete(stayed);
      (stays ? found : moved).push(piece);
    }),
  );
  for (const piece of moved) {
    const fits = [...old].filter((other) => other.owner === piece.owner);
    const alike = fits.filter((other) => other.kind === piece.kind);
    const [nearest] = (alike.length ? alike : fits).sort((a, b) => distance(a, piece) - distance(b, piece));
    if (nearest) old.delete(nearest);
    piece.id = nearest?.id ?? next++;
  }
  return [...found, ...moved].sort((a, b) => a.id - b.id);
}

const DIRECTIONS: Square[] = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

/** The ends of a line of at least so many pieces of one owner through a square. */
export function lineThrough(rows: PieceSeen[][], [r, c]: Square, length: number): [Square, Square] | null {
  const owner = rows[r]?.[c]?.[0];
  if (owner === undefined) return null;
  for (const [dr, dc] of DIRECTIONS) {
    const reach = (sign: number): number => {
      let n = 0;
      while (rows[r + sign * (n + 1) * dr]?.[c + sign * (n + 1) * dc]?.[0] === owner) n++;
      return n;
    };
    const [back, ahead] = [reach(-1), reach(1)];
    if (back + ahead + 1 >= length) {
      return [
        [r - back * dr, c - back * dc],
        [r + ahead * dr, c + ahead * dc],
      ];
    }
  }
  return null;
}
