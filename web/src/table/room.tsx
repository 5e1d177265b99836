/** A table in its frame: the board with our moves, what lies over it, and what can be read and done beside it. */

import { useEffect, useState } from "preact/hooks";
import { isOurs } from "../attention";
import { ActionBar } from "../boards/bar";
import type { Board } from "../boards/api";
import { boardOf } from "../boards/register";
import { ask, link } from "../hall/connection";
import { games } from "../hall/lobby";
import type { Position, Scene, Table } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { lazily } from "../lazily";
import { tried } from "../notices";
import { gameTitle } from "../saying";
import { w } from "../words";
import { Absences, Question } from "./absences";
import { Tools } from "./actions";
import { useAlert } from "./alert";
import { codeOf } from "./code";
import { Files } from "./files";
import { Frame } from "./frame";
import { Gathering, Start } from "./gathering";
import { useLooking } from "./looking";
import { Moves } from "./moves";
import { useRating } from "./result";
import { Proposed, stateSaid } from "./state";
import { Talk } from "./talk";

const EndCard = lazily(() => import("./end").then((module) => module.EndCard), true);

const NOBODY: number[] = [];
const NOTHING: unknown[] = [];
const NO_OPTIONS = {};

/** Our legal moves in this position. */
function useLegal({ card, view, you, turn, paused }: Scene): unknown[] {
  const [legal, setLegal] = useState(NOTHING);
  const ours = you !== null && turn.includes(you) && card.status === "playing" && !paused && link.value === "open";
  useEffect(() => {
    let current = true;
    setLegal(NOTHING);
    if (!ours) return;
    ask({ type: "legal", table: card.table }).then(
      (told) => current && told.type === "legal" && setLegal(told.moves),
      () => {}, // the next connection asks again
    );
    return () => void (current = false);
  }, [card.table, ours, view]);
  return legal;
}

/** The moves before we came are asked for where everybody may know them. */
function useEarlier(table: Table, { card, code, unheard }: Scene, open: boolean): void {
  const told = unheard && open && (code !== "" || card.spectators !== false);
  useEffect(() => {
    if (told) void table.recall();
  }, [table, told]);
}

/** Whose bar is next to us: our own, or at boards that face somebody whoever they face. */
export function nearSeat(seats: number, you: number | null, facing: boolean, flipped: boolean): number | null {
  if (facing) return ((you ?? 0) === 1) !== flipped ? 1 : 0;
  return you ?? (seats === 2 ? 0 : null);
}

export function Room({ table, scene }: { table: Table; scene: Scene }) {
  const { card, you, view } = scene;
  const [flipped, flip] = useState(false);
  const [settled, settle] = useState(false);
  const rating = useRating(scene);
  const game = games.value.get(card.game);
  const board = boardOf(game);
  useAlert(scene, game, board);
  useEarlier(table, scene, !!board?.open);
  const { at, past, goTo } = useLooking(table, scene, !!board?.open);
  if (!game) return <p class="empty">{w("loading")}</p>;
  const facing = !!game.look.facing;
  const state = stateSaid(scene);
  const shown = past ? { ...scene, ...past, events: [] } : scene;
  const told = !!game.formats?.length && scene.moves.length > 0 && (!!codeOf(scene) || card.spectators !== false);
  const files = told && <Files table={table.number} code={codeOf(scene)} formats={game.formats ?? []} at={scene.moves[at]?.seq ?? scene.seq} />;
  // The button goes away: whoever pressed it by key goes on at the board.
  const goBack = (button: HTMLElement): void => {
    if (button.matches(":focus-visible")) button.closest(".room")?.querySelector<SVGElement>(".play [tabindex='0']")?.focus({ preventScroll: true });
    goTo(Infinity);
  };
  const back = past && (
    <button type="button" class={isOurs(scene) ? "main back" : "back"} onClick={(event) => goBack(event.currentTarget)}>
      {w("back_to_game")}
    </button>
  );
  return (
    <Frame
      class={past ? "past" : ""}
      scene={shown}
      game={game}
      board={board}
      near={nearSeat(card.seats.length, you, facing, flipped)}
      title={<Title scene={scene} about={gameTitle(game)} />}
      above={<Absences scene={scene} game={game} />}
      below={
        <>
          <Question scene={scene} game={game} />
          <Proposed scene={scene} />
          {scene.outcome && !past && !settled && <EndCard scene={scene} game={game} rating={rating} close={() => settle(true)} />}
          {back}
        </>
      }
      panels={[
        { id: "moves", label: w("moves"), icon: "moves", body: <Moves scene={scene} game={game} board={board} at={at} onPick={goTo} view={shown.view} files={files} /> },
        { id: "talk", label: w("talk"), icon: "talk", body: <Talk scene={scene} game={game} /> },
      ]}
      tools={<Tools scene={scene} game={game} settled={settled} flip={facing && !!view ? () => flip(!flipped) : null} />}
    >
      {view && board ? (
        <Playing board={board} game={game} scene={scene} past={past} state={state} flipped={flipped} />
      ) : (
        <>
          <div class="play">
            <Gathering scene={scene} game={game} />
          </div>
          <ActionBar ours={isOurs(scene)} state={state}>
            <Start scene={scene} />
          </ActionBar>
        </>
      )}
    </Frame>
  );
}

interface PlayingProps {
  board: Board;
  game: GameCard;
  scene: Scene;
  /** The earlier position that is looked at. */
  past: Position | null;
  state: string;
  flipped: boolean;
}

/** The board with our moves. When these are told, it alone is drawn anew and not the whole frame. */
function Playing({ board, game, scene, past, state, flipped }: PlayingProps) {
  const { card, you, turn, outcome } = scene;
  const legal = useLegal(scene);
  const { view, text, last } = past ?? scene;
  return (
    <board.Board
      game={game}
      options={card.options ?? NO_OPTIONS}
      view={view}
      text={text}
      seat={you}
      seats={card.seats}
      turn={past ? NOBODY : turn}
      legal={past ? NOTHING : legal}
      last={last}
      events={past ? NOTHING : scene.events}
      outcome={past ? null : outcome}
      state={state}
      past={past !== null}
      flipped={flipped}
      onMove={(wanted) => tried(() => ask({ type: "act", table: card.table, move: wanted }))}
    />
  );
}

/** What is played here, and how many look on. */
function Title({ scene: { card, watching }, about }: { scene: Scene; about: string }) {
  return (
    <>
      <h1>
        {card.title || about}
        {card.title && <small> {about}</small>}
      </h1>
      {watching > 0 && <p class="watching">{w("watching", { n: String(watching) })}</p>}
    </>
  );
}
