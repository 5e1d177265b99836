/** What each seat of a game on squares has taken, from what is missing on the board. */

import type { Look } from "../hall/wire";
import type { GridView } from "./grid";

export interface Material {
  /** Kinds of the other seat's pieces that are gone, and how many of each. */
  taken: [kind: string, count: number][];
  /** By how many points we have more on the board; 0 if we have not. */
  ahead: number;
}

/** How many pieces of each kind a seat has on the board. */
function counted({ rows }: GridView, seat: number): Map<string, number> {
  const count = new Map<string, number>();
  for (const seen of rows.flat()) if (seen?.[0] === seat) count.set(seen[1], (count.get(seen[1]) ?? 0) + 1);
  return count;
}

/** What this one of two seats has taken. A piece that became another was one of those that there are most of. */
export function material(view: GridView, seat: number, { pieces = {} }: Look): Material {
  const [own, other] = [counted(view, seat), counted(view, 1 - seat)];
  const kinds = Object.entries(pieces).map(([kind, { start = 0, worth = 0 }]) => ({ kind, start, worth, left: other.get(kind) ?? 0 }));
  const most = Math.max(...kinds.map(({ start }) => start));
  const became = kinds.reduce((sum, { start, left }) => sum + Math.max(0, left - start), 0);
  const gone = kinds.map(({ kind, start, left }): [string, number] => [kind, start - left - (start === most ? became : 0)]);
  const points = kinds.reduce((sum, { kind, worth, left }) => sum + worth * ((own.get(kind) ?? 0) - left), 0);
  return { taken: gone.filter(([, count]) => count > 0), ahead: Math.max(0, points) };
}

/** Whether anything can be taken in a game at all, as its look says. */
export const takes = ({ pieces = {}, pairs }: Look): boolean => !!pairs || Object.values(pieces).some(({ start }) => start);
