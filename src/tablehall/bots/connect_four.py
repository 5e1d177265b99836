"""Three players of Connect Four. Discs are bits, as in the rules: bit 7c + r."""

from typing import NamedTuple

from tablehall.bots import Levels, Thought
from tablehall.bots.any_game import careless, favourite
from tablehall.bots.search import Model, Search
from tablehall.games.api import AnyGame
from tablehall.games.board import Place
from tablehall.games.connect_four import BOTTOM, COLUMNS, DIRECTIONS, FULL, Board, four

POSITIONS = 12_000
"""How many positions level 3 looks at."""
COLUMN = tuple(0b111111 << 7 * c for c in range(COLUMNS))
FROM_THE_CENTRE = tuple(COLUMN[c] for c in (3, 2, 4, 1, 5, 0, 6))
CENTRE, NEAR_CENTRE = COLUMN[3], COLUMN[2] | COLUMN[4]
ROW = tuple(BOTTOM << row for row in range(6))
LAST = (ROW[2] | ROW[4], ROW[1] | ROW[3] | ROW[5])
"""The rows each seat gets to fill when the columns run out, and only bad moves are left."""


class Discs(NamedTuple):
    """The discs of the seat on turn, and the other's."""

    mine: int
    theirs: int


def gaps(discs: int) -> int:
    """The squares that would make a line of four with three of these discs."""
    found = discs << 1 & discs << 2 & discs << 3
    for step in DIRECTIONS[1:]:
        two_up, two_down = discs << step & discs << 2 * step, discs >> step & discs >> 2 * step
        found |= two_up & (discs << 3 * step | discs >> step)
        found |= two_down & (discs >> 3 * step | discs << step)
    return found & FULL


def landings(discs: Discs) -> int:
    """The squares on which a disc can come to rest."""
    taken = discs.mine | discs.theirs
    return (taken + BOTTOM) & ~taken & FULL


def liking(mine: int, theirs: int) -> int:
    """What discs seem to be worth: gaps that may be filled one day, and the centre."""
    taken = mine | theirs
    lines = (gaps(mine) & ~taken).bit_count() - (gaps(theirs) & ~taken).bit_count()
    centre = (mine & CENTRE).bit_count() - (theirs & CENTRE).bit_count()
    beside = (mine & NEAR_CENTRE).bit_count() - (theirs & NEAR_CENTRE).bit_count()
    return 12 * lines + 3 * centre + beside


class ConnectFourModel(Model[Discs, int]):
    """Sees the gaps in lines: what must be filled, and below which nobody may play."""

    compulsory = True

    def turn(self, position: Discs) -> int:
        return (position.mine | position.theirs).bit_count() & 1

    def moves(self, position: Discs) -> tuple[list[int], list[int]]:
        free = landings(position)
        if wins := free & gaps(position.mine):
            return [wins & -wins], []
        danger = gaps(position.theirs)
        if parry := free & danger:
            return [parry & -parry], []
        # Who plays below a gap of the other's fills it for them.
        free = free & ~(danger >> 1) or free
        return [], [free & column for column in FROM_THE_CENTRE if free & column]

    def after(self, position: Discs, move: int) -> Discs:
        return Discs(position.theirs, position.mine | move)

    def value(self, position: Discs) -> int:
        mine, theirs = position
        taken = mine | theirs
        seat = taken.bit_count() & 1
        late = (gaps(mine) & ~taken & LAST[seat]).bit_count()
        late -= (gaps(theirs) & ~taken & LAST[1 - seat]).bit_count()
        return liking(mine, theirs) + 24 * late

    def verdict(self, position: Discs) -> int | None:
        if four(position.theirs):
            return -1
        return 0 if position.mine | position.theirs == FULL else None


MODEL = ConnectFourModel()


def seen_by(state: Board, seat: int) -> Discs:
    """The discs in the eyes of a seat."""
    return Discs(state.discs[seat], state.discs[1 - seat])


def place(disc: int) -> Place:
    """The move that puts a disc there."""
    column, row = divmod(disc.bit_length() - 1, 7)
    return Place(row, column)


def greedy(game: AnyGame, state: Board, seat: int, thought: Thought) -> Place:
    """Fills a line, or one of the other's, gives nothing away, and likes what then stands there."""
    discs = seen_by(state, seat)
    forced, quiet = MODEL.moves(discs)
    return place(favourite(forced or quiet, lambda disc: liking(discs.mine | disc, discs.theirs), thought))


def searching(game: AnyGame, state: Board, seat: int, thought: Thought) -> Place:
    """Looks some ten moves ahead."""
    return place(Search(MODEL, POSITIONS, thought).best(seen_by(state, seat)))


levels: Levels = (careless, greedy, searching)
