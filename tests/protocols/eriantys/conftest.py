"""Servers for the tests of the Eriantys protocol, each shared by those that need its kind."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.protocols.eriantys.clients import Client, HouseClient

if TYPE_CHECKING:
    from tests.conftest import RunningHall

HERE = Path(__file__).parent
QUICK = """
[doors.eriantys.settings]
ack_timeout = 300
grace = 700
empty_table = 700
"""


@pytest.fixture(autouse=True)
async def everybody_goes_home() -> AsyncIterator[None]:
    """Nobody stays connected when a test is over, however it ended."""
    yield
    while Client.everybody:
        await Client.everybody.pop().close()
    while HouseClient.everybody:
        await HouseClient.everybody.pop().close()


@pytest.fixture(scope="session")
def open_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], "RunningHall"]]:
    """Opens servers that stay open for all tests."""
    from tests.conftest import RunningHall, close_and_look

    halls: list[RunningHall] = []

    def start(settings: str) -> "RunningHall":
        running = RunningHall(tmp_path_factory.mktemp("hall"), settings)
        halls.append(running)
        running.start()
        return running

    yield start
    close_and_look(halls)


@pytest.fixture(scope="session")
def positions_hall(open_hall: Callable[[str], "RunningHall"]) -> "RunningHall":
    """Here the game begins in the middle: see positions.py."""
    return open_hall(f'games = ["{HERE / "positions.py"}"]')


@pytest.fixture(scope="session")
def rich_hall(open_hall: Callable[[str], "RunningHall"]) -> "RunningHall":
    """Here players are rich and the dice are marked: see rich_game.py."""
    return open_hall(f'games = ["{HERE / "rich_game.py"}"]')


@pytest.fixture(scope="session")
def patient_hall(open_hall: Callable[[str], "RunningHall"]) -> "RunningHall":
    """Here everybody is waited for longer than any test lasts."""
    return open_hall("doors.eriantys.settings.ack_timeout = 600000")


@pytest.fixture(scope="session")
def quick_hall(open_hall: Callable[[str], "RunningHall"]) -> "RunningHall":
    """Here nobody is waited for long."""
    return open_hall(QUICK)
