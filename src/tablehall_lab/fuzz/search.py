"""Runs the search: a process of atheris for a door, fed with the pages of its protocol."""

import importlib.util
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from tablehall.server import all_doors
from tablehall_lab.fuzz.cases import corpus

LONGEST_CASE = 4096
SLOWEST = 20
"""Seconds that one case may take before it is taken for a hang."""
COVERED = re.compile(r"cov: (\d+)")


class Report(msgspec.Struct):
    """What a search has come to."""

    door: str
    cases: int = 0
    messages: int = 0
    covered: int = 0
    problem: str = ""
    case: bytes = b""


class NoAtherisError(Exception):
    """The search needs a package that is not here; says which."""


def search(
    door: str,
    seconds: int,
    *,
    seed: int = 1,
    keep: Path | None = None,
    progress: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Search for so many seconds; `keep` is a folder for what was found to lead somewhere new."""
    if importlib.util.find_spec("atheris") is None:
        raise NoAtherisError(
            "Fuzzing needs atheris (Linux): run it from a checkout after `./tablehall test` has set it up, "
            "or pip install atheris."
        )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        grown, seeds = keep or folder / "grown", folder / "pages"
        for path in (grown, seeds):
            path.mkdir(parents=True, exist_ok=True)
        for number, case in enumerate(corpus(all_doors()[door])):
            (seeds / f"page-{number:03}").write_bytes(case)
        options = [
            f"-max_total_time={seconds}",
            f"-max_len={LONGEST_CASE}",
            f"-timeout={SLOWEST}",
            f"-seed={seed}",
            f"-artifact_prefix={folder}/",
        ]
        command = [sys.executable, "-P", "-m", "tablehall_lab.fuzz.target", door, str(folder / "counted")]
        return _run(Report(door), [*command, *options, str(grown), str(seeds)], folder, progress)


def _run(report: Report, command: list[str], folder: Path, progress: Callable[[Report], None]) -> Report:
    said: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said = [*said[-200:], line]
            if found := COVERED.search(line):
                report.covered = int(found[1])
                _count(report, folder)
                progress(report)
    _count(report, folder)
    if process.returncode:
        report.problem = "".join(said)
        found_case = [path for path in sorted(folder.iterdir()) if path.name.startswith(("crash", "timeout"))]
        report.case = found_case[0].read_bytes() if found_case else b""
    return report


def _count(report: Report, folder: Path) -> None:
    counted = folder / "counted"
    if counted.exists() and len(numbers := counted.read_text().split()) == 2:
        report.cases, report.messages = map(int, numbers)
