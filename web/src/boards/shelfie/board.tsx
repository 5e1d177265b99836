/** The board of My Shelfie: the living room, our shelf with the hand above it, the goals, and the others' shelves. */

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameCard } from "../../hall/wire";
import { seatName } from "../../saying";
import { language, w } from "../../words";
import type { Board, BoardProps } from "../api";
import { Bar } from "../bar";
import { useChooser } from "../chooser";
import { useWhy, Why } from "../why";
import { type Around, goalSheets, shelfSheets } from "./cards";
import { columnUnder, useCarrying, usePicking } from "./carry";
import { type Aim, ShelfPicture, shelfSaid } from "./furniture";
import { imagined, progress } from "./goals";
import { Hand } from "./hand";
import { Peek, Sheets, usePeek } from "./peek";
import { asked, news, prompt, say } from "./say";
import { count, guess, inOrder, justPicked, justPut, type Kind, kindsOf, kindsOfParts, mostFor, numbersIn, partsOf, type ShelfieEvent, type ShelfieMove, type ShelfieView, total, whyInstead } from "./shelf";
import { Tally } from "./tally";
import { TilePicture, Tokens } from "./tiles";
import { useTravel } from "./travel";
import { s } from "./words";
import { Room } from "./room";
import "../drawn.css";
import "./tiles.css";
import "./furniture.css";
import "./cards.css";
import "./shelfie.css";

type Props = BoardProps<ShelfieView, ShelfieMove, ShelfieEvent>;

function ShelfieBoard(props: Props) {
  const { game, view, seats, seat, last, outcome } = props;
  const mine = useMine(view, seat);
  const shelf = (mine === null ? null : view.shelves[mine]) ?? [];
  const who = (number: number): string => seats[number]?.name ?? seatName(game, number);
  const play = useTurn(props, shelf);
  const { chooser, order, aimed, shown, putting } = play;
  const peeking = usePeek();
  const then = useMemo(
    () => (mine !== null && aimed !== null && view.hand ? imagined(view, mine, aimed, order) : null),
    [view, aimed, order, mine],
  );
  const around: Around = { view, then, mine, seat, who, last, just: new Set(props.events.map(({ card }) => card ?? "")) };
  const hinted = useMemo(() => (props.hint ? partsOf(props.hint) : NONE), [props.hint]);
  const names = [language.value, ...seats.map((chair) => chair?.name)].join();
  const goals = useMemo(() => goalSheets(around), [view, then, mine, names, props.events]);
  const shelves = useMemo(() => shelfSheets(around), [view, mine, names, last]);
  const fresh = useMemo(() => (mine === null ? new Set<string>() : justPut(last, mine, shelf)), [last, shelf]);
  const lit = useMemo(() => litBy(view, mine, peeking.open), [view, mine, peeking.open]);
  const chosen = kindsOfParts(view.room, shown);
  const aim: Aim = { chooser, hinted, live: putting, order, column: aimed, open: play.open, letGo: play.letGo, gain: then && mine !== null ? total(then, mine) - total(view, mine) : 0 };
  const own = useTravel(last, play.dragged);
  const note = news(view, seat, who);
  return (
    <>
      <div
        ref={own}
        class="play drawn shelfie"
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (peeking.open) peeking.close(true);
          else chooser.cancel();
        }}
        {...play.picking.on}
      >
        <div class={["parlour", mine === null ? "watched" : "seated", view.order.length > 2 && "many", putting && "putting"].filter(Boolean).join(" ")} style={{ "--goals": view.commons.length + 2, "--others": view.order.length - (mine === null ? 0 : 1) }}>
          <div class="den">
            {useMemo(() => <Room room={view.room} bag={view.bag} chooser={play.tiles} lifted={shown} left={justPicked(last)} hinted={hinted} />, [view, last, play.tiles, hinted, names])}
            {note && <p class="news">{note}</p>}
            {view.over && <Tally view={view} who={who} ranks={outcome?.ranks} />}
          </div>
          {mine !== null && (
            <div class="mine" {...play.aiming}>
              {(putting || chosen.length > 0) && (
                <Hand order={putting ? order : chosen} column={aimed ?? 2} swap={putting && chooser.ours ? play.swap : null} carrying={play.carrying} />
              )}
              <ShelfPicture
                shelf={shelf}
                label={mine === seat ? s("shelf") : s("shelf_of", { name: who(mine) })}
                card={view.personal[mine] ?? null}
                fresh={fresh}
                lit={lit}
                aim={aim}
              />
            </div>
          )}
          <div class="extras" data-scrolls>
            {useMemo(
              () => (
                <>
                  <Sheets class="goals" label={s("goals")} sheets={goals} peeking={peeking} />
                  <Sheets class="shelves" label={s("shelves")} sheets={shelves} peeking={peeking} />
                </>
              ),
              [goals, shelves, peeking, names],
            )}
          </div>
        </div>
        <Peek sheets={[...goals, ...shelves]} open={peeking.open} />
        <div ref={play.picking.ghost} class="carried-tiles" aria-hidden="true">
          {chosen.map((kind, place) => (
            <svg key={place} viewBox="0 0 100 100">
              <TilePicture kind={kind} />
            </svg>
          ))}
        </div>
        <Why why={play.why ?? chooser.why} />
      </div>
      {useStill(<Bar chooser={chooser} state={stateOf(props)} prompt={prompt(props, chooser, then, who)} say={asked} stays={putting} />, view, play.picking.pulling)}
    </>
  );
}

