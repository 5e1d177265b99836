"""Where a client knows itself to be, as a table: what happens there, the line it hears of it,
and where it is then.

This is what the client has been *told*; decisions on their way to the disk are ahead of it.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

from tablehall.hall import records
from tablehall.hall.notices import Happened

Place = Literal["lobby", "waiting", "playing", "alone"]
"""In the lobby, alone at a new game, in a running one, or in one whose other player is lost."""

BOARD: Final = b"208"
"""Stands for the line with the board after a turn."""

TRANSITIONS: dict[tuple[Place, str], tuple[bytes, Place]] = {
    ("lobby", "sat down first"): (b"", "waiting"),
    ("lobby", "sat down second"): (b"", "playing"),
    ("lobby", "returned"): (b"", "playing"),
    ("lobby", "returned alone"): (b"290\n", "alone"),
    ("waiting", "begun"): (b"270\n", "playing"),
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
    return "other lost"


def _came(news: Happened, seat: int | None) -> str:
    if getattr(news.record, "seat", None) != seat:
        return "other returned"
    return "returned alone" if news.scene.anybody_away() else "returned"


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
