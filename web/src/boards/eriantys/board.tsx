/** The board of Eriantys: the sea in the middle, characters and rivals at its rim, one's own school and hand in front. */

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../icons";
import { seatName } from "../../saying";
import { colon, w } from "../../words";
import type { Board, BoardProps } from "../api";
import { Bar } from "../bar";
import type { Chooser } from "../chooser";
import { Why } from "../why";
import { Characters, OpenedCard } from "./characters";
import { Facts } from "./facts";
import { Figures } from "./figures";
import { foresee, Foreseen } from "./foreseen";
import { Hand } from "./hand";
import { useEscape, usePicking } from "./picking";
import { asked, prompt } from "./playing";
import { Rivals } from "./rivals";
import { moveSaid, words } from "./say";
import { School } from "./school";
import { Sea } from "./sea";
import { Setup } from "./setup";
import { type EriantysMove, type EriantysView, partnerOf, takenAssistants, towersBuilt } from "./table";
import type { EriantysEvent } from "./travel";
import { e } from "./words";
import "../drawn.css";
import "./eriantys.css";
import "./rim.css";
import "./sea.css";
import "./schools.css";
import "./small.css";

type Props = BoardProps<EriantysView, EriantysMove, EriantysEvent>;
/** A seat by its player's name. */
type Who = (seat: number) => string;

function EriantysBoard(props: Props) {
  const { game, view, seats, seat, legal, last } = props;
  const { chooser, why, aim, play, ghost, drag } = usePicking(props);
  const [peeked, peek] = useState(0);
  const [opened, open] = useState<number | null>(null);
  const [pointed, point] = useState<number | null>(null);
  useEscape(() => {
    chooser.cancel();
    open(null);
  });
  const who: Who = (number) => seats[number]?.name ?? seatName(game, number);
  const choosing = view.phase === "choosing";
  const seen = opened ?? pointed;
  const picked = chooser.draft[0]?.startsWith("character") ? Number(chooser.draft[0].slice(10)) : peeked;
  const card = view.cards.find((each) => each.card === picked);
  const looks = ["ground", seat === null ? "watched" : "ours", view.expert && "expert"];
  return (
    <>
      <div ref={play} class="play drawn eriantys" {...drag}>
        <Figures />
        <div class={looks.filter(Boolean).join(" ")} data-seats={view.players.length}>
          <Sea view={view} chooser={chooser} aim={aim} touched={last?.[1].type === "to_island" ? last[1].island : undefined} covered={!!card}>
            {card && <OpenedCard card={card} view={view} chooser={chooser} />}
          </Sea>
          <div class="rim" data-scrolls>
            {seat !== null && !choosing && (
              <Rivals {...{ view, seat, who }} opened={seen} onPoint={point} onToggle={(rival) => open(rival === opened ? null : rival)} />
            )}
            {view.expert && <Characters view={view} chooser={chooser} onPeek={peek} />}
            <Facts view={view} who={who} />
          </div>
          {choosing ? <Setup {...props} who={who} /> : seat === null ? <Schools view={view} who={who} /> : <Dock {...{ view, seat, chooser, who }} />}
          {seen !== null && !choosing && (
            <div class="opened-school">
              <School view={view} seat={seen} name={who(seen)} />
            </div>
          )}
        </div>
        <div ref={ghost} class="carried" aria-hidden="true">
          <svg />
        </div>
        <Foreseen aim={aim} chooser={chooser} ahead={foresee(view, chooser)} />
        <Why why={why} />
      </div>
      <Bar chooser={chooser} state={props.state} prompt={prompt(props, chooser)} say={(move) => asked(move, view)}>
        {choosing && legal.some(({ type }) => type === "next") && (
          <button type="button" class="main" onClick={() => void props.onMove({ type: "next" })}>
            {e("ready")}
          </button>
        )}
      </Bar>
    </>
  );
}

interface DockProps {
  view: EriantysView;
  seat: number;
  chooser: Chooser<EriantysMove>;
  who: Who;
}

/** Our school and our hand; where there is room for one only, the one that the phase asks for, or the other. */
function Dock({ view, seat, chooser, who }: DockProps) {
  const [other, swap] = useState(false);
  useEffect(() => swap(false), [view.phase, view.seat]);
  const player = view.players[seat];
  return (
    <>
      <div class="dock" data-shown={(view.phase === "planning") !== other ? "hand" : "school"}>
        <School view={view} seat={seat} chooser={chooser} />
        {player && <Hand player={player} taken={takenAssistants(view, who)} chooser={chooser} />}
      </div>
      <button type="button" class="swap" aria-label={e("school_or_hand")} onClick={() => swap(!other)}>
        <Icon name="swap" />
      </button>
    </>
  );
}

/** To who looks on no school is nearer than another. */
function Schools({ view, who }: { view: EriantysView; who: Who }) {
  return (
    <div class="dock" role="group" aria-label={w("seats")} tabIndex={0} data-scrolls>
      {view.players.map((_, seat) => (
        <School key={seat} view={view} seat={seat} name={who(seat)} />
      ))}
    </div>
  );
}

/** The towers a seat's side has built, and at a table of four with whom. */
function score(view: EriantysView, seat: number): string {
  const [partner, tower] = [partnerOf(view, seat), view.players[seat]?.tower];
  const built = tower && e(`tower_${tower}`) + colon() + towersBuilt(view.islands, tower);
  return [partner !== null && e("with_seat", { n: partner + 1 }), built].filter(Boolean).join(" · ");
}

export const board: Board<EriantysView, EriantysMove, EriantysEvent> = {
  Board: EriantysBoard,
  say: moveSaid,
  words,
  score,
  sound: ({ events }) => (events.some(({ type }) => type === "tower_on_island_changed") ? "capture" : "move"),
  open: true,
  speaks: true,
};
