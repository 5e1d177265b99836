/** The pieces of the games on squares, as their looks draw them: each in a box of 100 by 100. */

import type { GameCard, Look } from "../hall/wire";

/** SVG that the hall's games bring along. */
export const drawn = (picture: string) => ({ dangerouslySetInnerHTML: { __html: picture } });

/** A piece; one that nobody has drawn is a plain disc with its letter. */
export function Shape({ look, owner, kind }: { look: Look; owner: number; kind: string }) {
  const picture = look.pieces?.[kind]?.pictures?.[owner];
  if (picture) return <g class="shape" {...drawn(picture)} />;
  return (
    <g class={`shape disc owner${owner % 2}`}>
      <circle cx="50" cy="50" r="38" />
      <text x="50" y="63" text-anchor="middle">
        {kind.charAt(0).toUpperCase()}
      </text>
    </g>
  );
}

/** A small picture of a seat's pieces: of the first kind that is drawn for it. */
export function Token({ game: { look }, seat }: { game: GameCard; seat: number }) {
  const kinds = Object.entries(look.pieces ?? {});
  const [kind = ""] = kinds.find(([, { pictures }]) => pictures?.[seat]) ?? [];
  return (
    <svg class="token" viewBox="0 0 100 100" aria-hidden="true">
      {look.ground && <rect width="100" height="100" rx="14" fill={look.ground} />}
      <Shape look={look} owner={seat} kind={kind} />
    </svg>
  );
}
