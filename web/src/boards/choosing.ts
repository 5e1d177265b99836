/** How a move is chosen on a board of squares, by tap, by drag or by keys; also before it is our turn. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Look } from "../hall/wire";
import { sentence } from "../saying";
import type { BoardProps } from "./api";
import { from, type GridMove, type GridView, placeOf, same, type Square, type Step, target } from "./grid";
import { forced } from "./traces";
import { type Refused, useWhy } from "./why";

/** On squares smaller than this a tap chooses and a second one confirms. */
const FINGER = 30;

/** A move and, if its piece becomes another by it, which one. */
export interface Planned {
  move: GridMove;
  becomes: string;
}

export interface Choosing {
  chosen: Square | null;
  /** Where a stone would be set; shown before it is confirmed. */
  ghost: Square | null;
  /** Whether a second tap is awaited. */
  unsure: boolean;
  /** The square whose piece is being dragged. */
  held: Square | null;
  /** A move on its way to the hall. */
  sent: GridMove | null;
  targets: GridMove[];
  /** The move that is made as soon as it is our turn, if it is possible then. */
  premove: Planned | null;
  /** A step that waits for the word what its piece becomes. */
  promoting: Step | null;
  /** Whether there is something to let go of. */
  busy: boolean;
  /** Why the last thing tried was not done, and where it was tried. */
  why: Refused | null;
  tap: (square: Square, size?: number) => void;
  cancel: () => void;
  hover: (square: Square | null) => void;
  /** Whether a piece on this square can be dragged. */
  mine: (square: Square) => boolean;
  hold: (square: Square | null) => void;
  drop: (start: Square, over: Square | null) => void;
  become: (kind: string) => void;
}

type Props = BoardProps<GridView, GridMove>;