const NONE: string[] = [];

const stateOf = ({ state, view: { finisher, over } }: Props): string => (finisher === null || over ? state : `${state} · ${s("last_short")}`);

/** Our turn: what is chosen, in which order the hand is, over which column it hovers, and the pointer that does all this. */
function useTurn(props: Props, shelf: string[]) {
  const { view, legal, seat, turn } = props;
  const [sorted, sort] = useState<{ view: ShelfieView; order: Kind[] } | null>(null);
  const [why, refuse] = useWhy();
  const wanted = useRef<string | null>(null);
  const dragged = useRef<number | null>(null);
  const sent = useRef<string[]>([]);
  const letGo = useRef<number | null>(null);
  const order = useMemo(() => (sorted?.view === view ? sorted.order : kindsOf(view.hand)), [view, sorted]);
  const kept = useMemo(() => inOrder(legal, order), [legal, order]);
  const chooser = useChooser({ ...props, legal: kept }, partsOf, (part) => guess(part, view, order));
  // Until the hall has answered, what was chosen stays where it is.
  if (chooser.draft.length) sent.current = chooser.draft;
  const waits = !chooser.ours && seat !== null && turn.includes(seat) && legal.length > 0;
  const shown = waits ? sent.current : chooser.draft;
  const aimed = shown[0]?.startsWith("column") ? (numbersIn(shown[0])[0] ?? null) : null;
  const open = useMemo(() => new Set(kept.flatMap((move) => (move.type === "put" ? [move.column] : []))), [kept]);
  const alone = useMemo(() => new Set(kept.flatMap((move) => (move.type === "pick" && move.tiles.length === 1 ? partsOf(move) : []))), [kept]);
  // Tiles that were dragged over a column hover there as soon as they are in the hand.
  useEffect(() => {
    if (wanted.current && open.size) {
      chooser.hold([wanted.current]);
      wanted.current = null;
    }
  }, [open]);
  const tap = useRef((part: string): void => chooser.tap(part));
  tap.current = (part) => {
    const instead = chooser.draft.length > 0 && !chooser.draft.includes(part) && !chooser.next.has(part) && alone.has(part);
    if (instead) refuse({ text: s(whyInstead(chooser.draft, part, mostFor(shelf))), place: `[data-part="${part}"]` });
    chooser.tap(part);
  };
  const aimAt = (part: string): void => {
    if (part && chooser.ours && part !== chooser.draft[0] && open.has(numbersIn(part)[0] ?? -1)) chooser.hold([part]);
  };
  const moveTile = (from: number, to: number): void => sort({ view, order: order.toSpliced(from, 1).toSpliced(to, 0, order[from] as Kind) });
  const lifted = aimed === null ? shown : NONE;
  const next = view.hand ? "" : [...chooser.next].join();
  const tiles = useMemo(() => ({ ...chooser, draft: lifted, tap: (part: string) => tap.current(part) }), [chooser.ours, lifted, next]);
  return {
    chooser,
    order,
    aimed,
    shown: lifted,
    open,
    why,
    putting: view.hand !== "" && seat === view.turn && !view.over,
    tiles,
    swap: (place: number) => moveTile(place, place + 1),
    letGo,
    dragged,
    carrying: useCarrying(chooser, aimed ?? 2, open, moveTile, letGo),
    picking: usePicking(chooser, alone, (column) => {
      if (!chooser.ready) return;
      wanted.current = `column:${column}`;
      dragged.current = seat;
      chooser.confirm();
    }),
    // A mouse over a column shows what would stand there, and so does the focus that keys have brought.
    aiming: {
      onPointerOver: (event: PointerEvent) => event.pointerType === "mouse" && !event.buttons && aimAt(columnUnder(event.target)),
      // Without tiles in the hand a column only says what is missing.
      onClick: (event: MouseEvent) => !view.hand && columnUnder(event.target) && chooser.tap(columnUnder(event.target)),
      onFocusIn: (event: FocusEvent) => (event.target as Element).matches(":focus-visible") && aimAt(columnUnder(event.target)),
    },
  };
}

