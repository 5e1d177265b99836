/** The figures of Eriantys, each around the origin. Shapes tell them apart, not colours alone. */

import type { JSX } from "preact";
import type { Tower } from "./table";

const STUDENTS: JSX.Element[] = [
  <path d="M0 -12.5C6 -5 10 0 10 4A10 8.5 0 0 1 -10 4C-10 0 -6 -5 0 -12.5Z" />,
  <path d="M-2.5 -8.5A5 5 0 1 0 -9.6 -2.8A10.5 9.5 0 1 0 9.6 -2.8A5 5 0 1 0 2.5 -8.5Q0 -9.4 -2.5 -8.5Z" />,
  <path d="M0 -12.5L11.5 9.5H-11.5Z" />,
  <path d="M0 -12.5L12 0L0 12.5L-12 0Z" />,
  <path d="M0 -12.5L3.4 -4.4L12 -3.8L5.4 1.8L7.5 10.2L0 5.6L-7.5 10.2L-5.4 1.8L-12 -3.8L-3.4 -4.4Z" />,
];

/** A student of this colour. */
export function Student({ colour, scale = 1 }: { colour: number; scale?: number }) {
  return (
    <g class={`student colour${colour}`} transform={`scale(${scale})`}>
      {STUDENTS[colour]}
    </g>
  );
}

/** A professor: the colour on a plate with six corners. */
export function Professor({ colour }: { colour: number }) {
  return (
    <g class="professor">
      <path class="plate" d="M0 -20L17.5 -10V10L0 20L-17.5 10V-10Z" />
      <Student colour={colour} />
    </g>
  );
}

const TOWERS: Record<Tower, string> = {
  black: "M-9 14V-4L-11 -7V-14H-6V-10H-2.5V-14H2.5V-10H6V-14H11V-7L9 -4V14Z",
  white: "M-8 14V-3H-11L0 -16L11 -3H8V14Z",
  grey: "M-9 14V-4A9 10 0 0 1 9 -4V14ZM-11 14H11",
};

/** A tower: battlements are black, a pointed roof is white, a dome is grey. */
export function TowerFigure({ tower, scale = 1 }: { tower: Tower; scale?: number }) {
  return (
    <g class={`tower ${tower}`} transform={`scale(${scale})`}>
      <path d={TOWERS[tower]} />
      <path class="door" d="M-3 14V6A3 3 0 0 1 3 6V14Z" />
    </g>
  );
}

export function MotherNature() {
  return (
    <g class="mother">
      <path class="gown" d="M0 -7Q9 0 12 16Q0 20 -12 16Q-9 0 0 -7Z" />
      <circle class="face" cx="0" cy="-10" r="6.5" />
      <path class="leaf" d="M0 -14Q-2 -23 8 -24Q8 -15 0 -14Z" />
    </g>
  );
}

export function Ban() {
  return (
    <g class="ban">
      <circle r="9" />
      <path d="M-5 -5L5 5M5 -5L-5 5" />
    </g>
  );
}

export function Coin() {
  return (
    <g class="coin">
      <circle r="9" />
      <circle class="rim" r="5.5" />
    </g>
  );
}

const WIZARDS: Record<number, string> = {
  1: "M4 2A7 7 0 1 1 -3 -7A6 6 0 1 0 4 2Z",
  2: "M0 -7L2 -2L7 -2L3 1.5L4.5 7L0 4L-4.5 7L-3 1.5L-7 -2L-2 -2Z",
  3: "M0 -8C5 -2 6 1 5 4A5 4.5 0 0 1 -5 4C-6 1 -3 0 -3 -3Q0 -2 0 -8Z",
  4: "M-6 6Q-7 -6 7 -7Q6 7 -6 6ZM-6 6L2 -2",
};

/** A wizard: a pointed hat with a sign. */
export function Wizard({ wizard }: { wizard: number }) {
  return (
    <g class={`wizard wizard${wizard}`}>
      <path class="hat" d="M-2 -25L15 14Q24 16 25 21Q0 28 -25 21Q-24 16 -15 14Z" />
      <g transform="translate(0 6)">
        <path class="sign" d={WIZARDS[wizard]} />
      </g>
    </g>
  );
}
