"""Mia's three levels, and exactly how often each wins against another."""

import random
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal

import pytest
from msgspec.structs import replace

from tablehall.bots import Bot, Thought
from tablehall.bots.levels import levels_of
from tablehall.bots.mia import BRAVE, LOWEST_PAIR, equilibrium, honest, levels, threshold
from tablehall.bots.mia_solver import AT_LEAST, CHANCE, OPENING, TOP, solve
from tablehall.games.api import Played
from tablehall.games.dice import Dice
from tablehall.games.mia import THROWS, Claim, MiaOptions, Round, game

Rules = Literal["document", "maexchen"]
Says = dict[int, Fraction]
"""How likely each announcement is; under BLIND, how likely a second roll."""
BLIND = -2
ONE = Fraction(1)


class Paper:
    """A level written down: what it says to a roll, and how often it doubts."""

    def __init__(self, level: int, second_roll: bool) -> None:
        self.level = level
        self.second_roll = second_roll

    def says(self, claim: int, roll: int) -> Says:
        plan = solve(self.second_roll).against(claim)
        if roll == TOP or (roll > claim if self.level < 3 else roll >= plan.true_from):
            return {roll: ONE}
        if self.level == 1:
            return {claim + 1: ONE}
        if self.level == 2:
            brave = [max(claim + 1, said) for said in BRAVE]
            return {said: Fraction(brave.count(said), len(brave)) for said in brave}
        return {**dict(enumerate(plan.bluffs)), BLIND: plan.again}

    def doubts(self, said: int, over: int, blind: bool) -> Fraction:
        if self.level == 1:
            return Fraction(AT_LEAST[said + 1] * 2 < 1)
        if self.level == 2:
            return Fraction(said >= LOWEST_PAIR)
        return solve(self.second_roll).doubt(said, over, blind)


class Duel:
    """Two written levels against each other."""

    def __init__(self, second_roll: bool, *levels: int) -> None:
        self.second_roll = second_roll
        self.players = [Paper(level, second_roll) for level in levels]
        self.rolling = cache(self._rolling)

    def _rolling(self, seat: int, claim: int) -> Fraction:
        """The chance to win of whoever rolls against a claim."""
        total = Fraction(0)
        for roll in range(TOP + 1):
            for said, share in self.players[seat].says(claim, roll).items():
                if share and said == BLIND:
                    blind = solve(self.second_roll).against(claim).say_blind
                    total += CHANCE[roll] * share * self._said(seat, claim, blind, AT_LEAST[blind], True)
                elif share:
                    total += (
                        CHANCE[roll] * share * self._said(seat, claim, said, Fraction(roll >= said), False)
                    )
        return total

    def _said(self, seat: int, claim: int, said: int, true: Fraction, blind: bool) -> Fraction:
        """The chance to win of whoever has said something that is true so often."""
        if said == TOP:
            return true
        doubt = self.players[1 - seat].doubts(said, claim, blind)
        return doubt * true + ((1 - doubt) * (1 - self.rolling(1 - seat, said)) if doubt < 1 else 0)


def wins(level: int, other: int, rules: Rules) -> Fraction:
    """How often a level wins if the two take turns in opening."""
    second_roll = rules == "document"
    opening = Duel(second_roll, level, other).rolling(0, OPENING)
    return (opening + 1 - Duel(second_roll, other, level).rolling(0, OPENING)) / 2


def asked(state: Round, bot: Bot, seed: int = 1) -> object:
    return bot(game, state, state.turn, Thought(random.Random(seed)))


def test_they_are_the_levels_of_mia() -> None:
    assert levels_of(game) is levels


@pytest.mark.parametrize(
    ("level", "other", "rules", "share"),
    [
        (3, 1, "document", 0.5057),
        (3, 2, "document", 0.5476),
        (2, 1, "document", 0.5375),
        (3, 1, "maexchen", 0.5073),
        (3, 2, "maexchen", 0.5311),
        (2, 1, "maexchen", 0.5375),
    ],
)
def test_what_a_level_wins_in_single_games(level: int, other: int, rules: Rules, share: float) -> None:
    assert round(float(wins(level, other, rules)), 4) == share


@pytest.mark.parametrize(("level", "rules"), [*product((1, 2, 3), ("document", "maexchen"))])
def test_equal_levels_win_equally_often(level: int, rules: Rules) -> None:
    assert wins(level, level, rules) == Fraction(1, 2)


@pytest.mark.parametrize(("level", "rules"), [*product((1, 2, 3), ("document", "maexchen"))])
def test_the_levels_play_as_they_are_written_down(level: int, rules: Rules) -> None:
    """A thousand games against level 2 come out as computed, within four deviations."""
    chance, dice, won = random.Random(level), Dice(bytes([level]) * 32), 0
    for number in range(1000):
        state = game.setup(2, MiaOptions(rules), dice)
        while not state.end:
            bot = levels[(level if state.turn == number % 2 else 2) - 1]
            played = game.play(state, state.turn, bot(game, state, state.turn, Thought(chance)), dice)
            assert isinstance(played, Played)
            state = played.state
        won += state.lost[number % 2] is None
    assert won / 1000 == pytest.approx(float(wins(level, 2, rules)), abs=0.063)


@pytest.mark.parametrize(("seats", "rules"), [*product((2, 3, 7), ("document", "maexchen"))])
def test_whole_games_of_all_levels_end(seats: int, rules: Rules) -> None:
    chance, dice = random.Random(seats), Dice(bytes([seats]) * 32)
    for number in range(30):
        state = game.setup(seats, MiaOptions(rules), dice)
        while not state.end:
            move = levels[(state.turn + number) % 3](game, state, state.turn, Thought(chance))
            assert move in game.legal(state, state.turn)
            played = game.play(state, state.turn, move, dice)
            assert isinstance(played, Played)
            state = played.state
        assert sum(loss is not None for loss in state.lost) >= 1


@pytest.mark.parametrize(("bot", "play"), [*zip(levels, (honest, threshold, equilibrium), strict=True)])
def test_a_level_does_what_its_strategy_does(bot: Bot, play: object) -> None:
    for dice in THROWS[:-1]:
        state = Round((None, None), turn=1, rolls=1, dice=dice, claim=Claim(0, (5, 1)))
        assert asked(state, bot) == play(game.view(state, 1), random.Random(1))  # type: ignore[operator]


@pytest.mark.parametrize("bot", levels)
@pytest.mark.parametrize("said", [(3, 1), (6, 1), (6, 5), (4, 4)])
def test_the_dice_under_the_cup_make_no_difference(bot: Bot, said: tuple[int, int]) -> None:
    state = Round((None, None), turn=1, dice=(3, 1), claim=Claim(0, said))
    for seed in range(10):
        assert len({asked(replace(state, dice=dice), bot, seed) for dice in THROWS}) == 1
