"""Three players of Tic Tac Toe. The best knows the game to its end and never loses."""

from functools import cache

from tablehall.bots import Levels, Thought
from tablehall.bots.any_game import careless, favourite
from tablehall.games.api import AnyGame
from tablehall.games.board import Place
from tablehall.games.tictactoe import MOVES, WINS, Board

CENTRE, CORNERS = 0b000_010_000, 0b101_000_101
CELLS = tuple(1 << cell for cell in range(9))


def free(mine: int, theirs: int) -> list[int]:
    """The cells that are empty."""
    return [cell for cell in CELLS if not (mine | theirs) & cell]


def liking(mine: int, theirs: int, cell: int) -> int:
    """How much a greedy player wants a cell: to win, not to lose, or because it is central."""
    if WINS[mine | cell]:
        return 4
    if WINS[theirs | cell]:
        return 3
    return 2 if cell == CENTRE else 1 if cell & CORNERS else 0


@cache
def worth(mine: int, theirs: int) -> int:
    """How the game ends for the seat on turn if nobody errs: 1, 0 or -1."""
    if WINS[theirs]:
        return -1
    return max((-worth(theirs, mine | cell) for cell in free(mine, theirs)), default=0)


@cache
def hope(mine: int, theirs: int) -> float:
    """What the seat on turn, risking nothing, may expect of one who plays like levels 1 and 2."""
    if WINS[theirs]:
        return -1.0
    best = worth(mine, theirs)
    safe = [cell for cell in free(mine, theirs) if -worth(theirs, mine | cell) == best]
    return max((trap(theirs, mine | cell) for cell in safe), default=0.0)


@cache
def trap(mine: int, theirs: int) -> float:
    """The same for the seat that has just moved: the other is now careless or greedy."""
    cells = free(mine, theirs)
    if WINS[theirs] or not cells:
        return float(WINS[theirs])
    liked = max(liking(mine, theirs, cell) for cell in cells)
    greedy_ones = [cell for cell in cells if liking(mine, theirs, cell) == liked]
    careless_ones = greedy_ones if liked == 4 else cells
    return sum(
        sum(hope(theirs, mine | cell) for cell in replies) / len(replies) / 2
        for replies in (careless_ones, greedy_ones)
    )


def greedy(game: AnyGame, state: Board, seat: int, thought: Thought) -> Place:
    """Completes its own line, else spoils the other's, else likes the centre and the corners."""
    mine, theirs = state.marks[seat], state.marks[1 - seat]
    cell = favourite(free(mine, theirs), lambda cell: liking(mine, theirs, cell), thought)
    return MOVES[cell.bit_length() - 1]


def perfect(game: AnyGame, state: Board, seat: int, thought: Thought) -> Place:
    """Never gives anything away; among moves that are equally good, sets the best trap."""
    mine, theirs = state.marks[seat], state.marks[1 - seat]

    def judge(cell: int) -> tuple[int, float]:
        return -worth(theirs, mine | cell), trap(theirs, mine | cell)

    return MOVES[favourite(free(mine, theirs), judge, thought).bit_length() - 1]


levels: Levels = (careless, greedy, perfect)
