/** Before the first round: everybody chooses towers and a wizard. One may change one's mind until one is content. */

import type { ComponentChildren } from "preact";
import type { BoardProps } from "../api";
import { TowerFigure, Wizard } from "./figures";
import { wizardName } from "./say";
import type { EriantysMove, EriantysView, Player, Tower } from "./table";
import { e } from "./words";

const WIZARDS = [1, 2, 3, 4];

interface SetupProps extends BoardProps<EriantysView, EriantysMove> {
  who: (seat: number) => string;
}

const chosenBy = ({ tower, wizard }: Player): string =>
  [tower && e(`tower_${tower}`), wizard && wizardName(wizard)].filter(Boolean).join(", ");

export function Setup({ view, seat, legal, who, onMove }: SetupProps) {
  const player = view.players[seat ?? view.seat];
  const towers: Tower[] = view.players.length === 3 ? ["black", "white", "grey"] : ["black", "white"];
  const choice = (move: EriantysMove, chosen: boolean, label: string, picture: ComponentChildren) => {
    const offered = legal.some((other) => JSON.stringify(other) === JSON.stringify(move));
    return (
      <button
        key={label}
        type="button"
        class={chosen ? "option chosen" : "option"}
        disabled={!offered && !chosen}
        aria-pressed={chosen}
        onClick={() => offered && void onMove(move)}
      >
        <svg viewBox="-30 -30 60 60" aria-hidden="true">
          {picture}
        </svg>
        {label}
      </button>
    );
  };
  return (
    <div class="setup">
      <h2>{e("choose_tower")}</h2>
      <div class="options">
        {towers.map((tower) =>
          choice({ type: "set_tower", tower }, player?.tower === tower, e(`tower_${tower}`), <TowerFigure tower={tower} scale={1.7} />),
        )}
      </div>
      <h2>{e("choose_wizard")}</h2>
      <div class="options">
        {WIZARDS.map((wizard) =>
          choice({ type: "set_wizard", wizard }, player?.wizard === wizard, wizardName(wizard), <Wizard wizard={wizard} />),
        )}
      </div>
      {legal.some(({ type }) => type === "next") && (
        <button type="button" class="main big" onClick={() => void onMove({ type: "next" })}>
          {e("ready")}
        </button>
      )}
      <ul class="chosen-so-far">
        {view.players.map((each, number) => (
          <li key={number}>
            <b>{who(number)}</b>: {chosenBy(each) || "…"}
          </li>
        ))}
      </ul>
    </div>
  );
}
