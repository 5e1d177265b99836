"""The house's players of Eriantys."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.bots import Bot, Thought
from tablehall.bots.eriantys import casual, greedy, levels, searching
from tablehall.bots.eriantys_evaluation import standing
from tablehall.bots.levels import levels_of
from tablehall.games.api import Outcome, Played
from tablehall.games.dice import Dice
from tablehall.games.eriantys import EriantysOptions, game
from tablehall.games.eriantys.moves import (
    EriantysMove,
    MoveMotherNature,
    Next,
    SetTower,
    SetWizard,
    TakeCloud,
    ToDiningRoom,
    UseCharacter,
)
from tablehall.games.eriantys.state import Card, Colour, Island, Phase, Player, Table, Tower

BLACK, WHITE, GREY = Tower
BLUE, GREEN, YELLOW, RED, PINK = Colour
USUAL = 1.0
EVEN = (1, 1, 2, 2, 1)


def thought(seed: int = 1, effort: float = USUAL) -> Thought:
    return Thought(random.Random(seed), effort)


def table(seats: int = 2, **changes: Any) -> Table:
    """Seat 0 moves mother nature up to three islands from island 0; nobody is on the islands."""
    colours = (BLACK, WHITE, GREY) if seats == 3 else (BLACK, WHITE) * (seats // 2)
    players = tuple(
        Player(tower, seat + 1, (6, 5, 6)[seats - 2] if seat < 2 or seats == 3 else 0, EVEN, (2, 2, 2, 2, 2))
        for seat, tower in enumerate(colours)
    )
    players = tuple(replace(player, hand=(1, 2, 3, 7), assistant=6) for player in players)
    islands = tuple(Island(id) for id in range(12))
    state = Table(False, 0, tuple(range(seats)), players, Phase.MOVE_MOTHER_NATURE, islands)
    state = replace(
        state, bag=(9, 9, 9, 9, 9), clouds=((1, 1, 1, 0, 0),) * seats, professors=(0, 1, -1, -1, -1)
    )
    return replace(state, **changes)


def seat(state: Table, number: int, **changes: Any) -> Table:
    """The table with something changed on a player's board."""
    player = replace(state.players[number], **changes)
    return replace(state, players=(*state.players[:number], player, *state.players[number + 1 :]))


def island(state: Table, spot: int, **changes: Any) -> Table:
    """The table with something changed on an island."""
    changed = replace(state.islands[spot], **changes)
    return replace(state, islands=(*state.islands[:spot], changed, *state.islands[spot + 1 :]))


def made(state: Table, move: EriantysMove, dice: Dice) -> Table:
    played = game.play(state, state.seat, move, dice)
    assert isinstance(played, Played), f"{move}: {played}"
    return played.state


def after_turn(bot: Bot, state: Table, effort: float = USUAL) -> Table:
    """The table when a bot has finished its turn, but for the cloud."""
    mover, dice = state.seat, Dice(bytes(32))
    while state.seat == mover and state.outcome is None and state.phase is not Phase.CHOOSE_CLOUD:
        state = made(state, bot(game, state, mover, thought(effort=effort)), dice)
    return state


def middle_game(seats: int, seed: int, moves: int, expert: bool = False) -> Table:
    """A table after so many moves of greedy players."""
    dice, chance = Dice(bytes([seed]) * 32), random.Random(seed)
    state = game.setup(seats, EriantysOptions(expert), dice)
    for _ in range(3 * seats + moves):
        state = made(state, greedy(game, state, state.seat, Thought(chance)), dice)
    return state


def test_they_are_the_levels_of_eriantys() -> None:
    assert levels_of(game) is levels


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("expert", [False, True])
def test_whole_games_of_all_levels_end(seats: int, expert: bool) -> None:
    chance, dice = random.Random(seats), Dice(bytes([seats]) * 32)
    state = game.setup(seats, EriantysOptions(expert), dice)
    while state.outcome is None:
        move = levels[(state.seat + expert) % 3](game, state, state.seat, Thought(chance, 0.02))
        assert move in game.legal(state, state.seat)
        state = made(state, move, dice)


@pytest.mark.parametrize("bot", levels)
def test_everybody_chooses_once_and_sits_down(bot: Bot) -> None:
    state, dice = game.setup(4, EriantysOptions(), Dice(bytes(32))), Dice(bytes(32))
    kinds = []
    while state.phase is Phase.CHOOSING:
        move = bot(game, state, state.seat, thought())
        kinds.append(type(move))
        state = made(state, move, dice)
    assert kinds == [SetTower, SetWizard, Next] * 4


@pytest.mark.parametrize("bot", [greedy, searching])
def test_the_last_tower_is_built(bot: Bot) -> None:
    state = seat(island(table(), 2, students=(1, 0, 0, 0, 0)), 0, towers=1)
    state = island(state, 1, students=(0, 3, 0, 0, 0))
    assert bot(game, state, 0, thought()) == MoveMotherNature(2)


@pytest.mark.parametrize("bot", [greedy, searching])
def test_a_student_is_sent_to_the_island_of_the_last_tower(bot: Bot) -> None:
    state = seat(table(phase=Phase.MOVE_STUDENTS), 0, towers=1)
    state = island(island(state, 3, students=(1, 1, 0, 0, 0)), 1, students=(0, 3, 0, 0, 0))
    state = island(state, 2, students=(0, 3, 0, 0, 0))
    assert after_turn(bot, state).outcome == Outcome((1, 2), (8, 2), "towers")


