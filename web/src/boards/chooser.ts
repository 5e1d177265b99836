/** The hand over a board of parts: what is chosen, what can be, and the move on its way to the hall. */

import { useEffect, useMemo, useState } from "preact/hooks";
import type { BoardProps } from "./api";
import { type Refused, useWhy } from "./why";
import { type Choice, confirms, nextParts, tapped, wholeMove } from "./parts";

export interface Chooser<Move = unknown> {
  /** Whether it is our turn and the hall has told what we may do. */
  ours: boolean;
  draft: string[];
  next: Set<string>;
  /** The move that only wants to be confirmed. */
  ready: Move | null;
  /** A tap on a part of the board: it is chosen, let go, or, the second time, confirmed. */
  tap: (part: string) => void;
  /** Whether a part can be chosen next after these, whether or not they have been drawn as chosen yet. */
  follows: (parts: string[], part: string) => boolean;
  /** Parts the pointer is being pulled over. */
  hold: (parts: string[]) => void;
  /** Parts the pointer was pulled over: if they make a move, it is made. */
  pull: (parts: string[]) => void;
  confirm: () => void;
  cancel: () => void;
  /** Why the last thing tried was not done, and where it was tried. */
  why: Refused | null;
}

/** How a part is found in the drawing. */
const placeOf = (part: string): string => `[data-part="${part}"]`;

/**
 * Choosing among the legal moves, each given by its parts.
 * What leads nowhere is asked of the hall all the same, as `guess` words it: so it is explained what is wrong with it.
 */
export function useChooser<View, Move>(
  { view, legal, seat, turn, state, onMove }: BoardProps<View, Move>,
  partsOf: (move: Move) => string[],
  guess: (part: string) => Move | null,
): Chooser<Move> {
  const [draft, choose] = useState<string[]>([]);
  const [sent, setSent] = useState(false);
  const choices = useMemo(() => legal.map((move): Choice<Move> => ({ move, parts: partsOf(move) })), [legal]);
  const ours = seat !== null && turn.includes(seat) && legal.length > 0 && !sent;

  useEffect(() => {
    choose([]);
    setSent(false);
  }, [view]);

  const [why, refuse] = useWhy();
  const attempt = async (move: Move, part: string): Promise<boolean> => {
    const text = await onMove(move);
    if (text) refuse({ text, place: placeOf(part) });
    return !text;
  };
  const make = async (move: Move, part: string): Promise<void> => {
    setSent(true);
    choose([]);
    if (!(await attempt(move, part))) setSent(false);
  };
  const ready = ours ? wholeMove(choices, draft)?.move ?? null : null;
  const confirm = (): void => {
    if (ready) void make(ready, draft.at(-1) ?? "");
  };
  const tap = (part: string): void => {
    if (!ours) return seat === null || sent || turn.includes(seat) ? undefined : refuse({ text: state, place: placeOf(part) });
    if (confirms(choices, draft, part)) return confirm();
    const chosen = tapped(choices, draft, part);
    if (chosen) return choose(chosen);
    const wrong = guess(part);
    if (wrong) void attempt(wrong, part);
  };
  const held = (parts: string[]): string[] => parts.reduce<string[]>((chosen, part) => tapped(choices, chosen, part) ?? chosen, []);
  const hold = (parts: string[]): void => {
    if (ours) choose(held(parts));
  };
  const pull = (parts: string[]): void => {
    const pulled = ours ? held(parts) : [];
    const whole = wholeMove(choices, pulled);
    if (whole && pulled.length === parts.length) void make(whole.move, parts.at(-1) ?? "");
    else choose(pulled);
  };
  return {
    ours,
    draft,
    next: useMemo(() => (ours ? nextParts(choices, draft) : new Set<string>()), [choices, draft, ours]),
    ready,
    tap,
    follows: (parts, part) => ours && nextParts(choices, parts).has(part),
    hold,
    pull,
    confirm,
    cancel: () => choose([]),
    why,
  };
}
