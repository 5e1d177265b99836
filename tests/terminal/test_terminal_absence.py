"""What happens when a player stays away, wished for at a new table."""

import asyncio

import pytest

from tablehall.client import Guest
from tablehall.games import house_games
from tablehall.games.api import Absence
from tablehall.protocols.house.render import game_card
from tablehall.terminal.absence import absence_words, read_absence
from tablehall.terminal.commands import COMMANDS
from tablehall.terminal.times import WishError
from tablehall.terminal.wishes import read_wishes
from tests.client.guests import PATIENCE, a_name, guest, heard, house
from tests.conftest import RunningHall

GAMES = {name: game_card(game) for name, game in house_games().items()}
PATIENT = Absence(grace=600_000, pause=True, then="stay", alone=20_000)


@pytest.mark.parametrize(
    ("written", "absence"),
    [
        ("5m", Absence(grace=300_000)),
        ("30s,stay", Absence(grace=30_000, then="stay")),
        ("Pause, 2h", Absence(grace=7_200_000, pause=True)),
        ("1m,pause,forfeit,alone=20s,all-gone=1h", Absence(60_000, True, "forfeit", 20_000, 3_600_000)),
        ("grace=0s,all_gone=0s", Absence(grace=0, all_gone=0)),
        ("", Absence()),
    ],
)
def test_an_absence_is_written_shortly(written: str, absence: Absence) -> None:
    assert read_absence(written, Absence()) == absence


def test_what_is_not_written_is_as_usual_in_the_game() -> None:
    assert read_absence("5m", PATIENT) == Absence(300_000, True, "stay", 20_000)
    assert read_absence("go-on,forfeit", PATIENT) == Absence(600_000, False, "forfeit", 20_000)


@pytest.mark.parametrize("absence", [PATIENT, *(card.absence for card in GAMES.values())])
def test_an_absence_is_shown_as_it_is_written(absence: Absence) -> None:
    assert read_absence(absence_words(absence), Absence()) == absence


@pytest.mark.parametrize("written", ["soon", "5m,sleep", "alone", "alone=long", "forever=1h", "pause=5m"])
def test_what_is_no_absence_is_refused(written: str) -> None:
    with pytest.raises(WishError, match="5m,pause,forfeit"):
        read_absence(written, Absence())


def test_an_absence_is_one_of_the_wishes_for_a_table_and_the_help_says_so() -> None:
    wishes = read_wishes("dama absence=2m title=Quick", GAMES)
    assert wishes.more == {"absence": Absence(grace=120_000, pause=True), "title": "Quick"}
    assert not wishes.options
    assert "absence=" in COMMANDS["open"].help


async def test_the_win_over_whoever_stays_away_longer_than_was_wished_can_be_claimed(
    hall: RunningHall,
) -> None:
    async with guest(hall, "anna") as anna:
        annas = await read_wishes("tictactoe private absence=0s", GAMES).open(anna)
        async with Guest(house(hall), name=a_name("bob")) as bob:
            await bob.join(annas.number, annas.code)
            await heard(annas, 3)
        async with asyncio.timeout(PATIENCE):
            async for _ in annas:
                if annas.claims:
                    await annas.claim("win")
        assert annas.outcome is not None
        assert (annas.outcome.winners, annas.outcome.reason) == ((0,), "absent")
