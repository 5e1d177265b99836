"""The long run tells what it does, shows the figures, and names what failed."""

from pathlib import Path

import pytest

from tablehall_lab import long
from tablehall_lab.long import Step

GOOD = Step(("-c", "print('much'); print('1 of 9\\r9 of 9'); print()"), {"SEEDS": "9"})
BAD = Step(("-c", "raise SystemExit('no')"))


@pytest.fixture(autouse=True)
def _short_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(long, "parts", lambda: {"good": [GOOD], "bad": [BAD, GOOD], "worse": [BAD]})
    monkeypatch.setattr("tempfile.mkdtemp", lambda prefix: str(tmp_path))


def test_the_figures_of_a_part_are_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    long.main(["good"])
    said = capsys.readouterr().out.splitlines()
    assert said[2] == "== good"
    assert said[3].startswith("SEEDS=9 -c print")
    assert said[4] == "  9 of 9"
    assert said[5].startswith("  done in 0:")
    assert "much" in (tmp_path / "good-1.log").read_text()


def test_what_failed_is_named_when_everything_has_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="failed: bad, worse"):
        long.main([])
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if line.startswith("==")] == ["== good", "== bad", "== worse"]
    assert said.count("\n  9 of 9\n") == 2
    assert said.count("  FAILED in 0:") == 2


def test_a_part_that_is_none_is_refused() -> None:
    with pytest.raises(SystemExit, match="There is no part 'rest'; the parts: good, bad, worse"):
        long.main(["good", "rest"])
