"""Whoever keeps the hall's books badly in the bottle is caught: clocks, logs, commits, queues."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.hall import clock, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.decision import Deciding
from tablehall.hall.table import Table
from tablehall.journal.api import Batch, JournalError
from tablehall.journal.sqlite import SqliteJournal
from tablehall.net.connection import Connection
from tablehall.net.pipeline import Pipeline
from tablehall_lab.sim.disk import DiskJournal
from tablehall_lab.sim.life import Life
from tablehall_lab.sim.run import first_broken, simulate
from tablehall_lab.sim.timeline import SECOND
from tablehall_lab.sim.trouble import crash_in_commit
from tablehall_lab.sim.world import World

# Half a commit.


def pieces(batch: Batch) -> list[Batch]:
    """Every record of a batch by itself, and everything else."""
    rest = Batch()
    rest.index, rest.kept, rest.snapshots = batch.index, batch.kept, batch.snapshots
    alone = [Batch() for _ in batch.records]
    for piece, record in zip(alone, batch.records, strict=True):
        piece.records = [record]
    return [*alone, rest] if rest else alone


class HastyJournal(DiskJournal):
    """Writes one thing after the other."""

    def write(self, batch: Batch) -> None:
        self._check(batch)
        start = len(self.disk.data)
        try:
            for piece in pieces(batch):
                self._write_unseen(piece)
        except JournalError:
            self.disk.cut(start)
            raise

    def _write_unseen(self, piece: Batch) -> None:
        """What was written a moment ago is not remembered yet, so nothing is the next one."""
        known, self._first = self._first, {}
        try:
            super().write(piece)
        finally:
            self._first = known


class FragileWorld(World):
    """The power fails in the middle of many commits."""

    def burst(self, number: int) -> None:
        super().burst(number)
        for seconds in range(2, 40, 4):
            self.timeline.after(seconds * SECOND, crash_in_commit, self)


class UnreplayedWorld(FragileWorld):
    """Only what a crash leaves is looked at."""

    def _replay(self, life: Life) -> None:
        """Left out: it would notice as well, and sooner."""


class HastyWorld(UnreplayedWorld):
    disk_journal = HastyJournal


def test_a_journal_that_writes_in_pieces_is_caught() -> None:
    problem = first_broken((7, *range(1, 60)), kind=HastyWorld, sqlite=False, doors=("house",)).problem
    assert "half a commit" in problem


def test_several_transactions_for_one_commit_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(self: SqliteJournal, batch: Batch) -> None:
        for piece in pieces(batch):
            commit(self, piece)

    commit = SqliteJournal.commit
    monkeypatch.setattr(SqliteJournal, "commit", hasty)
    problem = first_broken((31, *range(1, 60)), kind=UnreplayedWorld, sqlite=True, doors=("house",)).problem
    assert "half a commit" in problem


def test_a_whole_commit_survives_as_often_as_the_power_fails() -> None:
    for sqlite in (False, True):
        assert not simulate(1, kind=FragileWorld, sqlite=sqlite, doors=("house",)).problem


# Everything else is planted into the product itself.

Plant = Callable[[pytest.MonkeyPatch], None]


def think_for_free(plant: pytest.MonkeyPatch) -> None:
    """A move costs no time, however long it took."""

    def generous(
        spec: ClockSpec, left: tuple[int, ...], running: Sequence[int], seat: int, now: int
    ) -> tuple[int, ...]:
        return spend(spec, left, [now if then else 0 for then in running], seat, now)

    spend = clock.spend
    plant.setattr(clock, "spend", generous)


def pay_everybody(plant: pytest.MonkeyPatch) -> None:
    """What a move earns is added to all clocks."""

    def generous(spec: ClockSpec, left: tuple[int, ...], *more: Any) -> tuple[int, ...]:
        return tuple(time + spec.increment for time in spend(spec, left, *more))

    spend = clock.spend
    plant.setattr(clock, "spend", generous)


def talk_the_clock_back(plant: pytest.MonkeyPatch) -> None:
    """Whenever somebody says something, the clocks start anew."""

    def talking(self: Table, record: records.Said, hash_: str, _: object) -> tuple[Any, ...]:
        said(self, record, hash_, _)
        return self._change(record, hash_, running=tuple(then and record.at for then in self.scene.running))

    said = Table._APPLY[records.Said]
    plant.setitem(Table._APPLY, records.Said, talking)


def leave_a_gap(plant: pytest.MonkeyPatch) -> None:
    """What is said gets the number after the next."""
    _before_a_word(plant, lambda table: replace(table.scene, seq=table.scene.seq + 1))


def break_the_chain(plant: pytest.MonkeyPatch) -> None:
    """What is said stands in the log as if it were the first record."""
    _before_a_word(plant, lambda table: replace(table.scene, prev=records.GENESIS))


def _before_a_word(plant: pytest.MonkeyPatch, change: Callable[[Table], Any]) -> None:
    def writing(self: Deciding, table: Table, kind: Any, *what: Any, **more: Any) -> None:
        if kind is records.Said:
            table.scene = change(table)
        write(self, table, kind, *what, **more)

    write = Deciding.write
    plant.setattr(Deciding, "write", writing)


def take_in_everything(plant: pytest.MonkeyPatch) -> None:
    """The hall never thinks that too much waits for the journal."""
    plant.setattr(
        Pipeline, "congested", property(lambda pipeline: False, lambda pipeline, value: None), raising=False
    )


def read_everything(plant: pytest.MonkeyPatch) -> None:
    """Whatever has arrived is looked at, no matter what waits."""

    def greedy(self: Connection) -> None:
        while not self._gone and self.session is not None and self._handle_next():
            pass

    plant.setattr(Connection, "_pump", greedy)


def keep_what_nobody_reads(plant: pytest.MonkeyPatch) -> None:
    """Answers pile up for whoever does not read them."""

    def patient(self: Connection) -> None:
        out: list[Any] = self._out
        self._out = []
        if not self._gone and out:
            self.transport.write(b"".join(out))

    plant.setattr(Connection, "flush", patient)
    plant.setattr(Connection, "pause_writing", lambda self: None)


def queue_for_ever(plant: pytest.MonkeyPatch) -> None:
    """However many messages wait for their turn, one more may."""

    def patient(self: Connection, framed: bytes) -> None:
        if not self._gone:
            if not self._out:
                self.pipeline.dirty(self)
            self._out.append(framed)

    read_everything(plant)
    plant.setattr(Connection, "send", patient)


CAUGHT: list[tuple[Plant, str, int, tuple[str, ...]]] = [
    (think_for_free, "time", 1, ("house",)),
    (pay_everybody, "time", 1, ("house",)),
    (talk_the_clock_back, "clock back", 4, ("house",)),
    (leave_a_gap, "is not the next one", 1, ("house",)),
    (break_the_chain, "does not carry the hash", 1, ("house",)),
    (take_in_everything, "and nobody minds", 4, ("house",)),
    (read_everything, "is read while too many answers wait", 2, ("house",)),
    (keep_what_nobody_reads, "does not read, and is waited for", 3, ("house",)),
    (queue_for_ever, "messages wait for connection", 30, ("house", "pipes")),
]
"""What is planted, what is said of it, and a seed that shows it soon."""


@pytest.mark.parametrize(
    ("plant", "words", "seed", "doors"), CAUGHT, ids=[plant.__name__ for plant, *_ in CAUGHT]
)
def test_books_that_are_kept_badly_are_noticed(
    plant: Plant, words: str, seed: int, doors: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert words in first_broken((seed, *range(1, 60)), doors=doors).problem
