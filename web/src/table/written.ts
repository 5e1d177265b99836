/** The moves of a game as they are written down: what belongs to one turn stands together. */

import type { MoveMade } from "../hall/table";

/** What somebody did in one turn: one move, or several that belong together. */
export interface Written {
  seat: number;
  text: string;
  /** The numbers of its first and its last move. */
  first: number;
  last: number;
}

/** The turns of a game; moves for which there is no notation are said. */
export function written(moves: MoveMade[], say: (move: unknown) => string): Written[] {
  const turns: Written[] = [];
  let goesOn = false;
  moves.forEach(({ seat, move, notation, more = false }, number) => {
    const before = turns.at(-1);
    if (goesOn && before?.seat === seat) {
      before.text += notation ?? `, ${say(move)}`;
      before.last = number;
    } else turns.push({ seat, text: notation ?? say(move), first: number, last: number });
    goesOn = more;
  });
  return turns;
}

/** A line of a list in two columns: the move of each of two players, if there is one. */
export type Pair = [Written | null, Written | null];

/** Turns in lines of two: whoever begins is on the left. */
export function paired(turns: Written[]): Pair[] {
  const beginner = turns[0]?.seat ?? 0;
  const lines: Pair[] = [];
  for (const turn of turns) {
    const line = lines.at(-1);
    if (turn.seat === beginner) lines.push([turn, null]);
    else if (line && !line[1]) line[1] = turn;
    else lines.push([null, turn]);
  }
  return lines;
}
