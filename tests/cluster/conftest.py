"""A hall of three nodes that the tests share, and nodes of one's own for those that break something."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from tablehall_lab.services.nats import RunningNats, running_nats
from tablehall_lab.services.nodes import RunningNode, running_nodes
from tests.cluster.trio import Pair, Trio
from tests.cluster.visitors import House, Person, Pipe
from tests.conftest import RunningHall
from tests.postgres import RunningPostgres, running_postgres
from tests.protocols.boards.player import everybody as at_boards
from tests.protocols.eriantys.clients import Client, HouseClient
from tests.protocols.shelfie.house_guest import HouseGuest
from tests.protocols.shelfie.player import Player as ShelfiePlayer

NAMES = ("alpha", "beta", "gamma")
PATIENT = """stall_warning = 0
[cluster.times]
beat = 200
dead_after = 20000
[doors.mia.settings]
answer = 1500
join_window = 500
person_pause = 0
"""
"""Nobody is taken for dead on a busy machine where nobody dies."""
BRITTLE = """
[cluster.times]
beat = 200
dead_after = 2500
"""


class Cluster:
    """Three nodes, each with its doors."""

    def __init__(self, nodes: list[RunningNode], folder: Path) -> None:
        self.nodes = nodes
        self.halls = [RunningHall(folder / node.name) for node in nodes]
        """The same nodes, for clients that know of one server only."""
        for hall, node in zip(self.halls, nodes, strict=True):
            hall.doors = node.doors

    def log(self) -> str:
        """What all of them have logged."""
        return "\n".join(f"{node.name}: {log}" for node in self.nodes if (log := node.log()))


@pytest.fixture(scope="session")
def nats() -> Iterator[RunningNats]:
    """Three NATS servers."""
    with running_nats(3) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[RunningPostgres]:
    """The database."""
    with running_postgres() as running:
        yield running


@pytest.fixture(scope="session")
def cluster(
    nats: RunningNats, postgres: RunningPostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    """Three nodes to which nothing is done; nothing to worry about is logged there."""
    folder = tmp_path_factory.mktemp("cluster")
    with running_nodes(NAMES, folder, postgres.new_hall(), nats.urls, settings=PATIENT) as nodes:
        running = Cluster(nodes, folder)
        yield running
        assert not running.log()


@pytest.fixture
def new_cluster(
    nats: RunningNats, postgres: RunningPostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Cluster]]:
    """Three nodes for one test alone, which may end some of them."""
    with ExitStack() as stack:

        def start() -> Cluster:
            folder = tmp_path_factory.mktemp("cluster")
            nodes = running_nodes(NAMES, folder, postgres.new_hall(), nats.urls, settings=BRITTLE)
            return Cluster(stack.enter_context(nodes), folder)

        yield start


@pytest_asyncio.fixture
async def pair() -> AsyncIterator[Pair]:
    nodes = Pair()
    for node in nodes.nodes.values():
        node.beat()
    await nodes.rest()
    yield nodes
    for node in nodes.nodes.values():
        node.pipeline.stop()


@pytest_asyncio.fixture
async def trio() -> AsyncIterator[Trio]:
    nodes = Trio()
    everybody = list(nodes.nodes.values())
    for node in everybody:
        node.beat()
    await nodes.rest()
    yield nodes
    for node in everybody:
        node.pipeline.stop()


@pytest.fixture(autouse=True)
async def _everybody_goes_home() -> AsyncIterator[None]:
    yield
    while at_boards:
        await at_boards.pop().leave()
    while Client.everybody:
        await Client.everybody.pop().close()
    while HouseClient.everybody:
        await HouseClient.everybody.pop().close()
    while ShelfiePlayer.here:
        await ShelfiePlayer.here[-1].leaves()
    while HouseGuest.here:
        await HouseGuest.here[-1].leaves()
    while House.here:
        await House.here[-1].closes()
    while Pipe.here:
        await Pipe.here[-1].closes()
    while Person.here:
        await Person.here[-1].leave()
