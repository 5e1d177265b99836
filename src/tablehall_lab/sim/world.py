"""The world around a hall in a bottle: runs one seed from its first hour to its last."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from tablehall.games import house_games
from tablehall.hall.hall import Limits
from tablehall.journal.api import Batch, Journal
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.sim import plan
from tablehall_lab.sim.bounds import bounds
from tablehall_lab.sim.chance import Chance, stream
from tablehall_lab.sim.disk import Disk, DiskJournal, batches
from tablehall_lab.sim.inspection import Inspector
from tablehall_lab.sim.ledger import Ledger
from tablehall_lab.sim.life import Life
from tablehall_lab.sim.network import Weather, Wire
from tablehall_lab.sim.post import Post
from tablehall_lab.sim.promises import Promises
from tablehall_lab.sim.replay import Replay
from tablehall_lab.sim.sharing import shares_of
from tablehall_lab.sim.sqlite_disk import SqliteDisk
from tablehall_lab.sim.timeline import SECOND, Timeline
from tablehall_lab.sim.trace import Broken, Trace
from tablehall_lab.sim.trouble import plan_trouble, short_write
from tablehall_lab.sim.virtual_writer import VirtualWriter
from tablehall_lab.sim.watch import Watch

HOUR = plan.HOUR
FORGOTTEN = 300 * SECOND
"""After so long nothing must be left of a connection whose player is gone."""
NAMED = ("guest", "boards", "pipes")
"""Those who are known by their names in the whole hall."""


class World:
    """Everything that happens in one run."""

    life_kind: type[Life] = Life
    writer_kind: Callable[..., VirtualWriter] = VirtualWriter
    disk_journal: Callable[[Disk], DiskJournal] = DiskJournal

    def __init__(
        self, seed: int, hours: float, doors: Iterable[str] = (), sqlite: bool | None = None
    ) -> None:
        self.seed = seed
        self.end = int(hours * HOUR)
        self.timeline = Timeline()
        self.trace = Trace(self.timeline)
        self.chance = self.stream("world")
        self.doors = plan.doors(self.chance, tuple(doors))
        self.weather = Weather(self.stream("weather"))
        self.post = Post(self.timeline, self.trace, self.weather)
        games = house_games()
        self.ledger = Ledger(games)
        self.watch = Watch(self.ledger, self.trace)
        self.inspector = Inspector(self.ledger, self.watch)
        on_file = self.chance.random() < 0.1 if sqlite is None else sqlite
        self.disk: Any = SqliteDisk(self.stream("disk")) if on_file else Disk(self.stream("disk"))
        self.journal: Journal | None = None
        self.limits = Limits(
            finished=self.chance.choice((2, 1_000)),
            tables_each=self.chance.choice((3, 200)),
            **shares_of(self.stream("shares")),
        )
        self.replay = Replay(games, self.limits)
        self.bounds = bounds(self.stream("bounds"))
        self.life: Life | None = None
        self.lives = 0
        self.offset = 0
        self.wires: list[Wire] = []
        self.crowd = self.chance.choice((0.0, 0.3, 0.3, 1.0))
        """How many come from the same address."""
        self.here: list[Any] = []
        """Who is in the world and has not gone home."""
        self.busy_at = 0
        """When something last happened that takes a while to be over."""
        self.crash_in = 0
        """So many steps before the next crash; 0: none is planned."""
        self.promises = Promises()
        self.logged: list[str] = []
        self._names = self._words = 0

    def stream(self, *names: object) -> Chance:
        """A stream of chance for somebody."""
        return stream(self.seed, *names)

    def words(self) -> int:
        """A number that was not used before."""
        self._words += 1
        return self._words

    def name(self, kind: str) -> str:
        """A name that nobody has; or, now and then, somebody has."""
        if self._names and kind in NAMED and self.chance.random() < 0.1:
            return f"{self.chance.choice(NAMED)}{self.chance.randrange(self._names) + 1}"
        self._names += 1
        return f"{kind}{self._names}"

    # People.

    def comes(self, person: Any, delay: int) -> None:
        """Somebody comes after a while."""
        self.here.append(person)
        self.timeline.after(delay, person.arrive)

    def went_home(self, person: Any) -> None:
        """Somebody has had enough."""
        if person in self.here:
            self.here.remove(person)
        self.busy_at = self.timeline.now

    def connect(self, person: Any) -> Wire | None:
        """A connection to the door of somebody's choice, if it stands open."""
        life = self.life
        if life is None or not life.ready or person.door not in life.makers or life.hall.closing:
            return None
        number = len(self.wires)
        wire = Wire(self.timeline, self.trace, self.weather, person.name, number, person.heard, person.lost)
        if self.chance.random() < self.crowd:
            wire.address = self.chance.choice(("10.0.0.1", "10.0.0.2", f"2001:db8::{number + 1:x}"))
        self.wires.append(wire)
        self.trace.note("connect", f"{person.name} {person.door}")
        wire.connect(life.makers[person.door], life.loop)
        return wire

    def whisper_code(self, game: str, table: int, code: str) -> None:
        """Somebody shows their invite code to a friend who is looking for a game."""
        for person in self.here:
            if (
                getattr(person, "role", "") == "join"
                and person.game == game
                and not person.at
                and person.wire
            ):
                person.ask("join", table, code=code)
                return

    # The hall's lives.

    def start(self) -> None:
        """The hall starts, on whatever is on its disk."""
        self.lives += 1
        self.busy_at = self.timeline.now
        self.journal = self.disk.open() if isinstance(self.disk, SqliteDisk) else self.disk_journal(self.disk)
        if self.ledger.compare(self.journal):
            self.trace.counts["commits found after a crash"] += 1
        self.inspector.begins()
        self.trace.note("start", f"life {self.lives}")
        chance = self.stream("life", self.lives)
        writer = partial(self._writer, chance)
        life = self.life_kind(
            self.timeline, chance, self.watch, self.journal, writer, self.offset, self.limits
        )
        self.life = life
        life.start(self.doors, self.post)

    def _writer(self, chance: Chance, loop: Any, journal: Journal, done: Any, failed: Any) -> VirtualWriter:
        writer = self.writer_kind(loop, chance, self.trace, self.ledger, self.disk, journal, done, failed)
        writer.crash = self.crash
        return writer

    def crash(self) -> None:
        """The power fails, whatever is being done just now."""
        life = self.life
        if life is None:
            return
        state = "" if life.pipeline.idle else " while busy"
        life.loop.dead = True
        self.trace.fault(f"crash{state}, {self.disk.crash()} disk")
        self._end(life)
        self._restart()

    def _end(self, life: Life) -> None:
        life.loop.dead = True
        self.life = None
        self.crash_in = 0
        if self.journal is not None:
            self.journal.close()
        self.promises.crashed(self.ledger)
        self.post.sockets.clear()
        for wire in self.wires:
            wire.died()
        self.wires.clear()

    def _restart(self) -> None:
        if self.chance.random() < 0.2:
            jump = self.chance.choice((-7_200_000, -60_000, 5_000, 3_600_000))
            self.trace.fault("clock jump")
            self.offset += jump
        down = self.chance.choice((1, 1, 3, 3, 30, 600, 7200, 14_400))
        self.timeline.after(down * SECOND + self.chance.randrange(SECOND), self.start)

    def stop(self) -> None:
        """The hall closes in good order."""
        life = self.life
        if life is None or not life.ready:
            return
        self.trace.fault("orderly stop")
        life.say_goodbye()
        self.timeline.at(self.timeline.now, self._stop_when_settled, life)

    def _stop_when_settled(self, life: Life) -> None:
        if self.life is not life:
            return
        if not life.pipeline.idle:
            self.timeline.after(1000, self._stop_when_settled, life)
            return
        life.close()
        self._end(life)
        self._restart()

    # What is done to it.

    def burst(self, number: int) -> None:
        """A party comes, and perhaps trouble with it."""
        chance = self.stream("burst", number)
        plan.party(self, chance)
        for seconds in (3, 10, 25, 50, 100, 200, 500):
            self.timeline.after(chance.randrange(seconds * SECOND), self._inspect)
        plan_trouble(self, chance)

    # Running.

    def run(self) -> None:
        """From the first hour to the last."""
        if isinstance(self.disk, Disk):
            self.disk.plan = partial(short_write, self)
        self.timeline.at(0, self.start)
        for number, when in enumerate(plan.bursts(self.chance, self.end / HOUR)):
            self.timeline.at(when, self.burst, number)
        hours = range(HOUR, self.end, HOUR)
        for when in hours:
            self.timeline.at(when, self._inspect)
        while (due := self.timeline.due()) is not None and due < self.end:
            self._step()
        self._finish()

    def _step(self) -> None:
        handle = self.timeline.next()
        if handle is None or handle.call is None:
            return
        handle.call(*handle.args)
        life = self.life
        if self.logged:
            raise Broken(f"something was logged: {self.logged[0]}")
        if life is None:
            return
        self.inspector.awake(life)
        if self.watch.touched:
            self.inspector.look(life, self.watch.touched)
            self.watch.touched.clear()
        if life.broke:
            self.trace.fault("gave up on the disk")
            self.disk.crash()
            self._end(life)
            self._restart()
        elif self.crash_in:
            self.crash_in -= 1
            if not self.crash_in:
                self.crash()

    def _inspect(self) -> None:
        life = self.life
        if life is not None and life.ready:
            calm = self.timeline.now - self.busy_at > FORGOTTEN
            self.inspector.everything(life, calm)
            self._replay(life)
            if calm and not self.here and not self._anybody_left():
                self.inspector.quiet(life)

    def _anybody_left(self) -> bool:
        """Whether a connection could still be open for a good reason."""
        self.wires = [wire for wire in self.wires if wire.server is not None and not wire.server.lost]
        return any(wire.open or self.timeline.now - wire.left_at < FORGOTTEN for wire in self.wires)

    def _finish(self) -> None:
        """The last look: everything that was promised is in the logs, once."""
        if self.life is not None and self.life.ready:
            self.inspector.everything(self.life, False)
        for number, status in self.ledger.status.items():
            self.trace.counts[f"tables {status}"] += 1
            if status == "finished" and self.chance.random() < 0.3:
                self.inspector.verify(number)
            elif status != "live":
                self.ledger.copy(number)
        self.promises.check(self.ledger)

    def _replay(self, life: Life) -> None:
        """The whole journal, from its first batch, gives the hall that lives; now and at any time."""
        if not life.pipeline.idle:
            return
        for batch, end in self._batches(self.replay.end):
            self.replay.take_in(batch)
            self.replay.end = end
        self.replay.compare(life.hall)
        self.trace.counts["journals replayed"] += 1

    def _batches(self, after: int) -> Iterator[tuple[Batch, int]]:
        if isinstance(self.disk, Disk):
            return batches(self.disk, after)
        assert isinstance(self.journal, SqliteJournal)
        return ((batch, number) for number, batch in self.journal.batches(after))

    def close(self) -> None:
        """Leave nothing behind."""
        if self.journal is not None:
            self.journal.close()
        if isinstance(self.disk, SqliteDisk):
            self.disk.close()
