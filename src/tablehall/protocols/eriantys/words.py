"""The spellings of the Eriantys protocol: what things are called on the wire.

The document contradicts itself here and there; what is written is one spelling, what is
read is all of them.
"""

from tablehall.games.api import Reason
from tablehall.games.eriantys.moves import No
from tablehall.games.eriantys.state import Colour, Students, Tower
from tablehall.hall.refusals import Why

GAME = "eriantys"

COLOURS = ("BLUE_UNICORNS", "GREEN_FROGS", "YELLOW_GNOMES", "RED_DRAGONS", "PINK_FAIRIES")
"""The kinds of students, in the order of `Colour`."""

READ_COLOURS = {
    spelling: colour
    for colour, name in zip(Colour, COLOURS, strict=True)
    for spelling in (name, name.split("_")[0])
}
READ_TOWERS = {tower.name: tower for tower in Tower}

IMPOSSIBLE = "ImpossibleActionError"
NOT_CORRECT = "ArgumentNotCorrectError"
GAME_DONT_EXIST = "GameDontExistError"

ERRORS: dict[Reason, str] = {
    Why.BAD_NAME: NOT_CORRECT,
    Why.BAD_SEATS: NOT_CORRECT,
    Why.TABLE_FULL: "GameFullError",
    Why.NOT_YOUR_SEAT: "GameFullError",
    Why.SEAT_NAME_TAKEN: "NicknameAlreadyTakenError",
    No.ARGUMENT_NOT_CORRECT: NOT_CORRECT,
    No.ASSISTANT_NOT_EXISTS: "AssistantNotExistsError",
    No.ASSISTANT_CANNOT_BE_USED: "AssistantCanNotBeUsedError",
    No.STUDENT_NOT_IN_ENTRANCE: "StudentInEntranceNotExistsError",
    No.ISLAND_NOT_EXISTS: "IslandNotExistsError",
    No.TABLE_FULL: "TableInDiningRoomFullError",
    No.CLOUD_NOT_PRESENT: "CloudNotPresentError",
    No.CLOUD_EMPTY: "CloudEmptyError",
    No.CHARACTER_NOT_EXISTS: "CharacterCardNotExistsError",
    No.CHARACTER_TOO_EXPENSIVE: "CharacterCardTooExpensiveError",
    No.CHARACTER_ALREADY_USED: "CharacterCardAlreadyUsedError",
    No.NO_BANS_ON_CARD: "NoBansOnCardError",
}
"""How the reasons of hall and rules are called; every other one is an IMPOSSIBLE action."""


def pile(students: Students) -> dict[str, int]:
    """Students of all five colours, counted."""
    return dict(zip(COLOURS, students, strict=True))


def tower(colour: Tower | None) -> str | None:
    """A tower, if there is one."""
    return None if colour is None else colour.name


def wizard(number: int | None) -> str | None:
    """A wizard, if one has been chosen."""
    return None if number is None else f"W{number}"


def assistant(value: int | None) -> str | None:
    """An assistant, if one has been played."""
    return None if value is None else f"CARD_{value}"


def character(card: int) -> str:
    """A character card."""
    return f"CARD{card}"


def game_id(table: int) -> str:
    """The number of a table, as this protocol calls its game."""
    return f"{table:010}"


def table_of(game: str) -> int:
    """The table of a game; 0, which no table has, for what is no id of a game."""
    return int(game) if len(game) == 10 and game.isascii() and game.isdigit() else 0
