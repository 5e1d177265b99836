/** The schools of the others, small: their tables, professors, towers and purse. One of them can be opened. */

import { Figure, Sign, Wizard } from "./figures";
import { schoolSaid } from "./say";
import { Still } from "./still";
import { COLOURS, type EriantysView, partnerOf, towersLeft } from "./table";
import { e } from "./words";

interface RivalsProps {
  view: EriantysView;
  /** Our seat. */
  seat: number;
  opened: number | null;
  who: (seat: number) => string;
  /** A school is pointed at; null: it no longer is. */
  onPoint: (seat: number | null) => void;
  /** A school is opened until it is closed, or closed. */
  onToggle: (seat: number) => void;
}

export function Rivals({ view, seat, opened, who, onPoint, onToggle }: RivalsProps) {
  const around = view.players.map((_, step) => (seat + step) % view.players.length).slice(1);
  return (
    <ul class="rivals">
      {around.map((rival) => (
        <li key={rival}>
          <Rival {...{ view, opened, onPoint, onToggle }} seat={rival} name={who(rival)} partner={partnerOf(view, seat) === rival} />
        </li>
      ))}
    </ul>
  );
}

interface RivalProps extends Omit<RivalsProps, "who"> {
  name: string;
  partner: boolean;
}

function Rival({ view, seat, opened, onPoint, onToggle, name, partner }: RivalProps) {
  const player = view.players[seat];
  if (!player) return null;
  const label = [schoolSaid(view, seat, e("school_of", { name })), partner && e("your_partner")].filter(Boolean).join(". ");
  const marks = ["rival", view.seat === seat && !view.outcome && "acting", partner && "partner", opened === seat && "opened"];
  return (
    <button
      type="button"
      class={marks.filter(Boolean).join(" ")}
      data-school={seat}
      aria-label={label}
      aria-expanded={opened === seat}
      onClick={() => onToggle(seat)}
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && onPoint(seat)}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && onPoint(null)}
    >
      <span class="name">
        {player.wizard && <Wizard wizard={player.wizard} />}
        <b>{name}</b>
      </span>
      {partner && <span class="with">{e("your_partner")}</span>}
      <Still of={[player, view.professors, towersLeft(view, seat)]}>
        <span class="counts">
          {COLOURS.map((colour) => (
            <span key={colour} class={view.professors[colour] === seat ? "teaches" : ""}>
              <svg class="sign-of" viewBox="-15 -16 30 31" aria-hidden="true">
                <Figure of={`student${colour}`} />
                {view.professors[colour] === seat && <Figure of="cap" y={-2} />}
              </svg>
              <i>{player.dining[colour]}</i>
            </span>
          ))}
        </span>
        <span class="waits">
          {COLOURS.flatMap((colour) => Array.from({ length: player.entrance[colour] }, () => colour)).map((colour, n) => (
            <Sign key={n} of={`student${colour}`} />
          ))}
        </span>
        <span class="has">
          {player.tower && (
            <span>
              <Sign of={`tower-${player.tower}`} />
              {towersLeft(view, seat)}
            </span>
          )}
          {view.expert && (
            <span>
              <Sign of="coin" />
              {player.coins}
            </span>
          )}
          {player.assistant !== null && <span class="played">{player.assistant}</span>}
        </span>
      </Still>
    </button>
  );
}
