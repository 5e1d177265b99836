"""Measuring nodes: every arrangement is played on real ones, beside the usual hall."""

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from tablehall.cluster.messages import Change
from tablehall_lab.bench import cluster
from tablehall_lab.bench.cluster import Found
from tablehall_lab.bench.cluster_report import Report
from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.known import Known, cards, known, people
from tablehall_lab.services.usage import cpu_of_family, cpu_seconds


@pytest.mark.timeout(300)
def test_whoever_is_elsewhere_plays_over_nats_and_whoever_is_at_the_owner_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = Report(3, 0.5)
    found, arrived = cluster.measure((3,), 3, 0.5, report.tell, 20)
    shown = {(one.nodes, one.arrangement): one for one in found}
    assert list(shown) == [
        (3, "both at the owner"),
        (3, "one elsewhere"),
        (3, "both elsewhere"),
        (0, "both at the owner"),
    ]
    for one in found:
        assert one.rate > 0
        assert one.spent.nodes > 0
        assert (one.at_owner is not None) == (one.arrangement != "both elsewhere")
        assert (one.elsewhere is not None) == (one.arrangement != "both at the owner")
        assert (one.spent.logged > 0) == (one.spent.sent > 0) == (one.nodes > 0)
    assert [came.nodes for came in arrived] == [3, 0]
    report.conclude(arrived, Known(1000.0, 10.0), Known(2000.0, 20.0))
    said = capsys.readouterr().out
    assert "a hop, nodes: 3: the author is told " in said
    assert "coming in, SQLite: " in said
    assert all(came.lobby > 0 for came in arrived)


def test_pairs_that_are_refused_fail_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall_lab.bench.guests.DRAW_MOVES", (b'{"type":"place","r":9,"c":9}',) * 9)
    told: list[Found] = []
    with pytest.raises(BenchError, match="refused"):
        cluster.measure((), 1, 0.2, told.append, 20)
    assert not told


@pytest.mark.parametrize("kind", [people, cards])
def test_what_everybody_costs_is_measured_by_the_piece(kind: Callable[[int], Iterator[Change]]) -> None:
    one = known(200, kind)
    assert 200 < one.bytes < 20_000
    assert one.microseconds > 0


def test_the_cpu_of_children_is_counted() -> None:
    child = "sum(range(10**7))"
    work = f"import subprocess, sys; subprocess.run([sys.executable, '-c', '{child}']); print(); input()"
    command = [sys.executable, "-c", work]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        assert cpu_of_family(parent.pid) > cpu_seconds(parent.pid)
        parent.communicate(b"\n")
    assert cpu_of_family(parent.pid) == 0
