/** The twelve characters by what they carry: each an emblem of up to three strokes, around the origin. */

/** What is dark, what is light, what is a line. */
type Emblem = [dark: string, light?: string, line?: string];

const EMBLEMS: Record<number, Emblem> = {
  1: ["M0 -16C10 -16 11 -7 10 0L15 15H-15L-10 0C-11 -7 -10 -16 0 -16Z", "M0 -10C6 -10 6 -3 4.5 1Q0 5 -4.5 1C-6 -3 -6 -10 0 -10Z", "M-12 9H12M5 9V15"],
  2: ["M0 -16Q4 -12 0 -8Q-4 -12 0 -16ZM-1 -4Q-2 -11 -9 -11Q-8 -4 -1 -4ZM1 -4Q2 -11 9 -11Q8 -4 1 -4ZM-1 3Q-2 -4 -9 -4Q-8 3 -1 3ZM1 3Q2 -4 9 -4Q8 3 1 3ZM-1 10Q-2 3 -9 3Q-8 10 -1 10ZM1 10Q2 3 9 3Q8 10 1 10Z", "", "M0 10V16"],
  3: ["M-3 -15H6V1C9 4 15 4 15 10V13H-3Z", "M-3 -8L-16 -12L-13.4 -7.6L-15 -6L-11.6 -3L-12 -.6L-3 0Z", "M-3 9H15"],
  4: ["M-16 -4L5 -6L15 -12V8L5 2L-16 0Z", "M-9 .4H4V15L-2.5 11L-9 15Z"],
  5: ["M-13 -2H13C13 7 9 11 5 12V15H-5V12C-9 11 -13 7 -13 -2Z", "M-6 -3C-12 -7 -10 -14 -5 -16C-1 -11 -1 -6 -6 -3Z", "M5 -4L12 -15"],
  6: ["M-12 14V-1A12 13 0 0 1 12 -1V14H6V-1A6 7 0 0 0 -6 -1V14Z", "", "M-9 8V8M9 8V8M-8.6 -3V-3M8.6 -3V-3M0 -11V-11"],
  7: ["M-11 15V-2C-11 -9 -6 -12 0 -12C6 -12 11 -9 11 -2V15L3 11V3H-3V11Z", "M-1 -12C-4 -18 3 -17 9 -16C5 -15 3 -14 2 -12Z", "M-11 0H-3M3 0H11"],
  8: ["M-15 1C-15 -9 -8 -14 0 -14C8 -14 15 -9 15 1Q0 5 -15 1Z", "M-5 2.6Q0 3.4 5 2.6Q4 9 7 15H-7Q-4 9 -5 2.6Z", "M-6 -7V-7M5 -9V-9M9 -3V-3M-1 -3V-3"],
  9: ["M-11 9C-11 -1 -13 -4 -16 -3C-15 -9 -8 -10 -5 -4C-4 -10 -3 -13 0 -15C3 -13 4 -10 5 -4C8 -10 15 -9 16 -3C13 -4 11 -1 11 9Z", "M-11 9Q0 5 11 9V14Q0 10 -11 14Z", "M-16 -2V-2M16 -2V-2M0 -16V-16"],
  10: ["M2 -4C8 1 7 8 2 12C-4 16 -13 14 -14 6C-15 1 -10 -1 -8 -3C-6 -6 -2 -7 2 -4Z", "M-5 5A3.2 3.2 0 1 0 -5.1 5Z", "M-3 0L13 -14M9.4 -15L15 -9.6"],
  11: ["M-14 10L-16 -9L-7 -1L0 -14L7 -1L16 -9L14 10Z", "M-14 10H14V14H-14Z", "M0 4V4M-7 5V5M7 5V5"],
  12: ["M-16 -5C-9 -10 -3 -8 0 -6C3 -8 9 -10 16 -5C16 3 11 8 6 6C3 4.6 1 2 0 2C-1 2 -3 4.6 -6 6C-11 8 -16 3 -16 -5Z", "M-10.6 -3.6Q-6.6 -5.4 -3.6 -2Q-7.6 1.6 -10.6 -3.6ZM10.6 -3.6Q6.6 -5.4 3.6 -2Q7.6 1.6 10.6 -3.6Z"],
};

/** Hood, ear of wheat, winged boot, trumpet, mortar, horseshoe, helmet, mushroom, fool's cap, lute, crown, mask. */
export function Emblem({ card }: { card: number }) {
  const [dark, light, line] = EMBLEMS[card] ?? [""];
  return (
    <svg class="emblem" viewBox="-18 -18 36 36" aria-hidden="true">
      <path d={dark} />
      {light && <path class="light" d={light} />}
      {line && <path class="line" d={line} />}
    </svg>
  );
}
