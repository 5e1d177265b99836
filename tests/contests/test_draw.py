"""The lot is fair: orders, tables, tokens and dice."""

import random
import uuid
from collections import Counter
from itertools import permutations

import pytest

from tablehall.contests import draw
from tablehall.contests.settings import ContestSettings
from tablehall.games.dice import Dice, dice_key
from tablehall.games.mia import THROWS
from tablehall.games.mia.rules import throw
from tests.contests.arena import Arena

chance = random.Random(20).randbytes


def chi_squared(found: "Counter[object]", expected: dict[object, float]) -> float:
    """How far what was found is from what was expected."""
    assert set(found) <= set(expected)
    return sum((found[key] - wanted) ** 2 / wanted for key, wanted in expected.items())


def test_a_hundred_thousand_throws_are_fair() -> None:
    """Chi-squared with 20 degrees of freedom stays below 45.3 in 999 of 1000 cases."""
    thrown: Counter[object] = Counter()
    for _ in range(100):
        dice = Dice(dice_key(chance(32)))
        thrown.update(throw(dice) for _ in range(1000))
    expected: dict[object, float] = {(a, b): 100_000 * (1 if a == b else 2) / 36 for a, b in THROWS}
    assert chi_squared(thrown, expected) < 45.3


def test_every_order_of_players_is_equally_likely() -> None:
    """Chi-squared with 23 degrees of freedom stays below 49.7 in 999 of 1000 cases."""
    orders: Counter[object] = Counter("".join(draw.shuffled("abcd", chance)) for _ in range(100_000))
    expected: dict[object, float] = {"".join(order): 100_000 / 24 for order in permutations("abcd")}
    assert chi_squared(orders, expected) < 49.7


def test_in_a_contest_everybody_begins_equally_often_and_sits_with_everybody() -> None:
    arena = Arena(ContestSettings(table_size=2))
    names = ["anna", "bob", "carl", "dora"]
    arena.begin(*names)
    arena.play(1500)
    first: Counter[object] = Counter(match.players[0].name for match in arena.over)
    pairs: Counter[object] = Counter(frozenset(who.name for who in match.players) for match in arena.over)
    games = len(arena.over)
    assert chi_squared(first, dict.fromkeys(names, games / 4)) < 16.3
    expected: dict[object, float] = {frozenset((a, b)): games / 6 for a in names for b in names if a < b}
    assert chi_squared(pairs, expected) < 20.5


def test_onlookers_hear_every_table_equally_often() -> None:
    heard: Counter[object] = Counter(draw.picked(4, chance) for _ in range(20_000))
    assert chi_squared(heard, dict.fromkeys(range(4), 5000.0)) < 16.3


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(2, [2]), (40, [40]), (41, [20, 21]), (81, [27] * 3), (100, [33, 33, 34]), (2000, [40] * 50)],
)
def test_tables_are_as_few_as_possible_and_equally_large(players: int, sizes: list[int]) -> None:
    tables = draw.tables(range(players), 40, 10**6, lambda _: 1)
    assert sorted(map(len, tables)) == sizes
    assert sorted(player for table in tables for player in table) == list(range(players))


def test_long_names_make_smaller_tables() -> None:
    names = ["x" * 80] * 30 + ["y"] * 30
    tables = draw.tables(draw.shuffled(names, chance), 40, 1140, lambda name: len(name) + 12)
    assert all(sum(len(name) + 12 for name in table) <= 1140 for table in tables)
    assert max(map(len, tables)) - min(map(len, tables)) <= 1
    assert len(tables) > 2


@pytest.mark.parametrize("largest", [2, 3, 4, 40])
@pytest.mark.parametrize("players", range(2, 60))
def test_nobody_ever_sits_alone(players: int, largest: int) -> None:
    tables = draw.tables(range(players), largest, 1140, lambda _: 92)
    assert min(map(len, tables)) >= 2
    assert max(map(len, tables)) <= max(3, largest)


def test_tokens_are_random_uuids_and_all_different() -> None:
    tokens = draw.Tokens(chance)
    drawn = [tokens() for _ in range(1000)]
    assert len(set(drawn)) == 1000
    for token in drawn:
        assert uuid.UUID(token).version == 4
        assert str(uuid.UUID(token)) == token
        assert uuid.UUID(token).variant == uuid.RFC_4122
