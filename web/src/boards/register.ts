/** Which board shows which game. A board is loaded when its game is first seen. */

import { signal } from "@preact/signals";
import type { Board } from "./api";
import { defaultBoard } from "./default";

const squares = () => import("./squares").then((module) => module.squares);

/** The boards by the names of their games; every other game gets the default board. */
const boards: Record<string, () => Promise<Board>> = {
  tictactoe: squares,
  connect_four: squares,
  pente: squares,
  checkers: squares,
  chess: squares,
  dama: squares,
  mia: () => import("./mia").then((module) => module.mia),
  shelfie: () => import("./shelfie").then((module) => module.shelfie),
  eriantys: () => import("./eriantys").then((module) => module.eriantys),
};

const loaded = signal<ReadonlyMap<string, Board>>(new Map());
const asked = new Set<string>();

/** The board of a game; null while it is being loaded. */
export function boardOf(game: string): Board | null {
  const load = Object.hasOwn(boards, game) ? boards[game] : undefined;
  if (!load) return defaultBoard;
  if (!asked.has(game)) {
    asked.add(game);
    const ready = (board: Board) => (loaded.value = new Map(loaded.value).set(game, board));
    load().then(ready, () => ready(defaultBoard)); // the hall may have got a newer page meanwhile
  }
  return loaded.value.get(game) ?? null;
}
