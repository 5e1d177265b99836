"""The known ways to break the product: each still fits the source, and what is broken is noticed."""

import subprocess
import sys
from pathlib import Path

import pytest

CATALOGUE = Path(__file__).resolve().parents[2] / "src/tablehall_lab/mutations/mutations.toml"
HARMLESS = """
[[mutation]]
name = "harmless"
breaks = "a comment has changed"
file = "src/tablehall/net/lines.py"
before = "{before}"
after = "Lines made of bytes"
caught_by = ["tests/net/test_lines.py::test_what_was_skipped_is_not_kept"]
"""


def mutations(*arguments: str) -> tuple[int, str]:
    """What the script says, and its exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "tablehall_lab.mutations", *arguments], capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def test_every_mutation_still_fits_the_source() -> None:
    code, said = mutations("--check")
    assert code == 0, said
    assert int(said.split()[0]) >= 40


@pytest.mark.timeout(600)
def test_who_catches_a_mutation_is_told_and_a_survivor_is_named(tmp_path: Path) -> None:
    listed = tmp_path / "list.toml"
    harmless = HARMLESS.format(before="Lines out of a stream of bytes")
    listed.write_text(CATALOGUE.read_text("utf-8") + harmless, "utf-8")
    code, said = mutations("--catalogue", str(listed), "line-limit-off-by-one", "harmless")
    assert code == 1
    assert "test_lines.py::test_a_line_too_long_is_refused_once_and_skipped_to_its_end" in said
    assert "NOBODY, although a comment has changed" in said
    assert "1 of 2 mutations were caught" in said
    assert "Survivors: harmless" in said


@pytest.mark.parametrize("before", ["nothing like this", "self"])
def test_a_mutation_must_fit_in_exactly_one_spot(tmp_path: Path, before: str) -> None:
    listed = tmp_path / "list.toml"
    listed.write_text(HARMLESS.format(before=before))
    code, said = mutations("--check", "--catalogue", str(listed))
    assert code == 1
    assert "No longer exactly one spot to change: harmless" in said


@pytest.mark.parametrize("checker", ["tests/net/test_nothing.py", "tests/net/test_lines.py::test_nothing"])
def test_whoever_should_catch_a_mutation_must_be_there(tmp_path: Path, checker: str) -> None:
    listed = tmp_path / "list.toml"
    known = HARMLESS.format(before="Lines out of a stream of bytes")
    listed.write_text(known.replace("tests/net/test_lines.py::test_what_was_skipped_is_not_kept", checker))
    code, said = mutations("--check", "--catalogue", str(listed))
    assert code == 1
    assert f"There is no such test: {checker}." in said


def test_an_unknown_name_is_refused() -> None:
    code, said = mutations("no-such-mutation")
    assert code == 1
    assert "no-such-mutation" in said
