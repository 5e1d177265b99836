"""What is said at the boards door, in both directions.

Where the document and the original client spell a thing differently, both spellings are
sent and both are understood: a client finds its own and ignores the other.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

SPELLINGS = {
    "board_cols_too": "boardCols",
    "board_offset": "boardOffset",
    "board_rows_too": "boardRows",
    "error_message": "errorMessage",
    "game_id": "gameId",
    "game_name": "gameName",
    "game_type": "gameType",
    "games_draw": "gamesDraw",
    "games_lost": "gamesLost",
    "games_won": "gamesWon",
    "max_players": "maxPlayers",
    "needs_flip": "needsFlip",
    "open_games": "openGames",
    "piece_id": "pieceId",
    "piece_id_too": "pieceID",
    "pug_name": "pugName",
}
"""How names are written on the wire where they are not written as here."""

LONGEST_NUMBER = 18


class Request(msgspec.Struct, rename=SPELLINGS, gc=False):
    """Whatever a client says. Nothing is checked yet: every kind of request has its own way
    of being refused."""

    type: Any = None
    username: Any = None
    game_name: Any = None
    pug_name: Any = None
    game_id: Any = None
    piece_id: Any = None
    piece_id_too: Any = None
    r: Any = None
    c: Any = None


def number(value: Any) -> int | None:
    """An integer, or a string of digits; a boolean or a fraction is none."""
    if type(value) is int:
        return value
    if type(value) is str and value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER:
        return int(value)
    return None


class Message(msgspec.Struct, frozen=True, tag_field="type", rename=SPELLINGS, gc=False):
    """Base of everything the server says."""


class LoginSuccess(Message, frozen=True, tag="LOGIN_SUCCESS"):
    """You are in."""


class JoinGameSuccess(Message, frozen=True, tag="JOIN_GAME_SUCCESS"):
    """You have a seat."""


class Refusal(Message, frozen=True):
    """Something was not done, and nothing has changed."""

    error_message: str


class LoginError(Refusal, frozen=True, tag="LOGIN_ERROR"):
    """You cannot come in under that name."""


class CreateGameFailed(Refusal, frozen=True, tag="CREATE_GAME_FAILED"):
    """The game was not created."""


class JoinGameFailed(Refusal, frozen=True, tag="JOIN_GAME_FAILED"):
    """You did not get a seat."""


class Error(Refusal, frozen=True, tag="ERROR"):
    """This makes no sense here, or not now."""


class Record(msgspec.Struct, frozen=True, rename=SPELLINGS):
    """One user's results in one game."""

    game_type: str
    games_won: int
    games_lost: int
    games_draw: int


class UserProfile(Message, frozen=True, tag="SET_USER_PROFILE"):
    """A user's results."""

    username: str
    games: list[Record]


class OpenGame(msgspec.Struct, frozen=True, rename=SPELLINGS):
    """A game that waits for players."""

    id: int
    name: str
    pug_name: str
    players: tuple[str, ...]
    max_players: int
    image: str


class OpenGames(Message, frozen=True, tag="SET_OPEN_GAMES"):
    """The games that wait for players."""

    open_games: list[OpenGame]


class SupportedGame(msgspec.Struct, frozen=True, rename=SPELLINGS):
    """A game that can be played here."""

    name: str
    max_players: int
    image: str


class SupportedGames(Message, frozen=True, tag="SET_ALL_SUPPORTED_GAMES"):
    """The games that can be played here."""

    games: list[SupportedGame]


class NewlyCreatedGame(Message, frozen=True, tag="NEWLY_CREATED_GAME"):
    """Your game waits for its second player."""

    game_name: str
    game_id: int


class GameInit(Message, frozen=True, tag="GAME_INIT"):
    """The game begins, or you are back at it."""

    game_id: int
    opponent: str
    opponents: tuple[str, ...]
    needs_flip: bool
    checkered: bool
    board_offset: bool
    board_rows: int
    board_cols: int
    board_rows_too: int
    board_cols_too: int


class BoardPiece(msgspec.Struct, frozen=True, rename=SPELLINGS, gc=False):
    """A piece on the board."""

    id: int
    piece_id: int
    owner: str
    image: str


class PoolPiece(msgspec.Struct, frozen=True, gc=False):
    """A piece that its owner can place."""

    id: int
    owner: str
    image: str


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A square."""

    r: int
    c: int


class Movements(msgspec.Struct, frozen=True, rename=SPELLINGS):
    """Where a piece can go."""

    piece_id: int
    moves: list[Raw]
    """`Spot`s, encoded."""


class Diff(msgspec.Struct, frozen=True, rename=SPELLINGS, gc=False):
    """A piece came to a square; to (-1, -1) if it left the board."""

    piece_id: int
    id: int
    r: int
    c: int


class GameState(Message, frozen=True, tag="SET_GAME_STATE"):
    """The board as it is now, whose turn it is, and what has changed."""

    turn: str
    turn_type: str
    valid_placements: Sequence[Raw]
    """`Spot`s, encoded."""
    valid_movements: Sequence[Movements]
    board: Raw
    """Lines of `BoardPiece`s, encoded."""
    user_pool: Raw
    """`PoolPiece`s, encoded."""
    diffs: Sequence[Diff]
    error_message: str | UnsetType = UNSET


class GameEnd(Message, frozen=True, tag="GAME_END"):
    """The game is over; without a winner it is a draw."""

    winner: str
    message: str


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Request).decode
