/** Places on a drawn board that can be tapped, pulled over, reached by keys and read aloud. */

import { type ComponentChildren, createContext } from "preact";
import { useContext, useMemo, useRef, useState } from "preact/hooks";
import { language, w } from "../words";
import type { Chooser } from "./chooser";

interface Reach {
  chooser: Chooser;
  live: boolean;
  /** The place that the tab key comes to; the arrows go on from there. */
  at: string;
  setReached: (part: string) => void;
}

const Near = createContext<Reach | null>(null);

interface FieldProps {
  label: string;
  chooser: Chooser;
  /** The names of its spots, in reading order. */
  parts: string[];
  /** Whether the arrows lead around, right and down clockwise; else to what lies in their direction. */
  round?: boolean;
  /** Whether something can be chosen here; else its spots can only be read. Their pictures stay the same ones. */
  live?: boolean;
  children: ComponentChildren;
}

const partAt = (element: Element | null): string | undefined =>
  element?.closest<SVGElement>("[data-part]")?.dataset.part;

/** Spots that belong together: one stop of the tab key. It is a part of a drawing. */
export function Field({ label, chooser, parts, round = false, live = true, children }: FieldProps) {
  const [reached, setReached] = useState("");
  const field = useRef<SVGGElement>(null);
  const at = parts.includes(reached) ? reached : (parts.find((part) => chooser.next.has(part)) ?? parts[0] ?? "");

  const keys = (event: KeyboardEvent): void => {
    const spots = [...(field.current?.querySelectorAll<SVGElement>("[data-part]") ?? [])];
    const here = partAt(event.target as Element);
    const goal = here && (round ? around : neighbour)(spots, here, event.key);
    if (goal) goal.focus();
    else if (here && (event.key === "Enter" || event.key === " ")) chooser.tap(here);
    else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent): void => {
    const part = partAt(event.target as Element);
    if (part) chooser.tap(part);
  };
  return (
    <Near.Provider value={{ chooser, live, at, setReached }}>
      <g ref={field} role="group" aria-label={label} data-round={round || undefined} {...(live ? { onKeyDown: keys, onClick: click } : {})}>
        {children}
      </g>
    </Near.Provider>
  );
}

/** The pointer pulled from spot to spot: all it came over count, or the first and the last only. */
export function usePull(chooser: Chooser, which: "all" | "ends") {
  const path = useRef<string[]>([]);
  const counted = (): string[] => {
    const parts = [...new Set(path.current)];
    return which === "all" || parts.length < 2 ? parts : [parts[0] ?? "", path.current.at(-1) ?? ""];
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      const part = partAt(event.target as Element);
      path.current = part && event.button === 0 && chooser.next.has(part) ? [part] : [];
    },
    onPointerMove: (event: PointerEvent): void => {
      if (!path.current.length || !event.buttons) return;
      const over = partAt(document.elementFromPoint(event.clientX, event.clientY));
      if (!over || over === path.current.at(-1)) return;
      path.current.push(over);
      chooser.hold(counted());
    },
    onPointerUp: (): void => {
      const pulled = counted();
      path.current = [];
      if (pulled.length > 1) chooser.pull(pulled);
    },
    onPointerCancel: (): void => void (path.current = []),
  };
}

interface SpotProps {
  part: string;
  label: string;
  class?: string;
  /** Whether it can be chosen, if that is more than what leads on from here. */
  open?: boolean;
  children: ComponentChildren;
}

/** One place of a field, with its picture. Most of them stay as they are when something is chosen: they are not drawn anew. */
export function Spot({ part, label, class: looks = "", open: can, children }: SpotProps) {
  const reach = useContext(Near);
  const times = reach?.chooser.draft.filter((chosen) => chosen === part).length ?? 0;
  const open = can ?? reach?.chooser.next.has(part) ?? false;
  const [live, reached] = [reach?.live, reach?.at === part];
  return useMemo(() => {
    if (!reach) return <g class={looks}>{children}</g>;
    if (!live) {
      return (
        <g role="img" data-part={part} aria-label={label}>
          {children}
        </g>
      );
    }
    return (
      <g
        class={["spot", looks, open && "can", times && "chosen"].filter(Boolean).join(" ")}
        role="button"
        data-part={part}
        tabindex={reached ? 0 : -1}
        aria-label={open ? `${label}, ${w("can_go_here")}` : label}
        aria-pressed={times > 0}
        aria-disabled={!open && !times}
        onFocus={() => reach.setReached(part)}
      >
        {children}
      </g>
    );
  }, [live, part, label, looks, open, times > 0, reached, children, language.value]);
}

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The spot an arrow key leads to in a ring. */
function around(spots: SVGElement[], here: string, key: string): SVGElement | undefined {
  const way = ARROWS[key];
  const start = spots.findIndex((spot) => spot.dataset.part === here);
  return way && spots[(start + way[0] + way[1] + spots.length) % spots.length];
}

/** The spot an arrow key leads to: the nearest one that lies more or less in its direction. */
function neighbour(spots: SVGElement[], here: string, key: string): SVGElement | undefined {
  if (key === "Home") return spots[0];
  if (key === "End") return spots.at(-1);
  const way = ARROWS[key];
  const start = spots.find((spot) => spot.dataset.part === here);
  if (!way || !start) return undefined;
  const middle = (spot: SVGElement): [number, number] => {
    const box = spot.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(start);
  const far = (spot: SVGElement): number => {
    const [sx, sy] = middle(spot);
    const along = (sx - x) * way[0] + (sy - y) * way[1];
    const aside = Math.abs((sx - x) * way[1]) + Math.abs((sy - y) * way[0]);
    return along > 1 && aside <= along * 2 ? along + aside * 2 : Infinity;
  };
  const [nearest] = spots.filter((spot) => far(spot) < Infinity).sort((a, b) => far(a) - far(b));
  return nearest;
}
