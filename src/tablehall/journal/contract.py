"""What every journal promises, whatever it is made of: tests for pytest, for the journals of others too.

    import pytest

    pytest.register_assert_rewrite("tablehall.journal.contract")
    from tablehall.journal.contract import *

    @pytest.fixture
    def journal(tmp_path):
        with Mine(f"mine://{tmp_path}") as journal:
            yield journal

What is to be forgotten, and what is not, is in `forgetting_contract.py`, to be used in the same way.
"""

from typing import Any

import pytest

from tablehall.hall import records
from tablehall.hall.decision import IndexEntry
from tablehall.journal.api import Batch, Journal, JournalError, Listing, whole_log

SEED = "ab" * 32


def batch(**parts: list[Any]) -> Batch:
    batch = Batch()
    for name, values in parts.items():
        getattr(batch, name).extend(values)
    return batch


def lines(table: int, *numbers: int) -> list[tuple[int, int, bytes]]:
    return [(table, number, b"%d.%d" % (table, number)) for number in numbers]


def entry(
    table: int,
    status: str = "live",
    game: str = "chess",
    at: int = 0,
    people: tuple[int, ...] = (),
    seed: str = SEED,
) -> IndexEntry:
    return IndexEntry(table, game, status, at, people, seed if status == "live" else "", b"{}")


def everything(journal: Journal) -> tuple[Any, ...]:
    """All that can be read from a journal about the tables 1 to 3."""
    statuses = ("live", "finished", "closed", "saved")
    return (
        {kind: dict(facts) for kind, facts in journal.kept().items() if facts},
        sorted(journal.live_tables(), key=lambda remembered: remembered.number),
        [journal.log(table) for table in (1, 2, 3)],
        [journal.table(table) for table in (1, 2, 3)],
        [journal.tables(status=status) for status in statuses],
        [journal.tables(status=status, person=7) for status in statuses],
    )


def test_a_new_journal_is_empty(journal: Journal) -> None:
    assert everything(journal) == ({}, [], [[]] * 3, [None] * 3, [[]] * 4, [[]] * 4)


def test_a_log_keeps_its_order(journal: Journal) -> None:
    journal.commit(batch(records=[*lines(1, 0, 1), *lines(2, 0), *lines(1, 2)], index=[entry(1), entry(2)]))
    journal.commit(batch(records=[*lines(2, 1), *lines(1, 3)]))
    assert journal.log(1) == [b"1.0", b"1.1", b"1.2", b"1.3"]
    assert journal.log(2) == [b"2.0", b"2.1"]
    assert journal.log(3) == []


def test_a_line_is_kept_to_the_byte(journal: Journal) -> None:
    line = bytes(range(256))
    journal.commit(batch(records=[(1, 0, line)], kept=[("k", "ö", line)], index=[entry(1)]))
    assert journal.log(1) == [line]
    assert journal.kept()["k"]["ö"] == line


@pytest.mark.parametrize("numbers", [(2,), (3, 2), (5,), (3, 3), (3, 5), (0,)])
def test_a_record_that_is_not_the_next_one_is_refused(journal: Journal, numbers: tuple[int, ...]) -> None:
    journal.commit(batch(records=lines(1, 0, 1, 2), index=[entry(1)]))
    before = everything(journal)
    with pytest.raises(JournalError):
        journal.commit(batch(records=[*lines(2, 0), *lines(1, *numbers)], kept=[("k", "a", b"1")]))
    assert everything(journal) == before
    journal.commit(batch(records=lines(1, 3)))


def test_a_copys_log_may_begin_anywhere_but_has_no_gaps(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 40, 41), index=[entry(1)]))
    for number in (43, 39, 0):
        with pytest.raises(JournalError):
            journal.commit(batch(records=lines(1, number)))
    journal.commit(batch(records=lines(1, 42)))
    assert journal.log(1) == [b"1.40", b"1.41", b"1.42"]


def test_all_of_a_batch_is_remembered_or_nothing(journal: Journal) -> None:
    journal.commit(
        batch(records=lines(1, 0), index=[entry(1)], snapshots=[(1, 0, b"s")], kept=[("k", "a", b"1")])
    )
    before = everything(journal)
    bad = batch(
        records=[*lines(1, 1), *lines(2, 0), *lines(1, 1)],
        index=[entry(1, "finished", people=(7,)), entry(2)],
        snapshots=[(1, 1, b"t")],
        kept=[("k", "a", None), ("k", "b", b"2")],
    )
    with pytest.raises(JournalError):
        journal.commit(bad)
    assert everything(journal) == before


