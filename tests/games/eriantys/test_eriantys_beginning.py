"""Eriantys: choosing, laying the table, planning."""

import pytest
from msgspec.structs import replace

from tablehall.games.api import Played, Reason, Refusal, Rule
from tablehall.games.dice import Dice
from tablehall.games.eriantys import EriantysOptions, game
from tablehall.games.eriantys.characters import CHARACTERS
from tablehall.games.eriantys.events import (
    AssistantUsed,
    CurrentPlayerChanged,
    GameStarted,
    LastRound,
    TowerChanged,
    WizardChanged,
)
from tablehall.games.eriantys.moves import (
    EriantysMove,
    Next,
    No,
    SetTower,
    SetWizard,
    ToDiningRoom,
    UseAssistant,
)
from tablehall.games.eriantys.state import Colour, Phase, Table, Tower

BLACK, WHITE, GREY = Tower


def opened(seats: int = 2, expert: bool = False, key: int = 0) -> Table:
    return game.setup(seats, EriantysOptions(expert), Dice(bytes([key] * 32)))


def started(seats: int = 2, expert: bool = False, key: int = 0) -> Table:
    dice = Dice(bytes([key] * 32))
    state = game.setup(seats, EriantysOptions(expert), dice)
    while state.phase is Phase.CHOOSING:
        state = game.expire(state, state.seat, dice).state
    return state


def play(state: Table, *moves: EriantysMove) -> Played[Table]:
    """The moves of whoever is on turn; what happened at the last one."""
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


# Choosing


def test_any_player_may_be_the_first_to_choose() -> None:
    assert {opened(3, key=key).seat for key in range(20)} == {0, 1, 2}


def test_tower_and_wizard_are_chosen_in_any_order_and_any_number_of_times() -> None:
    state = opened()
    for move in (SetWizard(4), SetTower(WHITE), SetTower(BLACK), SetWizard(2), SetTower(BLACK)):
        state = play(state, move).state
    chooser = state.players[state.seat]
    assert (chooser.tower, chooser.wizard) == (BLACK, 2)


def test_a_choice_is_told() -> None:
    state = opened()
    assert play(state, SetTower(WHITE)).events == (TowerChanged(state.seat, WHITE),)
    assert play(state, SetWizard(3)).events == (WizardChanged(state.seat, 3),)


def test_nobody_goes_on_without_both_tower_and_wizard() -> None:
    state = opened()
    assert no(state, Next()) is No.IMPOSSIBLE_ACTION
    assert no(play(state, SetTower(BLACK)).state, Next()) is No.IMPOSSIBLE_ACTION
    assert no(play(state, SetWizard(1)).state, Next()) is No.IMPOSSIBLE_ACTION


def test_the_next_chooser_sits_clockwise() -> None:
    state = opened(3)
    played = play(state, SetTower(GREY), SetWizard(1), Next())
    seat = (state.seat + 1) % 3
    assert played.state.seat == seat
    assert played.events == (CurrentPlayerChanged(seat, Phase.CHOOSING, state.order),)


