"""Says how far the tests are: a line that changes on a terminal, a new line every 15 s in a log.

Whatever fails is named at once; why it failed is told at the end, as always.
"""

import time
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter

PAUSE_IN_A_LOG = 15.0
PAUSE_ON_A_TERMINAL = 0.2


class Progress:
    """Counts the tests that are over; takes the place of the dots."""

    def __init__(self, terminal: TerminalReporter) -> None:
        self._terminal = terminal
        terminal.showfspath = False
        self._changes_its_line = terminal.isatty
        self._pause = PAUSE_ON_A_TERMINAL if terminal.isatty else PAUSE_IN_A_LOG
        self._began = self._told = time.monotonic()
        self._total = self._over = 0
        self._failed: set[str] = set()
        self._running = True

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._total = len(session.items) or self._total

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self._total = len(ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: Any) -> tuple[str, str, str] | None:
        if not self._running:
            return None
        if report.failed:
            return "failed" if report.when == "call" else "error", "", ""
        return ("passed", "", "") if report.passed and report.when == "call" else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)
            self._line(f"FAILED {report.nodeid}", red=True)
        if report.when == "teardown":
            self._over += 1
            if time.monotonic() - self._told >= self._pause:
                self._tell()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self._running = False
        if self._over:
            self._tell()
            if self._changes_its_line:
                self._terminal.line("")

    def _tell(self) -> None:
        self._told = time.monotonic()
        if self._changes_its_line:
            self._terminal.rewrite(self.so_far(), erase=True)
        else:
            self._line(self.so_far())

    def so_far(self) -> str:
        """How far the tests are."""
        minutes, seconds = divmod(int(time.monotonic() - self._began), 60)
        passed = f"  {self._over - len(self._failed):,} of {self._total:,} passed"
        failed = f", {len(self._failed)} failed" if self._failed else ""
        return f"{passed}{failed}, {minutes}:{seconds:02}"

    def _line(self, text: str, **look: bool) -> None:
        if self._changes_its_line:
            self._terminal.rewrite("", erase=True)
        self._terminal.ensure_newline()
        self._terminal.write_line(text, **look)
        self._terminal.flush()
