/**
 * The figures of Eriantys, each around the origin. Shapes tell them apart, not colours alone: every student is a
 * creature with an outline of its own, every tower another stone with another crown. They are drawn once (`Figures`)
 * and shown wherever they stand.
 */

import type { JSX } from "preact";
import type { Tower } from "./table";

const INK = "#1d1a16";
const PALE = "#fff6e4";
const SKIN = "#eebb97";
/** What every creature is drawn with. (A figure that is shown elsewhere brings its colours; no style finds its way in.) */
const OUTLINE = { stroke: INK, "stroke-width": 1.35, "stroke-linejoin": "round", "stroke-linecap": "round" } as const;
/** Blue, green, yellow, red and pink. */
export const TINTS = ["#3b80d6", "#35a063", "#f7cf3e", "#d8473a", "#f29cc9"];

const UNICORN = (
  <>
    <path fill={PALE} d="M-5.6 -6.2L-13.4 -13.6L-1.6 -8.6Z" />
    <path d="M-5.6 -6.2L-1.6 -8.8L1.4 -13L4.4 -8.4C10.5 -5 12.5 3 12 13H-2C-2.5 9.5 -.5 7.5 0 4.8C-2.5 6 -4.5 6.6 -6.4 8.6C-8.4 10.2 -12 9 -12.4 6.2C-12.6 3.4 -8.4 -1.2 -5.6 -6.2Z" />
    <path fill="none" d="M4.4 -8.4C6 -5.5 5 -3.5 6.8 -1.4C8.4 .8 7 3 8.6 5.2" />
    <circle fill={INK} stroke="none" cx="-3.6" cy="-2.2" r="1.5" />
  </>
);
const FROG = (
  <>
    <path d="M-3 -8.6A5 5 0 1 0 -11 -3.4C-13.4 .4 -13.4 4 -11.6 6.6L-13.4 12H-5.6L-4.6 10.6Q0 11.8 4.6 10.6L5.6 12H13.4L11.6 6.6C13.4 4 13.4 .4 11 -3.4A5 5 0 1 0 3 -8.6Q0 -9.4 -3 -8.6Z" />
    <path fill="none" d="M-8 2.4Q0 7.6 8 2.4" />
    <circle fill={PALE} cx="-7" cy="-7" r="2.3" />
    <circle fill={PALE} cx="7" cy="-7" r="2.3" />
  </>
);
const GNOME = (
  <>
    <path fill={PALE} d="M-9.4 0C-10 5 -6.8 7.4 -6.6 11.4L-3 10.6L0 14L3 10.6L6.6 11.4C6.8 7.4 10 5 9.4 0Z" />
    <path d="M5.4 -14C4.4 -9.4 9.4 -5 11.4 1.4Q0 -2.6 -11.4 1.4C-8.4 -6.4 -3 -13.2 5.4 -14Z" />
    <ellipse fill={SKIN} cx="0" cy="2.6" rx="3.6" ry="2.8" />
  </>
);
const DRAGON = (
  <>
    <path d="M-13.6 -4.6L-8.6 -8.6L-4 -13L-4.6 -8.6L-.4 -10.4L-2.4 -5.4C-1.6 -3.6 -2.2 -1.6 -1.2 .4L2.6 -13.6C7 -12.4 11.4 -9.4 13.6 -4C11.6 -5 10 -4.4 9.6 -2.2C8 -3 6.6 -2 6.6 .4L6 3C8.4 4.4 8.6 7.4 6.8 9C9 9 10.2 8 10 5.8L8.2 5.6L12 1.4L14 6.8L12.4 6.4C12.6 10.8 9 13.2 3 13.2C-4 13.6 -9.8 11.8 -9.6 7C-9.4 3.6 -6.6 2.6 -6.8 -.8L-8.4 -1.4L-12.4 -.2L-10.8 -2.6Z" />
    <circle fill={INK} stroke="none" cx="-6.4" cy="-5.4" r="1.3" />
  </>
);
const WING = "C3 -9 12.6 -13.4 13.4 -7C14 -2 9.4 1.4 1 1.4C8.6 1.6 12 7 9.4 10C6.6 12.6 2.4 8 1 3Z";
const FAIRY = (
  <>
    <path fill={PALE} d={`M1 0${WING}`} />
    <path fill={PALE} d={`M1 0${WING}`} transform="scale(-1 1)" />
    <path d="M0 -4.4C2.4 -4 2.4 0 5.4 12.6Q0 14.6 -5.4 12.6C-2.4 0 -2.4 -4 0 -4.4Z" />
    <circle cx="0" cy="-8" r="4" />
  </>
);
const CREATURES = [UNICORN, FROG, GNOME, DRAGON, FAIRY];

