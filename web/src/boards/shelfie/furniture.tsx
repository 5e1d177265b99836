/** The shelves: wood with depth, tiles behind its front, and what would stand there. */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { fall } from "./motion";
import { COLUMNS, freeIn, isHit, type Kind, kindsOf, partOfColumn, type PersonalCard, ROWS, type Shelf, type ShelfieMove } from "./shelf";
import { Tick, TilePicture, Wish } from "./tiles";
import { s } from "./words";

/** What a shelf shows besides its tiles. */
interface ShelfProps {
  shelf: Shelf;
  label: string;
  /** Its owner's card, if we may see it: wishes are shown where they belong. */
  card: PersonalCard | null;
  /** The cells where tiles were just put, and those that a goal is about. */
  fresh: Set<string>;
  lit?: Set<string>;
  /** What its owner holds, on top of it; ours has a place of its own. Not given: there is no place for it. */
  held?: Kind[];
  aim?: Aim;
}

/** Whoever puts tiles here: what they hold, over which column, and where it could go. */
export interface Aim {
  chooser: Chooser<ShelfieMove>;
  /** Whether there is something to put; else the columns can only be read. */
  live: boolean;
  order: Kind[];
  column: number | null;
  open: Set<number>;
  /** How many rows above the floor they were let go, if they were dragged. */
  letGo: { current: number | null };
  /** What it would bring. */
  gain: number;
  /** Where the house would put them. */
  hinted: string[];
}

/** Where a column begins, how wide it is, and how wide and high the picture is: for whatever hovers over it. */
export const FRONT = { left: 26, column: 100, width: 552, height: 970, above: 330 };

const yOf = (row: number): number => (ROWS - 1 - row) * 100;

/** A shelf; on our own the columns can be chosen, and show what would stand there. */
export function ShelfPicture({ shelf, label, card, fresh, lit, held, aim }: ShelfProps) {
  const columns = shelf.map((tiles, number) => {
    const ghosts = aim?.column === number ? aim.order : [];
    return <Column key={number} {...{ number, tiles, card, fresh, lit, ghosts }} falls={!aim} letGo={aim?.letGo} gain={ghosts.length ? (aim?.gain ?? 0) : 0} />;
  });
  const alone = aim ? { role: "presentation" as const } : { role: "img" as const, "aria-label": shelfSaid(shelf, label) };
  const named = (number: number) => ({ part: partOfColumn(number), label: columnSaid(shelf, number) });
  const above = aim ? FRONT.above : held ? 140 : 56;
  return (
    <svg class="shelf" viewBox={`${-FRONT.left} ${-above} ${FRONT.width} ${640 + above}`} {...alone}>
      <path class="lid" d="M-20 -12L16 -46H484L520 -12Z" />
      {held?.map((kind, place) => (
        <g key={place} class="on-top" data-held={place} transform={`translate(${(COLUMNS - held.length) * 50 + place * 100} -132)`}>
          <TilePicture kind={kind} />
        </g>
      ))}
      <rect class="back" x="-4" y="-8" width="508" height="616" />
      {aim ? (
        <Field label={label} chooser={aim.chooser} parts={shelf.map((_, number) => partOfColumn(number))} live={aim.live}>
          {columns.map((column, number) => (
            <Spot key={number} {...named(number)} open={aim.open.has(number)} class={aim.hinted.includes(partOfColumn(number)) ? "hinted" : ""}>
              {column}
            </Spot>
          ))}
        </Field>
      ) : (
        columns
      )}
      <g class="front">
        <path class="cast" d={LATTICE} transform="translate(4 8)" />
        <path class="wood" d={LATTICE} />
        <path class="light" d={LATTICE} transform="translate(-3 -3)" />
        <rect class="plank" x="-20" y="-14" width="540" height="16" rx="4" />
        <rect class="plank" x="-20" y="600" width="540" height="28" rx="4" />
        <path class="light" d="M-16 -11H516M-16 603H516" />
      </g>
    </svg>
  );
}

const POSTS = Array.from({ length: COLUMNS + 1 }, (_, c) => `M${c * 100} -4V606`).join("");
const RAILS = Array.from({ length: ROWS - 1 }, (_, r) => `M0 ${(r + 1) * 100}H500`).join("");
const LATTICE = POSTS + RAILS;