def test_a_batch_may_be_tried_again(journal: Journal) -> None:
    with pytest.raises(JournalError):
        journal.commit(batch(records=lines(1, 0, 2), index=[entry(1)]))
    journal.commit(batch(records=lines(1, 0, 1), index=[entry(1)]))
    assert len(journal.log(1)) == 2


def test_facts_are_kept_replaced_and_forgotten(journal: Journal) -> None:
    journal.commit(batch(kept=[("person", "1", b"a"), ("person", "2", b"b"), ("save", "1", b"c")]))
    journal.commit(batch(kept=[("person", "1", b"d"), ("person", "2", None), ("person", "9", None)]))
    assert dict(journal.kept()["person"]) == {"1": b"d"}
    assert dict(journal.kept()["save"]) == {"1": b"c"}


def test_the_last_word_of_a_batch_counts(journal: Journal) -> None:
    journal.commit(batch(kept=[("k", "a", b"1"), ("k", "a", None), ("k", "a", b"2"), ("k", "b", b"3")]))
    assert dict(journal.kept()["k"]) == {"a": b"2", "b": b"3"}
    journal.commit(batch(kept=[("k", "b", b"4"), ("k", "b", None)]))
    assert dict(journal.kept()["k"]) == {"a": b"2"}


def test_only_live_tables_come_back(journal: Journal) -> None:
    for table, status in enumerate(("live", "finished", "closed", "saved"), 1):
        journal.commit(batch(records=lines(table, 0), index=[entry(table)]))
        journal.commit(batch(records=lines(table, 1), index=[entry(table, status)]))
    (remembered,) = journal.live_tables()
    assert (remembered.number, remembered.game, remembered.seed) == (1, "chess", bytes.fromhex(SEED))
    assert (remembered.snapshot, remembered.lines) == (None, [b"1.0", b"1.1"])


def test_a_live_table_comes_back_from_its_snapshot_and_the_log_since(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 0, 1, 2), index=[entry(1)]))
    journal.commit(batch(records=lines(1, 3, 4), snapshots=[(1, 3, b"third")]))
    (remembered,) = journal.live_tables()
    assert (remembered.snapshot, remembered.lines) == (b"third", [b"1.4"])
    journal.commit(batch(records=lines(1, 5), snapshots=[(1, 5, b"fifth")]))
    (remembered,) = journal.live_tables()
    assert (remembered.snapshot, remembered.lines) == (b"fifth", [])
    assert len(journal.log(1)) == 6


def test_a_copy_comes_back_from_its_snapshot(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 40, 41), index=[entry(1)], snapshots=[(1, 40, b"copy")]))
    (remembered,) = journal.live_tables()
    assert (remembered.snapshot, remembered.lines) == (b"copy", [b"1.41"])


def test_a_table_that_is_over_leaves_no_snapshot(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 0), index=[entry(1)], snapshots=[(1, 0, b"old")]))
    journal.commit(batch(records=lines(1, 1), index=[entry(1, "saved")]))
    journal.commit(batch(records=lines(1, 2), snapshots=[(1, 2, b"too late")]))
    journal.commit(batch(records=lines(1, 3), index=[entry(1)]))
    (remembered,) = journal.live_tables()
    assert (remembered.snapshot, len(remembered.lines)) == (None, 4)


def test_what_is_put_away_and_brought_back_in_one_batch_keeps_its_new_snapshot(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 40), index=[entry(1)], snapshots=[(1, 40, b"old")]))
    both = [entry(1, "saved"), entry(1)]
    journal.commit(batch(records=lines(1, 41, 42, 43), index=both, snapshots=[(1, 42, b"new")]))
    (remembered,) = journal.live_tables()
    assert (remembered.snapshot, remembered.lines) == (b"new", [b"1.43"])


def test_a_snapshot_in_the_middle_of_a_batch(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 0), index=[entry(1)]))
    journal.commit(batch(records=lines(1, *range(1, 9)), snapshots=[(1, 3, b"third")]))
    (remembered,) = journal.live_tables()
    assert remembered.snapshot == b"third"
    assert remembered.lines == [b"1.%d" % number for number in range(4, 9)]


def test_the_last_snapshot_of_a_batch_counts(journal: Journal) -> None:
    two = [(1, 2, b"second"), (1, 5, b"fifth")]
    journal.commit(batch(records=lines(1, *range(8)), index=[entry(1)], snapshots=two))
    (remembered,) = journal.live_tables()
    assert (remembered.snapshot, remembered.lines) == (b"fifth", [b"1.6", b"1.7"])


