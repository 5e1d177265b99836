"""The watch: sees every decision, every piece of news and every byte that leaves the hall."""

import re
import socket
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any

from tablehall.contests.notices import Played
from tablehall.hall import records
from tablehall.hall.commands import Command
from tablehall.hall.decision import Decision
from tablehall.hall.entrance import Entered
from tablehall.hall.notices import Happened, Listed, News
from tablehall.net import websocket
from tablehall.net.connection import Connection
from tablehall.net.many import Group
from tablehall.net.udp import DatagramConnection
from tablehall_lab.sim.bounds import check_read, check_waiting, check_written
from tablehall_lab.sim.elsewhere import Sent, in_the_hall
from tablehall_lab.sim.ledger import Ledger
from tablehall_lab.sim.privacy import Secrets
from tablehall_lab.sim.saved_games import SavedGames
from tablehall_lab.sim.sharing import Sharing
from tablehall_lab.sim.stalls import Stalls
from tablehall_lab.sim.trace import Broken, Trace

if TYPE_CHECKING:
    from tablehall_lab.sim.life import Life

SCENES = 400
LAST = (records.Ended, records.Closed)
HAPPENED = re.compile(rb'^\{"type":"happened","table":(\d+),"seq":(\d+),"at":\d+,"what":"(\w+)"')


def unframed(frames: bytes) -> list[bytes]:
    """The texts in some frames of a WebSocket."""
    texts = []
    while frames:
        size, start = frames[1], 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(frames[2:start], "big")
        if frames[0] == 0x80 | websocket.TEXT:
            texts.append(frames[start : start + size])
        frames = frames[start + size :]
    return texts


class OneByOne(Group):
    """Addresses that are sent to one after the other, so that everything sent is seen."""

    def send(self, through: socket.socket, data: bytes) -> int:
        return 0


