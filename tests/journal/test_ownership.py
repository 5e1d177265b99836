"""Several nodes and one database: a table is owned by one of them at a time."""

import contextlib
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.hall.facts import Row
from tablehall.hall.recovery import Remembered
from tablehall.journal.api import Batch, JournalError, NotOwner
from tablehall.journal.postgres import UNTOLD, PostgresJournal
from tablehall.journal.writer import Writer
from tests.journal.tricky_line import tricky_line
from tests.postgres import RunningPostgres


class Nodes(Protocol):
    """Opens the journal of a node, in the same database as the others of the test."""

    def __call__(self, name: str, **how: Any) -> PostgresJournal: ...


@pytest.fixture
def url(postgres: RunningPostgres) -> str:
    return postgres.new_hall()


@pytest.fixture
def node(url: str) -> Iterator[Nodes]:
    with ExitStack() as opened:

        def start(name: str, **how: Any) -> PostgresJournal:
            journal = opened.enter_context(PostgresJournal(url, owner=name, **how))
            assert isinstance(journal, PostgresJournal)
            return journal

        yield start


def records(table: int, *numbers: int, status: str = "") -> Batch:
    """Records of a table; the first of them opens it."""
    batch = Batch()
    batch.records = [(table, number, b"%d.%d" % (table, number)) for number in numbers]
    status = status or ("live" if 0 in numbers else "")
    if status:
        batch.index = [
            IndexEntry(table, "chess", status, 0, (), "ab" * 32 if status == "live" else "", b"{}")
        ]
    return batch


def everything(postgres: RunningPostgres, url: str) -> list[Any]:
    """All that the database holds."""
    names = ("log", "tables", "players", "snapshots", "kept", "owners")
    return [postgres.sql(f"SELECT * FROM {name} ORDER BY 1, 2", url=url) for name in names]


def numbers(tables: list[Remembered]) -> list[int]:
    return [table.number for table in tables]


def test_a_node_sees_its_own_tables_and_a_reader_all(node: Nodes) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    b.commit(records(2, 0))
    assert numbers(a.live_tables()) == [1]
    assert numbers(b.live_tables()) == [2]
    assert numbers(node("", read_only=True).live_tables()) == [1, 2]
    assert (a.log(2), b.table(1) is not None) == ([b"2.0"], True)


def test_what_another_node_owns_cannot_be_written(node: Nodes, postgres: RunningPostgres, url: str) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    b.commit(records(2, 0))
    before = everything(postgres, url)
    mixed = records(1, 1)
    mixed.records += [(2, 1, b"mine"), (3, 0, b"new")]
    mixed.index = [IndexEntry(3, "chess", "live", 0, (7,), "ab" * 32, b"{}")]
    mixed.kept = [Row("person", "7", b"anna")]
    mixed.snapshots = [(2, 1, b"snapshot")]
    with pytest.raises(NotOwner, match="owns the tables 1:") as refused:
        b.commit(mixed)
    assert refused.value.tables == (1,)
    assert everything(postgres, url) == before


@pytest.mark.parametrize("status", ["live", "finished", "saved"])
def test_what_is_known_of_anothers_table_cannot_be_changed(
    node: Nodes, postgres: RunningPostgres, url: str, status: str
) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    before = everything(postgres, url)
    with pytest.raises(NotOwner) as refused:
        b.commit(records(1, status=status))
    assert refused.value.tables == (1,)
    assert everything(postgres, url) == before


def test_a_table_that_nobody_opened_belongs_to_nobody(node: Nodes) -> None:
    a = node("a")
    with pytest.raises(NotOwner):
        a.commit(records(1, 5))
    assert a.log(1) == []


def test_the_tables_of_a_dead_node_are_taken_over_and_go_on(node: Nodes) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0, 1))
    a.commit(records(2, 0))
    a.commit(records(3, 0))
    a.commit(records(3, 1, status="finished"))
    a.commit(records(4, 0))
    a.commit(records(4, 1, status="saved"))
    b.commit(records(5, 0))
    got = b.claim(dead_owner="a")
    assert [(table.number, table.lines) for table in got] == [(1, [b"1.0", b"1.1"]), (2, [b"2.0"])]
    b.commit(records(1, 2))
    b.commit(records(4, 2, status="live"))
    assert numbers(b.live_tables()) == [1, 2, 4, 5]


def test_a_table_is_taken_over_with_the_records_just_before_its_snapshot(node: Nodes) -> None:
    a, b = node("a"), node("b")
    for table, snapshot in ((1, UNTOLD + 8), (2, 3)):
        batch = records(table, *range(UNTOLD + 10))
        batch.snapshots = [(table, snapshot, b"snapshot")]
        a.commit(batch)
    assert a.live_tables()[0].lines == [b"1.%d" % (UNTOLD + 9)]
    got = b.claim(dead_owner="a")
    assert [table.snapshot for table in got] == [b"snapshot"] * 2
    assert got[0].lines == [b"1.%d" % number for number in range(9, UNTOLD + 10)]
    assert got[1].lines == b.log(2)


def test_a_stale_owners_commit_is_refused_and_changes_nothing(
    node: Nodes, postgres: RunningPostgres, url: str
) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    b.claim(dead_owner="a")
    before = everything(postgres, url)
    facts = Batch()
    facts.kept = [Row("hall", "numbers", b"1")]
    for stale in (records(1, 1), records(9, 0), facts):
        with pytest.raises(NotOwner, match="taken over everything of 'a'") as refused:
            a.commit(stale)
        assert refused.value.tables == ()
    assert everything(postgres, url) == before
    assert a.live_tables() == []


