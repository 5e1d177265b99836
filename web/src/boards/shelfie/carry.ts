/** Tiles that the pointer drags: the hand to a column or within itself, and tiles from the living room to the shelf. */

import { useRef, useState } from "preact/hooks";
import type { Chooser } from "../chooser";
import { FRONT } from "./furniture";
import { COLUMNS, partOfColumn, type ShelfieMove } from "./shelf";

/** So far a pointer may stray before it drags. */
const DRAG = 6;

const partAt = (element: Element | null): string => element?.closest<SVGElement>("[data-part]")?.dataset.part ?? "";

/** Where our shelf stands on the screen, with the space above it. */
const shelfBox = (within: Element): DOMRect | undefined => within.closest(".room")?.querySelector(".mine .shelf")?.getBoundingClientRect();

/** The column of our shelf that is under or below a point; null: none. */
function columnAt(box: DOMRect | undefined, x: number, y: number): number | null {
  if (!box || y < box.top || y > box.bottom) return null;
  const column = Math.floor((((x - box.left) / box.width) * FRONT.width - FRONT.left) / FRONT.column);
  return column >= 0 && column < COLUMNS ? column : null;
}

type On<Name extends string> = Record<Name, (event: PointerEvent) => void>;

export interface Carrying {
  /** Over which column the hand was when the pointer took it; null: it is not being dragged. */
  from: number | null;
  on: On<"onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel">;
}

interface Grip {
  x: number;
  y: number;
  place: number;
  way: "sort" | "carry" | null;
  /** What is measured once, when the hand is gripped: nothing else moves meanwhile. */
  box: DOMRect | undefined;
  size: number;
  count: number;
  bottom: number;
}

/**
 * The hand follows the pointer and is put where it is let go. Up and down within itself it changes its order.
 * While it is dragged only its transform changes, and the board once for every column it comes over.
 */
export function useCarrying(chooser: Chooser<ShelfieMove>, column: number, open: Set<number>, move: (from: number, to: number) => void, letGo: { current: number | null }): Carrying {
  const [from, setFrom] = useState<number | null>(null);
  const grip = useRef<Grip | null>(null);

  const drop = (hand: HTMLElement): void => {
    grip.current = null;
    hand.classList.remove("carried");
    hand.style.translate = "";
    setFrom(null);
  };
  const sort = (grip: Grip, y: number): void => {
    const to = Math.max(0, Math.min(grip.count - 1, grip.place + Math.round((grip.y - y) / grip.size)));
    if (to === grip.place) return;
    move(grip.place, to);
    grip.y -= (to - grip.place) * grip.size;
    grip.place = to;
  };
  const pulled = (event: PointerEvent): void => {
    const [held, hand] = [grip.current, event.currentTarget as HTMLElement];
    if (!held) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.way && Math.hypot(x, y) < DRAG) return;
    if (!held.way) hand.setPointerCapture(event.pointerId);
    const within = Math.abs(x) < held.size * 0.7 && event.clientY < held.bottom;
    if (within && held.count > 1 && (held.way === "sort" || (!held.way && Math.abs(y) > Math.abs(x)))) {
      held.way = "sort";
      return sort(held, event.clientY);
    }
    if (held.way !== "carry") {
      held.way = "carry";
      hand.classList.add("carried");
      setFrom(column);
    }
    hand.style.translate = `${x}px ${y}px`;
    const over = columnAt(held.box, event.clientX, event.clientY);
    if (over !== null && open.has(over) && chooser.draft[0] !== partOfColumn(over)) chooser.hold([partOfColumn(over)]);
  };
  return {
    from,
    on: {
      onPointerDown: (event) => {
        const [tile, hand] = [(event.target as Element).closest<SVGElement>(".held"), event.currentTarget as HTMLElement];
        if (!tile || event.button !== 0) return;
        event.preventDefault();
        grip.current = {
          x: event.clientX,
          y: event.clientY,
          place: Number(tile.dataset.held),
          way: null,
          box: shelfBox(hand),
          size: hand.clientWidth,
          count: hand.querySelectorAll(".held").length,
          bottom: hand.getBoundingClientRect().bottom,
        };
      },
      onPointerMove: pulled,
      onPointerUp: (event) => {
        const held = grip.current;
        const over = columnAt(held?.box, event.clientX, event.clientY);
        drop(event.currentTarget as HTMLElement);
        if (held?.way !== "carry" || over === null) return;
        letGo.current = held.box ? (held.box.bottom - event.clientY) / held.size : null;
        if (open.has(over)) chooser.pull([partOfColumn(over)]);
        else chooser.tap(partOfColumn(over));
      },
      onPointerCancel: (event) => drop(event.currentTarget as HTMLElement),
    },
  };
}

