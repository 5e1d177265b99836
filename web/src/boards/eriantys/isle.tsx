/** An island with all its places, joined by land, and what stands on it. */

import { Fragment } from "preact";
import { Figure } from "./figures";
import { looked, type Outlook } from "./foreseen";
import { coast, neck, type Point, type Ring, type Shore, SHORES } from "./ring";
import { type Colour, COLOURS, type Land, PLACES, type Students } from "./table";

const LAYERS = Object.keys(SHORES) as Shore[];

export function Isle({ land: { island, places }, ring }: { land: Land; ring: Ring }) {
  const at = (place: number): Point => ring.places[place] ?? [0, 0];
  const colours = COLOURS.filter((colour) => island.students[colour]);
  return (
    <>
      <circle class="reach" cx={at(island.id)[0]} cy={at(island.id)[1]} r={SHORES.shallows} />
      {LAYERS.map((shore) => (
        <g key={shore} class={shore}>
          {places.slice(1).map((place, n) => (
            <path key={`neck${place}`} class="neck" d={neck(at(places[n] ?? 0), at(place), SHORES[shore])} />
          ))}
          {places.map((place) => (
            <path key={place} d={coast(place, SHORES[shore], at(place))} />
          ))}
        </g>
      ))}
      {places.map((place, n) => {
        const [x, y] = at(place);
        const home = place === island.id;
        return (
          <Fragment key={place}>
            {island.tower && <Figure key={island.tower} of={`tower-${island.tower}`} class="stands" x={x - 18} y={y - 17} scale={1.05} />}
            <Crowd at={[x, y - (island.tower ? 0 : 5)]} colours={colours.filter((_, number) => number % places.length === n)} students={island.students} />
            {home && island.bans > 0 && <Figure of="ban" x={x + 2} y={y - 27} />}
            {home && (
              <text class="number" x={x - 28} y={y + 35}>
                {island.id + 1}
              </text>
            )}
          </Fragment>
        );
      })}
    </>
  );
}

/** How wide a creature is, and a number beside it; and how wide a row of them may be. */
const [CREATURE, NUMBER, GAP, ROW] = [27, 12, 3, 74];
/** How large a number is. */
const COUNT = 16;

/** One to five kinds of students in one row or two, with how many there are. */
function Crowd({ at: [x, y], colours, students }: { at: Point; colours: Colour[]; students: Students }) {
  const half = colours.length > 4 ? 3 : 2;
  const rows = [colours.slice(0, half), colours.slice(half)].filter((row) => row.length);
  const size = rows.length > 1 ? 0.76 : 1;
  return (
    <>
      {rows.map((row, line) => {
        const width = (colour: Colour): number => CREATURE * size + (students[colour] > 1 ? NUMBER : 0) + GAP;
        const ends = row.map((_, n) => row.slice(0, n + 1).reduce((sum, colour) => sum + width(colour), -GAP));
        const wide = ends.at(-1) ?? 0;
        const fit = Math.min(1, ROW / wide);
        const middle = y + (rows.length > 1 ? 5 + line * 20 : 13);
        return row.map((colour, n) => {
          const start = (n ? (ends[n - 1] ?? 0) + GAP : 0) - wide / 2;
          return (
            <Fragment key={colour}>
              <Figure of={`student${colour}`} x={x + (start + (CREATURE * size) / 2) * fit} y={middle} scale={size * fit} />
              {students[colour] > 1 && (
                <text class="count" style={{ fontSize: `${COUNT * fit}px` }} x={x + (start + CREATURE * size + NUMBER / 2) * fit} y={middle + 5.5 * fit}>
                  {students[colour]}
                </text>
              )}
            </Fragment>
          );
        });
      })}
    </>
  );
}

type Scene = Outlook & { laid: Land[]; ring: Ring };

/** The island that is looked at, if something would be built there. */
function site({ laid, ...outlook }: Scene) {
  const coming = looked(outlook);
  const land = laid.find(({ island }) => island.id === coming?.island.id);
  return coming?.builds && land ? { coming, land } : null;
}

/** The towers that would be built on the island that is looked at. */
export function Rising(scene: Scene) {
  const built = site(scene);
  return (
    <g class="rising" aria-hidden="true">
      {built?.land.places.map((place) => {
        const [x, y] = scene.ring.places[place] ?? [0, 0];
        return <Figure key={place} of={`tower-${built.coming.builds}`} x={x - 18} y={y - 17} scale={1.25} />;
      })}
    </g>
  );
}

/** The land that would join it to its neighbours. */
export function Bridges(scene: Scene) {
  const built = site(scene);
  const at = (place = 0): Point => scene.ring.places[place] ?? [0, 0];
  const next = (place = 0): number => (place + 1) % PLACES;
  const ends = ({ places }: Land) => [places[0], places.at(-1)];
  const joined = (land: Land, other: Land): string => {
    const [[first, last], [start, end]] = [ends(land), ends(other)];
    const after = next(last) === start ? neck(at(last), at(start), SHORES.grass) : "";
    return after + (next(end) === first ? neck(at(end), at(first), SHORES.grass) : "");
  };
  const others = scene.laid.filter(({ island }) => built?.coming.joins.includes(island.id));
  return <path class="bridge" d={built ? others.map((other) => joined(built.land, other)).join("") : ""} />;
}
