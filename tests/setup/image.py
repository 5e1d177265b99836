"""Builds what a Dockerfile says in an ordinary folder: its lines are executed, though there is no daemon.

What an image has at `/data` is at `data` in the folder of its stage. Only two programs are pretended, for
they would need to be root: `useradd`, which notes the name, and the owner given to `install`.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tablehall_lab.release.tried import clean_environment

IN_SLIM = (
    *("cat", "chmod", "cksum", "cp", "cut", "dirname", "env", "find", "getconf", "grep", "head", "ln", "ls"),
    *("mkdir", "mktemp", "mv", "readlink", "rm", "sed", "sh", "sort", "tail", "touch", "tr", "uname"),
)
"""What is on the PATH of python:slim and used; Node.js is not there."""
USERADD = '#!/bin/sh\nfor name; do :; done\necho "$name" >>"$USERS"\n'
INSTALL = """#!/bin/sh
[ "$1 $2" = "-d -o" ] && grep -qx "$3" "$USERS" && mkdir -p "$4"
"""
OF_THE_IMAGE = re.compile(r"(?<![\w./])/(?=opt\b|data\b)")
"""Where a path of the image begins in a command."""


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The lines of a Dockerfile, each with its word."""
    whole = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    for line in filter(None, map(str.strip, whole.splitlines())):
        word, _, rest = line.partition(" ")
        yield word, rest.strip()


def in_context(folder: Path, files: list[Path]) -> list[Path]:
    """Those of these files that .dockerignore lets through; the last pattern that fits decides."""
    patterns = (folder / ".dockerignore").read_text().split()
    chosen = []
    for path in files:
        name = path.relative_to(folder).as_posix()
        fitting = [pattern for pattern in patterns if _fits(name, pattern.removeprefix("!"))]
        if not fitting or fitting[-1].startswith("!"):
            chosen.append(path)
    return chosen


def _fits(name: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return f"/{pattern[3:]}/" in f"/{name}/"
    return pattern == "*" or f"{name}/".startswith(f"{pattern}/")


class Image:
    """What comes of a Dockerfile."""

    def __init__(self, source: Path, files: list[Path], folder: Path) -> None:
        self.source, self.files, self.folder = source, files, folder
        self.stages: dict[str, Path] = {}
        self.workdir, self.user = "/", "root"
        self.variables: dict[str, str] = {}
        self.entrypoint: list[str] = []
        self.command: list[str] = []
        self.health: list[str] = []
        self.users = folder / "users"
        self._lay_programs()
        for word, rest in instructions((source / "Dockerfile").read_text()):
            getattr(self, f"_{word.lower()}")(rest)

    def _lay_programs(self) -> None:
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        self.users.touch()
        for name in IN_SLIM:
            (self.programs / name).symlink_to(shutil.which(name) or name)
        (self.programs / "python3").symlink_to(Path(sys.executable).resolve())
        for name, text in (("useradd", USERADD), ("install", INSTALL)):
            (self.programs / name).write_text(text)
            (self.programs / name).chmod(0o755)

    @property
    def environment(self) -> dict[str, str]:
        """What its programs find."""
        own = {name: self.here(value) for name, value in self.variables.items()}
        return {**clean_environment(), "PATH": str(self.programs), "USERS": str(self.users), **own}

    def here(self, text: str) -> str:
        """A text with paths of the image as they are in the folder."""
        return OF_THE_IMAGE.sub(f"{self.root}/", text)

    def at(self, path: str) -> Path:
        """Where a path of the image is, from its working folder."""
        return self.root / (Path(self.workdir) / path).relative_to("/")

    # The words.

    def _from(self, rest: str) -> None:
        base, _, name = rest.partition(" AS ")
        assert base.startswith("python:3.")
        self.root = self.folder / f"stage{len(self.stages)}"
        self.root.mkdir()
        self.stages[name or "last"] = self.root
        self.workdir = "/"

    def _workdir(self, rest: str) -> None:
        self.workdir = rest
        self.at(".").mkdir(parents=True, exist_ok=True)

    def _copy(self, rest: str) -> None:
        *options, source, target = rest.split()
        if options:
            (stage,) = options
            origin = self.stages[stage.removeprefix("--from=")] / source.lstrip("/")
            shutil.copytree(origin, self.at(target), symlinks=True)
            return
        assert (source, target) == (".", ".")
        for path in in_context(self.source, self.files):
            copy = self.at(path.relative_to(self.source).as_posix())
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)

    def _run(self, rest: str) -> None:
        done = subprocess.run(
            ["sh", "-c", self.here(rest)],
            cwd=self.at("."),
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"RUN {rest}\n{done.stdout}{done.stderr}"

    def _user(self, rest: str) -> None:
        assert rest in self.users.read_text().split(), f"nobody has made the user {rest}"
        self.user = rest

    def _env(self, rest: str) -> None:
        for word in shlex.split(rest):
            name, _, self.variables[name] = word.partition("=")

    def _volume(self, rest: str) -> None:
        assert self.at(rest).is_dir()

    def _expose(self, rest: str) -> None:
        self.ports = {int(port.partition("/")[0]) for port in rest.split()}

    def _healthcheck(self, rest: str) -> None:
        self.health = [self.here(word) for word in json.loads(rest.partition(" CMD ")[2])]

    def _entrypoint(self, rest: str) -> None:
        self.entrypoint = [self.here(word) for word in json.loads(rest)]

    def _cmd(self, rest: str) -> None:
        self.command = json.loads(rest)
