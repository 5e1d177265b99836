"""Times as people write them: 30s, 5m, 1.5h."""

import re

UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")


class WishError(ValueError):
    """A wish that cannot be read; says what to write."""


def read_time(text: str) -> int | None:
    """So many milliseconds, a number alone are minutes; None: that is no time."""
    found = _TIME.fullmatch(text)
    return int(float(found[1]) * UNITS[found[2] or "m"]) if found else None


def short(time: int) -> str:
    """A time as it is written."""
    for unit in ("d", "h", "m", "s"):
        if time and time % UNITS[unit] == 0:
            return f"{time // UNITS[unit]}{unit}"
    return f"{time}ms"


def clock_face(left: int) -> str:
    """Time as a clock shows it."""
    seconds = -(-left // 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
