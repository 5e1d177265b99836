/** The moves so far, to read and to go back to while the game goes on. */

import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Board } from "../boards/api";
import { plain } from "../boards/default";
import type { MoveMade, Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { seatName } from "../saying";
import { language, w } from "../words";
import { useInSight } from "./sight";
import { paired, type Written, written } from "./written";

interface MovesProps {
  scene: Scene;
  game: GameCard;
  board: Board | null;
  /** The number of the move whose position is shown. */
  at: number;
  /** Show the position after a move; null: it cannot be had. */
  onPick: ((number: number) => void) | null;
  /** The position that is shown. */
  view: unknown;
  files: ComponentChildren;
}

export function Moves(props: MovesProps) {
  const { board, game, view } = props;
  const words = useMemo(() => (board?.words && view ? board.words(view, game) : ""), [board, view, game, language.value]);
  return (
    <>
      <List {...props} />
      {props.files}
      {words && (
        <details class="in-words">
          <summary>{w("in_words")}</summary>
          <pre tabIndex={0}>{words}</pre>
        </details>
      )}
    </>
  );
}

function List({ scene, game, board, at, onPick }: MovesProps) {
  const { moves, card, last } = scene;
  const who = (seat: number): string => card.seats[seat]?.name ?? seatName(game, seat);
  const say = (move: unknown): string => (board?.say ?? plain)(move, game);
  if (moves.length) return <MoveList moves={moves} at={at} say={say} who={who} pair={!!game.look.board && card.seats.length === 2} onPick={onPick} />;
  // What was done before we came is not told where there are secrets, but for the last of it.
  return last && <p class="last-move">{w("last_move", { name: who(last[0]), move: say(last[1]) })}</p>;
}

interface MoveListProps {
  moves: MoveMade[];
  /** The move that led to the position that is shown. */
  at: number;
  say: (move: unknown) => string;
  who: (seat: number) => string;
  /** In two columns, as the moves of two players are written. */
  pair: boolean;
  onPick: ((number: number) => void) | null;
}

export function MoveList({ moves, at, say, who, pair, onPick }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  useInSight(list, "[aria-current]", `${at} ${moves.length}`);
  const turns = written(moves, say);
  const turn = (made: Written | null) =>
    made ? (
      <Turn made={made} shown={at >= made.first && at <= made.last} who={pair ? "" : who(made.seat)} unseen={who(made.seat)} onPick={onPick} />
    ) : (
      <span class="turn">…</span>
    );
  return (
    <ol ref={list} class={pair ? "pairs" : ""} tabIndex={0} aria-label={w("moves")}>
      {pair
        ? paired(turns).map(([left, right], number) => (
            <li key={number}>
              <small>{number + 1}.</small>
              {turn(left)}
              {right && turn(right)}
            </li>
          ))
        : turns.map((made, number) => (
            <li key={made.first}>
              <small>{number + 1}.</small>
              {turn(made)}
            </li>
          ))}
    </ol>
  );
}

interface TurnProps {
  made: Written;
  shown: boolean;
  who: string;
  unseen: string;
  onPick: ((number: number) => void) | null;
}

function Turn({ made, shown, who, unseen, onPick }: TurnProps) {
  const said = (
    <>
      {who ? <b>{who}: </b> : <span class="unseen">{unseen}: </span>}
      {made.text}
    </>
  );
  const current = shown ? "step" : undefined;
  if (!onPick) {
    return (
      <span class="turn" aria-current={current}>
        {said}
      </span>
    );
  }
  return (
    <button type="button" class="turn quiet" tabIndex={shown ? 0 : -1} aria-current={current} onClick={() => onPick(made.last)}>
      {said}
    </button>
  );
}
