/** Which board shows which game. A board is loaded when its game is first seen. */

import { signal } from "@preact/signals";
import type { GameCard } from "../hall/wire";
import type { Board } from "./api";
import { defaultBoard } from "./default";

/** The boards that were drawn for one game alone, in folders that are named after it. */
const own = import.meta.glob<Board>("./*/board.tsx", { import: "board" });
const squares = (): Promise<Board> => import("./squares").then((module) => module.squares);

const loaded = signal<ReadonlyMap<string, Board>>(new Map());
const asked = new Set<string>();

/** The board of a game; null while it is being loaded. */
export function boardOf(game: GameCard | undefined): Board | null {
  if (!game) return null;
  const { name, look } = game;
  const load = own[`./${name}/board.tsx`] ?? (look.board ? squares : null);
  if (!load) return defaultBoard;
  if (!asked.has(name)) {
    asked.add(name);
    const ready = (board: Board) => (loaded.value = new Map(loaded.value).set(name, board));
    load().then(ready, () => ready(defaultBoard)); // the hall may have got a newer page meanwhile
  }
  return loaded.value.get(name) ?? null;
}
