import type { Chooser } from "../src/boards/chooser";
import { largest } from "../src/boards/eriantys/fit";
import { foreseenSaid } from "../src/boards/eriantys/foreseen";
import { heralded, type Settled, stepped } from "../src/boards/eriantys/influence";
import { asked, objection } from "../src/boards/eriantys/playing";
import { RINGS } from "../src/boards/eriantys/ring";
import { type EriantysMove, type EriantysView, type Island, partnerOf, type Player, type Students, type Tower, towersLeft, winnersOf } from "../src/boards/eriantys/table";
import { waysOf } from "../src/boards/eriantys/travel";
import { same, test } from "./check";
import played from "./eriantys-positions.json";

/** A position as `tests/games/eriantys/positions.py` writes it, and what the hall made of every step. */
interface Position {
  view: Pick<EriantysView, "seat" | "order" | "mother_nature" | "professors" | "used" | "muted" | "last_round" | "dropped"> & {
    cloudy: boolean;
    players: [Tower, number][];
    islands: [number, Students, Tower | null, number, number][];
  };
  herald: boolean;
  results: Result[];
}

interface Result {
  island: number;
  power: Partial<Record<Tower, number>>;
  then: [Tower | null, size: number, bans: number];
  islands: number[];
  towers: number[];
  end: [reason: string, ranks: number[]] | null;
}

const positions = played as unknown as Position[];

function viewOf({ view }: Position): EriantysView {
  const { cloudy, players, islands, ...rest } = view;
  return {
    ...rest,
    clouds: [[cloudy ? 1 : 0, 0, 0, 0, 0]],
    players: players.map(([tower, towers]) => ({ tower, towers }) as Player),
    islands: islands.map(([id, students, tower, size, bans]): Island => ({ id, students, tower, size, bans })),
  } as EriantysView;
}

/** What the page says of it, in the words of the file. */
function told({ island, power, islands, players, end }: Settled): Result {
  const now = islands.find(({ id }) => id === island.id);
  const ranks = (winners: Tower[]): number[] => players.map(({ tower }) => (tower && winners.includes(tower) ? 1 : 2));
  return {
    island: island.id,
    power: Object.fromEntries(power),
    then: [now?.tower ?? null, now?.size ?? 0, now?.bans ?? 0],
    islands: islands.map(({ id }) => id),
    towers: players.map(({ towers }) => towers),
    end: end && [end.reason, ranks(end.winners)],
  };
}

/** The hall ranks also those who lose; the page says only who wins. */
const won = (result: Result): Result => ({ ...result, end: result.end && [result.end[0], result.end[1].map((rank) => Math.min(rank, 2))] });

test("every step of mother nature does what the page says it would", () => {
  for (const position of positions) {
    const view = viewOf(position);
    const look = position.herald ? heralded : stepped;
    same(position.results.map(({ island }) => told(look(view, island))), position.results.map(won));
  }
});

test("the positions the page is measured against are many, with all who change the influence", () => {
  const results = positions.flatMap(({ results }) => results);
  same([positions.length >= 40, results.length >= 200], [true, true]);
  same([2, 6, 7, 8].map((card) => positions.some(({ view }) => view.used === card)), [true, true, true, true]);
  same([2, 3, 4].map((seats) => positions.some(({ view }) => view.players.length === seats)), [true, true, true]);
  same(["towers", "islands", "students"].map((why) => results.some(({ end }) => end?.[0] === why)), [true, true, true]);
  same(positions.some(({ herald }) => herald), true);
});

const nobody: Students = [0, 0, 0, 0, 0];
const isle = (id: number, part: Partial<Island> = {}): Island => ({ id, size: 1, tower: null, students: nobody, bans: 0, ...part });
const someone = (tower: Tower, towers: number): Player => ({ tower, towers, wizard: 1, entrance: nobody, dining: nobody, coins: 1, hand: [], assistant: 6 });

/** Mother nature stands on island 1; seat 0 is white and has blue and green, seat 1 is black and has red. */
const table = (part: Partial<EriantysView>): EriantysView =>
  ({
    expert: true,
    seat: 0,
    order: [1, 0],
    players: [someone("white", 5), someone("black", 6)],
    phase: "move_mother_nature",
    islands: [isle(0), isle(1, { students: [2, 0, 0, 1, 0] }), isle(2, { tower: "white" }), isle(3, { students: [0, 0, 1, 0, 0] }), isle(4, { tower: "black", size: 2, students: [3, 0, 0, 0, 0] }), isle(6, { bans: 1 })],
    mother_nature: 0,
    clouds: [[1, 1, 1, 0, 0]],
    professors: [0, 0, -1, 1, -1],
    cards: [],
    supply: 10,
    moved: 3,
    used: 0,
    muted: null,
    last_round: "",
    dropped: [],
    outcome: null,
    bag: 50,
    ...part,
  }) as EriantysView;

