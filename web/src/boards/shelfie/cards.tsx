/** The goals as small cards beside the board, which fill up and light up, and the shelves of the others. */

import { colon, w } from "../../words";
import { ShelfPicture, shelfSaid } from "./furniture";
import { partsFor, progress } from "./goals";
import { Pattern, Wishes } from "./patterns";
import type { Sheet } from "./peek";
import { almostFull, type CommonCard, count, hitsOf, justPut, kindsOf, type PersonalCard, type ShelfieMove, type ShelfieView, worth } from "./shelf";
import { Coin } from "./tiles";
import { s } from "./words";

/** What the cards tell of: the table now, and what it would be after the turn that is aimed at. */
export interface Around {
  view: ShelfieView;
  then: ShelfieView | null;
  /** Whose progress is shown; null: nobody's. */
  mine: number | null;
  seat: number | null;
  who: (seat: number) => string;
  last: [number, ShelfieMove] | null;
  /** The common goals that were met just now. */
  just: Set<string>;
}

const classes = (...names: (string | false)[]): string => names.filter(Boolean).join(" ");

/** How much of a goal is there, and how much would be. */
const pips = (n: number, then: number, of: number) => (
  <>
    <span class="level" style={{ transform: `scaleY(${n / of})` }} />
    <span class="pips">
      {Array.from({ length: of }, (_, i) => (
        <i key={i} class={i < n ? "full" : i < then ? "would" : ""} />
      ))}
    </span>
  </>
);

const partsOn = (card: CommonCard, view: ShelfieView, seat: number): number => progress(card.name, view.shelves[seat] ?? []).parts.length;

/** A common goal: how far we are, what the next one gets, and how the others stand with it. */
function common(card: CommonCard, { view, then, mine, who, just }: Around): Sheet {
  const of = partsFor(card.name);
  const met = mine !== null && card.takers.includes(mine);
  const n = mine === null || met ? of : partsOn(card, view, mine);
  const next = mine === null || met || !then ? n : partsOn(card, then, mine);
  const points = met ? worth(card, mine) : card.tokens.at(-1);
  const players = view.order.map((seat) =>
    card.takers.includes(seat)
      ? s("done_by", { name: who(seat), n: worth(card, seat) })
      : `${who(seat)}${colon()}${s("so_far", { n: partsOn(card, view, seat), m: of })}`,
  );
  return {
    id: card.name,
    looks: classes("goal", met && "met", just.has(card.name) && "just", next === of && n < of && "would"),
    picture: <Pattern name={card.name} />,
    under: (
      <>
        {mine !== null && pips(n, next, of)}
        {points !== undefined && <Coin n={points} />}
      </>
    ),
    title: s(card.name),
    lines: [card.tokens.length ? s("next_token", { n: card.tokens.at(-1) ?? 0 }) : s("no_token"), ...players],
  };
}

/** The goal that only its owner knows. */
function personal(card: PersonalCard, owner: number, { view, then, seat, who }: Around): Sheet {
  const shelf = view.shelves[owner] ?? [];
  const n = hitsOf(card, shelf);
  const points = count(view, owner).own ?? 0;
  return {
    id: "own",
    looks: classes("goal own-goal", n === card.goals.length && "met"),
    picture: <Wishes card={card} shelf={shelf} />,
    under: (
      <>
        {pips(n, hitsOf(card, then?.shelves[owner] ?? shelf), card.goals.length)}
        <Coin n={points} />
      </>
    ),
    title: owner === seat ? s("personal") : s("personal_of", { name: who(owner) }),
    told: card.goals.map(({ x, y, type }) => s("goal", { kind: s(type), c: x + 1, r: y + 1 })).join("; "),
    lines: [`${s("fulfilled", { n })}${colon()}${w("points", { n: points })}`, s("personal_more")],
  };
}

/** All goals: those of everybody, our own, and what groups count. */
export function goalSheets(around: Around): Sheet[] {
  const { view, mine } = around;
  const card = mine === null ? null : view.personal[mine];
  return [
    ...view.commons.map((each) => common(each, around)),
    ...(card && mine !== null ? [personal(card, mine, around)] : []),
    {
      id: "groups",
      looks: "goal groups",
      picture: <Pattern name={null} />,
      under: (
        <>
          <span class="pips name">{s("groups")}</span>
          {mine !== null && <Coin n={count(view, mine).groups} />}
        </>
      ),
      title: s("groups"),
      lines: [s("groups_more")],
    },
  ];
}

/** The shelves of all others, in the order of the turns after us; what somebody holds lies on top of theirs. */
export function shelfSheets({ view, mine, who, last }: Around): Sheet[] {
  const at = mine === null ? 0 : view.order.indexOf(mine) + 1;
  return [...view.order.slice(at), ...view.order.slice(0, at)].filter((seat) => seat !== mine).map((seat) => {
    const shelf = view.shelves[seat] ?? [];
    const turn = seat === view.turn && !view.over;
    const held = turn ? kindsOf(view.hand) : [];
    const label = s("shelf_of", { name: who(seat) });
    const picture = { shelf, label, card: view.personal[seat] ?? null, fresh: justPut(last, seat, shelf) };
    const { tokens, own, groups } = count(view, seat);
    return {
      id: `shelf${seat}`,
      looks: classes("theirs", turn && "mover", !view.over && almostFull(shelf) && "near", view.gone.includes(seat) && "absent"),
      picture: (
        <span class="stand" data-owner={seat}>
          <ShelfPicture {...picture} held={held} />
        </span>
      ),
      large: <ShelfPicture {...picture} held={held.length ? held : undefined} />,
      under: <span class="whose">{who(seat)}</span>,
      title: who(seat),
      told: shelfSaid(shelf, label),
      lines: [
        ...(held.length ? [`${s("hand_of", { name: who(seat) })}${colon()}${held.map((kind) => s(kind)).join(", ")}`] : []),
        w("points", { n: view.points[seat] ?? 0 }),
        ...[s("tokens") + colon() + tokens, own === null ? "" : s("own") + colon() + own, s("groups") + colon() + groups].filter(Boolean),
      ],
    };
  });
}
