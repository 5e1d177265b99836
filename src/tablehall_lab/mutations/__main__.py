"""Break the product in known ways, one at a time, and see who notices.

    tablehall mutations               every mutation, one after the other
    tablehall mutations NAME...       some of them
    tablehall mutations --check       only make sure that each still fits the source

Everything happens on a copy: the checkout itself is never touched. A mutation counts as caught if
its checker fails with it and is content without it. Whatever survives is a hole in the tests.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CATALOGUE = Path(__file__).with_name("mutations.toml")
COPIED = ("src", "tests", "docs", "web", "pyproject.toml")
TIME = 600
"""Seconds that a checker may take."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::\S.*?)(?: - .*)?$", re.MULTILINE)
BROKEN_SEED = re.compile(r"^seed (\d+): (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Mutation:
    """One change in one spot, and who should notice it."""

    name: str
    breaks: str
    file: str
    before: str
    after: str
    caught_by: list[str]

    def fits(self, folder: Path) -> bool:
        """Whether there is exactly one spot to change."""
        path = folder / self.file
        return path.is_file() and path.read_text("utf-8").count(self.before) == 1

    def unknown_checkers(self, folder: Path) -> list[str]:
        """Those of its checkers that are tests, and are not there."""
        tests = [checker.partition("::") for checker in self.caught_by if checker.startswith("tests/")]
        return [
            f"{file}::{test}" if test else file
            for file, _, test in tests
            if not (folder / file).exists()
            or (test and f"def {test.partition('[')[0]}(" not in (folder / file).read_text("utf-8"))
        ]


@dataclass(frozen=True)
class Notice:
    """What a checker said, and how to ask the same again."""

    words: str
    again: list[str]


class Copy:
    """A copy of the checkout, to be broken and mended."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=left_out)
            else:
                shutil.copy(ROOT / name, folder / name)
        for packages in (Path("web/node_modules"), Path("tests/browser/node_modules")):
            lend(ROOT / packages, folder / packages)
        # By their contents: a change within the same second must not go unnoticed.
        compiling = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "src"]
        subprocess.run(compiling, cwd=folder, check=True)

    def tried(self, mutation: Mutation) -> tuple[bool, str]:
        """Whether somebody noticed the mutation, and who."""
        path = self.folder / mutation.file
        sound = path.read_text("utf-8")
        path.write_text(sound.replace(mutation.before, mutation.after), "utf-8")
        try:
            notice = next(filter(None, map(self.asked, mutation.caught_by)), None)
        finally:
            path.write_text(sound, "utf-8")
        if notice is None:
            return False, f"NOBODY, although {mutation.breaks}"
        if self._run(notice.again)[0]:
            return False, f"NOBODY for sure: without the mutation it fails as well: {notice.words}"
        return True, notice.words

    def asked(self, checker: str) -> Notice | None:
        """What a checker has to complain about."""
        if checker.startswith("sim "):
            return self._simulated(*checker.split()[1:])
        code, said = self._run(["-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "--no-header", checker])
        found = FAILED.search(said)
        if code != 1 or found is None:
            return None
        return Notice(found[1].removeprefix("tests/"), ["-m", "pytest", "-q", "--tb=no", found[1]])

    def _simulated(self, seeds: str, doors: str = "") -> Notice | None:
        start, last = map(int, seeds.split("-"))
        command = ["-m", "tablehall", "sim", "--doors", doors]
        code, said = self._run([*command, "--seed", str(start), "--seeds", str(last - start + 1)])
        found = BROKEN_SEED.search(said)
        if code != 1 or found is None:
            return None
        return Notice(f"sim, seed {found[1]}: {found[2]}", [*command, "--seed", found[1]])

    def _run(self, arguments: list[str]) -> tuple[int, str]:
        paths = os.pathsep.join((str(self.folder / "src"), str(self.folder)))
        env = {**os.environ, "PYTHONPATH": paths, "PYTHONUTF8": "1", "NO_COLOR": "1"}
        command = ["nice", "-n", "15", sys.executable, *arguments]
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=TIME
            )
        except subprocess.TimeoutExpired:
            return -1, ""
        return done.returncode, done.stdout


def left_out(folder: str, names: list[str]) -> list[str]:
    """What is not worth a copy."""
    return [name for name in names if name in ("node_modules", "__pycache__")]


def lend(packages: Path, to: Path) -> None:
    """Packages are shared, but what is built beside them is not."""
    if packages.is_dir():
        to.mkdir()
        for entry in packages.iterdir():
            if not entry.name.startswith(".") or entry.name in (".bin", ".browser"):
                (to / entry.name).symlink_to(entry)


def catalogue(path: Path) -> list[Mutation]:
    """Every known mutation."""
    return [Mutation(**entry) for entry in tomllib.loads(path.read_text("utf-8"))["mutation"]]


def chosen(known: list[Mutation], names: list[str]) -> list[Mutation]:
    """The mutations of these names, or all."""
    if unknown := set(names) - {mutation.name for mutation in known}:
        sys.exit(f"There is no mutation {min(unknown)!r}.")
    wanted = [mutation for mutation in known if not names or mutation.name in names]
    if astray := [mutation.name for mutation in wanted if not mutation.fits(ROOT)]:
        sys.exit(f"No longer exactly one spot to change: {', '.join(astray)}.")
    if gone := [checker for mutation in wanted for checker in mutation.unknown_checkers(ROOT)]:
        sys.exit(f"There is no such test: {', '.join(gone)}.")
    return wanted


def main() -> int:
    """Try the mutations and print who caught them."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("names", nargs="*", metavar="NAME")
    asked.add_argument("--check", action="store_true", help="only make sure that each fits the source")
    asked.add_argument("--catalogue", type=Path, default=CATALOGUE, help="another list of mutations")
    wanted = asked.parse_args()
    mutations = chosen(catalogue(wanted.catalogue), wanted.names)
    if wanted.check:
        print(f"{len(mutations)} mutations fit the source.")
        return 0
    survivors = []
    with tempfile.TemporaryDirectory(prefix="mutations") as folder:
        copy = Copy(Path(folder))
        print(f"{'mutation':<28} {'seconds':>7}  caught by", flush=True)
        for mutation in mutations:
            start = time.monotonic()
            caught, words = copy.tried(mutation)
            if not caught:
                survivors.append(mutation.name)
            print(f"{mutation.name:<28} {time.monotonic() - start:7.1f}  {words[:150]}", flush=True)
    print(f"\n{len(mutations) - len(survivors)} of {len(mutations)} mutations were caught.")
    if survivors:
        print(f"Survivors: {', '.join(survivors)}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
