"""What programs do in a game is told at once, and written down when people are there or the game is over."""

from typing import Any

import pytest

from tablehall.games.mia import ROLL, SEE, Announce, game
from tablehall.hall import commands, notices, records
from tablehall.hall.verify import verify
from tests.contests.arena import Arena, quick_move

GAMES = {"mia": game}
EVE = 12


def written(arena: Arena, table: int) -> list[str]:
    """What the log of a table says, without its beginning."""
    return [type(records.decode(line)).__name__ for line in arena.journal.log(table)[3:]]


def begun(*names: str) -> tuple[Arena, int]:
    """A game in which two moves have been made."""
    arena = Arena()
    arena.begin(*names)
    arena.answer(arena.on_turn, ROLL)
    arena.answer(arena.on_turn, Announce((3, 2)))
    return arena, arena.match.table.sheet.table


def test_among_programs_nothing_is_written_before_the_game_is_over() -> None:
    arena, table = begun("anna", "bob")
    assert arena.match.table.scene.seq == 2
    arena.answer(arena.on_turn, SEE)
    assert written(arena, table) == ["Moved", "Moved", "Moved", "Ended"]
    verify(arena.journal.log(table), GAMES)


@pytest.mark.parametrize("kind", ["Expired", "Blundered", "Dropped"])
def test_what_is_no_move_is_written_after_the_moves_before_it(kind: str) -> None:
    arena, table = begun("anna", "bob", "carl")
    if kind == "Expired":
        arena.wait(252)
    elif kind == "Blundered":
        arena.answer(arena.on_turn, None)
    else:
        arena.do(arena.contest.register.unregister(arena.who(arena.on_turn), arena.now))
    while not arena.over:
        arena.answer(arena.on_turn, quick_move(arena.match.state))
    assert written(arena, table)[:3] == ["Moved", "Moved", kind]
    verify(arena.journal.log(table), GAMES)


def test_who_looks_on_from_the_middle_of_a_game_hears_every_move_of_it() -> None:
    arena, table = begun("anna", "bob")
    eve = arena.guest("eve", EVE)
    assert arena.ask(commands.Watch(eve, table)).refused is None

    def seen() -> list[Any]:
        news = [told for told, _ in arena.to_people[EVE] if isinstance(told, notices.Happened)]
        return [told.record.move for told in news if isinstance(told.record, records.Moved)]

    arena.answer(arena.on_turn, ROLL)
    assert seen() == [ROLL, Announce((3, 2)), ROLL]
    arena.answer(arena.on_turn, Announce((4, 1)))
    assert seen()[3:] == [Announce((4, 1))]
    arena.answer(arena.on_turn, SEE)
    verify(arena.journal.log(table), GAMES)


def test_the_time_of_a_person_runs_also_while_they_are_away() -> None:
    arena = Arena(seed=3)
    eve = arena.guest("eve", EVE)
    arena.ask(commands.Compete(eve, "mia"))
    arena.register("bob")
    arena.join("bob")
    assert arena.on_turn == "bob"
    arena.ask(commands.Lost(EVE))
    arena.answer("bob", ROLL)
    arena.answer("bob", Announce((3, 2)))
    assert arena.on_turn == "eve"
    assert arena.match.table.scene.turn.seats == (arena.match.asked,)
    assert arena.match.table.scene.running[arena.match.asked] == arena.now


def test_the_log_of_a_game_that_the_keeper_closes_says_how_far_it_came() -> None:
    arena, table = begun("anna", "bob")
    arena.ask(commands.Close(table, "keeper"))
    assert written(arena, table) == ["Moved", "Moved", "Closed"]
    verify(arena.journal.log(table), GAMES)


def test_what_an_onlooker_says_comes_after_the_moves_that_were_not_written_down_yet() -> None:
    arena, table = begun("anna", "bob")
    eve = arena.guest("eve", EVE)
    arena.ask(commands.Watch(eve, table))
    assert arena.ask(commands.Say(eve, table, "good luck")).refused is None
    arena.answer(arena.on_turn, SEE)
    assert written(arena, table) == ["Moved", "Moved", "Said", "Moved", "Ended"]
    verify(arena.journal.log(table), GAMES)
