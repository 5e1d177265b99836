"""Games as files that other programs read: a score sheet, and the ways in which one is written down.

PGN, of chess, and PDN, of draughts, are the same in all but a few tags: what is known of the game, a tag a
line, and then its moves, numbered.
"""

import textwrap
from abc import ABC, abstractmethod
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tablehall.games.api import Outcome

WIDTH = 80
TERMINATIONS = {
    "time": "time forfeit",
    "absent": "abandoned",
    "left": "abandoned",
    "last_player": "abandoned",
}
"""How programs call the ends that are not in the rules; all others are `normal`."""


class Player(NamedTuple):
    """Who played."""

    name: str
    bot: bool = False


class Clock(NamedTuple):
    """How time was measured, in milliseconds: not at all, for each `answer`, or in `total`."""

    kind: str = "none"
    time: int = 0
    increment: int = 0


class WholeMove(NamedTuple):
    """A move as books count them, all of its parts together, and the state after it."""

    seat: int
    written: str
    after: Any


class ScoreSheet(NamedTuple):
    """A game as its players write it down; what was taken back is not in it."""

    table: int
    title: str
    begun: int
    """When, in milliseconds since 1970."""
    rated: bool
    clock: Clock
    players: tuple[Player, ...]
    start: Any
    """The state before the first move."""
    moves: tuple[WholeMove, ...] = ()
    outcome: Outcome | None = None
    goes_on: bool = False
    """Whether it is not over, or more was played than stands here."""

    @property
    def position(self) -> Any:
        """The state after the last move."""
        return self.moves[-1].after if self.moves else self.start


class Format(ABC):
    """A way to write a score sheet down. Its name in the game's `formats` is what such a file ends with."""

    @abstractmethod
    def write(self, sheet: ScoreSheet) -> str:
        """The file."""


class Tagged(Format):
    """PGN or PDN; which seat is White, and what else there is to say about every game."""

    def __init__(self, white: int = 0, **more: str) -> None:
        self.white, self.more = white, more

    def write(self, sheet: ScoreSheet) -> str:
        tags = "\n".join(f'[{name} "{_quoted(value)}"]' for name, value in self._tags(sheet).items())
        return f"{tags}\n\n{self._movetext(sheet)}\n"

    def _tags(self, sheet: ScoreSheet) -> dict[str, str]:
        begun = datetime.fromtimestamp(sheet.begun / 1000, UTC)
        white, black = sheet.players[self.white], sheet.players[1 - self.white]
        return {
            "Event": sheet.title or ("Rated game" if sheet.rated else "Casual game"),
            "Site": "Tablehall",
            "Date": begun.strftime("%Y.%m.%d"),
            "Round": "-",
            "White": white.name,
            "Black": black.name,
            "Result": self._result(sheet),
            **self.more,
            "UTCDate": begun.strftime("%Y.%m.%d"),
            "UTCTime": begun.strftime("%H:%M:%S"),
            "WhiteType": "program" if white.bot else "human",
            "BlackType": "program" if black.bot else "human",
            "TimeControl": time_control(sheet.clock),
            "Termination": _termination(sheet),
            "Table": str(sheet.table),
        }

    def _result(self, sheet: ScoreSheet) -> str:
        if sheet.outcome is None:
            return "*"
        if not sheet.outcome.winners:
            return "1/2-1/2"
        return "1-0" if sheet.outcome.winners == (self.white,) else "0-1"

    def _movetext(self, sheet: ScoreSheet) -> str:
        words = []
        for number, move in enumerate(sheet.moves):
            if move.seat == 0:
                words.append(f"{number // 2 + 1}.")
            words.append(move.written)
        text = " ".join([*words, self._result(sheet)])
        return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def time_control(clock: Clock) -> str:
    """A clock in the words of PGN: 300+2, a move in 30 seconds, or none."""
    if clock.kind == "none":
        return "-"
    if clock.kind == "answer":
        return f"1/{_seconds(clock.time)}"
    return f"{_seconds(clock.time)}+{_seconds(clock.increment)}" if clock.increment else _seconds(clock.time)


def _seconds(milliseconds: int) -> str:
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03}".rstrip("0") if rest else str(whole)


def _termination(sheet: ScoreSheet) -> str:
    if sheet.goes_on:
        return "unterminated"
    return "abandoned" if sheet.outcome is None else TERMINATIONS.get(sheet.outcome.reason, "normal")


def _quoted(value: str) -> str:
    visible = "".join(letter if letter.isprintable() else "?" for letter in value)
    return visible.replace("\\", "\\\\").replace('"', '\\"')