/** Square battlements are black, swallowtails are white, round ones are grey. */
const CROWNS: Record<Tower, string> = {
  black: "V-14.4H-5V-11.4H-2V-14.4H2V-11.4H5V-14.4H9",
  white: "V-14.6L-6.8 -12.4L-4.6 -14.6V-11.2H-2.2V-14.6L0 -12.4L2.2 -14.6V-11.2H4.6V-14.6L6.8 -12.4L9 -14.6",
  grey: "V-12A2.1 2.1 0 0 1 -4.8 -12V-11H-2.1V-12A2.1 2.1 0 0 1 2.1 -12V-11H4.8V-12A2.1 2.1 0 0 1 9 -12",
};
const STONES: Record<Tower, [stone: string, edge: string, door: string]> = {
  black: ["#34343b", "#d8d0bf", "#f2c14e"],
  white: ["#fdf9ef", "#3a342b", "#5b3d22"],
  grey: ["#9aa0a8", "#2e3136", "#4a3a2c"],
};

const tower = (of: Tower): JSX.Element => {
  const [stone, edge, door] = STONES[of];
  return (
    <g key={of} id={`eri-tower-${of}`} fill={stone} {...OUTLINE} stroke={edge}>
      <path d={`M-7.6 14.5L-6.6 -4.6L-9 -7.6${CROWNS[of]}V-7.6L6.6 -4.6L7.6 14.5Z`} />
      <path fill="none" stroke="#7d7d82" stroke-width="1" d="M-9 -7.6H9M-6.6 -4.6H6.6M-6.2 1H-2M2.4 4.4H6.8M-6.8 8H-3.6" />
      <path fill={door} stroke="none" d="M-2.6 14.5V10A2.6 2.6 0 0 1 2.6 10V14.5ZM-1.2 2V-1A1.2 1.2 0 0 1 1.2 -1V2Z" />
    </g>
  );
};

const CAP = "M0 -13.5L10 -9.5L0 -5.5L-10 -9.5ZM-5 -7.6V-4.6Q0 -2.4 5 -4.6V-7.6M10 -9.5V-4";

