/** A school board: for every colour a table with ten seats, its professor at the far end, and who waits at the entrance. */

import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { type Form, useForm } from "./fit";
import { Figure, PLATE, Professor, TINTS, Wizard } from "./figures";
import { schoolSaid, student } from "./say";
import { Still } from "./still";
import { type Colour, COLOURS, type EriantysMove, type EriantysView, type Player, SEATS_AT_TABLE, type Students, towersLeft } from "./table";
import { e } from "./words";

/** Where things are on a board, in a column of 64 for every colour. */
interface Plan extends Form {
  /** Seats are places to sit, two in a row, or only dots under the creature and its number. */
  roomy: boolean;
  tables: number;
  entrance: number;
  door: number;
  /** Where the towers stand, so many in a row, and the purse beside them. */
  towers: { x: number; y: number; row: number; scale: number; purse: [x: number, y: number] };
}

const COLUMN = 64;
const PLANS: Plan[] = [
  {
    ...{ width: 384, height: 226, roomy: true, tables: 168, entrance: 172, door: 52 },
    towers: { x: 337, y: 20, row: 2, scale: 0.9, purse: [340, 200] },
  },
  {
    ...{ width: 320, height: 275, roomy: true, tables: 168, entrance: 171, door: 64 },
    towers: { x: 16, y: 256, row: 8, scale: 0.9, purse: [268, 256] },
  },
  {
    ...{ width: 384, height: 118, worth: 0.75, roomy: false, tables: 58, entrance: 62, door: 54 },
    towers: { x: 333, y: 15, row: 3, scale: 0.72, purse: [338, 100] },
  },
];

/** The places of a school, in the order in which they are used. */
const PARTS = ["entrance", "dining"].flatMap((place) => COLOURS.map((colour) => `${place}:${colour}`));

const said = (where: "in_entrance" | "in_dining", colour: Colour, students: Students): string =>
  e(where, { student: student(colour), n: students[colour] });

interface SchoolProps {
  view: EriantysView;
  seat: number;
  /** Whose it is; none: our own. */
  name?: string;
  /** Whoever moves students here. */
  chooser?: Chooser<EriantysMove>;
}

export function School({ view, seat, name, chooser }: SchoolProps) {
  const [place, plan] = useForm(PLANS);
  const player = view.players[seat];
  if (!player) return null;
  const label = name === undefined ? e("your_school") : e("school_of", { name });
  const turn = view.seat === seat && !view.outcome;
  const picture = (
    <>
      {COLOURS.map((colour) => (
        <Spot key={colour} part={`dining:${colour}`} label={said("in_dining", colour, player.dining)} class="dining">
          <Still of={[plan.height, player.dining[colour], view.professors[colour] === seat]}>
            <Table plan={plan} coins={view.expert} colour={colour} n={player.dining[colour]} teaches={view.professors[colour] === seat} />
          </Still>
        </Spot>
      ))}
      {COLOURS.map((colour) => (
        <Spot key={colour} part={`entrance:${colour}`} label={said("in_entrance", colour, player.entrance)} class="entrance">
          <Still of={[plan.height, player.entrance[colour]]}>
            <Door plan={plan} colour={colour} n={player.entrance[colour]} />
          </Still>
        </Spot>
      ))}
    </>
  );
  const alone = chooser ? {} : { role: "img" as const, "aria-label": schoolSaid(view, seat, label) };
  return (
    <div class={turn ? "school acting" : "school"} data-school={chooser ? undefined : seat}>
      {name !== undefined && <Plate player={player} name={name} left={view.dropped.includes(seat)} />}
      <div ref={place} class="desk">
        <svg class="plan" viewBox={`0 0 ${plan.width} ${plan.height}`} {...alone}>
          <rect class="plank" width={plan.width} height={plan.height} rx="12" />
          {chooser ? (
            <Field label={label} chooser={chooser} parts={PARTS}>
              {picture}
            </Field>
          ) : (
            picture
          )}
          <Treasure view={view} seat={seat} plan={plan} />
        </svg>
      </div>
    </div>
  );
}

interface TableProps {
  plan: Plan;
  colour: Colour;
  n: number;
  coins: boolean;
  teaches: boolean;
}

/** Whoever sits third, sixth or ninth earns a coin. */
const earns = (seat: number): boolean => seat % 3 === 2;

