"""What every journal forgets when it is told to, and what none does: tests for pytest, used as those of
`contract.py`."""

from typing import Any

import pytest

from tablehall.hall.decision import IndexEntry
from tablehall.journal.api import THE_FIRST, Batch, Journal

ANNA, BOB = 7, 8


def a_game(table: int, at: int, *happened: str, status: str = "finished", contest: bool = False) -> Batch:
    """A whole game with Anna and Bob, and what else happened there."""
    seats = [f'{{"what":"sat","seat":{seat},"person":{who}}}' for seat, who in enumerate((ANNA, BOB))]
    if contest:
        seats = [f'{{"what":"drawn","people":[{ANNA},0,{BOB}]}}']
    told = ['{"what":"opened"}', *seats, *happened, '{"what":"ended"}']
    batch = Batch()
    batch.records = [(table, seq, line.encode()) for seq, line in enumerate(told)]
    seed = "ab" * 32 if status == "live" else ""
    people = () if status == "live" else (ANNA, BOB)
    batch.index = [IndexEntry(table, "chess", status, at, people, seed, b"{}", contest)]
    return batch


def file_all(journal: Any) -> None:
    """What is not in an index yet waits: here nothing shall."""
    if hasattr(journal, "file_everything"):
        journal.file_everything()


def known(journal: Journal) -> dict[int, int]:
    """The tables that are known, and how many records there are of each."""
    return {table: len(journal.log(table)) for table in range(1, 40) if journal.table(table) is not None}


def forget_games(journal: Journal, before: int, *, contests: bool = False) -> list[int]:
    after, found = THE_FIRST, []
    file_all(journal)
    while True:
        games, upto = journal.old_games(before, after, contests=contests)
        found += [game.table for game in games]
        journal.forget_games(games)
        while journal.tidy():
            pass
        if upto is None:
            return found
        after = upto


def test_games_that_are_over_and_old_are_forgotten(journal: Journal) -> None:
    for table in range(1, 36):
        journal.commit(a_game(table, table * 10))
    assert forget_games(journal, 330) == list(range(1, 33))
    assert known(journal) == {33: 4, 34: 4, 35: 4}
    assert all(journal.log(table) == [] for table in range(1, 33))
    for person in (ANNA, BOB):
        assert [found.table for found in journal.tables(person=person)] == [35, 34, 33]
    assert forget_games(journal, 330) == []


@pytest.mark.parametrize("status", ["live", "saved"])
def test_a_game_that_goes_on_is_not_forgotten(journal: Journal, status: str) -> None:
    journal.commit(a_game(1, 10, status=status))
    journal.commit(a_game(2, 10, status="closed"))
    assert forget_games(journal, 10**9) == [2]
    assert known(journal) == {1: 4}
    assert [found.number for found in journal.live_tables()] == ([1] if status == "live" else [])


def test_a_game_that_was_ever_saved_is_not_forgotten(journal: Journal) -> None:
    """The save, or a copy of it that went on elsewhere, has its beginning there."""
    journal.commit(a_game(1, 10, '{"what":"saved","name":"x","put_away":false}'))
    journal.commit(a_game(2, 10, '{"what":"said","text":"{\\"what\\":\\"saved\\"}"}'))
    assert forget_games(journal, 10**9) == [2]
    assert known(journal) == {1: 5}


def test_facts_are_not_forgotten_with_games(journal: Journal) -> None:
    batch = a_game(1, 10)
    batch.kept = [("person", "7", b"scores"), ("save", "chess/x", b"a save")]  # type: ignore[list-item]
    journal.commit(batch)
    assert forget_games(journal, 10**9) == [1]
    assert journal.kept() == {"person": {"7": b"scores"}, "save": {"chess/x": b"a save"}}


def test_games_of_contests_are_forgotten_apart(journal: Journal) -> None:
    for table in range(1, 25):
        journal.commit(a_game(table, table * 10, contest=table % 2 == 0))
    file_all(journal)
    while journal.forget_contests(200):
        pass
    assert sorted(known(journal)) == [*range(1, 20, 2), 20, 21, 22, 23, 24]
    assert forget_games(journal, 200) == [*range(1, 20, 2)]
    assert known(journal) == {20: 3, 21: 4, 22: 3, 23: 4, 24: 3}
    assert [found.table for found in journal.tables(person=BOB)] == [24, 23, 22, 21, 20]


def test_the_oldest_games_of_contests_go_when_they_are_too_large(journal: Journal) -> None:
    assert journal.contests_before(0) == 0
    for table in range(1, 11):
        journal.commit(a_game(table, table * 10, "x" * 2_000, contest=True))
    file_all(journal)
    assert journal.contests_before(10 * 3_000) == 0
    before = journal.contests_before(4 * 2_500)
    while journal.forget_contests(before):
        pass
    assert sorted(known(journal)) == [7, 8, 9, 10]
    assert journal.contests_before(4 * 2_500) == 0


def test_what_a_contest_left_among_played_games_can_be_found(journal: Journal) -> None:
    """Files of an earlier version do not tell them apart."""
    journal.commit(a_game(1, 10))
    unmarked = a_game(2, 10, contest=True)
    unmarked.index = [entry._replace(contest=False) for entry in unmarked.index]
    journal.commit(unmarked)
    assert forget_games(journal, 100, contests=True) == [2]
    assert known(journal) == {1: 4}
