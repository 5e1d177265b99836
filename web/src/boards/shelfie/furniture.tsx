/** The living room and the shelves. */

import { w } from "../../words";
import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { bounds, COLUMNS, isHit, kindOf, kindsOf, partOfCell, ROWS } from "./shelf";
import type { Kind, PersonalCard, Shelf, ShelfieMove } from "./shelf";
import { TilePicture, Wish } from "./tiles";
import { s } from "./words";

/** The living room: every cell is a spot, so that one can walk over it by keys. */
export function Room({ room, chooser }: { room: string[]; chooser: Chooser<ShelfieMove> }) {
  const { top, left, rows, columns } = bounds(room);
  const cells = room.flatMap((row, x) => [...row].flatMap((letter, y) => (letter === " " ? [] : [{ x, y, kind: kindOf(letter) }])));
  return (
    <svg class="room-board" viewBox={`-12 -12 ${columns * 100 + 24} ${rows * 100 + 24}`}>
      <rect class="rug" x="-12" y="-12" width={columns * 100 + 24} height={rows * 100 + 24} rx="26" />
      <Field label={s("room")} chooser={chooser} parts={cells.map(({ x, y }) => partOfCell(x, y))}>
        {cells.map(({ x, y, kind }) => {
          const part = partOfCell(x, y);
          const place = chooser.draft.indexOf(part) + 1;
          const where = s("cell", { r: x - top + 1, c: y - left + 1 });
          return (
            <Spot key={part} part={part} label={`${kind ? s(kind) : w("empty")}, ${where}`} class={kind ? "" : "bare"}>
              <g transform={`translate(${(y - left) * 100} ${(x - top) * 100})`}>
                <rect class="place" x="3" y="3" width="94" height="94" rx="14" />
                {kind && <TilePicture key={kind} kind={kind} />}
                <rect class="ring" x="5" y="5" width="90" height="90" rx="13" />
                {place > 0 && <Badge n={place} />}
              </g>
            </Spot>
          );
        })}
      </Field>
    </svg>
  );
}

function Badge({ n }: { n: number }) {
  return (
    <g class="badge">
      <circle cx="80" cy="20" r="18" />
      <text x="80" y="29">
        {n}
      </text>
    </g>
  );
}

interface ShelfProps {
  shelf: Shelf;
  label: string;
  /** Its owner's card, if we may see it: wishes are shown where they belong. */
  card: PersonalCard | null;
  fresh: Set<string>;
  /** Whoever puts tiles here, and what they hold. */
  chooser?: Chooser<ShelfieMove>;
  order?: Kind[];
}

const partOfColumn = (column: number): string => `column:${column}`;
const yOf = (row: number): number => (ROWS - 1 - row) * 100;

/** A shelf; on our own the columns can be chosen, and show what would stand there. */
export function ShelfPicture({ shelf, label, card, fresh, chooser, order = [] }: ShelfProps) {
  const ghosts = (number: number): Kind[] => (chooser?.draft.includes(partOfColumn(number)) ? order : []);
  const columns = shelf.map((tiles, number) => (
    <Column key={number} number={number} tiles={tiles} card={card} fresh={fresh} ghosts={ghosts(number)} />
  ));
  const alone = chooser ? {} : { role: "img" as const, "aria-label": shelfSaid(shelf, label) };
  return (
    <svg class="shelf" viewBox="-22 -22 544 650" {...alone}>
      <rect class="back" y="-10" width="500" height="622" rx="8" />
      {chooser ? (
        <Field label={label} chooser={chooser} parts={shelf.map((_, number) => partOfColumn(number))}>
          {columns.map((column, number) => (
            <Spot key={number} part={partOfColumn(number)} label={columnSaid(shelf, number)}>
              {column}
            </Spot>
          ))}
        </Field>
      ) : (
        columns
      )}
      <path class="wood" d={BOARDS} />
    </svg>
  );
}

const BOARDS = [
  "M0 -12V612M500 -12V612M-8 612H508M-8 -12H508",
  ...Array.from({ length: COLUMNS - 1 }, (_, c) => `M${(c + 1) * 100} -10V610`),
].join("");

interface ColumnProps {
  number: number;
  tiles: string;
  card: PersonalCard | null;
  fresh: Set<string>;
  ghosts: Kind[];
}

function Column({ number, tiles, card, fresh, ghosts }: ColumnProps) {
  const standing = kindsOf(tiles);
  const wishes = card?.goals.filter(({ x, y }) => x === number && y >= standing.length + ghosts.length) ?? [];
  const hits = card?.goals.filter((goal) => goal.x === number && isHit(goal, columnAt(number, tiles))) ?? [];
  return (
    <g transform={`translate(${number * 100} 0)`}>
      <rect class="slot" x="3" y="-8" width="94" height="616" />
      <path class="planks" d="M4 100H96M4 200H96M4 300H96M4 400H96M4 500H96" />
      {wishes.map(({ y, type }) => (
        <g key={y} transform={`translate(0 ${yOf(y)})`}>
          <Wish kind={type} />
        </g>
      ))}
      {standing.map((kind, row) => (
        <g key={`${row}${kind}`} transform={`translate(0 ${yOf(row)})`}>
          <g class={fresh.has(`${number},${row}`) ? "fresh" : ""}>
            <TilePicture kind={kind} />
            <rect class="ring" x="5" y="5" width="90" height="90" rx="13" />
          </g>
        </g>
      ))}
      {hits.map(({ y }) => (
        <path key={y} class="tick" transform={`translate(0 ${yOf(y)})`} d="M66 20L76 31L93 8" />
      ))}
      {ghosts.map((kind, place) => (
        <g key={place} class="ghost" transform={`translate(0 ${yOf(standing.length + place)})`}>
          <TilePicture kind={kind} />
        </g>
      ))}
      <rect class="ring" x="4" y="-6" width="92" height="612" rx="8" />
      <path class="arrow" d="M50 60L26 28H42V4H58V28H74Z" />
    </g>
  );
}

const columnAt = (number: number, tiles: string): Shelf => Array.from({ length: COLUMNS }, (_, c) => (c === number ? tiles : ""));

function columnSaid(shelf: Shelf, number: number): string {
  const tiles = kindsOf(shelf[number] ?? "");
  const said = tiles.map((kind) => s(kind)).join(", ") || s("nothing");
  return s("column_has", { n: number + 1, tiles: said, free: ROWS - tiles.length });
}

/** A shelf in words, column by column, each from below. */
export const shelfSaid = (shelf: Shelf, label: string): string =>
  [label, ...shelf.map((_, number) => columnSaid(shelf, number))].join(". ");
