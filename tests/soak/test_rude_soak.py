"""A rude soak in small: honest players do not notice, and whatever they would notice is seen."""

from pathlib import Path

import pytest

from tablehall_lab.soak.attackers import KINDS
from tablehall_lab.soak.honest import harm
from tablehall_lab.soak.judge import Promise
from tablehall_lab.soak.rude import LIMITS, RudeReport, percentile, rude_soak


def test_honest_players_do_not_notice_the_attackers(tmp_path: Path) -> None:
    report = rude_soak(tmp_path, 15.0, players=2 * len(KINDS), seed=3, timed=False)
    assert not report.problems
    assert [promise for promise in report.promises if not promise.kept] == []
    assert report.kept
    assert set(report.attacks) == {kind.__name__ for kind in KINDS}
    assert report.records > 50
    assert report.came["HonestGuest"] >= 2


def test_the_shares_of_attackers_are_far_below_what_there_is() -> None:
    for name in ("people", "tables", "saves", "put_away"):
        assert 3 * getattr(LIMITS, f"{name}_per_address") < getattr(LIMITS, name)


def test_one_broken_promise_is_enough() -> None:
    kept, broken = Promise("memory", 80, 100, "MiB"), Promise("honest requests refused", 1, 0)
    assert RudeReport(1.0, promises=[kept]).kept
    assert not RudeReport(1.0, promises=[kept, broken]).kept
    assert not RudeReport(1.0, promises=[kept], problems=["an attacker was told a seed"]).kept


def test_the_slowest_hundredth_is_left_out() -> None:
    assert percentile([]) == 0
    assert percentile([0.001] * 995 + [9.0] * 5) == pytest.approx(0.001)
    assert percentile([0.001] * 900 + [9.0] * 100) == pytest.approx(9.0)


def test_what_others_were_quicker_at_is_no_harm() -> None:
    assert harm({"table_full": 3, "login_error": 0, "too_many_names": 2}) == {"too_many_names": 2}
