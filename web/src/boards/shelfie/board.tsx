/** The board of My Shelfie: the living room, the shelves, the goals and the points. */

import { Fragment } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameCard } from "../../hall/wire";
import { seatName } from "../../saying";
import { w } from "../../words";
import type { Board, BoardProps } from "../api";
import { Bar, waiting } from "../bar";
import { type Chooser, useChooser } from "../chooser";
import { Common, Personal, Points } from "./cards";
import { Room, ShelfPicture, shelfSaid } from "./furniture";
import { count, guess, inOrder, justPut, type Kind, kindsOf, partsOf, type ShelfieMove } from "./shelf";
import type { ShelfieView } from "./shelf";
import { TilePicture } from "./tiles";
import { s } from "./words";
import { usePull } from "../spots";
import "../drawn.css";
import "./shelfie.css";

type Props = BoardProps<ShelfieView, ShelfieMove>;

function ShelfieBoard(props: Props) {
  const { game, view, seats, seat, legal, last } = props;
  const [order, setOrder] = useState<Kind[]>([]);
  useEffect(() => setOrder(kindsOf(view.hand)), [view]);
  const kept = useMemo(() => inOrder(legal, order), [legal, order]);
  const chooser = useChooser({ ...props, legal: kept }, partsOf, (part) => guess(part, view, order));
  const who = (number: number): string => seats[number]?.name ?? seatName(game, number);
  const mine = seat ?? knownSeat(view);
  const putting = chooser.ours && view.hand !== "";
  const holder = view.turn === seat ? s("hand") : s("hand_of", { name: who(view.turn) });
  const near = useNear(putting);
  const others = view.order.filter((number) => number !== mine);
  const label = (number: number): string => (number === seat ? s("shelf") : s("shelf_of", { name: who(number) }));
  const shelf = (number: number, active: boolean) => (
    <ShelfPicture
      shelf={view.shelves[number] ?? []}
      label={label(number)}
      card={view.personal[number] ?? null}
      fresh={justPut(last, number, view.shelves[number] ?? [])}
      chooser={active ? chooser : undefined}
      order={order}
    />
  );
  return (
    <div class="drawn shelfie" onKeyDown={(event) => event.key === "Escape" && chooser.cancel()} {...usePull(chooser, "all")}>
      <div class={mine === null ? "parlour" : "parlour own"}>
        <div class={putting ? "away" : ""}>
          <Room room={view.room} chooser={chooser} />
          <p class="caption">{s("bag", { n: view.bag })}</p>
        </div>
        <div class="mine" ref={near}>
          {view.hand && <Hand order={order} swap={putting ? setOrder : null} title={holder} />}
          {mine !== null && shelf(mine, seat !== null)}
          {mine !== null && <p class="caption">{label(mine)}</p>}
        </div>
      </div>
      <Bar chooser={chooser} prompt={prompt(props, chooser)} say={asked} />
      {view.finisher !== null && !view.over && <p class="news">{s("last_round", { name: who(view.finisher) })}</p>}
      <section class="goals">
        <h2>{s("goals")}</h2>
        <ul>
          {view.commons.map((card) => (
            <Common key={card.name} card={card} who={who} />
          ))}
          {view.personal.map(
            (card, number) =>
              card && (
                <Personal
                  key={card.number}
                  card={card}
                  shelf={view.shelves[number] ?? []}
                  label={number === seat ? s("personal") : s("personal_of", { name: who(number) })}
                />
              ),
          )}
        </ul>
        <p class="caption">{s("groups_more")}</p>
      </section>
      <div class="around">
        <div class="others">
          {others.map((number) => (
            <figure key={number}>
              {shelf(number, false)}
              <figcaption>{who(number)}</figcaption>
            </figure>
          ))}
        </div>
        <Points view={view} who={who} />
      </div>
    </div>
  );
}

/** In a replay through somebody's eyes: whose card is known is looked at as if they were we. */
function knownSeat({ personal, over }: ShelfieView): number | null {
  const known = personal.findIndex(Boolean);
  return known < 0 || over ? null : known;
}

/** When there is something to put, the shelf comes into sight. */
function useNear(putting: boolean) {
  const near = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (putting) near.current?.scrollIntoView({ block: "nearest" });
  }, [putting]);
  return near;
}

function prompt(props: Props, { ours, draft, ready }: Chooser<ShelfieMove>): string {
  if (!ours) return waiting(props, say);
  if (props.view.hand) return s("do_put");
  if (!draft.length) return s("do_pick");
  return s(ready ? "do_pick_more" : "do_gap");
}

const tilesSaid = (kinds: Kind[]): string => kinds.map((kind) => s(kind)).join(", ");

/** A move as something to be done. */
const asked = (move: ShelfieMove): string =>
  move.type === "pick" ? s("take", { tiles: tilesSaid(move.tiles.map(({ type }) => type)) }) : s("put", { n: move.column + 1 });

/** The tiles picked, the lowest first, and buttons to change their order. */
function Hand({ order, swap, title }: { order: Kind[]; swap: ((order: Kind[]) => void) | null; title: string }) {
  const swapped = (place: number): Kind[] => order.toSpliced(place, 2, ...order.slice(place, place + 2).reverse());
  return (
    <div class="hand" role="group" aria-label={title}>
      <span>{title}</span>
      {order.map((kind, place) => (
        <Fragment key={place}>
          {place > 0 && swap && order[place - 1] !== kind && (
            <button
              type="button"
              class="swap"
              aria-label={s("swap", { a: s(order[place - 1] ?? kind), b: s(kind) })}
              onClick={() => swap(swapped(place - 1))}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 9H19L15 5M20 15H5L9 19" />
              </svg>
            </button>
          )}
          <svg class="held" viewBox="0 0 100 100" role="img" aria-label={place ? s(kind) : `${s(kind)}, ${s("lowest")}`}>
            <TilePicture kind={kind} />
          </svg>
        </Fragment>
      ))}
      {order.length > 1 && <small>← {s("lowest")}</small>}
    </div>
  );
}

/** A move for the list of moves. */
function say(move: ShelfieMove): string {
  if (move.type === "pick") return s("said_take", { tiles: tilesSaid(move.tiles.map(({ type }) => type)) });
  return s("said_put", { n: move.column + 1, tiles: tilesSaid(move.tiles) });
}

function words(view: ShelfieView, game: GameCard): string {
  const shelves = view.order.map((seat) => {
    const { tokens, groups } = count(view, seat);
    const points = `${w("points", { n: String(view.points[seat]) })} (${s("tokens")} ${tokens}, ${s("groups")} ${groups})`;
    return `${shelfSaid(view.shelves[seat] ?? [], s("shelf_of", { name: seatName(game, seat) }))}. ${points}`;
  });
  return [...shelves, ...view.commons.map(({ name }) => s(name)), s("bag", { n: view.bag })].join("\n");
}

export const board: Board<ShelfieView, ShelfieMove> = {
  Board: ShelfieBoard,
  say,
  words,
  score: (view, seat) => (view.over ? "" : w("points", { n: String(view.points[seat]) })),
  speaks: true,
};
