/** The pictures on the six kinds of tiles, in a box of 100 by 100. */

import type { Kind } from "./shelf";

/** The lines of each picture, and what each of them looks like. */
const PICTURES: Record<Kind, [look: string, d: string][]> = {
  CAT: [
    ["fill", "M26.6 72.2C21.2 52.4 23 34.4 26.6 20L41 32.6Q50 29 59 32.6L73.4 20C77 34.4 78.8 52.4 73.4 72.2Q50 84.8 26.6 72.2Z"],
    ["cut", "M38.3 49.7V55.1M61.7 49.7V55.1"],
    ["cut fine", "M46.4 61.4L50 65L53.6 61.4M50 65V69.5M19.4 57.8L35.6 60.5M20.3 68.6L35.6 65M80.6 57.8L64.4 60.5M79.7 68.6L64.4 65"],
  ],
  BOOK: [
    ["fill", "M50 29Q34.7 18.2 17.6 23.6V70.4Q34.7 65 50 75.8Q65.3 65 82.4 70.4V23.6Q65.3 18.2 50 29Z"],
    ["cut", "M50 30.8V74"],
    ["cut fine", "M26.6 36.2Q35.6 35.3 42.8 39.8M26.6 47.9Q35.6 47 42.8 51.5M73.4 36.2Q64.4 35.3 57.2 39.8M73.4 47.9Q64.4 47 57.2 51.5"],
  ],
  GAME: [
    ["fill", "M50 12.8L81.5 29V63.2L50 81.2L18.5 63.2V29Z"],
    ["cut", "M18.5 29L50 46.1L81.5 29M50 46.1V81.2"],
    ["dot", "M50 29h0M29.3 45.2h0M39.2 64.1h0M70.7 43.4h0M65.3 54.2h0M59.9 65.9h0"],
  ],
  FRAME: [
    ["fill", "M21.2 18.2H78.8Q83.3 18.2 83.3 22.7V71.3Q83.3 75.8 78.8 75.8H21.2Q16.7 75.8 16.7 71.3V22.7Q16.7 18.2 21.2 18.2Z"],
    ["pane", "M25.7 27.2H74.3V66.8H25.7Z"],
    ["fill", "M25.7 66.8L42.8 42.5L53.6 56L61.7 47L74.3 66.8ZM62.6 31.7C65.6 31.7 68 34.1 68 37.1S65.6 42.5 62.6 42.5S57.2 40.1 57.2 37.1S59.6 31.7 62.6 31.7Z"],
  ],
  TROPHY: [
    ["fill", "M32 14.6H68V34.4Q68 54.2 53.6 57.8V66.8H64.4V77.6H35.6V66.8H46.4V57.8Q32 54.2 32 34.4Z"],
    ["line", "M32 21.8H19.4Q19.4 41.6 33.8 43.4M68 21.8H80.6Q80.6 41.6 66.2 43.4"],
    ["cut fine", "M50 23.6L52.7 30.8H59.9L54.5 35.3L56.3 42.5L50 38L43.7 42.5L45.5 35.3L40.1 30.8H47.3Z"],
  ],
  PLANT: [
    ["fill", "M33.8 57.8H66.2L61.7 81.2H38.3ZM50 43.4Q24.8 47 21.2 23.6Q46.4 20 50 43.4ZM50 36.2Q73.4 39.8 78.8 14.6Q53.6 12.8 50 36.2Z"],
    ["line", "M50 57.8V32.6"],
    ["cut fine", "M30.2 29L48.2 42.5M71.6 20L52.7 35.3"],
  ],
};

/** The same line elsewhere, and smaller; `d` has capitals for all ways but `h`, which is as long everywhere. */
export const moved = (d: string, x: number, y: number, size: number): string =>
  d.replace(/([A-Z])([^A-Z]*)/g, (_, way: string, numbers: string) => {
    const [, far = "", rest = ""] = /^([^a-z]*)(.*)$/.exec(numbers) ?? [];
    const shifted = (far.match(/[\d.]+/g) ?? []).map((number, place) => {
      const upright = way === "V" || (way !== "H" && place % 2 === 1);
      return Math.round((Number(number) * size + (upright ? y : x)) * 10) / 10;
    });
    return `${way}${shifted.join(" ")}${rest}`;
  });

/** A picture whose box begins at (x, y), as elements. */
export const lines = (kind: Kind, x: number, y: number, size = 1): string =>
  PICTURES[kind].map(([look, d]) => `<path class="${look}" d="${moved(d, x, y, size)}"/>`).join("");
