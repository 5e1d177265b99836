"""Three players of My Shelfie: one who takes what looks nice, one who counts, one who looks ahead."""

import random
from math import exp
from typing import Any, NamedTuple

from tablehall.bots import Levels, Thought
from tablehall.bots.playouts import Plan, search
from tablehall.bots.shelfie_evaluation import CELLS, FAR, Wish, best_put, promise
from tablehall.games.api import AnyGame
from tablehall.games.shelfie import Pick, Put, Table
from tablehall.games.shelfie.board import LINES, TILES, free_sided, occupied
from tablehall.games.shelfie.scoring import END_TOKEN
from tablehall.games.shelfie.shelf import room_for
from tablehall.games.shelfie.tiles import names
from tablehall.games.shelfie.turns import ranking

MOST_PLANS = 16
SAME_TILES = 3
"""So many ways to pick the same kinds are looked at."""


def wishes(table: Table, seat: int) -> tuple[Wish, ...]:
    """The common cards this seat can still achieve."""
    return tuple([(card.name, card.tokens[-1]) for card in table.commons if seat not in card.takers])


def tiles_to_come(table: Table, seat: int) -> int:
    """How many tiles this seat may still put before somebody ends the game, at most FAR."""
    if table.finisher is not None:
        still = not table.over and table.order.index(seat) >= table.order.index(table.turn)
        return min(3, CELLS - sum(map(len, table.shelves[seat]))) if still else 0
    room = [CELLS - sum(map(len, shelf)) for shelf in table.shelves]
    return min(FAR, room[seat], 2 + min(room))


def expected(table: Table, seat: int) -> float:
    """The points this seat can expect."""
    tokens = sum([card.worth(seat) for card in table.commons]) + END_TOKEN * (table.finisher == seat)
    shelf, personal = table.shelves[seat], table.personal[seat]
    return tokens + promise(shelf, personal, wishes(table, seat), tiles_to_come(table, seat))


class Way(NamedTuple):
    """A way to pick, what it promises, and where it is put best."""

    value: float
    mask: int
    """The cells it takes tiles from."""
    tiles: str
    column: int
    order: str


def ways(table: Table, seat: int) -> list[Way]:
    """Every way to pick."""
    shelf, personal, room = table.shelves[seat], table.personal[seat], table.room
    wanted, left = wishes(table, seat), tiles_to_come(table, seat)
    free, most = free_sided(occupied(room)), room_for(shelf)
    found = []
    for mask, orders in LINES.items():
        if mask & free == mask and len(orders[0]) <= most:
            tiles = "".join(sorted([room[cell] for cell in orders[0]]))
            value, column, order = best_put(shelf, tiles, personal, wanted, left)
            found.append(Way(value, mask, tiles, column, order))
    return found


def plan_of(table: Table, way: Way) -> Plan:
    """A whole turn."""
    tiles = tuple([TILES[cell][table.room[cell]] for cell in LINES[way.mask][0]])
    return Pick(tiles), Put(way.column, names(way.order))


def best_turn(table: Table, seat: int) -> Plan:
    """The turn, or what is left of it, that promises this seat most."""
    if table.hand:
        tiles = "".join(sorted(table.hand))
        left = tiles_to_come(table, seat)
        _, column, order = best_put(
            table.shelves[seat], tiles, table.personal[seat], wishes(table, seat), left
        )
        return (Put(column, names(order)),)
    return plan_of(table, max(ways(table, seat)))


class ShelfieCraft:
    """What the search knows of My Shelfie."""

    playouts = 14
    horizon = 3

    def plans(self, state: Table, seat: int, chance: random.Random) -> list[Plan]:
        return [best_turn(state, seat)] if state.hand else best_picks(state, seat)

    def reply(self, state: Table, seat: int, chance: random.Random) -> Plan:
        return best_turn(state, seat)

    def worth(self, state: Table, seat: int) -> float:
        if state.over:
            return float(ranking(state).ranks[seat] == 1)
        points = [expected(state, other) for other in range(len(state.shelves))]
        spread = 2.0 + 0.4 * tiles_to_come(state, seat)
        return 1 / sum([exp((other - points[seat]) / spread) for other in points])


def best_picks(table: Table, seat: int) -> list[Plan]:
    """The most promising turns, not too many with the same tiles."""
    plans: list[Plan] = []
    seen: dict[str, int] = {}
    for way in sorted(ways(table, seat), reverse=True):
        seen[way.tiles] = seen.get(way.tiles, 0) + 1
        if seen[way.tiles] <= SAME_TILES:
            plans.append(plan_of(table, way))
    return plans[:MOST_PLANS]


CRAFT = ShelfieCraft()


def casual(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Takes any tiles, and puts them on one of their kind if there is one."""
    moves = game.legal(state, seat)
    if not state.hand:
        return thought.chance.choice(moves)
    shelf = state.shelves[seat]
    fitting = [move for move in moves if shelf[move.column][-1:] == move.tiles[0][0]]
    return thought.chance.choice(fitting or moves)


def greedy(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Makes the turn that promises its own shelf most."""
    return best_turn(state, seat)[0]


def searching(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """Tries the best turns out, with what the others may do next."""
    return search(game, state, seat, thought, CRAFT)


levels: Levels = (casual, greedy, searching)
