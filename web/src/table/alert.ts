/** Telling who sits at a table what happens there: what the window is about, and what a screen reader says. */

import { useEffect, useRef } from "preact/hooks";
import { useSubject } from "../attention";
import type { Board } from "../boards/api";
import { named, plain } from "../boards/default";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { speak } from "../notices";
import { gameTitle } from "../saying";
import { stateSaid } from "./state";

export function useAlert(scene: Scene, game: GameCard | undefined, board: Board | null): void {
  const { card, you, last, view, text } = scene;
  const state = stateSaid(scene);
  const spokenOf = useRef<unknown>(last);

  useSubject(gameTitle(game));
  useEffect(() => {
    const fresh = last !== spokenOf.current;
    spokenOf.current = last;
    const name = last ? (card.seats[last[0]]?.name ?? "") : "";
    const move = fresh && last && game && last[0] !== you ? `${name}: ${(board?.say ?? plain)(last[1], game)}.` : "";
    const position = board && !board.speaks ? named(text, card.seats) : "";
    speak([move, state, position].filter(Boolean).join(" "));
  }, [view, last, state]);
}
