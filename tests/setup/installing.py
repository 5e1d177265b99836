"""Environments with nothing in them but what was built, and the packages that it asks for."""

import fcntl
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement

from tablehall_lab.release.packed import Packages, build
from tablehall_lab.release.tried import clean_environment
from tests.setup.conftest import ROOT
from tests.setup.test_lists import files_of_the_project

PROGRAMS = ("cat", "dirname", "env", "sed", "sh", "uname")
"""What every machine has; Node.js is not among it."""


def build_once(shared: Path) -> Packages:
    """Wheel and sdist of the present source, built by whoever comes first."""
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(shared.glob("*.whl")):
            return build(ROOT, shared)
    (wheel,), (sdist,) = shared.glob("*.whl"), shared.glob("*.tar.gz")
    return Packages(wheel, sdist)


def copy_of_clone(folder: Path) -> Path:
    """What somebody has who has just cloned the project: nothing that was built."""
    for path in files_of_the_project():
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    return folder


class Environment:
    """A virtual environment in which something gets installed. Packages are lent from this one by links: only
    those that were asked for, and what they need."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        self.program = folder / "bin" / "tablehall"
        self.variables = clean_environment()
        run(sys.executable, "-m", "venv", "--without-pip", folder)
        (self.site,) = folder.glob("lib/python3*/site-packages")

    def lend(self, *wanted: str) -> None:
        """Let it have packages as if they were installed there."""
        for name in closure(wanted):
            found = importlib.metadata.distribution(name)
            for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
                link = self.site / top
                if not link.exists():
                    link.symlink_to(Path(str(found.locate_file(top))))

    def install(self, *what: str | Path) -> None:
        """As `pip install`, but for what is lent."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
        run(*pip, *offline, *what, variables=self.variables)

    def without_node(self) -> None:
        """From now on only what every machine has is on the PATH."""
        programs = self.folder / "programs"
        programs.mkdir()
        for name in PROGRAMS:
            (programs / name).symlink_to(shutil.which(name) or name)
        self.variables["PATH"] = f"{self.folder / 'bin'}:{programs}"


def closure(wanted: Iterable[str]) -> set[str]:
    """The packages of these requirements, and of theirs."""
    found: set[str] = set()
    waiting = [Requirement(text) for text in wanted]
    while waiting:
        asked = waiting.pop()
        extras = asked.extras or {""}
        if not (asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in extras)):
            continue
        if asked.name not in found:
            found.add(asked.name)
            for text in importlib.metadata.requires(asked.name) or ():
                inner = Requirement(text)
                if inner.marker is None or inner.marker.evaluate({"extra": ""}):
                    waiting.append(inner)
    return found


def asked_for(wheel: Path, *extras: str) -> list[str]:
    """What a wheel needs, with these extras."""
    (about,) = importlib.metadata.distributions(path=[str(wheel)])
    requirements = [Requirement(text) for text in about.requires or ()]
    return [
        f"{asked.name}{asked.specifier}"
        for asked in requirements
        if asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in ("", *extras))
    ]


def run(*command: str | Path, variables: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """Run a command that must succeed, away from the checkout's own modules."""
    env = clean_environment() if variables is None else variables
    words = [os.fspath(word) for word in command]
    done = subprocess.run(words, cwd=cwd or Path(words[0]).parent, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
