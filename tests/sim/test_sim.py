"""The hall in a bottle keeps its promises, whatever is done to it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tablehall
from tablehall_lab.sim.run import simulate


@pytest.mark.parametrize("seed", range(1, 51))
def test_a_day_passes_and_every_promise_is_kept(seed: int) -> None:
    report = simulate(seed, 24)
    assert not report.problem, f"seed {seed}: {report.problem}\n{report.trace}"


@pytest.mark.parametrize("seed", [101, 102, 103])
def test_the_real_journal_keeps_the_same_promises(seed: int) -> None:
    report = simulate(seed, 12, sqlite=True)
    assert not report.problem, f"seed {seed}: {report.problem}\n{report.trace}"


# The same seed is the same day.


def test_the_same_seed_is_the_same_day() -> None:
    one, other = simulate(7, 12), simulate(7, 12)
    assert (one.digest, one.steps, one.faults) == (other.digest, other.steps, other.faults)
    assert one.digest != simulate(8, 12).digest


def test_the_houses_players_in_a_contest_have_the_luck_of_the_seed() -> None:
    one, other = simulate(5000, 8), simulate(5000, 8)
    assert one.digest == other.digest


def test_what_is_told_elsewhere_is_compared_and_counted() -> None:
    counts = simulate(6, 24, doors=("house",)).counts
    assert counts["events redealt"] > 0
    assert counts["views redealt"] > 0


def test_another_process_has_the_same_day() -> None:
    """Nothing depends on where an object lies in memory, or on the order of a set of words."""
    source = Path(tablehall.__file__).parents[1]
    digests = []
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "tablehall", "sim", "--seed", "20", "--hours", "12"],
            env={**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.append(next(line for line in done.stdout.splitlines() if line.startswith("trace ")))
    assert digests[0] == digests[1]
