"""The house's players of My Shelfie."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.bots import Bot, Thought
from tablehall.bots.levels import levels_of
from tablehall.bots.shelfie import casual, greedy, levels, searching
from tablehall.bots.shelfie_evaluation import IMPOSSIBLE, SHELF, best_put, lacks, promise
from tablehall.games.api import Played
from tablehall.games.dice import Dice
from tablehall.games.shelfie import Options, Pick, Put, Table, game
from tablehall.games.shelfie.board import EMPTY
from tablehall.games.shelfie.cards import COMMON, CommonCard, CommonName
from tablehall.games.shelfie.scoring import points
from tablehall.games.shelfie.shelf import Shelf, by_kind, groups, shelved

QUICK = 0.1
FULL: Shelf = ("CBGFTP", "BGFTPC", "GFTPCB", "FTPCBG", "TPCBG")
"""One tile is missing, and no two alike touch."""


def table(seats: int = 2, seed: int = 1, **changes: Any) -> Table:
    """A table at which seat 0 begins."""
    laid = game.setup(seats, Options(), Dice(bytes([seed]) * 32))
    return replace(laid, **{"order": tuple(range(seats)), "turn": 0, **changes})


def room(*tiles: str) -> str:
    """A living room for two with these tiles in the middle of the fourth row, and a few below."""
    cells = list(EMPTY[2])
    for cell, tile in enumerate("".join(tiles), start=3 * 10 + 2):
        cells[cell] = tile
    cells[6 * 10 + 3 : 6 * 10 + 5] = "PT"
    return "".join(cells)


def thought(seed: int = 1, effort: float = QUICK) -> Thought:
    return Thought(random.Random(seed), effort)


def turn(bot: Bot, state: Table) -> Table:
    """The table after a bot's pick and put."""
    seat, dice = state.turn, Dice(bytes(32))
    for _ in range(2):
        played = game.play(state, seat, bot(game, state, seat, thought()), dice)
        assert isinstance(played, Played)
        state = played.state
    return state


def middle_game(seats: int, seed: int, moves: int, bot: Bot = greedy) -> Table:
    """A table after so many moves of these players."""
    dice = Dice(bytes([seed]) * 32)
    state = game.setup(seats, Options(), dice)
    for _ in range(moves):
        played = game.play(state, state.turn, bot(game, state, state.turn, thought()), dice)
        assert isinstance(played, Played)
        state = played.state
    return state


def test_they_are_the_levels_of_shelfie() -> None:
    assert levels_of(game) is levels


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("easy_rule", [False, True])
def test_whole_games_of_all_levels_end(seats: int, easy_rule: bool) -> None:
    chance, dice = random.Random(seats), Dice(bytes([seats]) * 32)
    state = game.setup(seats, Options(easy_rule), dice)
    while not state.over:
        bot = levels[(state.turn + easy_rule) % 3]
        known = game.redeal(state, state.turn, Dice(chance.randbytes(32)))
        move = bot(game, known, state.turn, Thought(chance, 0.02))
        assert move in game.legal(state, state.turn)
        played = game.play(state, state.turn, move, dice)
        assert isinstance(played, Played)
        state = played.state
    assert game.outcome(state) is not None


@pytest.mark.parametrize("bot", [greedy, searching])
def test_a_common_card_is_completed(bot: Bot) -> None:
    shelf: Shelf = ("CBCB", "CTC", "BCF", "CGC", "")
    cards = (CommonCard("8_SAME", (4, 8)),)
    state = table(room=room("PCG"), commons=cards, shelves=(shelf, ("", "", "", "", "")))
    assert turn(bot, state).commons[0].takers == (0,)


@pytest.mark.parametrize("bot", [greedy, searching])
def test_stairs_are_built_with_the_right_number_of_tiles(bot: Bot) -> None:
    shelf: Shelf = ("CBGFT", "BGFT", "GFT", "FT", "")
    cards = (CommonCard("STAIRS", (4, 8)),)
    state = table(room=room("PCG"), commons=cards, shelves=(shelf, ("", "", "", "", "")))
    assert turn(bot, state).commons[0].takers == (0,)


@pytest.mark.parametrize("bot", [greedy, searching])
def test_a_wish_of_the_personal_card_is_fulfilled(bot: Bot) -> None:
    shelves = (("CBGFT", "B", "G", "F", "T"), ("",) * 5)
    state = table(personal=(1, 2), commons=(), room=room("TFB"), hand="P", shelves=shelves)
    assert bot(game, state, 0, thought()) == Put(0, ("PLANT",))


