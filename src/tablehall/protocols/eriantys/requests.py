"""What a client can say, and how it is read from a line."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from tablehall.games.api import UNREADABLE
from tablehall.games.eriantys import moves
from tablehall.games.eriantys.hiring import tidy
from tablehall.games.eriantys.state import Colour, Tower
from tablehall.hall.names import speakable
from tablehall.protocols.eriantys.words import READ_COLOURS, READ_TOWERS

LONGEST_TEXT = 100
LONGEST_TAG = 64
MOST_STUDENTS = 10


class Request(msgspec.Struct, frozen=True):
    """Base of all requests."""


class Acknowledgment(Request, frozen=True):
    """I have heard what you told me."""


class Ping(Request, frozen=True):
    """Are you there?"""


class Pong(Request, frozen=True):
    """I am here. Nobody is ever asked."""


class CreateNewGame(Request, frozen=True):
    """Open a game for so many players, with the expert rules or without."""

    players: int
    expert: bool


class JoinGame(Request, frozen=True):
    """Which games could I enter?"""


class EnterGame(Request, frozen=True):
    """Take part in a game under a nickname."""

    game: str
    nickname: str


class ResumeGame(Request, frozen=True):
    """Come back to a seat after the connection was lost."""

    game: str
    nickname: str
    token: str


class ExitFromGame(Request, frozen=True):
    """Leave a game that has not started."""

    nickname: str


class ChangeNumPlayers(Request, frozen=True):
    """Play with more or fewer players."""

    players: int


class NextPhase(Request, frozen=True):
    """Go on from the lobby, or to the next player who chooses tower and wizard."""


class Play(Request, frozen=True):
    """A move of the game."""

    move: moves.EriantysMove


class Exit(Request, frozen=True):
    """I am leaving."""


class Unknown(Request, frozen=True):
    """A message the protocol does not have."""


class Unreadable(Request, frozen=True):
    """Not a message at all, or an argument is missing or makes no sense."""


class NotCorrect(Exception):  # noqa: N818 (named after the protocol's error)
    """An argument is missing or of the wrong type."""


class Arguments:
    """The arguments of a message, by names in whatever case."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = {name.lower(): value for name, value in given.items()}

    def number(self, name: str, other: str = "") -> int:
        """A whole number, by either of its names; truth is none."""
        value = self.given.get(name)
        if value is None and other:
            value = self.given.get(other)
        if type(value) is not int:
            raise NotCorrect
        return value

    def flag(self, name: str) -> bool:
        """Yes or no."""
        value = self.given.get(name)
        if type(value) is not bool:
            raise NotCorrect
        return value

    def text(self, name: str) -> str:
        """A text of sensible length, trimmed."""
        value = self.given.get(name)
        if type(value) is not str or len(value) > LONGEST_TEXT or not speakable(value):
            raise NotCorrect
        return value.strip()

    def numbered(self, name: str, spelling: str) -> int:
        """Something that is known by its number: W3, CARD_3 or 3."""
        value = self.given.get(name)
        if type(value) is str and len(value) < 10 and (found := re.fullmatch(spelling, value.upper())):
            return int(found[1])
        return self.number(name)

    def tower(self) -> Tower:
        """A tower by its colour."""
        value = self.given.get("tower")
        if type(value) is not str or value.upper() not in READ_TOWERS:
            raise NotCorrect
        return READ_TOWERS[value.upper()]

    def colour(self, name: str = "student") -> Colour:
        """A student by its colour."""
        return _colour(self.given.get(name))

    def colours(self, name: str) -> tuple[Colour, ...]:
        """Some students; nobody if they are not mentioned."""
        value = self.given.get(name)
        if value is None:
            return ()
        if type(value) is not list or len(value) > MOST_STUDENTS:
            raise NotCorrect
        return tuple(_colour(one) for one in value)

    def has(self, name: str) -> bool:
        """Whether it is mentioned."""
        return self.given.get(name) is not None


