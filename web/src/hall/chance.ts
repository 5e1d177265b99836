/** Our share of the dice: whoever sits down stirs the cup with chance of their own. */

import { keep, kept } from "../kept";

const BYTES = 32;
const REMEMBERED = 50;

/** New chance for each seat we take: 64 digits that nobody knew before. */
export function ownChance(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const sent = (): string[] => kept("shares").split("\n");

/** The same for a table that is not there yet. It counts only if its seed was fixed before, so we remember which
 * hash we were promised (empty: none). */
export function shareFor(promise: string): string {
  const share = ownChance();
  keep("shares", [...sent().slice(1 - REMEMBERED), `${share} ${promise}`].join("\n"));
  return share;
}

/** The hash that we were promised when we sent a share; undefined: we sent none like it. */
export function promisedFor(share: string): string | undefined {
  return sent().find((line) => share && line.startsWith(`${share} `))?.slice(share.length + 1);
}
