/** The hand over the board of Eriantys: what is tapped, carried and put down, and why something is not done. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BoardProps } from "../api";
import { type Chooser, useChooser } from "../chooser";
import { useWhy } from "../why";
import { useDrag } from "./drag";
import { objection, putDown } from "./playing";
import { type EriantysMove, type EriantysView, guess, partsOf } from "./table";
import { type EriantysEvent, useTravel } from "./travel";

/** Choosing by tap, by drag and by keys; what is told is `chooser`, the rest belongs to the board's elements. */
export function usePicking(props: BoardProps<EriantysView, EriantysMove, EriantysEvent>) {
  const { view, seat, events } = props;
  const inner = useChooser(props, (move) => partsOf(move, view), (part) => guess(part, view));
  const [why, refuse] = useWhy();
  const aim = useSignal<number | null>(null);
  const play = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const carried = useRef(false);

  const explain = (part: string): boolean => {
    const text = inner.ours ? objection(part, view, inner) : "";
    if (text) refuse({ text, place: `[data-part="${part}"]` });
    return text !== "";
  };
  const over = (part: string): void => void (aim.value = part.startsWith("island:") ? Number(part.slice(7)) : null);
  const put = (part: string, on: string): void => {
    carried.current = putDown(part, on, view, inner);
    if (!carried.current && on) explain(on);
  };
  const drag = useDrag(inner, ghost, over, put);
  useTravel(play, events, seat, carried);
  const chooser: Chooser<EriantysMove> = { ...inner, tap: (part) => void (explain(part) || inner.tap(part)) };
  return { chooser, why: inner.why ?? why, aim, play, ghost, drag };
}

/** Do something when Escape is pressed, wherever the focus is: what was picked up by hand has none. */
export function useEscape(then: () => void): void {
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") then();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
