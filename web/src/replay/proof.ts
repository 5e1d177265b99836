/** The proof of a finished game, checked here and nowhere else: its chain of hashes, its seed, every throw. */

import { Dice, diceKey } from "./dice";
import { hex, sha256, unhex } from "./sha256";

/** By record: of each throw how many results it could have had, and its result. */
export type Draws = Record<string, [limit: number, value: number][]>;

export interface Proof {
  records: number;
  /** How many throws came out of the seed as the log says. */
  throws: number;
  commitment: string;
  seed: string;
  /** Whether the seed was fixed before the table was opened. */
  promised: boolean;
  /** Who stirred the dice after their seed was fixed, so that nobody could choose the throws. */
  stirred: string[];
  /** Whether we had sent our share for other dice than these. */
  misled: boolean;
}

/** Which hash we were promised when we sent a share; undefined: we sent none like it. */
export type Promised = (share: string) => string | undefined;

export type Flaw = "torn" | "chain" | "seal" | "seed" | "throw";

/** What does not fit, and at which record. */
export class Flawed extends Error {
  constructor(
    readonly flaw: Flaw,
    readonly record: number,
  ) {
    super(`record ${record}: ${flaw}`);
  }
}

interface LogRecord {
  what: string;
  seq: number;
  prev: string;
  hash?: string;
  seats?: number;
  seat?: number;
  name?: string;
  names?: string[];
  person?: number;
  host?: number;
  promised?: number;
  commitment?: string;
  seed?: string;
  entropy?: string;
  plies?: number;
  throws?: number[];
}

const GENESIS = "0".repeat(64);

function linesOf(exported: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let begin = 0;
  for (let end = exported.indexOf(10); end >= 0; end = exported.indexOf(10, begin)) {
    lines.push(exported.subarray(begin, end));
    begin = end + 1;
  }
  if (begin !== exported.length || !lines.length) throw new Flawed("torn", lines.length);
  return lines;
}

function read<T>(line: Uint8Array, number: number): T {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line)) as T;
  } catch {
    throw new Flawed("torn", number);
  }
}

/** The records of an export whose chain and seal are unbroken. */
export function chained(exported: Uint8Array): LogRecord[] {
  const lines = linesOf(exported);
  const last = lines.pop() as Uint8Array;
  let head = GENESIS;
  const log = lines.map((line, number) => {
    const record = read<LogRecord>(line, number);
    if (record.seq !== number || record.prev !== head) throw new Flawed("chain", Math.max(0, number - 1));
    // What was whispered is not in an export; its hash is, so that the chain holds.
    head = record.what === "withheld" && record.hash ? record.hash : hex(sha256(line));
    return record;
  });
  const seal = read<{ what?: string; records?: number; head?: string }>(last, lines.length);
  if (seal.what !== "sealed" || seal.records !== lines.length || seal.head !== head) throw new Flawed("seal", lines.length);
  return log;
}

/** The seeds a log reveals, by the commitment that each one keeps. */
function seedsOf(log: LogRecord[]): Map<string, string> {
  return new Map(log.flatMap(({ seed }) => (seed ? [[hex(sha256(unhex(seed))), seed]] : [])));
}

/** Check everything; what does not fit is thrown. Of our own shares we know better than the log what they were for. */
export function prove(exported: Uint8Array, draws: Draws, promised: Promised = () => undefined): Proof {
  const log = chained(exported);
  const seeds = seedsOf(log);
  const cup = new Cup(seeds, promised);
  let throws = 0;
  for (const record of log) {
    cup.take(record);
    const said = record.throws ?? [];
    const drawn = draws[record.seq] ?? [];
    if (said.length !== drawn.length) throw new Flawed("throw", record.seq);
    drawn.forEach(([limit, value], i) => {
      if (value !== said[i] || value !== cup.dice.below(limit)) throw new Flawed("throw", record.seq);
    });
    throws += said.length;
  }
  const seed = seeds.get(cup.commitment) ?? "";
  const { commitment, stirred, misled } = cup;
  return { records: log.length, throws, commitment, seed, promised: !!log[0]?.promised, stirred, misled };
}

/** What a player has added to the dice. */
interface Share {
  entropy: string;
  /** Their name, unless the house knew it when it drew the seed: then it came too early. */
  late: string;
  /** Whether it is ours, and was for other dice. */
  astray: boolean;
}

const NOTHING: Share = { entropy: "", late: "", astray: false };

/** The cup with a table's dice: what each record does to it. */
class Cup {
  dice = new Dice(new Uint8Array(32));
  commitment = "";
  private seed = new Uint8Array();
  /** Who added something to the dice after they were committed to. */
  stirred: string[] = [];
  misled = false;
  private shares: (Share | null)[] = [];
  /** Who ordered the table when its seed was not fixed yet; 0: nobody. */
  private host = 0;
  private started = false;
  /** Where the dice were before each move, for moves that are taken back. */
  private before: number[] = [];

  constructor(
    private readonly seeds: Map<string, string>,
    private readonly promised: Promised,
  ) {}

  take(record: LogRecord): void {
    const { what, seat = 0 } = record;
    if (record.commitment) this.committed(record);
    if (what === "opened") this.opened(record);
    else if (what === "resized") this.resized(record.seats ?? 0);
    else if (what === "sat") this.shares[seat] ??= this.shareOf(record);
    else if (what === "stood" && !this.started) this.shares[seat] = null;
    else if (what === "drawn") this.shares = (record.names ?? []).map(() => NOTHING);
    else if (what === "started") this.start();
    else if (what === "moved") this.before.push(this.dice.position);
    else if (what === "taken_back") this.back(record.plies ?? 0);
  }

  private committed({ what, seq, commitment = "" }: LogRecord): void {
    const seed = this.seeds.get(commitment);
    if (seed === undefined) throw new Flawed("seed", seq);
    this.commitment = commitment;
    this.seed = unhex(seed) as Uint8Array<ArrayBuffer>;
    if (what !== "reopened") return;
    this.dice = new Dice(diceKey(this.seed, []));
    this.stirred = [];
    this.misled = false;
  }

  private opened({ seats = 0, host = 0, promised = 0 }: LogRecord): void {
    this.shares = Array<null>(seats).fill(null);
    this.host = promised ? 0 : host;
  }

  private shareOf({ seq, person, name = "", entropy = "" }: LogRecord): Share {
    const ordered = seq === 1 && this.host > 0 && person === this.host;
    const ours = this.promised(entropy);
    const astray = ours !== undefined && ours !== this.commitment;
    const early = ours === undefined ? ordered : astray;
    return { entropy, late: entropy && !early ? name : "", astray };
  }

  private resized(seats: number): void {
    const here = this.shares.filter((each) => each !== null);
    this.shares = [...here, ...Array<null>(Math.max(0, seats - here.length)).fill(null)];
  }

  private start(): void {
    this.started = true;
    const shares = this.shares.map((each) => each ?? NOTHING);
    this.dice = new Dice(diceKey(this.seed, shares.map(({ entropy }) => entropy)));
    this.stirred = shares.flatMap(({ late }) => late || []);
    this.misled = shares.some(({ astray }) => astray);
  }

  private back(plies: number): void {
    const position = this.before.splice(this.before.length - plies)[0] ?? this.dice.position;
    this.dice.position = position;
  }
}