/** The state of choosing, for one position. */
export function useChoosing(props: Props, look: Look): Choosing {
  const { view, legal, last, seat, turn, outcome, past, state, onMove } = props;
  const [picked, choose] = useState<Square | null>(null);
  const [ghost, hover] = useState<Square | null>(null);
  const [held, hold] = useState<Square | null>(null);
  const [sent, setSent] = useState<GridMove | null>(null);
  const [premove, plan] = useState<Planned | null>(null);
  const [promoting, ask] = useState<Step | null>(null);
  const [why, refuse] = useWhy();
  const confirmed = useRef<Square | null>(null);
  /** Whether what our piece becomes is still to be said after its step, by ourselves. */
  const goesOn = useRef(false);
  /** The one piece that can move at all is chosen as long as no other one is. */
  const chosen = picked ?? (sent ? null : only(legal));
  const plays = seat !== null && !outcome && !past;
  const ours = plays && turn.includes(seat);
  const owns = ([r, c]: Square): boolean => plays && view.rows[r]?.[c]?.[0] === seat;
  const sets = plays && (legal.some((move) => move.type === "place") || !!view.pools?.[seat]?.length);

  // A hand that has hold of a piece while the other moves keeps it, unless the piece is gone.
  useEffect(() => {
    const kept = (square: Square | null): Square | null => (square && owns(square) ? square : null);
    choose(kept);
    hold(kept);
    hover(null);
    if (!goesOn.current) setSent(null);
    ask((step) => (step && owns([step.r, step.c]) ? step : null));
    if (!plays) plan(null); // whoever looks back has other plans
    confirmed.current = null;
  }, [view]);

  // The legal moves come a little later than the position: a quick hand may have chosen by then.
  useEffect(() => {
    choose((before) => (only(legal) ? null : before));
    if (!legal.length || !premove) return;
    plan(null);
    const move = legal.find((each) => fits(each, premove.move, look));
    if (move) void make({ ...premove, move });
  }, [legal]);

  const make = async ({ move, becomes }: Planned): Promise<void> => {
    if (sent) return;
    setSent(move);
    choose(null);
    hover(null);
    const [r, c] = target(move);
    goesOn.current = !!becomes;
    let refused = await onMove(move);
    if (!refused && becomes) refused = await onMove({ type: "place", r, c, piece: becomes });
    goesOn.current = false;
    if (!refused && !becomes) return;
    setSent(null);
    if (!refused) return;
    refuse({ text: refused, place: placeOf([r, c]) });
  };

  const settle = (planned: Planned): void => {
    choose(null);
    ask(null);
    if (ours) void make(planned);
    else plan(planned);
  };

  const place = (square: Square, size: number): void => {
    const wanted: GridMove = { type: "place", r: look.falls ? lowest(view, square) : square[0], c: square[1] };
    const move = legal.find((each) => fits(each, wanted, look));
    if (!ours && view.rows[square[0]]?.[square[1]] && !look.falls) return refuse({ text: state, place: placeOf(square) });
    // A quick finger may be here before the legal moves are; what is none of them is explained by the hall.
    const wrong = !move && legal.length > 0;
    if (!ours || wrong || size >= FINGER || same(confirmed.current, square)) return settle({ move: move ?? wanted, becomes: "" });
    confirmed.current = square;
    hover(square);
  };

  const step = (start: Square, end: Square): void => {
    const move: Step = { type: "step", r: start[0], c: start[1], to_r: end[0], to_c: end[1] };
    const kind = view.rows[start[0]]?.[start[1]]?.[1] ?? "";
    // Before the legal moves are here it may well be one: what the hall has been told is not taken back.
    const possible = !ours || !legal.length || legal.some((each) => fits(each, move, look));
    if (possible && look.promotes?.[kind] && look.promotion?.includes(end[0])) ask(move);
    else settle({ move, becomes: "" }); // the hall explains what is wrong with it, if anything is
  };

  const tap = (square: Square, size = FINGER): void => {
    if (sent || !plays) return;
    refuse(null);
    if (promoting) return ask(null);
    if (premove) plan(null);
    if (sets && premove && fits(premove.move, { type: "place", r: square[0], c: square[1] }, look)) return; // it is let go
    const must = forced(view.rows, legal);
    if (sets) place(square, size);
    else if (must.length && owns(square) && !must.some((other) => same(other, square))) {
      refuse({ text: sentence(last?.[0] === seat ? "must_jump_on" : "must_capture", ""), place: placeOf(square) });
    } else if (owns(square)) choose(same(chosen, square) ? null : square);
    else if (chosen) step(chosen, square);
    else if (!ours && !premove) refuse({ text: state, place: placeOf(square) });
    else if (ours && view.rows[square[0]]?.[square[1]]) refuse({ text: sentence("not_yours", ""), place: placeOf(square) });
  };

  return {
    chosen,
    ghost: ours && sets && !sent ? aimed(ghost, legal, look) : null,
    unsure: ours && sets && !sent && confirmed.current !== null,
    held,
    sent,
    targets: chosen ? legal.filter((move) => same(from(move), chosen)) : [],
    premove,
    promoting,
    busy: !!(picked || premove || promoting),
    why,
    tap,
    cancel: () => {
      choose(null);
      hover(null);
      hold(null);
      plan(null);
      ask(null);
      confirmed.current = null;
    },
    hover: (square) => ours && sets && !confirmed.current && !same(square, ghost) && hover(square),
    mine: (square) => !sent && !sets && owns(square),
    hold: (square) => {
      choose(square);
      hold(square);
    },
    drop: (start, over) => {
      hold(null);
      refuse(null);
      if (premove) plan(null);
      if (over && !same(start, over)) step(start, over);
    },
    become: (kind) => promoting && settle({ move: promoting, becomes: kind }),
  };
}

/** Whether a legal move is the one that was meant: where pieces fall, any square of its column will do. */
function fits(move: GridMove, meant: GridMove, look: Look): boolean {
  if (move.type !== meant.type) return false;
  if (move.type === "step") return same(from(move), from(meant)) && same(target(move), target(meant));
  return look.falls ? target(move)[1] === target(meant)[1] : same(target(move), target(meant));
}

/** Where a piece comes to lie that falls down a column. */
function lowest({ rows }: GridView, [r, c]: Square): number {
  const free = rows.findIndex((row) => !row[c]);
  return free < 0 ? r : free;
}

/** The one piece that can move at all, if the rules leave no choice. */
function only(legal: GridMove[]): Square | null {
  const [first] = legal;
  const start = first ? from(first) : null;
  return start && legal.every((move) => same(from(move), start)) ? start : null;
}

/** The free square that is meant. */
function aimed(ghost: Square | null, legal: GridMove[], look: Look): Square | null {
  const move = ghost && legal.find((each) => fits(each, { type: "place", r: ghost[0], c: ghost[1] }, look));
  return move ? target(move) : null;
}
