/** What is said in the action bar and in the list of moves. */

import type { BoardProps } from "../api";
import { waiting } from "../bar";
import type { Chooser } from "../chooser";
import { nearlyDone, playsLast } from "./goals";
import { freeOn, type Kind, mostFor, type ShelfieMove, type ShelfieView, total } from "./shelf";
import { s } from "./words";

type Who = (seat: number) => string;

const tilesSaid = (kinds: Kind[]): string => kinds.map((kind) => s(kind)).join(", ");

/** A move as something to be done. */
export const asked = (move: ShelfieMove): string =>
  move.type === "put" ? s("put", { n: move.column + 1 }) : s((["take_1", "take_2", "take_3"] as const)[move.tiles.length - 1] ?? "take_3");

/** A move for the list of moves. */
export function say(move: ShelfieMove): string {
  if (move.type === "pick") return s("said_take", { tiles: tilesSaid(move.tiles.map(({ type }) => type)) });
  return s("said_put", { n: move.column + 1, tiles: tilesSaid(move.tiles) });
}

/** What there is to do, and what it would do. */
export function prompt(props: BoardProps<ShelfieView, ShelfieMove>, { ours, draft, ready, next }: Chooser<ShelfieMove>, then: ShelfieView | null, who: Who): string {
  const { view, seat } = props;
  if (!ours || seat === null) return waiting(props, say);
  if (view.hand) return then ? wouldBe(view, then, seat) : s("do_put");
  if (draft.length) return ready && !next.size ? "" : s(ready ? "do_pick_more" : "do_gap");
  const most = mostFor(view.shelves[seat] ?? []);
  const todo = s((["do_pick_1", "do_pick_2", "do_pick"] as const)[most - 1] ?? "do_pick");
  const [near] = nearlyDone(view, seat);
  return near === undefined ? todo : `${s("nearly", { name: who(near) })} ${todo}`;
}

/** What the turn that is aimed at would do. */
function wouldBe(view: ShelfieView, then: ShelfieView, seat: number): string {
  const gain = total(then, seat) - total(view, seat);
  const more = gain > 0 ? s("gain", { n: gain }) : s("no_gain");
  if (view.finisher !== null || then.finisher === null) return more;
  return `${s(playsLast(view, seat) ? "fills_ends" : "fills")} ${more}`;
}

/** What everybody should know before it hurts: the last round, or that it is near. */
export function news(view: ShelfieView, seat: number | null, who: Who): string {
  if (view.over) return "";
  const { finisher, order, turn } = view;
  if (finisher === null) {
    const [near] = nearlyDone(view, null);
    if (near === undefined) return "";
    const n = freeOn(view.shelves[near] ?? []);
    return near === seat ? s("near_you", { n }) : s("near", { name: who(near), n });
  }
  if (seat === turn) return s("last_turn");
  const left = seat !== null && order.indexOf(seat) > order.indexOf(turn);
  return left ? s("last_coming") : s("last_round", { name: who(finisher) });
}
