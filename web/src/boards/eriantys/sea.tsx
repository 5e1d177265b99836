/** The sea: a ring of islands that grow together, the clouds inside it, and mother nature on her way. */

import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { base } from "./drag";
import { Figure } from "./figures";
import { useForm } from "./fit";
import { foresee, foreseenSaid } from "./foreseen";
import { Bridges, Isle, Rising } from "./isle";
import { type Point, type Ring, RINGS } from "./ring";
import { islandSaid, pile } from "./say";
import { Still } from "./still";
import { COLOURS, type EriantysMove, type EriantysView, type Land, lands, stepsTo, winnersOf } from "./table";
import { e } from "./words";

interface SeaProps {
  view: EriantysView;
  chooser: Chooser<EriantysMove>;
  /** The island that is pointed at. */
  aim: Signal<number | null>;
  /** The island of the last move, if it was about one. */
  touched?: number | undefined;
  /** Whether something lies on the clouds, and what. */
  covered: boolean;
  children?: ComponentChildren;
}

const islandIn = (target: EventTarget | null): number | null => {
  const part = (target as Element | null)?.closest<SVGElement>("[data-part^='island:']")?.dataset.part;
  return part ? Number(part.slice(7)) : null;
};

export function Sea({ view, chooser, aim, touched, covered, children }: SeaProps) {
  const [place, ring] = useForm<Ring>(RINGS);
  const laid = useMemo(() => lands(view.islands), [view.islands]);
  const ahead = foresee(view, chooser);
  const winners = winnersOf(view);
  const scene = { aim, chooser, ahead, laid, ring };
  const walks = ahead !== null && view.phase === "move_mother_nature" && !base(chooser).length;
  const label = ({ island }: Land): string =>
    [islandSaid(island, view), ahead && chooser.next.has(`island:${island.id}`) && foreseenSaid(ahead(island.id))].filter(Boolean).join("; ");
  const looks = ({ island: { id, tower } }: Land): string =>
    ["isle", id === touched && "touched", tower && winners.includes(tower) && "won"].filter(Boolean).join(" ");
  const look = (event: Event): void => void (aim.value = islandIn(event.target));
  const off = (): void => void (aim.value = null);
  return (
    <div ref={place} class={covered ? "sea covered" : "sea"} onPointerOver={look} onPointerLeave={off} onFocusIn={look} onFocusOut={off}>
      <svg class="map" viewBox={`0 0 ${ring.width} ${ring.height}`}>
        <Bridges {...scene} />
        <Field label={e("islands")} chooser={chooser} parts={laid.map(({ island }) => `island:${island.id}`)} round>
          {laid.map((land) => (
            <Spot key={land.island.id} part={`island:${land.island.id}`} label={label(land)} class={looks(land)}>
              <Still of={[land, ring.width]}>
                <Isle land={land} ring={ring} />
              </Still>
              {walks && chooser.next.has(`island:${land.island.id}`) && <Steps at={ring.places[land.island.id]} n={stepsTo(view, land.island.id)} />}
            </Spot>
          ))}
        </Field>
        <Rising {...scene} />
        {laid.length > 0 && <MotherNature at={ring.places[view.mother_nature]} can={walks} />}
        <Clouds view={view} chooser={chooser} ring={ring} />
      </svg>
      {children}
    </div>
  );
}

const move = ([x, y]: Point = [0, 0], dx = 0, dy = 0): string => `translate(${x + dx}px, ${y + dy}px)`;

function MotherNature({ at, can }: { at: Point | undefined; can: boolean }) {
  return (
    <g class={can ? "walker can" : "walker"} data-lift={can ? "mother" : undefined} style={{ transform: move(at, 23, -17) }} aria-hidden="true">
      <Figure of="mother" scale={1.15} />
    </g>
  );
}

/** How many steps it is to an island. */
function Steps({ at = [0, 0], n }: { at: Point | undefined; n: number }) {
  return (
    <g class="steps" transform={`translate(${at[0] + 28} ${at[1] - 28})`}>
      <circle r="10" />
      <text y="4.6">{n}</text>
    </g>
  );
}

const PUFF = "M-30 26A17 17 0 0 1 -34 -7A19 19 0 0 1 -10 -24A20 20 0 0 1 24 -19A18 18 0 0 1 36 12A16 16 0 0 1 22 27Z";

function Clouds({ view, chooser, ring }: { view: EriantysView; chooser: Chooser<EriantysMove>; ring: Ring }) {
  const many = view.clouds.length;
  const scale = many === 2 ? 1.25 : many === 4 && ring.width > ring.height ? 0.86 : 1.1;
  return (
    <Field label={e("clouds")} chooser={chooser} parts={view.clouds.map((_, n) => `cloud:${n}`)}>
      {view.clouds.map((students, n) => {
        const [x, y] = ring.clouds[many]?.[n] ?? [0, 0];
        const guests = COLOURS.flatMap((colour) => Array.from({ length: students[colour] }, () => colour));
        return (
          <Spot key={n} part={`cloud:${n}`} label={`${e("cloud", { n: n + 1 })}: ${pile(students)}`} class={guests.length ? "cloud" : "cloud bare"}>
            <g class="drift" transform={`translate(${x} ${y}) scale(${scale})`}>
              <Still of={guests}>
                <rect class="reach" x="-42" y="-38" width="84" height="76" />
                <path class="puff" d={PUFF} />
                {guests.map((colour, number) => {
                  const [dx, dy] = guestAt(number, guests.length);
                  return <Figure key={number} of={`student${colour}`} x={dx} y={dy} scale={0.85} />;
                })}
              </Still>
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
