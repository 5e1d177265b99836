"""What each door cost when it was recorded, in times of the bare broker; and whether it costs more now."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from tablehall_lab.bench.compare import SUBJECTS, Figures, Wanted, compare
from tablehall_lab.bench.guests import BenchError

FILE = Path(__file__).parents[3] / "bench" / "doors.json"
ALLOWED = 1.2
"""A door may cost so many times what was recorded."""


class Recorded(msgspec.Struct):
    """The file: how it was measured, and the ratios."""

    tables: int
    seconds: float
    rounds: int
    ratios: dict[str, float]
    """CPU a move in times of the peer's, for everything that is no peer itself."""


class Slower(msgspec.Struct, frozen=True):
    """A door that costs more than it may."""

    name: str
    recorded: float
    now: float

    def __str__(self) -> str:
        was, now = self.recorded, self.now
        return f"{self.name}: {now:.2f} times its peer, {now / was:.2f} times the {was:.2f} that is recorded"


def record(figures: dict[str, Figures], wanted: Wanted, rounds: int, file: Path) -> None:
    """Write down what was measured; what was not measured stays as it is."""
    ratios = load(file).ratios if file.exists() else {}
    ratios |= {name: round(found.ratio, 2) for name, found in figures.items() if SUBJECTS[name].peer != name}
    written = Recorded(wanted.tables, wanted.seconds, rounds, {n: ratios[n] for n in SUBJECTS if n in ratios})
    file.write_bytes(msgspec.json.format(msgspec.json.encode(written)) + b"\n")


def load(file: Path) -> Recorded:
    """What was recorded."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Recorded)
    except (OSError, msgspec.DecodeError) as error:
        raise BenchError(f"{file}: {error}") from error


def slower(recorded: Recorded, figures: dict[str, Figures]) -> list[Slower]:
    """Which doors cost more than they may."""
    return [
        Slower(name, was, figures[name].ratio)
        for name, was in recorded.ratios.items()
        if name in figures and figures[name].ratio > ALLOWED * was
    ]


def check(
    recorded: Recorded,
    measure: Callable[[Sequence[str]], dict[str, Figures]],
) -> list[Slower]:
    """Measure everything that was recorded; whatever seems slower is measured once more before it counts."""
    suspects = slower(recorded, measure([*recorded.ratios]))
    return slower(recorded, measure([one.name for one in suspects])) if suspects else []


def as_recorded(
    recorded: Recorded, tell: Callable[[str], None], show: Callable[[dict[str, Figures]], None]
) -> list[Slower]:
    """The check, measured in the way in which it was recorded."""
    wanted = Wanted(recorded.tables, recorded.seconds, half=False)

    def measure(names: Sequence[str]) -> dict[str, Figures]:
        found = compare(names, wanted, recorded.rounds, tell)
        show(found)
        return found

    return check(recorded, measure)