class Watch:
    """Stands at every door and compares what is said with what may be said."""

    def __init__(self, ledger: Ledger, trace: Trace) -> None:
        self.ledger = ledger
        self.trace = trace
        self.touched: set[int] = set()
        """Tables with news since they were looked at last."""
        self.been: dict[int, set[int]] = {}
        """The people that each connection has spoken for."""
        self.seats: dict[int, set[int]] = {}
        """The people who have ever sat at a table, or opened it."""
        self.scenes: OrderedDict[tuple[int, int], Happened] = OrderedDict()
        """The latest news by table and record."""
        self.secrets = Secrets(self)
        self.sharing = Sharing()
        self.saved_games = SavedGames()
        self.stalls = Stalls()
        self.retelling: list[bytes] | None = None
        """What is said of news from elsewhere; None: what is said now is true."""
        self.life: Life | None = None

    def begins(self, life: "Life") -> None:
        """A new life: nobody is here."""
        self.life = life
        self.been.clear()
        self.scenes.clear()
        self.sharing.begins()
        self.stalls.begins()
        submit, handle = life.pipeline.submit, life.hall.handle

        def watched(conn: int, decision: Decision, *more: Any, **named: Any) -> None:
            self.decided(conn, decision)
            submit(conn, decision, *more, **named)
            check_waiting(life.pipeline)

        def handled(command: Command, now: int) -> Decision:
            decision = handle(command, now)
            self.sharing.decided(life.hall, command, decision)
            return decision

        setattr(life.pipeline, "submit", watched)  # noqa: B010 (the pipeline itself stays as it is)
        setattr(life.hall, "handle", handled)  # noqa: B010

    def recovered(self, life: "Life") -> None:
        """Everything was brought back."""
        self.saved_games.begins(life.hall)
        for number, table in life.hall.tables.items():
            self.secrets.seeds[number] = table.seed.hex().encode()
            self.touched.add(number)

    # Decisions.

    def decided(self, conn: int, decision: Decision) -> None:
        """Something is about to be remembered and told."""
        assert self.life is not None
        person = self.life.hall.people.by_conn.get(conn)
        if person is not None:
            self.been.setdefault(conn, set()).add(person.id)
        if isinstance(decision.result, Entered):
            self.been.setdefault(conn, set()).add(decision.result.person.id)
            if decision.result.secret:
                self.secrets.people[decision.result.secret.encode()] = decision.result.person.id
        for _, news in decision.notices:
            if type(news) is Happened:
                self._happened(news)
        for table, _, line in decision.records:
            self._note_people(table, line)
            self.touched.add(table)
            self.stalls.wrote(table, line)
            self.stalls.flag_falls(self.life, table, line)
            self.saved_games.wrote(self.life.hall, table, line)
        self.sharing.learn(decision.facts)
        self.saved_games.learn(decision.facts)
        if conn and decision.records:
            self._only_own(conn, decision)

    def _happened(self, news: Happened) -> None:
        number = news.sheet.table
        self.scenes[number, news.record.seq] = news
        if len(self.scenes) > SCENES:
            self.scenes.popitem(last=False)
        self.secrets.happened(news)

    def _note_people(self, table: int, line: bytes) -> None:
        people = self.seats.setdefault(table, set())
        if line.startswith(
            (b'{"what":"sat"', b'{"what":"opened"', b'{"what":"drawn"', b'{"what":"reopened"')
        ):
            record: Any = records.decode(line)
            people.update(getattr(record, "people", ()))
            people.add(getattr(record, "person", 0) or getattr(record, "host", 0))
            if type(record) is records.Opened:
                self.secrets.opened(record)
                self.sharing.numbered(table, record.host, self.ledger.logs)
            elif type(record) is records.Reopened:
                if record.origin:
                    self.sharing.numbered(table, record.host, self.ledger.logs)
                people |= self.seats.get(record.origin, set())

    def _only_own(self, conn: int, decision: Decision) -> None:
        """What a connection does shows only at tables where its people are."""
        assert self.life is not None
        if any(door.conn == conn for door in self.life.datagrams):
            return
        mine = self.been.get(conn, set())
        for table, seq, line in decision.records:
            present = self.life.hall.tables.get(table)
            watching = present.watchers if present is not None else frozenset[int]()
            if not mine & (self.seats[table] | watching) and b'"why":"reopened"' not in line:
                raise Broken(
                    f"connection {conn} of {sorted(mine)} wrote record {seq} of table {table}: {line!r}"
                )

    # News and bytes.

    def follow(self, connection: Connection) -> None:
        """See everything that this connection is told."""
        tell, send, receive = connection.tell, connection.send, connection.receive

        def told(news: News, seat: int | None) -> None:
            self.remembered(news)
            said = self.secrets.said = []
            tell(news, seat)
            if type(news) is not Happened:
                return
            self.saved_games.told(connection.door.name, news, said)
            self.secrets.retold(connection, news, partial(retell, seat))
            if type(news.record) is records.Ended:
                self.secrets.ended(connection.door.name, news, seat, said)

        def retell(seat: int | None, news: Happened) -> list[bytes]:
            """What is said of news from elsewhere, which nobody hears."""
            self.retelling = []
            tell(news, seat)
            heard, self.retelling = self.retelling, None
            return heard

        def sent(framed: bytes) -> None:
            messages = unframed(framed) if connection.door.transport == "websocket" else [framed]
            if self.retelling is not None:
                self.retelling += messages
                return
            for message in messages:
                self.secrets.said.append(message)
                self.leaves(connection, message)
            send(framed)
            check_written(connection)

        def received(data: bytes) -> None:
            check_read(connection)
            receive(data)

        setattr(connection, "tell", told)  # noqa: B010
        setattr(connection, "send", sent)  # noqa: B010
        setattr(connection, "receive", received)  # noqa: B010

    def remembered(self, news: News) -> None:
        """Nobody hears of what is not on disk."""
        if isinstance(news, Happened):
            seq, draft = news.record.seq, type(news.record) not in LAST
        elif isinstance(news, Listed):
            seq, draft = news.scene.seq, True
        else:
            return
        if draft and not news.sheet.host:  # a contest's game is remembered when it is over
            return
        if not self.ledger.has(news.sheet.table, seq):
            raise Broken(f"table {news.sheet.table}: record {seq} is told before it is on disk")

    def leaves(self, connection: Connection, data: bytes) -> None:
        """Bytes leave the hall."""
        self.trace.counts["messages out"] += 1
        found = HAPPENED.match(data)
        if found is not None:
            self._as_logged(int(found[1]), int(found[2]), found[3].decode())
        self.secrets.check(connection, data)

    def _as_logged(self, table: int, seq: int, what: str) -> None:
        """What is told of a record is what the log says."""
        if self.ledger.has(table, seq):
            if not self.ledger.line(table, seq).startswith(b'{"what":"%b"' % what.encode()):
                raise Broken(f"table {table}: record {seq} is told as {what}, but is another one")
        elif (news := self.scenes.get((table, seq))) is None or news.sheet.host:
            raise Broken(f"table {table}: record {seq} ({what}) was told before it was on disk")

    def follow_datagrams(self, connection: DatagramConnection) -> None:
        """See everything that a contest's door is told, and what it sends."""
        tell, send = connection.tell, connection.send_to

        all_sent: Sent = []

        def told(news: News, seat: int | None) -> None:
            self.remembered(news)
            rehearsed = self.secrets.rehearse(connection, news) if type(news) is Played else None
            all_sent.clear()
            tell(news, seat)
            if type(news) is Played:
                self.sharing.contests.add(news.match.table.sheet.table)
                self._happened(in_the_hall(news))
            if rehearsed is not None:
                self.secrets.compare(rehearsed, all_sent)

        def sent(data: bytes, address: tuple[Any, ...]) -> None:
            all_sent.append((data, address))
            self.trace.counts["datagrams out"] += 1
            self.secrets.check_datagram(connection, data, address)
            send(data, address)

        setattr(connection, "tell", told)  # noqa: B010
        setattr(connection, "send_to", sent)  # noqa: B010
        setattr(connection, "group", OneByOne)  # noqa: B010
