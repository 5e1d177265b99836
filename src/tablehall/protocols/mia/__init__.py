"""Mia over UDP: the doors to a contest for programs, in two dialects."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from tablehall.contests.contest import Contest
from tablehall.contests.settings import ContestSettings
from tablehall.games.mia import MiaOptions
from tablehall.hall.addresses import networks
from tablehall.hall.hall import Hall
from tablehall.protocols.door import Door, DoorLimits, Port
from tablehall.protocols.mia.dialects import DOCUMENT, MAEXCHEN, Dialect
from tablehall.protocols.mia.session import MiaSession
from tablehall.protocols.mia.words import NAMES

MESSAGE = 1_200
FEW = 16
"""So often anybody may register, however few names they may have."""

NetworkName = Annotated[str, Meta(description="a network like 203.0.113.0/24, or an address")]


class MiaSettings(ContestSettings, frozen=True, forbid_unknown_fields=True):
    """How the contest behind a door is held."""

    house_bots: tuple[Literal["honest", "threshold", "equilibrium"], ...] = (
        "honest",
        "threshold",
        "equilibrium",
    )
    trusted: tuple[NetworkName, ...] = ()
    """Networks whose programs need not prove that they are where they say, beside private ones."""

    def __post_init__(self) -> None:
        networks(self.trusted)


class MaexchenSettings(MiaSettings, frozen=True, forbid_unknown_fields=True):
    """The same, and whether there are two contests or one."""

    shared: bool = False
    """Whether this door leads into the contest of the document's door, under its rules."""


class MiaDoor(Door):
    """The door for those who have read the document."""

    name, title, transport, port = "mia", "a contest of Mia for programs", "datagrams", 9001
    # A program that plays alone against another one answers thousands of questions a second.
    limits = DoorLimits(message=MESSAGE, rate=10_000, burst=20_000)
    Settings = MiaSettings
    dialect: ClassVar[Dialect] = DOCUMENT

    def __init__(self, hall: Hall, settings: MiaSettings | None = None) -> None:
        super().__init__(hall, settings)
        self._guard(settings or MiaSettings())
        self.contest = contest_of(hall, "mia", "document", settings or MiaSettings())
        if settings is not None:  # the other door may have opened before, with settings of its own
            self.contest.hold(settings)

    def _guard(self, settings: MiaSettings) -> None:
        """Who is believed, and how often somebody may register: twice as often as they may have names."""
        self.trusted = networks(settings.trusted)
        self.registrations = max(FEW, 2 * settings.names_per_address)

    def session(self, port: Port, path: str = "/") -> MiaSession:
        return MiaSession(self.hall, port, self.contest, self.name, self.dialect)


class MaexchenDoor(MiaDoor):
    """The door for the programs of the ancestor."""

    name, title, port = "maexchen", "the same in the words of Mäxchen", 9000
    Settings = MaexchenSettings
    dialect = MAEXCHEN

    def __init__(self, hall: Hall, settings: MaexchenSettings | None = None) -> None:
        Door.__init__(self, hall, settings)
        settings = settings or MaexchenSettings()
        self._guard(settings)
        if settings.shared:
            self.contest = contest_of(hall, "mia", "document", settings)
        else:
            self.contest = contest_of(hall, "maexchen", "maexchen", settings)


def contest_of(
    hall: Hall, name: str, rules: Literal["document", "maexchen"], settings: MiaSettings
) -> Contest:
    """The contest of that name; held from now on if it was not."""
    contest = hall.organisers.get(name)
    if not isinstance(contest, Contest):
        contest = Contest(hall, name, hall.games["mia"], MiaOptions(rules), settings, NAMES)
        hall.organisers[name] = contest
    return contest


doors = (MiaDoor, MaexchenDoor)
