/** Choosing a move by its parts: which parts fit together, and when a move is whole. */

/** A legal move and the parts of the board it is made of, by name: `student:red`, `island:5`. */
export interface Choice<Move> {
  move: Move;
  /** The first one must be chosen first; the others in any order, some of them perhaps twice. */
  parts: string[];
}

/** What of a move is still to be chosen; null: the draft is on its way to another move. */
function rest(parts: string[], draft: string[]): string[] | null {
  if (draft.length && draft[0] !== parts[0]) return null;
  const left = [...parts];
  for (const part of draft) {
    const place = left.indexOf(part);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

const leads = <Move>(choices: Choice<Move>[], draft: string[]): boolean => choices.some(({ parts }) => rest(parts, draft));

/** What can be chosen next. */
export function nextParts<Move>(choices: Choice<Move>[], draft: string[]): Set<string> {
  return new Set(choices.flatMap(({ parts }) => rest(parts, draft)?.slice(0, 1) ?? []));
}

/** The move that is whole with this draft; of several the one whose parts come in the same order. */
export function wholeMove<Move>(choices: Choice<Move>[], draft: string[]): Choice<Move> | null {
  if (!draft.length) return null;
  const whole = choices.filter(({ parts }) => rest(parts, draft)?.length === 0);
  return whole.find(({ parts }) => parts.every((part, place) => part === draft[place])) ?? whole[0] ?? null;
}

const kindOf = (part: string): string => part.split(":", 1)[0] ?? "";

/** The draft with one part fewer, if the others can do without it. */
function without<Move>(choices: Choice<Move>[], draft: string[], place: number): string[] {
  const fewer = draft.toSpliced(place, 1);
  return leads(choices, fewer) ? fewer : [];
}

/**
 * The draft after a tap. A part that fits is added; one that was chosen is let go; one that takes the place
 * of another of its kind does so; any other begins anew. null: it leads nowhere.
 */
export function tapped<Move>(choices: Choice<Move>[], draft: string[], part: string): string[] | null {
  if (leads(choices, [...draft, part])) return [...draft, part];
  const place = draft.lastIndexOf(part);
  if (place >= 0) return without(choices, draft, place);
  const alike = draft.findLastIndex((other) => kindOf(other) === kindOf(part));
  const instead = alike < 0 ? draft : draft.with(alike, part);
  if (alike >= 0 && leads(choices, instead)) return instead;
  for (let kept = draft.length - 1; kept >= 0; kept--) {
    const shorter = [...draft.slice(0, kept), part];
    if (leads(choices, shorter)) return shorter;
  }
  return null;
}

/** Whether a tap on this part means: yes, do it. */
export const confirms = <Move>(choices: Choice<Move>[], draft: string[], part: string): boolean =>
  draft.at(-1) === part && !leads(choices, [...draft, part]) && wholeMove(choices, draft) !== null;
