"""A browser for the tests, and visitors who use it. A missing browser or page is a failure, never a skip."""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, Protocol

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.chromium import FLAGS, find
from tests.browser.visitor import Visitor
from tests.conftest import RunningHall, close_and_look

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "src" / "tablehall" / "web" / "index.html"
PATIENCE = 20_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser lives in one loop, and so do all who use it."""
    for item in items:
        if HERE in item.path.parents and iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


class TimedHall(RunningHall):
    """A server whose clock can be moved on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._ahead = folder / "ahead"
        self._seconds = 0
        self.variables = {"AHEAD": str(self._ahead)}

    def pass_minutes(self, minutes: int) -> None:
        """So many minutes pass at once. (Whoever is here and says nothing for 90 s is dropped: with somebody
        at their browser let one minute pass at a time, and let them do something.)"""
        self._seconds += 60 * minutes
        self._ahead.write_text(str(self._seconds))
        os.kill(self.process, signal.SIGUSR1)


@pytest.fixture
def timed_hall(tmp_path: Path) -> Iterator[TimedHall]:
    """A server of the test's own in which minutes pass when the test says so."""
    running = TimedHall(tmp_path)
    running.start()
    yield running
    close_and_look([running])


class Meet(Protocol):
    """Brings a visitor with a window of their own."""

    async def __call__(self, name: str, hall: RunningHall | None = None, **look: Any) -> Visitor: ...


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The browser of all visitors."""
    assert PAGE.exists(), "the page is not built: run ./tablehall once, or npm ci && npm run build in web/"
    expect.set_options(timeout=PATIENCE)
    program, around = find()
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=program, args=FLAGS, env=dict(around))
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def meet(browser: Browser, hall: RunningHall) -> AsyncIterator[Meet]:
    """Visitors of the shared hall (or of another one); whoever came leaves when the test is over."""
    here: list[Visitor] = []
    shared = hall

    async def arrive(name: str, hall: RunningHall | None = None, **look: Any) -> Visitor:
        visitor = await Visitor.arrive(browser, hall or shared, name, **look)
        visitor.page.set_default_timeout(PATIENCE)
        here.append(visitor)
        return visitor

    yield arrive
    for visitor in here:
        await visitor.leave()
