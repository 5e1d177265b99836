/** The hall's dice, thrown again here: block by block HMAC-SHA-256(key, block number). */

import { hmac, joined } from "./sha256";

const BLOCK = 32;

function number(value: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  for (let i = bytes - 1; i >= 0; i--, value = Math.floor(value / 256)) out[i] = value % 256;
  return out;
}

/** The key of a table's dice: the house's seed, stirred by what each player added. */
export function diceKey(seed: Uint8Array, entropy: string[]): Uint8Array {
  const added = entropy.map((text) => new TextEncoder().encode(text));
  return hmac(seed, joined(...added.flatMap((bytes) => [number(bytes.length, 4), bytes])));
}

export class Dice {
  private block = new Uint8Array();
  private at = -1;

  constructor(
    private readonly key: Uint8Array,
    public position = 0,
  ) {}

  private take(count: number): number {
    let value = 0;
    for (; count > 0; count--, this.position++) {
      const block = Math.floor(this.position / BLOCK);
      if (block !== this.at) {
        this.at = block;
        this.block = hmac(this.key, number(block, 8)) as Uint8Array<ArrayBuffer>;
      }
      value = value * 256 + (this.block[this.position % BLOCK] as number);
    }
    return value;
  }

  /** A number from 0 to limit - 1, each equally likely: what would not be fair is thrown again. */
  below(limit: number): number {
    let size = 0;
    while (256 ** size < limit) size++;
    const fair = Math.floor(256 ** size / limit) * limit;
    let value = this.take(size);
    while (value >= fair) value = this.take(size);
    return value % limit;
  }
}
