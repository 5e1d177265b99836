"""Stalls: when the hall itself has stood still, nobody's clock has run, and what came in time counts."""

from typing import TYPE_CHECKING, Any

from tablehall.hall import records
from tablehall.hall.deadlines import next_due
from tablehall.net.connection import Connection
from tablehall.net.pipeline import LATE
from tablehall_lab.sim.timeline import MS
from tablehall_lab.sim.trace import Broken

if TYPE_CHECKING:
    from tablehall_lab.sim.life import Life

EXPIRED = b'{"what":"expired"'
GIVES_BACK = (records.Carried, records.Resumed)


class Stalls:
    """Knows what time every table must get back."""

    def __init__(self) -> None:
        self.owed: dict[int, tuple[int, int]] = {}
        """For tables where something ran: how much at least, and at most."""
        self._over_at = 0

    def begins(self) -> None:
        """A new life: what was lost before it began is given back by recovery."""
        self.owed.clear()

    def stood_still(self, life: "Life", lost: int) -> None:
        """Nothing will happen for so many milliseconds. The hall cannot know of those before it would have
        looked at its clock next, nor tell a short stall from a busy moment, nor one that follows another one
        before it could do anything."""
        unseen = lost if life.timeline.now == self._over_at else life.beat + LATE
        self._over_at = life.timeline.now + lost * MS
        for number, table in life.hall.tables.items():
            if table.timed and table.organiser is None and next_due(table) is not None:
                least, most = self.owed.get(number, (0, 0))
                self.owed[number] = least + max(0, lost - unseen), most + lost

    def wrote(self, table: int, line: bytes) -> None:
        """The first thing that happens at a table after a stall is that it gets the time back."""
        least, most = self.owed.pop(table, (0, 0))
        if not most:
            return
        record: Any = records.decode(line)
        given = record.lost if type(record) in GIVES_BACK else 0
        if not least <= given <= most:
            raise Broken(
                f"table {table} stood still for {least} to {most} ms and gets {given} back: {line!r}"
            )

    def flag_falls(self, life: "Life", table: int, line: bytes) -> None:
        """Whatever a player has sent was read before their time is over."""
        if not line.startswith(EXPIRED) or table not in life.hall.tables:
            return
        expired: Any = records.decode(line)
        seat = life.hall.tables[table].scene.seats[expired.seat]
        person = life.hall.people.by_id.get(seat.person) if seat is not None else None
        for conn in person.conns if person is not None else ():
            listener = life.pipeline.connections.get(conn)
            if isinstance(listener, Connection):
                wire: Any = listener.transport.wire  # type: ignore[attr-defined]  # a virtual one
                if wire.unread and wire.unread[0] < life.timeline.now:
                    late = (life.timeline.now - wire.unread[0]) // MS
                    raise Broken(f"table {table}: {wire.name} lost on time, and was heard {late} ms before")
