/** Tiles, wishes for them, and tokens; a tile has a box of 100 by 100. */

import { useMemo } from "preact/hooks";
import { lines } from "./pictures";
import { type Kind, type ShelfieView, worth } from "./shelf";
import { s } from "./words";

interface PictureProps {
  kind: Kind;
  /** Where its box of 100 by 100 begins. */
  x?: number;
  y?: number;
}

/**
 * A tile: a face, and an edge that shows how thick it is. Its lines are where it is: copies of one tile that are moved to
 * their places are more for the browser to go through at every step.
 */
export function TilePicture({ kind, x = 0, y = 0 }: PictureProps) {
  return useMemo(() => {
    const edge = `<rect class="edge" x="${x + 5}" y="${y + 9}" width="90" height="88" rx="13"/>`;
    const face = `<rect class="face" x="${x + 5}" y="${y + 4}" width="90" height="86" rx="13"/>`;
    return <g class={`tile ${kind.toLowerCase()}`} dangerouslySetInnerHTML={{ __html: edge + face + lines(kind, x, y) }} />;
  }, [kind, x, y]);
}

/** The wish for a tile, drawn where it should stand. */
export function Wish({ kind, x = 0, y = 0 }: PictureProps) {
  return useMemo(() => {
    const face = `<rect class="face" x="${x + 11}" y="${y + 10}" width="78" height="80" rx="11"/>`;
    return <g class={`wish ${kind.toLowerCase()}`} dangerouslySetInnerHTML={{ __html: face + lines(kind, x + 14.4, y + 14.6, 0.71) }} />;
  }, [kind, x, y]);
}

/** A mark that a tile is where its owner's card wants it. */
export const Tick = ({ d }: { d: string }) => (
  <>
    <path class="tick" d={d} />
    <path class="tick chalk" d={d} />
  </>
);

/** A token with its points. */
export function Coin({ n, label }: { n: number; label?: string }) {
  return (
    <svg class="coin" viewBox="0 0 40 40" {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}>
      <circle class="rim" cx="20" cy="20" r="19" />
      <circle class="metal" cx="20" cy="18.5" r="17" />
      <text x="20" y="26">
        {n}
      </text>
    </svg>
  );
}

/** The tokens that somebody has, beside their name. */
export function Tokens({ view, seat }: { view: ShelfieView; seat: number }) {
  const tokens = view.commons.map((card) => worth(card, seat)).filter(Boolean);
  const all = view.finisher === seat ? [...tokens, 1] : tokens;
  return (
    <span class="tokens">
      {all.map((n, place) => (
        <Coin key={place} n={n} label={s("token", { n })} />
      ))}
    </span>
  );
}
