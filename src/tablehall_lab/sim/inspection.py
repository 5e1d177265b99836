"""Inspections of the hall itself: cheap ones after every step, dear ones now and then."""

from typing import TYPE_CHECKING, Any

import msgspec

from tablehall.hall.deadlines import next_due
from tablehall.hall.hall import Hall
from tablehall.hall.scene import Scene
from tablehall.hall.table import LogError, Table
from tablehall.hall.verify import verify
from tablehall.net.connection import Connection
from tablehall.protocols.lobby import LobbyDoor
from tablehall_lab.sim.ledger import Ledger
from tablehall_lab.sim.timeline import MS
from tablehall_lab.sim.trace import Broken

if TYPE_CHECKING:
    from tablehall_lab.sim.life import Life
    from tablehall_lab.sim.watch import Watch

PEOPLE_MOST = 5_000


class Inspector:
    """Knows what must always be true of a hall."""

    def __init__(self, ledger: Ledger, watch: "Watch") -> None:
        self.ledger = ledger
        self.watch = watch
        self.scenes: dict[int, Scene] = {}
        self.replayed = 0

    def begins(self) -> None:
        """A new life: nothing is known of its tables."""
        self.scenes.clear()

    # After every step.

    def look(self, life: "Life", touched: set[int]) -> None:
        """The tables that had news."""
        hall = life.hall
        for number in touched:
            table = hall.tables.get(number)
            if table is None:
                self.scenes.pop(number, None)
            else:
                self._table(hall, number, table)

    def awake(self, life: "Life") -> None:
        """If something is due some time, somebody will wake the hall."""
        pipeline = life.pipeline
        if pipeline._timer is None and not pipeline._scheduled and not pipeline._waking:
            dues = (life.hall.alarms.next(), pipeline.alarms.next())
            if any(due is not None for due in dues):
                raise Broken("something is due some time, and nobody will wake the hall")

    def _table(self, hall: Hall, number: int, table: Table) -> None:
        scene, known = table.scene, self.scenes.get(number)
        if known is not None and known.seq == scene.seq and known is not scene:
            raise Broken(f"table {number} has changed without a record")
        self.scenes[number] = scene
        people = [seat.person for seat in scene.seats if seat and seat.person]
        if len(set(people)) != len(people):
            raise Broken(f"table {number}: somebody has two seats: {people}")
        self._deadline(hall, number, table)

    def _deadline(self, hall: Hall, number: int, table: Table) -> None:
        """A live table has a deadline that is armed, or a reason to have none."""
        if table.timed != (table.sheet.clock.kind != "none" or table.scene.anybody_away()):
            raise Broken(f"table {number}: its deadlines are looked at for nothing, or not at all")
        due = next_due(table)
        armed = hall.alarms._due.get(number)
        if due is not None and (armed is None or armed > max(due.when, hall.now + 1000)):
            raise Broken(f"table {number}: {due} is not armed ({armed}, now {hall.now})")
        if number in hall.finished and "finished" not in hall.alarms:
            raise Broken(f"table {number} is over and will never be cleared away")
        if table.scene.status == "waiting" and due is None and not hall.closing:
            self._held(hall, number, table)

    def _held(self, hall: Hall, number: int, table: Table) -> None:
        """Somebody is here for a table that waits: seats of those who are not are held for a while only."""
        for _, seat in table.scene.people():
            person = hall.people.by_id.get(seat.person)
            if person is None:
                raise Broken(f"table {number} waits with somebody whom nobody knows")
            if not person.here:
                raise Broken(f"table {number} waits for ever for somebody who is not here")

    # Now and then.

    def everything(self, life: "Life", calm: bool) -> None:
        """All tables against their logs, and all that could grow; when nothing has happened for
        a while, also what takes time to go."""
        hall = life.hall
        for number, table in hall.tables.items():
            self._table(hall, number, table)
            if table.draft is None and life.pipeline.idle:
                self._replay(number, table)
        self._people(hall)
        self._bounds(life)
        self.watch.sharing.check(hall)
        self.watch.saved_games.check(hall)
        for listener in life.pipeline.connections.values() if calm else ():
            if isinstance(listener, Connection):
                self._hung_up_on(life, listener)

    def _replay(self, number: int, table: Table) -> None:
        """The log alone gives the same table."""
        copy = self.ledger.copy(number)
        self.replayed += 1
        for name in ("sheet", "scene", "chat", "past"):
            live, logged = _plain(getattr(table, name)), _plain(getattr(copy, name))
            if live != logged:
                raise Broken(f"table {number}: its {name} is {live!r}, but by its log {logged!r}")
        dice, logged_dice = table.dice, copy.dice
        if table.scene.state is not None and (dice.key, dice.position) != (
            logged_dice.key,
            logged_dice.position,
        ):
            raise Broken(f"table {number}: its dice are not where the log has left them")

    def _people(self, hall: Hall) -> None:
        for conn, person in hall.people.by_conn.items():
            if conn not in person.conns or hall.people.by_id.get(person.id) is not person:
                raise Broken(f"connection {conn} speaks for nobody")
        for person in hall.people.by_id.values():
            for number in person.tables:
                if number not in hall.tables or hall.tables[number].scene.seat_of(person.id) is None:
                    raise Broken(f"person {person.id} thinks to sit at table {number}")

    def _bounds(self, life: "Life") -> None:
        """Memory stays within bounds; queues are looked at whenever they grow."""
        pipeline, hall = life.pipeline, life.hall
        here, lobbies = (
            set(pipeline.connections),
            [d for d in life.doors.values() if isinstance(d, LobbyDoor)],
        )
        for name, conns in (
            ("people", set(hall.people.by_conn)),
            ("the lobby", hall.lobby),
            *((f"the lobby of the {door.name} door", set(door.lookers)) for door in lobbies),
        ):
            if not conns <= here:
                raise Broken(f"{name} remembers connections that are gone: {sorted(conns - here)}")
        if sum(pipeline.addresses.values()) != 2 * sum(
            isinstance(c, Connection) for c in pipeline.connections.values()
        ):
            raise Broken("connections are counted wrong")
        if len(hall.people.by_id) > PEOPLE_MOST:
            raise Broken("too many people are remembered")

    def _hung_up_on(self, life: "Life", listener: Connection) -> None:
        """Whoever does not even read the goodbye is not waited for either."""
        transport: Any = listener.transport
        if transport.closing and not transport.lost:
            late = (life.timeline.now - transport.closed_at) // MS - listener.limits.slow
            if late > 10_000:
                raise Broken(f"connection {listener.conn} was hung up on {late} ms ago, and is still open")

    # When everybody has gone, and at the end.

    def quiet(self, life: "Life") -> None:
        """Nobody has been here for a long while: nothing of them is left."""
        pipeline, hall = life.pipeline, life.hall
        left = [conn for conn, listener in pipeline.connections.items() if isinstance(listener, Connection)]
        if left:
            raise Broken(f"connections nobody has are still open: {left}")
        people = [person for person in hall.people.by_conn.values() if person.profile.kind != "bot"]
        if pipeline.addresses or hall.lobby or people:
            raise Broken("somebody is remembered who is gone")
        for door in life.doors.values():
            for name in ("lookers", "circles"):
                if getattr(door, name, None):
                    raise Broken(f"the {door.name} door remembers {name} that are gone")
        lobby: Any = getattr(life.doors.get("shelfie"), "lobby", None)
        if lobby is not None and (lobby.first is not None or lobby.early):
            raise Broken("the lobby of My Shelfie waits for somebody who is gone")
        waiting = [n for n, table in hall.tables.items() if table.scene.status == "waiting"]
        if any(next_due(hall.tables[number]) is None for number in waiting):  # others are held for a while
            raise Broken(f"tables wait for people who are gone: {waiting}")

    def verify(self, number: int) -> None:
        """A finished game can be verified by anybody."""
        try:
            verify(self.whole_log(number), self.ledger.games)
        except LogError as error:
            raise Broken(f"table {number} cannot be verified: {error}") from error

    def whole_log(self, number: int) -> list[bytes]:
        """A table's log from the very first record."""
        first, log = self.ledger.first[number], self.ledger.logs[number]
        return [self.ledger.line(number, seq) for seq in range(first)] + log


def _plain(value: Any) -> Any:
    """Moves in news are structs, moves from a log are bytes: compared as JSON both are the same."""
    if isinstance(value, Scene):
        return msgspec.json.encode(value)
    return msgspec.json.encode(list(value)) if isinstance(value, list | tuple) else value
