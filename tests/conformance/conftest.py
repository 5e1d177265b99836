"""The pages are executed against a server of their own."""

from collections.abc import Iterator

import pytest

from tests.conftest import RunningHall, close_and_look


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """A server of its own for this folder: nobody else leaves a table there that waits."""
    running = RunningHall(tmp_path_factory.mktemp("hall"))
    running.start()
    yield running
    close_and_look([running])
