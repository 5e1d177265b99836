/** The living room: tiles on a rug, and the bag beside them. */

import { useMemo } from "preact/hooks";
import { w } from "../../words";
import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { bounds, type Kind, kindOf, partOfCell, type ShelfieMove } from "./shelf";
import { TilePicture } from "./tiles";
import { s } from "./words";

interface RoomProps {
  room: string[];
  bag: number;
  chooser: Chooser<ShelfieMove>;
  /** The parts that are lifted: chosen, or on their way. */
  lifted: string[];
  /** The cells that were just emptied. */
  left: Set<string>;
  /** What the house would take. */
  hinted: string[];
}

const RIM = 34;

/** Every cell is a spot, so that one can walk over it by keys. */
export function Room({ room, bag, chooser, lifted, left: emptied, hinted }: RoomProps) {
  const { top, left, rows, columns } = bounds(room);
  const cells = room.flatMap((row, x) => [...row].flatMap((letter, y) => (letter === " " ? [] : [{ x, y, kind: kindOf(letter) }])));
  const choosing = lifted.length > 0 || cells.some(({ x, y }) => chooser.next.has(partOfCell(x, y)));
  const faint = (x: number, y: number): boolean => !lifted.includes(partOfCell(x, y)) && !chooser.next.has(partOfCell(x, y));
  const veils = cells.flatMap(({ x, y, kind }) => (choosing && kind && faint(x, y) ? [veil(x - top, y - left, lifted.includes(partOfCell(x + 1, y)))] : []));
  const [width, height] = [columns * 100 + 2 * RIM, rows * 100 + 2 * RIM];
  return (
    <svg class="room-board" role="presentation" viewBox={`${-RIM} ${-RIM} ${width} ${height}`}>
      <radialGradient id="lamp" cx="50%" cy="35%" r="75%">
        <stop class="lamp-near" offset="0" />
        <stop class="lamp-far" offset="1" />
      </radialGradient>
      <rect class="rug" x={-RIM} y={-RIM} width={width} height={height} rx="44" fill="url(#lamp)" />
      <rect class="hem" x={15 - RIM} y={15 - RIM} width={width - 30} height={height - 30} rx="32" />
      <rect class="hem stitch" x={15 - RIM} y={15 - RIM} width={width - 30} height={height - 30} rx="32" />
      <Bag n={bag} y={rows * 100} />
      <Field label={s("room")} chooser={chooser} parts={cells.map(({ x, y }) => partOfCell(x, y))}>
        {cells.map(({ x, y, kind }) => (
          <Place key={partOfCell(x, y)} row={x - top} column={y - left} part={partOfCell(x, y)} kind={kind} lifted={lifted} emptied={emptied} hinted={hinted} />
        ))}
      </Field>
      <path class="veil" d={veils.join("")} />
    </svg>
  );
}

/**
 * What makes a tile fainter that cannot be chosen; all of them are one drawing, which changes as one.
 * A tile that is lifted reaches over the lower edge of the one above it.
 */
const veil = (row: number, column: number, covered: boolean): string =>
  `M${column * 100 + 18} ${row * 100 + 4}h64a13 13 0 0 1 13 13v${covered ? 62 : 67}a13 13 0 0 1-13 13h-64a13 13 0 0 1-13-13v-${covered ? 62 : 67}a13 13 0 0 1 13-13z`;

interface PlaceProps extends Pick<RoomProps, "lifted" | "hinted"> {
  part: string;
  row: number;
  column: number;
  kind: Kind | null;
  emptied: Set<string>;
}

/** A cell and its tile. What is drawn there changes seldom, what can be chosen often. */
function Place({ part, row, column, kind, lifted, emptied, hinted }: PlaceProps) {
  const place = lifted.indexOf(part) + 1;
  const looks = kind ? (place ? "lifted" : hinted.includes(part) ? "hinted" : "") : emptied.has(part) ? "bare emptied" : "bare";
  const [left, top] = [column * 100, row * 100];
  const picture = useMemo(
    () => (
      <>
        <rect class="place" x={left + 4} y={top + 4} width="92" height="92" rx="14" />
        {kind && (
          <g key={kind} class="lying">
            <rect class="shadow" x={left + 6} y={top + 12} width="90" height="90" rx="15" />
            <TilePicture kind={kind} x={left} y={top} />
            <rect class="ring" x={left + 6} y={top + 5} width="88" height="84" rx="12" />
            {place > 0 && <Badge n={place} x={left} y={top} />}
          </g>
        )}
      </>
    ),
    [left, top, kind, place],
  );
  return (
    <Spot part={part} label={`${kind ? s(kind) : w("empty")}, ${s("cell", { r: row + 1, c: column + 1 })}`} class={looks}>
      {picture}
    </Spot>
  );
}

function Badge({ n, x, y }: { n: number; x: number; y: number }) {
  return (
    <g class="badge">
      <circle cx={x + 79} cy={y + 20} r="19" />
      <text x={x + 79} y={y + 30}>
        {n}
      </text>
    </g>
  );
}

/** What is left to come, in the corner of the rug where no tile ever lies. */
function Bag({ n, y }: { n: number; y: number }) {
  return (
    <g class="bag" role="img" aria-label={s("bag", { n })} transform={`translate(0 ${y - 172})`}>
      <title>{s("bag", { n })}</title>
      <path class="cloth" d="M50 46C8 78 0 160 32 172H128C160 160 152 78 110 46Z" />
      <path class="neck" d="M44 46Q36 20 52 12Q64 24 80 10Q96 24 108 12Q124 20 116 46Z" />
      <path class="cord" d="M42 46H118M92 46Q112 62 100 78" />
      <text x="80" y="138">
        {n}
      </text>
    </g>
  );
}
