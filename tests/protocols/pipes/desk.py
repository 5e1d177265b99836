"""A hall without sockets: decisions are told as late as a test likes, as if the disk were slow, and time
passes when a test says so."""

import hashlib
import itertools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from tablehall.games.dama import game
from tablehall.hall.commands import Command
from tablehall.hall.deadlines import wake
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Audience, News
from tablehall.protocols.pipes import OriginalPipesDoor, PipesDoor, Settings
from tablehall.protocols.pipes.session import PipesSession

After = tuple[int, bytes | None, list[tuple[Audience, News]]]


def chance() -> Callable[[int], bytes]:
    """Numbers that are the same in every run."""
    count = itertools.count()
    return lambda size: hashlib.sha512(str(next(count)).encode()).digest()[:size]


class Desk:
    """The hall, its pipes door, and everything decided but not yet told."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.hall = Hall({game.name: game}, chance())
        self.door = PipesDoor(self.hall, settings)
        self.original_door = OriginalPipesDoor(self.hall)
        self.time = 1_000_000
        self.untold: deque[After] = deque()
        self.clients: dict[int, Client] = {}
        self.alarms: dict[tuple[int, str], int] = {}
        """When each alarm of a connection is due."""

    def wait(self, milliseconds: int) -> None:
        """Let time pass, with everything that is due meanwhile, and tell it."""
        end = self.time + milliseconds
        while (due := min([*self.alarms.values(), self.hall.alarms.next() or end, end])) < end:
            self._ring(due)
        self._ring(end)

    def _ring(self, due: int) -> None:
        self.time = max(self.time, due)
        decision = wake(self.hall, self.time)
        self.untold.append((0, None, decision.notices))
        for conn, name in [alarm for alarm, when in self.alarms.items() if when <= self.time]:
            del self.alarms[conn, name]
            if not self.clients[conn].closed:
                self.clients[conn].session.ring(name)
        self.tell()

    def client(self, door: PipesDoor | None = None) -> "Client":
        """A new connection."""
        client = Client(self, len(self.clients) + 1, door or self.door)
        self.clients[client.conn] = client
        return client

    def named(self, nick: str, door: PipesDoor | None = None, *, original: bool = False) -> "Client":
        """Somebody logs in; a client of the original dialect begins with its PING."""
        client = self.client(door)
        if original:
            client.says("0|PING")
        client.says(f"0|CONNECT|{nick}")
        self.tell()
        return client

    def playing(self, *, original: bool) -> tuple["Client", "Client"]:
        """Ann and ben at a game that has begun; ann has seen its board."""
        ann, ben = self.named("ann", original=original), self.named("ben", original=original)
        ann.asks("CREATE_GAME")
        ben.asks("JOIN_GAME|ann")
        ann.asks("GET_GAME_STATE")
        return ann, ben

    def decide(self, command: Command) -> Any:
        """Somebody else asks something of the hall; what comes of it."""
        decision = self.hall.handle(command, self.time)
        assert decision.refused is None, decision.refused
        self.untold.append((0, None, decision.notices))
        self.tell()
        return decision.result

    def tell(self, most: int = 1_000_000) -> None:
        """Tell the oldest decisions."""
        while self.untold and most > 0:
            most -= 1
            conn, answer, notices = self.untold.popleft()
            if answer is not None and conn in self.clients:
                self.clients[conn].write(answer)
            for audience, news in notices:
                news.shared = {}
                for heard_by, seat in audience:
                    if heard_by in self.clients and not self.clients[heard_by].closed:
                        self.clients[heard_by].session.tell(news, seat)
                news.shared = None


class Client:
    """A connection: the port of its session, and what came out of it."""

    address = "here"

    def __init__(self, desk: Desk, conn: int, door: PipesDoor) -> None:
        self.desk, self.conn = desk, conn
        self.heard: list[str] = []
        self.gap = 0
        self.closed = False
        self.session = PipesSession(door, self)

    def says(self, line: str | bytes) -> None:
        """Send a line, unless the connection is closed."""
        if not self.closed:
            self.desk.time += 1
            self.session.receive(line.encode() if isinstance(line, str) else line)

    def asks(self, request: str) -> list[str]:
        """Make a request under the own number; everything heard from then on until all is told."""
        before = len(self.heard)
        self.says(f"{self.id}|{request}")
        self.desk.tell()
        return self.heard[before:]

    def pings_for(self, milliseconds: int) -> None:
        """Let time pass, and ping meanwhile as the authors' client does."""
        for _ in range(milliseconds // 5_000):
            self.desk.wait(5_000)
            self.asks("PING")

    def codes(self) -> list[str]:
        """The codes of everything heard."""
        return [line[:3] for line in self.heard]

    @property
    def id(self) -> int:
        """The number it is logged in under."""
        return self.session.person.profile.ticket if self.session.person else 0

    # The port.

    def now(self) -> int:
        return self.desk.time

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        assert decision.refused is None or not decision.notices
        self.desk.untold.append((self.conn, answer, decision.notices))

    def answer(self, data: bytes) -> None:
        self.desk.untold.append((self.conn, data, []))

    def answer_long(self, pieces: Iterator[bytes]) -> None:
        self.answer(b"".join(pieces))

    def send_long(self, pieces: Iterator[bytes]) -> None:
        self.write(b"".join(pieces))

    def write(self, data: bytes) -> None:
        assert data.endswith(b"\n")
        assert data.count(b"\n") == 1
        self.heard.append(data[:-1].decode())

    def frame(self, data: bytes) -> bytes:
        return data

    send = write

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.session.lost()

    def pace(self, gap: int) -> None:
        self.gap = gap

    def alarm(self, name: str, after: int | None) -> None:
        self.desk.alarms.pop((self.conn, name), None)
        if after is not None:
            self.desk.alarms[self.conn, name] = self.desk.time + after
