/** How tiles move: they slide to where they were brought, and fall with weight. */

const SLIDE = 220;
const ROW = 130; // falling takes twice as long from four times as high
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Let something come from where it was, so far away in its own units; `size`: how large it was. */
export function slide(thing: Element, x: number, y: number, size = 1): void {
  if (still() || (!x && !y)) return;
  thing.animate({ translate: [`${x}px ${y}px`, "0 0"], scale: [`${size}`, "1"] }, { duration: SLIDE, easing: EASE });
}

/** Let a tile fall from so far above, with a small bounce where it lands. */
export function fall(tile: Element, rows: number, wait: number): void {
  if (still()) return;
  tile.animate(
    [
      { translate: `0 ${-rows * 100}px`, easing: "cubic-bezier(0.5, 0, 0.9, 0.5)" },
      { translate: "0 0", offset: 0.74, easing: "ease-out" },
      { translate: "0 -9px", offset: 0.86, easing: "ease-in" },
      { translate: "0 0" },
    ],
    { duration: ROW * (1 + Math.sqrt(rows)), delay: wait, fill: "backwards" },
  );
}
