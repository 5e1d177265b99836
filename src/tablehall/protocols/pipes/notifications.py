"""What a pipes client is told unasked: the news of its table and of the lobby."""

from typing import TYPE_CHECKING
from weakref import proxy

from tablehall.hall import commands, records
from tablehall.hall.notices import Happened, Listed, News
from tablehall.protocols.door import rendered_once
from tablehall.protocols.pipes import lines
from tablehall.protocols.pipes.lines import GAME
from tablehall.protocols.pipes.states import BEGUN, BOARD, Place, event

if TYPE_CHECKING:
    from tablehall.protocols.pipes.session import PipesSession

CALLING = "calling"
"""The alarm at which somebody is told again that their game has begun."""


class Answered(News):
    """A client was answered something that changes what it knows of its table. It is told to the client's
    own connection, so that it has its place among the news."""

    __slots__ = ("table", "what")

    def __init__(self, what: str, table: int) -> None:
        self.shared = None
        self.what = what
        self.table = table


class Notifications:
    """Tells one client the news, and knows where that leaves it."""

    def __init__(self, session: "PipesSession") -> None:
        self.session: PipesSession = proxy(session)  # which would otherwise keep itself, and its connection
        self.hall = session.hall
        self.port = session.port
        self.place: Place = "lobby"
        """Where the client was told it is."""
        self.table = 0
        """At which table that is, unless in the lobby."""

    def happened(self, news: Happened, seat: int | None) -> None:
        """Something happened at the client's table."""
        before, self.place = self.place, self._hears(event(news, seat), news.sheet.table, news)
        if self.place == "lobby" and before != "lobby":
            self._get_up(news, seat)
            self._back_in_lobby(news.record.at)

    def answered(self, answer: Answered) -> None:
        """The client has heard an answer that changes what it knows."""
        if answer.what == "board shown":
            self.stop_calling()
        self.place = self._hears(answer.what, answer.table)

    def _hears(self, what: str, table: int, news: Happened | None = None) -> Place:
        """Say what there is to say; returns where the client then is."""
        heard = self.session.dialect.transitions.get((self.place, what))
        if heard is None:
            return self.place
        line, place = heard
        if line:
            self.port.write(self._board(news) if news is not None and line is BOARD else line)
        if line is BEGUN:
            self._call_later()
        if place not in (self.place, "lobby"):
            self.table = table
            session = self.session
            if session.person is not None and session.whereabouts(session.person)[0] == "playing":
                session.watch_lobby(on=False)  # unless they have asked to leave meanwhile
        return place

    def call_again(self) -> None:
        """The client has not asked for the board of its new game: perhaps it has not understood."""
        if self.place == "playing":
            self.port.write(BEGUN)
        self._call_later()

    def _call_later(self) -> None:
        if self.session.dialect.called_every:
            self.port.alarm(CALLING, self.session.dialect.called_every)

    def stop_calling(self) -> None:
        """The client knows that its game has begun, or the game is over."""
        if self.session.dialect.called_every:
            self.port.alarm(CALLING, None)

    def _board(self, news: Happened) -> bytes:
        """The board after a turn, rendered once for everybody who speaks this dialect."""
        dialect = self.session.dialect
        key = (GAME, dialect.name)
        return rendered_once(news, key, lambda: lines.turn_line(news.scene, news.game, dialect))

    def _get_up(self, news: Happened, seat: int | None) -> None:
        """Nobody stays at a finished table."""
        chair = news.scene.seats[seat] if seat is not None else None
        if type(news.record) is records.Ended and chair is not None:
            self.port.submit(self.session.handle(commands.Leave(chair.person, news.sheet.table)))

    def _back_in_lobby(self, since: int) -> None:
        """Hear of the lobby again, and of the games opened since the own one was over."""
        self.place = "lobby"
        self.stop_calling()
        if self.session.person is None or self.port.conn in self.hall.lobby:
            return
        self.session.watch_lobby(on=True)
        for table in reversed(self.hall.standing.get((GAME, "waiting"), {}).values()):
            if table.sheet.opened < since:
                break
            if not table.sheet.code and (name := lines.listed_as(table.scene)):
                self.port.answer(f"250|{name}\n".encode())

    def listed(self, news: Listed) -> None:
        """A game of the lobby comes, changes or goes."""
        if self.place == "lobby" and news.sheet.table != self.table:
            if line := rendered_once(news, GAME, lambda: lines.push(news)):
                self.port.write(line)
        elif news.change == "gone" and news.sheet.table == self.table:
            self._back_in_lobby(news.scene.at)  # they left it themselves
