"""Eriantys: students, professors, mother nature, influence, islands growing together, clouds."""

from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games.api import Played, Reason, Refusal
from tablehall.games.dice import Dice
from tablehall.games.eriantys import game
from tablehall.games.eriantys.events import (
    CloudFilled,
    CoinsChanged,
    CurrentPlayerChanged,
    IslandsUnified,
    LastRound,
    MotherNatureMoved,
    ProfessorsChanged,
    StudentsTaken,
    StudentToDiningRoomMoved,
    StudentToIslandMoved,
    TowerOnIslandChanged,
)
from tablehall.games.eriantys.moves import (
    EriantysMove,
    MoveMotherNature,
    No,
    TakeCloud,
    ToDiningRoom,
    ToIsland,
    UseAssistant,
    UseCharacter,
)
from tablehall.games.eriantys.state import Colour, Island, Phase, Player, Table, Tower

BLUE, GREEN, YELLOW, RED, PINK = Colour
BLACK, WHITE, GREY = Tower
ALL_BLUE = (3, 0, 0, 0, 0)


def bare(seats: int = 2, **changes: Any) -> Table:
    """Seat 0 acts first at a table with nobody on the islands, mother nature on island 0."""
    colours = (BLACK, WHITE, GREY) if seats == 3 else (BLACK, WHITE) * (seats // 2)
    players = tuple(
        Player(tower, seat + 1, (8, 6, 8)[seats - 2] if seat < 2 or seats == 3 else 0, (3, 2, 1, 1, 0))
        for seat, tower in enumerate(colours)
    )
    players = tuple(replace(player, hand=(1, 2, 3), assistant=6) for player in players)
    order, islands = tuple(range(seats)), tuple(Island(id) for id in range(12))
    state = Table(False, 0, order, players, Phase.MOVE_STUDENTS, islands, bag=(20, 20, 20, 20, 20))
    state = replace(state, clouds=(ALL_BLUE,) * seats)
    return replace(state, **changes)


def seat(state: Table, number: int, **changes: Any) -> Table:
    player = replace(state.players[number], **changes)
    return replace(state, players=(*state.players[:number], player, *state.players[number + 1 :]))


def isle(state: Table, id: int, **changes: Any) -> Table:
    return replace(state, islands=tuple(replace(i, **changes) if i.id == id else i for i in state.islands))


def play(state: Table, *moves: EriantysMove) -> Played[Table]:
    played = Played(state)
    for move in moves:
        answer = game.play(played.state, played.state.seat, move, Dice(bytes(32)))
        assert isinstance(answer, Played), answer
        played = answer
    return played


def no(state: Table, move: EriantysMove) -> Reason:
    refused = game.play(state, state.seat, move, Dice(bytes(32)))
    assert isinstance(refused, Refusal)
    return refused.reason


# Students


def test_a_student_goes_to_an_island() -> None:
    played = play(bare(), ToIsland(GREEN, 7))
    assert played.events == (StudentToIslandMoved(0, GREEN, 7),)
    assert played.state.players[0].entrance == (3, 1, 1, 1, 0)
    assert played.state.islands[7].students == (0, 1, 0, 0, 0)


def test_only_students_in_the_entrance_move() -> None:
    assert no(bare(), ToIsland(PINK, 99)) is No.STUDENT_NOT_IN_ENTRANCE
    assert no(bare(), ToDiningRoom(PINK)) is No.STUDENT_NOT_IN_ENTRANCE


@pytest.mark.parametrize("island", [-1, 12, 3])
def test_an_island_that_is_not_there_is_refused(island: int) -> None:
    state = bare()
    state = replace(state, islands=tuple(i for i in state.islands if i.id != 3))
    assert no(state, ToIsland(BLUE, island)) is No.ISLAND_NOT_EXISTS


def test_a_table_seats_ten() -> None:
    state = seat(bare(), 0, dining=(9, 0, 0, 0, 0))
    full = play(state, ToDiningRoom(BLUE)).state
    assert full.players[0].dining == (10, 0, 0, 0, 0)
    assert no(full, ToDiningRoom(BLUE)) is No.TABLE_FULL
    assert ToDiningRoom(BLUE) not in game.legal(full, 0)


def test_islands_take_students_even_if_all_tables_are_full() -> None:
    state = seat(bare(), 0, dining=(10,) * 5)
    assert len(game.legal(state, 0)) == 4 * 12


@pytest.mark.parametrize(("seats", "students"), [(2, 3), (3, 4), (4, 3)])
def test_a_turn_moves_exactly_three_students_or_four_at_a_table_of_three(seats: int, students: int) -> None:
    state = seat(bare(seats), 0, entrance=(9, 0, 0, 0, 0))
    for _ in range(students):
        assert no(state, MoveMotherNature(1)) is No.IMPOSSIBLE_ACTION
        state = play(state, ToIsland(BLUE, 1)).state
    assert state.phase is Phase.MOVE_MOTHER_NATURE
    assert no(state, ToIsland(BLUE, 1)) is No.IMPOSSIBLE_ACTION
    assert no(state, ToDiningRoom(BLUE)) is No.IMPOSSIBLE_ACTION


def test_the_steps_of_one_turn_are_not_announced() -> None:
    played = play(bare(), ToIsland(BLUE, 1), ToIsland(BLUE, 1), ToIsland(BLUE, 1))
    assert played.events == (StudentToIslandMoved(0, BLUE, 1),)


def test_nobody_acts_with_assistants_or_takes_clouds_early() -> None:
    assert no(bare(), UseAssistant(1)) is No.IMPOSSIBLE_ACTION
    assert no(bare(), TakeCloud(0)) is No.IMPOSSIBLE_ACTION
    assert no(bare(), UseCharacter(1)) is No.IMPOSSIBLE_ACTION


# Professors


def test_the_first_student_of_a_colour_wins_its_professor() -> None:
    played = play(bare(), ToDiningRoom(RED))
    assert played.events == (StudentToDiningRoomMoved(0, RED), ProfessorsChanged(0, (RED,)))
    assert played.state.professors == (-1, -1, -1, 0, -1)


def test_a_tie_keeps_the_professor() -> None:
    state = seat(bare(professors=(1, -1, -1, -1, -1)), 1, dining=(1, 0, 0, 0, 0))
    assert play(state, ToDiningRoom(BLUE)).events == (StudentToDiningRoomMoved(0, BLUE),)


def test_strictly_more_takes_the_professor_and_the_loser_is_told_first() -> None:
    state = seat(bare(professors=(1, 1, -1, 0, -1)), 1, dining=(1, 0, 0, 0, 0))
    played = play(state, ToDiningRoom(BLUE), ToDiningRoom(BLUE))
    assert played.events[1:] == (ProfessorsChanged(1, (GREEN,)), ProfessorsChanged(0, (BLUE, RED)))


def test_at_four_the_professor_is_a_players_not_a_teams() -> None:
    state = seat(bare(4, professors=(2, -1, -1, -1, -1)), 2, dining=(1, 0, 0, 0, 0))
    played = play(state, ToDiningRoom(BLUE), ToDiningRoom(BLUE))
    assert played.events[1:] == (ProfessorsChanged(2, ()), ProfessorsChanged(0, (BLUE,)))


def test_in_an_expert_game_each_third_seat_earns_a_coin() -> None:
    state = seat(bare(expert=True, supply=5), 0, dining=(5, 2, 1, 0, 0), coins=2)
    played = play(state, ToDiningRoom(BLUE))
    assert played.events == (
        StudentToDiningRoomMoved(0, BLUE),
        ProfessorsChanged(0, (BLUE,)),
        CoinsChanged(0, 3, 4),
    )
    assert play(state, ToDiningRoom(GREEN)).state.players[0].coins == 3
    assert play(state, ToDiningRoom(YELLOW)).state.players[0].coins == 2


def test_an_empty_supply_pays_nothing() -> None:
    state = seat(bare(expert=True, supply=0), 0, dining=(8, 0, 0, 0, 0), coins=2)
    played = play(state, ToDiningRoom(BLUE))
    assert played.state.players[0].coins == 2
    assert not any(isinstance(event, CoinsChanged) for event in played.events)


def test_a_basic_game_pays_nothing() -> None:
    played = play(seat(bare(), 0, dining=(2, 0, 0, 0, 0)), ToDiningRoom(BLUE))
    assert played.state.players[0].coins == 0


# Mother nature


def walking(seats: int = 2, **changes: Any) -> Table:
    return bare(seats, phase=Phase.MOVE_MOTHER_NATURE, **changes)


@pytest.mark.parametrize(("assistant", "steps"), [(1, 1), (2, 1), (3, 2), (6, 3), (9, 5), (10, 5)])
def test_an_assistant_allows_half_its_value_in_steps_rounded_up(assistant: int, steps: int) -> None:
    state = seat(walking(), 0, assistant=assistant)
    assert game.legal(state, 0) == [MoveMotherNature(n) for n in range(1, steps + 1)]
    assert no(state, MoveMotherNature(steps + 1)) is No.ARGUMENT_NOT_CORRECT
    assert no(state, MoveMotherNature(0)) is No.ARGUMENT_NOT_CORRECT


def test_mother_nature_walks_over_groups_and_around_the_ring() -> None:
    state = walking(mother_nature=11)
    state = replace(state, islands=tuple(i for i in state.islands if i.id not in (0, 2)))
    played = play(state, MoveMotherNature(3))
    assert played.events == (MotherNatureMoved(0, 3, 4),)
    assert played.state.mother_nature == 4
    assert played.state.phase is Phase.CHOOSE_CLOUD


# Influence


def test_students_count_for_who_has_their_professor() -> None:
    state = isle(walking(professors=(0, 1, 1, -1, -1)), 1, students=(3, 1, 1, 9, 0))
    played = play(state, MoveMotherNature(1))
    assert played.events == (MotherNatureMoved(0, 1, 1), TowerOnIslandChanged(0, 1, BLACK, (7, 8)))
    assert played.state.islands[1].tower is BLACK


def test_the_player_on_turn_may_conquer_for_another() -> None:
    state = isle(walking(professors=(1, -1, -1, -1, -1)), 1, students=(1, 0, 0, 0, 0))
    assert play(state, MoveMotherNature(1)).events[1] == TowerOnIslandChanged(0, 1, WHITE, (8, 7))


def test_nobody_conquers_with_no_influence_or_with_a_tie() -> None:
    state = isle(walking(professors=(0, 1, -1, -1, -1)), 1, students=(0, 0, 5, 0, 0))
    assert play(state, MoveMotherNature(1)).state.islands[1].tower is None
    state = isle(state, 1, students=(2, 2, 0, 0, 0))
    assert play(state, MoveMotherNature(1)).state.islands[1].tower is None


def test_a_tie_keeps_the_towers() -> None:
    state = isle(walking(professors=(0, 1, -1, -1, -1)), 1, students=(1, 0, 0, 0, 0), tower=WHITE)
    assert play(state, MoveMotherNature(1)).state.islands[1].tower is WHITE


def test_every_tower_of_a_group_counts_one_and_goes_home_when_it_is_conquered() -> None:
    state = seat(walking(professors=(0, 1, -1, -1, -1)), 1, towers=5)
    state = isle(state, 1, students=(4, 1, 0, 0, 0), tower=WHITE, size=3)
    assert play(state, MoveMotherNature(1)).state.islands[1].tower is WHITE
    state = isle(state, 1, students=(5, 1, 0, 0, 0))
    played = play(state, MoveMotherNature(1))
    assert played.events[1] == TowerOnIslandChanged(0, 1, BLACK, (5, 8))


def test_a_team_counts_together_and_takes_towers_from_its_first_seat() -> None:
    state = isle(walking(4, professors=(0, 2, 1, -1, -1)), 1, students=(1, 1, 1, 0, 0))
    assert play(state, MoveMotherNature(1)).events[1] == TowerOnIslandChanged(0, 1, BLACK, (7, 8, 0, 0))
    state = isle(state, 1, students=(1, 1, 2, 0, 0))
    assert play(state, MoveMotherNature(1)).state.islands[1].tower is None


# Islands growing together


def conquered(**towers: Tower) -> Table:
    """Seat 0 will conquer island 5; mother nature is on island 4."""
    state = isle(walking(professors=(0, -1, -1, -1, -1), mother_nature=4), 5, students=(4, 0, 0, 0, 0))
    for name, tower in towers.items():
        state = isle(state, int(name[1:]), tower=tower, students=(0, 0, 0, 0, 2))
    return state


def test_an_island_takes_in_the_next_one_with_its_towers() -> None:
    played = play(conquered(i6=BLACK), MoveMotherNature(1))
    assert played.events[2:] == (IslandsUnified(0, 5, 6),)
    assert played.state.islands[5] == Island(5, (4, 0, 0, 0, 2), BLACK, 2)
    assert [island.id for island in played.state.islands] == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11]


