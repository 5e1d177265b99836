"""The Eriantys protocol: JSON lines over TCP, one notification at a time."""

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tablehall.hall.hall import Hall
from tablehall.protocols.door import Door, DoorLimits, Port
from tablehall.protocols.eriantys.acks import Circle
from tablehall.protocols.eriantys.matchmaking import listed
from tablehall.protocols.eriantys.session import EriantysSession
from tablehall.protocols.eriantys.words import GAME
from tablehall.protocols.listing import TableList

Time = Annotated[int, Meta(ge=1, le=24 * 3600 * 1000)]


class EriantysSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set for this door. Times are milliseconds."""

    ack_timeout: Time = 2_000
    """How long a notification waits for acknowledgements."""
    grace: Time = 60_000
    """After how long the house plays for somebody whose connection is lost."""
    empty_table: Time = 60_000
    """After how long a game that nobody entered is deleted."""


class EriantysDoor(Door):
    """The door for clients of the Eriantys protocol."""

    name, title, transport, port = "eriantys", "Eriantys, JSON lines", "lines", 7000
    limits = DoorLimits(idle=1_800_000)  # the document has no sign of life: people may think
    Settings = EriantysSettings
    games = frozenset({GAME})

    def __init__(self, hall: Hall, settings: EriantysSettings | None = None) -> None:
        super().__init__(hall, settings)
        self.settings: EriantysSettings = settings or EriantysSettings()
        self.absence = replace(
            hall.games[GAME].absence, grace=self.settings.grace, empty=self.settings.empty_table
        )
        self.circles: dict[int, Circle] = {}
        self.possible_games = TableList(hall, listed, self.games)

    def session(self, port: Port, path: str = "/") -> EriantysSession:
        return EriantysSession(self.hall, port, self)

    def circle(self, table: int) -> Circle:
        """The clients of this door around a table."""
        if table not in self.circles:
            self.circles[table] = Circle(table)
        return self.circles[table]

    def tidy(self, circle: Circle) -> None:
        """Forget a circle that nobody is left in."""
        if not circle.members and self.circles.get(circle.table) is circle:
            del self.circles[circle.table]


door = EriantysDoor
