/** The boards themselves, without pieces. A square is 100 by 100. */

import type { Look } from "../hall/wire";
import { type Square, squareName } from "./grid";

export interface Ground {
  look: Look;
  rows: number;
  columns: number;
  /** The left upper corner of a square, as seen. */
  at: (square: Square) => [x: number, y: number];
}

const count = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** Whether a square of a chequered board is dark. */
const isDark = (look: Look, r: number, c: number): boolean => (r + c) % 2 === (look.dark_corner === false ? 1 : 0);

function Chequered({ look, rows, columns, at }: Ground) {
  return (
    <>
      {count(rows).map((r) =>
        count(columns).map((c) => {
          const [x, y] = at([r, c]);
          return <rect key={`${r},${c}`} class={isDark(look, r, c) ? "dark" : "light"} x={x} y={y} width="100" height="100" />;
        }),
      )}
    </>
  );
}

/** Letters and numbers inside the squares along two edges. */
export function Names({ rows, columns, at, look }: Ground) {
  if (look.board !== "chequered") return null;
  const dark = (r: number, c: number) => (isDark(look, r, c) ? "on-dark" : "on-light");
  const [flipX, flipY] = [at([0, 0])[0] > 0, at([0, 0])[1] === 0];
  const [left, bottom] = [flipX ? columns - 1 : 0, flipY ? rows - 1 : 0];
  return (
    <g class="names">
      {count(columns).map((c) => (
        <text key={c} class={dark(bottom, c)} x={at([bottom, c])[0] + 92} y={at([bottom, c])[1] + 94} text-anchor="end">
          {squareName([bottom, c])[0]}
        </text>
      ))}
      {count(rows).map((r) => (
        <text key={r} class={dark(r, left)} x={at([r, left])[0] + 7} y={at([r, left])[1] + 26}>
          {r + 1}
        </text>
      ))}
    </g>
  );
}

function Cells({ look, rows, columns }: Ground) {
  const [width, height] = [columns * 100, rows * 100];
  return (
    <g class={look.ground ? "rules inked" : "rules"}>
      {look.ground && <rect x="-4" y="-4" width={width + 8} height={height + 8} fill={look.ground} />}
      {count(columns - 1).map((c) => (
        <path key={`c${c}`} d={`M${c * 100 + 100} 8V${height - 8}`} />
      ))}
      {count(rows - 1).map((r) => (
        <path key={`r${r}`} d={`M8 ${r * 100 + 100}H${width - 8}`} />
      ))}
    </g>
  );
}

/** On a large board the fourth lines from the edges are marked where they cross, and the middle. */
const stars = (lines: number): number[] => (lines < 13 || lines % 2 === 0 ? [] : [3, (lines - 1) / 2, lines - 4]);

function Lines({ rows, columns, at }: Ground) {
  const [width, height] = [columns * 100, rows * 100];
  return (
    <>
      <rect class="wood" width={width} height={height} rx="30" />
      <g class="threads">
        {count(columns).map((c) => (
          <path key={`c${c}`} d={`M${c * 100 + 50} 50V${height - 50}`} />
        ))}
        {count(rows).map((r) => (
          <path key={`r${r}`} d={`M50 ${r * 100 + 50}H${width - 50}`} />
        ))}
      </g>
      <g class="stars">
        {stars(rows).flatMap((r) =>
          stars(columns).map((c) => <circle key={`${r},${c}`} cx={at([r, c])[0] + 50} cy={at([r, c])[1] + 50} r="12" />),
        )}
      </g>
    </>
  );
}

/** What lies under the pieces. */
export function Floor(ground: Ground) {
  const { look, rows, columns } = ground;
  if (look.board === "chequered") return <Chequered {...ground} />;
  if (look.board === "cells") return <Cells {...ground} />;
  if (look.board === "lines") return <Lines {...ground} />;
  return <rect class="behind" x="10" y="10" width={columns * 100 - 20} height={rows * 100 - 20} />;
}

const HOLE = "m-40 0a40 40 0 1 0 80 0a40 40 0 1 0-80 0";

/** What stands before the pieces: the frame that discs fall into. */
export function Front({ look, rows, columns, at }: Ground) {
  if (look.board !== "frame") return null;
  const holes = count(rows).flatMap((r) =>
    count(columns).map((c) => {
      const [x, y] = at([r, c]);
      return `M${x + 50} ${y + 50}${HOLE}`;
    }),
  );
  const [width, height] = [columns * 100, rows * 100];
  return <path class="frame" fill-rule="evenodd" d={`M24 0H${width - 24}Q${width} 0 ${width} 24V${height - 24}Q${width} ${height} ${width - 24} ${height}H24Q0 ${height} 0 ${height - 24}V24Q0 0 24 0Z${holes.join("")}`} />;
}
