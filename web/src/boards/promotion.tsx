/** Which piece? A pawn on the last row, or any square where more than one kind can be set. */

import { useEffect, useRef } from "preact/hooks";
import { kindSaid } from "../saying";
import { w } from "../words";
import type { BoardProps } from "./api";
import type { GridMove, GridView, Place } from "./grid";
import { Shape } from "./pieces";

export function Promotion({ game, legal, seat, onMove }: BoardProps<GridView, GridMove>) {
  const first = useRef<HTMLButtonElement>(null);
  const kinds = legal.filter((move): move is Place => move.type === "place" && !!move.piece);
  useEffect(() => first.current?.focus(), [kinds.length > 0]);
  if (!kinds.length || seat === null) return null;
  return (
    <div class="promotion" role="group" aria-label={w("promote")}>
      <p>{w("promote")}</p>
      {kinds.map((move, number) => {
        const label = kindSaid(move.piece ?? "") || move.piece;
        return (
          <button key={move.piece} ref={number ? null : first} type="button" aria-label={label} title={label} onClick={() => void onMove(move)}>
            <svg viewBox="0 0 100 100" aria-hidden="true">
              <Shape look={game.look} owner={seat} kind={move.piece ?? ""} />
            </svg>
          </button>
        );
      })}
    </div>
  );
}
