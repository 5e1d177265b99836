"""What happens at a table, in sentences."""

from typing import Any

import msgspec
import pytest

from tablehall.client import Guest, Table
from tablehall.games.api import Outcome, drawn, won_by
from tablehall.games.look import Look
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import Chair, Happened, TableCard
from tablehall.terminal.books import Scribe
from tablehall.terminal.words import (
    card_words,
    dice_words,
    named,
    position,
    result,
    seat_words,
    sentence,
    whose_turn,
)

SEATS = (Chair("anna", 7), Chair("bob", 8))


def table(**more: Any) -> Table:
    """Anna's table of chess."""
    guest = Guest("hall.example")
    guest.conversation.person = 7
    card = TableCard(1, "chess", more.pop("status", "playing"), more.pop("seats", SEATS), 0)
    told: dict[str, Any] = {"you": 0, "commitment": "", "turn": (0,), "seq": 3, "at": 0, **more}
    return Table(guest, replies.Table(card=card, **told))


def news(what: str, **more: Any) -> Happened:
    return Happened(table=1, seq=4, at=0, what=what, **more)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (news("sat", seat=1, name="bob"), "bob sits down."),
        (news("moved", seat=0, move={"type": "step", "r": 1, "c": 4, "to_r": 3, "to_c": 4}), "anna: e2e4"),
        (news("dropped", seat=1, why="absent"), "bob stayed away too long."),
        (news("dropped", seat=1, why="struck by lightning"), "bob is out of the game."),
        (news("proposed", seat=1, kind="takeback"), "bob proposes to take back a move."),
        (
            news("proposed", seat=1, kind="put_away"),
            "bob proposes to put the game away and go on another time.",
        ),
        (news("answered", seat=0, yes=False), "anna declines."),
        (news("taken_back", plies=1), "1 move is taken back."),
        (news("taken_back", plies=2), "2 moves are taken back."),
        (news("saved", seat=0, name="later", put_away=True), "The game is saved as 'later' and put away."),
        (news("replaced", seat=1, name="Ada"), "Ada of the house goes on in that seat."),
        (news("danced_a_jig"), "danced a jig"),
    ],
)
def test_everything_that_happens_has_a_sentence(told: Happened, words: str) -> None:
    assert sentence(table(), told, Scribe(Look())) == words


def test_each_line_is_told_as_it_was_said_also_when_more_were_said_since() -> None:
    here = table()
    lines = [
        Happened(table=1, seq=4, at=0, what="said", seat=0, name="anna", text="one"),
        Happened(table=1, seq=5, at=0, what="said", seat=1, name="bob", text="two", to=(0,)),
        Happened(table=1, seq=6, at=0, what="said", name="eve", text="three", to=()),
    ]
    for line in lines:
        here.hear(line)
    assert [sentence(here, line, Scribe(Look())) for line in lines] == [
        "anna: one",
        "bob to anna: two",
        "eve (looking on): three",
    ]


def test_a_name_for_this_table_only_is_marked_wherever_it_could_be_taken_for_a_guests() -> None:
    here = table(seats=(SEATS[0], Chair("bob", 8, stranger=True)))
    line = Happened(table=1, seq=4, at=0, what="said", seat=1, name="bob", text="It is me.")
    here.hear(line)
    assert sentence(here, line, Scribe(Look())) == "bob (a name for this table only): It is me."
    assert seat_words(here, 1, None, 0) == "bob, a name for this table only"
    assert card_words(here.card, {}) == "chess: anna and bob (a name for this table only); playing"


def test_a_saved_game_says_whom_it_waits_for() -> None:
    here = table(status="waiting", seats=(SEATS[0], Chair("bob", 0)), turn=())
    assert whose_turn(here) == "Waiting for 1 more."
    here.card = msgspec.structs.replace(here.card, save="later")
    assert whose_turn(here) == "This saved game waits for bob; the board is shown when everybody is here."


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (won_by(0, reason="checkmate"), "you win (checkmate)."),
        (won_by(1, reason="last_player"), "bob wins (last player)."),
        (drawn(reason="agreement"), "nobody wins (agreement)."),
        (Outcome((2, 1), (30, 41)), "bob wins. Points: anna 30, bob 41."),
    ],
)
def test_a_result_says_who_won_and_why(outcome: Outcome, words: str) -> None:
    assert result(table(), outcome) == words


@pytest.mark.parametrize(
    ("you", "words"),
    [(None, "bob loses (lied)."), (1, "you lose (lied)."), (0, "you win with carl (lied).")],
)
def test_where_one_loses_and_many_win_the_one_is_named(you: int | None, words: str) -> None:
    here = table(seats=(*SEATS, Chair("carl", 9)), you=you)
    assert result(here, Outcome((1, 2, 1), reason="lied")) == words


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "Your turn."),
        ({"turn": (1,)}, "bob to move."),
        ({"you": None, "turn": (0, 1)}, "anna and bob to move."),
        ({"paused": 5}, "The game stands still until everybody is back."),
        ({"status": "waiting", "seats": (SEATS[0], None), "turn": ()}, "Waiting for 1 more."),
        ({"status": "finished", "turn": ()}, ""),
    ],
)
def test_it_is_said_whose_turn_it_is(more: dict[str, Any], words: str) -> None:
    assert whose_turn(table(**more)) == words


def test_before_the_game_it_is_said_how_to_begin_it() -> None:
    here = table(status="waiting", turn=())
    here.card = msgspec.structs.replace(here.card, start="asked")
    assert whose_turn(here) == "Everybody is here; `start` begins the game."
    assert whose_turn(here, "g") == "Everybody is here; g begins the game."


def test_a_seat_says_who_is_away_and_who_is_out() -> None:
    here = table(seats=(Chair("anna", 7, away=5), Chair("bob", 8, gone=True)), turn=(1,))
    assert seat_words(here, 0, None, 0) == "anna, you, away"
    assert seat_words(here, 1, None, 0) == "bob, on turn, out"


def test_a_games_own_words_call_everybody_by_name() -> None:
    text = "Seat 0 is on turn. Last round: seat 1 has filled the shelf. seat 0 and 1 won; seat 7 is empty."
    told = "anna is on turn. Last round: bob has filled the shelf. anna and bob won; seat 7 is empty."
    assert named(text, table()) == told


def test_nothing_is_shouted_but_a_name_stays_what_it_is() -> None:
    here = table(seats=(Chair("an_na", 7), SEATS[1]), view={"lost": 1}, text="Seat 0 lost: SEE_FAILED.")
    assert position(here, Look()) == "an_na lost: see failed."


@pytest.mark.parametrize(("promised", "wrong"), [(None, False), (True, False), (False, True)])
def test_dice_that_were_not_promised_are_spoken_of(promised: bool | None, wrong: bool) -> None:
    opened = table()
    opened.promised = promised
    assert ("not the dice that you were promised" in dice_words(opened)) is wrong
