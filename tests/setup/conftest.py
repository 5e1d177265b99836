"""A fresh clone with a Python that only pretends: no network, no packages, no waiting."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tablehall_lab.release.packed import Packages
    from tests.setup.installing import Environment

ROOT = Path(__file__).resolve().parents[2]
WORKSHOP = ("bench", "crash", "fuzz", "mutations", "release", "sim", "soak")
"""Commands that a clone has and the wheel has not."""

# Notes what it is asked for; `-m venv` lays a copy of it into .venv, `-m pip` does what the test says.
PRETENDED_PYTHON = """\
#!/bin/sh
case "$1 ${2-}" in
    "-c "*realpath*) echo "$0"; exit ;;
    "-c import "*pip) exit ;;
    "-V ") echo "Python 3.11.0"; exit ;;
    "-c "*) exec "$REAL_PYTHON" "$@" ;;
esac
echo "$*" >>"$NOTES"
case "$1 $2" in
    "-m venv")
        for folder; do :; done
        case "$*" in *--clear*) rm -rf "$folder" ;; esac
        mkdir -p "$folder/bin" "$folder/lib/python3.11/site-packages"
        cp "$0" "$folder/bin/python" ;;
    "-m pip") eval "${PIP_DOES:-}" ;;
    */build_page.py*) exec "$REAL_PYTHON" "$@" ;;
    "-P -m") shift 3; echo "playing: $*" ;;
    *) echo "checking: $*"; case "$2 ${3-}" in "${FAILING:-nothing}"*) exit 1 ;; esac ;;
esac
"""


class Checkout:
    """A folder with the script and short package lists, as after a clone."""

    pretended_python = PRETENDED_PYTHON

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "a clone"
        self.programs = folder / "programs"
        self.notes = folder / "notes"
        self.started: list[subprocess.Popen[str]] = []
        self.programs.mkdir()
        (self.folder / "requirements").mkdir(parents=True)
        shutil.copy(ROOT / "tablehall", self.folder)
        for name in ("run", "dev", "page"):
            self.list_packages(name, f"{name}-package==1.0 --hash=sha256:00\n")
        self.lay_program("python3", PRETENDED_PYTHON)

    def list_packages(self, name: str, text: str) -> None:
        """Write one of the package lists."""
        (self.folder / "requirements" / f"{name}.txt").write_text(text)

    def lay_program(self, name: str, text: str) -> Path:
        """Put a program where the script looks first."""
        program = self.programs / name
        program.write_text(text)
        program.chmod(0o755)
        return program

    def start(self, *arguments: str, **settings: str) -> subprocess.Popen[str]:
        """Start the script as a person would, from another folder."""
        path = f"{self.programs}:{os.environ['PATH']}"
        process = subprocess.Popen(
            [str(self.folder / "tablehall"), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={"PATH": path, "NOTES": str(self.notes), "REAL_PYTHON": sys.executable, **settings},
            start_new_session=True,
            cwd=self.programs,
        )
        self.started.append(process)
        return process

    def run(self, *arguments: str, **settings: str) -> tuple[int, str]:
        """Run the script to its end: its exit code and all it said."""
        process = self.start(*arguments, **settings)
        said, _ = process.communicate(timeout=60)
        return process.returncode, said

    def pull_the_plug(self, process: subprocess.Popen[str]) -> None:
        """Kill a script and everything it started."""
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()

    def asked_for(self, what: str) -> list[str]:
        """What the pretended Python was asked for, of one kind."""
        lines = self.notes.read_text().splitlines() if self.notes.exists() else []
        return [line for line in lines if line.startswith(what)]

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Wait for something that a started script does."""
        deadline = time.monotonic() + 30
        while not happened():
            assert time.monotonic() < deadline, "it did not happen in time"
            time.sleep(0.01)


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Checkout]:
    """A fresh clone, in a folder whose name has a blank."""
    clone = Checkout(tmp_path)
    yield clone
    for process in clone.started:
        if process.returncode is None:
            clone.pull_the_plug(process)


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> "Packages":
    """Wheel and sdist of the present source; whoever tests beside us uses the same."""
    from tests.setup.installing import build_once

    own = tmp_path_factory.getbasetemp()
    return build_once((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "packages")


@pytest.fixture(scope="session")
def bare(packages: "Packages", tmp_path_factory: pytest.TempPathFactory) -> "Environment":
    """The wheel, installed with what it needs and no extra."""
    from tests.setup.installing import Environment, asked_for

    made = Environment(tmp_path_factory.mktemp("bare") / "venv")
    made.lend(*asked_for(packages.wheel))
    made.install(packages.wheel)
    return made