/** While somebody pulls they do not look at this: it stays as it was, unless something happens at the table. */
function useStill(now: JSX.Element, view: ShelfieView, pulling: boolean): JSX.Element {
  const shown = useRef({ now, view });
  if (!pulling || shown.current.view !== view) shown.current = { now, view };
  return shown.current.now;
}

/** Whose shelf is the large one: ours. In a replay through somebody's eyes it is theirs, whose card alone is known until the end. */
function useMine({ personal, over }: ShelfieView, seat: number | null): number | null {
  const eyes = useRef<number | null>(null);
  if (!over) eyes.current = personal.findIndex(Boolean);
  return seat ?? (eyes.current === null || eyes.current < 0 ? null : eyes.current);
}

/** The cells of our shelf that the goal is about which was opened. */
function litBy({ commons, shelves }: ShelfieView, mine: number | null, open: string): Set<string> {
  const card = commons.find(({ name }) => name === open);
  const parts = card && mine !== null ? progress(card.name, shelves[mine] ?? []).parts : [];
  return new Set(parts.flat().map(([x, y]) => `${x},${y}`));
}

function words(view: ShelfieView, game: GameCard): string {
  const shelves = view.order.map((seat) => {
    const { tokens, groups } = count(view, seat);
    const points = `${w("points", { n: String(view.points[seat]) })} (${s("tokens")} ${tokens}, ${s("groups")} ${groups})`;
    return `${shelfSaid(view.shelves[seat] ?? [], s("shelf_of", { name: seatName(game, seat) }))}. ${points}`;
  });
  return [...shelves, ...view.commons.map(({ name }) => s(name)), s("bag", { n: view.bag })].join("\n");
}

export const board: Board<ShelfieView, ShelfieMove, ShelfieEvent> = {
  Board: ShelfieBoard,
  Tray: Tokens,
  say,
  words,
  score: (view, seat) => (view.over ? "" : w("points", { n: String(view.points[seat]) })),
  sound: ({ events }) => (events.some(({ type }) => type === "last_round") ? "check" : events.some(({ type }) => type === "common_taken") ? "capture" : "move"),
  speaks: true,
};
