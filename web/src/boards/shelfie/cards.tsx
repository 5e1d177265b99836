/** The goals: common ones by picture and words, personal ones, and what everybody has of them. */

import { COLUMNS, count, hitsOf, isHit, ROWS, worth } from "./shelf";
import type { CommonCard, CommonName, PersonalCard, Shelf, ShelfieView } from "./shelf";
import { TilePicture } from "./tiles";
import { s } from "./words";

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

const SIGNS: Record<string, string> = {
  A: "M50 22a28 28 0 1 0 .1 0Z",
  B: "M50 20L80 76H20Z",
  C: "M25 25H75V75H25Z",
  "*": "M26 40H74M26 62H74M62 22L38 80",
};

function Pattern({ name }: { name: CommonName }) {
  return (
    <svg class="pattern" viewBox="-10 -10 520 620" aria-hidden="true">
      <rect class="back" x="-10" y="-10" width="520" height="620" rx="24" />
      {PATTERNS[name].split(" ").flatMap((row, r) =>
        [...row].map((sign, c) => (
          <g key={`${r}${c}`} transform={`translate(${c * 100} ${r * 100})`}>
            <rect class={sign === "." ? "gap" : "want"} x="6" y="6" width="88" height="88" rx="14" />
            {SIGNS[sign] && <path class={sign === "*" ? "differs" : `sign kind${sign}`} d={SIGNS[sign]} />}
          </g>
        )),
      )}
    </svg>
  );
}

type Names = (seat: number) => string;

export function Common({ card, who }: { card: CommonCard; who: Names }) {
  const next = card.tokens.at(-1);
  return (
    <li class="goal">
      <Pattern name={card.name} />
      <div>
        <p>{s(card.name)}</p>
        <small>{next === undefined ? s("no_token") : s("next_token", { n: next })}</small>
        {card.takers.map((seat) => (
          <small key={seat} class="taken">
            {s("done_by", { name: who(seat), n: worth(card, seat) })}
          </small>
        ))}
      </div>
    </li>
  );
}

interface PersonalProps {
  card: PersonalCard;
  shelf: Shelf;
  label: string;
}

export function Personal({ card, shelf, label }: PersonalProps) {
  const wishes = card.goals.map(({ x, y, type }) => s("goal", { kind: s(type), c: x + 1, r: y + 1 }));
  return (
    <li class="goal">
      <svg class="pattern" viewBox="-10 -10 520 620" role="img" aria-label={wishes.join("; ")}>
        <rect class="back" x="-10" y="-10" width="520" height="620" rx="24" />
        {Array.from({ length: ROWS * COLUMNS }, (_, i) => (
          <g key={i} transform={`translate(${(i % COLUMNS) * 100} ${Math.floor(i / COLUMNS) * 100})`}>
            <rect class="gap" x="6" y="6" width="88" height="88" rx="14" />
          </g>
        ))}
        {card.goals.map((goal) => (
          <g key={goal.type} transform={`translate(${goal.x * 100} ${(ROWS - 1 - goal.y) * 100})`}>
            <TilePicture kind={goal.type} />
            {isHit(goal, shelf) && <path class="tick" d="M50 55L66 74L96 32" />}
          </g>
        ))}
      </svg>
      <div>
        <p>
          <b>{label}.</b> {s("personal_more")}
        </p>
        <small class="taken">{s("fulfilled", { n: hitsOf(card, shelf) })}</small>
      </div>
    </li>
  );
}

/** Everybody's points and where they come from. */
export function Points({ view, who }: { view: ShelfieView; who: Names }) {
  return (
    <table class="points">
      <thead>
        <tr>
          <td />
          {[s("tokens"), s("own"), s("groups"), s("first"), s("total")].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.order.map((seat) => {
          const { tokens, own, groups, first } = count(view, seat);
          return (
            <tr key={seat} class={seat === view.turn && !view.over ? "turn" : ""}>
              <th scope="row">{who(seat)}</th>
              <td>{tokens}</td>
              <td>{own ?? <span title={s("secret")}>?</span>}</td>
              <td>{groups}</td>
              <td>{first}</td>
              <td>
                <b>{view.points[seat]}</b>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