/** Every figure once, to be shown by the others. */
export function Figures() {
  return (
    <svg class="figures" aria-hidden="true">
      <defs>
        {CREATURES.map((creature, colour) => (
          <g key={colour} id={`eri-student${colour}`} fill={TINTS[colour]} {...OUTLINE}>
            {creature}
          </g>
        ))}
        {(Object.keys(STONES) as Tower[]).map(tower)}
        <path id="eri-cap" fill="#2b2d42" stroke="#2b2d42" stroke-linejoin="round" d={CAP} />
        <g id="eri-mother" {...OUTLINE} stroke="#4d2408" fill="#3d8b3d">
          <path fill="#ee7b2f" d="M-3 -5C-6 1 -6 5 -11 14Q0 18 11 14C6 5 6 1 3 -5Z" />
          <path d="M-7 -3C-9 -12 -4 -16 0 -16C4 -16 9 -12 7 -3C4 -1 -4 -1 -7 -3Z" />
          <circle fill={SKIN} cx="0" cy="-7" r="4.6" />
          <path d="M0 -13Q-1 -18 6 -18Q6 -12 0 -13ZM0 -13Q0 -17 -5 -17Q-5 -12 0 -13Z" />
        </g>
        <g id="eri-coin" fill="#f1c544" stroke="#7d5c06" stroke-width="1.3">
          <circle r="11" />
          <circle fill="#f9d96b" r="7.6" />
          <path fill="#a87a0b" stroke="none" d="M0 -5L1.4 -1.6L5 -1.6L2.1 .6L3.2 4L0 2L-3.2 4L-2.1 .6L-5 -1.6L-1.4 -1.6Z" />
        </g>
        <g id="eri-bag" fill="#a87743" {...OUTLINE} stroke="#3d2a14">
          <path d="M-4 -8C-14 0 -14 13 0 13C14 13 14 0 4 -8Z" />
          <path d="M-6 -14L-4 -8H4L6 -14Q3 -11.6 0 -14Q-3 -11.6 -6 -14Z" />
        </g>
        <g id="eri-ban" stroke="#fff" stroke-width="2" stroke-linecap="round">
          <circle fill="#b3261e" r="9" />
          <path d="M-5 -5L5 5M5 -5L-5 5" />
        </g>
      </defs>
    </svg>
  );
}

interface FigureProps {
  /** Which one: `student3`, `tower-black`, `cap`, `mother`, `coin`, `bag`, `ban`. */
  of: string;
  x?: number;
  y?: number;
  scale?: number;
  class?: string;
}

/** A figure where it stands. */
export function Figure({ of, x = 0, y = 0, scale = 1, class: looks }: FigureProps) {
  return <use href={`#eri-${of}`} class={looks} transform={`translate(${x} ${y}) scale(${scale})`} />;
}

/** A figure as a picture of its own. */
export function Sign({ of }: { of: string }) {
  return (
    <svg class="sign-of" viewBox="-16 -17 32 34" aria-hidden="true">
      <Figure of={of} />
    </svg>
  );
}

/** A professor: the creature on a plate with six corners, with a cap. */
export function Professor({ colour, x = 0, y = 0, scale = 1 }: { colour: number; x?: number; y?: number; scale?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path fill={PALE} stroke="#8a6a2c" stroke-width="1.8" d={PLATE} />
      <Figure of={`student${colour}`} y={3.4} scale={0.78} />
      <Figure of="cap" y={-4.4} scale={0.78} />
    </g>
  );
}

/** What a professor stands on. */
export const PLATE = "M0 -16L14 -8V8L0 16L-14 8V-8Z";

const WIZARDS: Record<number, [hat: string, sign: string]> = {
  1: ["#3b4a8c", "M4 2A7 7 0 1 1 -3 -7A6 6 0 1 0 4 2Z"],
  2: ["#7a3f8f", "M0 -7L2 -2L7 -2L3 1.5L4.5 7L0 4L-4.5 7L-3 1.5L-7 -2L-2 -2Z"],
  3: ["#a63c22", "M0 -8C5 -2 6 1 5 4A5 4.5 0 0 1 -5 4C-6 1 -3 0 -3 -3Q0 -2 0 -8Z"],
  4: ["#2c6b46", "M-6 6Q-7 -6 7 -7Q6 7 -6 6ZM-6 6L2 -2"],
};

/** A wizard: a pointed hat with a sign. */
export function Wizard({ wizard }: { wizard: number }) {
  const [hat, sign] = WIZARDS[wizard] ?? [];
  return (
    <svg class="wizard" viewBox="-27 -27 54 54" aria-hidden="true" {...OUTLINE}>
      <path fill={hat} d="M-2 -25L15 14Q24 16 25 21Q0 28 -25 21Q-24 16 -15 14Z" />
      <path fill={PALE} stroke={PALE} d={sign} transform="translate(0 6)" />
    </svg>
  );
}