def _colour(value: Any) -> Colour:
    if type(value) is not str or value.upper() not in READ_COLOURS:
        raise NotCorrect
    return READ_COLOURS[value.upper()]


def _character(given: Arguments) -> Request:
    move = moves.UseCharacter(
        given.numbered("card", r"CARD_?(\d+)"),
        given.colour() if given.has("student") else None,
        given.number("islandid") if given.has("islandid") else None,
        given.colours("studentsfromcard"),
        given.colours("studentsfromdiningroom"),
        given.colours("studentsfromentrance"),
    )
    return Play(tidy(move))


def _create(given: Arguments) -> Request:
    return CreateNewGame(given.number("numofplayers", "numplayers"), given.flag("wantexpert"))


FORMS: dict[str, Callable[[Arguments], Request]] = {
    "Acknowledgment": lambda _: Acknowledgment(),
    "Acknowledgement": lambda _: Acknowledgment(),
    "Ping": lambda _: Ping(),
    "Pong": lambda _: Pong(),
    "CreateNewGame": _create,
    "JoinGame": lambda _: JoinGame(),
    "GetGames": lambda _: JoinGame(),
    "EnterGame": lambda a: EnterGame(a.text("gameid"), a.text("nickname")),
    "ResumeGame": lambda a: ResumeGame(a.text("gameid"), a.text("nickname"), a.text("token")),
    "ExitFromGame": lambda a: ExitFromGame(a.text("nickname")),
    "ChangeNumPlayers": lambda a: ChangeNumPlayers(a.number("newnum")),
    "ChangeNumOfPlayers": lambda a: ChangeNumPlayers(a.number("newnum")),
    "NextPhase": lambda _: NextPhase(),
    "SetTower": lambda a: Play(moves.SetTower(a.tower())),
    "SetWizard": lambda a: Play(moves.SetWizard(a.numbered("wizard", r"W(\d+)"))),
    "UseAssistant": lambda a: Play(moves.UseAssistant(a.numbered("assistant", r"CARD_?(\d+)"))),
    "MoveStudentsToIsland": lambda a: Play(moves.ToIsland(a.colour(), a.number("islandid"))),
    "MoveStudentToIsland": lambda a: Play(moves.ToIsland(a.colour(), a.number("islandid"))),
    "MoveStudentsToDiningRoom": lambda a: Play(moves.ToDiningRoom(a.colour())),
    "MoveStudentToDiningRoom": lambda a: Play(moves.ToDiningRoom(a.colour())),
    "MoveMotherNature": lambda a: Play(moves.MoveMotherNature(a.number("positions"))),
    "TakeStudentsFromCloud": lambda a: Play(moves.TakeCloud(a.number("cloudid"))),
    "UseCharacterCard": _character,
    "Exit": lambda _: Exit(),
}
"""Every message a client may send, in every spelling, and how its arguments are read."""

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def read(line: bytes) -> tuple[Request, bytes]:
    """What a line asks for, and the JSON of the `id` it carries (nothing: it has none)."""
    try:
        said = _decode(line)
    except UNREADABLE:
        return Unreadable(), b""
    if type(said) is not dict or (tag := _tag(said.get("id"))) is None:
        return Unreadable(), b""
    name, given = said.get("message"), said.get("arguments")
    if type(name) is not str or not (given is None or type(given) is dict):
        return Unreadable(), tag
    form = FORMS.get(name)
    if form is None:
        return Unknown(), tag
    try:
        return form(Arguments(said if given is None else {**said, **given})), tag
    except NotCorrect:
        return Unreadable(), tag


def _tag(id: Any) -> bytes | None:
    """An id as it is echoed; None if it cannot be one."""
    if id is None:
        return b""
    if type(id) is str and len(id) <= LONGEST_TAG and speakable(id):
        return _encode(id)
    if type(id) is bool or type(id) is float or (type(id) is int and -(2**63) <= id < 2**64):
        return _encode(id)
    return None
