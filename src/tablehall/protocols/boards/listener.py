"""One client of the boards door, and what it is told."""

from typing import TYPE_CHECKING, Any

from tablehall.hall import commands, notices, records
from tablehall.hall.hall import Hall
from tablehall.hall.notices import AnyNews
from tablehall.hall.people import Person
from tablehall.hall.table import Table
from tablehall.protocols.boards import states
from tablehall.protocols.boards.messages import Error, Message, encode
from tablehall.protocols.door import Port, Session

if TYPE_CHECKING:
    from tablehall.protocols.boards import BoardsDoor

PUSHES = 20
"""So often in a second the list of open games is pushed at once; then once at its end."""
BEGINNINGS = {records.Started, records.Resumed}


class Listener(Session):
    """The half of a session that listens to the hall and speaks to the client."""

    def __init__(self, hall: Hall, port: Port, door: "BoardsDoor", dialect: states.Dialect) -> None:
        super().__init__(hall, port)
        self.door = door
        self.dialect = dialect
        self.person: Person | None = None
        self.shown = 0
        """The table whose game the client sees; 0: none."""
        self._seen = -1
        """The latest record of that table that the client knows of."""
        self._paused = False
        self._pushes = (0, 0)
        """When the present second of pushes began, and how many there were."""

    def _say(self, message: Message) -> None:
        self.port.answer(encode(message))

    def _do(self, command: commands.Command) -> None:
        """Something that cannot fail, or need not succeed."""
        decision = self.hall.handle(command, self.port.now())
        if decision.refused is None:
            self.port.submit(decision)

    # Where this user sits.

    def _tables(self, status: str) -> list[Table]:
        """His tables of this door's games in a state, the oldest first."""
        assert self.person is not None
        tables = (self.hall.tables.get(table) for table in self.person.tables)
        found = [t for t in tables if t and t.scene.status == status and t.game.look.boards]
        return sorted(found, key=lambda table: (table.sheet.opened, table.sheet.table))

    def _playing(self) -> Table | None:
        """The game he is in."""
        assert self.person is not None
        table = self.hall.tables.get(self.shown)
        if table is not None and table.scene.status == "playing" and self.shown in self.person.tables:
            return table
        return next(iter(self._tables("playing")), None)

    # Out.

    def tell(self, news: AnyNews, seat: int | None) -> None:
        if isinstance(news, notices.Happened):
            if seat is not None and self.person is not None:
                self._happened(news, seat)
        elif isinstance(news, notices.Listed):
            self._listed(news)
        elif isinstance(news, notices.Parted):
            self.person = None
            self.port.write(encode(Error("The server closes this connection.")))
            self.port.close()

    def _happened(self, news: notices.Happened, seat: int) -> None:
        table, scene, record = news.sheet.table, news.scene, news.record
        if table != self.shown:
            if not self.shown and scene.status == "playing" and type(record) in BEGINNINGS:
                position, _ = self.door.ledger.told(news)
                self.port.write(encode(states.game_init(news.game, news.sheet, scene, position, seat)))
                self.port.write(states.game_state(news.game, scene, position, seat, self.dialect))
                self._look_at(table, record.seq, paused=bool(scene.paused))
            return
        position, diffs = self.door.ledger.told(news)
        if record.seq <= self._seen:
            return
        end = states.game_end(news)
        by_rules = end is not None and scene.status == "finished" and news.game.outcome(scene.state)
        if diffs or bool(scene.paused) != self._paused or (end is not None and not by_rules):
            self.port.write(states.game_state(news.game, scene, position, seat, self.dialect, diffs))
        self._look_at(table, record.seq, paused=bool(scene.paused))
        if end is not None:
            self.port.write(encode(end))
            self._over(table)

    def _look_at(self, table: int, seq: int, *, paused: bool) -> None:
        self.shown, self._seen, self._paused = table, seq, paused

    def _over(self, table: int) -> None:
        """After the end of a game its player gets up, and goes on with another one he is in."""
        self.shown, self._seen = 0, -1
        if self.person is not None:
            self._do(commands.Leave(self.person.id, table))
            self._show_next()

    def _show_next(self) -> None:
        """Show the client the whole game that its user is in, if any."""
        assert self.person is not None
        table = self._playing()
        seat = table.scene.seat_of(self.person.id) if table else None
        if table is None or seat is None:
            return
        position = self.door.ledger.now(table)
        self._say(states.game_init(table.game, table.sheet, table.scene, position, seat))
        self.port.answer(states.game_state(table.game, table.scene, position, seat, self.dialect))
        self._look_at(table.sheet.table, table.scene.seq, paused=bool(table.scene.paused))

    def _listed(self, news: notices.Listed) -> None:
        shared: dict[Any, bytes] = {} if news.shared is None else news.shared
        if "boards" not in shared:
            shared["boards"] = self.door.changed(news)
        if shared["boards"] and self.person is not None:
            self._push(shared["boards"])

    def _push(self, games: bytes) -> None:
        """The list of open games changed; nobody is flooded with lists, however often it does."""
        now = self.port.now()
        since, count = self._pushes
        if now - since >= 1000:
            since, count = now, 0
        self._pushes = (since, count + 1)
        if count < PUSHES:
            self.port.write(games)
        elif count == PUSHES:
            self.port.alarm("list", since + 1000 - now)

    def ring(self, name: str) -> None:
        if name == "list":
            self.port.write(self.door.open_games_told())
        elif self.person is None:
            self.port.close()

    def lost(self) -> None:
        self.door.listeners.discard(self.port.conn)
        self._do(commands.Lost(self.port.conn))
