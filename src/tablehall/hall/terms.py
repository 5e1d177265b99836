"""What a table is opened with: agreed on before anybody sits down, and the same ever after."""

from typing import Any, Literal

import msgspec

from tablehall.games.api import Absence
from tablehall.hall.clock import ClockSpec


class BotPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """When the house's own players sit down at a table, and how well they play."""

    level: int = 1
    after: int | None = 0
    """After so many milliseconds they take the seats that are still free; None: never."""
    replace: bool = False
    """Whether one of them goes on for a player who left or stayed away for good."""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What game is played at a table, by how many, and how.

    A door asks for them, the first record of the table's log remembers them, and the table's sheet
    shows them.
    """

    game: str
    seats: int = 0
    """How many play; 0 in a request: as few as the game allows."""
    options: Any = msgspec.UNSET
    """The game's own options; in a log they are JSON."""
    clock: ClockSpec = ClockSpec()
    absence: Absence = Absence()
    title: str = ""
    spectators: bool = True
    start: Literal["full", "asked"] = "full"
    rated: bool = True
    bots: BotPlan | None = None
