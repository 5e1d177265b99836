"""Three players of chess."""

from tablehall.bots import Levels, Thought
from tablehall.bots.any_game import careless, favourite
from tablehall.bots.chess.eyes import PROMOTION, ChessEyes, Hop, Scene, scene_of
from tablehall.bots.chess.worth import POINTS
from tablehall.bots.search import WIN, Search
from tablehall.games.api import AnyGame
from tablehall.games.board import Place, Step
from tablehall.games.chess import STEPS
from tablehall.games.chess.moves import attacked
from tablehall.games.chess.position import Position

POSITIONS = 4000
"""How many positions level 3 looks at."""
PROMOTED = ("queen", "knight", "rook", "bishop")


def greedy(game: AnyGame, state: Position, seat: int, thought: Thought) -> Step | Place:
    """Mates, takes what pays at once, and does not like to lose a piece next."""
    eyes, position = ChessEyes(), scene_of(state)

    def judge(hop: Hop) -> int:
        after = eyes.after(position, hop)
        if after.turn == seat:
            return WIN // 2
        if not any(eyes.moves(after)):
            return -WIN * eyes.stuck(after)
        return -eyes.value(after) - _hanging(eyes, after)

    takes, quiet = eyes.moves(position)
    return move(state, favourite(takes + quiet, judge, thought))


def _hanging(eyes: ChessEyes, after: Scene) -> int:
    """The dearest loss that the seat on turn can inflict by one capture."""
    board, worst = after.board, 0
    for square, to in eyes.forcing(after):
        loss = POINTS[board[to]]
        if attacked(board, to, after.turn):
            loss -= POINTS[board[square]]
        worst = max(worst, loss)
    return worst


def searching(game: AnyGame, state: Position, seat: int, thought: Thought) -> Step | Place:
    """Looks some four moves ahead, and every exchange to its end."""
    return move(state, Search(ChessEyes(state.seen), POSITIONS, thought).best(scene_of(state)))


def move(state: Position, hop: Hop) -> Step | Place:
    """The move in the words of the rules."""
    square, to = hop
    if square == PROMOTION:
        return Place(*divmod(state.promoting, 8), PROMOTED[to])
    return STEPS[square][to]


levels: Levels = (careless, greedy, searching)
