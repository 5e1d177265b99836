"""What a client of My Shelfie can say: one JSON object a line, its kind in `name`. Keys that
are not listed here are ignored."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

NO_ID = "NoId"
"""What a client calls itself that has no id yet."""


class Request(msgspec.Struct, frozen=True, tag_field="name", rename="camel", gc=False):
    """Base of all requests."""


class HelloCommand(Request, frozen=True, tag="HelloCommand"):
    """Is there a lobby, and am I the first?"""


class JoinNewAsFirst(Request, frozen=True, tag="JoinNewAsFirst"):
    """Open a new game; the id is the one that the Hello offered."""

    player: str
    num_of_players: int
    id_first_player: str
    easy_rule: bool | UnsetType = UNSET
    easy_rules: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.easy_rule is UNSET and self.easy_rules is UNSET:
            raise ValueError("Object missing required field `easyRule`")

    @property
    def easy(self) -> bool:
        """Whether the game is played with one common card."""
        return bool(self.easy_rules if self.easy_rule is UNSET else self.easy_rule)


class Join(Request, frozen=True, tag="Join"):
    """Sit down at the table that waits."""

    player: str


class GetSavedGames(Request, frozen=True, tag="GetSavedGames"):
    """Which saved games could be loaded?"""


class LoadGame(Request, frozen=True, tag="LoadGame"):
    """Bring a saved game back."""

    game: str
    id_first_player: str


class GetLoadedPlayers(Request, frozen=True, tag="GetLoadedPlayers"):
    """Under which names can the loaded game be joined?"""


class JoinLoadedAsFirst(Request, frozen=True, tag="JoinLoadedAsFirst"):
    """Sit down at the game I have loaded."""

    player: str
    id_first_player: str


class Reconnect(Request, frozen=True, tag="Reconnect"):
    """Come back to my seat."""

    id: str


class Disconnect(Request, frozen=True, tag="Disconnect"):
    """Leave; a seat in a running game is kept."""

    id: str


class Pong(Request, frozen=True, tag="Pong"):
    """I am still here. Never answered, whatever its id."""

    id: Any = None


class PickedTile(msgspec.Struct, frozen=True, gc=False):
    """A tile in the living room."""

    x: int
    y: int
    type: str


class PickTilesCommand(Request, frozen=True, tag="PickTilesCommand"):
    """Take tiles from the living room."""

    id: str
    tiles: list[PickedTile]


class PutTilesCommand(Request, frozen=True, tag="PutTilesCommand"):
    """Put the tiles in my hand into a column of my shelf, the first one lowest."""

    id: str
    column: int
    tiles: list[str]


class SaveGame(Request, frozen=True, tag="SaveGame"):
    """Save the game under a name."""

    id: str
    game: str


class SendMessage(Request, frozen=True, tag="SendMessage"):
    """Say something to everybody, or to one player."""

    id: str
    message: str
    player: str | None = None


AnyRequest = (
    HelloCommand
    | JoinNewAsFirst
    | Join
    | GetSavedGames
    | LoadGame
    | GetLoadedPlayers
    | JoinLoadedAsFirst
    | Reconnect
    | Disconnect
    | Pong
    | PickTilesCommand
    | PutTilesCommand
    | SaveGame
    | SendMessage
)

_decode = msgspec.json.Decoder(AnyRequest).decode


def read(line: bytes) -> Any:
    """The request in a line."""
    return _decode(line)
