"""The writer: batch after batch in order, trying again for a while, giving up in the end."""

import threading
from collections.abc import Iterator

import pytest

from tablehall.journal import writer as writing
from tablehall.journal.api import Batch, JournalError
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.writer import Writer

PATIENCE = 10.0


class Notebook(MemoryJournal):
    """A journal whose next commits go wrong in ways the test has prepared."""

    def __init__(self) -> None:
        super().__init__()
        self.troubles: list[Exception] = []
        self.gate = threading.Event()
        self.gate.set()
        self.commits = 0

    def commit(self, batch: Batch) -> None:
        assert self.gate.wait(PATIENCE)
        if self.troubles:
            raise self.troubles.pop(0)
        self.commits += 1
        super().commit(batch)


class Desk:
    """A notebook, a writer, and what the writer reports."""

    def __init__(self) -> None:
        self.journal = Notebook()
        self.done: list[Batch] = []
        self.lengths: list[int] = []
        self.failures: list[tuple[str, bool]] = []
        self.finished = threading.Semaphore(0)
        self.writer: Writer | None = None

    def start(self, retry_for: float = 30.0) -> Writer:
        self.writer = Writer(self.journal, self._note, self._fail, retry_for=retry_for)
        return self.writer

    def _note(self, batch: Batch) -> None:
        self.lengths.append(len(self.journal.log(1)))
        self.done.append(batch)
        self.finished.release()

    def _fail(self, error: JournalError, final: bool) -> None:
        self.failures.append((str(error), final))
        if final:
            self.finished.release()

    def wait(self, reports: int = 1) -> None:
        for _ in range(reports):
            assert self.finished.acquire(timeout=PATIENCE)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(writing, "RETRY_EVERY", 0.001)
    desk = Desk()
    yield desk
    desk.journal.gate.set()
    if desk.writer is not None:
        desk.writer.stop()


def record(number: int) -> Batch:
    batch = Batch()
    batch.records.append((1, number, b"%d" % number))
    return batch


def test_batches_are_committed_and_reported_in_order(desk: Desk) -> None:
    writer = desk.start()
    batches = [record(number) for number in range(50)]
    for batch in batches:
        writer.submit(batch)
    desk.wait(50)
    assert desk.done == batches
    assert desk.lengths == list(range(1, 51))
    assert desk.journal.log(1) == [b"%d" % number for number in range(50)]


def test_nothing_is_reported_before_it_is_committed(desk: Desk) -> None:
    writer = desk.start()
    desk.journal.gate.clear()
    writer.submit(record(0))
    assert not desk.finished.acquire(timeout=0.05)
    assert desk.done == []
    desk.journal.gate.set()
    desk.wait()
    assert len(desk.done) == 1


def test_a_batch_is_one_commit_however_much_is_in_it(desk: Desk) -> None:
    writer = desk.start()
    batch = Batch()
    batch.records = [(1, number, b"") for number in range(1000)]
    writer.submit(batch)
    desk.wait()
    assert desk.journal.commits == 1


def test_it_tries_again_and_keeps_the_order(desk: Desk) -> None:
    desk.journal.troubles = [JournalError("full"), JournalError("still full")]
    writer = desk.start()
    writer.submit(record(0))
    writer.submit(record(1))
    desk.wait(2)
    assert desk.failures == [("full", False), ("still full", False)]
    assert desk.journal.log(1) == [b"0", b"1"]


def test_it_gives_up_in_the_end_and_writes_nothing_more(desk: Desk) -> None:
    desk.journal.troubles = [JournalError("broken")] * 1000
    writer = desk.start(retry_for=0.02)
    writer.submit(record(0))
    writer.submit(record(1))
    desk.wait()
    assert desk.failures[-1] == ("broken", True)
    assert all(not final for _, final in desk.failures[:-1])
    desk.journal.troubles = []
    writer.stop()
    assert desk.done == []
    assert desk.journal.log(1) == []


@pytest.mark.parametrize("surprise", [ValueError("odd"), OverflowError("too big"), KeyError(1)])
def test_it_does_not_die_silently_of_a_surprise(desk: Desk, surprise: Exception) -> None:
    desk.journal.troubles = [surprise]
    writer = desk.start()
    writer.submit(record(0))
    desk.wait()
    ((text, final),) = desk.failures
    assert final
    assert type(surprise).__name__ in text
    assert desk.done == []


def test_stopping_commits_what_was_submitted(desk: Desk) -> None:
    writer = desk.start()
    for number in range(20):
        writer.submit(record(number))
    writer.stop()
    assert len(desk.journal.log(1)) == 20
    assert len(desk.done) == 20


def test_stopping_does_not_wait_for_ever(desk: Desk) -> None:
    writer = desk.start()
    desk.journal.gate.clear()
    writer.submit(record(0))
    writer.stop(timeout=0.02)
    assert desk.done == []


def test_other_work_is_done_between_two_commits(desk: Desk) -> None:
    writer = desk.start()
    seen: list[int] = []
    for number in range(3):
        writer.submit(record(number))
        writer.run(lambda journal: seen.append(len(journal.log(1))))
    writer.stop()
    assert seen == [1, 2, 3]