test("what a step would do is said in words, the end of the game first", () => {
  const said = (id: number, part: Partial<EriantysView> = {}): string => foreseenSaid(stepped(table(part), id));
  same(said(1), "White 2, Black 1: White builds 1 tower, 2 islands grow together.");
  same(said(1, { used: 8, muted: 0 }), "White 0, Black 1: Black builds 1 tower.");
  same(said(2), "White 1, Black 0: White keeps the island.");
  same(said(3), "White 0, Black 0: nobody builds.");
  same(said(3, { used: 7 }), "White 2, Black 0: White builds 1 tower, 2 islands grow together.");
  same(said(4), "White 3, Black 2: White builds 2 towers, Black takes 2 towers back.");
  same(said(6), "White 0, Black 0: only the ban tile goes.");
  const few = { players: [someone("white", 1), someone("black", 6)] };
  same(said(1, few), "This ends the game: White wins. White 2, Black 1: White builds 1 tower.");
  same(said(3, { last_round: "students", clouds: [nobody], players: [someone("white", 7), someone("black", 7)], professors: [0, -1, -1, 1, -1] }), "This ends the game in a draw. White 0, Black 0: nobody builds.");
});

const hand = (part: Partial<Chooser<EriantysMove>>): Chooser<EriantysMove> => ({ ours: true, draft: [], next: new Set<string>(), ready: null, ...part }) as Chooser<EriantysMove>;

test("a tap that leads nowhere is explained where the hall would say less", () => {
  const students = table({ phase: "move_students", cards: [{ card: 7, cost: 2, used: false, students: nobody, bans: 0 }] });
  same(objection("island:2", students, hand({})), "First choose a student in your entrance.");
  same(objection("dining:2", students, hand({ draft: ["entrance:1"] })), "Everybody sits at the table of their own colour.");
  same(objection("dining:1", students, hand({ draft: ["entrance:1"] })), "");
  same(objection("character:7", students, hand({})), "Knight costs 2, and you have 1.");
  same(objection("island:6", table({}), hand({ next: new Set(["island:1"]) })), "Mother nature goes at most 3 islands on.");
  same(objection("island:1", table({}), hand({ next: new Set(["island:1"]) })), "");
});

test("a character is used by its name and its price", () => {
  const view = table({ cards: [{ card: 7, cost: 2, used: false, students: nobody, bans: 0 }] });
  same(asked({ type: "use_character", card: 7 }, view), "Use the Knight, 2 coins");
  same(asked({ type: "move_mother_nature", steps: 1 }, view), "Go 1 step");
});

test("a team has its towers on one board, and a partner across the table", () => {
  const four = table({ players: [someone("white", 5), someone("black", 6), someone("white", 0), someone("black", 0)] });
  same([0, 1, 2, 3].map((seat) => partnerOf(four, seat)), [2, 3, 0, 1]);
  same([0, 1, 2, 3].map((seat) => towersLeft(four, seat)), [5, 6, 5, 6]);
  same(partnerOf(table({}), 0), null);
  same([winnersOf(table({ outcome: { ranks: [2, 1] } })), winnersOf(table({ outcome: { ranks: [1, 1] } })), winnersOf(table({}))], [["black"], [], []]);
});

test("students are seen on their way from where somebody sees them", () => {
  const moved = { type: "student_to_island_moved", seat: 1, student: 3, island: 5 } as const;
  same(waysOf(moved, 1), [[3, '[data-part="entrance:3"]', '[data-part="island:5"] .reach']]);
  same(waysOf(moved, 0)[0]?.[1], '[data-school="1"]');
  same(waysOf({ type: "students_taken", seat: 0, cloud: 2, students: [2, 0, 0, 0, 1] }, 0).map(([student]) => student), [0, 4]);
});

test("the sea lies in the ring that shows it largest, with twelve neighbours around it", () => {
  same([largest(RINGS, 560, 370).width, largest(RINGS, 370, 370).width], [500, 400]);
  for (const { places } of RINGS) {
    same(places.length, 12);
    same(places.map(([x, y], n) => Math.hypot(x - (places[(n + 1) % 12]?.[0] ?? 0), y - (places[(n + 1) % 12]?.[1] ?? 0))), places.map(() => 100));
  }
});
