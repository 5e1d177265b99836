"""Measuring journals: every kind, in the same run, and no hall is touched by it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablehall.cli.commands import app
from tablehall.journal.memory import MemoryJournal
from tablehall_lab.bench.journal import GAME, Found, compare, games
from tests.postgres import RunningPostgres

SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tablehall_bench%'"


def test_every_kind_is_measured_and_nothing_is_left_behind(
    postgres: RunningPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[tuple[str, int, float]] = []

    def tell(found: Found, ratio: float) -> None:
        told.append((found.kind, found.size, ratio))

    found = compare(postgres.url(), (1, 4), 0.01, tell)
    kinds = ["SQLite", "memory", "PostgreSQL"]
    assert [(kind, size) for kind, size, _ in told] == [(kind, size) for size in (1, 4) for kind in kinds]
    assert [ratio for kind, _, ratio in told if kind == "SQLite"] == [1.0, 1.0]
    assert all(one.records == one.commits * one.size > 0 for one in found)
    assert postgres.sql(SCHEMAS) == []
    assert list(tmp_path.iterdir()) == []


def test_what_is_measured_is_whole_games_one_after_the_other() -> None:
    journal, batches = MemoryJournal(), games(3)
    for _ in range(2 * GAME + 1):
        journal.commit(next(batches))
    finished = journal.tables(status="finished")
    assert len(finished) == 6
    assert all(len(journal.log(listing.table)) == GAME for listing in finished)


def test_a_database_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = [
        "bench",
        "journal",
        "--database",
        "postgres://127.0.0.1:1/hall",
        "--batch",
        "1",
        "--seconds",
        "0.01",
    ]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 1
    assert "No PostgreSQL answers at 127.0.0.1:1" in result.output
