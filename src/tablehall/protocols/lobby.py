"""A door's lobby: it hears once of every table that comes, changes or goes, and tells all its clients who
look on together, at a pace. So what a game costs does not grow with those who only look on."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tablehall.hall.hall import Hall
from tablehall.hall.notices import Audience, Listed, News
from tablehall.protocols.door import Door, Session

PACE = 250
"""Milliseconds from one push to the next. The first change after a quiet while is told at once."""
PUSH = "push"
"""The alarm at which those who look on are told."""


class LobbySession(Session):
    """A client that may look on in the lobby."""

    listing = 0
    """The latest change of the list of tables when it began to look on, or was last shown the list."""


S = TypeVar("S", bound=LobbySession)


class Change(NamedTuple):
    """What became of a table since the last push."""

    came: int
    """With which change of the list it came; 0: it was there before."""
    latest: Listed


class LobbyPort(Protocol):
    """What the pipeline gives a door for itself."""

    def now(self) -> int:
        """The time."""

    def send(self, audience: Audience, news: News, *, at_once: bool) -> None:
        """Have news told at once, or else after everything decided so far."""

    def alarm(self, name: str, after: int | None) -> None:
        """Have `LobbyDoor.push` called after so many milliseconds; None: not at all."""

    def hear(self, *, on: bool) -> None:
        """Have `LobbyDoor.listed` called whenever the list of public tables changes, or no longer."""


class LobbyDoor(Door, Generic[S]):
    """A door whose clients may look on in the lobby."""

    lobby: LobbyPort
    pushes_remembered = False
    """Whether a push holds only what was remembered before: then nobody may hear of it after something newer.
    Else it is how everything decided so far stands, and comes after that."""

    def __init__(self, hall: Hall, settings: Any = None) -> None:
        super().__init__(hall, settings)
        self.lookers: dict[int, S] = {}
        """Who looks on, by their connections."""
        self._changes: dict[int, Change] = {}
        """What they have not been told yet, by table. As long as there is something, the alarm is set."""
        self._pushed = 0

    def look_on(self, session: S) -> None:
        """This client is told of every change from now on."""
        if not self.lookers:
            self.lobby.hear(on=True)
        session.listing = self.hall.listings
        self.lookers[session.port.conn] = session

    def look_away(self, session: S) -> None:
        """This client is told nothing more."""
        if self.lookers.pop(session.port.conn, None) is not None and not self.lookers:
            self._changes.clear()
            self.lobby.alarm(PUSH, None)
            self.lobby.hear(on=False)

    def listed(self, news: Listed) -> None:
        """The list of public tables has changed."""
        if not self.shows(news):
            return
        if not self._changes:
            self.lobby.alarm(PUSH, max(0, self._pushed + self.pace() - self.lobby.now()))
        number = news.sheet.table
        known = self._changes.get(number)
        came = news.listing if news.change == "opened" and news.before is None else 0
        self._changes[number] = Change(came if known is None else known.came, news)

    def push(self) -> None:
        """Tell everybody who looks on and has not seen all of it."""
        changes, self._changes = self._changes, {}
        self._pushed = self.lobby.now()
        latest = max(change.latest.listing for change in changes.values())
        audience: Audience = [
            (conn, None) for conn, session in self.lookers.items() if session.listing < latest
        ]
        news = self.pushed(list(changes.values()), latest)
        self.lobby.send(audience, news, at_once=self.pushes_remembered)

    def pace(self) -> int:
        """Milliseconds from one push to the next."""
        return PACE

    def shows(self, news: Listed) -> bool:
        """Whether the clients of this door see anything of a change."""
        return True

    @abstractmethod
    def pushed(self, changes: Sequence[Change], latest: int) -> News:
        """What those who look on are told of these changes, up to the latest one, frozen as it is now."""

    def list_again(self) -> None:
        """The hall lets nobody new in, or does again: who looks on is shown the list anew."""