@pytest.mark.parametrize("bot", [greedy, searching])
def test_a_group_is_made_larger(bot: Bot) -> None:
    shelf: Shelf = ("G", "F", "CCC", "B", "G")
    state = table(room=room("CCB"), commons=(), shelves=(shelf, ("",) * 5))
    assert max(groups(turn(bot, state).shelves[0])) == 5


def test_a_leader_who_looks_ahead_ends_the_game() -> None:
    ahead = (CommonCard("CORNERS", (4,), (0,)),)
    shelves = (FULL, ("GGFFFT", "GGFFTT", "", "", ""))
    state = table(room=room("PCG"), commons=ahead, shelves=shelves, order=(1, 0))
    assert turn(searching, state).over
    assert game.outcome(turn(searching, state)).winners == (0,)  # type: ignore[union-attr]


def test_the_casual_player_puts_like_on_like() -> None:
    state = table(hand="C", shelves=(("G", "F", "C", "B", "G"), ("",) * 5))
    assert {casual(game, state, 0, thought(seed)) for seed in range(20)} == {Put(2, ("CAT",))}


@pytest.mark.parametrize("bot", levels)
@pytest.mark.parametrize("moves", [0, 9, 20])
def test_the_same_luck_makes_the_same_move(bot: Bot, moves: int) -> None:
    state = middle_game(3, 5, moves)
    assert bot(game, state, state.turn, thought(3)) == bot(game, state, state.turn, thought(3))


@pytest.mark.parametrize("bot", levels)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("moves", [0, 8, 13])
def test_the_others_personal_cards_make_no_difference(bot: Bot, seats: int, moves: int) -> None:
    state = middle_game(seats, 7, moves, casual)
    seat = state.turn
    others = [game.redeal(state, seat, Dice(bytes([n]) * 32)) for n in range(4)]
    assert len({other.personal for other in others}) > 1
    assert {game.view(other, seat) for other in others} == {game.view(state, seat)}
    assert len({bot(game, other, seat, thought(2)) for other in others}) == 1


def test_without_time_the_searcher_is_as_greedy_as_the_greedy() -> None:
    state = middle_game(2, 9, 8)
    hurried = Thought(random.Random(1), 1.0, lambda: True)
    assert searching(game, state, state.turn, hurried) == greedy(game, state, state.turn, thought())


def some_shelves(letters: str) -> Iterator[Shelf]:
    """Shelves with these tiles as they come, and two that seldom do."""
    chance = random.Random(4)
    for _ in range(1500):
        yield tuple("".join(chance.choices(letters, k=min(6, chance.randint(2, 9)))) for _ in range(5))
    yield ("CBGFTP", "BGFTPC", "", "C", "")
    yield ("C", "CB", "CBG", "CBGF", "CBGFT")


@pytest.mark.parametrize("name", sorted(COMMON))
def test_a_card_lacks_nothing_exactly_when_it_is_achieved(name: CommonName) -> None:
    achieved = 0
    for letters in ("CB", "CBGFTP"):
        for shelf in some_shelves(letters):
            kinds = by_kind(shelf)
            lacking = lacks(name, shelf, kinds, SHELF & ~sum(kinds))
            assert (lacking <= 0) == COMMON[name](shelf)
            achieved += not lacking
    assert achieved


def test_spoilt_stairs_and_corners_are_impossible() -> None:
    shelf: Shelf = ("CBGFTP", "C", "CBGFTP", "C", "B")
    kinds = by_kind(shelf)
    assert lacks("STAIRS", shelf, kinds, SHELF & ~sum(kinds)) >= IMPOSSIBLE
    assert lacks("CORNERS", shelf, kinds, SHELF & ~sum(kinds)) >= IMPOSSIBLE


def test_a_shelf_to_which_nothing_comes_promises_its_points() -> None:
    chance = random.Random(6)
    for _ in range(200):
        shelf = tuple("".join(chance.choices("CBGFTP", k=chance.randint(0, 6))) for _ in range(5))
        number = chance.randint(1, 12)
        assert promise(shelf, number, (), 0) == points(0, shelf, number, (), first=False)


def test_tiles_are_put_in_the_best_order() -> None:
    shelf: Shelf = ("G", "F", "CC", "B", "T")
    _, column, order = best_put(shelf, "BCC", 1, (), 12)
    assert max(groups(shelved(shelf, column, order))) == 4


def test_a_pick_is_a_move_of_the_rules() -> None:
    state = table()
    assert isinstance(searching(game, state, 0, thought()), Pick)
