/** The boards themselves, without pieces. A square is 100 by 100. */

import type { Look } from "../hall/wire";
import { type Square, squareName } from "./grid";
import "./ground.css";

export interface Ground {
  look: Look;
  rows: number;
  columns: number;
  /** The left upper corner of a square, as seen. */
  at: (square: Square) => [x: number, y: number];
}

/** How much is shown around the squares: a rim with their names, or room above a frame for the piece that waits. */
const AROUND: Record<string, [left: number, top: number, right: number, bottom: number]> = {
  chequered: [34, 34, 34, 34],
  cells: [16, 16, 16, 16],
  lines: [66, 66, 66, 66],
  frame: [14, 104, 14, 26],
};

/** The part of the plane that is shown, as a viewBox says it. The squares begin at 0, 0. */
export function shown({ look, rows, columns }: Ground): [x: number, y: number, width: number, height: number] {
  const [left, top, right, bottom] = AROUND[look.board ?? "cells"] ?? [0, 0, 0, 0];
  return [-left, -top, columns * 100 + left + right, rows * 100 + top + bottom];
}

const count = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** Whether a square of a chequered board is dark. */
const isDark = (look: Look, r: number, c: number): boolean => (r + c) % 2 === (look.dark_corner === false ? 1 : 0);

/** All that is shown, as one rectangle. */
function Whole({ ground, ...look }: { ground: Ground; class?: string; fill?: string }) {
  const [x, y, width, height] = shown(ground);
  return <rect x={x} y={y} width={width} height={height} {...look} />;
}

/** Lines of a year's growth on four squares: two lie, two stand, as one inlays them. */
const LYING = "q25-3 50 0t50 0m-100 9q30 2 55 0t45 1m-100 12q20-3 52 0t48-1m-100 11q36 3 58 0t42 1m-100 13q25-2 47 0t53 0m-100 12q40 3 60 0t40 1m-100 14q30-2 50 0t50-1m-100 11q20 2 54 0t46 0";
const STANDING = "q-3 25 0 50t0 50m9-100q2 30 0 55t1 45m12-100q-3 20 0 52t-1 48m12-100q3 36 0 58t1 42m12-100q-2 25 0 47t0 53m13-100q3 40 0 60t1 40m12-100q-2 30 0 50t-1 50m12-100q2 20 0 54t0 46";
const GRAIN = {
  inlaid: `M0 8${LYING}M100 108${LYING}M108 0${STANDING}M8 100${STANDING}`,
  whole: `M0 8${LYING}M100 11${LYING}M0 106${LYING}M100 109${LYING}`,
};

/** One lamp hangs above every board. */
function Lamp() {
  return (
    <radialGradient id="lamp" cy=".35" r=".8">
      <stop class="lit" />
      <stop class="unlit" offset="1" />
    </radialGradient>
  );
}

/** The grain of the wood and the light on it, over everything that is wood. */
function Grain({ ground, kind }: { ground: Ground; kind: keyof typeof GRAIN }) {
  return (
    <>
      <pattern id={`grain-${kind}`} width="200" height="200" patternUnits="userSpaceOnUse">
        <path class="grain" d={GRAIN[kind]} />
      </pattern>
      <Lamp />
      <Whole ground={ground} fill={`url(#grain-${kind})`} />
      <Whole ground={ground} fill="url(#lamp)" />
    </>
  );
}

function Chequered(ground: Ground) {
  const { look, rows, columns, at } = ground;
  const dark = count(rows).flatMap((r) =>
    count(columns)
      .filter((c) => isDark(look, r, c))
      .map((c) => `M${at([r, c]).join(" ")}h100v100h-100z`),
  );
  return (
    <>
      <Whole ground={ground} class="rim" />
      <rect class="light" width={columns * 100} height={rows * 100} />
      <path class="dark" d={dark.join("")} />
      <Grain ground={ground} kind="inlaid" />
      <rect class="inlay" x="-3" y="-3" width={columns * 100 + 6} height={rows * 100 + 6} />
      <Names {...ground} />
    </>
  );
}

/** Letters and numbers on the rim, below the squares and at their left. */
function Names(ground: Ground) {
  const { rows, columns, at } = ground;
  const [x, , , height] = shown(ground);
  const [left, bottom] = [x * 0.46, height + x * 1.54];
  return (
    <g class="names">
      {count(columns).map((c) => (
        <text key={c} x={at([0, c])[0] + 50} y={bottom}>
          {squareName([0, c])[0]}
        </text>
      ))}
      {count(rows).map((r) => (
        <text key={r} x={left} y={at([r, 0])[1] + 50}>
          {r + 1}
        </text>
      ))}
    </g>
  );
}

