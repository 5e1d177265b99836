/** A finished game, move by move; its dice are checked right here. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { useSubject } from "../attention";
import { boardOf } from "../boards/register";
import { plain } from "../boards/default";
import { exportPath, getReplay, type Line, type Opinion, type ReplayPart } from "../hall/http";
import { games } from "../hall/lobby";
import type { Scene } from "../hall/table";
import { useLoaded } from "../loaded";
import { show } from "../notices";
import { go, route, shareable, to } from "../route";
import { Tool } from "../icons";
import { Copy } from "../small";
import { when } from "../lobby/say";
import { MoveList } from "../table/moves";
import { Files } from "../table/files";
import { Frame } from "../table/frame";
import { useArrows } from "../table/looking";
import { nearSeat } from "../table/room";
import { gameTitle, outcomeSaid, seatName } from "../saying";
import { w } from "../words";
import { framesOf } from "./frames";
import { Player } from "./player";
import { type Trying, useTrying } from "./trying";
import { ProofPanel } from "./proofpanel";
import { r } from "./words";

export function ReplayPage({ number }: { number: number }) {
  const asked = route.value.query.get("seat");
  const seat = asked === null ? undefined : Number(asked);
  const code = route.value.query.get("code") ?? "";
  const replay = useLoaded(() => getReplay(number, code, seat), [number, code, seat]);
  if (replay === undefined) return <p class="empty">{w("loading")}</p>;
  if (replay === null) return <p class="empty">{r("no_replay")}</p>;
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
  useAddress(replay.table, frames[at]?.scene.seq ?? 0, code, seat);
  const trying = useTrying({ table: replay.table, code, after: frames[at]?.scene.seq ?? 0 });
  const { line, mover } = trying;
  useArrows(line ? { back: at, on: at, begin: at, end: at } : { back: at - 1, on: at + 1, begin: 0, end: frames.length - 1 }, goTo);
  const [flipped, flip] = useState(false);
  const game = games.value.get(replay.game);
  const board = boardOf(game);
  useSubject(`${w("replay")}: ${gameTitle(game)}`);
  const frame = frames[at];
  if (!frame || !game) return <p class="empty">{frames.length ? w("loading") : r("no_replay")}</p>;
  const scene = line ? afterLine(frame.scene, line) : frame.scene;
  const facing = !!game.look.facing;
  const thrown = Object.keys(replay.draws).length > 0; // where nothing was, there is little to prove
  const all = frames.at(-1)?.scene.moves ?? [];
  const opinion = trying.opinion === "thinking" ? null : trying.opinion;
  const result = replay.outcome ? outcomeSaid(replay.outcome, null, scene.card.seats, game) : w("was_closed");
  const say = (move: unknown): string => (board?.say ?? plain)(move, game);
  const moves = (
    <MoveList
      moves={all}
      at={frame.scene.moves.length - 1}
      say={say}
      who={(number) => scene.card.seats[number]?.name ?? seatName(game, number)}
      pair={!!game.look.board && scene.card.seats.length === 2}
      onPick={(number) => goTo(frames.findLastIndex((each) => each.scene.moves.length === number + 1))}
    />
  );
  const files = game.formats?.length ? <Files table={replay.table} code={code} formats={game.formats} at={frame.scene.seq} /> : null;
  return (
    <Frame
      class="replay"
      scene={scene}
      game={game}
      board={board}
      near={nearSeat(scene.card.seats.length, null, facing, flipped)}
      title={
        <>
          <h1>
            {replay.title || gameTitle(game)} <small>{when(replay.at)}</small>
          </h1>
          {!board?.open && <Eyes replay={replay} code={code} seat={seat} seats={scene.card.seats} />}
        </>
      }
      panels={[
        { id: "moves", label: w("moves"), icon: "moves", body: <>{moves}{files}</> },
        { id: "proving", label: w("proof"), icon: "proof", aside: !thrown, body: <ProofPanel table={replay.table} code={code} draws={replay.draws} /> },
        {
          id: "share",
          label: r("share_position"),
          icon: "share",
          aside: true,
          body: <Copy text={shareable(to("replay", replay.table, { at: String(scene.seq), code }))} label={r("share_position")} />,
        },
      ]}
      above={line && <Tried trying={trying} say={say} />}
      tools={
        <>
          <Tool icon="search" label={r(line ? "stop_trying" : "try_moves")} pressed={line !== null} onPress={line ? trying.stop : trying.start} />
          {line && <Tool icon="undo" label={r("try_back")} onPress={trying.back} />}
          {line && !line.outcome && <Tool icon="think" label={r("ask_house")} onPress={() => void trying.ask().then((why) => why && show(why))} />}
          <Tool icon="download" label={w("download")} href={exportPath(replay.table, code)} download />
          {facing && <Tool icon="flip" label={w("flip")} onPress={() => flip(!flipped)} />}
        </>
      }
      player={<Player at={at} last={frames.length - 1} goTo={goTo} />}
    >
      {board && (
        <board.Board
          game={game}
          options={{}}
          view={scene.view}
          text={scene.text}
          seat={mover}
          seats={scene.card.seats}
          turn={scene.turn}
          legal={line?.legal[mover ?? 0] ?? NONE}
          last={scene.last}
          events={scene.events}
          outcome={scene.outcome}
          state={line ? (line.outcome ? outcomeSaid(line.outcome, null, scene.card.seats, game) : r("you_try")) : result}
          past={false}
          hint={opinion?.moves[0] ?? null}
          flipped={line && facing ? flipped !== (mover === 1) : flipped}
          onMove={trying.act}
        />
      )}
    </Frame>
  );
}

const NONE: unknown[] = [];

/** A scene of the game after other moves than those that were played. */
const afterLine = (scene: Scene, { view, text, turn, last, outcome, events }: Line): Scene => ({ ...scene, view, text, turn, last, outcome, events, clocks: null });

