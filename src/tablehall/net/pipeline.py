"""The doors' pipeline: hands decisions to the journal and tells their news once remembered.

Everything handled in one pass of the loop is committed together, once, off the loop, and happens
at one time; what is decided meanwhile waits for the next commit. Nobody hears of a decision before
it is on disk, and everybody hears of decisions in their order.
"""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import structlog

from tablehall.hall import facts
from tablehall.hall.alarms import Alarms
from tablehall.hall.commands import Command
from tablehall.hall.deadlines import wake
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Audience, News
from tablehall.journal.api import Batch, Journal, JournalError
from tablehall.journal.writer import Writer
from tablehall.net.stalls import Stalls, clock

log = structlog.get_logger("tablehall.net")

CONGESTED = 20_000
"""So many answers waiting for the journal, and no more is read until it has caught up."""
TOGETHER = 1_000
"""So many decisions are remembered together at most: nobody waits for a commit that is larger."""
ALIVE_EVERY = 2.0
BEAT, LATE = 250, 250
"""How often the pipeline looks at the clock at least while anything is due some time, and how much later than
it wanted it does so when the hall has stood still: half a second of standing still is noticed for sure."""
NEVER = 1 << 62
GIVEN_BACK = 100
"""So many tables get the time back in one pass."""
DUE_AT_ONCE = 500
"""So many alarms ring in one pass."""
PASSES = 2
"""After so many passes of the loop everything has been read that had arrived before the first."""
COUNTED = (
    "commits",
    "commit_microseconds",
    "connections",
    "messages",
    "refused_connections",
    "slow_readers_dropped",
    "stood_still",
    "stood_still_milliseconds",
)
"""What is shown from the beginning, also when there was none yet."""


class Clock:
    """Milliseconds since the epoch that never run backwards, whatever is done to the machine's clock while we
    run. It goes on while the machine sleeps, where the system has such a clock."""

    def __init__(self) -> None:
        source = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
        self._steady: Callable[[], float] = time.monotonic  # on Windows
        if source is not None:
            self._steady = partial(time.clock_gettime, source)
        self._start = time.time() - self._steady()

    def __call__(self) -> int:
        return int((self._start + self._steady()) * 1000)


class Flushing(Protocol):
    """Somebody who writes at the end of a pass."""

    def flush(self) -> None: ...


class Listener(Flushing, Protocol):
    """What the pipeline knows of a connection."""

    def write(self, data: bytes) -> None: ...
    def tell(self, news: News, seat: int | None) -> None: ...
    def ring(self, name: str) -> None: ...
    def uncongested(self) -> None: ...


Waiting = tuple[int, bytes | None, Decision, Callable[[], None] | None]
"""Who has asked for a decision and how they are answered when it is remembered, the decision with its news,
and what else is to be done then. (A plain tuple: there is one for every move.)"""
NOTHING = Decision()


class Waiter:
    """Somebody who waits for a decision outside of any conversation."""

    def __init__(self, brought: "asyncio.Future[Decision]") -> None:
        self.brought = brought
        self.bring = brought.set_result

    def waits(self) -> None:
        pass

    def goes_on(self) -> None:
        pass

    def failed(self, doing: str, *, logged: bool = False) -> None:
        self.brought.set_exception(RuntimeError(f"{doing} failed"))


