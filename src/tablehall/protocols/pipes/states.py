"""Where a client knows itself to be, as a table: what happens there, the line it hears of it,
and where it is then.

This is what the client has been *told*; decisions on their way to the disk are ahead of it.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.scene import Scene

Place = Literal["lobby", "waiting", "playing", "alone", "unaware"]
"""In the lobby, alone at a new game, in a running one, in one whose other player is lost, or in such a
one without having heard that they are."""
Transitions = dict[tuple[Place, str], tuple[bytes, Place]]

BOARD: Final = b"208"
"""Stands for the line with the board after a turn."""
BEGUN: Final = b"270\n"

TRANSITIONS: Transitions = {
    ("lobby", "sat down first"): (b"", "waiting"),
    ("lobby", "sat down second"): (b"", "playing"),
    ("lobby", "returned"): (b"", "playing"),
    ("lobby", "returned alone"): (b"290\n", "alone"),
    ("waiting", "begun"): (BEGUN, "playing"),
    ("playing", "moved"): (BOARD, "playing"),
    ("alone", "moved"): (BOARD, "alone"),
    ("playing", "other lost"): (b"290\n", "alone"),
    ("alone", "other returned"): (b"295\n", "playing"),
    ("playing", "other left"): (b"280\n", "lobby"),
    ("alone", "other left"): (b"280\n", "lobby"),
    ("waiting", "over"): (b"210\n", "lobby"),
    ("playing", "over"): (b"210\n", "lobby"),
    ("alone", "over"): (b"210\n", "lobby"),
}
"""What is not here makes no difference to a client."""

BOARD_FIRST: Transitions = {
    **TRANSITIONS,
    ("lobby", "returned alone"): (b"", "unaware"),
    ("unaware", "board shown"): (b"290\n", "alone"),
    ("unaware", "other returned"): (b"", "playing"),
    ("unaware", "other left"): (b"280\n", "lobby"),
    ("unaware", "over"): (b"210\n", "lobby"),
    ("alone", "other left"): (b"205\n", "lobby"),
    ("alone", "over"): (b"205\n", "lobby"),
    ("waiting", "over"): (b"205\n", "lobby"),
}
"""The same for clients that show a board on every 207, which therefore must not follow a 290; and that
leave the screen on which they wait for somebody only by the answer to EXIT_GAME."""


def left_alone(scene: Scene, seat: int | None) -> bool:
    """Whether the game stands still because the other player is lost. At a table whose clock gives them
    hours it does not."""
    others = [taken for number, taken in enumerate(scene.seats) if taken is not None and number != seat]
    return bool(scene.paused) and any(taken.away for taken in others)


def comeback(scene: Scene, seat: int | None) -> str:
    """What it means to come back to a running game: the other one is there, or not."""
    return "returned alone" if left_alone(scene, seat) else "returned"


def event(news: Happened, seat: int | None) -> str:
    """What a record means to whoever sits here, in one word; empty: nothing."""
    meaning = MEANINGS.get(type(news.record))
    return meaning(news, seat) if meaning is not None else ""


def _sat(news: Happened, seat: int | None) -> str:
    if getattr(news.record, "seat", None) != seat:
        return ""
    full = all(taken is not None and taken.person for taken in news.scene.seats)
    return "sat down second" if full else "sat down first"


def _moved(news: Happened, seat: int | None) -> str:
    return "moved" if news.scene.turn.seats else ""  # the end of the game is told instead


def _went(news: Happened, seat: int | None) -> str:
    return "other lost" if left_alone(news.scene, seat) else ""


def _came(news: Happened, seat: int | None) -> str:
    return comeback(news.scene, seat) if getattr(news.record, "seat", None) == seat else "other returned"


def _ended(news: Happened, seat: int | None) -> str:
    out = [number for number, taken in enumerate(news.scene.seats) if taken is not None and taken.gone]
    return "other left" if out and seat not in out else "over"


def _saved(news: Happened, seat: int | None) -> str:
    return "over" if news.scene.status == "saved" else ""


MEANINGS: dict[type[Any], Callable[[Happened, int | None], str]] = {
    records.Sat: _sat,
    records.Started: lambda news, seat: "begun",
    records.Resumed: lambda news, seat: "begun",
    records.Moved: _moved,
    records.Went: _went,
    records.Came: _came,
    records.Replaced: lambda news, seat: "other returned",
    records.Ended: _ended,
    records.Saved: _saved,
    records.Closed: lambda news, seat: "over",
}
"""Which records concern a client, and what they mean to it."""
