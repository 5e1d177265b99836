"""What the page costs is measured rightly, and what is too much is told and fails."""

import os
from typing import Any

import pytest
from typer.testing import CliRunner

from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.page import browser, report
from tablehall_lab.bench.page.browser import MARK, cpu_until_paint, longest_of, of_the_marked, tasks_of
from tablehall_lab.bench.page.drags import SHELF, path_of
from tablehall_lab.bench.page.report import Figure, Wanted, measure
from tablehall_lab.cli.bench import bench
from tests.browser.chromium import find


def thread(tid: int, name: str) -> dict[str, Any]:
    return {"name": "thread_name", "pid": 1, "tid": tid, "args": {"name": name}}


def task(tid: int, ts: int, dur: int, tdur: int) -> dict[str, Any]:
    return {"name": "ThreadControllerImpl::RunTask", "pid": 1, "tid": tid, "ts": ts, "dur": dur, "tdur": tdur}


TRACE = [
    thread(1, "CrRendererMain"),
    thread(2, "Compositor"),
    task(1, 100, 9_000, 2_000),
    task(2, 100, 99_000, 99_000),
    {"name": "firstContentfulPaint", "pid": 1, "tid": 1, "ts": 300},
    task(1, 200, 5_000, 4_000),
    task(1, 400, 7_000, 1_000),
    {"name": "ThreadControllerImpl::RunTask", "pid": 1, "tid": 1, "ts": 500},
]
"""Tasks of a page and of another thread, one of them cut off by the end; and when something was seen."""
OTHERS = [{**event, "pid": 2, "dur": 99_000} for event in TRACE]
"""The same of a page of the browser's own."""


def test_only_tasks_of_the_page_count() -> None:
    assert [one.get("dur") for one in tasks_of(TRACE)] == [9_000, 5_000, 7_000, None]


def test_only_the_page_that_has_marked_itself_counts() -> None:
    mark = {"name": MARK, "pid": 1, "tid": 1, "ts": 600}
    assert of_the_marked([*OTHERS, *TRACE, mark]) == [*TRACE, mark]


def test_the_longest_task_is_told_by_cpu_and_by_the_clock_on_the_wall() -> None:
    assert longest_of(tasks_of(TRACE)) == (4, 9)
    assert longest_of([]) == (0, 0)


def test_work_counts_until_something_is_seen() -> None:
    assert cpu_until_paint(TRACE) == 6


@pytest.mark.parametrize(
    ("move", "path"),
    [
        (
            {"type": "step", "r": 1, "c": 4, "to_r": 3, "to_c": 4},
            ['[role=gridcell][aria-label^="e2,"]', '[role=gridcell][aria-label^="e4,"]'],
        ),
        ({"type": "place", "r": 9, "c": 0}, ['[role=gridcell][aria-label^="a10,"]']),
        (
            {"type": "pick", "tiles": [{"x": 1, "y": 2}, {"x": 1, "y": 3}]},
            ['[data-part="tile:1,2"]', '[data-part="tile:1,3"]', SHELF],
        ),
        (
            {"type": "to_island", "student": 2, "island": 7},
            ['[data-part="entrance:2"]', '[data-part="island:7"]'],
        ),
        ({"type": "next"}, []),
    ],
)
def test_a_move_is_a_path_of_the_pointer(move: dict[str, Any], path: list[str]) -> None:
    assert path_of(move) == path


def test_a_figure_above_its_limit_is_too_much() -> None:
    assert not Figure("x", 16, "ms", 16).too_much
    assert not Figure("x", 99, "ms").too_much
    assert Figure("x", 16.1, "ms", 16).too_much
    assert "16.1 ms        16 ms  too much so" in str(Figure("x", 16.1, "ms", 16, "so"))


@pytest.mark.parametrize(("value", "code"), [(16, 0), (17, 1)])
def test_a_check_fails_with_what_is_too_much(
    monkeypatch: pytest.MonkeyPatch, value: float, code: int
) -> None:
    monkeypatch.setattr(report, "measure", lambda wanted: [Figure("x", value, "ms", 16)])
    assert CliRunner().invoke(bench, ["page", "--check"]).exit_code == code
    assert CliRunner().invoke(bench, ["page"]).exit_code == 0


@pytest.mark.parametrize("words", [["--only", "drags,speed"], ["--game", "speed"]])
def test_what_is_not_measured_is_refused(words: list[str]) -> None:
    said = CliRunner().invoke(bench, ["page", *words])
    assert said.exit_code == 1
    assert "There is no 'speed' to measure; choose from" in said.output


def test_a_missing_browser_is_told_with_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEHALL_BROWSER", "/no/browser")
    with pytest.raises(BenchError, match="apt install chromium"):
        browser.program()


def test_everything_is_measured_in_a_real_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    found, around = find()
    for name, value in {**around, "TABLEHALL_BROWSER": found}.items():
        if os.environ.get(name) != value:
            monkeypatch.setenv(name, value)
    figures = measure(Wanted(games=("chess",), rounds=1, tables=20, changes=10, seconds=0.5))
    names = [figure.name for figure in figures]
    assert len(names) == 9
    assert names[0] == "longest task of a pull, chess"
    assert all(figure.value > 0 for figure in figures if figure.name != "fonts among them")
    found_bytes = {figure.name: figure.value for figure in figures if figure.unit == "kB"}
    until = "bytes until the first board"
    assert found_bytes[until] < found_bytes[f"{until}, by gzip"] - 4
