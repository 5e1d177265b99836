/** Looking back at earlier positions while the game goes on: by a click in the list of moves, or by arrow keys. */

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { MoveMade, Position, Scene, Table } from "../hall/table";

export interface Looking {
  /** The number of the move whose position is shown; -1: the beginning. */
  at: number;
  /** The earlier position that is shown; null: the game as it stands. */
  past: Position | null;
  goTo: (number: number) => void;
}

/** Where fingers mean something else: a text, or a board that has arrows of its own. */
const isBusy = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [role=grid], [role=group][data-round], svg [data-part], dialog") !== null;

/** Where the keys lead: left and right go back and on, Home and End to the beginning and the end. */
interface Ways {
  back: number;
  on: number;
  begin: number;
  end: number;
}

/** Looking through what was played by arrow keys, wherever they mean nothing else. */
export function useArrows({ back, on, begin, end }: Ways, goTo: (number: number) => void): void {
  // At once: whoever presses again as soon as they see where they are shall go on from there.
  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      if (isBusy(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      const ways: Record<string, number> = { ArrowLeft: back, ArrowRight: on, Home: begin, End: end };
      const goal = ways[event.key];
      if (goal === undefined || goal < begin || goal > end) return;
      event.preventDefault();
      goTo(goal);
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, [back, on, begin, end, goTo]);
}

/** The ends of the turns before and after a move: what belongs together is gone through at once. */
export function aroundTurn(moves: MoveMade[], at: number): { back: number; on: number } {
  const back = moves.slice(0, Math.max(0, at)).findLastIndex(({ more }) => !more);
  const on = moves.findIndex(({ more }, number) => number > at && !more);
  return { back: at < 0 ? -2 : back, on: on < 0 ? moves.length - 1 : on };
}

/** The position we look at. Those that we have not seen are asked for where the hall tells them. */
export function useLooking(table: Table, { moves, start }: Scene, open: boolean): Looking {
  const [wanted, want] = useState<number | null>(null);
  const end = moves.length - 1;
  const at = wanted === null ? end : Math.min(wanted, end);
  // Moves were taken back until we looked at the game as it stands: so it stays.
  useEffect(() => {
    if (wanted !== null && wanted >= end) want(null);
  }, [wanted, end]);
  const known = at < 0 ? start : (moves[at]?.position ?? null);
  const goTo = (number: number): void => want(number >= end ? null : number);
  const begin = open || start ? -1 : Math.max(0, moves.findIndex((move) => move.position));
  useArrows({ ...aroundTurn(moves, at), begin, end }, goTo);
  const missing = wanted !== null && at < end && !known && open;
  useEffect(() => {
    if (missing) void table.recallPositions();
  }, [missing]);
  return { at, past: wanted !== null && at < end ? known : null, goTo };
}
