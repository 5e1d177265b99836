/** What the goals look like: a small shelf with what it should hold. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { COLUMNS, type CommonName, isHit, type PersonalCard, ROWS, type Shelf } from "./shelf";
import { Tick, TilePicture } from "./tiles";

/** What a shelf must look like, from the top. The same letter is the same kind, `*` all different, `#` any. */
const PATTERNS: Record<CommonName, string> = {
  SQUARE: "..... ..... ..... AA... AA.BB ...BB",
  "2_COLUMNS_COLOURFUL": ".*.*. .*.*. .*.*. .*.*. .*.*. .*.*.",
  "4_GROUPS_4_TILES": "..... AAAA. BBBB. ..... AAAA. BBBB.",
  "6_GROUPS_2_TILES": "..... A.B.A A.B.A ..... B.A.B B.A.B",
  "3_COLUMNS_3_COLOR": "A.A.B A.B.B B.B.C B.C.C C.C.A C.A.A",
  "2_ROWS_COLOURFUL": "..... ..... ***** ..... ***** .....",
  "4_ROWS_3_COLOR": "..... ..... AABBC ABBCC BBACC CCABA",
  CORNERS: "A...A ..... ..... ..... ..... A...A",
  "8_SAME": "..... .A... ...A. A.A.. ..A.A A..A.",
  X: "..... ..... A.A.. .A... A.A.. .....",
  DIAGONAL: "..... A.... .A... ..A.. ...A. ....A",
  STAIRS: "..... #.... ##... ###.. ####. #####",
};

const GROUPS = "..... AAA.. ..... BBBB. ..... CCCCC";

const SIGNS: Record<string, string> = {
  A: "M50 20a30 30 0 1 0 .1 0Z",
  B: "M50 18L84 78H16Z",
  C: "M22 22H78V78H22Z",
  "*": "M24 38H76M24 62H76M63 20L37 80",
};

const at = (x: number, y: number): string => `translate(${x * 100} ${y * 100})`;

function Frame({ children }: { children: ComponentChildren }) {
  return (
    <svg class="pattern" viewBox="-12 -12 524 624" aria-hidden="true">
      <rect class="back" x="-12" y="-12" width="524" height="624" rx="28" />
      {children}
    </svg>
  );
}

const Hollow = ({ class: looks = "gap" }: { class?: string }) => <rect class={looks} x="7" y="7" width="86" height="86" rx="14" />;

/** A common goal; without a name: groups of any kind. */
export function Pattern({ name }: { name: CommonName | null }) {
  return useMemo(() => (
    <Frame>
      {(name ? PATTERNS[name] : GROUPS).split(" ").flatMap((row, y) =>
        [...row].map((sign, x) => (
          <g key={`${y}${x}`} transform={at(x, y)}>
            <Hollow class={sign === "." ? "gap" : "want"} />
            {SIGNS[sign] && <path class={sign === "*" ? "differs" : `sign kind${sign}`} d={SIGNS[sign]} />}
          </g>
        )),
      )}
    </Frame>
  ), [name]);
}

/** A personal goal: what stands in its place is bright. */
export function Wishes({ card, shelf }: { card: PersonalCard; shelf: Shelf }) {
  return useMemo(() => (
    <Frame>
      {Array.from({ length: ROWS * COLUMNS }, (_, i) => (
        <g key={i} transform={at(i % COLUMNS, Math.floor(i / COLUMNS))}>
          <Hollow />
        </g>
      ))}
      {card.goals.map((goal) => (
        <g key={goal.type} class={isHit(goal, shelf) ? "hit" : "wanted"} transform={at(goal.x, ROWS - 1 - goal.y)}>
          <TilePicture kind={goal.type} />
          {isHit(goal, shelf) && <Tick d="M50 52L68 74L100 26" />}
        </g>
      ))}
    </Frame>
  ), [card, shelf]);
}