@pytest.mark.parametrize("bot", [greedy, searching])
def test_the_last_tower_of_the_team_is_built_on_the_partners_professor(bot: Bot) -> None:
    state = seat(table(4, professors=(2, 1, -1, -1, -1)), 0, towers=1)
    state = island(state, 3, students=(1, 0, 0, 0, 0))
    assert bot(game, state, 0, thought()) == MoveMotherNature(3)
    won = after_turn(bot, state).outcome
    assert won is not None
    assert won.winners == (0, 2)


@pytest.mark.parametrize("bot", [greedy, searching])
def test_a_large_island_of_the_opponent_is_worth_more_than_an_empty_one(bot: Bot) -> None:
    state = island(table(), 1, students=(1, 0, 0, 0, 0))
    state = island(state, 3, students=(5, 0, 0, 0, 0), tower=WHITE, size=3)
    state = replace(state, islands=(*state.islands[:4], *state.islands[6:]))
    assert bot(game, state, 0, thought()) == MoveMotherNature(3)


@pytest.mark.parametrize("bot", [greedy, searching])
def test_mother_nature_is_not_led_to_an_island_of_the_opponent(bot: Bot) -> None:
    state = table()
    for spot in (1, 2):
        state = island(state, spot, students=(0, 4, 0, 0, 0), tower=BLACK if spot == 1 else None)
    assert bot(game, state, 0, thought()) == MoveMotherNature(3)


@pytest.mark.parametrize("bot", [greedy, searching])
def test_a_professor_is_won_who_brings_an_island(bot: Bot) -> None:
    state = table(phase=Phase.MOVE_STUDENTS, moved=2, professors=(1, 1, -1, 1, 1))
    state = seat(seat(state, 0, dining=(3, 3, 2, 3, 3)), 1, dining=(4, 4, 2, 4, 4), entrance=(2, 2, 0, 2, 1))
    state = island(state, 3, students=(0, 0, 2, 0, 0))
    assert bot(game, state, 0, thought()) == ToDiningRoom(YELLOW)
    assert after_turn(bot, state).islands[3].tower is BLACK


@pytest.mark.parametrize("bot", [greedy, searching])
def test_a_character_is_paid_if_it_wins(bot: Bot) -> None:
    herald = Card(4, 3)
    state = seat(table(expert=True, cards=(herald,), supply=10), 0, towers=1, coins=3)
    state = island(state, 8, students=(2, 0, 0, 0, 0))
    assert bot(game, state, 0, thought()) == UseCharacter(4, None, 8)


@pytest.mark.parametrize("bot", [greedy, searching])
def test_the_messenger_is_paid_for_an_island_out_of_reach(bot: Bot) -> None:
    state = table(expert=True, cards=(Card(3, 1),), supply=10)
    state = seat(island(state, 5, students=(1, 0, 0, 0, 0)), 0, towers=1, coins=1)
    assert after_turn(bot, state).outcome == Outcome((1, 2), (8, 2), "towers")


@pytest.mark.parametrize("bot", [greedy, searching])
def test_students_whose_professor_teaches_here_are_taken(bot: Bot) -> None:
    state = table(
        phase=Phase.CHOOSE_CLOUD, clouds=((0, 3, 0, 0, 0), (3, 0, 0, 0, 0)), professors=(0, 1, 1, 1, 1)
    )
    state = seat(seat(state, 0, dining=(5, 0, 0, 0, 0)), 1, dining=(4, 9, 9, 9, 9))
    assert bot(game, state, 0, thought()) == TakeCloud(1)


def test_the_casual_player_pays_nobody() -> None:
    state = table(expert=True, phase=Phase.MOVE_STUDENTS, cards=(Card(4, 3), Card(12, 3)), supply=5)
    moves = [casual(game, seat(state, 0, coins=9), 0, thought(seed)) for seed in range(60)]
    assert not any(isinstance(move, UseCharacter) for move in moves)
    assert 15 < sum(isinstance(move, ToDiningRoom) for move in moves) < 50


@pytest.mark.parametrize("bot", levels)
@pytest.mark.parametrize("moves", [0, 2, 5, 6, 28])
def test_the_same_luck_makes_the_same_move(bot: Bot, moves: int) -> None:
    state = middle_game(2, 3, moves, expert=True)
    one, other = (bot(game, state, state.seat, thought(3, 0.1)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("bot", [casual, greedy])
def test_what_will_be_drawn_makes_no_difference(bot: Bot) -> None:
    """The searcher counts what must be left in the bag, as anybody may; the others do not."""
    state = middle_game(3, 4, 30)
    blue, green, *others = state.bag
    other = replace(state, bag=(blue + green, 0, *others))
    assert game.view(state, 0) == game.view(other, 0)
    assert bot(game, state, state.seat, thought()) == bot(game, other, state.seat, thought())


def test_without_time_the_searcher_is_as_greedy_as_the_greedy() -> None:
    state = middle_game(2, 5, 4)
    hurried = Thought(random.Random(1), 1.0, lambda: True)
    assert searching(game, state, state.seat, hurried) == greedy(game, state, state.seat, thought())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_to_win_add_up(seats: int) -> None:
    state = middle_game(seats, 6, 40)
    sides = 2 if seats == 4 else seats
    assert sum(standing(state, side) for side in range(sides)) == pytest.approx(1)
    assert seats < 4 or standing(state, 0) == standing(state, 2)


def test_the_end_is_certain() -> None:
    over = [replace(table(), outcome=Outcome(ranks)) for ranks in ((1, 2), (2, 1), (1, 1))]
    assert [standing(state, 0) for state in over] == [1.0, 0.0, 0.5]
