"""The table of returns, lived through: every cell at its door, in simulated time."""

from collections.abc import Iterable

import pytest

from tablehall.hall.hall import Limits
from tablehall_lab.sim.run import listening
from tests.presence.document import PAGE, Cell, Returns
from tests.presence.journey import travel
from tests.presence.parties import PARTIES

RETURNS = Returns(PAGE.read_text())
PLACES = sorted({(cell.door, cell.where) for cell in RETURNS.cells()})


def wrong(returns: Returns, cells: Iterable[Cell]) -> list[str]:
    """The cells in which something else happens than the table says, in words."""
    found = []
    for cell in cells:
        logged: list[str] = []
        with listening(logged):
            seen = travel(PARTIES[cell.door], cell)
        expected, outcome = returns.expected(cell), seen.outcome()
        if logged:
            found.append(f"{cell}: something failed: {logged[0]}")
        elif outcome != expected:
            found.append(f"{cell}: expected {expected}, but {outcome}; {seen}")
    return found


@pytest.mark.parametrize(("door", "where"), PLACES)
def test_who_returns_finds_what_the_table_says(door: str, where: str) -> None:
    cells = [cell for cell in RETURNS.cells() if (cell.door, cell.where) == (door, where)]
    assert len(cells) in (25, 75)
    mistakes = wrong(RETURNS, cells)
    assert not mistakes, "\n".join(mistakes)


@pytest.mark.parametrize(
    ("row", "instead", "cell"),
    [
        (
            "| mia | any | any | registered | 15 min, a day | registers again |",
            "| mia | any | any | registered | 15 min, a day | kept |",
            Cell("mia document", "tab", "one", "registered", "15 min"),
        ),
        (
            "| pipes | cable | any | on turn, not on turn | 5 s | kept, not at once |",
            "| pipes | cable | any | on turn, not on turn | 5 s | kept |",
            Cell("pipes original", "cable", "all", "on turn", "5 s"),
        ),
        (
            "| house | any | one | invitation | a day | table gone |",
            "| house | any | one | invitation | a day | table waits |",
            Cell("house live", "server stopped", "one", "invitation", "a day"),
        ),
    ],
)
def test_a_table_that_says_something_else_is_found_wrong(row: str, instead: str, cell: Cell) -> None:
    text = PAGE.read_text()
    assert text.count(row) == 1
    (mistake,) = wrong(Returns(text.replace(row, instead)), [cell])
    assert mistake.startswith(f"{cell}: expected")


def test_a_cell_that_lasts_otherwise_would_have_ended_otherwise() -> None:
    """So the test does look at what happens: in the same cells, a little later, the table is wrong."""
    cells = [Cell("boards document", "tab", "one", "on turn", long) for long in ("40 s", "3 min")]
    short, long = (travel(PARTIES[cell.door], cell) for cell in cells)
    assert (short.outcome(), long.outcome()) == ("kept", "forfeit")
    assert short.goes_on
    assert not long.goes_on


def test_a_game_for_which_there_is_no_room_is_refused_and_comes_back_when_there_is() -> None:
    party = PARTIES["eriantys"]("on turn")
    for player in (party.one, party.other):
        player.close_tab()
    party.bottle.wait(900_000)
    assert party.bottle.hall.tables == {}
    room, party.bottle.hall.limits = party.bottle.hall.limits, Limits(tables=0)
    party.one.come_back()
    assert party.one.heard[-1]["message"] == "GameDontExistError"
    party.bottle.hall.limits = room
    party.one.come_back()
    assert "GameStarted" in [message["message"] for message in party.one.heard]
