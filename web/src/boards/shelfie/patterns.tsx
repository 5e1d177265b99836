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

/** What stands in a cell, drawn from its left upper corner. */
const SIGNS: Record<string, string> = {
  A: "m50 20a30 30 0 1 0 .1 0z",
  B: "m50 18l34 60h-68z",
  C: "m22 22h56v56h-56z",
  "*": "m24 38h52m-52 24h52m-13-42l-26 60",
};
const HOLLOW = "m7 21a14 14 0 0 1 14-14h58a14 14 0 0 1 14 14v58a14 14 0 0 1-14 14h-58a14 14 0 0 1-14-14z";

/** The same in many cells is one outline: the small cards stand beside every turn, and the browser goes through all of them. */
const inAll = (rows: string[], d: string, has: (sign: string) => boolean): string =>
  rows.flatMap((row, y) => [...row].map((sign, x) => (has(sign) ? `M${x * 100} ${y * 100}${d}` : ""))).join("");

const EMPTY = Array<string>(ROWS).fill(".".repeat(COLUMNS));

function Frame({ rows, children }: { rows: string[]; children?: ComponentChildren }) {
  const present = Object.entries(SIGNS).filter(([sign]) => rows.join().includes(sign));
  return (
    <svg class="pattern" viewBox="-12 -12 524 624" aria-hidden="true">
      <rect class="back" x="-12" y="-12" width="524" height="624" rx="28" />
      <path class="gap" d={inAll(rows, HOLLOW, (sign) => sign === ".")} />
      <path class="want" d={inAll(rows, HOLLOW, (sign) => sign !== ".")} />
      {present.map(([sign, d]) => (
        <path key={sign} class={sign === "*" ? "differs" : `sign kind${sign}`} d={inAll(rows, d, (other) => other === sign)} />
      ))}
      {children}
    </svg>
  );
}

/** A common goal; without a name: groups of any kind. */
export function Pattern({ name }: { name: CommonName | null }) {
  return useMemo(() => <Frame rows={(name ? PATTERNS[name] : GROUPS).split(" ")} />, [name]);
}

/** A personal goal: what stands in its place is bright. */
export function Wishes({ card, shelf }: { card: PersonalCard; shelf: Shelf }) {
  return useMemo(() => (
    <Frame rows={EMPTY}>
      {card.goals.map((goal) => (
        <g key={goal.type} class={isHit(goal, shelf) ? "hit" : "wanted"} transform={`translate(${goal.x * 100} ${(ROWS - 1 - goal.y) * 100})`}>
          <TilePicture kind={goal.type} />
          {isHit(goal, shelf) ? <Tick d="M50 52L68 74L100 26" /> : <rect class="veil" x="5" y="4" width="90" height="93" rx="13" />}
        </g>
      ))}
    </Frame>
  ), [card, shelf]);
}
