"""What happens when a player stays away, as it is wished for at a new table: `5m`, `10m,pause,stay`."""

from typing import Any

import msgspec

from tablehall.games.api import Absence
from tablehall.terminal.times import WishError, read_time, short

WORDS: dict[str, tuple[str, Any]] = {
    "pause": ("pause", True),
    "go-on": ("pause", False),
    "forfeit": ("then", "forfeit"),
    "stay": ("then", "stay"),
}
"""What the others do meanwhile, and what becomes of the seat then."""
TIMES = {"grace": "grace", "alone": "alone", "all-gone": "all_gone"}


def read_absence(written: str, usual: Absence) -> Absence:
    """`5m`: so long is a seat kept; `pause` or `go-on`: what the others do meanwhile; `forfeit` or
    `stay`: what becomes of the seat then; `alone=20s`: after that the only one left wins;
    `all-gone=1h`: after that an empty table is closed. What is not written is as usual."""
    wished: dict[str, Any] = {}
    for word in filter(None, written.strip().lower().replace(" ", "").replace("_", "-").split(",")):
        key, equals, value = word.partition("=")
        time = read_time(value if equals else word)
        if not equals and word in WORDS:
            name, what = WORDS[word]
            wished[name] = what
        elif time is not None and (key in TIMES or not equals):
            wished[TIMES[key] if equals else "grace"] = time
        else:
            raise WishError(
                f"The absence {written!r} cannot be read: write how long a seat is kept, pause or go-on, "
                "forfeit or stay, for instance 5m,pause,forfeit."
            )
    return msgspec.structs.replace(usual, **wished)


def absence_words(absence: Absence) -> str:
    """What happens when a player stays away, as it is written."""
    words = [short(absence.grace), "pause" if absence.pause else "go-on", absence.then]
    words += [f"alone={short(absence.alone)}"] * bool(absence.alone)
    return ",".join([*words, f"all-gone={short(absence.all_gone)}"])
