/** SHA-256 and HMAC. Browsers keep their own for pages that came over https; a hall in the living room has none. */

const K = new Uint32Array(64);
const START = new Uint32Array(8);

/** The fractional bits of roots of primes, from which the standard takes its constants. */
(function fill(): void {
  const bits = (root: number): number => ((root % 1) * 2 ** 32) | 0;
  let prime = 2;
  for (let n = 0; n < 64; prime++) {
    let divides = false;
    for (let d = 2; d * d <= prime; d++) if (prime % d === 0) divides = true;
    if (divides) continue;
    if (n < 8) START[n] = bits(Math.sqrt(prime));
    K[n++] = bits(Math.cbrt(prime));
  }
})();

const right = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

function padded(data: Uint8Array): DataView {
  const size = (data.length + 9 + 63) & ~63;
  const all = new Uint8Array(size);
  all.set(data);
  all[data.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(size - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(size - 4, data.length << 3);
  return view;
}

/** The hash of some bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  const view = padded(data);
  const hash = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
    compress(hash, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

function compress(hash: Uint32Array, words: Uint32Array): void {
  const at = (i: number): number => words[i] as number;
  for (let i = 16; i < 64; i++) {
    const [x, y] = [at(i - 15), at(i - 2)];
    const s0 = right(x, 7) ^ right(x, 18) ^ (x >>> 3);
    const s1 = right(y, 17) ^ right(y, 19) ^ (y >>> 10);
    words[i] = at(i - 16) + s0 + at(i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + at(i)) | 0;
    const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] as number) + word));
}

/** The keyed hash of some bytes. */
export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const keyed = (pad: number, rest: Uint8Array): Uint8Array => joined(block.map((byte) => byte ^ pad), rest);
  return sha256(keyed(0x5c, sha256(keyed(0x36, data))));
}

/** Bytes one after another. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const unhex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
