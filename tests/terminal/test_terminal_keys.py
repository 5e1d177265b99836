"""The line of keys: only what can be pressed here and now."""

from typing import Any

import pytest

from tablehall.client import Guest, Table
from tablehall.games import house_games
from tablehall.games.api import won_by
from tablehall.hall.scene import Proposal
from tablehall.protocols.house import replies
from tablehall.protocols.house.render import game_card
from tablehall.protocols.house.replies import Chair, TableCard
from tablehall.terminal.dialogs import HELP
from tablehall.terminal.keys import LOBBY, Hint, answers, table_hints

GAMES = {name: game_card(game) for name, game in house_games().items()}
SEATS = (Chair("anna", 7), Chair("bob", 8))


def table(game: str = "chess", status: Any = "playing", start: Any = "full", **more: Any) -> Table:
    guest = Guest("hall.example")
    guest.conversation.person = 7
    told: dict[str, Any] = {"you": 0, "commitment": "", "turn": (0,), "seq": 3, "at": 0, **more}
    return Table(guest, replies.Table(card=TableCard(1, game, status, SEATS, 0, start=start), **told))


def keys(here: Table) -> str:
    return " ".join(hint.key for hint in table_hints(here, GAMES[here.game]))


def test_while_the_game_runs_there_are_moves_and_ways_to_end_it() -> None:
    assert keys(table()) == "⏎ m t u d r esc f1"


def test_what_a_game_does_not_know_is_not_offered() -> None:
    assert keys(table("mia")) == "⏎ m t r esc f1"


def test_when_it_is_over_one_may_play_again() -> None:
    assert keys(table(status="finished", outcome=won_by(0))) == "n t l esc f1"


def test_before_it_begins_others_are_called_or_it_is_begun() -> None:
    assert keys(table(status="waiting")) == "b t l esc f1"
    assert keys(table(status="waiting", start="asked")) == "g b t l esc f1"


def test_whoever_looks_on_moves_nothing() -> None:
    assert keys(table(you=None)) == "f t l esc f1"


def test_a_proposal_of_somebody_else_can_be_answered() -> None:
    theirs, mine = Proposal("draw", 1, (1,)), Proposal("draw", 0, (0,))
    assert [hint.key for hint in answers(table(proposal=theirs))] == ["y", "x"]
    assert answers(table(proposal=mine)) == ()
    assert answers(table(you=None, proposal=theirs)) == ()


@pytest.mark.parametrize("hints", [LOBBY, table_hints(table(), GAMES["chess"])])
def test_every_key_has_room_in_a_narrow_terminal(hints: tuple[Hint, ...]) -> None:
    assert len("  ".join(f"{hint.key} {hint.label}" for hint in hints)) <= 78


def test_the_help_has_room_in_a_narrow_terminal() -> None:
    assert max(map(len, HELP.split("\n"))) <= 68
