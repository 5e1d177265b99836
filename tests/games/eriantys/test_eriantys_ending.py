"""Eriantys: the four ends, who wins, and players who do not come back."""

from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games.api import Outcome, Played, Refusal, Rule
from tablehall.games.dice import Dice
from tablehall.games.eriantys import EriantysOptions, game
from tablehall.games.eriantys.events import (
    AssistantUsed,
    CurrentPlayerChanged,
    IslandsUnified,
    MotherNatureMoved,
    PlayerLeft,
    TowerChanged,
    TowerOnIslandChanged,
)
from tablehall.games.eriantys.moves import (
    EriantysMove,
    MoveMotherNature,
    Next,
    SetTower,
    SetWizard,
    TakeCloud,
    UseAssistant,
    UseCharacter,
)
from tablehall.games.eriantys.state import Card, Island, Phase, Player, Table, Tower

BLACK, WHITE, GREY = Tower
NO_STUDENTS = (0, 0, 0, 0, 0)


def bare(seats: int = 2, **changes: Any) -> Table:
    """Seat 0 moves mother nature from island 0 at a table with nobody on the islands."""
    colours = (BLACK, WHITE, GREY) if seats == 3 else (BLACK, WHITE) * (seats // 2)
    players = tuple(
        Player(tower, seat + 1, (8, 6, 8)[seats - 2] if seat < 2 or seats == 3 else 0, (2, 2, 1, 1, 1))
        for seat, tower in enumerate(colours)
    )
    players = tuple(replace(player, hand=(1, 2, 3), assistant=6) for player in players)
    order, islands = tuple(range(seats)), tuple(Island(id) for id in range(12))
    state = Table(False, 0, order, players, Phase.MOVE_MOTHER_NATURE, islands, bag=(20, 20, 20, 20, 20))
    state = replace(state, clouds=((3, 0, 0, 0, 0),) * seats)
    return replace(state, **changes)


def seat(state: Table, number: int, **changes: Any) -> Table:
    player = replace(state.players[number], **changes)
    return replace(state, players=(*state.players[:number], player, *state.players[number + 1 :]))


def play(state: Table, *moves: EriantysMove) -> Played[Table]:
    played = Played(state)
    for move in moves:
        answer = game.play(played.state, played.state.seat, move, Dice(bytes(32)))
        assert isinstance(answer, Played), answer
        played = answer
    return played


def rich(seats: int = 2, **changes: Any) -> Table:
    """Island 1 is full of students for seat 0."""
    state = bare(seats, professors=(0, -1, -1, -1, -1), **changes)
    island = replace(state.islands[1], students=(9, 0, 0, 0, 0))
    return replace(state, islands=(state.islands[0], island, *state.islands[2:]))


# Towers


def test_the_last_tower_wins_at_once() -> None:
    played = play(seat(rich(), 0, towers=1), MoveMotherNature(1))
    assert played.events == (MotherNatureMoved(0, 1, 1), TowerOnIslandChanged(0, 1, BLACK, (0, 8)))
    assert game.outcome(played.state) == Outcome((1, 2), (8, 0), "towers")
    assert game.turn(played.state).seats == ()


def test_the_last_tower_wins_before_islands_grow_together() -> None:
    state = seat(rich(), 0, towers=1)
    state = replace(state, islands=(*state.islands[:2], Island(2, tower=BLACK), *state.islands[3:]))
    played = play(state, MoveMotherNature(1))
    assert len(played.state.islands) == 12
    assert not any(isinstance(event, IslandsUnified) for event in played.events)


def test_with_fewer_towers_left_than_the_group_needs_all_are_placed_and_win() -> None:
    state = seat(seat(rich(), 0, towers=2), 1, towers=3)
    group = Island(1, (9, 0, 0, 0, 0), WHITE, 3)
    state = replace(state, islands=(state.islands[0], group, *state.islands[2:]))
    played = play(state, MoveMotherNature(1))
    assert played.events[1] == TowerOnIslandChanged(0, 1, BLACK, (0, 6))
    assert game.outcome(played.state) == Outcome((1, 2), (8, 2), "towers")


def test_both_of_a_team_win() -> None:
    played = play(seat(rich(4), 0, towers=1), MoveMotherNature(1))
    assert game.outcome(played.state) == Outcome((1, 2, 1, 2), (8, 0, 8, 0), "towers")


def test_after_the_end_nobody_moves() -> None:
    state = play(seat(rich(), 0, towers=1), MoveMotherNature(1)).state
    assert game.legal(state, 0) == game.legal(state, 1) == []
    assert game.play(state, 0, TakeCloud(0), Dice(bytes(32))) == Refusal(Rule.GAME_OVER)


# Islands


def groups(*islands: Island, **changes: Any) -> Table:
    return bare(islands=islands, professors=(0, -1, -1, -1, -1), **changes)


def test_three_groups_end_the_game_at_once() -> None:
    state = groups(
        Island(0, tower=WHITE, size=4), Island(3, (9, 0, 0, 0, 0)), Island(5, tower=BLACK), Island(6, size=6)
    )
    state = seat(seat(state, 0, towers=7), 1, towers=4)
    played = play(state, MoveMotherNature(1))
    assert played.events[1:] == (TowerOnIslandChanged(0, 3, BLACK, (6, 4)), IslandsUnified(0, 3, 5))
    assert game.outcome(played.state) == Outcome((2, 1), (2, 4), "islands")


def test_two_groups_may_come_at_once() -> None:
    state = groups(
        Island(0, tower=BLACK, size=4), Island(3, (9, 0, 0, 0, 0)), Island(5, tower=BLACK), Island(6, size=6)
    )
    played = play(seat(state, 0, towers=3), MoveMotherNature(1))
    assert played.events[2:] == (IslandsUnified(0, 3, 5), IslandsUnified(0, 3, 0))
    assert len(played.state.islands) == 2
    assert game.outcome(played.state) == Outcome((1, 2), (6, 0), "islands")


def test_the_herald_can_end_the_game_too() -> None:
    state = rich(expert=True, cards=(Card(4, 3),), phase=Phase.MOVE_STUDENTS)
    played = play(seat(state, 0, towers=1, coins=3), UseCharacter(4, island=1))
    assert played.events[-1] == TowerOnIslandChanged(0, 1, BLACK, (0, 8))
    assert game.outcome(played.state) == Outcome((1, 2), (8, 0), "towers")


# The last round


def last_turn(seats: int = 2, reason: str = "assistants", **changes: Any) -> Table:
    """Seat 0 takes the last cloud of the last round."""
    clouds = ((3, 0, 0, 0, 0), *(NO_STUDENTS,) * (seats - 1))
    order = (*range(1, seats), 0)
    return bare(seats, phase=Phase.CHOOSE_CLOUD, order=order, clouds=clouds, last_round=reason, **changes)


@pytest.mark.parametrize("reason", ["assistants", "students"])
def test_after_the_last_round_most_towers_win(reason: str) -> None:
    state = seat(seat(last_turn(reason=reason), 0, towers=5), 1, towers=4)
    played = play(state, TakeCloud(0))
    assert len(played.events) == 1
    assert game.outcome(played.state) == Outcome((2, 1), (3, 4), reason)


def test_the_last_round_is_played_to_its_end() -> None:
    state = replace(last_turn(), order=(0, 1))
    assert game.outcome(play(state, TakeCloud(0)).state) is None


def test_the_last_round_without_clouds_ends_with_mother_nature() -> None:
    state = bare(order=(1, 0), clouds=(NO_STUDENTS,) * 2, last_round="students")
    played = play(seat(state, 1, towers=7), MoveMotherNature(1))
    assert game.outcome(played.state) == Outcome((2, 1), (0, 1), "students")


def test_of_equally_many_towers_most_professors_win() -> None:
    played = play(last_turn(professors=(0, 0, 1, 1, 1)), TakeCloud(0))
    assert game.outcome(played.state) == Outcome((2, 1), (0, 0), "assistants")


def test_equal_towers_and_professors_are_a_draw() -> None:
    played = play(last_turn(professors=(0, 0, 1, 1, -1)), TakeCloud(0))
    outcome = game.outcome(played.state)
    assert outcome == Outcome((1, 1), (0, 0), "assistants")
    assert outcome.winners == ()


def test_two_of_three_may_share_the_first_place() -> None:
    state = last_turn(3, professors=(0, 1, 2, 2, 2))
    for number, towers in enumerate((3, 3, 4)):
        state = seat(state, number, towers=towers)
    outcome = game.outcome(play(state, TakeCloud(0)).state)
    assert outcome == Outcome((1, 1, 3), (3, 3, 2), "assistants")


def test_professors_of_a_team_count_together() -> None:
    played = play(last_turn(4, professors=(0, 2, 1, -1, -1)), TakeCloud(0))
    assert game.outcome(played.state) == Outcome((1, 2, 1, 2), (0, 0, 0, 0), "assistants")


# Players who do not act


def started(seats: int = 2, expert: bool = False) -> Table:
    dice = Dice(bytes(32))
    state = game.setup(seats, EriantysOptions(expert), dice)
    while state.phase is Phase.CHOOSING:
        state = game.expire(state, state.seat, dice).state
    return state


def test_a_late_chooser_gets_the_first_free_tower_then_wizard_and_the_next_one_chooses() -> None:
    state = game.setup(2, EriantysOptions(), Dice(bytes(32)))
    first = state.seat
    state = play(state, SetTower(BLACK), SetWizard(1), Next()).state
    events: list[object] = []
    while state.phase is Phase.CHOOSING:
        played = game.expire(state, state.seat, Dice(bytes(32)))
        state, events = played.state, [*events, *played.events]
    late = state.players[1 - first]
    assert (late.tower, late.wizard) == (WHITE, 2)
    assert events[0] == TowerChanged(1 - first, WHITE)


def test_what_a_late_chooser_already_chose_is_kept() -> None:
    state = play(game.setup(2, EriantysOptions(), Dice(bytes(32))), SetWizard(4)).state
    first = state.seat
    while state.seat == first:
        state = game.expire(state, first, Dice(bytes(32))).state
    assert (state.players[first].tower, state.players[first].wizard) == (BLACK, 4)


def test_a_late_planner_plays_the_lowest_legal_assistant() -> None:
    state = started()
    state = play(state, UseAssistant(1)).state
    played = game.expire(state, state.seat, Dice(bytes(32)))
    assert played.events[0] == AssistantUsed(state.seat, 2)


def test_a_late_actor_makes_some_legal_move_without_characters() -> None:
    state = rich(expert=True, cards=(Card(9, 1, students=(6, 0, 0, 0, 0)),), phase=Phase.MOVE_STUDENTS)
    state = seat(state, 0, coins=5)
    for key in range(20):
        played = game.expire(state, 0, Dice(bytes([key] * 32)))
        assert played.state.moved == 1
        assert played.state.used == 0


def test_a_deadline_of_somebody_else_changes_nothing() -> None:
    state = started()
    assert game.expire(state, 1 - state.seat, Dice(bytes(32))) == Played(state, ())


# Players who leave


def test_with_two_the_other_one_wins() -> None:
    played = game.drop(started(), 0, Dice(bytes(32)))
    assert played.events == (PlayerLeft(0),)
    assert game.outcome(played.state) == Outcome((2, 1), reason="resigned")


def test_with_three_the_house_plays_on_for_the_one_who_left() -> None:
    state = started(3)
    gone = state.seat
    played = game.drop(state, gone, Dice(bytes(32)))
    assert played.events == (
        PlayerLeft(gone),
        AssistantUsed(gone, 1),
        CurrentPlayerChanged((gone + 1) % 3, Phase.PLANNING, state.order),
    )
    after = play(played.state, UseAssistant(7), UseAssistant(9))
    assert after.state.seat == (gone + 1) % 3
    assert after.state.phase is Phase.MOVE_STUDENTS
    assert after.state.players[gone].assistant == 1


def test_whoever_is_not_on_turn_can_leave_too() -> None:
    state = started(3)
    played = game.drop(state, state.order[1], Dice(bytes(32)))
    assert played.state.seat == state.seat
    assert play(played.state, UseAssistant(5)).state.seat == state.order[2]


def test_leaving_while_towers_are_chosen_lets_the_others_choose_on() -> None:
    state = game.setup(3, EriantysOptions(), Dice(bytes(32)))
    played = game.drop(state, state.seat, Dice(bytes(32)))
    assert played.state.seat == state.order[1]
    assert played.state.players[state.seat].tower is BLACK


def test_the_last_of_three_wins() -> None:
    state = game.drop(started(3), 0, Dice(bytes(32))).state
    played = game.drop(state, 2, Dice(bytes(32)))
    assert game.outcome(played.state) == Outcome((2, 1, 2), reason="resigned")


def test_a_team_is_lost_when_both_have_left() -> None:
    state = game.drop(started(4), 1, Dice(bytes(32))).state
    state = game.drop(state, 0, Dice(bytes(32))).state
    assert game.outcome(state) is None
    state = game.drop(state, 3, Dice(bytes(32))).state
    assert game.outcome(state) == Outcome((1, 2, 1, 2), reason="resigned")


def test_leaving_twice_or_after_the_end_changes_nothing() -> None:
    state = game.drop(started(3), 0, Dice(bytes(32))).state
    assert game.drop(state, 0, Dice(bytes(32))) == Played(state, ())
    over = game.drop(state, 1, Dice(bytes(32))).state
    assert game.drop(over, 2, Dice(bytes(32))) == Played(over, ())


def test_who_left_cannot_win_by_the_towers_the_house_placed() -> None:
    played = play(seat(rich(3, dropped=(0,)), 0, towers=1), MoveMotherNature(1))
    assert game.outcome(played.state) == Outcome((3, 1, 1), (6, 0, 0), "towers")
