/** Eriantys without any picture: the table, its moves, and the parts of the board they are made of. */

/** How many blue, green, yellow, red and pink ones. */
export type Students = [number, number, number, number, number];
export type Tower = "black" | "white" | "grey";
export type Phase = "choosing" | "planning" | "move_students" | "move_mother_nature" | "choose_cloud";

export interface Island {
  id: number;
  students: Students;
  tower: Tower | null;
  size: number;
  bans: number;
}

export interface Player {
  tower: Tower | null;
  wizard: number | null;
  towers: number;
  entrance: Students;
  dining: Students;
  coins: number;
  hand: number[];
  assistant: number | null;
}

export interface Card {
  card: number;
  cost: number;
  used: boolean;
  students: Students;
  bans: number;
}

export interface EriantysView {
  expert: boolean;
  seat: number;
  order: number[];
  players: Player[];
  phase: Phase;
  islands: Island[];
  mother_nature: number;
  clouds: Students[];
  /** For each colour the seat that has its professor; -1: nobody. */
  professors: number[];
  cards: Card[];
  supply: number;
  moved: number;
  used: number;
  muted: number | null;
  last_round: string;
  dropped: number[];
  outcome: { ranks: number[] } | null;
  bag: number;
}

export interface UseCharacter {
  type: "use_character";
  card: number;
  student?: number | null;
  island?: number | null;
  from_card?: number[];
  from_dining?: number[];
  from_entrance?: number[];
}

export type EriantysMove =
  | { type: "set_tower"; tower: Tower }
  | { type: "set_wizard"; wizard: number }
  | { type: "next" }
  | { type: "use_assistant"; value: number }
  | { type: "to_island"; student: number; island: number }
  | { type: "to_dining_room"; student: number }
  | { type: "move_mother_nature"; steps: number }
  | { type: "take_cloud"; cloud: number }
  | UseCharacter;

export const COLOURS = [0, 1, 2, 3, 4] as const;
export type Colour = (typeof COLOURS)[number];
export const SEATS_AT_TABLE = 10;

/** How far an assistant lets mother nature walk. */
export const stepsOf = (assistant: number): number => Math.ceil(assistant / 2);

/** How far mother nature may go this turn: the messenger lets her go two islands further. */
export function mostSteps({ players, seat, used }: EriantysView): number {
  return stepsOf(players[seat]?.assistant ?? 0) + (used === 3 ? 2 : 0);
}

/** How many students a turn moves. */
export const studentsToMove = ({ players }: EriantysView): number => (players.length === 3 ? 4 : 3);

/** Where mother nature comes to. */
export function reached({ islands, mother_nature }: EriantysView, steps: number): number {
  const start = islands.findIndex(({ id }) => id === mother_nature);
  return islands[(start + steps) % islands.length]?.id ?? 0;
}

/** Characters whose student is one of those on the card; with the others it is any colour. */
const FROM_CARD = new Set([1, 9, 11]);

/** Where a colour is chosen for a character. */
export const colourPart = (card: number, colour: number): string =>
  `${FROM_CARD.has(card) ? "oncard" : "colour"}:${card}:${colour}`;

function characterParts(move: UseCharacter): string[] {
  const { card, student = null, island = null, from_card = [], from_dining = [], from_entrance = [] } = move;
  return [
    `character:${card}`,
    ...(student === null ? [] : [colourPart(card, student)]),
    ...(island === null ? [] : [`island:${island}`]),
    ...from_card.map((colour) => colourPart(card, colour)),
    ...from_dining.map((colour) => `dining:${colour}`),
    ...from_entrance.map((colour) => `entrance:${colour}`),
  ];
}

/** The parts of the board a move is made of. */
export function partsOf(move: EriantysMove, view: EriantysView): string[] {
  switch (move.type) {
    case "set_tower":
      return [`tower:${move.tower}`];
    case "set_wizard":
      return [`wizard:${move.wizard}`];
    case "next":
      return ["next"];
    case "use_assistant":
      return [`assistant:${move.value}`];
    case "to_island":
      return [`entrance:${move.student}`, `island:${move.island}`];
    case "to_dining_room":
      return [`entrance:${move.student}`, `dining:${move.student}`];
    case "move_mother_nature":
      return [`island:${reached(view, move.steps)}`];
    case "take_cloud":
      return [`cloud:${move.cloud}`];
    case "use_character":
      return characterParts(move);
  }
}

/** What may be wrong with a part of the board is explained by the hall. */
export function guess(part: string, view: EriantysView): EriantysMove | null {
  const [what, which = ""] = part.split(":");
  const n = Number(which);
  if (what === "assistant") return { type: "use_assistant", value: n };
  if (what === "cloud") return { type: "take_cloud", cloud: n };
  if (what === "character") return { type: "use_character", card: n };
  if (what === "entrance" || what === "dining") return { type: "to_dining_room", student: n };
  if (what === "island" && view.phase === "move_mother_nature") return { type: "move_mother_nature", steps: stepsTo(view, n) };
  return null;
}

/** How many steps it is from mother nature to an island. */
export function stepsTo({ islands, mother_nature }: EriantysView, island: number): number {
  const [start, end] = [mother_nature, island].map((id) => islands.findIndex((each) => each.id === id));
  return ((end ?? 0) - (start ?? 0) + islands.length) % islands.length;
}

/** An island and the places of the ring, 0 to 11, that it covers. */
export interface Land {
  island: Island;
  places: number[];
}

export const PLACES = 12;

/** Where the islands lie: each covers as many places as it has grown to, and its own is one of them. */
export function lands(islands: Island[]): Land[] {
  const lay = (start: number): Land[] => {
    let place = start;
    return islands.map((island) => ({
      island,
      places: Array.from({ length: island.size }, () => place++ % PLACES),
    }));
  };
  const starts = Array.from({ length: PLACES }, (_, start) => lay(start));
  return starts.find((laid) => laid.every(({ island, places }) => places.includes(island.id))) ?? lay(0);
}

/** The towers that stand on the islands, by colour. */
export const towersBuilt = (islands: Island[], tower: Tower | null): number =>
  islands.reduce((sum, island) => sum + (tower && island.tower === tower ? island.size : 0), 0);

/** The towers a seat's side has still to build; a team's stand on one board. */
export const towersLeft = ({ players }: EriantysView, seat: number): number =>
  players.reduce((sum, { tower, towers }) => sum + (tower && tower === players[seat]?.tower ? towers : 0), 0);

/** The assistants that others have played this round, by value, and by whom. */
export function takenAssistants({ players, phase, order, seat }: EriantysView, who: (seat: number) => string): Map<number, string> {
  const planned = phase === "planning" ? order.slice(0, order.indexOf(seat)) : [];
  return new Map(planned.map((other) => [players[other]?.assistant ?? 0, who(other)]));
}

/** At a table of four: who plays with a seat, across the table. */
export const partnerOf = ({ players }: EriantysView, seat: number): number | null => (players.length === 4 ? (seat + 2) % 4 : null);

/** The towers of those who have won, once somebody has. */
export function winnersOf({ players, outcome }: EriantysView): (Tower | null)[] {
  const ranks = outcome?.ranks ?? [];
  return new Set(ranks).size > 1 ? players.flatMap(({ tower }, seat) => (ranks[seat] === 1 ? [tower] : [])) : [];
}
