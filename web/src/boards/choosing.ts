/** How a move is chosen on a board of squares: by tap, by drag or by keys. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Look } from "../hall/wire";
import type { BoardProps } from "./api";
import { from, type GridMove, type GridView, same, type Square, target } from "./grid";

/** On squares smaller than this a tap chooses and a second one confirms. */
const FINGER = 30;
const DRAG = 15; // of a square of 100

export interface Drag {
  from: Square;
  /** Where the pointer is, in units of the board. */
  x: number;
  y: number;
  moved: boolean;
}

export interface Choosing {
  chosen: Square | null;
  /** Where a stone would be set; shown before it is confirmed. */
  ghost: Square | null;
  /** Whether a second tap is awaited. */
  unsure: boolean;
  drag: Drag | null;
  /** A move on its way to the hall. */
  sent: GridMove | null;
  targets: GridMove[];
  tap: (square: Square, size?: number) => void;
  cancel: () => void;
  hover: (square: Square | null) => void;
  grab: (square: Square, x: number, y: number) => void;
  pull: (x: number, y: number) => void;
  release: (over: Square | null, size: number) => void;
}

type Props = BoardProps<GridView, GridMove>;

/** The state of choosing, for one position. */
export function useChoosing({ view, legal, seat, turn, onMove }: Props, look: Look): Choosing {
  const [chosen, choose] = useState<Square | null>(null);
  const [ghost, hover] = useState<Square | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [sent, setSent] = useState<GridMove | null>(null);
  const confirmed = useRef<Square | null>(null);
  const ours = seat !== null && turn.includes(seat);
  const placing = legal.some((move) => move.type === "place");

  useEffect(() => {
    choose(null);
    hover(null);
    setSent(null);
    setDrag(null);
    confirmed.current = null;
  }, [view]);

  // The legal moves come a little later than the position: a quick hand may have chosen by then.
  useEffect(() => choose((before) => only(legal) ?? before), [legal]);

  const make = async (move: GridMove): Promise<void> => {
    if (sent) return;
    setSent(move);
    choose(null);
    hover(null);
    if (!(await onMove(move))) setSent(null);
  };

  const place = (square: Square, size: number): void => {
    const move = legal.find((move) => (look.falls ? target(move)[1] === square[1] : same(target(move), square)));
    if (!move) return void make({ type: "place", r: square[0], c: square[1] });
    if (size >= FINGER || same(confirmed.current, square)) return void make(move);
    confirmed.current = square;
    hover(square);
  };

  const step = (start: Square, end: Square): void => {
    const [r, c] = start;
    const [to_r, to_c] = end;
    void make({ type: "step", r, c, to_r, to_c }); // the hall explains what is wrong with it, if anything is
  };

  const owns = ([r, c]: Square): boolean => view.rows[r]?.[c]?.[0] === seat;

  const tap = (square: Square, size = FINGER): void => {
    if (!ours || sent) return;
    if (placing) place(square, size);
    else if (owns(square)) choose(same(chosen, square) && !same(only(legal), square) ? null : square);
    else if (chosen) step(chosen, square);
  };

  return {
    chosen,
    ghost: ours && placing && !sent ? aimed(ghost, legal, look) : null,
    unsure: ours && placing && !sent && confirmed.current !== null,
    drag,
    sent,
    targets: chosen ? legal.filter((move) => same(from(move), chosen)) : [],
    tap,
    cancel: () => {
      choose(null);
      hover(null);
      setDrag(null);
      confirmed.current = null;
    },
    hover: (square) => ours && placing && !confirmed.current && square !== ghost && !same(square, ghost) && hover(square),
    grab: (square, x, y) => ours && !sent && !placing && owns(square) && setDrag({ from: square, x, y, moved: false }),
    pull: (x, y) => {
      if (!drag) return;
      const moved = drag.moved || Math.hypot(x - drag.x, y - drag.y) > DRAG;
      if (moved) {
        choose(drag.from);
        setDrag({ ...drag, x, y, moved });
      }
    },
    release: (over, size) => {
      setDrag(null);
      if (!over) return;
      if (!drag?.moved) tap(over, size);
      else if (!same(drag.from, over)) step(drag.from, over);
    },
  };
}

/** The one piece that can move at all, if the rules leave no choice. */
function only(legal: GridMove[]): Square | null {
  const [first] = legal;
  const start = first ? from(first) : null;
  return start && legal.every((move) => same(from(move), start)) ? start : null;
}

/** The free square that is meant: in games where pieces fall any square of its column will do. */
function aimed(ghost: Square | null, legal: GridMove[], look: Look): Square | null {
  if (!ghost) return null;
  const move = legal.find((move) => (look.falls ? target(move)[1] === ghost[1] : same(target(move), ghost)));
  return move ? target(move) : null;
}
