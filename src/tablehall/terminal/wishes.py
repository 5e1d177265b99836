"""What somebody wants of a new table: `chess clock=5m+3s private`, read from words."""

import shlex
from typing import Any

import msgspec

from tablehall.client import Guest, Table
from tablehall.hall.clock import ClockSpec
from tablehall.protocols.house.replies import GameCard
from tablehall.terminal.absence import read_absence
from tablehall.terminal.times import WishError, read_time, short

FLAGS: dict[str, tuple[str, Any]] = {
    "private": ("private", True),
    "unwatched": ("spectators", False),
    "unrated": ("rated", False),
    "asked": ("start", "asked"),
}
"""Words that say something about a table by being there."""


class Wishes(msgspec.Struct, kw_only=True):
    """Everything that can be wished for at a new table."""

    game: str
    seats: int = 0
    clock: ClockSpec = ClockSpec()
    options: dict[str, Any] = {}
    bots: int = 0
    more: dict[str, Any] = {}

    async def open(self, guest: Guest) -> Table:
        """Open the table."""
        options = self.options or None
        return await guest.open(
            self.game, self.seats, options=options, clock=self.clock, bots=self.bots, **self.more
        )


def read_wishes(line: str, games: dict[str, GameCard]) -> Wishes:
    """Wishes from a line: the game, then `seats=3`, `clock=5m+3s`, `bots=2`, `absence=5m,pause`,
    `title="Come in"`, private, unwatched, unrated, asked, and the options of the game, `expert=true`."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise WishError(f"{line!r}: a quotation mark is missing.") from error
    if not words:
        raise WishError(f"Which game? {', '.join(games)}.")
    wishes = Wishes(game=find_game(words[0], games))
    for word in words[1:]:
        _read(wishes, word, games[wishes.game])
    return wishes


def find_game(word: str, games: dict[str, GameCard]) -> str:
    """A game by its name, its title, or the beginning of either."""
    plain = word.lower().replace("-", "_").replace(" ", "_")
    if plain in games:
        return plain
    fitting = [
        name for name, card in games.items() if name.startswith(plain) or card.title.lower().startswith(plain)
    ]
    if len(fitting) != 1:
        raise WishError(f"There is no game {word!r}; there are {', '.join(games)}.")
    return fitting[0]


def _read(wishes: Wishes, word: str, card: GameCard) -> None:
    key, equals, value = word.partition("=")
    if not equals:
        if key not in FLAGS:
            raise WishError(f"What is {word!r}? Write NAME=VALUE, or one of {', '.join(FLAGS)}.")
        name, flag = FLAGS[key]
        wishes.more[name] = flag
    elif key in ("seats", "bots"):
        if not value.isdecimal():
            raise WishError(f"{word!r}: write a number.")
        setattr(wishes, key, int(value))
    elif key == "clock":
        wishes.clock = read_clock(value)
    elif key == "absence":
        wishes.more[key] = read_absence(value, card.absence)
    elif key in ("title", "entropy"):
        wishes.more[key] = value
    else:
        wishes.options[key] = read_value(value)


def read_seat(line: str) -> dict[str, Any]:
    """How one wants to sit down: the invite code, `seat=1`, `name=Anna`, `entropy=...`."""
    wishes: dict[str, Any] = {}
    for word in shlex.split(line):
        key, equals, value = word.partition("=")
        if not equals:
            wishes["code"] = word
        elif key == "seat" and value.isdecimal():
            wishes["seat"] = int(value)
        elif key in ("name", "entropy"):
            wishes[key] = value
        else:
            raise WishError(f"What is {word!r}? Write the invite code, seat=N or name=NAME.")
    return wishes


def read_value(written: str) -> Any:
    """true, 3 or a word."""
    try:
        return msgspec.json.decode(written)
    except msgspec.DecodeError:
        return written


def read_clock(written: str) -> ClockSpec:
    """`5m` or `5m+3s` for the whole game, `30s/move` for each move, nothing for no clock."""
    text = written.strip().lower().replace(" ", "")
    if text in ("", "none", "no"):
        return ClockSpec()
    whole, slash, _ = text.partition("/")
    if slash:
        return ClockSpec("answer", _milliseconds(whole, written))
    total, _, increment = text.partition("+")
    return ClockSpec(
        "total", _milliseconds(total, written), _milliseconds(increment, written) if increment else 0
    )


def _milliseconds(text: str, written: str) -> int:
    time = read_time(text)
    if time is None:
        raise WishError(f"The clock {written!r} cannot be read: write 5m, 5m+3s or 30s/move.")
    return time


def clock_words(clock: ClockSpec) -> str:
    """A clock as it is written; nothing for none."""
    if clock.kind == "none":
        return ""
    if clock.kind == "answer":
        return f"{short(clock.time)}/move"
    return short(clock.time) + (f"+{short(clock.increment)}" if clock.increment else "")
