"""Whoever waits for the tests is told how far they are."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = """
import pytest

@pytest.mark.parametrize("number", range(20))
def test_a_number(number):
    assert number != 7

def test_without_its_fixture(nothing):
    pass
"""


def run(folder: Path, *options: str) -> list[str]:
    """The lines that pytest prints about these tests."""
    (folder / "test_numbers.py").write_text(TESTS)
    (folder / "conftest.py").write_text("from tests.conftest import pytest_configure\n")
    (folder / "pytest.ini").write_text("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    command = [sys.executable, "-m", "pytest", *options]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    return done.stdout.splitlines()


def test_failures_are_told_at_once_and_the_count_at_the_end(tmp_path: Path) -> None:
    lines = run(tmp_path)
    start = lines.index("collected 21 items")
    assert lines[start + 1 : start + 3] == [
        "FAILED test_numbers.py::test_a_number[7]",
        "FAILED test_numbers.py::test_without_its_fixture",
    ]
    assert lines[start + 3].startswith("  19 of 21 passed, 2 failed, 0:")
    assert "FAILED test_numbers.py::test_a_number[7] - assert 7 != 7" in lines
    assert "1 failed, 19 passed, 1 error" in lines[-1]


def test_several_workers_are_counted_together(tmp_path: Path) -> None:
    assert any(line.startswith("  19 of 21 passed, 2 failed, 0:") for line in run(tmp_path, "-n", "2"))


def test_with_v_every_test_has_its_own_line(tmp_path: Path) -> None:
    lines = run(tmp_path, "-v")
    assert any(line.startswith("test_numbers.py::test_a_number[19] PASSED") for line in lines)
    assert not any(" of 21 passed" in line for line in lines)
