/**
 * Picking things up: students, assistants, clouds, characters, coins and mother nature follow the pointer until they
 * are let go. While something is carried only the ghost moves; the board is drawn anew when it is lifted and when it is put.
 */

import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { Chooser } from "../chooser";
import type { EriantysMove } from "./table";

/** What can be carried, what of it is seen, and how large that is drawn. */
const CARRIED: Record<string, [seen: string, box: string]> = {
  entrance: ["use", "-15 -15 30 30"],
  oncard: ["use", "-15 -15 30 30"],
  mother: ["use", "-13 -20 26 38"],
  cloud: [".drift", "-40 -30 80 60"],
  assistant: [".lifts", ""],
  character: [".emblem", "0 0 36 36"],
  coin: ["use", "-12 -12 24 24"],
};
const LIFTED_AFTER = 6;

interface Carried {
  part: string;
  spot: Element;
  figure: Element;
  /** How large it is, and where the board is on the screen: measured before anything moves. */
  size: DOMRect;
  board: DOMRect;
  x: number;
  y: number;
  lifted: boolean;
  over: Element | null;
}

const kindOf = (part: string): string => part.split(":", 1)[0] ?? "";
const partOf = (element: Element | null): string => element?.closest<SVGElement>("[data-part]")?.dataset.part ?? "";

/** Where a drawing is within its own units. */
function boxOf(figure: SVGGraphicsElement): string {
  const { x, y, width, height } = figure.getBBox();
  return `${x} ${y} ${width} ${height}`;
}

/** Whoever is told where something is put: `entrance:3` on `island:5`, or on nothing. */
export type Put = (part: string, on: string) => void;

export function useDrag(chooser: Chooser<EriantysMove>, ghost: RefObject<HTMLDivElement | null>, onOver: (part: string) => void, onPut: Put) {
  const hand = useRef<Carried | null>(null);
  const carried = useRef(false);
  // What it means to pick up and to put down comes after the frame in which it is seen: neither waits for the other.
  const latest = useRef({ chooser, onPut });
  latest.current = { chooser, onPut };
  const then = (deed: (now: typeof latest.current) => void): void => void setTimeout(() => deed(latest.current));

  const lift = ({ part, spot, figure, size }: Carried): void => {
    const [picture] = ghost.current?.children ?? [];
    const copy = figure.cloneNode(true) as Element;
    copy.removeAttribute("transform");
    picture?.setAttribute("class", kindOf(part));
    picture?.setAttribute("viewBox", CARRIED[kindOf(part)]?.[1] || boxOf(figure as SVGGraphicsElement));
    picture?.setAttribute("width", String(Math.max(30, size.width * 1.2)));
    picture?.setAttribute("height", String(Math.max(30, size.height * 1.2)));
    picture?.replaceChildren(copy);
    spot.classList.add("lifted");
    carried.current = true;
    if (part.includes(":")) then(({ chooser }) => chooser.hold([...base(chooser), part]));
  };
  const follow = ({ board }: Carried, x: number, y: number): void => {
    if (ghost.current) ghost.current.style.transform = `translate(${x - board.x}px, ${y - board.y}px)`;
  };
  const look = (held: Carried, x: number, y: number): void => {
    const over = document.elementFromPoint(x, y)?.closest("[data-part]") ?? null;
    if (over === held.over) return;
    held.over?.classList.remove("aimed");
    over?.classList.add("aimed");
    held.over = over;
    onOver(partOf(over));
  };
  const letGo = (): Carried | null => {
    const held = hand.current;
    hand.current = null;
    ghost.current?.firstElementChild?.replaceChildren();
    held?.spot.classList.remove("lifted");
    held?.over?.classList.remove("aimed");
    if (held?.lifted) onOver("");
    return held;
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      carried.current = false;
      const from = event.target as Element;
      const spot = from.closest<SVGElement>("[data-lift], [data-part]");
      const part = spot?.dataset.lift ?? partOf(spot);
      const can = chooser.ours && (!part.includes(":") || chooser.next.has(part) || chooser.draft.includes(part));
      const figure = can && event.button === 0 ? spot?.querySelector(CARRIED[kindOf(part)]?.[0] ?? "none") : null;
      if (!spot || !figure) return;
      const [size, board] = [figure, event.currentTarget as Element].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
      hand.current = { part, spot, figure, size, board, x: event.clientX, y: event.clientY, lifted: false, over: null };
    },
    onPointerMove: (event: PointerEvent): void => {
      const held = hand.current;
      if (!held || !event.buttons) return;
      const { clientX: x, clientY: y } = event;
      if (held.lifted) look(held, x, y);
      else if (Math.hypot(x - held.x, y - held.y) > LIFTED_AFTER) {
        held.lifted = true;
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        lift(held);
      }
      if (held.lifted) follow(held, x, y);
    },
    // What can be carried is no text to be marked, and takes no focus: the browser would look for both at every step.
    onMouseDown: (event: MouseEvent): void => {
      if (hand.current) event.preventDefault();
    },
    onPointerUp: (event: PointerEvent): void => {
      const held = letGo();
      if (!held?.lifted) return;
      const on = document.elementFromPoint(event.clientX, event.clientY);
      const home = on !== null && held.spot.contains(on);
      then(({ chooser, onPut }) => (home ? chooser.hold(base(chooser)) : onPut(held.part, partOf(on))));
    },
    onPointerCancel: (): void => {
      if (letGo()?.lifted) chooser.cancel();
    },
    // Whatever was carried is not tapped as well.
    onClickCapture: (event: MouseEvent): void => {
      if (carried.current) event.stopPropagation();
      carried.current = false;
    },
  };
}

/** What is chosen already when something is picked up: a character that is being used. */
export const base = ({ draft }: Chooser<EriantysMove>): string[] => (draft[0]?.startsWith("character") ? draft : []);
