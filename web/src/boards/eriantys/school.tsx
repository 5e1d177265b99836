/** A school board: entrance, dining room, professors and towers, a row for every colour. */

import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { Coin, Professor, Student, TowerFigure, Wizard } from "./figures";
import { schoolSaid, student } from "./say";
import { COLOURS, type EriantysMove, type EriantysView, SEATS_AT_TABLE, stepsOf } from "./table";
import { e } from "./words";

const ROW = 52;
const SEAT = 32;
const DINING = 128;
const TEACHERS = 476;
const TOWERS = 526;

interface SchoolProps {
  view: EriantysView;
  seat: number;
  name: string;
  label: string;
  /** Whoever moves students here. */
  chooser?: Chooser<EriantysMove>;
}

export function School({ view, seat, name, label, chooser }: SchoolProps) {
  const player = view.players[seat];
  if (!player) return null;
  const turn = view.seat === seat && !view.outcome;
  const rows = COLOURS.map((colour) => `entrance:${colour}`);
  const tables = COLOURS.map((colour) => `dining:${colour}`);
  const picture = (
    <>
      <rect class="desk" width="604" height={ROW * 5 + 8} rx="14" />
      <rect class="hall" width={DINING - 8} height={ROW * 5 + 8} rx="14" />
      {COLOURS.map((colour) => (
        <g key={colour} transform={`translate(0 ${4 + colour * ROW})`}>
          <Entrance colour={colour} n={player.entrance[colour]} />
          <Dining colour={colour} n={player.dining[colour]} coins={view.expert} />
          <g transform={`translate(${TEACHERS} ${ROW / 2})`}>
            {view.professors[colour] === seat ? <Professor colour={colour} /> : <path class="vacant" d="M0 -20L17.5 -10V10L0 20L-17.5 10V-10Z" />}
          </g>
        </g>
      ))}
      {player.tower &&
        Array.from({ length: player.towers }, (_, n) => (
          <g key={n} transform={`translate(${TOWERS + (n % 2) * 46} ${36 + Math.floor(n / 2) * 64})`}>
            <TowerFigure tower={player.tower ?? "black"} scale={1.5} />
          </g>
        ))}
    </>
  );
  const alone = chooser ? {} : { role: "img" as const, "aria-label": schoolSaid(view, seat, label) };
  return (
    <div class={turn ? "school turn" : "school"}>
      <Plate view={view} seat={seat} name={name} />
      <svg class="plan" viewBox={`0 0 604 ${ROW * 5 + 8}`} {...alone}>
        {chooser ? (
          <Field label={label} chooser={chooser} parts={[...rows, ...tables]}>
            {picture}
          </Field>
        ) : (
          picture
        )}
      </svg>
    </div>
  );
}

function Entrance({ colour, n }: { colour: number; n: number }) {
  const crowd = n > 3;
  return (
    <Spot part={`entrance:${colour}`} label={e("in_entrance", { student: student(colour), n })} class="entrance">
      <rect class="bench" x="5" y="3" width={DINING - 18} height={ROW - 6} rx="12" />
      {Array.from({ length: crowd ? 1 : n }, (_, number) => (
        <g key={number} transform={`translate(${26 + number * 34} ${ROW / 2})`}>
          <Student colour={colour} scale={1.2} />
        </g>
      ))}
      {crowd && (
        <text x="72" y={ROW / 2 + 9}>
          × {n}
        </text>
      )}
    </Spot>
  );
}

function Dining({ colour, n, coins }: { colour: number; n: number; coins: boolean }) {
  const earns = (number: number): boolean => coins && number % 3 === 2;
  return (
    <Spot part={`dining:${colour}`} label={e("in_dining", { student: student(colour), n })} class="dining">
      <rect class={`bench row${colour}`} x={DINING - 2} y="3" width={SEATS_AT_TABLE * SEAT + 6} height={ROW - 6} rx="12" />
      {Array.from({ length: SEATS_AT_TABLE }, (_, number) => (
        <g key={number} transform={`translate(${DINING + 17 + number * SEAT} ${ROW / 2})`}>
          {number < n ? <Student colour={colour} scale={1.05} /> : earns(number) ? <Coin /> : <circle class="chair" r="6" />}
        </g>
      ))}
    </Spot>
  );
}

/** Who it is, with what they have besides the board. */
function Plate({ view, seat, name }: { view: EriantysView; seat: number; name: string }) {
  const player = view.players[seat];
  if (!player) return null;
  const played = player.assistant;
  const keeper = view.players.length < 4 || seat < 2; // a team's towers stand on its first seat's board
  return (
    <p class="plate-of">
      {player.wizard && (
        <svg viewBox="-27 -27 54 54" aria-hidden="true">
          <Wizard wizard={player.wizard} />
        </svg>
      )}
      <b>{name}</b>
      <span class="facts">
        {player.tower && keeper && <span>{e("towers_left", { n: player.towers })}</span>}
        {view.expert && <span>{e("coins", { n: player.coins })}</span>}
        {played !== null && <span>{e("played", { n: `${played} (${"•".repeat(stepsOf(played))})` })}</span>}
        {view.dropped.includes(seat) && <span>{e("left_table")}</span>}
      </span>
    </p>
  );
}
