"""Halls of versions before, opened by the server of this one."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tablehall.journal.api import Journal
from tablehall.journal.postgres import PostgresJournal
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.upgrade.callers import Caller, Json
from tablehall_lab.upgrade.store import load
from tests.conftest import RunningHall, close_and_look
from tests.postgres import RunningPostgres, running_postgres
from tests.upgrade.returned import Returned

STORED = Path(__file__).parents[1] / "data" / "upgrade"
SETTINGS = "[bots]\npause = 0\n[doors.shelfie.settings]\nping = 0\n"
Opener = Callable[..., Returned]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests talk to one server, over connections that outlive a test."""
    for item in items:
        if pytest_asyncio.is_async_test(item) and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session", params=sorted(found.name for found in STORED.iterdir()))
def stored(request: pytest.FixtureRequest) -> Path:
    """The halls of one version."""
    return STORED / str(request.param)


def opened(hall: Path, folder: Path, database: str = "") -> Returned:
    """A server of this version on a copy of a stored hall (or on a database with one), and what must be
    true of it."""
    if not database:
        load(hall, folder / "data")
    journal: Journal = PostgresJournal(database) if database else SqliteJournal(folder / "data")
    with journal:
        kept = journal.kept()
    told: Json = json.loads((hall / "description.json").read_text("utf-8"))
    running = RunningHall(folder, f'database = "{database}"\n{SETTINGS}')
    running.start()
    return Returned(running, told, kept)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def killed(stored: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Returned]:
    """The hall that was killed, and everybody back in it; its tests share it, and each goes on at other
    tables."""
    returned = opened(stored / "killed", tmp_path_factory.mktemp("killed"))
    try:
        await returned.come()
        await returned.come_by_other_doors()
        yield returned
    finally:
        await Caller.hang_up_all()
        close_and_look([returned.hall])


@pytest.fixture
def open_stored(stored: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    """Opens a hall for one test alone."""
    halls: list[RunningHall] = []

    def start(name: str, database: str = "") -> Returned:
        returned = opened(stored / name, tmp_path_factory.mktemp(name), database)
        halls.append(returned.hall)
        return returned

    yield start
    close_and_look(halls)


@pytest.fixture(scope="session")
def postgres() -> Iterator[RunningPostgres]:
    """The database server that tests share."""
    with running_postgres() as running:
        yield running
