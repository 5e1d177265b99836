/**
 * What a step of mother nature would do, before it is made: the hall's own rules of influence a second time, so that
 * they can be shown. `web/tests` measures them against positions that the hall has played.
 */

import { type EriantysView, type Island, type Player, type Students, type Tower } from "./table";

const HERALD = 4;
const CENTAUR = 6;
const KNIGHT = 7;
const FEWEST_GROUPS = 3;
const TOWERS: Record<number, number> = { 2: 8, 3: 6, 4: 8 };

/** The end of a game: why, and the towers of those who win it; all of them: a draw. */
export interface End {
  reason: string;
  winners: Tower[];
}

/** An island settled. */
export interface Settled {
  island: Island;
  /** How much every side counts there, in the order of the seats. */
  power: [tower: Tower, counts: number][];
  /** Whose towers are built; null: nothing is. */
  builds: Tower | null;
  /** The islands it takes in. */
  joins: number[];
  /** Whether a ban tile lies there: it goes, and nothing is settled. */
  banned: boolean;
  islands: Island[];
  players: Player[];
  end: End | null;
}

/** The sides of a game by the colour of their towers, in the order of the seats. */
export const sidesOf = ({ players }: Pick<EriantysView, "players">): Tower[] => [
  ...new Set(players.flatMap(({ tower }) => tower ?? [])),
];

/** How much each side counts on an island. */
export function influence(view: EriantysView, island: Island): [Tower, number][] {
  const { players, professors, muted, used, seat } = view;
  const count = (tower: Tower): number => {
    const taught = island.students.filter((_, colour) => colour !== muted && players[professors[colour] ?? -1]?.tower === tower);
    const towers = island.tower === tower && used !== CENTAUR ? island.size : 0;
    const knight = used === KNIGHT && players[seat]?.tower === tower ? 2 : 0;
    return taught.reduce((sum, students) => sum + students, towers + knight);
  };
  return sidesOf(view).map((tower) => [tower, count(tower)]);
}

/** The side that counts for more than every other. */
function strongest(power: [Tower, number][]): Tower | null {
  const most = Math.max(...power.map(([, counts]) => counts));
  const best = power.filter(([, counts]) => counts === most);
  return best.length === 1 ? (best[0]?.[0] ?? null) : null;
}

/** The game is over: most towers placed win, then most professors; who left the table does not win it. */
function finish(view: EriantysView, players: Player[], reason: string): End {
  const standing = sidesOf(view).map((tower) => {
    const seats = players.flatMap((player, seat) => (player.tower === tower ? [seat] : []));
    const left = seats.reduce((sum, seat) => sum + (players[seat]?.towers ?? 0), 0);
    return {
      tower,
      present: seats.some((seat) => !view.dropped.includes(seat)) ? 1 : 0,
      placed: (TOWERS[players.length] ?? 0) - left,
      professors: view.professors.filter((owner) => seats.includes(owner)).length,
    };
  });
  const [best] = standing.toSorted((a, b) => b.present - a.present || b.placed - a.placed || b.professors - a.professors);
  const equal = standing.filter((side) => (["present", "placed", "professors"] as const).every((what) => side[what] === best?.[what]));
  return { reason, winners: equal.map(({ tower }) => tower) };
}

/** The players after the towers of an island have changed hands; a team's stand on its first seat's board. */
function rebuilt(players: Player[], { tower, size }: Island, builds: Tower): Player[] {
  const moved = (player: Player, by: number): Player => ({ ...player, towers: Math.max(0, player.towers + by) });
  const keeper = (of: Tower | null): number => (of ? players.findIndex((player) => player.tower === of) : -1);
  return players.map((player, seat) => (seat === keeper(tower) ? moved(player, size) : seat === keeper(builds) ? moved(player, -size) : player));
}

/** An island takes in the neighbours with towers like its own, clockwise first. */
function unify(islands: Island[], spot: number): [islands: Island[], joins: number[]] {
  let [all, one] = [islands, islands[spot] as Island];
  const joins: number[] = [];
  for (const step of [1, -1]) {
    const other = all.at((all.indexOf(one) + step) % all.length);
    if (!other || other === one || other.tower !== one.tower) continue;
    const students = one.students.map((many, colour) => many + (other.students[colour] ?? 0)) as Students;
    const grown: Island = { ...one, students, size: one.size + other.size, bans: one.bans + other.bans };
    all = all.flatMap((island) => (island === one ? [grown] : island === other ? [] : [island]));
    joins.push(other.id);
    one = grown;
  }
  return [all, joins];
}

/** What comes of it if an island is settled now. */
export function settled(view: EriantysView, id: number): Settled {
  const spot = view.islands.findIndex((island) => island.id === id);
  const island = view.islands[spot] as Island;
  const power = influence(view, island);
  const as = (changed: Island): Island[] => view.islands.with(spot, changed);
  const still = { island, power, builds: null, joins: [], banned: false, islands: view.islands, players: view.players, end: null };
  if (island.bans) return { ...still, banned: true, islands: as({ ...island, bans: island.bans - 1 }) };
  const builds = strongest(power);
  if (!builds || builds === island.tower) return still;
  const players = rebuilt(view.players, island, builds);
  const conquered = as({ ...island, tower: builds });
  const built = { ...still, builds, players, islands: conquered };
  if (players.some(({ tower, towers }, seat) => tower === builds && !towers && isKeeper(players, seat))) {
    return { ...built, end: finish(view, players, "towers") };
  }
  const [islands, joins] = unify(conquered, spot);
  const end = islands.length > FEWEST_GROUPS ? null : finish(view, players, "islands");
  return { ...built, islands, joins, end };
}

const isKeeper = (players: Player[], seat: number): boolean => players.findIndex(({ tower }) => tower === players[seat]?.tower) === seat;

/** Whether the round ends with this turn, and the game with the round. */
export const lastTurn = ({ last_round, order, seat }: EriantysView): boolean => last_round !== "" && order.at(-1) === seat;

/** What comes of it if mother nature goes to this island. Without clouds to choose from the turn is over then. */
export function stepped(view: EriantysView, id: number): Settled {
  const came = settled(view, id);
  const over = !came.end && lastTurn(view) && !view.clouds.some((students) => students.some(Boolean));
  return over ? { ...came, end: finish(view, came.players, view.last_round) } : came;
}

/** What comes of it if the herald has this island settled. */
export const heralded = (view: EriantysView, id: number): Settled => settled({ ...view, used: HERALD }, id);
