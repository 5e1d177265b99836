"""The table of returns as a document: it says one thing about everything that can happen."""

import pytest

from tests.presence.document import PAGE, Cell, Returns
from tests.presence.journey import GOINGS, LONG, OUTCOMES, REFINED
from tests.presence.parties import PARTIES

TEXT = PAGE.read_text()
RETURNS = Returns(TEXT)
ROW = "| pipes | any | one | waiting | any | table gone |\n"


def test_every_cell_is_covered_by_exactly_one_row() -> None:
    assert not RETURNS.mistakes()


def test_the_table_is_about_every_door_and_everything_that_is_tried() -> None:
    assert {cell.door for cell in RETURNS.cells()} == set(PARTIES)
    assert RETURNS.whats == list(GOINGS)
    assert RETURNS.longs == list(LONG)
    assert set(RETURNS.outcomes) == {*OUTCOMES.values(), *REFINED}
    assert len(list(RETURNS.cells())) == 2800


def test_every_place_is_one_that_a_door_has_and_no_place_is_left_out() -> None:
    named = {(door, where) for doors, wheres, _ in RETURNS.places for door in doors for where in wheres}
    assert named == {(door, where) for door, party in PARTIES.items() for where in party.places}


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (ROW, "", "no row covers: pipes document | tab | one | waiting | 5 s"),
        (ROW, ROW + ROW, "2 rows cover: pipes document | tab | one | waiting | 5 s"),
        (
            ROW,
            ROW.replace("table gone", "all lost"),
            "no such outcome: pipes | any | one | waiting | any | all lost",
        ),
        (
            ROW,
            ROW + ROW.replace("| one |", "| nobody |"),
            "covers nothing: pipes | any | nobody | waiting | any | table gone",
        ),
        ("| eriantys | waiting,", "| eriantys | waiting, waiting,", "two lines name the place: eriantys"),
        (
            ROW,
            ROW.replace("| any | table", "| 5 s, 40 s | table"),
            "no row covers: pipes document | tab | one | waiting | 3 min",
        ),
    ],
)
def test_a_mistake_in_the_table_is_found(before: str, after: str, found: str) -> None:
    assert TEXT.count(before) == 1
    mistakes = Returns(TEXT.replace(before, after)).mistakes()
    assert any(mistake.startswith(found) for mistake in mistakes), mistakes


def test_a_page_without_the_table_is_no_page() -> None:
    with pytest.raises(AssertionError, match="no table with the header"):
        Returns(TEXT.replace("| door | what went |", "| door | what |"))


def test_a_doors_name_stands_for_its_dialects_and_for_no_other_door() -> None:
    cell = Cell("pipes document", "tab", "one", "waiting", "5 s")
    (row,) = [row for row in RETURNS.rows if row.covers(cell)]
    assert row.covers(cell._replace(door="pipes original"))
    assert not row.covers(cell._replace(door="pipeshop document"))
