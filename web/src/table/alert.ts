/** Telling who is at a table what happens there: what the window is about, what is heard, what a screen reader says. */

import { useEffect, useRef } from "preact/hooks";
import { useSubject } from "../attention";
import type { Board } from "../boards/api";
import { named, plain } from "../boards/default";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { speak } from "../notices";
import { gameTitle } from "../saying";
import { play, prepare } from "../sound";
import { mood } from "./result";
import { stateSaid } from "./state";

export function useAlert(scene: Scene, game: GameCard | undefined, board: Board | null): void {
  const { card, you, last, view, text } = scene;
  const state = stateSaid(scene);
  const spokenOf = useRef<unknown>(last);

  useSubject(gameTitle(game));
  useSounds(scene, board);
  useEffect(() => {
    const fresh = last !== spokenOf.current;
    spokenOf.current = last;
    const name = last ? (card.seats[last[0]]?.name ?? "") : "";
    const written = scene.moves.at(-1)?.notation;
    const move = fresh && last && game && last[0] !== you ? `${name}: ${written ?? (board?.say ?? plain)(last[1], game)}.` : "";
    const position = board && !board.speaks ? named(text, card.seats) : "";
    speak([move, state, position].filter(Boolean).join(" "));
  }, [view, last, state]);
}

/** Every move is heard, and the end; not what had happened before we came. */
function useSounds(scene: Scene, board: Board | null): void {
  const { view, last, events, outcome } = scene;
  const heard = useRef({ view, last, over: outcome !== null });
  useEffect(prepare, []);
  useEffect(() => {
    const before = heard.current;
    heard.current = { view, last, over: outcome !== null };
    if (outcome && !before.over) play(mood(scene));
    else if (last && last !== before.last && view) play(board?.sound?.({ before: before.view, view, events }) ?? "move");
  }, [view, last, outcome]);
}
