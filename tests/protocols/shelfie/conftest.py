"""A server whose every wait is short, and after each test everybody goes home."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.conftest import RunningHall, close_and_look
from tests.protocols.shelfie.house_guest import HouseGuest
from tests.protocols.shelfie.player import Player

SHORT = """
[doors.shelfie.settings]
moment = 20
ping = 600
pong = 2000
offer = 1500
alone = 700
grace = 900
"""


@pytest.fixture(scope="session")
def hasty_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """Pings every 0.6 s, disconnects after 2 s of silence, and gives up everything else sooner, too."""
    running = RunningHall(tmp_path_factory.mktemp("hall"), SHORT)
    running.start()
    yield running
    close_and_look([running])


@pytest.fixture(autouse=True)
async def everybody_goes_home() -> AsyncIterator[None]:
    yield
    for kind in (Player, HouseGuest):
        while kind.here:
            await kind.here[-1].leaves()


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """A server of its own for this folder: nobody else leaves a table there that waits. Games of the
    authors' client are left there all the time, and nobody is to be held up by them."""
    running = RunningHall(tmp_path_factory.mktemp("hall"), "doors.shelfie.settings.moment = 20")
    running.start()
    yield running
    close_and_look([running])
