"""Three players of chess."""

from tablehall.bots import Levels, Thought
from tablehall.bots.any_game import careless, favourite
from tablehall.bots.chess.model import PROMOTION, ChessModel, Hop, ScoredPosition, seen_by
from tablehall.bots.chess.piece_values import POINTS
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
    model, position = ChessModel(), seen_by(state)

    def judge(hop: Hop) -> int:
        after = model.after(position, hop)
        if after.turn == seat:
            return WIN // 2
        if not any(model.moves(after)):
            return -WIN * model.stuck(after)
        return -model.value(after) - _hanging(model, after)

    takes, quiet = model.moves(position)
    return move(state, favourite(takes + quiet, judge, thought))


def _hanging(model: ChessModel, after: ScoredPosition) -> int:
    """The dearest loss that the seat on turn can inflict by one capture."""
    board, worst = after.board, 0
    for square, to in model.forcing(after):
        loss = POINTS[board[to]]
        if attacked(board, to, after.turn):
            loss -= POINTS[board[square]]
        worst = max(worst, loss)
    return worst


def searching(game: AnyGame, state: Position, seat: int, thought: Thought) -> Step | Place:
    """Looks some four moves ahead, and every exchange to its end."""
    return move(state, Search(ChessModel(state.seen), POSITIONS, thought).best(seen_by(state)))


def move(state: Position, hop: Hop) -> Step | Place:
    """The move in the words of the rules."""
    square, to = hop
    if square == PROMOTION:
        return Place(*divmod(state.promoting, 8), PROMOTED[to])
    return STEPS[square][to]


levels: Levels = (careless, greedy, searching)
