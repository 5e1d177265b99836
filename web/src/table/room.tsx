/** Around the board: players, clocks, what can be done, moves and talk. */

import { useEffect, useState } from "preact/hooks";
import { boardOf } from "../boards/register";
import { ask, link } from "../hall/connection";
import { games } from "../hall/lobby";
import type { Scene, Table } from "../hall/table";
import { attempt } from "../notices";
import { GamePicture } from "../pictures";
import { w } from "../words";
import { Actions } from "./actions";
import { useAlert } from "./alert";
import { Gathering } from "./gathering";
import { Moves } from "./moves";
import { SeatBar } from "./seats";
import { State } from "./state";
import { Talk } from "./talk";

/** Our legal moves in this position. */
function useLegal({ card, view, you, turn, paused }: Scene): unknown[] {
  const [legal, setLegal] = useState<unknown[]>([]);
  const ours = you !== null && turn.includes(you) && card.status === "playing" && !paused && link.value === "open";
  useEffect(() => {
    let current = true;
    setLegal([]);
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

export function Room({ table, scene }: { table: Table; scene: Scene }) {
  const { card, you, view, outcome } = scene;
  const legal = useLegal(scene);
  const [flipped, flip] = useState(false);
  const game = games.value.get(card.game);
  const board = boardOf(game);
  useAlert(scene, game, board);
  useEarlier(table, scene, !!board?.open);
  if (!game) return <p class="empty">{w("loading")}</p>;
  const move = (wanted: unknown) => attempt(() => ask({ type: "act", table: table.number, move: wanted }));
  const seatBar = (seat: number) => <SeatBar key={seat} seat={seat} scene={scene} game={game} board={board} />;
  const seats = card.seats.map((_, seat) => seat);
  const pair = seats.length === 2;
  const flips = !!game.look.facing;
  const near = flips ? ((you ?? 0) === 1) !== flipped ? 1 : 0 : (you ?? 0);
  return (
    <div class="room" data-seq={scene.seq} data-status={card.status} data-turn={scene.turn.join()}>
      <div class="stage">
        {pair && seatBar(1 - near)}
        {view && board ? (
          <board.Board
            game={game}
            options={card.options ?? {}}
            view={view}
            text={scene.text}
            seat={you}
            seats={card.seats}
            turn={scene.turn}
            legal={legal}
            last={scene.last}
            events={scene.events}
            outcome={outcome}
            flipped={flipped}
            onMove={move}
          />
        ) : (
          <div class="lid">
            <GamePicture name={card.game} />
          </div>
        )}
        {pair && seatBar(near)}
      </div>
      <aside class="side">
        <State scene={scene} game={game} />
        {card.status === "waiting" && <Gathering scene={scene} game={game} />}
        {!pair && <div class="seats">{seats.map(seatBar)}</div>}
        <Actions scene={scene} game={game} flips={flips && !!view} flip={() => flip(!flipped)} />
        <Moves scene={scene} game={game} board={board} />
        <Talk scene={scene} game={game} />
        {board?.words && view !== null && (
          <details class="in-words">
            <summary>{w("in_words")}</summary>
            <pre>{board.words(view, game)}</pre>
          </details>
        )}
      </aside>
    </div>
  );
}
