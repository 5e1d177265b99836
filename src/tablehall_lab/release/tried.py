"""Installs what was packed into fresh environments, as strangers would, and tries it there."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tablehall_lab.release import Point
from tablehall_lab.release.packed import Packages
from tablehall_lab.release.source import git

SMOKE = Path(__file__).with_name("smoke.py")
CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")
LAST_LINES = 12


def examine_installed(packages: Packages, root: Path) -> Iterator[Point]:
    """The wheel with every Python that is promised and found; the sdist and a fresh clone with this one."""
    everything = f"{packages.wheel}[cluster,terminal]"
    for version, python in pythons(root).items():
        if python:
            yield tried(f"the wheel, Python {version}", python, everything)
        else:
            yield Point(None, f"the wheel, Python {version}", "not on this machine, so it was not tried")
    yield tried("the sdist, without Node.js", sys.executable, str(packages.sdist), programs=False)
    with tempfile.TemporaryDirectory() as folder:
        git(root, "clone", "--quiet", str(root), f"{folder}/clone")
        yield tried("pip install . in a fresh clone", sys.executable, f"{folder}/clone")


def pythons(root: Path) -> dict[str, str]:
    """Every version of Python that pyproject.toml promises, and where it is; empty: it is not here."""
    promised = CLASSIFIER.findall((root / "pyproject.toml").read_text(encoding="utf-8"))
    return {
        version: next((place for place in places(version) if is_python(place, version)), "")
        for version in promised
    }


def places(version: str) -> Iterator[str]:
    """Where a version of Python may be: this one, on the PATH, or one of pyenv's."""
    if version == f"3.{sys.version_info.minor}":
        yield sys.executable
    yield from filter(None, [shutil.which(f"python{version}")])
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}")))


def is_python(path: str, version: str) -> bool:
    """Whether a program is a Python of this version; what only looks like one (a shim) is not."""
    words = [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.strip() == version


def tried(what: str, python: str, source: str, *, programs: bool = True) -> Point:
    """Install with nothing but a Python, in an empty folder, and run the smoke test."""
    with tempfile.TemporaryDirectory(prefix="tablehall-release-") as name:
        folder = Path(name)
        inside = folder / "venv" / "bin" / "python"
        variables = clean_environment()
        if not programs:
            variables["PATH"] = str(inside.parent)
        steps = (
            [python, "-m", "venv", str(folder / "venv")],
            [str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", source],
            [str(inside), "-P", str(SMOKE)],
        )
        for step in steps:
            done = subprocess.run(
                step, cwd=folder, env=variables, capture_output=True, text=True, check=False
            )
            if done.returncode != 0:
                last = "\n    ".join((done.stdout + done.stderr).strip().splitlines()[-LAST_LINES:])
                return Point(False, what, f"`{' '.join(step[1:3])}` failed\n    {last}")
        return Point(True, what, done.stdout.strip())


def clean_environment() -> dict[str, str]:
    """The environment without what leads back to this checkout."""
    leading_back = ("PYTHON", "TABLEHALL_", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(leading_back)}
