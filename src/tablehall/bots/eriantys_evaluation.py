"""How the sides of Eriantys stand: towers, professors, and the islands about to fall.

A side is a player, or at a table of four a team; sides are numbered by their first seat, on
whose board their towers stand.
"""

from math import exp

from tablehall.games.eriantys.state import CENTAUR, KNIGHT, NOBODY, SIZES, Island, OpenTable, Table, island_at

REACH = (0.0, 0.50, 0.50, 0.45, 0.35, 0.28, 0.20, 0.16, 0.14, 0.12, 0.10, 0.10, 0.10)
"""How much an island counts by how many steps mother nature is away from it."""
PROFESSOR, SEAT, LEAD, CHASE, COIN = 0.55, 0.03, 0.08, 0.16, 0.15
STUDENT = 0.05
CALM = 3.0
"""The future counts in full while there are so many rounds to come."""
SHARP = 0.55
"""How surely a lead of one tower wins at the beginning; it grows with the rounds."""


def teams(state: OpenTable) -> int:
    """How many sides there are."""
    return 2 if len(state.players) == 4 else len(state.players)


def masters(state: OpenTable) -> list[int]:
    """For each colour the side of its professor."""
    if len(state.players) < 4:
        return [*state.professors]
    return [owner % 2 if owner != NOBODY else NOBODY for owner in state.professors]


def towers_of(state: OpenTable) -> dict[object, int]:
    """The side of each colour of towers."""
    return {state.players[side].tower: side for side in range(teams(state))}


def powers(island: Island, owner: int, masters: list[int], sides: int) -> list[int]:
    """The influence of each side on an island; `owner` is the side whose tower stands there."""
    power = [0] * sides
    for master, count in zip(masters, island.students, strict=True):
        if count and master >= 0:
            power[master] += count
    if owner >= 0:
        power[owner] += island.size
    return power


def powers_now(state: Table, island: Island, owner: int, masters: list[int], sides: int) -> list[int]:
    """The same if mother nature comes there in this turn, with the character used in it."""
    if state.muted is not None:
        masters = [NOBODY if colour == state.muted else side for colour, side in enumerate(masters)]
    power = powers(island, NOBODY if state.used == CENTAUR else owner, masters, sides)
    if state.used == KNIGHT:
        power[state.seat % sides] += 2
    return power


def values(state: Table) -> list[float]:
    """What each side has, in towers."""
    sides, total = teams(state), SIZES[len(state.players)].towers
    future = 0.0 if state.last_round else min(1.0, len(state.players[state.order[-1]].hand) / CALM)
    owners = masters(state)
    value = [0.0] * sides
    for side in range(sides):
        placed = total - state.players[side].towers
        value[side] = placed + 0.03 * placed * placed + (0.1 + PROFESSOR * future) * owners.count(side)
    add_islands(value, state, owners, sides, 0.3 + 0.7 * future)
    add_schools(value, state, owners, sides, future)
    return value


def add_islands(value: list[float], state: Table, owners: list[int], sides: int, future: float) -> None:
    """Who is about to gain an island, or holds one safely."""
    side_of, count = towers_of(state), len(state.islands)
    start = island_at(state, state.mother_nature) or 0
    for spot, island in enumerate(state.islands):
        owner = side_of[island.tower] if island.tower is not None else NOBODY
        power = powers(island, owner, owners, sides)
        most = max(power)
        if power.count(most) > 1:
            continue
        leader = power.index(most)
        power[leader] = 0
        lead = min(3, most - max(power))
        near = REACH[(spot - start - 1) % count + 1] * future * (0.3 if island.bans else 1.0)
        if leader == owner:
            value[leader] += near * 0.2 * lead * island.size
        else:
            value[leader] += near * (0.4 + 0.2 * lead) * island.size * (1 if owner == NOBODY else 2)


def add_schools(value: list[float], state: Table, owners: list[int], sides: int, future: float) -> None:
    """Students in the dining rooms and entrances, and coins."""
    rooms = [player.dining for player in state.players]
    for colour in range(5):
        guests = [room[colour] for room in rooms]
        most, owner = max(guests), owners[colour]
        for seat, count in enumerate(guests):
            side = seat % sides
            worth = SEAT * count
            if side == owner:
                rivals = [other for rival, other in enumerate(guests) if rival % sides != side]
                worth += LEAD * max(0, min(3, count - max(rivals)))
                worth += STUDENT * min(4, state.players[seat].entrance[colour])
            else:
                lacking = most + 1 - count
                worth += CHASE / lacking
                if lacking < 4:
                    worth += STUDENT * min(lacking, state.players[seat].entrance[colour])
            value[side] += future * worth
    if state.expert:
        for seat, player in enumerate(state.players):
            value[seat % sides] += COIN * future * min(player.coins, 5)


def standing(state: Table, seat: int) -> float:
    """How likely this seat's side is to win: 0 lost, 1 won."""
    if state.outcome is not None:
        ranks = state.outcome.ranks
        return 0.5 if min(ranks) == max(ranks) else float(ranks[seat] == 1)
    value = values(state)
    mine = value[seat % len(value)]
    sharp = SHARP + 0.07 * (10 - len(state.players[state.order[-1]].hand))
    return 1 / sum([exp((other - mine) * sharp) for other in value])
