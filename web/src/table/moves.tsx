/** The moves so far. */

import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../boards/api";
import { plain } from "../boards/default";
import type { MoveMade, Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { seatName } from "../saying";
import { w } from "../words";

export function Moves({ scene, game, board }: { scene: Scene; game: GameCard; board: Board | null }) {
  const { moves, card, last } = scene;
  const who = (seat: number): string => card.seats[seat]?.name ?? seatName(game, seat);
  const say = (move: unknown): string => (board?.say ?? plain)(move, game);
  if (moves.length) return <MoveList moves={moves} at={moves.length - 1} say={say} who={who} />;
  // What was done before we came is not told where there are secrets, but for the last of it.
  return last && <p class="last-move">{w("last_move", { name: who(last[0]), move: say(last[1]) })}</p>;
}

interface MoveListProps {
  moves: MoveMade[];
  /** The move that led to the position that is shown. */
  at: number;
  say: (move: unknown) => string;
  who: (seat: number) => string;
  /** Show the position after a move. */
  onPick?: (number: number) => void;
}

export function MoveList({ moves, at, say, who, onPick }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const shown = list.current?.children[at];
    if (list.current && shown instanceof HTMLElement) list.current.scrollTop = shown.offsetTop - 60;
  }, [at, moves.length]);
  return (
    <section class="moves">
      <h2>{w("moves")}</h2>
      <ol ref={list} tabIndex={0} aria-label={w("moves")}>
        {moves.map((made, number) => (
          <li key={made.seq} class={`by${made.seat}`} aria-current={number === at ? "step" : undefined}>
            <small>{number + 1}</small>
            <span class="unseen">{who(made.seat)}: </span>
            {onPick ? (
              <button type="button" class="quiet" onClick={() => onPick(number)}>
                {say(made.move)}
              </button>
            ) : (
              <span>{say(made.move)}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
