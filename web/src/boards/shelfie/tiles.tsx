/** The six kinds of tiles, each a picture in a box of 100 by 100. */

import type { JSX } from "preact";
import { type Kind, KINDS, type ShelfieView, worth } from "./shelf";
import { s } from "./words";

const PICTURES: Record<Kind, JSX.Element> = {
  CAT: (
    <>
      <path class="fill" d="M24 78C18 56 20 36 24 20L40 34Q50 30 60 34L76 20C80 36 82 56 76 78Q50 92 24 78Z" />
      <path class="cut" d="M37 53V59M63 53V59" />
      <path class="cut fine" d="M46 66L50 70L54 66M50 70V75M16 62L34 65M17 74L34 70M84 62L66 65M83 74L66 70" />
    </>
  ),
  BOOK: (
    <>
      <path class="fill" d="M50 30Q33 18 14 24V76Q33 70 50 82Q67 70 86 76V24Q67 18 50 30Z" />
      <path class="cut" d="M50 32V80" />
      <path class="cut fine" d="M24 38Q34 37 42 42M24 51Q34 50 42 55M76 38Q66 37 58 42M76 51Q66 50 58 55" />
    </>
  ),
  GAME: (
    <>
      <path class="fill" d="M50 12L85 30V68L50 88L15 68V30Z" />
      <path class="cut" d="M15 30L50 49L85 30M50 49V88" />
      <circle class="dot" cx="50" cy="30" r="5" />
      <circle class="dot" cx="27" cy="48" r="4.5" />
      <circle class="dot" cx="38" cy="69" r="4.5" />
      <circle class="dot" cx="73" cy="46" r="4.5" />
      <circle class="dot" cx="67" cy="58" r="4.5" />
      <circle class="dot" cx="61" cy="71" r="4.5" />
    </>
  ),
  FRAME: (
    <>
      <rect class="fill" x="13" y="18" width="74" height="64" rx="5" />
      <rect class="pane" x="23" y="28" width="54" height="44" />
      <path class="fill" d="M23 72L42 45L54 60L63 50L77 72Z" />
      <circle class="fill" cx="64" cy="39" r="6" />
    </>
  ),
  TROPHY: (
    <>
      <path class="fill" d="M30 14H70V36Q70 58 54 62V72H66V84H34V72H46V62Q30 58 30 36Z" />
      <path class="line" d="M30 22H16Q16 44 32 46M70 22H84Q84 44 68 46" />
      <path class="cut fine" d="M50 24L53 32H61L55 37L57 45L50 40L43 45L45 37L39 32H47Z" />
    </>
  ),
  PLANT: (
    <>
      <path class="fill" d="M32 62H68L63 88H37Z" />
      <path class="line" d="M50 62V34" />
      <path class="fill" d="M50 46Q22 50 18 24Q46 20 50 46ZM50 38Q76 42 82 14Q54 12 50 38Z" />
      <path class="cut fine" d="M28 30L48 45M74 20L53 37" />
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
          <g transform="translate(5 2) scale(0.9)">{PICTURES[kind]}</g>
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
      <g transform="translate(18 16) scale(0.64)">{PICTURES[kind]}</g>
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
