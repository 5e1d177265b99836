/** The cup and the dice of Mia. */

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
      <g transform="translate(-30 6) rotate(-9)">
        <Die eyes={high} size={50} />
      </g>
      <g transform="translate(32 -4) rotate(13)">
        <Die eyes={low} size={50} />
      </g>
    </g>
  );
}

function Cup() {
  return (
    <>
      <path class="leather" d="M-46 -62H46L58 52Q0 70 -58 52Z" />
      <path class="seam" d="M-48 -44Q0 -32 48 -44M-57 38Q0 56 57 38" />
      <ellipse class="top" cx="0" cy="-62" rx="46" ry="11" />
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
}

/** The table with the cup on it: over the dice, beside them, or lifted. */
export function CupScene({ dice, covered, lifted, roll }: CupSceneProps) {
  return (
    <svg class="felt" viewBox="0 0 400 190" aria-hidden="true">
      <ellipse class="cloth" cx="200" cy="100" rx="196" ry="86" />
      <ellipse class="edge" cx="200" cy="100" rx="182" ry="74" />
      {dice && (
        <g transform="translate(262 112)">
          {!lifted && <ellipse class="secret" rx="84" ry="48" />}
          <Pair dice={dice} />
        </g>
      )}
      <g key={roll} class={covered ? "cup shaken" : "cup"} style={{ transform: place(covered, lifted, dice) }}>
        {covered && !lifted && <ellipse class="under" cx="0" cy="54" rx="66" ry="14" />}
        <Cup />
      </g>
    </svg>
  );
}

const place = (covered: boolean, lifted: boolean, dice: Throw | null): string => {
  if (lifted) return "translate(112px, 88px) rotate(-24deg)";
  if (dice) return "translate(126px, 92px) rotate(-9deg)";
  return covered ? "translate(200px, 96px)" : "translate(140px, 88px) rotate(180deg)";
};