class Pipeline:
    """Everything that runs on the loop hangs in this pipeline."""

    def __init__(
        self,
        hall: Hall,
        journal: Journal,
        *,
        clock: Callable[[], int] | None = None,
        broken: Callable[[JournalError], None] = lambda _: None,
        loop: asyncio.AbstractEventLoop | None = None,
        writer: Callable[..., Writer] = Writer,
        beat: int = BEAT,
    ) -> None:
        self.hall = hall
        self.loop = loop or asyncio.get_running_loop()
        self.clock = clock or Clock()
        self.alarms = Alarms()
        self.connections: dict[int, Listener] = {}
        self.addresses: Counter[tuple[str, str]] = Counter()
        self.counts: Counter[str] = Counter(dict.fromkeys(COUNTED, 0))
        self.congested = False
        self.stalls = Stalls()
        self.latency = self.stalls.latency
        self.gauges: dict[str, Callable[[], float]] = {}
        """More to be measured, by name."""
        self._handed_over = 0.0
        self._broken = broken
        self._next_conn = 0
        self._dirty: list[Flushing] = []
        self._scheduled = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self._look_at = NEVER
        """When we want to look at the clock again."""
        self._beat = beat
        self._waking = False
        self._now = 0
        self._pending: list[Waiting] = []
        self._flying: list[Waiting] = []
        """What is being remembered; nothing: no commit is on its way."""
        self._settling: list[asyncio.Future[None]] = []
        self._writer = writer(journal, self._committed_off_loop, self._failed_off_loop)
        hall.decided = lambda decision: self.submit(0, decision)
        self._alive_handle = self.loop.call_later(0, self._alive)

    # Connections.

    def number_from(self, first: int) -> None:
        """Give connections numbers above this one."""
        self._next_conn = first

    def connect(self, listener: Listener) -> int:
        """A number for a new connection."""
        self._next_conn += 1
        self.connections[self._next_conn] = listener
        return self._next_conn

    def disconnect(self, conn: int) -> None:
        self.connections.pop(conn, None)

    def dirty(self, connection: Flushing) -> None:
        """This connection has something to write at the end of the pass."""
        self._dirty.append(connection)
        if not self._scheduled:
            self._soon()

    def alarm(self, conn: int, name: str, after: int | None) -> None:
        """Have a connection's alarm ring after so many milliseconds; None: not at all."""
        self.alarms.set((conn, name), None if after is None else self.now() + after)
        if after is not None:
            self._soon()

    # Decisions.

    def now(self) -> int:
        """The time: one for everything in a pass of the loop."""
        if not self._now:
            self._now = self._look()
            self._soon()
        return self._now

    def _look(self) -> int:
        """Look at the clock; that it is later than we wanted is noted."""
        now = self.clock()
        if self._beat and now > self._look_at + LATE:  # without a beat time may leap
            self._stood_still(now, now - self._look_at)
        return now

    def _stood_still(self, now: int, lost: int) -> None:
        """We come so much later than we wanted to: nobody shall lose anything by it. Whoever notices it first
        is here, so it is noted before anything that has arrived meanwhile is looked at; and what takes long
        now, before the next deadline is looked at, counts again."""
        self._look_at = now
        log.warning("the hall stood still", milliseconds=lost)
        self.counts["stood_still"] += 1
        self.counts["stood_still_milliseconds"] += lost
        self.alarms.postpone(lost)
        self.hall.now = max(self.hall.now, now)
        self.hall.stood_still(lost)
        self.loop.call_soon(self._give_back)

    def _give_back(self) -> None:
        """Give the time back to those tables that nobody has asked for before."""
        hall = self.hall
        if hall.owed:
            hall.now = max(hall.now, self.now())
            hall.give_back(list(itertools.islice(hall.owed, GIVEN_BACK)))
            self.loop.call_soon(self._give_back)

    def submit(
        self,
        conn: int,
        decision: Decision,
        answer: bytes | None = None,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Remember a decision, then answer, then tell its news, then do what follows."""
        pending = self._pending
        if not pending and not self._flying and not decision.remembers():
            self._tell((conn, answer, decision, then))
        else:
            pending.append((conn, answer, decision, then))
            if len(pending) > CONGESTED:
                self.congested = True
        if not self._scheduled:
            self._soon()

    def hurry(self) -> None:
        """Have what was decided remembered now, and not at the end of the pass."""
        if self._pending and not self._flying:
            self._hand_over()

    async def decide(self, command: Command) -> Decision:
        """What the hall decides on a command, for callers that can wait."""
        run = self.hall.peers.run
        if run is None:
            return self.hall.handle(command, self.now())
        waiter = Waiter(self.loop.create_future())
        run(waiter, "deciding", lambda: waiter.bring(self.hall.handle(command, self.now())), ())
        return await waiter.brought

    def answer(self, conn: int, data: bytes) -> None:
        """Send something after everything decided so far."""
        if not self._pending and not self._flying:
            listener = self.connections.get(conn)
            if listener is not None:
                listener.write(data)
        else:
            self._pending.append((conn, data, NOTHING, None))
            if len(self._pending) > CONGESTED:
                self.congested = True

    def wake(self) -> None:
        """Something may be due: it is done when what has arrived in time was read."""
        self._timer, self._now = None, 0
        self._look_at, self._waking = self.now(), True
        self.loop.call_soon(self._read_first, PASSES)

    def _read_first(self, passes: int) -> None:
        if passes:
            self.loop.call_soon(self._read_first, passes - 1)
        else:
            self._waking = False
            self.do_what_is_due()

    def do_what_is_due(self) -> None:
        """What is due now happens; if it is very much, others have their turn in between."""
        began, self._now = clock(), 0
        now = self.now()
        decision = wake(self.hall, now)
        if decision.remembers() or decision.notices:
            self.submit(0, decision)
        due: list[Any] = list(itertools.islice(self.alarms.ring(now), DUE_AT_ONCE))
        for conn, name in due:
            listener = self.connections.get(conn)
            if listener is not None:
                listener.ring(name)
        self._soon()
        self.stalls.noted(clock() - began, "deadlines")

    def _soon(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self.loop.call_soon(self._end_of_pass)

    def _end_of_pass(self) -> None:
        self._scheduled, self._now = False, 0
        if self._dirty:
            dirty, self._dirty = self._dirty, []
            for listener in dirty:
                listener.flush()
        if self._pending and not self._flying:  # last: the writer's thread would be in the way of the rest
            self._hand_over()
        if self._settling and self.idle:
            settling, self._settling = self._settling, []
            for settled in settling:
                if not settled.done():  # who waited may have given up
                    settled.set_result(None)
        self._set_timer()

    def _set_timer(self) -> None:
        dues = [due for due in (self.hall.alarms.next(), self.alarms.next()) if due is not None]
        if self._waking:
            return
        if not dues:
            if self._timer is None:
                self._look_at = NEVER
            return
        due = min(dues)
        if self._timer is not None:
            if self._timer_at <= due:
                return
            self._timer.cancel()
        now = self._look()
        self._look_at = self._timer_at = max(now, min(due, now + self._beat) if self._beat else due)
        self._timer = self.loop.call_later((self._timer_at - now) / 1000 + 0.0005, self.wake)

    # The journal.

    def _hand_over(self) -> None:
        """Have what is pending remembered; if there is nothing to remember in it, it is told at once, and in
        the next pass it goes on with the rest."""
        waiting = self._pending
        if len(waiting) > TOGETHER:
            waiting, self._pending = waiting[:TOGETHER], waiting[TOGETHER:]
        else:
            self._pending = []
        batch = Batch([decision for _, _, decision, _ in waiting])
        if batch:
            self._flying = waiting
            self.counts["commits"] += 1
            self._handed_over = clock()
            self._writer.submit(batch)
        else:
            self._tell_all(waiting)
            self._read_on()
            self._soon()

    def _committed_off_loop(self, batch: Batch) -> None:
        self.loop.call_soon_threadsafe(self._committed)

    def _committed(self) -> None:
        began = clock()
        remembered, self._flying = self._flying, []
        took = began - self._handed_over  # by a finer clock than the loop has, which counts milliseconds
        self.counts["commit_microseconds"] += int(took * 1e6)
        self.latency.commit.noted(took)
        self._tell_all(remembered)
        self.latency.tell.noted(clock() - began)
        self._read_on()
        self._soon()
        self.stalls.noted(clock() - began, "news of a commit")

    def _read_on(self) -> None:
        """The journal has caught up, as far as it must have before more is read."""
        if self.congested and len(self._pending) < CONGESTED // 2:
            self.congested = False
            for listener in list(self.connections.values()):
                listener.uncongested()

    @property
    def idle(self) -> bool:
        """Whether everything decided so far is remembered and told."""
        return not self._flying and not self._pending

    def _tell_all(self, remembered: list[Waiting]) -> None:
        for waiting in remembered:
            self._tell(waiting)

    def _tell(self, waiting: Waiting) -> None:
        conn, answer, decision, then = waiting
        if answer is not None and (listener := self.connections.get(conn)) is not None:
            listener.write(answer)
        if decision.notices:
            self.tell_news(decision.notices)
        if then is not None:
            then()

    def tell_news(self, notices: Sequence[tuple[Audience, News]]) -> None:
        """Tell news of what is remembered, now."""
        connections = self.connections
        for audience, news in notices:
            if audience:
                news.shared = {}
                for heard_by, seat in audience:
                    listener = connections.get(heard_by)
                    if listener is not None:
                        listener.tell(news, seat)
                news.shared = None

    def _failed_off_loop(self, error: JournalError, final: bool) -> None:
        self.loop.call_soon_threadsafe(self._failed, error, final)

    def _failed(self, error: JournalError, final: bool) -> None:
        log.error("the journal cannot be written", why=str(error), giving_up=final)
        self.congested = True
        if final:
            self._broken(error)

    def _alive(self) -> None:
        """Note now and then that the hall is up: what is lost in a crash is given back."""
        if self.hall.tables:
            decision = self.hall.deciding(self.now())
            decision.keep(facts.Alive(decision.now, self.hall.peers.node))
            self.submit(0, decision)
        self._alive_handle = self.loop.call_later(ALIVE_EVERY, self._alive)

    async def settled(self) -> None:
        """Wait until everything decided so far is remembered and told."""
        if not self.idle:
            self._settling.append(self.loop.create_future())
            await self._settling[-1]

    def stop(self) -> None:
        """Commit what is left and stop writing."""
        self._alive_handle.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._writer.stop()


def safely(what: str, function: Callable[..., Any], *args: Any) -> bool:
    """Call a session; whatever it raises harms nobody but is logged. True if all went well."""
    try:
        function(*args)
    except Exception:
        log.exception("a session failed", doing=what)
        return False
    return True
