"""A table kept in step: news in order, gaps, and the whole of it anew."""

import pytest
from msgspec.structs import replace

from tablehall.client.followed import Followed
from tablehall.protocols.house.replies import Chair, Clocks, Happened, Line, Table, TableCard

SEATS = (Chair("anna", 7), Chair("bob", 8))


def whole(seq: int = 3, **more: object) -> Table:
    card = TableCard(1, "tictactoe", "playing", SEATS, 0)
    told: dict[str, object] = {"you": 0, "commitment": "", "view": "empty", "turn": (0,), **more}
    return Table(card=card, seq=seq, at=100, **told)  # type: ignore[arg-type]


def moved(seq: int, seat: int = 0) -> Happened:
    view, turn = f"after {seq}", (1 - seat,)
    return Happened(table=1, seq=seq, at=seq, what="moved", seat=seat, move=seq, view=view, turn=turn)


def test_news_that_are_known_already_are_skipped() -> None:
    table = Followed(7, whole(seq=5))
    assert table.hear(moved(5)) == []
    assert table.view == "empty"


def test_news_after_a_gap_wait_until_it_is_known_what_was_missed() -> None:
    table = Followed(7, whole(seq=3))
    assert table.hear(moved(5, seat=1)) is None
    assert table.hear(moved(6)) == []
    assert (table.seq, table.view) == (3, "empty")
    table.hear(moved(4))
    table.hear(moved(5, seat=1))
    assert [news.seq for news in table.caught_up()] == [4, 5, 6]
    assert (table.seq, table.view, table.last) == (6, "after 6", (0, 6))
    assert table.hear(moved(7, seat=1)) is not None


def test_a_number_that_is_not_told_was_not_for_us() -> None:
    table = Followed(7, whole(seq=3))
    assert table.hear(moved(5)) is None
    table.hear(moved(5))
    assert [news.seq for news in table.caught_up()] == [5]


def test_the_whole_table_is_taken_over_and_later_news_after_it() -> None:
    table = Followed(7, whole(seq=3))
    assert table.hear(moved(9)) is None
    table.adopt(whole(seq=8, view="after 8", chat=(Line(7, 7, "bob", "hi"),)))
    assert [news.seq for news in table.caught_up()] == [9]
    assert table.view == "after 9"
    assert [line.text for line in table.chat] == ["hi"]


def test_ones_seat_is_known_from_the_seats() -> None:
    table = Followed(7, whole(seq=3))
    swapped = SEATS[::-1]
    table.hear(Happened(table=1, seq=4, at=4, what="drawn", seats=swapped, status="playing"))
    assert table.you == 1
    table.hear(Happened(table=1, seq=5, at=5, what="stood", seats=(None, SEATS[1]), status="waiting"))
    assert table.you is None
    assert table.name(0) == "nobody"


def test_a_move_wipes_out_what_was_proposed() -> None:
    table = Followed(7, whole(proposal={"kind": "draw"}))
    table.hear(moved(4))
    assert table.proposal is None


def test_a_clock_runs_while_its_seat_is_on_turn_and_stands_while_the_game_does() -> None:
    table = Followed(7, whole(clocks=Clocks((60_000, 50_000), (1000, 0))))
    assert table.left(0, 11_000) == 50_000
    assert table.left(1, 11_000) == 50_000
    assert table.left(0, 100_000) == 0
    table.hear(Happened(table=1, seq=4, at=4, what="went", paused=6000))
    assert table.left(0, 11_000) == 55_000
    assert not table.my_turn


def test_without_a_clock_nobody_counts() -> None:
    assert Followed(7, whole()).left(0, 0) is None


ANNA, BOB, EVE = Chair("anna", 7), Chair("bob", 8), Chair("eve", 9)
LATE = Chair("bob", 8, away=5, overdue=65)


@pytest.mark.parametrize(
    ("seats", "you", "claims"),
    [
        ((ANNA, BOB), 0, ()),
        ((ANNA, Chair("bob", 8, away=5, until=65)), 0, ()),
        ((ANNA, LATE), 0, ("win", "draw", "bot", "wait")),
        ((ANNA, LATE, EVE), 0, ("win", "bot", "wait")),
        ((ANNA, LATE, Chair("eve", 9, gone=True)), 0, ("win", "draw", "bot", "wait")),
        ((Chair("anna", 7, gone=True), LATE, EVE), 0, ()),
        ((ANNA, LATE), None, ()),
    ],
)
def test_who_waits_may_say_what_becomes_of_it_and_a_draw_only_with_nobody_left_to_ask(
    seats: tuple[Chair, ...], you: int | None, claims: tuple[str, ...]
) -> None:
    table = Followed(7, whole(you=you))
    table.card = replace(table.card, seats=seats)
    assert table.claims == claims


def test_when_the_game_is_over_nobody_is_asked() -> None:
    table = Followed(7, whole())
    table.card = replace(table.card, seats=(ANNA, LATE), status="finished")
    assert table.overdue == (1,)
    assert table.claims == ()


@pytest.mark.parametrize(
    ("rated", "other", "asked"),
    [
        (True, Chair("bob", 8), True),
        (False, Chair("bob", 8), False),
        (True, Chair("Cleo", 8, bot=2), False),
        (True, Chair("bob", 8, gone=True), False),
    ],
)
def test_only_people_who_still_play_a_rated_game_are_asked_to_put_it_away(
    rated: bool, other: Chair, asked: bool
) -> None:
    told = whole()
    table = Followed(7, replace(told, card=replace(told.card, rated=rated, seats=(SEATS[0], other))))
    assert table.needs_consent is asked
