"""A hall in simulated time, with one door: it can be killed, stopped and started, its connections cut.

Long waits are leapt over. Between two things that are due nothing happens in a hall but signs of life (its
own, and those of the connections that still stand), and a leap is made from one such sign to a later one.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from tablehall.assembly import assemble
from tablehall.games import house_games
from tablehall.hall import records
from tablehall.journal.memory import MemoryJournal
from tablehall.protocols.door import Door
from tablehall_lab.fuzz.room import InstantWriter
from tablehall_lab.sim.timeline import EPOCH, MS, Handle, Loop, Timeline

GAMES = house_games()
SIGNS_OF_LIFE = frozenset({" idle", " ping", "ping", "pong", "silence", "contest", "heartbeat"})
"""The alarms by which a connection is looked after, none of which matters while its client answers; and the
heartbeat of a contest."""
WORTH_A_LEAP, RUN_UP, A_WHILE = 30_000, 10_000, 2_000
"""Waits of so many milliseconds are leapt over, but for the last few seconds; before every leap and after it
a while passes."""
SYSTEM_NOTICES, SYSTEM_GIVES_UP = 120_000, 924_000
"""When the system reports that the other machine is gone: it asks after a silent one, and tries for a quarter
of an hour to deliver what was written to it."""
A_MOMENT = 200


class Line:
    """A connection: the transport of the hall's end, and the client's end of the wire."""

    def __init__(self, bottle: "Bottle", heard: Callable[[bytes], None], beat: Callable[[], None]) -> None:
        self.bottle, self.loop = bottle, bottle.loop
        self.heard, self.beat = heard, beat
        self.protocol: Any = None
        self.closing = self.cut_off = self.spoke = False
        self._noticed: Handle | None = None
        self._undelivered = False

    @property
    def conn(self) -> int:
        """The hall's number for it."""
        return int(self.protocol.conn)

    @property
    def stands(self) -> bool:
        """Whether the two ends reach each other."""
        return not (self.closing or self.cut_off or self.loop.dead)

    # What the net uses of a transport.

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("10.0.0.1", 40_000) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def write(self, data: bytes) -> None:
        if not self.cut_off:
            self.loop.call_soon(self.heard, data)
        elif not self._undelivered:
            self._undelivered = True
            self._system_reports_after(SYSTEM_GIVES_UP)

    def close(self) -> None:
        if not self.closing:
            self.closing = True
            self.loop.call_soon(self.protocol.connection_lost, None)

    abort = close

    # What becomes of it.

    def say(self, data: bytes) -> None:
        """The client sends bytes."""
        if self.stands:
            self.spoke = True
            self.protocol.data_received(data)

    def hang_up(self) -> None:
        """The client ends the conversation, and the connection with it."""
        if self.stands:
            self.protocol.eof_received()

    def cut(self) -> None:
        """Nothing arrives any more at either end, and nobody says so."""
        self.cut_off = True
        self._system_reports_after(SYSTEM_NOTICES)

    def _system_reports_after(self, milliseconds: int) -> None:
        if self._noticed is not None:
            self._noticed.cancel()
        self._noticed = self.loop.call_later(milliseconds / 1000, self.close)

    def noticed_at(self) -> int | None:
        """When the system will report a cut, in microseconds of the simulation."""
        noticed = self._noticed
        return None if noticed is None or self.closing or self.loop.dead else noticed.when


class Bottle:
    """The hall, from its first life to its last."""

    def __init__(self, kind: type[Door], settings: Mapping[str, Any] | None = None) -> None:
        self.kind, self.settings = kind, settings or {}
        self.timeline = Timeline()
        self.journal = MemoryJournal()
        self.chance = random.Random(1)
        self.lines: list[Line] = []
        self.start()

    def clock(self) -> int:
        """The wall clock, in milliseconds."""
        return EPOCH + self.timeline.now // MS

    # The hall's lives.

    def start(self) -> None:
        """The hall opens on whatever it remembers."""
        self.loop = Loop(self.timeline)
        how: dict[str, Any] = {"clock": self.clock, "loop": self.loop, "writer": InstantWriter, "beat": 0}
        self.assembly = assemble(GAMES, self.chance.randbytes, self.journal, **how)
        self.hall, self.pipeline = self.assembly.hall, self.assembly.pipeline
        lost = self.assembly.recover(self.journal.kept(), self.journal.live_tables(), self.clock())
        assert not lost, lost
        self.doorway = self.assembly.doorway(self.kind, self.settings)
        self.wait(A_MOMENT)

    def kill(self) -> None:
        """The hall's process ends between two breaths."""
        self.loop.dead = True
        self.lines.clear()

    def stop(self) -> None:
        """The hall closes in good order."""
        self.assembly.say_goodbye()
        self.wait(A_MOMENT)
        self.pipeline.stop()
        self.kill()

    def connect(self, heard: Callable[[bytes], None], beat: Callable[[], None]) -> Line:
        """A new connection to the door."""
        line = Line(self, heard, beat)
        self.lines.append(line)
        line.protocol = self.doorway.connection()
        line.protocol.connection_made(line)
        return line

    # Time.

    def wait(self, milliseconds: int) -> None:
        """Time passes, and whatever is due happens."""
        until = self.timeline.now + milliseconds * MS
        while self.timeline.now < until:
            due = min(until, self._next_due())
            if due - self.timeline.now > WORTH_A_LEAP * MS:
                self._leap(due - RUN_UP * MS)
            else:
                self._run(min(until, max(due, self.timeline.now) + MS))

    def _run(self, until: int) -> None:
        while (due := self.timeline.due()) is not None and due <= until:
            handle = self.timeline.next()
            if handle is None or handle.call is None:
                break
            if handle.when > until:  # what was called off stood before it
                self.timeline.at(handle.when, handle.call, *handle.args, life=handle.life)
                break
            handle.call(*handle.args)
        self.timeline.now = max(self.timeline.now, until)

    def _leap(self, to: int) -> None:
        self._run(self.timeline.now + A_WHILE * MS)
        self.timeline.stall(to - self.timeline.now)
        for line in list(self.lines):
            if line.stands:
                line.beat()
        self._run(self.timeline.now + A_WHILE * MS)

    def _next_due(self) -> int:
        """When the next thing happens that is no sign of life, in microseconds of the simulation."""
        if self.loop.dead:
            return 1 << 62
        dead = {line.conn for line in self.lines if not line.stands}
        alarms: Any = self.pipeline.alarms._due
        dues = [when for (conn, name), when in alarms.items() if conn in dead or name not in SIGNS_OF_LIFE]
        first = self.hall.alarms.next()
        if first is not None:
            dues.append(first)
        found = [(when - EPOCH) * MS for when in dues]
        found += [at for line in self.lines if (at := line.noticed_at()) is not None]
        return min(found, default=1 << 62)

    # What is remembered.

    def story(self, since: int = 0) -> list[Any]:
        """Every record of every table since a moment of the wall clock."""
        logs = (self.journal.log(listing) for listing in sorted(self.journal._tables))
        found = (records.decode(line) for log in logs for line in log)
        return [record for record in found if record.at >= since]
