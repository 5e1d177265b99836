"""What a pipes client is told unasked: the news of its table and of the lobby."""

from typing import TYPE_CHECKING

from tablehall.hall import commands, records
from tablehall.hall.notices import Happened, Listed
from tablehall.protocols.door import rendered_once
from tablehall.protocols.pipes import lines
from tablehall.protocols.pipes.lines import GAME
from tablehall.protocols.pipes.states import BOARD, TRANSITIONS, Place, event

if TYPE_CHECKING:
    from tablehall.protocols.pipes.session import PipesSession


class Notifications:
    """Tells one client the news, and knows where that leaves it."""

    def __init__(self, session: "PipesSession") -> None:
        self.session = session
        self.hall = session.hall
        self.port = session.port
        self.place: Place = "lobby"
        """Where the client was told it is."""
        self.table = 0
        """At which table that is, unless in the lobby."""

    def happened(self, news: Happened, seat: int | None) -> None:
        """Something happened at the client's table."""
        heard = TRANSITIONS.get((self.place, event(news, seat)))
        if heard is None:
            return
        line, place = heard
        if line:
            self.port.write(line if line is not BOARD else self._board(news))
        if place == self.place:
            return
        self.place, self.table = place, news.sheet.table
        if place == "lobby":
            self._get_up(news, seat)
            self._back_in_lobby(news.record.at)
            return
        session = self.session
        if session.person is not None and session.whereabouts(session.person)[0] == "playing":
            session.watch_lobby(on=False)  # unless they have asked to leave meanwhile

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
