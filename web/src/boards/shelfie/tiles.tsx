/** The six kinds of tiles, each a picture in a box of 100 by 100. */

import type { JSX } from "preact";
import { type Kind, KINDS, type ShelfieView, worth } from "./shelf";
import { s } from "./words";

const PICTURES: Record<Kind, JSX.Element> = {
  CAT: (
    <>
      <path class="fill" d="M26.6 72.2C21.2 52.4 23 34.4 26.6 20L41 32.6Q50 29 59 32.6L73.4 20C77 34.4 78.8 52.4 73.4 72.2Q50 84.8 26.6 72.2Z" />
      <path class="cut" d="M38.3 49.7V55.1M61.7 49.7V55.1" />
      <path class="cut fine" d="M46.4 61.4L50 65L53.6 61.4M50 65V69.5M19.4 57.8L35.6 60.5M20.3 68.6L35.6 65M80.6 57.8L64.4 60.5M79.7 68.6L64.4 65" />
    </>
  ),
  BOOK: (
    <>
      <path class="fill" d="M50 29Q34.7 18.2 17.6 23.6V70.4Q34.7 65 50 75.8Q65.3 65 82.4 70.4V23.6Q65.3 18.2 50 29Z" />
      <path class="cut" d="M50 30.8V74" />
      <path class="cut fine" d="M26.6 36.2Q35.6 35.3 42.8 39.8M26.6 47.9Q35.6 47 42.8 51.5M73.4 36.2Q64.4 35.3 57.2 39.8M73.4 47.9Q64.4 47 57.2 51.5" />
    </>
  ),
  GAME: (
    <>
      <path class="fill" d="M50 12.8L81.5 29V63.2L50 81.2L18.5 63.2V29Z" />
      <path class="cut" d="M18.5 29L50 46.1L81.5 29M50 46.1V81.2" />
      <path class="dot" d="M50 29h0M29.3 45.2h0M39.2 64.1h0M70.7 43.4h0M65.3 54.2h0M59.9 65.9h0" />
    </>
  ),
  FRAME: (
    <>
      <rect class="fill" x="16.7" y="18.2" width="66.6" height="57.6" rx="4.5" />
      <rect class="pane" x="25.7" y="27.2" width="48.6" height="39.6" />
      <path class="fill" d="M25.7 66.8L42.8 42.5L53.6 56L61.7 47L74.3 66.8Z" />
      <circle class="fill" cx="62.6" cy="37.1" r="5.4" />
    </>
  ),
  TROPHY: (
    <>
      <path class="fill" d="M32 14.6H68V34.4Q68 54.2 53.6 57.8V66.8H64.4V77.6H35.6V66.8H46.4V57.8Q32 54.2 32 34.4Z" />
      <path class="line" d="M32 21.8H19.4Q19.4 41.6 33.8 43.4M68 21.8H80.6Q80.6 41.6 66.2 43.4" />
      <path class="cut fine" d="M50 23.6L52.7 30.8H59.9L54.5 35.3L56.3 42.5L50 38L43.7 42.5L45.5 35.3L40.1 30.8H47.3Z" />
    </>
  ),
  PLANT: (
    <>
      <path class="fill" d="M33.8 57.8H66.2L61.7 81.2H38.3Z" />
      <path class="line" d="M50 57.8V32.6" />
      <path class="fill" d="M50 43.4Q24.8 47 21.2 23.6Q46.4 20 50 43.4ZM50 36.2Q73.4 39.8 78.8 14.6Q53.6 12.8 50 36.2Z" />
      <path class="cut fine" d="M30.2 29L48.2 42.5M71.6 20L52.7 35.3" />
    </>
  ),
};

/** Every kind of tile once, for all that are shown: a face, and an edge that shows how thick it is. */
export const Molds = () => (
  <svg class="molds" aria-hidden="true">
    <defs>
      {KINDS.map((kind) => (
        <g key={kind} id={`tile-${kind}`} class={`mold ${kind.toLowerCase()}`}>
          <rect class="edge" x="5" y="9" width="90" height="88" rx="13" />
          <rect class="face" x="5" y="4" width="90" height="86" rx="13" />
          {PICTURES[kind]}
        </g>
      ))}
    </defs>
  </svg>
);

/** A tile. */
export const TilePicture = ({ kind }: { kind: Kind }) => <use class="tile" href={`#tile-${kind}`} />;

/** The wish for a tile, drawn where it should stand. */
export function Wish({ kind }: { kind: Kind }) {
  return (
    <g class={`wish ${kind.toLowerCase()}`}>
      <rect class="face" x="11" y="10" width="78" height="80" rx="11" />
      <g transform="translate(14.4 14.6) scale(0.71)">{PICTURES[kind]}</g>
    </g>
  );
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
