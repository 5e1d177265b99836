/** How the boards of squares differ. */

import type { Word } from "../words";
import type { Square } from "./grid";

export interface Look {
  /** Two-coloured squares, ruled cells, lines to set stones on, or a frame with holes. */
  board: "chequered" | "cells" | "lines" | "frame";
  /** Whether the square in the corner at seat 0's left is dark. */
  darkCorner?: boolean;
  /** So many in a line win. */
  line?: number;
  /** Pieces fall to the lowest free square of a column. */
  falls?: boolean;
  /** The player of seat 1 sits opposite. */
  turns?: boolean;
}

export const LOOKS: Record<string, Look> = {
  chess: { board: "chequered", darkCorner: true, turns: true },
  checkers: { board: "chequered", darkCorner: true, turns: true },
  dama: { board: "chequered", darkCorner: false, turns: true },
  tictactoe: { board: "cells", line: 3 },
  pente: { board: "lines", line: 5 },
  connect_four: { board: "frame", line: 4, falls: true },
};

/** What players call a square: e4. */
export const squareName = ([r, c]: Square): string => `${String.fromCharCode(97 + c)}${r + 1}`;

const KINDS = new Set<string>(["pawn", "knight", "bishop", "rook", "queen", "king", "man", "stone"]);

/** The word for a kind of piece, if there is one. */
export const kindWord = (kind: string): Word | null => (KINDS.has(kind) ? (`piece_${kind}` as Word) : null);
