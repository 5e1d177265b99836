"""A PostgreSQL that the tests of journals share; each of them gets an empty place in it."""

from collections.abc import Iterator

import pytest

from tests.postgres import RunningPostgres, running_postgres

pytest.register_assert_rewrite("tablehall.journal.contract", "tablehall.journal.forgetting_contract")


@pytest.fixture(scope="session")
def postgres() -> Iterator[RunningPostgres]:
    """The server that tests share."""
    with running_postgres() as running:
        yield running