function Cells(ground: Ground) {
  const { look, rows, columns } = ground;
  const [width, height] = [columns * 100, rows * 100];
  const hand = look.rules ? 2 : 0; // lines in a colour of their own are drawn by hand
  return (
    <>
      <Whole ground={ground} class={look.ground ? "rim" : "paper"} />
      {look.ground && <rect x="-4" y="-4" width={width + 8} height={height + 8} rx="6" fill={look.ground} />}
      <Lamp />
      {look.ground && <Whole ground={ground} fill="url(#lamp)" />}
      <g class={look.ground ? "rules inked" : "rules"} style={look.rules ? { stroke: look.rules } : undefined}>
        {count(columns - 1).map((c) => (
          <path key={`c${c}`} d={`M${c * 100 + 100 - hand} 8q${hand * 2} ${height / 2} ${hand / 2} ${height - 16}`} />
        ))}
        {count(rows - 1).map((r) => (
          <path key={`r${r}`} d={`M8 ${r * 100 + 100 + hand}q${width / 2} ${-hand * 2} ${width - 16} ${-hand / 2}`} />
        ))}
      </g>
    </>
  );
}

/** On a large board the fourth lines from the edges are marked where they cross, and the middle. */
const stars = (lines: number): number[] => (lines < 13 || lines % 2 === 0 ? [] : [3, (lines - 1) / 2, lines - 4]);

function Lines(ground: Ground) {
  const { rows, columns, at } = ground;
  const [width, height] = [columns * 100, rows * 100];
  const along = count(rows).map((r) => `M50 ${r * 100 + 50}H${width - 50}`);
  const across = count(columns).map((c) => `M${c * 100 + 50} 50V${height - 50}`);
  return (
    <>
      <Whole ground={ground} class="wood" />
      <Grain ground={ground} kind="whole" />
      <path class="threads" d={[...along, ...across].join("")} />
      <g class="stars">
        {stars(rows).flatMap((r) =>
          stars(columns).map((c) => <circle key={`${r},${c}`} cx={at([r, c])[0] + 50} cy={at([r, c])[1] + 50} r="12" />),
        )}
      </g>
      <Names {...ground} />
    </>
  );
}

/** What lies under the pieces. */
export function Floor(ground: Ground) {
  const { look, rows, columns } = ground;
  if (look.board === "chequered") return <Chequered {...ground} />;
  if (look.board === "cells") return <Cells {...ground} />;
  if (look.board === "lines") return <Lines {...ground} />;
  return (
    <>
      <Lamp />
      <rect class="behind" x="6" y="6" width={columns * 100 - 12} height={rows * 100 - 12} />
    </>
  );
}

const HOLE = "m-41 0a41 41 0 1 0 82 0a41 41 0 1 0-82 0";
/** The upper edge of a hole throws its shadow on what is in it, the lower one catches the light. */
const SHADOW = "m-41 0a41 41 0 0 1 82 0a41 34 0 0 0-82 0z";
const LIP = "m-38 19a42.5 42.5 0 0 0 76 0";

/** What stands before the pieces: the frame that discs fall into. */
export function Front({ look, rows, columns, at }: Ground) {
  if (look.board !== "frame") return null;
  const every = (shape: string) =>
    count(rows)
      .flatMap((r) => count(columns).map((c) => `M${at([r, c])[0] + 50} ${at([r, c])[1] + 50}${shape}`))
      .join("");
  const [width, height] = [columns * 100, rows * 100];
  const sheet = `M14-6H${width - 14}q20 0 20 20V${height - 14}q0 20-20 20H14q-20 0-20-20V14q0-20 20-20z`;
  return (
    <>
      <path class="feet" d={`M20 ${height}h90l10 25h-110zM${width - 110} ${height}h90l10 25h-110z`} />
      <path class="sheet" fill-rule="evenodd" d={sheet + every(HOLE)} />
      <path class="lamplight" d={sheet + every(HOLE)} fill-rule="evenodd" fill="url(#lamp)" />
      <path class="edge" d={`M-2 14q0-16 16-16H${width - 14}q16 0 16 16`} />
      <path class="shadow" d={every(SHADOW)} />
      <path class="lip" d={every(LIP)} />
    </>
  );
}
