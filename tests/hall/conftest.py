"""The hall's tests play on a stage that checks every log once more when the test is over."""

from collections.abc import Iterator

import pytest

from tests.hall.stage import Stage


@pytest.fixture
def stage() -> Iterator[Stage]:
    """An empty hall."""
    stage = Stage()
    yield stage
    stage.check_logs()