/** Do something after the next paint, in a task of its own; once, however often it is wanted until then. */
function useSoon(deed: () => void) {
  const latest = useRef(deed);
  const frame = useRef(0);
  latest.current = deed;
  const [soon] = useState(() => ({
    /** Whether it is still to be done. */
    awaited: () => frame.current !== 0,
    do: (): void => {
      frame.current ||= requestAnimationFrame(() =>
        window.setTimeout(() => {
          if (frame.current) soon.now();
        }),
      );
    },
    now: (): void => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      latest.current();
    },
  }));
  return soon;
}

/**
 * Tiles of the living room: the pointer pulled over them chooses them, pulled on to the shelf it takes them there.
 * `alone`: the tiles that one can begin with; `take` is told over which column they were let go.
 */
export function usePicking(chooser: Chooser<ShelfieMove>, alone: Set<string>, take: (column: number) => void) {
  const path = useRef<string[]>([]);
  const start = useRef<[x: number, y: number] | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const [pulling, setPulling] = useState(false);
  const taking = useRef(take);
  taking.current = take;
  // What follows the pointer does so at once; that the whole room shows what is chosen may wait until that was painted.
  const choosing = useSoon(() => {
    setPulling(start.current !== null);
    chooser.hold(path.current);
  });

  const show = (event: PointerEvent | null): void => {
    const [sheet, play] = [ghost.current, ghost.current?.closest(".play")?.getBoundingClientRect()];
    if (!sheet || !play) return;
    sheet.classList.toggle("shown", event !== null);
    if (event) sheet.style.translate = `${event.clientX - play.x}px ${event.clientY - play.y}px`;
  };
  const end = (): void => {
    start.current = null;
    setPulling(false);
    show(null);
  };
  return {
    ghost,
    /** Whether tiles follow the pointer now. */
    pulling,
    on: {
      onPointerDown: (event: PointerEvent): void => {
        const part = partAt(event.target as Element);
        moved.current = false;
        if (event.button !== 0 || !part.startsWith("tile")) return;
        const joins = chooser.draft.includes(part) || chooser.next.has(part);
        if (!joins && !alone.has(part)) return;
        path.current = joins ? [...new Set([...chooser.draft, part])] : [part];
        start.current = [event.clientX, event.clientY];
      },
      onPointerMove: (event: PointerEvent): void => {
        if (!start.current) return;
        if (!event.buttons) return end(); // it was let go where nobody told us
        const [x, y] = start.current;
        if (!moved.current && Math.hypot(event.clientX - x, event.clientY - y) < DRAG) return;
        // Look first and change afterwards: so nothing has to be laid out in between.
        const over = partAt(document.elementFromPoint(event.clientX, event.clientY));
        show(event);
        if (!moved.current) {
          (event.currentTarget as Element).setPointerCapture(event.pointerId); // wherever it is let go
          choosing.do();
        }
        moved.current = true;
        if (!over.startsWith("tile") || path.current.includes(over) || !chooser.follows(path.current, over)) return;
        path.current.push(over);
        choosing.do();
      },
      onPointerUp: (event: PointerEvent): void => {
        if (!start.current) return;
        // A small shelf is cut off above: only what is seen of it counts. Look first here, too.
        const there = moved.current && document.elementFromPoint(event.clientX, event.clientY)?.closest(".mine");
        const over = there ? columnAt(shelfBox(there), event.clientX, event.clientY) : null;
        start.current = null;
        show(null);
        // In a task of its own, after the click that follows: so that one has nothing to lay out.
        window.setTimeout(() => {
          moved.current = false;
          const late = choosing.awaited();
          if (late) choosing.now();
          setPulling(false);
          if (over === null) return;
          if (late) window.setTimeout(() => taking.current(over)); // once it is drawn that they are chosen
          else taking.current(over);
        });
      },
      onPointerCancel: (): void => {
        if (choosing.awaited()) choosing.now();
        end();
      },
      // A tile that was dragged and let go where it lay was not tapped.
      onClickCapture: (event: MouseEvent): void => {
        if (moved.current) event.stopPropagation();
      },
    },
  };
}

/** A column of our shelf that something happens to: its part. */
export const columnUnder = (target: EventTarget | null): string => {
  const part = partAt(target as Element);
  return part.startsWith("column") ? part : "";
};
