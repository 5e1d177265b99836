"""A desk with one or both doors of a contest on it: sessions without a network or a clock."""

import random
from collections import Counter, deque
from collections.abc import Sequence
from typing import Any

from tablehall.contests.contest import Contest
from tablehall.games.mia import game
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.recovery import recover
from tablehall.journal.api import Batch
from tablehall.journal.memory import MemoryJournal
from tablehall.protocols.mia import MaexchenDoor, MaexchenSettings, MiaDoor, MiaSettings
from tablehall.protocols.mia.session import MiaSession

START = 1_700_000_000_000


class DeskPort:
    """The port of a session on the desk: what is sent lands in the boxes of those it is sent to."""

    def __init__(self, desk: "Desk", conn: int) -> None:
        self.desk = desk
        self.conn = conn
        self.address = ""
        self.alarms: dict[str, int] = {}

    def now(self) -> int:
        return self.desk.now

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        assert answer is None
        self.desk.unwritten.append(decision)
        if not self.desk.disk_is_busy:
            self.desk.write()

    def tell(self, news: Any, seat: int | None) -> None:
        self.desk.tell([(self.conn, seat)], news)

    def registers(self, addr: tuple[Any, ...]) -> bool:
        return True

    def sure(self, addr: tuple[Any, ...]) -> bool:
        return True

    def expect(self, addr: tuple[Any, ...], token: str) -> None:
        """Everybody is near."""

    def said(self, addr: tuple[Any, ...], token: str) -> bool:
        return True

    def send_to(self, data: bytes, addr: tuple[Any, ...]) -> None:
        assert 0 < len(data) <= 1200, data
        self.desk.sent += 1
        self.desk.boxes.setdefault(addr, deque()).append(data.decode())

    def group(self, addresses: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        assert len(set(addresses)) == len(addresses), "nobody hears a thing twice"
        return list(addresses)

    def send_all(self, data: bytes, group: list[tuple[Any, ...]]) -> None:
        for addr in group:
            self.send_to(data, addr)

    def catch_up(self) -> None:
        self.desk.caught_up += 1

    def count(self, what: str) -> None:
        self.desk.counts[what] += 1

    def alarm(self, name: str, after: int | None) -> None:
        assert after is None or after >= 0
        self.alarms.pop(name, None)
        if after is not None:
            self.alarms[name] = self.desk.now + after

    def answer(self, data: bytes) -> None:
        raise AssertionError

    write = answer

    def close(self) -> None:
        raise AssertionError

    def pace(self, gap: int) -> None:
        raise AssertionError


class Desk:
    """The doors, the time, and everybody's box of messages."""

    def __init__(
        self,
        settings: MiaSettings | None = None,
        maexchen: MaexchenSettings | None = None,
        seed: int = 1,
        journal: MemoryJournal | None = None,
    ) -> None:
        self.now = START
        self.boxes: dict[tuple[Any, ...], deque[str]] = {}
        self.counts: Counter[str] = Counter()
        self.sent = self.caught_up = 0
        self.journal = journal or MemoryJournal()
        self.disk_is_busy = False
        """Whether decisions that were made have to wait until they are written, and told."""
        self.unwritten: list[Decision] = []
        self.hall = Hall({"mia": game}, random.Random(seed).randbytes)
        recover(self.hall, self.journal.kept(), self.journal.live_tables(), self.now)
        doors = [MaexchenDoor(self.hall, maexchen), MiaDoor(self.hall, settings or MiaSettings())]
        self.sessions: dict[int, MiaSession] = {}
        self.ports: dict[int, DeskPort] = {}
        for conn, door in enumerate(doors, 1):
            port: Any = DeskPort(self, conn)
            self.ports[conn] = port
            self.sessions[conn] = door.session(port)
        for session in self.sessions.values():
            session.opened()
        self.maexchen, self.mia = self.sessions[1], self.sessions[2]

    @property
    def contest(self) -> Contest:
        return self.mia.contest

    def write(self) -> None:
        """The disk has time: everything decided is written, and then told in that order."""
        self.disk_is_busy = False
        while self.unwritten:
            decision = self.unwritten.pop(0)
            batch = Batch()
            batch.add(decision)
            self.journal.commit(batch)
            for audience, news in decision.notices:
                self.tell(audience, news)

    def tell(self, audience: Any, news: Any) -> None:
        for conn, seat in audience:
            if conn in self.sessions:
                self.sessions[conn].tell(news, seat)

    def wait(self, ms: int) -> None:
        """Let time pass, every alarm ringing when it is due."""
        until = self.now + ms
        while True:
            dues = [(at, conn, name) for conn, port in self.ports.items() for name, at in port.alarms.items()]
            if not dues or min(dues)[0] > until:
                break
            at, conn, name = min(dues)
            self.now = max(self.now, at)
            del self.ports[conn].alarms[name]
            self.sessions[conn].ring(name)
        self.now = until

    def client(self, port: int, host: str = "10.0.0.1", door: MiaSession | None = None) -> "Client":
        """Somebody with an address."""
        return Client(self, (host, port), door or self.mia)


class Client:
    """A client on the desk."""

    def __init__(self, desk: Desk, address: tuple[Any, ...], door: MiaSession) -> None:
        self.desk = desk
        self.address = address
        self.door = door

    def say(self, text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        self.door.receive_from(data, self.address)

    def heard(self) -> list[str]:
        """Everything heard since the last time."""
        box = self.desk.boxes.get(self.address, deque())
        messages = list(box)
        box.clear()
        return messages

    def ask(self, text: str | bytes) -> list[str]:
        """What is heard after saying something."""
        self.heard()
        self.say(text)
        return self.heard()

    def token(self, verb: str) -> str:
        """The token of the latest message with this verb."""
        found = [message for message in self.heard() if message.split(";")[0] == verb]
        return found[-1].rsplit(";", 1)[1]