/** What the house thinks of its chances there. */
function judged({ value, ends }: Opinion): string {
  if (ends) return r(ends > 0 ? "house_wins" : "house_loses", { n: Math.abs(ends) });
  return value === undefined ? "" : `(${value < 0 ? "−" : "+"}${(Math.abs(value) / 100).toFixed(1)})`;
}

/** The moves that were tried, and what the house says, over the edge of the board. */
function Tried({ trying: { line, opinion }, say }: { trying: Trying; say: (move: unknown) => string }) {
  const made = line?.tried.map(({ notation, more, move }) => (notation ?? say(move)) + (more ? "" : " ")).join("");
  const house = opinion && opinion !== "thinking" ? [r("house_plays", { move: opinion.notation ?? opinion.moves.map(say).join(", ") }), judged(opinion)].join(" ") : "";
  return (
    <p class="tried" role="status">
      <b>{made}</b> {opinion === "thinking" ? r("house_thinks") : house}
    </p>
  );
}
const PAUSE = 250;

/** The address follows the position, so that whoever copies it shares what they see. */
function useAddress(table: number, seq: number, code: string, seat: number | null): void {
  useEffect(() => {
    const query = { at: String(seq), code, seat: seat === null ? "" : String(seat) };
    const timer = window.setTimeout(() => history.replaceState(null, "", to("replay", table, query)), PAUSE); // browsers allow only so many
    return () => window.clearTimeout(timer);
  }, [table, seq, code, seat]);
}

/** Through whose eyes: in games with secrets everybody saw something else. */
function Eyes({ replay, code, seat, seats }: ReplayProps & { seats: Scene["card"]["seats"] }) {
  return (
    <label class="eyes">
      {r("through_eyes")}
      <select
        value={seat ?? ""}
        onChange={(event) => go(to("replay", replay.table, { seat: event.currentTarget.value, code }))}
      >
        <option value="">{r("a_spectator")}</option>
        {seats.map((chair, number) => (
          <option key={number} value={number}>
            {chair?.name}
          </option>
        ))}
      </select>
    </label>
  );
}
