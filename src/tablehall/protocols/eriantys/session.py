"""One client of the Eriantys protocol: its requests, and what the hall answers."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from tablehall.hall import commands, notices
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.hall.table import Table
from tablehall.protocols.door import Port, Session
from tablehall.protocols.eriantys import matchmaking, requests
from tablehall.protocols.eriantys.acks import Circle
from tablehall.protocols.eriantys.messages import message
from tablehall.protocols.eriantys.words import ERRORS, IMPOSSIBLE, NOT_CORRECT

if TYPE_CHECKING:
    from tablehall.protocols.eriantys import EriantysDoor

MOST_ASKED = 100
"""So many requests of a client may wait for acknowledgements."""
MOST_MISTAKES = 10
"""So many incorrect arguments in a row, and the connection is closed."""
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
        self.created: list[int] = []
        self._asked: deque[tuple[requests.Request, bytes]] = deque()
        self._reply = (-1, b"")
        """Which record answers the request with which `id`."""
        self._mistakes = 0

    @property
    def table(self) -> int:
        """The table it is at."""
        return self.circle.table if self.circle is not None else 0

    # In.

    def receive(self, data: bytes) -> None:
        request, tag = requests.read(data)
        if type(request) is requests.Pong:
            return
        if type(request) is requests.Acknowledgment:
            self.prompt = True
            if self.circle is not None:
                self.circle.acknowledged(self)
        elif type(request) is requests.Ping:
            self.answer(message("Pong", tag))
        elif len(self._asked) >= MOST_ASKED:
            self.refuse(IMPOSSIBLE, tag)
        else:
            self._asked.append((request, tag))
            self._go_on()

    def too_long(self) -> None:
        self.receive(b"")

    def broken(self) -> None:
        self.refuse(IMPOSSIBLE, b"")

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
            self.refuse(IMPOSSIBLE, tag)
        else:
            handler(self, request, tag)
        if circle is not None and self.circle is not circle:
            self._go_on()
        return bool(self._asked)

    # What the requests need.

    def answer(self, text: bytes) -> None:
        """Answer what needed no decision."""
        self._mistakes = 0
        self.port.answer(text)

    def answer_long(self, pieces: Iterator[bytes]) -> None:
        """The same with something that may be long."""
        self._mistakes = 0
        self.port.answer_long(pieces)

    def refuse(self, error: str, tag: bytes) -> None:
        """Answer with an error; who does nothing but err is shown out."""
        self._mistakes = self._mistakes + 1 if error == NOT_CORRECT else 0
        self.port.answer(message(error, tag))
        if self._mistakes >= MOST_MISTAKES:
            self._asked.clear()
            self.port.close()

    def decide(self, command: commands.Command, tag: bytes) -> Decision | None:
        """What the hall decides; what it refuses is answered."""
        decision = self.hall.handle(command, self.port.now())
        if decision.refused is not None:
            self.refuse(ERRORS.get(decision.refused, IMPOSSIBLE), tag)
            return None
        self._mistakes = 0
        if self.circle is not None:
            self._reply = (self.circle.expect(decision), tag)
        return decision

    def do(self, command: commands.Command, tag: bytes) -> None:
        """Something that everybody at the table hears of, which is the answer."""
        decision = self.decide(command, tag)
        if decision is not None:
            self.port.submit(decision)

    def is_somebody(self, tag: bytes) -> bool:
        """Whether the hall knows this client by now; from then on it has a token."""
        if not self.by:
            decision = self.decide(
                commands.Enter(self.port.conn, "stranger", games=self.door.games, origin=self.port.address),
                tag,
            )
            if decision is None:
                return False
            self.port.submit(decision)
            self.by, self.token = decision.result.person.id, decision.result.secret
        return True

    def be_nobody(self) -> None:
        """Speak for nobody from now on, as if the connection were lost."""
        decision = self.hall.handle(commands.Lost(self.port.conn), self.port.now())
        if self.circle is not None:
            self.circle.expect(decision)
        self.part()
        self.by, self.token = 0, ""
        self.port.submit(decision)

    def join(self, table: Table, decision: Decision) -> None:
        """Take part in what happens at a table, beginning with what was decided just now."""
        self.circle = self.door.circle(table.sheet.table)
        first = self.circle.expect(decision)
        self.circle.join(self, first if first >= 0 else table.scene.seq + 1)
        self.prompt, self._reply = True, (-1, b"")

    def part(self) -> None:
        """Take part no longer."""
        if self.circle is not None:
            circle, self.circle = self.circle, None
            circle.leave(self)
            self.door.tidy(circle)

    def _play(self, request: requests.Play, tag: bytes) -> None:
        self.do(commands.Act(self.by, self.table, request.move), tag)

    def _exit(self, request: requests.Exit, tag: bytes) -> None:
        self._mistakes = 0
        self.be_nobody()

    # Out.

    def tell(self, news: News, seat: int | None) -> None:
        if type(news) is notices.Happened:
            if self.circle is not None and news.sheet.table == self.circle.table:
                self.circle.hear(news)
        elif type(news) is notices.Parted:
            self._asked.clear()
            self.part()
            self.port.close()

    def hear(self, text: bytes) -> None:
        self.port.write(text)

    def await_it(self, on: bool) -> None:
        self.port.alarm(ACKNOWLEDGE, self.door.settings.ack_timeout if on else None)

    def tag_for(self, seq: int) -> bytes:
        return self._reply[1] if self._reply[0] == seq else b""

    def dismissed(self) -> None:
        self.part()
        self._go_on()

    def ring(self, name: str) -> None:
        """Time is up: what was not acknowledged is forgiven, but what comes is not awaited."""
        self.prompt = False
        if self.circle is not None:
            self.circle.acknowledged(self)

    def lost(self) -> None:
        """What was asked before the connection was lost still counts."""
        while self._asked:
            self.obey_next()
        self.be_nobody()


Handler = Callable[[EriantysSession, Any, bytes], None]

HANDLERS: dict[type[requests.Request], tuple[Handler, Literal["outside", "inside", "anywhere"]]] = {
    requests.CreateNewGame: (matchmaking.create, "outside"),
    requests.JoinGame: (matchmaking.possible_games, "anywhere"),
    requests.EnterGame: (matchmaking.enter, "outside"),
    requests.ResumeGame: (matchmaking.resume, "outside"),
    requests.ExitFromGame: (matchmaking.exit_from, "inside"),
    requests.ChangeNumPlayers: (matchmaking.resize, "inside"),
    requests.NextPhase: (matchmaking.next_phase, "inside"),
    requests.Play: (EriantysSession._play, "inside"),
    requests.Exit: (EriantysSession._exit, "inside"),
    requests.Unknown: (lambda session, _, tag: session.refuse(IMPOSSIBLE, tag), "anywhere"),
    requests.Unreadable: (lambda session, _, tag: session.refuse(NOT_CORRECT, tag), "anywhere"),
}
"""Which function answers which request, and whether it makes sense in a game or outside one."""
