/** Everybody at the table: the others on the far side, and whoever is near. */

import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../boards/api";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { w } from "../words";
import { SeatBar } from "./seats";

interface PlayersProps {
  scene: Scene;
  game: GameCard;
  board: Board | null;
  near: number | null;
}

export function Players({ scene, game, board, near }: PlayersProps) {
  const others = useRef<HTMLDivElement>(null);
  const turn = scene.turn.join();
  // Where many sit, whoever is on turn comes into sight, at every size; the page itself does not move for it.
  useEffect(() => {
    const list = others.current;
    if (!list) return;
    const show = (): void => {
      const bar = list.querySelector<HTMLElement>(".on-turn");
      if (!bar) return;
      list.scrollLeft = bar.offsetLeft - (list.clientWidth - bar.offsetWidth) / 2;
      list.scrollTop = bar.offsetTop - (list.clientHeight - bar.offsetHeight) / 2;
    };
    const resized = new ResizeObserver(show);
    resized.observe(list);
    return () => resized.disconnect();
  }, [turn]);
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
