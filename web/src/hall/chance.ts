/** Our share of the dice: whoever sits down stirs the cup with chance of their own. */

const BYTES = 32;

/** New chance for each seat we take: 64 digits that nobody knew before. */
export function ownChance(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
