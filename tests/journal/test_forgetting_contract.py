"""What every journal forgets when it is told to, and what none does: the contract, for those of the house."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.journal.api import Journal
from tablehall.journal.forgetting_contract import *  # noqa: F403 (every test of the contract)
from tests.journal.sqlite_states import STATES
from tests.journal.test_contract import opened


@pytest.fixture(params=["memory", *STATES, "postgres"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    with opened(request, tmp_path) as journal:
        yield journal
