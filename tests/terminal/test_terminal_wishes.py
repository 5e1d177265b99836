"""What is wished for at a new table, and the sentences about it."""

from typing import Any

import pytest

from tablehall.games import house_games
from tablehall.hall.clock import ClockSpec
from tablehall.protocols.house.render import game_card
from tablehall.terminal.times import WishError, clock_face
from tablehall.terminal.wishes import clock_words, find_game, read_clock, read_seat, read_wishes

GAMES = {name: game_card(game) for name, game in house_games().items()}


@pytest.mark.parametrize(
    ("written", "clock"),
    [
        ("", ClockSpec()),
        ("none", ClockSpec()),
        ("5m", ClockSpec("total", 300_000)),
        ("5m+3s", ClockSpec("total", 300_000, 3000)),
        ("1.5h + 30s", ClockSpec("total", 5_400_000, 30_000)),
        ("10", ClockSpec("total", 600_000)),
        ("30s/move", ClockSpec("answer", 30_000)),
        ("1d/move", ClockSpec("answer", 86_400_000)),
    ],
)
def test_a_clock_is_written_shortly(written: str, clock: ClockSpec) -> None:
    assert read_clock(written) == clock


@pytest.mark.parametrize("written", ["5m", "5m+3s", "30s/move", "1h", "1500ms", "1d/move", ""])
def test_a_clock_is_shown_as_it_is_written(written: str) -> None:
    assert clock_words(read_clock(written)) == written


@pytest.mark.parametrize("written", ["soon", "5x", "5m+x", "/move", "-5m"])
def test_what_is_no_clock_is_refused(written: str) -> None:
    with pytest.raises(WishError, match=r"write 5m, 5m\+3s or 30s/move"):
        read_clock(written)


def test_a_seat_is_wished_for_by_number_name_and_code() -> None:
    wished = read_seat('d0ad8bcc seat=2 name="Anna Karenina" entropy=blow')
    assert wished == {"code": "d0ad8bcc", "seat": 2, "name": "Anna Karenina", "entropy": "blow"}
    assert read_seat("") == {}
    with pytest.raises(WishError):
        read_seat("seat=first")


def test_everything_can_be_wished_for_in_a_line() -> None:
    wishes = read_wishes('eriantys seats=3 clock=5m bots=2 private title="Come in" expert=true', GAMES)
    assert (wishes.game, wishes.seats, wishes.bots) == ("eriantys", 3, 2)
    assert wishes.clock == ClockSpec("total", 300_000)
    assert wishes.options == {"expert": True}
    assert wishes.more == {"private": True, "title": "Come in"}


@pytest.mark.parametrize(
    ("written", "flags"),
    [("unwatched", {"spectators": False}), ("unrated", {"rated": False}), ("asked", {"start": "asked"})],
)
def test_a_word_alone_is_a_wish(written: str, flags: dict[str, Any]) -> None:
    assert read_wishes(f"chess {written}", GAMES).more == flags


@pytest.mark.parametrize("line", ["", "whist", "c", "chess fast", "chess seats=two", 'chess title="'])
def test_what_cannot_be_read_is_said(line: str) -> None:
    with pytest.raises(WishError):
        read_wishes(line, GAMES)


@pytest.mark.parametrize(
    ("written", "name"), [("ches", "chess"), ("Connect-Four", "connect_four"), ("my", "shelfie")]
)
def test_enough_of_a_games_name_is_enough(written: str, name: str) -> None:
    assert find_game(written, GAMES) == name


@pytest.mark.parametrize(
    ("left", "face"), [(0, "0:00"), (1, "0:01"), (61_000, "1:01"), (3_600_000, "1:00:00")]
)
def test_a_clock_shows_no_more_than_what_is_left(left: int, face: str) -> None:
    assert clock_face(left) == face
