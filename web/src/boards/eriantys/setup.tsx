/** Before the first round: everybody chooses towers and a wizard. One may change one's mind until one is content. */

import type { ComponentChildren } from "preact";
import type { BoardProps } from "../api";
import { Sign, Wizard } from "./figures";
import { wizardName } from "./say";
import { type EriantysMove, type EriantysView, partnerOf, type Player, type Tower } from "./table";
import { e } from "./words";

const WIZARDS = [1, 2, 3, 4];

interface SetupProps extends BoardProps<EriantysView, EriantysMove> {
  who: (seat: number) => string;
}

export function Setup({ view, seat, legal, who, onMove }: SetupProps) {
  const own = view.players[seat ?? -1];
  const partner = seat === null ? null : partnerOf(view, seat);
  const towers: Tower[] = view.players.length === 3 ? ["black", "white", "grey"] : ["black", "white"];
  const choice = (move: EriantysMove, takes: (player: Player) => boolean, label: string, picture: ComponentChildren) => {
    const offered = legal.some((other) => JSON.stringify(other) === JSON.stringify(move));
    const chosen = !!own && takes(own);
    const takers = view.players.flatMap((player, number) => (takes(player) && player !== own ? [who(number)] : []));
    return (
      <button
        key={label}
        type="button"
        class={chosen ? "option chosen" : "option"}
        disabled={!offered && !chosen}
        aria-pressed={chosen}
        onClick={() => offered && void onMove(move)}
      >
        {picture}
        <span>{label}</span>
        <small>{takers.join(", ")}</small>
      </button>
    );
  };
  return (
    <div class="setup">
      <h2>{e("choose_tower")}</h2>
      <div class="options">
        {towers.map((tower) =>
          choice({ type: "set_tower", tower }, (player) => player.tower === tower, e(`tower_${tower}`), <Sign of={`tower-${tower}`} />),
        )}
      </div>
      <h2>{e("choose_wizard")}</h2>
      <div class="options">
        {WIZARDS.map((wizard) =>
          choice(
            { type: "set_wizard", wizard },
            (player) => player.wizard === wizard,
            wizardName(wizard),
            <Wizard wizard={wizard} />,
          ),
        )}
      </div>
      {partner !== null && <p class="with">{e("play_with", { name: who(partner) })}</p>}
    </div>
  );
}
