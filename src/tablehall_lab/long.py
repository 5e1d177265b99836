"""`./tablehall test --long`: what only longer runs can show, one part after the other.

Every part is a command that can be typed by itself. Whatever it prints is kept in a folder; its last
lines, which are its figures, are shown.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tablehall.games import house_games
from tablehall.server import all_doors

ROOT = Path(__file__).resolve().parents[2]
HALL = ("-P", "-m", "tablehall")
TESTS = ("-m", "pytest", "-q", "--timeout=0")
PLANTED = ("house", "boards", "pipes", "shelfie", "eriantys", "mia")
"""The protocols that have planted defects."""


class Step(NamedTuple):
    """One command, what it needs to be told by variables, and how many of its last lines are figures."""

    words: tuple[str, ...]
    variables: Mapping[str, str] = MappingProxyType({})
    figures: int = 1


def parts() -> dict[str, list[Step]]:
    """What there is to run, by name."""
    machines = {"TABLEHALL_EVENINGS": "2000", "TABLEHALL_STEPS": "120", "TABLEHALL_TEST_GAMES": "500"}
    return {
        "sim": [Step((*HALL, "sim", "--seed", "40000", "--seeds", "300"), figures=60)],
        "machines": [Step((*TESTS, "tests/hall/test_machine.py", "tests/fuzz", "-k", "runTest"), machines)],
        "fuzz": [
            Step((*HALL, "fuzz", door, "--minutes", "1", "--seed", "40"), figures=2) for door in all_doors()
        ],
        "crash": [
            Step((*HALL, "crash", "--runs", "60", "--seed", "40"), figures=2),
            Step((*HALL, "crash", "--cluster", "--runs", "12", "--seed", "40"), figures=8),
        ],
        "soak": [Step((*HALL, "soak", "--minutes", "5"), figures=8)],
        "ladder": [
            Step((*HALL, "arena", game, "3", "1", "--games", "100"), figures=6) for game in house_games()
        ],
        "work": [Step((*HALL, "bench", "work", "--check"), figures=8)],
        "doors": [Step((*HALL, "bench", "doors", "--check"), figures=12)],
        "mutations": [Step((*HALL, "mutations"), figures=2)],
        "packages": [Step((*HALL, "release", "--draft"), figures=14)],
        "planted": [Step(("-P", "-m", "tablehall_lab.planted.matrix", name), figures=12) for name in PLANTED],
        "clients": [Step((*TESTS, "tests/conformance/test_clients.py"), {"TABLEHALL_CLIENTS": "1"})],
        "page": [Step((*HALL, "bench", "page", "--check"), figures=14)],
        "browsers": [Step((*TESTS, "tests/browser/long_other_browsers.py"))],
    }


def main(wanted: list[str]) -> None:
    """Run these parts, or all; a failed one stops nothing, but is named at the end."""
    known = parts()
    if unknown := set(wanted) - known.keys():
        sys.exit(f"There is no part {min(unknown)!r}; the parts: {', '.join(known)}.")
    folder = Path(tempfile.mkdtemp(prefix="tablehall-long-"))
    print(f"Everything that is printed goes to {folder}")
    failed = []
    for part in wanted or known:
        print(f"\n== {part}", flush=True)
        went_well = [run(step, folder / f"{part}-{n}.log") for n, step in enumerate(known[part], 1)]
        if not all(went_well):
            failed.append(part)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def run(step: Step, log: Path) -> bool:
    """Run a command in the folder of its log; whether it ended well."""
    began = time.monotonic()
    said = [f"{name}={value}" for name, value in step.variables.items()]
    words = [word for word in step.words if word not in ("-P", "-m")]
    print(" ".join([*said, *words]), flush=True)
    with log.open("w") as output:
        code = subprocess.call(
            [sys.executable, *step.words],
            cwd=ROOT if step.words[:2] == TESTS[:2] else log.parent,
            env={**os.environ, **step.variables, "NO_COLOR": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    for line in _last(log, step.figures if code == 0 else 60):
        print(f"  {line}")
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    print(f"  {'done' if code == 0 else 'FAILED'} in {minutes}:{seconds:02}", flush=True)
    return code == 0


def _last(log: Path, count: int) -> Iterator[str]:
    """The last lines that say something; of a line that was written over, what it was in the end."""
    lines = [line.rsplit("\r", 1)[-1].rstrip() for line in log.read_text(errors="replace").split("\n")]
    yield from [line for line in lines if line][-count:]


if __name__ == "__main__":
    main(sys.argv[1:])