def test_an_island_takes_in_both_neighbours() -> None:
    state = isle(conquered(i6=BLACK, i4=BLACK), 4, size=2, bans=1)
    played = play(state, MoveMotherNature(1))
    assert played.events[2:] == (IslandsUnified(0, 5, 6), IslandsUnified(0, 5, 4))
    assert played.state.islands[4] == Island(5, (4, 0, 0, 0, 4), BLACK, 4, 1)
    assert len(played.state.islands) == 10


def test_islands_of_others_stay_apart() -> None:
    played = play(conquered(i6=WHITE, i4=WHITE), MoveMotherNature(1))
    assert len(played.state.islands) == 12


def test_the_last_island_is_a_neighbour_of_the_first() -> None:
    state = isle(walking(professors=(0, -1, -1, -1, -1), mother_nature=11), 0, students=(1, 0, 0, 0, 0))
    state = isle(isle(state, 11, tower=BLACK), 1, tower=BLACK)
    played = play(state, MoveMotherNature(1))
    assert played.events[2:] == (IslandsUnified(0, 0, 1), IslandsUnified(0, 0, 11))
    assert [island.id for island in played.state.islands] == [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert played.state.mother_nature == 0


# Clouds


def choosing(seats: int = 2, **changes: Any) -> Table:
    return bare(seats, phase=Phase.CHOOSE_CLOUD, **changes)


def test_a_cloud_comes_into_the_entrance_and_ends_the_turn() -> None:
    played = play(choosing(), TakeCloud(1))
    assert played.events == (
        StudentsTaken(0, 1, ALL_BLUE),
        CurrentPlayerChanged(1, Phase.MOVE_STUDENTS, (0, 1)),
    )
    assert played.state.players[0].entrance == (6, 2, 1, 1, 0)
    assert played.state.clouds == (ALL_BLUE, (0, 0, 0, 0, 0))


def test_an_empty_cloud_gives_nothing() -> None:
    state = choosing(clouds=((0, 0, 0, 0, 0), ALL_BLUE))
    assert no(state, TakeCloud(0)) is No.CLOUD_EMPTY
    assert game.legal(state, 0) == [TakeCloud(1)]


@pytest.mark.parametrize("cloud", [-1, 2])
def test_there_are_as_many_clouds_as_players(cloud: int) -> None:
    assert no(choosing(), TakeCloud(cloud)) is No.CLOUD_NOT_PRESENT


def last_turn(**changes: Any) -> Table:
    """Seat 0 has the last turn of the round, seat 1 had the first."""
    return choosing(order=(1, 0), clouds=(ALL_BLUE, (0, 0, 0, 0, 0)), **changes)


def test_after_the_round_clouds_are_filled_and_the_first_to_act_plans_first() -> None:
    played = play(last_turn(), TakeCloud(0))
    taken, *filled, turn = played.events
    assert taken == StudentsTaken(0, 0, ALL_BLUE)
    assert filled == [CloudFilled(cloud, played.state.clouds[cloud]) for cloud in (0, 1)]
    assert [sum(students) for students in played.state.clouds] == [3, 3]
    assert turn == CurrentPlayerChanged(1, Phase.PLANNING, (1, 0))
    assert sum(played.state.bag) == 94


def test_the_new_round_is_planned_clockwise_whatever_the_order_of_the_last() -> None:
    state = choosing(3, order=(2, 1, 0), clouds=(ALL_BLUE, (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)))
    assert play(state, TakeCloud(0)).events[-1] == CurrentPlayerChanged(2, Phase.PLANNING, (2, 0, 1))


def test_a_fill_that_empties_the_bag_makes_it_the_last_round() -> None:
    played = play(last_turn(bag=(6, 0, 0, 0, 0)), TakeCloud(0))
    assert [type(event) for event in played.events] == [
        StudentsTaken,
        CloudFilled,
        CloudFilled,
        LastRound,
        CurrentPlayerChanged,
    ]
    assert played.state.last_round == "students"
    assert played.state.clouds == (ALL_BLUE, ALL_BLUE)


def test_a_bag_that_cannot_fill_all_clouds_fills_none() -> None:
    played = play(last_turn(bag=(5, 0, 0, 0, 0)), TakeCloud(0))
    assert played.events[1:] == (LastRound("students"), CurrentPlayerChanged(1, Phase.PLANNING, (1, 0)))
    assert played.state.clouds == ((0, 0, 0, 0, 0),) * 2
    assert played.state.bag == (5, 0, 0, 0, 0)


def test_without_clouds_mother_nature_ends_the_turn() -> None:
    state = walking(clouds=((0, 0, 0, 0, 0),) * 2, last_round="students")
    played = play(state, MoveMotherNature(2))
    assert played.events == (
        MotherNatureMoved(0, 2, 2),
        CurrentPlayerChanged(1, Phase.MOVE_STUDENTS, (0, 1)),
    )
