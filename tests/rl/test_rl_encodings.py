"""Moves and views in numbers: nothing is left out, nothing is told that is hidden."""

import random
from typing import Any

import numpy as np
import pytest

from tablehall.games import house_games
from tablehall.games.api import AnyGame
from tablehall.games.board import Place, Step
from tablehall.games.dice import Dice
from tablehall.games.look import Look
from tablehall.games.mia import MiaView
from tablehall.rl import encoding_of
from tablehall.rl.table import Table
from tests.games.othello import game as othello
from tests.rl.played import KINDS, Kind, moments

LONG = 120
"""Moves of a game that are looked at."""


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_legal_move_has_an_index_of_its_own_and_comes_back_from_it(kind: Kind) -> None:
    for table in moments(kind, games=2, seed=1, most=LONG):
        if table.over:
            continue
        state, seat, numbers = table.arena.state, table.seat, table.encoding
        legal = table.arena.game.legal(state, seat)
        view = table.arena.view(seat)
        assert len(table.choices) == len(legal)
        assert set(table.choices) == {numbers.index(move, seat) for move in legal}
        assert all(0 <= index < numbers.actions for index in table.choices)
        assert [numbers.move(index, seat, view) for index in table.choices] == list(table.choices.values())


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_an_observation_fits_its_space_at_every_moment_and_for_every_seat(kind: Kind) -> None:
    space = encoding_of(*kind).observation_space()
    high = encoding_of(*kind).high
    for table in moments(kind, games=2, seed=5, most=LONG):
        for seat in range(kind.seats):
            seen = table.observe(seat)
            assert space.contains(seen)
            assert (seen["observation"] <= high).all()
            assert seen["action_mask"].sum() == (len(table.choices) if seat == table.seat else 0)


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if not house_games()[kind.game].open_information], ids=str
)
def test_what_a_seat_cannot_tell_apart_it_observes_as_the_same(kind: Kind) -> None:
    """Everything hidden is dealt anew: the observation stays as it is, to the last number."""
    chance, changed = random.Random(7), 0
    for table in moments(kind, games=60 if kind.game == "mia" else 2, seed=11, most=LONG):
        game, truth = table.arena.game, table.arena.state
        for seat in range(kind.seats):
            other = game.redeal(truth, seat, Dice(chance.randbytes(32)))
            before = table.observe(seat)
            table.arena.state, table._choices = other, None
            after = table.observe(seat)
            table.arena.state, table._choices = truth, None
            changed += other != truth
            assert (before["observation"] == after["observation"]).all()
            assert (before["action_mask"] == after["action_mask"]).all()
    assert changed > 20


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_another_position_is_another_observation(kind: Kind) -> None:
    """A move is seen by whoever made it, unless the view does not show it either."""
    for table in moments(kind, games=1, seed=3, most=LONG):
        if table.over:
            continue
        seat, view, seen = table.seat, table.arena.view(table.seat), table.observe(table.seat)
        _peek(table, seat, view, seen["observation"])


def _peek(table: Table, seat: int, view: Any, seen: Any) -> None:
    """What the first legal move would change."""
    arena = table.arena
    played: Any = arena.game.play(arena.state, seat, next(iter(table.choices.values())), Dice(bytes(32)))
    after = arena.game.view(played.state, seat)
    assert after == view or (table.encoding.observe(after, seat) != seen).any()


def test_the_fields_say_what_every_number_is() -> None:
    for kind in KINDS:
        numbers = encoding_of(*kind)
        assert sum(field.size for field in numbers.fields) == numbers.shape[-1]
        names = [field.name for field in numbers.fields]
        assert len(names) == len(set(names))


def test_planes_of_a_board_are_those_of_the_seat_itself_first() -> None:
    table = Table("connect_four")
    assert [field.name for field in table.encoding.fields] == [
        "own red/yellow",
        "other's red/yellow",
        "on turn",
    ]
    table.step(3)
    red, yellow = table.observe(0)["observation"], table.observe(1)["observation"]
    assert red[0, 3].tolist() == [1, 0, 0]
    assert yellow[0, 3].tolist() == [0, 1, 1]
    assert red.sum() == 1
    assert yellow.sum() == 1 + 42


def test_a_seat_opposite_sees_and_counts_as_the_other_one_does() -> None:
    """After a symmetric opening both sides have the same numbers before them."""
    numbers = encoding_of("chess")
    assert numbers.index(Step(1, 4, 3, 4), 0) == numbers.index(Step(6, 4, 4, 4), 1)
    assert numbers.index(Place(7, 0, "queen"), 0) == numbers.index(Place(0, 0, "queen"), 1)
    for game in ("chess", "dama"):
        table = Table(game)
        first = table.observe(0)
        board = table.arena.game.view(table.arena.state, 1)
        opposite = table.encoding.observe(board, 1)
        assert (first["observation"][..., :-1] == opposite[..., :-1]).all()
    assert encoding_of("checkers").index(Step(2, 0, 3, 1), 0) == encoding_of("checkers").index(
        Step(5, 7, 4, 6), 1
    )


def test_what_a_view_says_beside_the_board_is_a_plane() -> None:
    pente = Table("pente")
    for square in (180, 181, 0, 182, 183):
        pente.step(square)
    names = [field.name for field in pente.encoding.fields]
    seen = pente.observe(0)["observation"][0, 0]
    assert seen[names.index("own captured pairs")] == 1
    assert seen[names.index("other's captured pairs")] == 0


def test_any_game_on_squares_can_be_trained() -> None:
    """A game that is none of the house's: its moves are all that there could be on such a board."""
    numbers = encoding_of(othello)
    table, chance = Table(othello), random.Random(1)
    assert numbers.shape[:2] == (8, 8)
    while not table.over:
        assert numbers.observation_space().contains(table.observe(table.seat))
        table.step(chance.choice(list(table.choices)))
    assert table.arena.outcome is not None


class Bare(type(othello)):  # type: ignore[misc]  # the class of a game from another file
    """Othello without a look."""

    look = Look()


class Unseen(type(othello)):  # type: ignore[misc]  # the same
    """Othello that shows something else than a board."""

    View = MiaView


@pytest.mark.parametrize(
    ("game", "wrong"), [(Bare(), "names no pieces"), (Unseen(), "not played on squares")]
)
def test_a_game_without_numbers_says_what_it_needs(game: AnyGame, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"{wrong}: give it an Encoding of your own"):
        encoding_of(game)
    assert Table(game, encoding=encoding_of(othello)).choices


def test_high_is_what_to_divide_by() -> None:
    numbers = encoding_of("shelfie", 3)
    assert numbers.high.dtype == np.uint8
    assert numbers.high[-1] == 132
    table = Table("shelfie", 3)
    assert table.observe(0)["observation"][-1] == table.arena.view(0).bag
