"""A door that has become slower than it was recorded is found out, and not by one bad minute."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablehall_lab.bench import recorded
from tablehall_lab.bench.compare import SUBJECTS, Figures, Found, Wanted
from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.recorded import Recorded, check, load, record, slower
from tablehall_lab.cli.bench import bench

WAS = Recorded(100, 3, 5, {"house": 4.0, "boards": 10.0})


def measured(**ratios: float) -> dict[str, Figures]:
    found = Found(1000, 20, 9, 0, 1, 2, 3)
    return {name: Figures(found, ratio, ratio, ratio) for name, ratio in ratios.items()}


def test_a_fifth_more_is_allowed_and_nothing_above_it() -> None:
    assert slower(WAS, measured(bare=1, house=4.79, boards=11.9)) == []
    (found,) = slower(WAS, measured(bare=1, house=4.81, boards=9))
    assert str(found) == "house: 4.81 times its peer, 1.20 times the 4.00 that is recorded"


def test_what_was_slow_once_is_measured_again_alone() -> None:
    answers = [measured(bare=1, house=6, boards=10), measured(bare=1, house=4.1)]
    asked: list[list[str]] = []

    def measure(names: Sequence[str]) -> dict[str, Figures]:
        asked.append([*names])
        return answers[len(asked) - 1]

    assert check(WAS, measure) == []
    assert asked == [["house", "boards"], ["house"]]


def test_what_is_slow_twice_is_slow() -> None:
    worse = check(WAS, lambda names: measured(**{name: 2 * WAS.ratios[name] for name in names}))
    assert [one.name for one in worse] == ["house", "boards"]


def test_what_is_not_slow_is_measured_once() -> None:
    asked = []

    def measure(names: Sequence[str]) -> dict[str, Figures]:
        asked.append(names)
        return measured(house=4, boards=10)

    assert check(WAS, measure) == []
    assert len(asked) == 1


def test_what_is_recorded_is_read_again_and_what_was_not_measured_stays(tmp_path: Path) -> None:
    file = tmp_path / "doors.json"
    record(measured(bare=1, boards=9.876, house=4), Wanted(50, 2), 3, file)
    assert load(file) == Recorded(50, 2, 3, {"house": 4.0, "boards": 9.88})
    record(measured(bare=1, house=3.5), Wanted(50, 2), 3, file)
    assert load(file).ratios == {"house": 3.5, "boards": 9.88}


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=r"nothing\.json"):
        load(tmp_path / "nothing.json")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(BenchError, match=r"bad\.json"):
        load(tmp_path / "bad.json")


@pytest.mark.parametrize(
    ("ratio", "code", "said"),
    [
        (0.01, 1, "Slower than recorded, twice in a row:\nhouse: "),
        (1000, 0, "No door costs more than 1.2 times"),
    ],
)
def test_the_command_fails_when_a_door_is_slower(
    ratio: float, code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorded, "FILE", tmp_path / "doors.json")
    record(measured(house=ratio), Wanted(tables=2, seconds=0.1), 1, recorded.FILE)
    done = CliRunner().invoke(bench, ["doors", "--check"])
    assert done.exit_code == code
    assert said in done.output + done.stderr
    assert done.output.count("\nbare") == 1 + code, "what is slow is measured twice"


def test_what_is_measured_can_be_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded, "FILE", tmp_path / "doors.json")
    words = ["--only", "house", "--tables", "1", "--seconds", "0.1", "--rounds", "1", "--no-half", "--record"]
    assert CliRunner().invoke(bench, ["doors", *words]).exit_code == 0
    assert [*load(recorded.FILE).ratios] == ["house"]


def test_everything_that_is_no_peer_is_recorded() -> None:
    was = load(recorded.FILE)
    assert [*was.ratios] == [name for name, one in SUBJECTS.items() if one.peer != name]
    assert was.rounds >= 5
