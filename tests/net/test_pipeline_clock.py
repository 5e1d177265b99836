"""The hall's own clock, whatever is done to that of the machine."""

import time

import pytest

from tablehall.net.pipeline import Clock


def test_the_clock_shows_the_time_of_the_machine() -> None:
    before = int(time.time() * 1000)
    now = Clock()()
    assert before - 50 <= now <= int(time.time() * 1000) + 50


def test_the_clock_never_runs_backwards_when_that_of_the_machine_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    before = clock()
    machine = time.time
    monkeypatch.setattr(time, "time", lambda: machine() - 3600)
    assert before <= clock() < before + 600_000
