"""One pipes client: what it asks for, and where it is."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablehall.games.api import Absence, Rule
from tablehall.games.board import Step
from tablehall.hall import commands
from tablehall.hall.decision import Decision
from tablehall.hall.notices import Happened, Listed, News, Parted
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.protocols.door import Port, Session, tables_of
from tablehall.protocols.pipes import lines
from tablehall.protocols.pipes.dialects import DOCUMENT, MALFORMED, THROWN_OUT, Codes, Dialect
from tablehall.protocols.pipes.lines import GAME
from tablehall.protocols.pipes.notifications import CALLING, Answered, Notifications
from tablehall.protocols.pipes.pulse import SILENCE, Pulse
from tablehall.protocols.pipes.states import comeback
from tablehall.protocols.pipes.syntax import NICK, Request, read

if TYPE_CHECKING:
    from tablehall.protocols.pipes import PipesDoor

NOT_NOW = frozenset({Why.PAUSED, Why.NOT_STARTED, Why.FINISHED, Rule.NOT_YOUR_TURN, Rule.GAME_OVER})
"""Why a turn is refused that might be right at another time."""
NEVER_KEPT = -1
GAMES = frozenset({GAME})


class PipesSession(Session):
    """One client of the pipes door."""

    def __init__(self, door: "PipesDoor", port: Port) -> None:
        super().__init__(door.hall, port)
        self.door = door
        self.dialect: Dialect = DOCUMENT
        self.recognised = False
        self.strikes = 0
        self.person: Person | None = None
        self.notifications = Notifications(self)
        self.pulse = Pulse(port)

    def handle(self, command: commands.Command) -> Decision:
        """Have the hall decide."""
        return self.hall.handle(command, self.port.now())

    def watch_lobby(self, *, on: bool) -> None:
        """Hear of games that come and go, or no longer."""
        self.handle(commands.WatchLobby(self.port.conn, on))

    def whereabouts(self, person: Person) -> tuple[str, Table | None]:
        """Where somebody is as far as this door goes; they may also sit at other games."""
        table = next(tables_of(self.hall, person, GAMES, "waiting", "playing"), None)
        return ("lobby", None) if table is None else (table.scene.status, table)

    def tell(self, news: News, seat: int | None) -> None:
        if type(news) is Happened:
            self.notifications.happened(news, seat)
        elif type(news) is Listed and news.sheet.game == GAME:
            self.notifications.listed(news)
        elif type(news) is Answered:
            self.notifications.answered(news)
        elif type(news) is Parted:
            self.person = None
            if news.why == "kicked":
                self.port.write(THROWN_OUT)
            self.port.close()

    def ring(self, name: str) -> None:
        if name == CALLING:
            self.notifications.call_again()
        elif name == SILENCE and self.pulse.is_gone(self.dialect):
            self.port.close()

    def may_be_gone(self) -> bool:
        """Whether another connection may have this client's nickname."""
        return self.pulse.may_be_gone(self.dialect)

    def lost(self) -> None:
        self.pulse.stop()
        self.notifications.stop_calling()
        self.port.submit(self.handle(commands.Lost(self.port.conn)))

    def receive(self, data: bytes) -> None:
        request = read(data)
        if not self.recognised:
            self._recognise(request)
        self.pulse.beats(self.dialect, request)
        refusal = self._ask(request) if request is not None else MALFORMED
        if refusal:
            self._refuse(refusal)
        else:
            self.strikes = 0

    def too_long(self) -> None:
        if not self.recognised:
            self._recognise(None)
        self.pulse.beats(self.dialect, None)
        self._refuse(MALFORMED)

    def broken(self) -> None:
        self.port.answer(MALFORMED)

    def _recognise(self, first: Request | None) -> None:
        """The first line tells which dialect a client speaks."""
        self.recognised = True
        self.dialect = self.door.dialect_of(first)
        if self.dialect.gap:
            self.port.pace(self.dialect.gap)

    def _refuse(self, code: bytes) -> None:
        self.port.answer(code)
        self.strikes += 1
        if self.strikes > self.dialect.patience:
            self.port.answer(THROWN_OUT)
            self.port.close()

    def _ask(self, request: Request) -> bytes | None:
        """Do what is asked for, or say with which code it is refused."""
        if request.kind == "PING":
            self.port.answer(b"100\n")
            return None
        codes = self.dialect.refusals[request.kind]
        places, handler = REQUESTS[request.kind]
        person = self.person
        place, table = ("outside", None) if person is None else self.whereabouts(person)
        if (request.kind == "CONNECT") != (person is None):
            return codes.stranger
        if request.user != (person.profile.ticket if person is not None else 0):
            return codes.stranger
        if place not in places:
            return codes.place
        return handler(self, codes, table, *request.words)

    def _me(self) -> int:
        assert self.person is not None, "asked only by those who are logged in"
        return self.person.id

    def _connect(self, codes: Codes, _: Table | None, nick: str) -> bytes | None:
        if not NICK.fullmatch(nick):
            return codes.wrong
        decision = self.handle(
            commands.Enter(
                self.port.conn,
                "visitor",
                nick,
                games=GAMES,
                ticket_kept=self.door.settings.grace if self.dialect.lobby_kept else NEVER_KEPT,
                instead_of=self.door.may_be_gone(nick),
                starts_afresh=True,
                brings_back=True,
                origin=self.port.address,
            )
        )
        if decision.refused is not None:
            return codes.place
        self.person, _, returning = decision.result
        self.door.clients[nick] = self
        self.watch_lobby(on=True)
        code = b"201" if returning else b"200"
        self.port.submit(decision, b"%b|%d\n" % (code, self.person.profile.ticket))
        place, table = self.whereabouts(self.person)
        if table is not None and place == "playing":  # who takes a seat over has not come back to it
            self._answered(comeback(table.scene, table.scene.seat_of(self._me())), table)
        return None

    def _answered(self, what: str, table: Table, answer: bytes | None = None) -> None:
        """Answer, and know then what the client knows."""
        decision = Decision()
        decision.notices.append(([(self.port.conn, None)], Answered(what, table.sheet.table)))
        self.port.submit(decision, answer)

    def _log_out(self, *_: Any) -> bytes | None:
        decision = self.handle(commands.LogOut(self._me()))
        self.person = None
        self.watch_lobby(on=False)
        self.port.submit(decision, b"202\n")
        return None

    def _get_games(self, _: Codes, table: Table | None) -> bytes | None:
        if table is None:  # their game may be over without their having heard of it
            self.watch_lobby(on=True)
        self.port.answer_long(self.door.waiting.line())
        return None

    def _create(self, codes: Codes, _: Table | None) -> bytes | None:
        absence = Absence(grace=self.door.settings.grace, pause=True)
        decision = self.handle(commands.Open(self._me(), Terms(GAME), absence))
        if decision.refused is not None:
            return codes.place
        self.port.submit(decision, b"204\n")
        return None

    def _exit(self, _: Codes, table: Table) -> bytes | None:
        self.watch_lobby(on=True)  # so that the end of their own game is told, too
        self.port.submit(self.handle(commands.Leave(self._me(), table.sheet.table)), b"205\n")
        return None

    def _join(self, codes: Codes, _: Table | None, nick: str) -> bytes | None:
        number = self.door.waiting.table_of(nick)
        if number is None:
            return codes.wrong
        decision = self.handle(commands.Join(self._me(), number))
        if decision.refused is not None:
            return codes.wrong
        table: Table = decision.result
        self.port.submit(decision, b"206\n")
        if table.scene.status == "waiting":  # for somebody's word, and to join is to say it
            self.port.submit(self.handle(commands.Start(self._me(), number)))
        return None

    def _get_state(self, _: Codes, table: Table) -> bytes | None:
        self._answered("board shown", table, lines.state_line(table.scene, table.game, self.dialect))
        return None

    def _turn(self, codes: Codes, table: Table, start: tuple[int, int], end: tuple[int, int]) -> bytes | None:
        self.notifications.stop_calling()
        move = Step(start[1], start[0], end[1], end[0])
        decision = self.handle(commands.Act(self._me(), table.sheet.table, move))
        if decision.refused is not None:
            return codes.place if decision.refused in NOT_NOW else codes.wrong
        self.port.submit(decision)
        return None


LOBBY, AT_TABLE, RUNNING = frozenset({"lobby"}), frozenset({"waiting", "playing"}), frozenset({"playing"})

REQUESTS: dict[str, tuple[frozenset[str], Callable[..., bytes | None]]] = {
    "CONNECT": (frozenset({"outside"}), PipesSession._connect),
    "LOGOUT": (LOBBY, PipesSession._log_out),
    "GET_GAMES": (LOBBY | AT_TABLE, PipesSession._get_games),
    "CREATE_GAME": (LOBBY, PipesSession._create),
    "EXIT_GAME": (AT_TABLE, PipesSession._exit),
    "JOIN_GAME": (LOBBY, PipesSession._join),
    "GET_GAME_STATE": (RUNNING, PipesSession._get_state),
    "TURN": (RUNNING, PipesSession._turn),
}
"""From where each request may be made, and what answers it."""
