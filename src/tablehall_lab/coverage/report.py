"""What was reached, room by room."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tablehall_lab.coverage.prepare import name_of, runs_of

WANTED = 95.0
MISSING = "missing.txt"


class File(NamedTuple):
    """What was reached of one file."""

    path: str
    statements: int
    missing: list[int]
    """The lines where statements begin that were not reached."""

    @property
    def room(self) -> str:
        """The folder it is in; the files beside those folders are one room together."""
        inside = self.path.split("/")[1:]
        return inside[0] if len(inside) > 1 else "(beside them)"


class Room(NamedTuple):
    """What was reached of a room."""

    name: str
    statements: int
    missing: int

    @property
    def percent(self) -> float:
        """100 for a room without statements."""
        return 100.0 * (1 - self.missing / self.statements) if self.statements else 100.0


def files(folder: Path) -> Iterator[File]:
    """Every file of the product."""
    for path, runs in runs_of(folder).items():
        seen = (folder / f"{name_of(path)}.seen").read_bytes()
        missing = [line for run in runs if not seen[run.probe] for line in run.lines]
        yield File(path, sum(len(run.lines) for run in runs), sorted(missing))


def rooms(looked_at: list[File]) -> list[Room]:
    """All rooms, and the whole house last."""
    names = sorted({file.room for file in looked_at}, key=lambda name: (name.startswith("("), name))
    return [
        *(_room(name, [file for file in looked_at if file.room == name]) for name in names),
        _room("all", looked_at),
    ]


def _room(name: str, inside: list[File]) -> Room:
    return Room(name, sum(file.statements for file in inside), sum(len(file.missing) for file in inside))


def report(folder: Path) -> list[str]:
    """Print the table; the rooms of which too little was reached."""
    looked_at = list(files(folder))
    (folder / MISSING).write_text("".join(f"{line}\n" for line in _missing(looked_at)))
    print(f"{'room':<14} {'statements':>10} {'missed':>7} {'reached':>8}")
    table = rooms(looked_at)
    for room in table:
        print(f"{room.name:<14} {room.statements:>10,} {room.missing:>7,} {room.percent:>7.1f} %")
    print(f"Which lines were missed: {folder / MISSING}")
    return [room.name for room in table if room.percent < WANTED]


def _missing(looked_at: list[File]) -> Iterator[str]:
    for file in looked_at:
        if file.missing:
            yield f"{file.path}: {', '.join(map(str, file.missing))}"
