"""Eriantys: the twelve characters of the expert game."""

from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games.api import Played, Reason, Refusal
from tablehall.games.dice import Dice
from tablehall.games.eriantys import game
from tablehall.games.eriantys.characters import CHARACTERS
from tablehall.games.eriantys.events import (
    BanOnIslandChanged,
    CharacterUsed,
    CoinsChanged,
    DiningRoomChanged,
    EntranceChanged,
    IslandsUnified,
    LastRound,
    MotherNatureMoved,
    ProfessorsChanged,
    StudentsOnCardChanged,
    TowerOnIslandChanged,
)
from tablehall.games.eriantys.hiring import tidy
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
from tablehall.games.eriantys.state import Card, Colour, Island, Phase, Player, Students, Table, Tower

BLUE, GREEN, YELLOW, RED, PINK = Colour
BLACK, WHITE, GREY = Tower
MONK, FARMER, MESSENGER, HERALD, GRANNY, CENTAUR = range(1, 7)
KNIGHT, SELLER, JESTER, MINSTREL, PRINCESS, THIEF = range(7, 13)


def expert(card: int, students: Students = (0, 0, 0, 0, 0), seats: int = 2, **changes: Any) -> Table:
    """Seat 0 acts first, has five coins, and this character is on the table."""
    colours = (BLACK, WHITE, GREY) if seats == 3 else (BLACK, WHITE) * (seats // 2)
    players = tuple(
        Player(tower, seat + 1, 6 if seat < 2 or seats == 3 else 0, (2, 2, 2, 1, 0), coins=5, assistant=6)
        for seat, tower in enumerate(colours)
    )
    order, islands = tuple(range(seats)), tuple(Island(id) for id in range(12))
    state = Table(True, 0, order, players, Phase.MOVE_STUDENTS, islands, bag=(20, 20, 20, 20, 20))
    character = CHARACTERS[card]
    cards = (Card(card, character.cost, students=students, bans=character.bans),)
    state = replace(state, cards=cards, supply=5, clouds=((3, 0, 0, 0, 0),) * seats)
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


def uses(state: Table) -> list[EriantysMove]:
    return [move for move in game.legal(state, state.seat) if isinstance(move, UseCharacter)]


# Paying


def test_a_character_costs_one_more_after_its_first_use_and_keeps_a_coin() -> None:
    first = play(expert(KNIGHT), UseCharacter(KNIGHT))
    assert first.events == (CharacterUsed(0, KNIGHT, 3, None, None), CoinsChanged(0, 3, 6))
    assert first.state.cards == (Card(KNIGHT, 3, True),)
    again = play(replace(first.state, used=0), UseCharacter(KNIGHT))
    assert again.events == (CharacterUsed(0, KNIGHT, 3, None, None), CoinsChanged(0, 0, 9))
    assert again.state.cards == (Card(KNIGHT, 3, True),)


def test_a_character_that_is_not_on_the_table_cannot_be_used() -> None:
    for card in (CENTAUR, 0, 13, -1):
        assert no(expert(KNIGHT), UseCharacter(card)) is No.CHARACTER_NOT_EXISTS


def test_a_character_must_be_paid() -> None:
    state = seat(expert(KNIGHT), 0, coins=1)
    assert no(state, UseCharacter(KNIGHT)) is No.CHARACTER_TOO_EXPENSIVE
    assert uses(state) == []


def test_one_character_a_turn() -> None:
    state = expert(KNIGHT)
    state = replace(state, cards=(*state.cards, Card(CENTAUR, 3)))
    used = play(state, UseCharacter(KNIGHT)).state
    assert no(used, UseCharacter(CENTAUR)) is No.CHARACTER_ALREADY_USED
    assert uses(used) == []


def test_the_next_player_may_use_the_same_character() -> None:
    state = expert(FARMER, phase=Phase.CHOOSE_CLOUD)
    state = play(state, UseCharacter(FARMER), TakeCloud(0)).state
    assert (state.seat, state.used) == (1, 0)
    assert uses(state) == [UseCharacter(FARMER)]


def test_errors_come_in_order_price_before_turn_before_bans() -> None:
    state = replace(expert(GRANNY), cards=(Card(GRANNY, 2, bans=0),))
    assert no(seat(state, 0, coins=0), UseCharacter(GRANNY)) is No.CHARACTER_TOO_EXPENSIVE
    assert no(replace(state, used=KNIGHT), UseCharacter(GRANNY)) is No.CHARACTER_ALREADY_USED
    assert no(state, UseCharacter(GRANNY, island=99)) is No.NO_BANS_ON_CARD


@pytest.mark.parametrize("phase", [Phase.MOVE_STUDENTS, Phase.MOVE_MOTHER_NATURE, Phase.CHOOSE_CLOUD])
def test_characters_work_at_any_time_of_the_own_turn(phase: Phase) -> None:
    played = play(expert(HERALD, phase=phase), UseCharacter(HERALD, island=3))
    assert played.state.phase is phase


def test_characters_rest_while_planning_and_in_a_basic_game() -> None:
    assert no(expert(KNIGHT, phase=Phase.PLANNING), UseCharacter(KNIGHT)) is No.IMPOSSIBLE_ACTION
    assert no(expert(KNIGHT, expert=False), UseCharacter(KNIGHT)) is No.IMPOSSIBLE_ACTION


@pytest.mark.parametrize("card", [MESSENGER, CENTAUR, KNIGHT, SELLER])
def test_some_characters_come_too_late_once_mother_nature_has_moved(card: int) -> None:
    state = expert(card, phase=Phase.CHOOSE_CLOUD)
    student = BLUE if card == SELLER else None
    assert no(state, UseCharacter(card, student)) is No.IMPOSSIBLE_ACTION
    assert uses(state) == []


def test_a_choice_nobody_asked_for_is_not_correct() -> None:
    assert no(expert(KNIGHT), UseCharacter(KNIGHT, BLUE)) is No.ARGUMENT_NOT_CORRECT
    assert no(expert(KNIGHT), UseCharacter(KNIGHT, island=1)) is No.ARGUMENT_NOT_CORRECT
    swap = UseCharacter(HERALD, island=1, from_entrance=(BLUE,))
    assert no(expert(HERALD), swap) is No.ARGUMENT_NOT_CORRECT


@pytest.mark.parametrize("card", [MONK, HERALD, GRANNY, SELLER, JESTER, MINSTREL, PRINCESS, THIEF])
def test_a_missing_choice_is_not_correct_and_costs_nothing(card: int) -> None:
    assert no(expert(card, (1, 1, 1, 1, 0)), UseCharacter(card)) is No.ARGUMENT_NOT_CORRECT


def test_a_tidy_move_has_students_in_order_and_nothing_needless() -> None:
    untidy = UseCharacter(JESTER, BLUE, 3, (PINK, BLUE), (RED,), (GREEN, BLUE))
    assert tidy(untidy) == UseCharacter(JESTER, None, None, (BLUE, PINK), (), (BLUE, GREEN))
    assert tidy(UseCharacter(MONK, RED, 2, (RED,))) == UseCharacter(MONK, RED, 2)
    assert tidy(UseCharacter(MINSTREL, from_dining=(RED, BLUE))) == UseCharacter(
        MINSTREL, from_dining=(BLUE, RED)
    )
    assert tidy(UseCharacter(99, RED)) == UseCharacter(99)


# 1 Monk


def test_the_monk_leads_a_student_from_the_card_to_an_island() -> None:
    state = expert(MONK, (1, 3, 0, 0, 0), bag=(0, 0, 0, 0, 5))
    played = play(state, UseCharacter(MONK, BLUE, 7))
    assert played.events == (
        CharacterUsed(0, MONK, 2, BLUE, 7),
        CoinsChanged(0, 4, 5),
        StudentsOnCardChanged(MONK, (0, 3, 0, 0, 1)),
    )
    assert played.state.islands[7].students == (1, 0, 0, 0, 0)
    assert played.state.bag == (0, 0, 0, 0, 4)
    assert played.state.moved == 0


def test_the_monk_needs_a_student_on_the_card_and_an_island() -> None:
    state = expert(MONK, (1, 3, 0, 0, 0))
    assert no(state, UseCharacter(MONK, RED, 99)) is No.ARGUMENT_NOT_CORRECT
    assert no(state, UseCharacter(MONK, BLUE, 12)) is No.ISLAND_NOT_EXISTS
    assert no(state, UseCharacter(MONK, BLUE)) is No.ARGUMENT_NOT_CORRECT
    assert len(uses(state)) == 2 * 12


def test_drawing_the_last_student_makes_it_the_last_round() -> None:
    state = expert(MONK, (1, 3, 0, 0, 0), bag=(0, 1, 0, 0, 0))
    played = play(state, UseCharacter(MONK, BLUE, 7))
    assert played.events[-2:] == (StudentsOnCardChanged(MONK, (0, 4, 0, 0, 0)), LastRound("students"))


def test_an_empty_bag_refills_nothing() -> None:
    state = expert(MONK, (1, 3, 0, 0, 0), bag=(0, 0, 0, 0, 0), last_round="students")
    played = play(state, UseCharacter(MONK, BLUE, 7))
    assert played.events[-1] == StudentsOnCardChanged(MONK, (0, 3, 0, 0, 0))


# 2 Farmer


def test_the_farmer_takes_professors_of_all_tied_colours_at_once() -> None:
    state = expert(FARMER, professors=(1, 1, 1, -1, -1))
    state = seat(seat(state, 0, dining=(1, 2, 1, 0, 0)), 1, dining=(1, 2, 2, 0, 0))
    played = play(state, UseCharacter(FARMER))
    assert played.events[2:] == (ProfessorsChanged(1, (YELLOW,)), ProfessorsChanged(0, (BLUE, GREEN)))
    assert played.state.professors == (0, 0, 1, -1, -1)


def test_with_the_farmer_a_tie_takes_the_professor_later_in_the_turn_too() -> None:
    state = seat(expert(FARMER, professors=(1, -1, -1, -1, -1)), 1, dining=(1, 0, 0, 0, 0))
    played = play(state, UseCharacter(FARMER), ToDiningRoom(BLUE))
    assert played.state.professors[BLUE] == 0


def test_the_farmers_professors_stay_after_the_turn_but_ties_win_no_more() -> None:
    state = expert(FARMER, professors=(1, 1, -1, -1, -1), phase=Phase.CHOOSE_CLOUD)
    state = seat(seat(state, 0, dining=(1, 0, 0, 0, 0)), 1, dining=(1, 1, 0, 0, 0))
    state = play(state, UseCharacter(FARMER), TakeCloud(0)).state
    assert state.professors == (0, 1, -1, -1, -1)
    state = play(replace(state, seat=0, order=(1, 0)), ToDiningRoom(GREEN)).state
    assert state.professors == (0, 1, -1, -1, -1)


# 3 Messenger


def test_the_messenger_allows_two_more_steps() -> None:
    state = expert(MESSENGER, phase=Phase.MOVE_MOTHER_NATURE)
    assert no(state, MoveMotherNature(4)) is No.ARGUMENT_NOT_CORRECT
    sent = play(state, UseCharacter(MESSENGER)).state
    assert no(sent, MoveMotherNature(6)) is No.ARGUMENT_NOT_CORRECT
    assert game.legal(sent, 0) == [MoveMotherNature(steps) for steps in range(1, 6)]
    assert play(sent, MoveMotherNature(5)).state.mother_nature == 5


def test_the_messenger_carries_the_longest_walk_to_seven() -> None:
    state = seat(expert(MESSENGER, phase=Phase.MOVE_MOTHER_NATURE), 0, assistant=10)
    assert play(state, UseCharacter(MESSENGER), MoveMotherNature(7)).state.mother_nature == 7


# 4 Herald


def contested(card: int, **changes: Any) -> Table:
    """Black has one blue student's influence on island 3, White a tower and no student."""
    state = expert(card, professors=(0, 1, -1, -1, -1), **changes)
    return isle(state, 3, students=(1, 0, 0, 0, 0), tower=WHITE)


def test_the_herald_settles_any_island_and_mother_nature_still_moves() -> None:
    state = isle(contested(HERALD), 3, students=(2, 0, 0, 0, 0))
    state = isle(state, 4, tower=BLACK)
    played = play(state, UseCharacter(HERALD, island=3))
    assert played.events == (
        CharacterUsed(0, HERALD, 4, None, 3),
        CoinsChanged(0, 2, 7),
        TowerOnIslandChanged(0, 3, BLACK, (5, 7)),
        IslandsUnified(0, 3, 4),
    )
    assert played.state.mother_nature == 0
    assert played.state.phase is Phase.MOVE_STUDENTS


def test_mother_nature_stays_on_an_island_the_herald_unites_with_another() -> None:
    state = isle(isle(contested(HERALD, mother_nature=4), 3, students=(2, 0, 0, 0, 0)), 4, tower=BLACK)
    assert play(state, UseCharacter(HERALD, island=3)).state.mother_nature == 3


def test_the_herald_needs_an_island() -> None:
    assert no(expert(HERALD), UseCharacter(HERALD, island=12)) is No.ISLAND_NOT_EXISTS
    assert len(uses(expert(HERALD))) == 12


# 5 Herb granny


def test_the_herb_granny_bans_an_island() -> None:
    played = play(expert(GRANNY), UseCharacter(GRANNY, island=3))
    assert played.events[2:] == (BanOnIslandChanged(3, 1, 3),)
    assert played.state.islands[3].bans == 1
    assert played.state.cards[0].bans == 3


def banned(bans: int, **changes: Any) -> Table:
    """Island 3 would be conquered by Black, but is banned; mother nature is before it."""
    state = contested(GRANNY, mother_nature=2, phase=Phase.MOVE_MOTHER_NATURE, **changes)
    state = isle(state, 3, students=(5, 0, 0, 0, 0), bans=bans)
    return replace(state, cards=(Card(GRANNY, 3, True, bans=4 - bans), Card(HERALD, 3)))


@pytest.mark.parametrize("bans", [1, 2])
def test_a_banned_island_is_not_settled_and_one_tile_goes_back(bans: int) -> None:
    played = play(banned(bans), MoveMotherNature(1))
    assert played.events == (MotherNatureMoved(0, 1, 3), BanOnIslandChanged(3, bans - 1, 5 - bans))
    assert played.state.islands[3].tower is WHITE
    assert played.state.cards[0].bans == 5 - bans


def test_the_ban_stops_the_herald_too() -> None:
    played = play(banned(1), UseCharacter(HERALD, island=3))
    assert played.events[2:] == (BanOnIslandChanged(3, 0, 4),)


def test_an_island_is_not_banned_twice_and_only_if_it_exists() -> None:
    assert no(banned(1), UseCharacter(GRANNY, island=3)) is No.ARGUMENT_NOT_CORRECT
    assert no(banned(1), UseCharacter(GRANNY, island=12)) is No.ISLAND_NOT_EXISTS
    assert UseCharacter(GRANNY, island=3) not in uses(banned(1))


def test_there_are_four_bans() -> None:
    assert no(banned(4), UseCharacter(GRANNY, island=1)) is No.NO_BANS_ON_CARD


# 6 Centaur, 7 Knight, 8 Mushroom seller


def test_the_centaur_makes_towers_count_nothing() -> None:
    state = contested(CENTAUR, mother_nature=2, phase=Phase.MOVE_MOTHER_NATURE)
    assert play(state, MoveMotherNature(1)).state.islands[3].tower is WHITE
    assert play(state, UseCharacter(CENTAUR), MoveMotherNature(1)).state.islands[3].tower is BLACK


def test_the_centaur_makes_the_own_towers_count_nothing_too() -> None:
    state = contested(CENTAUR, mother_nature=2, phase=Phase.MOVE_MOTHER_NATURE)
    state = isle(state, 3, students=(0, 1, 0, 0, 0), tower=BLACK, size=2)
    assert play(state, UseCharacter(CENTAUR), MoveMotherNature(1)).state.islands[3].tower is WHITE


def test_the_knight_is_worth_two() -> None:
    state = contested(KNIGHT, mother_nature=2, phase=Phase.MOVE_MOTHER_NATURE)
    assert play(state, UseCharacter(KNIGHT), MoveMotherNature(1)).state.islands[3].tower is BLACK
    assert play(state, UseCharacter(KNIGHT), MoveMotherNature(2)).state.islands[4].tower is BLACK


def test_the_knight_fights_for_the_team() -> None:
    state = expert(KNIGHT, seats=4, phase=Phase.MOVE_MOTHER_NATURE, seat=2, professors=(0, 1, -1, -1, -1))
    state = isle(state, 1, students=(1, 2, 0, 0, 0))
    played = play(state, UseCharacter(KNIGHT), MoveMotherNature(1))
    assert played.events[-1] == TowerOnIslandChanged(2, 1, BLACK, (5, 6, 0, 0))


def test_the_mushroom_seller_silences_a_colour() -> None:
    state = expert(SELLER, professors=(0, 1, -1, -1, -1), phase=Phase.MOVE_MOTHER_NATURE)
    state = isle(state, 1, students=(3, 1, 0, 0, 0))
    assert len(uses(state)) == 5
    sold = play(state, UseCharacter(SELLER, BLUE))
    assert sold.events[0] == CharacterUsed(0, SELLER, 4, BLUE, None)
    assert play(sold.state, MoveMotherNature(1)).state.islands[1].tower is WHITE


@pytest.mark.parametrize("card", [MESSENGER, CENTAUR, KNIGHT, SELLER])
def test_effects_end_with_the_turn(card: int) -> None:
    state = expert(card, phase=Phase.MOVE_MOTHER_NATURE)
    student = BLUE if card == SELLER else None
    state = play(state, UseCharacter(card, student), MoveMotherNature(1), TakeCloud(0)).state
    assert (state.seat, state.used, state.muted) == (1, 0, None)


# 9 Jester


def jest(*from_card: Colour, entrance: tuple[Colour, ...]) -> UseCharacter:
    return UseCharacter(JESTER, from_card=from_card, from_entrance=entrance)


def test_the_jester_swaps_up_to_three_students() -> None:
    state = expert(JESTER, (0, 0, 0, 2, 4))
    played = play(state, jest(RED, PINK, PINK, entrance=(BLUE, BLUE, GREEN)))
    assert played.events[2:] == (
        StudentsOnCardChanged(JESTER, (2, 1, 0, 1, 2)),
        EntranceChanged(0, (0, 1, 2, 2, 2)),
    )
    assert play(state, jest(PINK, entrance=(RED,))).state.players[0].entrance == (2, 2, 2, 0, 1)


def test_the_jester_needs_students_on_both_sides() -> None:
    state = expert(JESTER, (0, 0, 0, 2, 4))
    assert no(state, jest(BLUE, entrance=(PINK,))) is No.STUDENT_NOT_IN_ENTRANCE
    assert no(state, jest(RED, PINK, entrance=(RED, RED))) is No.STUDENT_NOT_IN_ENTRANCE
    assert no(state, jest(BLUE, entrance=(BLUE,))) is No.ARGUMENT_NOT_CORRECT
    assert no(state, jest(RED, RED, RED, entrance=(BLUE, BLUE, GREEN))) is No.ARGUMENT_NOT_CORRECT


def test_the_jester_swaps_equally_many_students_and_at_most_three() -> None:
    state = expert(JESTER, (0, 0, 0, 2, 4))
    assert no(state, jest(RED, PINK, entrance=(BLUE,))) is No.ARGUMENT_NOT_CORRECT
    four = (BLUE, BLUE, GREEN, GREEN)
    assert no(state, jest(PINK, PINK, PINK, PINK, entrance=four)) is No.ARGUMENT_NOT_CORRECT


def test_a_swap_is_said_in_the_order_of_the_colours() -> None:
    state = expert(JESTER, (0, 0, 0, 2, 4))
    assert no(state, jest(PINK, RED, entrance=(BLUE, BLUE))) is No.ARGUMENT_NOT_CORRECT
    assert no(state, jest(RED, PINK, entrance=(GREEN, BLUE))) is No.ARGUMENT_NOT_CORRECT


def test_every_swap_is_listed_once() -> None:
    state = expert(JESTER, (0, 0, 0, 2, 4))
    # 2 x 4 single swaps, 3 x 9 of two (no two red from the entrance), 3 x 13 of three
    assert len(uses(state)) == len(set(uses(state))) == 2 * 4 + 3 * 9 + 3 * 13


# 10 Minstrel


def sing(*from_dining: Colour, entrance: tuple[Colour, ...]) -> UseCharacter:
    return UseCharacter(MINSTREL, from_dining=from_dining, from_entrance=entrance)


def test_the_minstrel_swaps_up_to_two_students_and_professors_are_checked_for_both_colours() -> None:
    state = expert(MINSTREL, professors=(1, -1, -1, 0, 0))
    state = seat(seat(state, 0, dining=(2, 0, 0, 2, 2)), 1, dining=(2, 0, 0, 1, 1))
    played = play(state, sing(RED, RED, entrance=(BLUE, GREEN)))
    assert played.events[2:] == (
        EntranceChanged(0, (1, 1, 2, 3, 0)),
        DiningRoomChanged(0, (3, 1, 0, 0, 2)),
        ProfessorsChanged(0, (BLUE, GREEN, PINK)),
        ProfessorsChanged(1, (RED,)),
        CoinsChanged(0, 5, 4),
    )


def test_the_minstrel_pays_a_coin_for_each_third_seat_that_was_empty_before() -> None:
    state = seat(expert(MINSTREL), 0, dining=(2, 5, 0, 0, 9))
    played = play(state, sing(PINK, PINK, entrance=(BLUE, GREEN)))
    assert played.events[-1] == CoinsChanged(0, 6, 3)
    state = seat(expert(MINSTREL), 0, dining=(3, 0, 0, 0, 1))
    swapped = play(state, sing(BLUE, entrance=(BLUE,)))
    assert swapped.state.players[0].coins == 4
    assert swapped.state.players[0].dining == (3, 0, 0, 0, 1)


def test_a_seat_earns_again_after_it_was_left() -> None:
    state = seat(expert(MINSTREL), 0, dining=(3, 0, 0, 0, 0))
    state = play(state, sing(BLUE, entrance=(RED,))).state
    assert play(state, ToDiningRoom(BLUE)).events[-1] == CoinsChanged(0, 5, 4)


def test_the_minstrels_limit_of_ten_is_for_the_result() -> None:
    state = seat(expert(MINSTREL), 0, dining=(10, 9, 0, 0, 2))
    assert no(state, sing(PINK, entrance=(BLUE,))) is No.TABLE_FULL
    assert no(state, sing(PINK, PINK, entrance=(GREEN, GREEN))) is No.TABLE_FULL
    assert sing(PINK, entrance=(BLUE,)) not in uses(state)
    played = play(state, sing(BLUE, PINK, entrance=(BLUE, GREEN)))
    assert played.state.players[0].dining == (10, 10, 0, 0, 1)


def test_the_minstrel_needs_students_on_both_sides_and_swaps_at_most_two() -> None:
    state = seat(expert(MINSTREL), 0, dining=(3, 0, 0, 0, 0))
    assert no(state, sing(BLUE, entrance=(PINK,))) is No.STUDENT_NOT_IN_ENTRANCE
    assert no(state, sing(GREEN, entrance=(BLUE,))) is No.ARGUMENT_NOT_CORRECT
    assert no(state, sing(BLUE, BLUE, BLUE, entrance=(BLUE, BLUE, GREEN))) is No.ARGUMENT_NOT_CORRECT


def test_nobody_takes_a_professor_when_two_overtake_its_owner_together() -> None:
    state = expert(MINSTREL, seats=3, professors=(0, -1, -1, -1, -1))
    state = seat(
        seat(seat(state, 0, dining=(2, 0, 0, 0, 0)), 1, dining=(2, 0, 0, 0, 0)), 2, dining=(2, 0, 0, 0, 0)
    )
    assert play(state, sing(BLUE, entrance=(RED,))).state.professors == (0, -1, -1, 0, -1)


# 11 Princess


def test_the_princess_seats_a_student_with_professor_coin_and_refill() -> None:
    state = expert(PRINCESS, (2, 2, 0, 0, 0), professors=(1, -1, -1, -1, -1), bag=(0, 0, 0, 0, 5))
    state = seat(seat(state, 0, dining=(2, 0, 0, 0, 0)), 1, dining=(2, 0, 0, 0, 0))
    played = play(state, UseCharacter(PRINCESS, BLUE))
    assert played.events == (
        CharacterUsed(0, PRINCESS, 3, BLUE, None),
        CoinsChanged(0, 3, 6),
        DiningRoomChanged(0, (3, 0, 0, 0, 0)),
        ProfessorsChanged(1, ()),
        ProfessorsChanged(0, (BLUE,)),
        CoinsChanged(0, 4, 5),
        StudentsOnCardChanged(PRINCESS, (1, 2, 0, 0, 1)),
    )


def test_the_princess_needs_a_student_on_the_card_and_a_free_seat() -> None:
    state = seat(expert(PRINCESS, (2, 2, 0, 0, 0)), 0, dining=(10, 0, 0, 0, 0))
    assert no(state, UseCharacter(PRINCESS, RED)) is No.ARGUMENT_NOT_CORRECT
    assert no(state, UseCharacter(PRINCESS, BLUE)) is No.TABLE_FULL
    assert uses(state) == [UseCharacter(PRINCESS, GREEN)]


# 12 Thief


def test_the_thief_makes_everybody_return_three_or_all_and_professors_stay() -> None:
    state = expert(THIEF, seats=3, professors=(1, -1, -1, -1, -1))
    state = seat(seat(state, 0, dining=(2, 4, 0, 0, 0)), 1, dining=(5, 0, 0, 0, 0))
    played = play(state, UseCharacter(THIEF, BLUE))
    assert played.events[2:] == (
        DiningRoomChanged(0, (0, 4, 0, 0, 0)),
        DiningRoomChanged(1, (2, 0, 0, 0, 0)),
    )
    assert played.state.bag == (25, 20, 20, 20, 20)
    assert played.state.professors == (1, -1, -1, -1, -1)


def test_the_thief_does_not_call_off_the_last_round() -> None:
    state = seat(expert(THIEF, last_round="students", bag=(0, 0, 0, 0, 0)), 0, dining=(3, 0, 0, 0, 0))
    assert play(state, UseCharacter(THIEF, BLUE)).state.last_round == "students"


def test_the_other_moves_go_on_after_a_character() -> None:
    state = play(expert(KNIGHT), ToIsland(BLUE, 1), UseCharacter(KNIGHT), ToIsland(BLUE, 1)).state
    assert (state.moved, state.phase) == (2, Phase.MOVE_STUDENTS)
    assert no(state, UseAssistant(1)) is No.IMPOSSIBLE_ACTION
