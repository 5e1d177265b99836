/** The board of Eriantys: islands and clouds, schools, assistants and characters. */

import { seatName } from "../../saying";
import type { Board, BoardProps } from "../api";
import { Bar, waiting } from "../bar";
import { type Chooser, useChooser } from "../chooser";
import { Assistants, Characters } from "./cards";
import { IslandMap } from "./islands";
import { moveSaid, words } from "./say";
import { School } from "./school";
import { Setup } from "./setup";
import { type EriantysMove, type EriantysView, guess, partsOf, studentsToMove, towersBuilt } from "./table";
import { e } from "./words";
import { usePull } from "../spots";
import "../drawn.css";
import "./eriantys.css";

type Props = BoardProps<EriantysView, EriantysMove>;

function EriantysBoard(props: Props) {
  const { game, view, seats, seat } = props;
  const chooser = useChooser(props, (move) => partsOf(move, view), (part) => guess(part, view));
  const pull = usePull(chooser, "ends");
  const who = (number: number): string => seats[number]?.name ?? seatName(game, number);
  const own = seat === null ? undefined : view.players[seat];
  const label = (number: number): string => (number === seat ? e("your_school") : e("school_of", { name: who(number) }));
  const school = (number: number) => (
    <School key={number} view={view} seat={number} name={who(number)} label={label(number)} chooser={number === seat ? chooser : undefined} />
  );
  const others = view.players.flatMap((_, number) => (number === seat ? [] : [school(number)]));
  const facts = [
    view.last_round && !view.outcome && e("last_round"),
    e("order", { names: view.order.map(who).join(", ") }),
    e("bag", { n: view.bag }),
    view.expert && e("supply", { n: view.supply }),
  ];
  const caption = <p class="caption">{facts.filter(Boolean).join(" · ")}</p>;
  const bar = <Bar chooser={chooser} prompt={prompt(props, chooser)} say={asked} />;
  if (!view.islands.length) {
    return (
      <div class="drawn eriantys">
        <Setup {...props} who={who} />
        {bar}
      </div>
    );
  }
  return (
    <div class="drawn eriantys" onKeyDown={(event) => event.key === "Escape" && chooser.cancel()} {...pull}>
      {own && seat !== null ? (
        <div class="world">
          <IslandMap view={view} chooser={chooser} />
          <div class="own">
            {school(seat)}
            <Assistants player={own} label={e("assistants")} chooser={chooser} />
            {caption}
            {others.length === 1 && others}
          </div>
        </div>
      ) : (
        <div class="world seen">
          <IslandMap view={view} chooser={chooser} />
          {others}
        </div>
      )}
      {!own && caption}
      {bar}
      {view.expert && <Characters view={view} chooser={chooser} />}
      {own && others.length > 1 && <div class="schools">{others}</div>}
    </div>
  );
}

/** A move as something to be done. */
const asked = (move: EriantysMove): string =>
  move.type === "take_cloud" ? e("say_cloud", { n: move.cloud + 1 }) : moveSaid(move);

/** What a character can ask for; of several things the first. */
const ASKED = ["entrance", "island", "oncard", "colour", "dining"] as const;

/** What a character that is being used still wants to know. */
function characterPrompt({ next, ready }: Chooser<EriantysMove>): string {
  if (ready) return next.size ? e("ask_more") : "";
  const kinds = new Set([...next].map((part) => part.split(":", 1)[0]));
  const wanted = ASKED.find((kind) => kinds.has(kind));
  return wanted ? e(`ask_${wanted}`) : "";
}

function prompt(props: Props, chooser: Chooser<EriantysMove>): string {
  const { view } = props;
  const { ours, draft } = chooser;
  if (!ours) return waiting(props, moveSaid);
  if (draft[0]?.startsWith("character:")) return characterPrompt(chooser);
  switch (view.phase) {
    case "choosing":
      return e("do_choose");
    case "planning":
      return e("do_plan");
    case "move_students":
      return draft.length ? e("do_where") : e("do_students", { n: studentsToMove(view) - view.moved });
    case "move_mother_nature":
      return e("do_walk");
    case "choose_cloud":
      return e("do_cloud");
  }
}

/** The towers a seat's side has built. */
function score(view: EriantysView, seat: number): string {
  const player = view.players[seat];
  if (!player?.tower) return "";
  return `${e(`tower_${player.tower}`)}: ${towersBuilt(view.islands, player.tower)}`;
}

export const board: Board<EriantysView, EriantysMove> = {
  Board: EriantysBoard,
  say: moveSaid,
  words,
  score,
  open: true,
  speaks: true,
};