interface ColumnProps {
  number: number;
  tiles: string;
  card: PersonalCard | null;
  fresh: Set<string>;
  lit?: Set<string>;
  ghosts: Kind[];
  /** Whether tiles are seen to fall; our own were seen hovering there, and stand at once. */
  falls: boolean;
  letGo: Aim["letGo"] | undefined;
  gain: number;
}

/** While somebody aims from column to column, only the two that change are drawn anew. */
function Column(props: ColumnProps) {
  const { tiles, card, fresh, lit, ghosts, falls, letGo, gain } = props;
  const own = useFalling(tiles.length, falls, letGo);
  return useMemo(() => <g ref={own}>{inColumn(props)}</g>, [tiles, card, fresh, lit, ghosts.join(), gain]);
}

const Ring = ({ x, y }: { x: number; y: number }) => <rect class="ring" x={x + 9} y={y + 8} width="82" height="80" rx="11" />;

function inColumn({ number, tiles, card, fresh, lit, ghosts, gain }: ColumnProps) {
  const x = number * 100;
  const standing = kindsOf(tiles);
  const goals = card?.goals.filter((goal) => goal.x === number) ?? [];
  const wishes = goals.filter(({ y }) => y >= standing.length + ghosts.length);
  const marks = (row: number): string =>
    ["standing", fresh.has(`${number},${row}`) && "fresh", lit?.has(`${number},${row}`) && "lit"].filter(Boolean).join(" ");
  const top = yOf(standing.length + ghosts.length - 1);
  return (
    <>
      <rect class="slot" x={x + 2} y="-6" width="96" height="612" />
      {wishes.map(({ y, type }) => (
        <Wish key={y} kind={type} x={x} y={yOf(y)} />
      ))}
      {standing.map((kind, row) => (
        <g key={`${row}${kind}`} class={marks(row)}>
          <TilePicture kind={kind} x={x} y={yOf(row)} />
          {(fresh.has(`${number},${row}`) || lit?.has(`${number},${row}`)) && <Ring x={x} y={yOf(row)} />}
          {goals.some((goal) => goal.y === row && isHit(goal, [...Array<string>(number).fill(""), tiles])) && (
            <Tick d={`M${x + 60} ${yOf(row) + 24}l12 12l18-24`} />
          )}
        </g>
      ))}
      {ghosts.map((kind, place) => (
        <g key={place} class="ghost">
          <TilePicture kind={kind} x={x} y={yOf(standing.length + place)} />
          <Ring x={x} y={yOf(standing.length + place)} />
        </g>
      ))}
      <rect class="aimed" x={x + 7} y="2" width="86" height="596" rx="8" />
      <path class="arrow" d={`M${x + 50} 58l-22-28h14v-22h16v22h14z`} />
      {gain > 0 && (
        <g class="gain">
          <rect x={x + 29} y={top + 7} width="66" height="46" rx="23" />
          <text x={x + 62} y={top + 41}>
            +{gain}
          </text>
        </g>
      )}
    </>
  );
}

/** Tiles that have come into a column fall from above it, or from where they were let go, the lowest first. */
function useFalling(height: number, falls: boolean, letGo: Aim["letGo"] | undefined) {
  const own = useRef<SVGGElement>(null);
  const before = useRef(height);
  useLayoutEffect(() => {
    const floor = before.current;
    before.current = height;
    const come = height - floor;
    if (!falls || come < 1 || come > 3) return; // nothing came, it was taken back, or it is another game
    const above = Math.min(letGo?.current ?? ROWS + 1, ROWS + 1) - floor;
    if (letGo) letGo.current = null;
    const tiles = [...(own.current?.querySelectorAll(".standing") ?? [])].slice(-come);
    tiles.forEach((tile, number) => fall(tile, Math.max(0.2, above), number * 90));
  }, [height]);
  return own;
}

function columnSaid(shelf: Shelf, number: number): string {
  const tiles = kindsOf(shelf[number] ?? "");
  const said = tiles.map((kind) => s(kind)).join(", ") || s("nothing");
  return s("column_has", { n: number + 1, tiles: said, free: freeIn(shelf, number) });
}

/** A shelf in words, column by column, each from below. */
export const shelfSaid = (shelf: Shelf, label: string): string =>
  [label, ...shelf.map((_, number) => columnSaid(shelf, number))].join(". ");
