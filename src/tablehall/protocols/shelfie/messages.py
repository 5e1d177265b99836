"""What a client of My Shelfie hears, and its bytes: plain ASCII, whatever people are called."""

import json
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from tablehall.games.shelfie.tiles import Kind, Tile

NO_FIRST = "NoFirst"
"""In a Hello: you are not the first player."""


class Message(msgspec.Struct, frozen=True, tag_field="name", rename="camel", gc=False):
    """Base of everything said. A key without a value is left out."""


class Hello(Message, frozen=True, tag="Hello"):
    """Whether a table waits for players, and the id of the first player if that is you."""

    lobby_ready: bool
    loaded_game: bool
    first_player_id: str


class FirstJoinResponse(Message, frozen=True, tag="FirstJoinResponse"):
    """Whether the first player sits at their table."""

    result: bool


class JoinResponse(Message, frozen=True, tag="JoinResponse"):
    """You sit, and this is your id; or you do not, and this is why."""

    result: bool
    id: str | UnsetType = UNSET
    error: str | UnsetType = UNSET


class SavedGames(Message, frozen=True, tag="SavedGames"):
    """The names of the saves that are not being played."""

    names: list[str]


class LoadGameResponse(Message, frozen=True, tag="LoadGameResponse"):
    """Whether the game was loaded, and if not, why."""

    result: bool
    error: str | UnsetType = UNSET


class LoadedGamePlayers(Message, frozen=True, tag="LoadedGamePlayers"):
    """The names of those who play in the loaded game."""

    names: list[str]


class Ping(Message, frozen=True, tag="Ping"):
    """Are you still there?"""


class TilesPicked(Message, frozen=True, tag="TilesPicked"):
    """The tiles in a player's hand."""

    player: str
    tiles: tuple[Kind, ...]


class ChatMessage(Message, frozen=True, tag="ChatMessage"):
    """Somebody said something."""

    message: str
    sender: str
    date: str


class GameSetUp(Message, frozen=True, tag="GameSetUp"):
    """Everything has been told: the game can begin or go on."""

    players: list[str]
    goals: tuple[str, ...]
    personal: tuple[str, ...] | str
    old_chat: list[ChatMessage]


class BoardUpdate(Message, frozen=True, tag="BoardUpdate"):
    """Tiles came into the living room or left it; in the original dialect all tiles in it."""

    tiles: tuple[Tile, ...]
    added: bool | UnsetType = UNSET


class BookShelfUpdate(Message, frozen=True, tag="BookShelfUpdate"):
    """All tiles on a player's shelf."""

    player: str
    tiles: tuple[Tile, ...]


class CommonCards(Message, frozen=True, tag="CommonCards"):
    """The tokens left on each common card; the last one is the next to be taken."""

    cards_and_tokens: dict[str, tuple[int, ...]]


class Disconnection(Message, frozen=True, tag="Disconnection"):
    """A player has left the game or lost the connection."""

    player: str


class Reconnected(Message, frozen=True, tag="Reconnected"):
    """A player is back."""

    player: str


class PlayerPoints(Message, frozen=True, tag="PlayerPoints"):
    """A player's points are now these."""

    player: str
    points: int


class TurnNotify(Message, frozen=True, tag="TurnNotify"):
    """It is this player's turn."""

    player: str


class GameSaved(Message, frozen=True, tag="GameSaved"):
    """The game was saved under this name."""

    game: str


class Winner(Message, frozen=True, tag="Winner"):
    """The game is over, and this player has won it."""

    player: str


class ErrorMessage(Message, frozen=True, tag="ErrorMessage"):
    """Something was not done, or something happened; the sentence says what."""

    message: str


AnyMessage = (
    Hello
    | FirstJoinResponse
    | JoinResponse
    | SavedGames
    | LoadGameResponse
    | LoadedGamePlayers
    | Ping
    | TilesPicked
    | ChatMessage
    | GameSetUp
    | BoardUpdate
    | BookShelfUpdate
    | CommonCards
    | Disconnection
    | Reconnected
    | PlayerPoints
    | TurnNotify
    | GameSaved
    | Winner
    | ErrorMessage
)

_encode_lines = msgspec.json.Encoder().encode_lines


def lines(messages: "list[Any] | tuple[Any, ...]") -> bytes:
    """The bytes of these messages, a line each."""
    data = _encode_lines(list(messages))  # of anything else an iterator is never freed
    return data if data.isascii() else b"".join(map(_escaped, data.splitlines()))


def _escaped(line: bytes) -> bytes:
    return json.dumps(json.loads(line), separators=(",", ":")).encode() + b"\n"


PING = lines([Ping()])
