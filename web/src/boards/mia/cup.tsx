/** The cup and the dice of Mia: the cup is shaken, slid aside for a look, and lifted. */

import type { Throw } from "./throws";

const [L, M, R] = [-1, 0, 1];
const PIPS: Record<number, [number, number][]> = {
  1: [[M, M]],
  2: [[L, L], [R, R]],
  3: [[L, L], [M, M], [R, R]],
  4: [[L, L], [R, L], [L, R], [R, R]],
  5: [[L, L], [R, L], [M, M], [L, R], [R, R]],
  6: [[L, L], [R, L], [L, M], [R, M], [L, R], [R, R]],
};

/** A die of this size around the origin. */
export function Die({ eyes, size = 40 }: { eyes: number; size?: number }) {
  const half = size / 2;
  return (
    <g class="die">
      <rect class="edge" x={-half} y={-half + size * 0.07} width={size} height={size} rx={size * 0.2} />
      <rect class="body" x={-half} y={-half} width={size} height={size} rx={size * 0.2} />
      {PIPS[eyes]?.map(([x, y]) => (
        <circle key={`${x},${y}`} class="pip" cx={x * size * 0.26} cy={y * size * 0.26} r={size * 0.095} />
      ))}
    </g>
  );
}

/** Two dice lying beside each other, a little askew. */
function Pair({ dice: [high, low] }: { dice: Throw }) {
  return (
    <g class="pair">
      <ellipse class="under" cx="2" cy="34" rx="74" ry="12" />
      <g transform="translate(-34 6) rotate(-9)">
        <Die eyes={high} size={58} />
      </g>
      <g transform="translate(36 -4) rotate(13)">
        <Die eyes={low} size={58} />
      </g>
    </g>
  );
}

function Cup() {
  return (
    <>
      <path class="leather" d="M-56 -86H56L72 66Q0 92 -72 66Z" />
      <path class="gleam" d="M-40 -80H-14L-22 78Q-42 76 -56 70Z" />
      <path class="dusk" d="M34 -84H56L72 66Q58 74 44 77Z" />
      <path class="seam" d="M-58 -64Q0 -48 58 -64M-70 48Q0 74 70 48" />
      <ellipse class="top" cx="0" cy="-86" rx="56" ry="14" />
      <ellipse class="hollow" cx="0" cy="-86" rx="45" ry="9" />
    </>
  );
}

interface CupSceneProps {
  dice: Throw | null;
  /** Whether something lies under the cup. */
  covered: boolean;
  lifted: boolean;
  /** A number that grows with every roll, so that each one is seen. */
  roll: number;
  /** What pressing the cup does, in words; empty: nothing. */
  label: string;
  onShake: () => void;
}

/** The table with the cup on it: over the dice, beside them, or lifted. */
export function CupScene({ dice, covered, lifted, roll, label, onShake }: CupSceneProps) {
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onShake();
  };
  const hands = label ? { role: "button" as const, tabindex: 0, "aria-label": label, onClick: onShake, onKeyDown: keys } : { "aria-hidden": true };
  return (
    <svg class="felt" viewBox="0 0 400 260">
      <g aria-hidden="true">
        <ellipse class="wood" cx="200" cy="146" rx="198" ry="112" />
        <ellipse class="cloth" cx="200" cy="138" rx="184" ry="98" />
        <ellipse class="stitch" cx="200" cy="138" rx="172" ry="87" />
        {dice && (
          <g key={lifted ? "seen" : roll} class={lifted ? "shown lifted" : "shown"} transform="translate(276 158)">
            {!lifted && <ellipse class="secret" rx="96" ry="58" />}
            <Pair dice={dice} />
          </g>
        )}
      </g>
      <g class={label ? "cup can" : "cup"} {...hands}>
        <g class="carried" style={{ transform: place(covered, lifted, dice) }}>
          <g key={roll} class={roll ? "shaken" : ""}>
            {!lifted && <ellipse class="under" cx="0" cy="70" rx="80" ry="17" />}
            <Cup />
          </g>
        </g>
      </g>
    </svg>
  );
}

const place = (covered: boolean, lifted: boolean, dice: Throw | null): string => {
  if (lifted) return "translate(112px, 96px) rotate(-26deg)";
  if (dice) return "translate(122px, 130px) rotate(-9deg)";
  return covered ? "translate(200px, 130px)" : "translate(200px, 140px) rotate(180deg)";
};
