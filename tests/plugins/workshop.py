"""A place where packages are made by `tablehall new` and installed by pip, as their authors would: a virtual
environment of its own that borrows the hall and everything it needs from that of the tests."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType

from tests.conftest import SOURCE, RunningHall
from tests.games import othello

HERE = Path(__file__).resolve().parent
FAST_BOTS = "[bots]\npause = 0\nseconds = 0.05\nworkers = 1\n"


class Workshop:
    """A folder with packages, and the Python that they are installed into."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", symlinks=True)
        self.python = folder / "venv" / "bin" / "python"
        (site,) = (folder / "venv").glob("lib/python3*/site-packages")
        (site / "borrowed.pth").write_text(f"{SOURCE}\n{sysconfig.get_path('purelib')}\n")
        self.halls: list[InstalledHall] = []

    def __enter__(self) -> "Workshop":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for hall in self.halls:
            hall.kill()

    def run(self, *words: object, folder: Path | None = None, fails: bool = False) -> str:
        """What a command of this Python prints; `-m tablehall` is the hall's."""
        typed = [str(self.python), "-P", "-m", *map(str, words)]
        done = subprocess.run(
            typed, cwd=folder or self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        assert bool(done.returncode) == fails, f"{typed}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def tablehall(self, *words: object, fails: bool = False) -> str:
        """What a command of the hall prints."""
        return self.run("tablehall", *words, fails=fails)

    def install(self, *names: str) -> None:
        """`pip install` of packages in this folder, without a network."""
        pip = sys.executable if find_spec("pip") else str(Path(sys.base_prefix) / "bin" / "python3")
        offline = (
            "--no-deps",
            "--no-build-isolation",
            "--no-index",
            "--disable-pip-version-check",
            "--quiet",
        )
        typed = [pip, "-m", "pip", "--python", str(self.python), "install", *offline]
        typed += [str(self.folder / name) for name in names]
        done = subprocess.run(typed, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def make_othello(self) -> None:
        """`tablehall new game othello`, and then its rules, page and tests are those of Othello."""
        self.tablehall("new", "game", "othello")
        package = self.folder / "othello"
        shutil.copy(str(othello.__file__), package / "src" / "othello" / "rules.py")
        shutil.copy(HERE / "othello" / "othello.md", package / "docs" / "othello.md")
        shutil.copy(HERE / "othello" / "tests.txt", package / "tests" / "test_othello.py")

    def make_package(
        self, name: str, modules: Mapping[str, str], brings: Mapping[str, Mapping[str, str]]
    ) -> None:
        """A package of these modules that brings this: by group, what each name is in which module."""
        package = self.folder / name
        (package / name).mkdir(parents=True)
        for module, code in {"__init__": "", **modules}.items():
            (package / name / f"{module}.py").write_text(code)
        lines = [
            line
            for group, points in brings.items()
            for line in (
                f'[project.entry-points."tablehall.{group}"]',
                *(f'{point} = "{name}.{where}"' for point, where in points.items()),
            )
        ]
        (package / "pyproject.toml").write_text(
            '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
            f'[project]\nname = "{name}"\nversion = "1.2"\n' + "\n".join(lines)
        )

    def hall(self, settings: str = FAST_BOTS) -> "InstalledHall":
        """A running hall of this Python."""
        folder = self.folder / f"hall-{len(self.halls)}"
        folder.mkdir()
        self.halls.append(InstalledHall(folder, self.python, settings))
        self.halls[-1].start()
        return self.halls[-1]


class InstalledHall(RunningHall):
    """`tablehall serve` of another Python: a process of its own from the very beginning."""

    def __init__(self, folder: Path, python: Path, settings: str) -> None:
        super().__init__(folder, settings)
        self.python = python
        self.running: dict[int, subprocess.Popen[bytes]] = {}

    def launch(self, arguments: list[str], output: int, log: int) -> int:
        typed = [str(self.python), "-P", "-m", "tablehall", *arguments]
        process = subprocess.Popen(typed, stdin=subprocess.DEVNULL, stdout=output, stderr=log)
        self.running[process.pid] = process
        return process.pid

    def reap(self, process: int) -> int:
        return self.running.pop(process).wait()
