"""How a pipes client is told the news of its table and of the lobby."""

from typing import Final

from tablehall.hall import commands, records
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Happened, Listed, News, Parted
from tablehall.hall.people import Person
from tablehall.hall.table import Table
from tablehall.protocols.door import Port, Session
from tablehall.protocols.pipes import lines
from tablehall.protocols.pipes.dialects import DOCUMENT, THROWN_OUT, Dialect
from tablehall.protocols.pipes.hearing import BOARD, HEARD, Place, event

GAME: Final = "dama"


class ToldSession(Session):
    """The half of a client's session that speaks to it unasked."""

    def __init__(self, hall: Hall, port: Port) -> None:
        super().__init__(hall, port)
        self.dialect: Dialect = DOCUMENT
        self.person: Person | None = None
        self.place: Place = "lobby"
        """Where the client was told it is."""
        self.table = 0
        """At which table that is, unless in the lobby."""

    def handle(self, command: commands.Command) -> Decision:
        """Have the hall decide."""
        return self.hall.handle(command, self.port.now())

    def watch_lobby(self, *, on: bool) -> None:
        """Hear of games that come and go, or no longer."""
        self.handle(commands.WatchLobby(self.port.conn, on))

    def whereabouts(self, person: Person) -> tuple[str, Table | None]:
        """Where somebody is as far as this door goes; he may also sit at other games."""
        for number in person.tables:
            table = self.hall.tables.get(number)
            if table is not None and table.sheet.game == GAME:
                status = table.scene.status
                if status in ("waiting", "playing"):
                    return status, table
        return "lobby", None

    def tell(self, news: News, seat: int | None) -> None:
        if type(news) is Happened:
            self._happened(news, seat)
        elif type(news) is Listed and news.sheet.game == GAME:
            self._listed(news)
        elif type(news) is Parted:
            self.person = None
            if news.why == "kicked":
                self.port.write(THROWN_OUT)
            self.port.close()

    def _happened(self, news: Happened, seat: int | None) -> None:
        heard = HEARD.get((self.place, event(news, seat)))
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
        elif self.person is not None and self.whereabouts(self.person)[0] == "playing":
            self.watch_lobby(on=False)  # unless he has asked to leave meanwhile

    def _board(self, news: Happened) -> bytes:
        """The board after a turn, rendered once for everybody who speaks this dialect."""
        shared = news.shared if news.shared is not None else {}
        key = (GAME, self.dialect.name)
        if key not in shared:
            shared[key] = lines.turn_line(news.scene, news.game, self.dialect)
        return shared[key]

    def _get_up(self, news: Happened, seat: int | None) -> None:
        """Nobody stays at a finished table."""
        chair = news.scene.seats[seat] if seat is not None else None
        if type(news.record) is records.Ended and chair is not None:
            self.port.submit(self.handle(commands.Leave(chair.person, news.sheet.table)))

    def _back_in_lobby(self, since: int) -> None:
        """Hear of the lobby again, and of the games opened since the own one was over."""
        self.place = "lobby"
        if self.person is None or self.port.conn in self.hall.lobby:
            return
        self.watch_lobby(on=True)
        for table in reversed(self.hall.standing.get((GAME, "waiting"), {}).values()):
            if table.sheet.opened < since:
                break
            if not table.sheet.code and (name := lines.listed_as(table.scene)):
                self.port.answer(f"250|{name}\n".encode())

    def _listed(self, news: Listed) -> None:
        if self.place == "lobby" and news.sheet.table != self.table:
            shared = news.shared if news.shared is not None else {}
            if GAME not in shared:
                shared[GAME] = lines.push(news)
            if shared[GAME]:
                self.port.write(shared[GAME])
        elif news.change == "gone" and news.sheet.table == self.table:
            self._back_in_lobby(news.scene.at)  # he left it himself

    def lost(self) -> None:
        self.port.submit(self.handle(commands.Lost(self.port.conn)))
