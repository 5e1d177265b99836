"""A hall on paper: the door's sessions without sockets. Decisions are remembered and told
later, now and then, as the pipeline does it when it commits many of them together."""

import random
from collections.abc import Callable, Iterator

from tablehall.games import house_games
from tablehall.hall import deadlines
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.protocols.shelfie import Settings, ShelfieDoor
from tablehall.protocols.shelfie.session import ShelfieSession


class PaperPort:
    """What a session speaks through."""

    def __init__(self, hall: "PaperHall", conn: int) -> None:
        self.hall = hall
        self.conn = conn
        self.address = "paper"
        self.out = b""
        self.alarms: dict[str, int] = {}
        self.session: ShelfieSession | None = None

    def now(self) -> int:
        return self.hall.now

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        assert decision.refused is None, "a refused decision was handed in"
        self.hall.pending.append(lambda: self._told(decision, answer))

    def _told(self, decision: Decision, answer: bytes | None) -> None:
        self.out += answer or b""
        for audience, news in decision.notices:
            news.shared = {}
            for conn, seat in audience:
                session = self.hall.ports[conn].session
                if session is not None:
                    session.tell(news, seat)
            news.shared = None

    def answer(self, data: bytes) -> None:
        self.hall.pending.append(lambda: self.write(data))

    def answer_long(self, pieces: Iterator[bytes]) -> None:
        self.answer(b"".join(pieces))

    def send_long(self, pieces: Iterator[bytes]) -> None:
        self.write(b"".join(pieces))

    def write(self, data: bytes) -> None:
        self.out += data

    def frame(self, data: bytes) -> bytes:
        return data

    send = write

    def pace(self, gap: int) -> None:
        raise AssertionError("this door wants no gaps")

    def alarm(self, name: str, after: int | None) -> None:
        self.alarms.pop(name, None)
        if after is not None:
            self.alarms[name] = self.now() + after

    def due(self) -> list[str]:
        """The alarms that ring now; they are set no longer."""
        names = [name for name, when in self.alarms.items() if when <= self.now()]
        for name in names:
            del self.alarms[name]
        return names

    def close(self) -> None:
        session, self.session = self.session, None
        if session is not None:
            session.lost()


class PaperHall:
    """A hall with this one door."""

    def __init__(self, seed: int, **settings: object) -> None:
        self.chance = random.Random(seed)
        self.hall = Hall(house_games(), self.chance.randbytes)
        self.door = ShelfieDoor(self.hall, Settings(**settings))  # type: ignore[arg-type]
        self.now = 1_700_000_000_000
        self.ports: dict[int, PaperPort] = {}
        self.pending: list[Callable[[], None]] = []

    def connect(self) -> PaperPort:
        port = PaperPort(self, len(self.ports) + 1)
        self.ports[port.conn] = port
        port.session = self.door.session(port)
        port.session.opened()
        return port

    def tell(self) -> None:
        """Everything decided so far is remembered: tell it."""
        while self.pending:
            self.pending.pop(0)()

    def wait(self, ms: int) -> None:
        """Time passes, and whatever is due rings."""
        self.now += ms
        decision = deadlines.wake(self.hall, self.now)
        self.pending.append(lambda: self.ports[1]._told(decision, None))
        due = [(port, name) for port in self.ports.values() for name in port.due()]
        for port, name in due:  # as the pipeline does: all that is due, whatever becomes of it meanwhile
            if port.session is not None:
                port.session.ring(name)

    def here(self) -> list[PaperPort]:
        """Whoever is connected."""
        return [port for port in self.ports.values() if port.session is not None]
