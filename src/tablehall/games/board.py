"""What games on a board of squares share: pieces, two kinds of move, three kinds of event.

Rows and columns count from 0; row 0 is seat 0's home row, drawn at the bottom for it.
"""

from msgspec.structs import replace

from tablehall.games.api import AnyGame, Reason, Value
from tablehall.games.look import Look

Square = tuple[int, int]


class BoardNo(Reason):
    """Why a move on a board is refused."""

    OFF_BOARD = "There is no such square."
    TAKEN = "That square is taken."
    NOT_YOURS = "There is no piece of yours on that square."
    CANNOT_GO_THERE = "That piece cannot go there."
    NOT_THAT_PIECE = "You cannot place that piece."


class Place(Value, frozen=True, tag="place", omit_defaults=True):
    """Put a piece from your pool on a square; `piece` says which, if there is a choice."""

    r: int
    c: int
    piece: str = ""


class Step(Value, frozen=True, tag="step"):
    """Move the piece on (r, c) to another square."""

    r: int
    c: int
    to_r: int
    to_c: int


class Piece(Value, frozen=True, array_like=True):
    """A piece: whose it is and what it is, `[0, "queen"]`."""

    owner: int
    kind: str


class Placed(Value, frozen=True, tag="placed"):
    """A piece came onto the board (also: what a crowned or promoted piece became)."""

    r: int
    c: int
    piece: Piece


class Stepped(Value, frozen=True, tag="stepped"):
    """A piece went from one square to another."""

    r: int
    c: int
    to_r: int
    to_c: int


class Removed(Value, frozen=True, tag="removed"):
    """A piece left the board (captured, or making room for what it becomes)."""

    r: int
    c: int


BoardEvent = Placed | Stepped | Removed


class BoardView(Value, frozen=True):
    """What everybody sees of a board."""

    rows: tuple[tuple[Piece | None, ...], ...]
    turn: int
    """The seat on turn; meaningless once the game is over."""
    pools: tuple[tuple[tuple[str, int], ...], ...] = ((), ())
    """What each seat can still place: kinds and how many of each."""


def look_of(game: AnyGame) -> Look:
    """How a game is drawn: as it says or, if it says nothing of the squares it is on, in ruled cells."""
    on_squares = isinstance(game.View, type) and issubclass(game.View, BoardView)
    return replace(game.look, board="cells") if on_squares and not game.look.board else game.look


def draw(view: BoardView, look: Look) -> str:
    """The board in letters, the highest row first; seat 0's pieces in capitals."""
    lines = []
    for row, pieces in reversed(tuple(enumerate(view.rows))):
        cells = []
        for piece in pieces:
            letter = look.letter(piece.kind) if piece else "."
            cells.append(letter.upper() if piece and piece.owner == 0 else letter)
        lines.append(f"{row:2} {' '.join(cells)}")
    columns = " ".join(str(column % 10) for column in range(len(view.rows[0])))
    return "\n".join([*lines, f"   {columns}"])
