/** Trying other moves from a position of a game that is over, and what the house would play there. */

import { useEffect, useRef, useState } from "preact/hooks";
import { type Branch, getLine, getOpinion, type Line, type Opinion, type TriedMove } from "../hall/http";
import { tried } from "../notices";

export interface Trying {
  /** How it stands after the moves that were tried; null: nothing is tried. */
  line: Line | null;
  /** Whose move it is then; null: nobody's. */
  mover: number | null;
  /** What the house would play now: null, it was not asked; `thinking`, it has not answered yet. */
  opinion: Opinion | "thinking" | null;
  start: () => void;
  stop: () => void;
  /** Try a move; why not, in a sentence. */
  act: (move: unknown) => Promise<string>;
  back: () => void;
  /** Ask the house; why it does not say, in a sentence. */
  ask: () => Promise<string>;
}

export function useTrying(branch: Branch): Trying {
  const { table, after } = branch;
  const [lines, draw] = useState<Line[]>([]);
  /** The same, ahead of what is drawn: a pawn steps and becomes something in one go. */
  const now = useRef(lines);
  const keep = (next: Line[]): void => draw((now.current = next));
  const [opinion, hear] = useState<Trying["opinion"]>(null);
  const line = lines.at(-1) ?? null;
  const mover = (): number => now.current.at(-1)?.turn[0] ?? 0;
  useEffect(() => keep([]), [table, after]);
  useEffect(() => hear(null), [line]);
  const made = (): TriedMove[] => now.current.at(-1)?.tried.map(({ seat, move }) => [seat, move]) ?? [];
  const go = (moves: TriedMove[]): Promise<string> =>
    tried(async () => {
      const next = await getLine(branch, moves);
      keep([...now.current.slice(0, moves.length), next]);
    });
  return {
    line,
    mover: line?.turn[0] ?? null,
    opinion,
    start: () => void go([]),
    stop: () => keep([]),
    act: async (move) => (await go([...made(), [mover(), move]])).replace(/^Move \d+: /, ""),
    back: () => {
      const before = lines.slice(0, -1).findLastIndex(({ tried }) => !tried.at(-1)?.more); // what belongs together
      if (before >= 0) keep(lines.slice(0, before + 1));
    },
    ask: async () => {
      hear("thinking");
      const why = await tried(async () => hear(await getOpinion(branch, made(), mover())));
      if (why) hear(null);
      return why;
    },
  };
}
