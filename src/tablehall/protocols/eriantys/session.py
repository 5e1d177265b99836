"""One client of the Eriantys protocol: its requests, and what the hall answers."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from tablehall.games.eriantys.moves import NEXT
from tablehall.hall import commands, notices
from tablehall.hall.hall import Decision, Hall
from tablehall.hall.notices import AnyNews
from tablehall.hall.people import good_name, secret_hash
from tablehall.hall.table import Table
from tablehall.protocols.door import Port, Session
from tablehall.protocols.eriantys import requests
from tablehall.protocols.eriantys.acks import Circle
from tablehall.protocols.eriantys.messages import message
from tablehall.protocols.eriantys.notifications import game_entered, picture
from tablehall.protocols.eriantys.words import (
    ERRORS,
    GAME,
    GAME_DONT_EXIST,
    IMPOSSIBLE,
    NOT_CORRECT,
    game_id,
    table_of,
)

if TYPE_CHECKING:
    from tablehall.protocols.eriantys import EriantysDoor

MOST_ASKED = 100
"""So many requests of a client may wait for acknowledgements."""
MOST_MISTAKES = 10
"""So many incorrect arguments in a row, and the connection is closed."""
MOST_UNUSED = 20
"""So many games may a client have created that nobody has entered."""
LONGEST_NICKNAME = 20
ACKNOWLEDGE = "acknowledge"


class EriantysSession(Session):
    """One client."""

    def __init__(self, hall: Hall, port: Port, door: "EriantysDoor") -> None:
        super().__init__(hall, port)
        self.door = door
        self.by = 0
        """The person it speaks for, once that matters."""
        self.token = ""
        self.circle: Circle | None = None
        """Where it takes part, if it does."""
        self.prompt = True
        self._asked: deque[tuple[requests.Request, bytes]] = deque()
        self._reply = (-1, b"")
        """Which record answers the request with which `id`."""
        self._mistakes = 0
        self._created: list[int] = []

    # In.

    def receive(self, data: bytes) -> None:
        request, tag = requests.read(data)
        if type(request) is requests.Acknowledgment:
            self.prompt = True
            if self.circle is not None:
                self.circle.acknowledged(self)
        elif type(request) is requests.Ping:
            self._mistakes = 0
            self.port.answer(message("Pong", tag))
        elif len(self._asked) >= MOST_ASKED:
            self._refuse(IMPOSSIBLE, tag)
        else:
            self._asked.append((request, tag))
            self._go_on()

    def too_long(self) -> None:
        self.receive(b"")

    def broken(self) -> None:
        self._refuse(IMPOSSIBLE, b"")

    def _go_on(self) -> None:
        while self._asked:
            if self.circle is not None:
                self.circle.ask(self)
                return
            self.obey_next()

    def obey_next(self) -> bool:
        request, tag = self._asked.popleft()
        circle = self.circle
        handler, where = HANDLERS[type(request)]
        if where == ("inside" if circle is None else "outside"):
            self._refuse(IMPOSSIBLE, tag)
        else:
            handler(self, request, tag)
        if circle is not None and self.circle is not circle:
            self._go_on()
        return bool(self._asked)

    def _refuse(self, error: str, tag: bytes) -> None:
        self._mistakes = self._mistakes + 1 if error == NOT_CORRECT else 0
        self.port.answer(message(error, tag))
        if self._mistakes >= MOST_MISTAKES:
            self._asked.clear()
            self.port.close()

    def _decide(self, command: commands.Command, tag: bytes) -> Decision | None:
        """What the hall decides; what it refuses is answered."""
        decision = self.hall.handle(command, self.port.now())
        if decision.refused is not None:
            self._refuse(ERRORS.get(decision.refused, IMPOSSIBLE), tag)
            return None
        self._mistakes = 0
        if self.circle is not None:
            self._reply = (self.circle.expect(decision), tag)
        return decision

    def _do(self, command: commands.Command, tag: bytes) -> None:
        """Something that everybody at the table hears of, which is the answer."""
        decision = self._decide(command, tag)
        if decision is not None:
            self.port.submit(decision)

    def _is_somebody(self, tag: bytes) -> bool:
        """Whether the hall knows this client by now; from then on it has a token."""
        if not self.by:
            decision = self._decide(commands.Enter(self.port.conn, "stranger", games=self.door.games), tag)
            if decision is None:
                return False
            self.port.submit(decision)
            self.by, self.token = decision.result.person.id, decision.result.secret
        return True

    # Outside a game.

    def _create(self, request: requests.CreateNewGame, tag: bytes) -> None:
        self._created = [table for table in self._created if self._unused(table)]
        if len(self._created) >= MOST_UNUSED:
            self._refuse(IMPOSSIBLE, tag)
            return
        if not self._is_somebody(tag):
            return
        command = commands.Open(
            self.by,
            GAME,
            request.players or -1,  # the hall would understand 0 as whatever the game likes
            {"expert": request.expert},
            absence=self.door.absence,
            start="asked",
            sit=False,
        )
        decision = self._decide(command, tag)
        if decision is not None:
            table: Table = decision.result
            self._created.append(table.sheet.table)
            self.port.submit(decision, message("GameCreated", tag, gameId=game_id(table.sheet.table)))

    def _unused(self, number: int) -> bool:
        table = self.hall.tables.get(number)
        return table is not None and not table.scene.taken()

    def _list(self, request: requests.JoinGame, tag: bytes) -> None:
        self._mistakes = 0
        waiting = [game_id(number) for number, table in self.hall.tables.items() if _waits(table)]
        self.port.answer(message("PossibleGames", tag, gameIDs=waiting))

    def _enter(self, request: requests.EnterGame, tag: bytes) -> None:
        if not good_name(request.nickname, LONGEST_NICKNAME):
            self._refuse(NOT_CORRECT, tag)
            return
        number = table_of(request.game)
        table = self.hall.tables.get(number)
        if table is None or not _waits(table):
            self._refuse(GAME_DONT_EXIST, tag)
            return
        if not self._is_somebody(tag):
            return
        decision = self._decide(commands.Join(self.by, number, name=request.nickname), tag)
        if decision is not None:
            since = self._join(table, decision)
            assert since >= 0
            self.port.submit(decision, game_entered(table.sheet, table.scene, self.token, tag))

    def _join(self, table: Table, decision: Decision) -> int:
        """Take part in what happens at a table from now on, or from what was decided on."""
        self.circle = self.door.circle(table.sheet.table)
        first = self.circle.expect(decision)
        self.circle.join(self, first if first >= 0 else table.scene.seq + 1)
        self.prompt = True
        return first

    def _resume(self, request: requests.ResumeGame, tag: bytes) -> None:
        table = self.hall.tables.get(table_of(request.game))
        if table is None or table.sheet.game != GAME:
            self._refuse(GAME_DONT_EXIST, tag)
            return
        if not self._owns(request, table):
            self._refuse(NOT_CORRECT, tag)
            return
        self._nobody()
        command = commands.Enter(
            self.port.conn, "stranger", secret=request.token, games=self.door.games
        )
        decision = self._decide(command, tag)
        if decision is None:
            return
        self.by, self.token = decision.result.person.id, request.token
        self._join(table, decision)
        seat = table.scene.seat_of(self.by)
        shown = b"".join(notification.seen_from(seat) for notification in picture(table.scene))
        entered = game_entered(table.sheet, table.scene, self.token, tag)
        self.port.submit(decision, entered + shown)

    def _owns(self, request: requests.ResumeGame, table: Table) -> bool:
        """Whether the token is that of the player who has this nickname at the table."""
        person = self.hall.people.by_secret.get(secret_hash(request.token))
        seat = table.scene.seat_of(person.id) if person is not None else None
        if person is None or seat is None or table.sheet.table not in person.tables:
            return False
        taken = table.scene.seats[seat]
        return taken is not None and taken.name == request.nickname

    # Inside a game.

    def _exit_from(self, request: requests.ExitFromGame, tag: bytes) -> None:
        assert self.circle is not None
        number = self.circle.table
        table = self.hall.tables.get(number)
        if table is None or table.scene.status != "waiting":
            self._refuse(IMPOSSIBLE, tag)
            return
        seat = table.scene.seats[table.scene.seat_of(self.by) or 0]
        if seat is None or seat.name != request.nickname:
            self._refuse(NOT_CORRECT, tag)
            return
        decision = self._decide(commands.Leave(self.by, number), tag)
        if decision is not None:
            self._part()
            self.port.submit(decision, message("ExitGameSuccess", tag))

    def _resize(self, request: requests.ChangeNumPlayers, tag: bytes) -> None:
        assert self.circle is not None
        self._do(commands.Resize(self.by, self.circle.table, request.players), tag)

    def _next(self, request: requests.NextPhase, tag: bytes) -> None:
        assert self.circle is not None
        number = self.circle.table
        table = self.hall.tables.get(number)
        if table is not None and table.scene.status == "waiting":
            self._do(commands.Start(self.by, number), tag)
        else:
            self._do(commands.Act(self.by, number, NEXT), tag)

    def _play(self, request: requests.Play, tag: bytes) -> None:
        assert self.circle is not None
        self._do(commands.Act(self.by, self.circle.table, request.move), tag)

    def _exit(self, request: requests.Exit, tag: bytes) -> None:
        self._mistakes = 0
        self._nobody()

    def _nobody(self) -> None:
        """Speak for nobody from now on, as if the connection were lost."""
        decision = self.hall.handle(commands.Lost(self.port.conn), self.port.now())
        if self.circle is not None:
            self.circle.expect(decision)
        self._part()
        self.by, self.token = 0, ""
        self.port.submit(decision)

    def _part(self) -> None:
        if self.circle is not None:
            circle, self.circle = self.circle, None
            circle.leave(self)
            self.door.tidy(circle)

    # Out.

    def tell(self, news: AnyNews, seat: int | None) -> None:
        if type(news) is notices.Happened:
            if self.circle is not None and news.sheet.table == self.circle.table:
                self.circle.hear(news)
        elif type(news) is notices.Parted:
            self._asked.clear()
            self._part()
            self.by = 0
            self.port.close()

    def hear(self, text: bytes) -> None:
        self.port.write(text)

    def await_it(self, on: bool) -> None:
        self.port.alarm(ACKNOWLEDGE, self.door.settings.ack_timeout if on else None)

    def tag_for(self, seq: int) -> bytes:
        return self._reply[1] if self._reply[0] == seq else b""

    def dismissed(self) -> None:
        self._part()
        self._go_on()

    def ring(self, name: str) -> None:
        self.prompt = False
        if self.circle is not None:
            self.circle.acknowledged(self)

    def lost(self) -> None:
        while self._asked:
            self.obey_next()
        self._nobody()


def _waits(table: Table) -> bool:
    return table.scene.status == "waiting" and table.sheet.game == GAME and not table.sheet.code


Handler = Callable[[EriantysSession, Any, bytes], None]

HANDLERS: dict[type[requests.Request], tuple[Handler, Literal["outside", "inside", "anywhere"]]] = {
    requests.CreateNewGame: (EriantysSession._create, "outside"),
    requests.JoinGame: (EriantysSession._list, "anywhere"),
    requests.EnterGame: (EriantysSession._enter, "outside"),
    requests.ResumeGame: (EriantysSession._resume, "outside"),
    requests.ExitFromGame: (EriantysSession._exit_from, "inside"),
    requests.ChangeNumPlayers: (EriantysSession._resize, "inside"),
    requests.NextPhase: (EriantysSession._next, "inside"),
    requests.Play: (EriantysSession._play, "inside"),
    requests.Exit: (EriantysSession._exit, "inside"),
    requests.Unknown: (lambda session, _, tag: session._refuse(IMPOSSIBLE, tag), "anywhere"),
    requests.Unreadable: (lambda session, _, tag: session._refuse(NOT_CORRECT, tag), "anywhere"),
}
"""Which function answers which request, and whether it makes sense in a game or outside one."""
