/** How many of our games there is room for in the header, in the page's own measure (16 to an em). */

const DOT = 44;
const NAMED = 132;

interface Fitting {
  /** How many are shown; a number stands for the rest, and is as wide as a dot. */
  shown: number;
  /** Whether their names are shown as well. */
  named: boolean;
}

/** With names where that leaves room for two games and the rest, as on any screen but a phone's. */
export function fit(room: number, games: number): Fitting {
  const named = room >= 2 * NAMED + DOT;
  const each = named ? NAMED : DOT;
  const all = games * each <= room;
  return { shown: all ? games : Math.max(0, Math.floor((room - DOT) / each)), named };
}