function Table({ plan, colour, n, coins, teaches }: TableProps) {
  const middle = colour * COLUMN + COLUMN / 2;
  const seats = Array.from({ length: SEATS_AT_TABLE }, (_, seat) => seat);
  const bench = <rect class="bench" x={middle - 29} y="3" width="58" height={plan.tables - 3} rx="10" />;
  if (!plan.roomy) {
    return (
      <>
        {bench}
        {teaches ? (
          <Professor colour={colour} x={middle - 11} y={24} scale={1.1} />
        ) : (
          <Figure of={`student${colour}`} class="faint" x={middle - 11} y={24} />
        )}
        <text class="tally" x={middle + 16} y="32">
          {n}
        </text>
        {seats.map((seat) => (
          <circle
            key={seat}
            class={coins && earns(seat) ? "pip earns" : "pip"}
            fill={seat < n ? TINTS[colour] : undefined}
            cx={middle - 24.3 + seat * 5.4}
            cy="50"
            r="2.3"
          />
        ))}
      </>
    );
  }
  return (
    <>
      {bench}
      {teaches ? (
        <Professor colour={colour} x={middle} y={20} scale={1.08} />
      ) : (
        <path class="vacant" d={PLATE} transform={`translate(${middle} 20)`} />
      )}
      {seats.map((seat) => {
        const [x, y] = [middle + (seat % 2 ? 13 : -13), plan.tables - 15 - Math.floor(seat / 2) * 25.6];
        if (seat < n) return <Figure key={seat} of={`student${colour}`} x={x} y={y} scale={0.92} />;
        if (coins && earns(seat)) return <Figure key={seat} of="coin" class={seat === n ? "unfilled next" : "unfilled"} x={x} y={y} scale={0.7} />;
        return <circle key={seat} class={seat === n ? "chair next" : "chair"} cx={x} cy={y} r="6" />;
      })}
    </>
  );
}

/** Who waits at the entrance. */
function Door({ plan, colour, n }: { plan: Plan; colour: Colour; n: number }) {
  const [middle, y] = [colour * COLUMN + COLUMN / 2, plan.entrance + plan.door / 2 - 1];
  const crowd = n > 3;
  const [apart, size] = n > 2 ? [16, 0.95] : [25, n > 1 ? 1 : 1.25];
  return (
    <>
      <rect class="bench door" x={middle - 29} y={plan.entrance} width="58" height={plan.door - 3} rx="10" />
      {crowd && <Figure of={`student${colour}`} x={middle - 10} y={y} scale={1.15} />}
      {Array.from({ length: crowd ? 0 : n }, (_, number) => (
        <Figure key={number} of={`student${colour}`} x={middle + (number - (n - 1) / 2) * apart} y={y} scale={size} />
      ))}
      {crowd && (
        <text class="tally" x={middle + 18} y={y + 8}>
          {n}
        </text>
      )}
    </>
  );
}

/** The towers still to be built, and the purse. */
function Treasure({ view, seat, plan }: { view: EriantysView; seat: number; plan: Plan }) {
  const player = view.players[seat];
  if (!player?.tower) return null;
  const { x, y, row, scale, purse } = plan.towers;
  const step = { x: row > 2 ? 26 * scale + 2 : 27, y: 32 * scale + (plan.roomy ? 4 : 1) };
  return (
    <g class="treasure">
      {Array.from({ length: towersLeft(view, seat) }, (_, n) => (
        <Figure key={n} of={`tower-${player.tower ?? "black"}`} x={x + (n % row) * step.x} y={y + Math.floor(n / row) * step.y} scale={scale} />
      ))}
      {view.expert && (
        <g data-lift={player.coins ? "coin" : undefined} class="purse">
          <Figure of="coin" x={purse[0]} y={purse[1]} scale={1.15} />
          <text class="tally" x={purse[0] + 26} y={purse[1] + 8}>
            {player.coins}
          </text>
        </g>
      )}
    </g>
  );
}

/** Who it is, and what they played. */
function Plate({ player: { wizard, assistant }, name, left }: { player: Player; name: string; left: boolean }) {
  return (
    <p class="plate-of">
      {wizard && <Wizard wizard={wizard} />}
      <b>{name}</b>
      <span class="facts">{[assistant !== null && e("played", { n: assistant }), left && e("left_table")].filter(Boolean).join(" · ")}</span>
    </p>
  );
}
