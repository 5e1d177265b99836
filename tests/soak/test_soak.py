"""A soak in small: a healthy hall is flat, and whatever piles up is seen."""

import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tablehall_lab.soak.chart import BANDS, draw
from tablehall_lab.soak.judge import Sample, Verdict, bytes_a_game, growth, judge
from tablehall_lab.soak.run import soak

MIB = 2**20
SAMPLE = Sample(0.0, 80 * MIB, 60, 6, 40, 20, 3 * MIB, 0)


def samples(**rising: float) -> list[Sample]:
    """A hundred samples of a healthy hall, noise included; some figures rise by so much in all."""
    chance = random.Random(1)
    found = []
    for n in range(100):
        here = chance.randrange(30, 60)
        noise = {"memory": chance.randrange(MIB // 2), "descriptors": 22 + here + chance.randrange(2)}
        figures = {"memory": 80 * MIB, "descriptors": 0, "threads": 6}
        told = {
            name: int(base + noise.get(name, 0) + rising.get(name, 0) * n / 99)
            for name, base in figures.items()
        }
        found.append(Sample(3.0 * n, connections=here, tables=20, on_disk=n * 9000, games=n, **told))
    return found


def not_flat(found: list[Sample], tolerance: float = 0.05) -> list[str]:
    return [verdict.name for verdict in judge(found, {}, tolerance) if not verdict.flat]


def test_a_healthy_hall_passes(tmp_path: Path) -> None:
    report = soak(tmp_path, 12.0, players=24, seed=3, tolerance=0.25)
    assert not report.problems
    assert [verdict.name for verdict in report.verdicts if not verdict.flat] == []
    assert report.healthy
    assert [how for _, how in report.restarts] == ["SIGKILL"]
    assert report.records > 50
    assert len(report.came) >= 5


def test_what_goes_up_and_down_is_flat() -> None:
    assert not_flat(samples()) == []


def test_memory_that_leaks_slowly_is_seen() -> None:
    assert not_flat(samples(memory=12 * MIB)) == ["memory"]
    assert not_flat(samples(memory=12 * MIB), tolerance=0.2) == []


def test_sockets_that_are_left_open_are_seen() -> None:
    assert not_flat(samples(descriptors=20)) == ["descriptors but connections"]


def test_threads_that_never_end_are_seen() -> None:
    assert not_flat(samples(threads=4)) == ["threads"]


def test_what_rises_only_in_the_warm_up_is_no_leak() -> None:
    early = [Sample(3.0 * n, (40 + min(n, 38)) * MIB, 60, 6, 40, 20, n, n) for n in range(100)]
    assert not_flat(early) == []


def test_one_spike_bends_no_line() -> None:
    points = [(float(n), 10.0) for n in range(50)]
    assert growth(points) == 0
    points[49] = (49.0, 500.0)
    assert growth(points) == 0
    assert growth([(float(n), 2.0 * n) for n in range(50)]) == pytest.approx(98)


def test_games_that_take_more_and_more_room_are_seen() -> None:
    assert bytes_a_game({"chess": ([1000, 1100] * 20, 20), "mia": ([300] * 30, 15)}).flat
    assert not bytes_a_game({"chess": ([1000] * 20 + [1500] * 20, 20)}).flat


def test_too_few_games_say_nothing_about_their_size() -> None:
    assert bytes_a_game({"chess": ([1000, 9000], 1)}) == Verdict(
        "bytes a game, late for early", 1.0, 0.0, 0.25
    )


def test_too_short_a_soak_is_no_proof() -> None:
    with pytest.raises(ValueError, match="soak longer"):
        judge([SAMPLE], {}, 0.05)


def test_the_chart_shows_every_figure_and_every_restart() -> None:
    drawn = ET.fromstring(draw(samples(), [(30.0, "SIGKILL")], "A hall & its crowd"))
    name = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f"{name}polyline")) == len(BANDS)
    assert [line.get("class") for line in drawn.findall(f"{name}line")] == ["restart"] * len(BANDS)
    words = [text.text for text in drawn.findall(f"{name}text")]
    assert "KILL" in words
    assert all(band.title in words for band in BANDS)
