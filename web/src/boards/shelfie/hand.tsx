/** The tiles in our hand: they hover over the column they would fall into, and change places. */

import { Fragment } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Carrying } from "./carry";
import { slide } from "./motion";
import type { Kind } from "./shelf";
import { TilePicture } from "./tiles";
import { s } from "./words";

interface HandProps {
  /** The lowest first. */
  order: Kind[];
  /** The column they hover over. */
  column: number;
  /** Change the tile at this place with the one above it; null: they are not ours to put yet. */
  swap: ((place: number) => void) | null;
  carrying: Carrying;
}

export function Hand({ order, column, swap, carrying }: HandProps) {
  const own = useSwapped(order, carrying);
  const looks = ["hand", swap ? "ready" : "chosen", column < 3 ? "" : "leftward"].filter(Boolean).join(" ");
  return (
    <div
      ref={own}
      class={looks}
      role="group"
      aria-label={s("hand")}
      style={{ transform: `translateX(${(carrying.from ?? column) * 100}%)` }}
      {...(swap ? carrying.on : {})}
    >
      {order.map((kind, place) => {
        const below = order[place - 1];
        return (
          <Fragment key={place}>
            {swap && below && below !== kind && (
              <button type="button" class={`swap above${place}`} aria-label={s("swap", { a: s(below), b: s(kind) })} onClick={() => swap(place - 1)}>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M8 4V19L4 15M16 20V5L20 9" />
                </svg>
              </button>
            )}
            <svg class="held" data-held={place} viewBox="0 0 100 100" role="img" aria-label={place ? s(kind) : `${s(kind)}, ${s("lowest")}`}>
              <TilePicture kind={kind} />
            </svg>
          </Fragment>
        );
      })}
    </div>
  );
}

/** Two tiles that change places are seen to do so. */
function useSwapped(order: Kind[], { from }: Carrying) {
  const own = useRef<HTMLDivElement>(null);
  const before = useRef(order);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = order;
    if (from !== null || old.length !== order.length) return;
    const changed = order.flatMap((kind, place) => (kind === old[place] ? [] : [place]));
    const [low, high] = changed;
    if (changed.length !== 2 || low === undefined || high === undefined) return;
    const tiles = own.current?.querySelectorAll<SVGElement>(".held");
    const size = own.current?.clientWidth ?? 0;
    tiles?.[low] && slide(tiles[low], 0, (low - high) * size);
    tiles?.[high] && slide(tiles[high], 0, (high - low) * size);
  }, [order.join()]);
  return own;
}
