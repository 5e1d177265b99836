/** A player at the table: name, pieces, clock, whether they are here and on turn. */

import { useEffect, useState } from "preact/hooks";
import type { Board } from "../boards/api";
import { now } from "../hall/connection";
import { isAway } from "../hall/presence";
import type { Scene } from "../hall/table";
import type { Chair, GameCard } from "../hall/wire";
import { Mark } from "../marks";
import { to } from "../route";
import { seatName } from "../saying";
import { play } from "../sound";
import { w } from "../words";

interface SeatProps {
  seat: number;
  scene: Scene;
  game: GameCard;
  board: Board | null;
}

export function SeatBar({ seat, scene, game, board }: SeatProps) {
  const chair = scene.card.seats[seat];
  const onTurn = scene.card.status === "playing" && scene.turn.includes(seat);
  const won = scene.outcome && new Set(scene.outcome.ranks).size > 1 && scene.outcome.ranks[seat] === 1;
  const points = scene.outcome?.scores?.[seat];
  const score = scene.view && board?.score ? board.score(scene.view, seat) : "";
  const away = isAway(scene.card, seat) || (!!chair && !chair.person && scene.card.status === "waiting");
  const marks = ["seat", onTurn && "on-turn", away && "away", chair?.gone && "gone", won && "won"];
  return (
    <div class={marks.filter(Boolean).join(" ")}>
      {board?.Token ? <board.Token game={game} seat={seat} /> : <span class="number">{seat + 1}</span>}
      <div class="who">
        <Mark chair={chair} />
        <Name chair={chair} />
        <small>
          {[
            game.seat_names[seat] ? seatName(game, seat) : "", // a number stands beside the name already
            seat === scene.you ? w("you") : "",
            chair?.gone ? w("is_out") : away ? w("is_gone") : "",
            score,
            points === undefined ? "" : w("points", { n: String(points) }),
            won ? w("won") : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </div>
      {scene.view && board?.Tray ? <board.Tray view={scene.view} seat={seat} game={game} /> : null}
      <Clock seat={seat} scene={scene} />
    </div>
  );
}

/** Who sits there. The results of that name are somebody else's if it is one for this table only. */
function Name({ chair }: { chair: Chair | null | undefined }) {
  if (!chair) return <span class="free">{w("free_seat")}</span>;
  return chair.stranger ? <span>{chair.name}</span> : <a href={to("player", chair.name)}>{chair.name}</a>;
}

const TICK = 200;
/** Milliseconds that are so few that they are shown in red, and heard. */
const SHORT = 10_000;

/** Our last seconds are heard, one by one. */
function useTicking(left: number | null): void {
  const second = left !== null && left > 0 && left < SHORT ? Math.ceil(left / 1000) : 0;
  useEffect(() => {
    if (second) play("low");
  }, [second]);
}

/** What a player has left; it counts down while their clock runs. */
function Clock({ seat, scene: { card, clocks, paused, you } }: { seat: number; scene: Scene }) {
  const [, tick] = useState(0);
  const since = clocks?.running[seat] ?? 0;
  const runs = since > 0 && !paused && card.status === "playing";
  useEffect(() => {
    if (!runs) return;
    const timer = window.setInterval(() => tick(Date.now()), TICK);
    return () => window.clearInterval(timer);
  }, [runs]);
  const { kind = "none", time = 0 } = card.clock ?? {};
  useTicking(clocks && runs && seat === you && kind !== "none" ? (kind === "total" ? (clocks.left[seat] ?? 0) : time) - (now() - since) : null);
  if (!clocks || kind === "none") return null;
  const whole = kind === "total" ? (clocks.left[seat] ?? 0) : time;
  const left = Math.max(0, runs ? whole - (now() - since) : whole);
  const short = runs && left < SHORT;
  return (
    <time class={short ? "clock short" : "clock"} role="timer" aria-label={w("time_left")}>
      {told(left)}
    </time>
  );
}

/** A time on a clock: 4:09, or 8.3 when it gets short. */
export const told = (left: number): string => (left < 10_000 ? (Math.ceil(left / 100) / 10).toFixed(1) : minutes(left));

/** A time to the second: 1:02:03, 4:09. */
export function minutes(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
