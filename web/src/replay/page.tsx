/** A finished game, move by move; its dice are checked right here. */

import { useMemo, useState } from "preact/hooks";
import { useSubject } from "../attention";
import { boardOf } from "../boards/register";
import { plain } from "../boards/default";
import { exportPath, getReplay, type ReplayPart } from "../hall/http";
import { games } from "../hall/lobby";
import type { Scene } from "../hall/table";
import { useLoaded } from "../loaded";
import { go, route, shareable, to } from "../route";
import { Copy } from "../small";
import { when } from "../lobby/say";
import { MoveList } from "../table/moves";
import { SeatBar } from "../table/seats";
import { gameTitle, outcomeSaid, seatName } from "../saying";
import { w } from "../words";
import { framesOf } from "./frames";
import { Player } from "./player";
import { ProofPanel } from "./proofpanel";

export function ReplayPage({ number }: { number: number }) {
  const asked = route.value.query.get("seat");
  const seat = asked === null ? undefined : Number(asked);
  const code = route.value.query.get("code") ?? "";
  const replay = useLoaded(() => getReplay(number, code, seat), [number, code, seat]);
  if (replay === undefined) return <p class="empty">{w("loading")}</p>;
  if (replay === null) return <p class="empty">{w("no_replay")}</p>;
  return <Replay key={seat} replay={replay} code={code} seat={seat ?? null} />;
}

interface ReplayProps {
  replay: ReplayPart;
  /** What opens its log, if the table was private. */
  code: string;
  seat: number | null;
}

function Replay({ replay, code, seat }: ReplayProps) {
  const frames = useMemo(() => framesOf(replay), [replay]);
  const wanted = Number(route.value.query.get("at") ?? 0);
  const [at, goTo] = useState(() => Math.max(0, frames.findIndex((frame) => frame.scene.seq === wanted)));
  const [flipped, flip] = useState(false);
  const game = games.value.get(replay.game);
  const board = boardOf(game);
  useSubject(`${w("replay")}: ${gameTitle(game)}`);
  const frame = frames[at];
  if (!frame || !game) return <p class="empty">{w(frames.length ? "loading" : "no_replay")}</p>;
  const { scene } = frame;
  const seatBar = (number: number) => <SeatBar key={number} seat={number} scene={scene} game={game} board={board} />;
  const seats = scene.card.seats.map((_, number) => number);
  const pair = seats.length === 2;
  const flips = !!game.look.facing;
  const near = flips && flipped ? 1 : 0;
  const all = frames.at(-1)?.scene.moves ?? [];
  return (
    <div class="room replay" data-at={scene.seq}>
      <div class="stage">
        {pair && seatBar(1 - near)}
        {board && (
          <board.Board
            game={game}
            options={{}}
            view={scene.view}
            text={scene.text}
            seat={null}
            seats={scene.card.seats}
            turn={scene.turn}
            legal={NONE}
            last={scene.last}
            events={scene.events}
            outcome={scene.outcome}
            flipped={flipped}
            onMove={() => Promise.resolve(false)}
          />
        )}
        {pair && seatBar(near)}
        <Player at={at} last={frames.length - 1} goTo={goTo} />
      </div>
      <aside class="side">
        <header class="state">
          <h1>
            {replay.title || gameTitle(game)} <small>{when(replay.at)}</small>
          </h1>
          <p class="now">{replay.outcome ? outcomeSaid(replay.outcome, null, scene.card.seats) : w("was_closed")}</p>
        </header>
        {!pair && <div class="seats">{seats.map(seatBar)}</div>}
        {!board?.open && <Eyes replay={replay} code={code} seat={seat} seats={scene.card.seats} />}
        <div class="actions buttons">
          {flips && (
            <button type="button" onClick={() => flip(!flipped)}>
              {w("flip")}
            </button>
          )}
          <a class="button" href={exportPath(replay.table, code)} download>
            {w("download")}
          </a>
        </div>
        <MoveList
          moves={all}
          at={scene.moves.length - 1}
          say={(move) => (board?.say ?? plain)(move, game)}
          who={(number) => scene.card.seats[number]?.name ?? seatName(game, number)}
          onPick={(number) => goTo(frames.findLastIndex((each) => each.scene.moves.length === number + 1))}
        />
        <ProofPanel table={replay.table} code={code} draws={replay.draws} />
        <Copy text={shareable(to("replay", replay.table, { at: String(scene.seq), code }))} label={w("share_position")} />
      </aside>
    </div>
  );
}

const NONE: unknown[] = [];

/** Through whose eyes: in games with secrets everybody saw something else. */
function Eyes({ replay, code, seat, seats }: ReplayProps & { seats: Scene["card"]["seats"] }) {
  return (
    <label class="eyes">
      {w("through_eyes")}
      <select
        value={seat ?? ""}
        onChange={(event) => go(to("replay", replay.table, { seat: event.currentTarget.value, code }))}
      >
        <option value="">{w("a_spectator")}</option>
        {seats.map((chair, number) => (
          <option key={number} value={number}>
            {chair?.name}
          </option>
        ))}
      </select>
    </label>
  );
}