def test_towers_and_wizards_of_others_are_taken() -> None:
    state = play(opened(3), SetTower(WHITE), SetWizard(3), Next()).state
    assert no(state, SetTower(WHITE)) is No.ARGUMENT_NOT_CORRECT
    assert no(state, SetWizard(3)) is No.ARGUMENT_NOT_CORRECT
    assert no(state, SetWizard(5)) is No.ARGUMENT_NOT_CORRECT
    assert SetTower(GREY) in game.legal(state, state.seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_grey_towers_stand_only_at_tables_of_three(seats: int) -> None:
    assert no(opened(seats), SetTower(GREY)) is No.ARGUMENT_NOT_CORRECT


def test_partners_at_a_table_of_four_share_a_colour() -> None:
    state = play(opened(4), SetTower(WHITE), SetWizard(1), Next()).state
    assert no(state, SetTower(WHITE)) is No.ARGUMENT_NOT_CORRECT
    state = play(state, SetTower(BLACK), SetWizard(2), Next()).state
    assert no(state, SetTower(BLACK)) is No.ARGUMENT_NOT_CORRECT
    state = play(state, SetTower(WHITE), SetWizard(3), Next()).state
    assert no(state, SetTower(WHITE)) is No.ARGUMENT_NOT_CORRECT
    state = play(state, SetTower(BLACK), SetWizard(4), Next()).state
    towers = [player.tower for player in state.players]
    assert towers[0] is towers[2] is not towers[1] is towers[3]


def test_nothing_else_can_be_done_while_choosing_and_no_choosing_later() -> None:
    assert no(opened(), UseAssistant(1)) is No.IMPOSSIBLE_ACTION
    for move in (SetTower(BLACK), SetWizard(1), Next()):
        assert no(started(), move) is No.IMPOSSIBLE_ACTION


def test_only_the_chooser_chooses() -> None:
    state = opened()
    refused = game.play(state, 1 - state.seat, SetWizard(1), Dice(bytes(32)))
    assert refused == Refusal(Rule.NOT_YOUR_TURN)


# The table


def test_the_last_choice_starts_the_game() -> None:
    state = play(opened(), SetTower(BLACK), SetWizard(1), Next(), SetTower(WHITE), SetWizard(2)).state
    played = play(state, Next())
    start, turn = played.events
    assert start == GameStarted(game.view(played.state, None))
    assert turn == CurrentPlayerChanged(played.state.seat, Phase.PLANNING, played.state.order)


@pytest.mark.parametrize(
    ("seats", "towers", "entrance", "cloud"),
    [(2, (8, 8), 7, 3), (3, (6, 6, 6), 9, 4), (4, (8, 8, 0, 0), 7, 3)],
)
def test_the_table_is_laid_by_the_number_of_players(
    seats: int, towers: tuple[int, ...], entrance: int, cloud: int
) -> None:
    state = started(seats)
    assert tuple(player.towers for player in state.players) == towers
    assert [sum(player.entrance) for player in state.players] == [entrance] * seats
    assert [sum(students) for students in state.clouds] == [cloud] * seats
    assert sum(state.bag) == 120 - seats * (entrance + cloud)
    for player in state.players:
        assert player.hand == tuple(range(1, 11))
        assert player.assistant is None
        assert player.dining == (0, 0, 0, 0, 0)
    assert state.professors == (-1,) * 5


def test_ten_students_lie_on_all_islands_but_mother_natures_and_the_opposite() -> None:
    state = started()
    bare = {state.mother_nature, (state.mother_nature + 6) % 12}
    assert [island.id for island in state.islands] == list(range(12))
    assert [sum(i.students) for i in state.islands] == [0 if i.id in bare else 1 for i in state.islands]
    assert [sum(i.students[c] for i in state.islands) for c in Colour] == [2] * 5


def test_mother_nature_and_the_first_planner_are_random() -> None:
    tables = [started(3, key=key) for key in range(60)]
    assert {state.mother_nature for state in tables} == set(range(12))
    assert {state.seat for state in tables} == {0, 1, 2}


def test_a_basic_game_has_neither_coins_nor_characters() -> None:
    state = started()
    assert state.cards == ()
    assert state.supply == 0
    assert [player.coins for player in state.players] == [0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_expert_game_has_twenty_coins_and_three_characters(seats: int) -> None:
    state = started(seats, expert=True)
    assert [player.coins for player in state.players] == [1] * seats
    assert state.supply == 20 - seats
    assert len({card.card for card in state.cards}) == 3


def test_every_character_comes_to_a_table_with_its_own_cost_students_and_bans() -> None:
    cards = {card.card: card for key in range(60) for card in started(expert=True, key=key).cards}
    assert [cards[n].cost for n in range(1, 13)] == [1, 2, 1, 3, 2, 3, 2, 3, 1, 1, 2, 3]
    assert {n: sum(card.students) for n, card in cards.items() if any(card.students)} == {1: 4, 9: 6, 11: 4}
    assert {n: card.bans for n, card in cards.items() if card.bans} == {5: 4}
    assert sorted(cards) == sorted(CHARACTERS)


# Planning


def planning(seats: int = 3) -> Table:
    """Seat 0 plans first."""
    return replace(started(seats), seat=0, order=tuple(range(seats)))


def test_planning_goes_clockwise() -> None:
    played = play(planning(), UseAssistant(4))
    assert played.events == (AssistantUsed(0, 4), CurrentPlayerChanged(1, Phase.PLANNING, (0, 1, 2)))
    assert played.state.players[0].hand == (1, 2, 3, 5, 6, 7, 8, 9, 10)
    assert played.state.players[0].assistant == 4


def test_an_assistant_that_is_not_in_the_hand_does_not_exist() -> None:
    for value in (0, 11, -1):
        assert no(planning(), UseAssistant(value)) is No.ASSISTANT_NOT_EXISTS
    state = planning()
    spent = replace(state.players[0], hand=(1, 2))
    state = replace(state, players=(spent, *state.players[1:]))
    assert no(state, UseAssistant(3)) is No.ASSISTANT_NOT_EXISTS


def test_an_assistant_played_this_round_by_anybody_is_forbidden() -> None:
    state = play(planning(), UseAssistant(4), UseAssistant(9)).state
    assert no(state, UseAssistant(4)) is No.ASSISTANT_CANNOT_BE_USED
    assert no(state, UseAssistant(9)) is No.ASSISTANT_CANNOT_BE_USED
    assert len(game.legal(state, 2)) == 8


def test_a_played_assistant_is_allowed_if_nothing_else_is_left() -> None:
    state = play(planning(), UseAssistant(4), UseAssistant(9)).state
    poor = replace(state.players[2], hand=(4, 9))
    state = replace(state, players=(*state.players[:2], poor))
    assert game.legal(state, 2) == [UseAssistant(4), UseAssistant(9)]
    assert play(state, UseAssistant(9)).state.players[2].hand == (4,)


def test_an_assistant_of_an_earlier_round_does_not_matter() -> None:
    state = planning()
    state = replace(state, players=tuple(replace(p, hand=(1, 2), assistant=3) for p in state.players))
    played = play(state, UseAssistant(1), UseAssistant(2))
    assert played.state.players[1].assistant == 2


def test_the_lowest_assistant_acts_first() -> None:
    played = play(planning(), UseAssistant(7), UseAssistant(2), UseAssistant(4))
    assert played.events[-1] == CurrentPlayerChanged(1, Phase.MOVE_STUDENTS, (1, 2, 0))


def test_of_equal_assistants_who_planned_first_acts_first() -> None:
    state = replace(planning(), seat=2, order=(2, 0, 1))
    state = replace(state, players=tuple(replace(p, hand=(5,)) for p in state.players))
    played = play(state, UseAssistant(5), UseAssistant(5), UseAssistant(5))
    assert played.state.order == (2, 0, 1)


def test_acting_is_told_even_if_the_same_player_goes_on() -> None:
    state = planning(2)
    played = play(state, UseAssistant(7), UseAssistant(2))
    assert played.events == (AssistantUsed(1, 2), CurrentPlayerChanged(1, Phase.MOVE_STUDENTS, (1, 0)))


def test_the_first_empty_hand_makes_it_the_last_round() -> None:
    state = planning(2)
    state = replace(state, players=tuple(replace(p, hand=(5 + s,)) for s, p in enumerate(state.players)))
    first = play(state, UseAssistant(5))
    assert first.events == (
        AssistantUsed(0, 5),
        LastRound("assistants"),
        CurrentPlayerChanged(1, Phase.PLANNING, (0, 1)),
    )
    second = play(first.state, UseAssistant(6))
    assert LastRound("assistants") not in second.events


def test_students_do_not_move_while_planning() -> None:
    assert no(planning(), ToDiningRoom(Colour.BLUE)) is No.IMPOSSIBLE_ACTION
