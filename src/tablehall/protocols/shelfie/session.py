"""One client of My Shelfie: who it is, where it stands, and what it is told."""

from typing import TYPE_CHECKING

from tablehall.games.api import UNREADABLE
from tablehall.hall import commands, notices, records
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.hall.people import Person
from tablehall.hall.table import Table
from tablehall.protocols.door import Port, Session, rendered_once
from tablehall.protocols.shelfie import messages as say
from tablehall.protocols.shelfie import render, requests
from tablehall.protocols.shelfie.complaints import complaint
from tablehall.protocols.shelfie.dialects import DIALECTS, DOCUMENT
from tablehall.protocols.shelfie.handlers import HANDLERS
from tablehall.protocols.shelfie.held import HeldAnswer
from tablehall.protocols.shelfie.joining import greet
from tablehall.protocols.shelfie.pings import Pings
from tablehall.protocols.shelfie.states import STATE_AT, State

if TYPE_CHECKING:
    from tablehall.protocols.shelfie import ShelfieDoor

OFFERS = (State.OFFERED, State.LOADED)
OUTSIDE = (State.NEW, State.EARLY, *OFFERS)
BEGINNINGS = (records.Started, records.Resumed)


class ShelfieSession(Session):
    """One connection, from its first Hello on through any number of games."""

    def __init__(self, hall: Hall, port: Port, door: "ShelfieDoor") -> None:
        super().__init__(hall, port)
        self.door = door
        self.lobby = door.lobby
        self.settings = door.settings
        self.dialect = DIALECTS.get(door.settings.dialect, DOCUMENT)
        self.by = 0
        self.id = ""
        """The secret of this player, known to nobody else."""
        self.name = ""
        self.table = 0
        """Where they sit, or the table they have loaded and not yet joined."""
        self.came = -1
        """The table's latest record when they came: what was said before is old chat."""
        self.greeted = False
        """Whether it has said hello before."""
        self.unknown = ""
        """The id with which it has just asked to come back, if nobody has it."""
        self.held = HeldAnswer(port, self.settings.moment)
        self.pings = Pings(port, self.settings.ping, self.settings.pong)
        self._state = State.NEW

    # In.

    def receive(self, data: bytes) -> None:
        if not data.strip():
            return
        try:
            request = requests.read(data)
        except UNREADABLE as error:
            self._says_something_else()
            self.error(f"This is no request of My Shelfie: {complaint(error)}")
            return
        kind = type(request)
        if kind is not requests.Reconnect and kind is not requests.Pong:
            self._says_something_else()
        rule = HANDLERS[kind]
        if self.state() in rule.states:
            rule.do(self, request)
        else:
            rule.otherwise(self, request)

    def _says_something_else(self) -> None:
        """What was held back is answered first."""
        self.held.give()
        self.unknown = ""

    def state(self) -> State:
        """Where this client stands now: its table may have gone meanwhile, or its player come
        back over another connection."""
        person = self.hall.people.by_conn.get(self.port.conn)
        if person is None:
            if self.by:
                self.dismissed()
            return self._state
        if not self.table:
            return self._state
        table = self.hall.tables.get(self.table)
        if self._state is State.LOADED:
            if table is None or table.scene.status != "waiting":
                self._state, self.table = State.OFFERED, 0
            return self._state
        if table is None or self.table not in person.tables:
            self.begin_anew()
            return State.NEW
        return STATE_AT[table.scene.status]

    def too_long(self) -> None:
        self._says_something_else()
        self.error("This line is too long.")

    def broken(self) -> None:
        self.error("Something went wrong on our side; it has been noted.")

    # What the handlers need.

    def decide(self, command: commands.Command) -> Decision:
        """Have the hall decide."""
        return self.hall.handle(command, self.port.now())

    def answer(self, *told: say.AnyMessage) -> None:
        """Answer something that needed no decision."""
        self.port.answer(say.lines(told))

    def error(self, sentence: str) -> None:
        self.answer(say.ErrorMessage(sentence))

    def explain(self, sentence: str) -> None:
        """Why something was refused, for a person whose client shows it."""
        if self.dialect.hears_why:
            self.error(sentence)

    def become(self, person: Person, id: str) -> None:
        """From now on this connection speaks for somebody, and in their dialect."""
        self.by, self.id = person.id, id
        if self.dialect is DOCUMENT:
            self.dialect = self.door.dialect_of(person)

    def is_first(self) -> None:
        """The lobby is empty: this client may open the next table."""
        self.lobby.offer_to(self)
        self._state = State.OFFERED
        self.takes_time()

    def has_loaded(self, table: Table) -> None:
        self.lobby.offer_to(self)
        self._state, self.table = State.LOADED, table.sheet.table
        self.takes_time()

    def takes_time(self) -> None:
        """From now on the first player has so much time."""
        self.port.alarm("offer", self.settings.offer)

    def comes_early(self, name: str) -> None:
        self._state, self.name = State.EARLY, name
        self.lobby.early.append(self)

    def sits(self, table: Table, name: str) -> None:
        """This client has a seat; an offer it had is over."""
        loaded = self.table if self._state is State.LOADED else 0
        self._state, self.table, self.name = State.WAITING, table.sheet.table, name
        self.came = table.scene.seq
        if self.dialect.return_is_a_join:
            self.door.returners.add(self.by)
        self._give_up_offer(0 if loaded == self.table else loaded)

    def send_away(self, why: str) -> None:
        """There is no place after all."""
        self.begin_anew()
        if self.dialect.start_again:
            self.error(f"{why} {self.dialect.start_again}")
        else:
            self.put_right(why)

    def put_right(self, why: str) -> None:
        """A client that has lost its way and cannot ask is told how the lobby stands."""
        if not self.dialect.start_again and self.state() is State.NEW:
            greet(self)
            self.error(why)

    def begin_anew(self) -> None:
        """What was before is over, the id too."""
        by = self.by
        self.dismissed()
        if by:
            self.follow_up(commands.LogOut(by))

    def dismissed(self) -> None:
        """This connection speaks for nobody any longer."""
        loaded = self.table if self._state is State.LOADED else 0
        self.by, self.id, self.name, self.table, self._state = 0, "", "", 0, State.NEW
        if self in self.lobby.early:
            self.lobby.early.remove(self)
        self._give_up_offer(loaded)

    def _give_up_offer(self, loaded: int) -> None:
        """Somebody else may be the first now; a game loaded and not joined goes back to its save."""
        if self.lobby.first is self:
            self.port.alarm("offer", None)
            self.lobby.reset()
            table = self.hall.tables.get(loaded)
            if table is not None and table.scene.status == "waiting":
                self.follow_up(commands.Close(loaded, "reset"))

    def follow_up(self, command: commands.Command) -> None:
        """Something that follows from what the client did, if it is still to be done."""
        decision = self.decide(command)
        if decision.refused is None:
            self.port.submit(decision)

    # Out.

    def tell(self, news: News, seat: int | None) -> None:
        if type(news) is notices.Happened:
            self._happened(news, seat)
        elif type(news) is notices.Parted:
            self.dismissed()
            self.port.write(say.lines([say.ErrorMessage(render.PARTED[news.why])]))
            self.port.close()

    def _happened(self, news: notices.Happened, seat: int | None) -> None:
        record = news.record
        kind = type(record)
        if kind is records.Came and record.seat == seat:  # type: ignore[union-attr]
            return  # they have been told more than this already
        key = ("shelfie", self.dialect.name)
        if data := rendered_once(news, key, lambda: say.lines(render.happened(news, self.dialect))):
            self.port.write(data)
        if kind in BEGINNINGS and seat is not None:
            table = self.hall.tables.get(news.sheet.table)
            old = [said for said in table.chat if said.seq <= self.came] if table else []
            self.port.write(say.lines([render.set_up(news, seat, old, self.dialect)]))
        elif why := render.sent_away(news):
            self.put_right(why)

    # Time and loss.

    def opened(self) -> None:
        self.pings.start()

    def ring(self, name: str) -> None:
        if name == "ping":
            self.pings.ping()
        elif name == "pong":
            self.pings.overdue()
        elif name == "held":
            self.held.give()
        elif self.state() in OFFERS:
            self.lobby.lapse()

    def lost(self) -> None:
        self.pings.stop()
        self.held.drop()
        self.port.alarm("offer", None)
        state, table = self.state(), self.hall.tables.get(self.table)
        if state in OUTSIDE:
            self.begin_anew()
        elif state is State.WAITING and table is not None and table.sheet.host == self.by:
            self.follow_up(commands.Close(self.table, "reset"))
        self.follow_up(commands.Lost(self.port.conn))
        one = state is State.PLAYING and self.settings.tables == "one"
        if one and table is not None and not self.hall.audience(table):
            self.follow_up(commands.PutAway(self.table))
