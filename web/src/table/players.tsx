/** Everybody at the table: the others on the far side, and whoever is near. */

import { useRef } from "preact/hooks";
import type { Board } from "../boards/api";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { w } from "../words";
import { SeatBar } from "./seats";
import { useInSight } from "./sight";

interface PlayersProps {
  scene: Scene;
  game: GameCard;
  board: Board | null;
  near: number | null;
}

export function Players({ scene, game, board, near }: PlayersProps) {
  const others = useRef<HTMLDivElement>(null);
  useInSight(others, ".on-turn", scene.turn.join());
  const bar = (seat: number) => <SeatBar key={seat} seat={seat} scene={scene} game={game} board={board} />;
  const seats = scene.card.seats.map((_, seat) => seat);
  const after = near === null ? seats : [...seats.slice(near + 1), ...seats.slice(0, near)];
  return (
    <div class="players">
      <div ref={others} class={after.length > 1 ? "others many" : "others"} role="group" aria-label={w("other_players")} tabIndex={after.length > 3 ? 0 : undefined}>
        {after.map(bar)}
      </div>
      <div class="own">{near !== null && bar(near)}</div>
    </div>
  );
}