def test_one_table_is_handed_over_and_the_rest_goes_on(node: Nodes) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    a.commit(records(2, 0))
    assert numbers(b.claim([1, 77], dead_owner="a")) == [1]
    with pytest.raises(NotOwner) as refused:
        a.commit(records(1, 1))
    assert refused.value.tables == (1,)
    a.commit(records(2, 1))
    b.commit(records(1, 1))
    assert numbers(a.claim([1], dead_owner="b")) == [1]
    a.commit(records(1, 2))
    with pytest.raises(NotOwner):
        b.commit(records(1, 3))


def test_a_node_that_was_taken_for_dead_may_come_back(node: Nodes) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    b.claim(dead_owner="a")
    a.close()
    again = node("a")
    assert again.epoch > b.epoch
    again.commit(records(2, 0))
    with pytest.raises(NotOwner):
        again.commit(records(1, 1))


def test_an_epoch_that_is_over_is_refused_even_under_the_same_name(
    node: Nodes, postgres: RunningPostgres, url: str
) -> None:
    a = node("a")
    a.commit(records(1, 0))
    postgres.sql("SELECT begin_epoch('a')", url=url)
    with pytest.raises(NotOwner):
        a.commit(records(1, 1))


def test_a_table_claimed_in_a_later_epoch_is_refused_by_the_insert_itself(
    node: Nodes, postgres: RunningPostgres, url: str
) -> None:
    a = node("a")
    a.commit(records(1, 0))
    postgres.sql("UPDATE owners SET epoch = epoch + 1", url=url)
    with pytest.raises(NotOwner) as refused:
        a.commit(records(1, 1))
    assert refused.value.tables == (1,)
    assert a.log(1) == [b"1.0"]


def test_of_several_that_claim_at_once_one_gets_everything(node: Nodes) -> None:
    dead = node("dead")
    for table in range(1, 31):
        dead.commit(records(table, 0))
    heirs = [node(name) for name in "abc"]
    at_once = threading.Barrier(len(heirs))
    got: dict[str, list[int]] = {}

    def claim(heir: PostgresJournal) -> None:
        at_once.wait()
        got[heir.owner] = numbers(heir.claim(dead_owner="dead"))

    threads = [threading.Thread(target=claim, args=(heir,)) for heir in heirs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(len, got.values())) == [0, 0, 30]
    for heir in heirs:
        assert numbers(heir.live_tables()) == got[heir.owner]


def test_whoever_claims_while_a_batch_is_written_sees_all_of_it_or_nothing(node: Nodes) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    committed = [0]

    def play() -> None:
        with contextlib.suppress(NotOwner):
            while True:
                a.commit(records(1, len(committed)))
                committed.append(len(committed))

    player = threading.Thread(target=play)
    player.start()
    (found,) = b.claim(dead_owner="a")
    player.join()
    assert found.lines == [b"1.%d" % number for number in committed]
    b.commit(records(1, len(committed)))


def test_a_hall_that_was_alone_becomes_one_of_several(node: Nodes) -> None:
    alone = node("")
    alone.commit(records(1, 0))
    alone.close()
    assert numbers(node("a").claim(dead_owner="")) == [1]


def test_nobody_claims_from_their_own_name(node: Nodes) -> None:
    with pytest.raises(JournalError, match="cannot take over from itself"):
        node("a").claim(dead_owner="a")


def test_a_node_that_was_taken_for_dead_claims_nothing(node: Nodes) -> None:
    a, b, c = node("a"), node("b"), node("c")
    c.commit(records(1, 0))
    b.claim(dead_owner="a")
    with pytest.raises(NotOwner):
        a.claim(dead_owner="c")
    assert numbers(c.live_tables()) == [1]


def test_a_claim_survives_a_session_that_ends(node: Nodes, postgres: RunningPostgres) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    b.claim(dead_owner="a")
    postgres.sql("SELECT pg_terminate_backend($1, 10000)", b._read("SELECT pg_backend_pid()")[0][0])
    b.commit(records(1, 1))
    assert b.log(1) == [b"1.0", b"1.1"]


@pytest.mark.parametrize("answers", [0, 1, 2])
def test_a_claim_whose_answer_is_lost_is_found_out(
    node: Nodes, postgres: RunningPostgres, url: str, answers: int
) -> None:
    a = node("a")
    a.commit(records(1, 0))
    with tricky_line(postgres.folder) as line:
        far = postgres.url(url.partition("search_path=")[2], at=line.folder)
        with PostgresJournal(far, owner="b") as b:
            assert isinstance(b, PostgresJournal)
            assert b.claim(dead_owner="nobody") == []
            line.spare = answers  # one for the new epoch, one for the tables, one for what is in them
            line.lose_answer.set()
            with pytest.raises(JournalError, match="No PostgreSQL answers"):
                b.claim(dead_owner="a")
            got = numbers(b.live_tables() or b.claim(dead_owner="a"))
            assert got == [1]
            b.commit(records(1, 1))
    with pytest.raises(NotOwner):
        a.commit(records(1, 1))


def test_the_writer_does_not_try_again_what_a_stale_owner_wrote(node: Nodes) -> None:
    a, b = node("a"), node("b")
    a.commit(records(1, 0))
    b.claim(dead_owner="a")
    told = threading.Event()
    failures: list[tuple[JournalError, bool]] = []

    def failed(error: JournalError, final: bool) -> None:
        failures.append((error, final))
        told.set()

    writer = Writer(a, lambda _: told.set(), failed)
    writer.submit(records(1, 1))
    assert told.wait(30)
    writer.stop()
    ((error, final),) = failures
    assert (type(error), final) == (NotOwner, True)
