"""From what a program is told of a table back to a state of the rules, for programs that look ahead.

Only for games without secrets and dice: there a view is the position, but for what the rules remember beside
it (castling rights, repetitions, quiet moves). Whoever follows a table from its first move knows that too.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games import checkers, chess, connect_four, dama, pente, tictactoe
from tablehall.games.api import AnyGame, Played
from tablehall.games.board import BoardView, Piece, Place, Step
from tablehall.games.chess.fen import from_fen, square_name
from tablehall.games.chess.moves import CASTLES
from tablehall.games.chess.position import Position
from tablehall.games.dice import Dice
from tablehall.protocols.house import replies
from tablehall.rl.catalogue import game_named

Moves = Sequence[Any]


def state_from(game: AnyGame | str, view: Any, moves: Moves = ()) -> Any:
    """A state that looks like this view (as it came from the house door, or as the rules made it).

    The legal moves of whoever is on turn, if given, say what the view does not: that a pawn may be captured
    en passant, which castlings are lost, which piece must jump on. What nobody can see is taken to be as at
    the start of a game: no position has been there before, and who stands at home has never moved.
    """
    game = _readable(game)
    typed = msgspec.convert(view, game.View)
    return READERS[game.name](typed, [msgspec.convert(move, game.Move) for move in moves])


class Follower:
    """The state of a table that is followed from news to news; from its beginning on, the exact state."""

    def __init__(self, game: AnyGame | str) -> None:
        self.game = _readable(game)
        self.state: Any = self.game.setup(self.game.seats[0], self.game.Options(), Dice(bytes(32)))
        self.exact = True
        """Whether the rules' memory is known as well, and not only what can be seen."""

    def hear(self, news: replies.Table | replies.Happened | replies.Gathered) -> Any:
        """The state after these news of the table, which are given in the order in which they came."""
        if isinstance(news, replies.Happened) and news.what == "moved":
            self._moved(news)
        elif not isinstance(news, replies.Gathered):
            self._shown(news.view)
        return self.state

    def _moved(self, news: replies.Happened) -> None:
        move = msgspec.convert(news.move, self.game.Move)
        played = self.game.play(self.state, int(news.seat or 0), move, Dice(bytes(32)))
        if isinstance(played, Played):
            self.state = played.state
        self._shown(news.view)

    def _shown(self, view: Any) -> None:
        """What is shown is true: if it is another position than ours, we go on from there."""
        if view is None or view is msgspec.UNSET:
            return
        shown = msgspec.convert(view, self.game.View)
        if shown != self.game.view(self.state, None):
            self.state, self.exact = state_from(self.game, shown), False


def _readable(game: AnyGame | str) -> AnyGame:
    """A game whose views say how it stands."""
    game = game_named(game)
    if game.name not in READERS:
        raise ValueError(
            f"How {game.title} stands cannot be read from what is told of a table: it has secrets or dice, "
            f"or is not the house's. Choose one of {', '.join(sorted(READERS))}."
        )
    return game


def _bits(view: BoardView, owner: int, bit: Callable[[int, int], int], kind: str = "") -> int:
    """The squares of an owner's pieces (of one kind) as bits."""
    return sum(
        bit(r, c)
        for r, row in enumerate(view.rows)
        for c, piece in enumerate(row)
        if piece is not None and piece.owner == owner and kind in ("", piece.kind)
    )


def _letters(view: BoardView, pieces: dict[str, Piece | None]) -> str:
    """The squares as letters, the lowest row first."""
    letter = {piece: letter for letter, piece in pieces.items()}
    return "".join([letter[piece] for row in view.rows for piece in row])


def _tictactoe(view: BoardView, moves: Moves) -> tictactoe.Board:
    x, o = (_bits(view, owner, lambda r, c: 1 << 3 * r + c) for owner in (0, 1))
    return tictactoe.Board((x, o), view.turn)


def _connect_four(view: BoardView, moves: Moves) -> connect_four.Board:
    red, yellow = (_bits(view, owner, lambda r, c: 1 << 7 * c + r) for owner in (0, 1))
    return connect_four.Board((red, yellow), view.turn)


def _dama(view: BoardView, moves: Moves) -> dama.Board:
    white, black = (_bits(view, owner, dama.bit) for owner in (0, 1))
    kings = sum(_bits(view, owner, dama.bit, "king") for owner in (0, 1))
    return dama.Board((white, black), kings, view.turn)


def _pente(view: pente.PenteView, moves: Moves) -> pente.Board:
    stones, last = _letters(view, pente.STONES), 1 - view.turn
    end = "full" if "." not in stones else ""
    if view.captured[last] >= pente.PAIRS_TO_WIN:
        end = "captures"
    if any(pente.FIVES[last] in stones[line] for lines in pente.LINES for line in lines):
        end = "line"
    return pente.Board(stones, view.turn, view.captured, end)


def _checkers(view: BoardView, moves: Sequence[Step]) -> checkers.Board:
    board = checkers.reached(_letters(view, checkers.PIECES), view.turn)
    if moves and set(moves) != set(checkers.game.legal(board, board.turn)):
        return checkers.Board(board.squares, board.turn, jumping=8 * moves[0].r + moves[0].c)
    return board


def _chess(view: BoardView, moves: Sequence[Step | Place]) -> Position:
    board = _letters(view, chess.PIECES)
    rows = "/".join(board[row : row + 8].replace(".", "1") for row in range(56, -1, -8))
    passing = next((name for move in moves if (name := _en_passant(board, move))), "-")
    position = from_fen(f"{rows} {'wb'[view.turn]} KQkq {passing}")
    if moves and isinstance(moves[0], Place):
        square = 8 * moves[0].r + moves[0].c
        return Position(board, view.turn, position.castling, promoting=square)
    lost = set(chess.game.legal(position, view.turn)).difference(moves) if moves else set()
    rights = [
        castle.right
        for castle in CASTLES[view.turn]
        if chess.STEPS[castle.king][castle.king_to] in lost and castle.right in position.castling
    ]
    return replace(position, castling="".join(right for right in position.castling if right not in rights))


def _en_passant(board: str, move: Step | Place) -> str:
    """The square on which this move captures en passant, if it does."""
    if isinstance(move, Place) or board[8 * move.r + move.c] not in "Pp" or move.c == move.to_c:
        return ""
    to = 8 * move.to_r + move.to_c
    return square_name(to) if board[to] == "." else ""


READERS: dict[str, Callable[[Any, Any], Any]] = {
    "tictactoe": _tictactoe,
    "connect_four": _connect_four,
    "checkers": _checkers,
    "chess": _chess,
    "dama": _dama,
    "pente": _pente,
}
