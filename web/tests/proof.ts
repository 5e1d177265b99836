import { Dice, diceKey } from "../src/replay/dice";
import { chained, type Draws, prove } from "../src/replay/proof";
import { hex, hmac, sha256, unhex } from "../src/replay/sha256";
import { same, test, throws } from "./check";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hash = (text: string): string => hex(sha256(bytes(text)));

test("SHA-256 gives the hashes of the standard", () => {
  same(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  same(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  same(hash("a".repeat(1_000_000)), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
});

test("HMAC gives the hashes of the standard, long keys included", () => {
  same(hex(hmac(bytes("Jefe"), bytes("what do ya want for nothing?"))), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const long = hmac(new Uint8Array(131).fill(0xaa), bytes("Test Using Larger Than Block-Size Key - Hash Key First"));
  same(hex(long), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
});

const SEED = "01".repeat(32);
const COMMITMENT = hex(sha256(unhex(SEED)));
const ENTROPY = ["", "blow on the dice", "Žofie"];
const LIMITS = [6, 6, 22, 132, 1, 300, 70_000, 2, 256, 257];
const VALUES: number[] = [1, 4, 11, 47, 0, 174, 16473, 0, 121, 123];

test("the dice fall here as they fell in the hall", () => {
  const dice = new Dice(diceKey(unhex(SEED), ENTROPY));
  same(LIMITS.map((limit) => dice.below(limit)), VALUES);
});

/** A log of three players that throws at the start, takes a throwing move back and throws it again. */
function log(change: (records: Record<string, unknown>[]) => void = () => {}): { text: Uint8Array; draws: Draws } {
  const dice = new Dice(diceKey(unhex(SEED), ENTROPY));
  const deal = [dice.below(6), dice.below(22)];
  const before = dice.position;
  const move = [dice.below(6)];
  dice.position = before;
  const records: Record<string, unknown>[] = [
    { what: "opened", seats: 2, commitment: COMMITMENT },
    { what: "sat", seat: 1, entropy: ENTROPY[1] },
    { what: "resized", seats: 3 },
    { what: "sat", seat: 1, entropy: "changed my mind" },
    { what: "stood", seat: 1 },
    { what: "sat", seat: 1, entropy: ENTROPY[2] },
    { what: "stood", seat: 0 },
    { what: "sat", seat: 2, entropy: ENTROPY[2] },
    { what: "stood", seat: 1 },
    { what: "sat", seat: 1, entropy: ENTROPY[1] },
    { what: "sat", seat: 0 },
    { what: "started", throws: deal },
    { what: "moved", seat: 0, throws: move },
    { what: "taken_back", plies: 1 },
    { what: "moved", seat: 0, throws: move },
    { what: "ended", seed: SEED },
  ];
  change(records);
  const draws: Draws = { 11: [[6, deal[0]!], [22, deal[1]!]], 12: [[6, move[0]!]], 14: [[6, move[0]!]] };
  return { text: sealed(records), draws };
}

/** An export of these records. */
function sealed(records: Record<string, unknown>[]): Uint8Array {
  let prev = "0".repeat(64);
  const lines = records.map((record, seq) => {
    const line = JSON.stringify({ ...record, seq, prev });
    prev = hash(line);
    return line;
  });
  return bytes([...lines, JSON.stringify({ what: "sealed", records: lines.length, head: prev }), ""].join("\n"));
}

test("an honest game is proved", () => {
  const { text, draws } = log();
  const { records, throws: thrown, seed } = prove(text, draws);
  same([records, thrown, seed], [16, 4, SEED]);
});

test("another byte anywhere breaks the chain, and the record is named", () => {
  const { text } = log();
  const changed = new TextDecoder().decode(text).replace("blow", "glow");
  throws(() => chained(bytes(changed)), "record 1: chain");
});

test("a log without its end is torn, one without its last record has the wrong seal", () => {
  const { text } = log();
  throws(() => chained(text.subarray(0, text.length - 1)), "record 16: torn");
  const lines = new TextDecoder().decode(text).split("\n");
  lines.splice(15, 1);
  throws(() => chained(bytes(lines.join("\n"))), "record 15: seal");
});

test("a seed that was not promised proves nothing", () => {
  const { text, draws } = log((records) => (records[15]!.seed = "02".repeat(32)));
  throws(() => prove(text, draws), "record 0: seed");
});

test("a throw that does not come out of the seed is found", () => {
  const { text, draws } = log((records) => (records[14]!.throws = [((records[14]!.throws as number[])[0]! + 1) % 6]));
  throws(() => prove(text, draws), "record 14: throw");
  draws[14] = [[6, (draws[14]![0]![1] + 1) % 6]];
  throws(() => prove(text, draws), "record 14: throw");
});

test("it is told who stirred the dice after they were committed to", () => {
  const named = (records: Record<string, unknown>[]): void => records.forEach((record) => record.what === "sat" && (record.name = `p${record.seat}`));
  const { text, draws } = log(named);
  same(prove(text, draws).stirred, ["p1", "p2"]);
});

/** The proof of a game that was ordered with a share of chance; `promised`: its seed was fixed before. */
function ordered(promised: number, ours?: (share: string) => string | undefined) {
  const dice = new Dice(diceKey(unhex(SEED), ["mine", ""]));
  const thrown = dice.below(6);
  const records = [
    { what: "opened", seats: 2, host: 7, commitment: COMMITMENT, ...(promised ? { promised } : {}) },
    { what: "sat", seat: 0, person: 7, name: "anna", entropy: "mine" },
    { what: "sat", seat: 1, person: 8, name: "bob" },
    { what: "started", throws: [thrown] },
    { what: "ended", seed: SEED },
  ];
  const { stirred, misled, promised: fixed } = prove(sealed(records), { 3: [[6, thrown]] }, ours);
  return { stirred, misled, promised: fixed };
}

test("what the host said when they ordered the table does not bind a house that drew the seed knowing it", () => {
  same(ordered(0), { stirred: [], misled: false, promised: false });
});

test("it does if the seed had been promised before", () => {
  same(ordered(1), { stirred: ["anna"], misled: false, promised: true });
});

test("of our own share we know for which dice it was, whatever the log says", () => {
  const ours = (hash: string) => (share: string) => (share === "mine" ? hash : undefined);
  same(ordered(1, ours("another")), { stirred: [], misled: true, promised: true });
  same(ordered(1, ours("")), { stirred: [], misled: true, promised: true });
  same(ordered(0, ours(COMMITMENT)), { stirred: ["anna"], misled: false, promised: false });
});

test("the players' share of chance counts", () => {
  const { text, draws } = log((records) => (records[9]!.entropy = "blew on the dice"));
  throws(() => prove(text, draws), "record 11: throw");
});