def test_what_is_said_after_the_end_is_in_the_log(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 0, 1), index=[entry(1)]))
    journal.commit(batch(records=lines(1, 2), index=[entry(1, "finished", people=(7,))]))
    for number in (3, 4):
        journal.commit(batch(records=lines(1, number)))
        assert journal.log(1) == [b"1.%d" % n for n in range(number + 1)]
    with pytest.raises(JournalError):
        journal.commit(batch(records=lines(1, 4)))


def test_what_is_said_after_the_end_in_the_batch_of_the_end(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 0, 1), index=[entry(1)]))
    journal.commit(batch(records=lines(1, 2, 3, 4), index=[entry(1, "finished")]))
    assert len(journal.log(1)) == 5


def test_a_table_put_away_goes_on_in_its_own_log(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 0), index=[entry(1)]))
    journal.commit(batch(records=lines(1, 1), index=[entry(1, "saved")]))
    journal.commit(batch(records=lines(1, 2), index=[entry(1)]))
    journal.commit(batch(records=[*lines(2, 0), *lines(1, 3)], index=[entry(2)]))
    assert journal.log(1) == [b"1.0", b"1.1", b"1.2", b"1.3"]
    assert [len(remembered.lines) for remembered in sorted(journal.live_tables(), key=str)] == [4, 1]


def finished_games(journal: Journal) -> None:
    for table, (game, at, people) in enumerate(
        [("chess", 10, (7, 8)), ("chess", 30, (8,)), ("mia", 20, (7,)), ("mia", 30, (7, 9))], 1
    ):
        journal.commit(batch(index=[entry(table, "finished", game, at, people)]))
    journal.commit(batch(index=[entry(5, "closed", "mia", 40, (7,)), entry(6, "live", "mia", 50)]))


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [4, 2, 3, 1]),
        ({"game": "chess"}, [2, 1]),
        ({"game": "go"}, []),
        ({"person": 7}, [4, 3, 1]),
        ({"person": 7, "game": "mia"}, [4, 3]),
        ({"person": 99}, []),
        ({"before": 30}, [3, 1]),
        ({"before": 10}, []),
        ({"before": 31, "person": 8}, [2, 1]),
        ({"limit": 2}, [4, 2]),
        ({"limit": 1, "before": 30, "game": "mia"}, [3]),
        ({"status": "closed"}, [5]),
        ({"status": "closed", "person": 7}, [5]),
        ({"status": "live"}, [6]),
    ],
)
def test_games_are_listed_by_what_is_known_of_them(
    journal: Journal, wanted: dict[str, Any], found: list[int]
) -> None:
    finished_games(journal)
    assert [listing.table for listing in journal.tables(**wanted)] == found


def test_one_table_is_looked_up(journal: Journal) -> None:
    finished_games(journal)
    assert journal.table(3) == Listing(3, "mia", "finished", 20, b"{}")
    assert journal.table(99) is None


def test_the_latest_word_about_a_table_counts(journal: Journal) -> None:
    journal.commit(batch(index=[entry(1, "live"), entry(1, "finished", at=9, people=(7,))]))
    journal.commit(batch(index=[entry(1, "finished", at=9, people=(7,))]))
    assert [listing.table for listing in journal.tables(person=7)] == [1]


def test_a_copys_whole_log_goes_back_to_the_very_beginning(journal: Journal) -> None:
    def said(number: int) -> bytes:
        return records.encode(records.Said(number, 0, "", "x", str(number)))

    def reopened(table: int, number: int, origin: int) -> bytes:
        return records.encode(records.Reopened(number, 0, "", table, "s", origin))

    journal.commit(batch(records=[(1, number, said(number)) for number in range(5)], index=[entry(1)]))
    copy = [(2, 3, reopened(2, 3, 1)), (2, 4, said(40)), (2, 5, said(50))]
    journal.commit(batch(records=copy, index=[entry(2)]))
    journal.commit(batch(records=[(3, 5, reopened(3, 5, 2)), (3, 6, said(60))], index=[entry(3)]))
    assert whole_log(journal, 1) == journal.log(1)
    assert whole_log(journal, 2) == journal.log(1)[:3] + journal.log(2)
    assert whole_log(journal, 3) == journal.log(1)[:3] + journal.log(2)[:2] + journal.log(3)
    assert whole_log(journal, 9) == []


def test_what_is_read_does_not_change_afterwards(journal: Journal) -> None:
    journal.commit(batch(records=lines(1, 0), index=[entry(1)], kept=[("k", "a", b"1")]))
    kept, log, live = journal.kept(), journal.log(1), journal.live_tables()
    journal.commit(batch(records=lines(1, 1), kept=[("k", "a", b"2"), ("k", "b", b"3")]))
    assert (dict(kept["k"]), log, live[0].lines) == ({"a": b"1"}, [b"1.0"], [b"1.0"])
