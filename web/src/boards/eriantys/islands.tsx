/** The ring of islands around the clouds. */

import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { Ban, MotherNature, Student, TowerFigure } from "./figures";
import { islandSaid, pile } from "./say";
import { type Colour, COLOURS, type EriantysMove, type EriantysView, type Land, lands, PLACES, type Students } from "./table";
import { e } from "./words";

type Point = [x: number, y: number];

/** The twelve places of the ring are the border of four by four, clockwise from the corner. */
const RING: Point[] = Array.from({ length: PLACES }, (_, place) => {
  const [side, step] = [Math.floor(place / 3), place % 3];
  const [x, y] = ([[step, 0], [3, step], [3 - step, 3], [0, 3 - step]] as Point[])[side] ?? [0, 0];
  return [x * 100 + 50, y * 100 + 50];
});

const at = (place: number): Point => RING[place] ?? [0, 0];
const CLOUDS: Record<number, Point[]> = {
  2: [[147, 200], [252, 200]],
  3: [[152, 150], [248, 150], [200, 246]],
  4: [[152, 152], [248, 152], [152, 248], [248, 248]],
};

interface MapProps {
  view: EriantysView;
  chooser: Chooser<EriantysMove>;
}

export function IslandMap({ view, chooser }: MapProps) {
  const laid = lands(view.islands);
  const home = laid.find(({ island }) => island.id === view.mother_nature)?.island.id ?? 0;
  const [x, y] = at(home);
  return (
    <svg class="map" viewBox="0 0 400 400">
      <rect class="sea" width="400" height="400" rx="20" />
      <path class="waves" d="M96 120q8 -7 16 0t16 0M270 106q8 -7 16 0t16 0M180 300q8 -7 16 0t16 0M110 286q8 -7 16 0t16 0M268 296q8 -7 16 0t16 0" />
      <Field label={e("islands")} chooser={chooser} parts={laid.map(({ island }) => `island:${island.id}`)} round>
        {laid.map((land) => (
          <Spot key={land.island.id} part={`island:${land.island.id}`} label={islandSaid(land.island, view)} class="isle">
            <Isle land={land} />
          </Spot>
        ))}
      </Field>
      <g class="walker" style={{ transform: `translate(${x + 27}px, ${y - 20}px)` }} aria-hidden="true">
        <MotherNature />
      </g>
      <Clouds view={view} chooser={chooser} />
    </svg>
  );
}

/** The land of an island: all its places, joined. */
function Isle({ land: { island, places } }: { land: Land }) {
  const joined = places.slice(1).map((place, n) => `M${at(places[n] ?? 0).join(" ")}L${at(place).join(" ")}`);
  const colours = COLOURS.filter((colour) => island.students[colour]);
  const shores = (kind: string, r: number) => (
    <g class={kind}>
      <path d={joined.join("")} stroke-width={r * 1.5} />
      {places.map((place) => (
        <circle key={place} cx={at(place)[0]} cy={at(place)[1]} r={r} />
      ))}
    </g>
  );
  return (
    <>
      {shores("halo", 48.5)}
      {shores("beach", 46)}
      {shores("grass", 41)}
      {places.map((place, n) => {
        const [x, y] = at(place);
        const here = colours.filter((_, number) => number % places.length === n);
        return (
          <g key={place} transform={`translate(${x} ${y})`}>
            {island.tower && (
              <g transform="translate(-17 -19)">
                <TowerFigure tower={island.tower} />
              </g>
            )}
            <Chips colours={here} students={island.students} />
            {place === island.id && island.bans > 0 && (
              <g transform="translate(3 -30)">
                <Ban />
              </g>
            )}
            {place === island.id && (
              <text class="number" x="0" y="40">
                {island.id + 1}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

/** Where one to five kinds of students stand on an island. */
const STANDS: Point[][] = [
  [[0, 12]],
  [[-18, 12], [17, 12]],
  [[-28, 10], [0, 10], [28, 10]],
  [[-17, 3], [17, 3], [-17, 22], [17, 22]],
  [[-28, 3], [0, 3], [28, 3], [-15, 22], [15, 22]],
];

function Chips({ colours, students }: { colours: Colour[]; students: Students }) {
  return (
    <>
      {colours.map((colour, n) => {
        const [x, y] = STANDS[colours.length - 1]?.[n] ?? [0, 0];
        const many = students[colour] > 1;
        return (
          <g key={colour} transform={`translate(${many ? x - 5 : x} ${y})`}>
            <Student colour={colour} scale={colours.length > 2 ? 0.68 : 0.82} />
            {many && (
              <text class="count" x={colours.length > 2 ? 13 : 15} y="5">
                {students[colour]}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function Clouds({ view, chooser }: MapProps) {
  const spots = CLOUDS[view.clouds.length] ?? [];
  return (
    <Field label={e("clouds")} chooser={chooser} parts={view.clouds.map((_, n) => `cloud:${n}`)}>
      {view.clouds.map((students, n) => {
        const [x, y] = spots[n] ?? [0, 0];
        const guests = COLOURS.flatMap((colour) => Array.from({ length: students[colour] }, () => colour));
        return (
          <Spot key={n} part={`cloud:${n}`} label={`${e("cloud", { n: n + 1 })}: ${pile(students)}`} class="cloud">
            <g transform={`translate(${x} ${y}) scale(${view.clouds.length === 2 ? 1.25 : 1})`}>
              <path class="puff" d="M-30 26A17 17 0 0 1 -34 -7A19 19 0 0 1 -10 -24A20 20 0 0 1 24 -19A18 18 0 0 1 36 12A16 16 0 0 1 22 27Z" />
              {guests.map((colour, number) => {
                const [dx, dy] = guestAt(number, guests.length);
                return (
                  <g key={number} transform={`translate(${dx} ${dy})`}>
                    <Student colour={colour} scale={0.85} />
                  </g>
                );
              })}
            </g>
          </Spot>
        );
      })}
    </Field>
  );
}

const guestAt = (n: number, all: number): Point => {
  if (all > 3) return [n % 2 ? 14 : -14, n < 2 ? -9 : 15];
  return n === 0 ? [0, -9] : [n === 1 ? -15 : 15, 13];
};
