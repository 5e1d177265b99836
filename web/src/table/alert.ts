/** Telling players what happens while they look elsewhere: the window's title, a sound, a screen reader. */

import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../boards/api";
import { named, plain } from "../boards/default";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { speak } from "../notices";
import { chime } from "../sound";
import { gameTitle } from "../saying";
import { w } from "../words";
import { stateSaid } from "./state";

export function useAlert(scene: Scene, game: GameCard | undefined, board: Board | null): void {
  const { card, you, turn, last, view, text, paused } = scene;
  const ours = you !== null && turn.includes(you) && !paused;
  const state = stateSaid(scene);
  const spokenOf = useRef<unknown>(last);

  useEffect(() => {
    document.title = `${ours ? `● ${w("your_turn")}` : gameTitle(game)} · Tablehall`;
    return () => void (document.title = "Tablehall");
  }, [ours, game]);
  useEffect(() => {
    if (ours) chime();
  }, [ours]);
  useEffect(() => {
    const fresh = last !== spokenOf.current;
    spokenOf.current = last;
    const name = last ? (card.seats[last[0]]?.name ?? "") : "";
    const move = fresh && last && game && last[0] !== you ? `${name}: ${(board?.say ?? plain)(last[1], game)}.` : "";
    const position = board && !board.speaks ? named(text, card.seats) : "";
    speak([move, state, position].filter(Boolean).join(" "));
  }, [view, last, state]);
}
