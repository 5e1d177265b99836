"""The house's players of Mia, and the perfect play that one of them knows."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal

import pytest

from tablehall.bots.mia import STRATEGIES, equilibrium, honest, threshold
from tablehall.bots.mia_solver import AT_LEAST, CHANCE, OPENING, TOP, solve
from tablehall.games.api import Played
from tablehall.games.dice import Dice
from tablehall.games.mia import (
    MIA,
    RANK,
    ROLL,
    SEE,
    THROWS,
    Announce,
    Claim,
    MiaMove,
    MiaOptions,
    MiaView,
    Throw,
    game,
)

Player = Callable[[MiaView, random.Random], MiaMove]
Rules = Literal["document", "maexchen"]
LUCK = random.Random(7)


def rank(name: int) -> int:
    """The rank of a throw written 63."""
    return RANK[divmod(name, 10)]


def asked(
    rolls: int,
    dice: Throw | None = None,
    claim: Claim | None = None,
    seats: int = 2,
    rules: Rules = "document",
) -> MiaView:
    """What seat 0 sees when it is asked to act."""
    return MiaView((None,) * seats, rules, 0, rolls, dice, claim, "")


def lost_by(order: Sequence[Player], rules: Rules, dice: Dice, chance: random.Random) -> list[bool]:
    """One game of these players; who lost it."""
    state = game.setup(len(order), MiaOptions(rules), dice)
    while not state.end:
        move = order[state.turn](game.view(state, state.turn), chance)
        answer = game.play(state, state.turn, move, dice)
        assert isinstance(answer, Played), f"{move} refused"
        state = answer.state
    return [loss is not None for loss in state.lost]


def share_kept(players: Sequence[Player], games: int, rules: Rules = "document") -> dict[Player, float]:
    """How often each player did not lose, seated anew for every game."""
    chance = random.Random(1)
    dice = Dice(chance.randbytes(32))
    kept: Counter[Player] = Counter()
    for _ in range(games):
        order = chance.sample(players, len(players))
        lost = lost_by(order, rules, dice, chance)
        kept.update(player for seat, player in enumerate(order) if not lost[seat])
    return {player: kept[player] / games / players.count(player) for player in players}


def first_wins(first: Player, second: Player, games: int, rules: Rules) -> float:
    chance = random.Random(2)
    dice = Dice(chance.randbytes(32))
    return sum(not lost_by((first, second), rules, dice, chance)[0] for _ in range(games)) / games


class Exploiter:
    """Whoever knows perfect play by heart and answers it as well as possible."""

    def __init__(self, second_roll: bool) -> None:
        self.second_roll = second_roll
        self.known = solve(second_roll)
        self.rolling = cache(self._rolling)
        self.answering = cache(self._answering)

    def _rolling(self, claim: int) -> Fraction:
        """Their chance when they roll against a claim and perfect play answers."""
        total = CHANCE[TOP]
        for roll in range(TOP):
            ways = [Fraction(0)]
            for said in range(claim + 1, TOP):
                doubt = self.known.doubt(said, claim)
                ways.append(doubt * (roll >= said) + (1 - doubt) * (1 - self.answering(said)))
            if self.second_roll:
                ways.append(AT_LEAST[TOP])
                for said in range(claim + 1, TOP):
                    doubt = self.known.doubt(said, claim, blind=True)
                    ways.append(doubt * AT_LEAST[said] + (1 - doubt) * (1 - self.answering(said)))
            total += CHANCE[roll] * max(ways)
        return total

    def _answering(self, claim: int) -> Fraction:
        """What they leave perfect play when it rolls against a claim and they answer."""
        plan = self.known.against(claim)
        short = sum(CHANCE[: plan.true_from], Fraction(0))
        total = CHANCE[TOP]
        for said in range(claim + 1, TOP):
            true = CHANCE[said] if said >= plan.true_from else Fraction(0)
            all_who_say_it = true + short * plan.bluffs[said]
            total += min(true, all_who_say_it * (1 - self.rolling(said)))
        if plan.say_blind == TOP:
            return total + short * plan.again * AT_LEAST[TOP]
        return total + short * plan.again * min(AT_LEAST[plan.say_blind], 1 - self.rolling(plan.say_blind))


def test_the_chances_of_the_throws() -> None:
    assert sum(CHANCE) == 1
    assert CHANCE[rank(31)] == Fraction(2, 36)
    assert CHANCE[rank(66)] == Fraction(1, 36)
    assert AT_LEAST[rank(11)] == Fraction(8, 36)


@pytest.mark.parametrize(("second_roll", "value"), [(False, 0.6479), (True, 0.5760)])
def test_what_the_first_roller_wins(second_roll: bool, value: float) -> None:
    assert round(float(solve(second_roll).against(OPENING).value), 4) == value


def test_the_value_without_a_second_roll_is_an_exact_fraction() -> None:
    assert solve(False).against(OPENING).value == Fraction(4078225781, 6294150720)


@pytest.mark.parametrize("second_roll", [False, True])
def test_perfect_play_cannot_be_exploited(second_roll: bool) -> None:
    exploiter, value = Exploiter(second_roll), solve(second_roll).against(OPENING).value
    assert exploiter.rolling(OPENING) == value
    assert exploiter.answering(OPENING) == value


@pytest.mark.parametrize("second_roll", [False, True])
def test_a_higher_claim_is_never_easier_to_beat(second_roll: bool) -> None:
    values = [plan.value for plan in solve(second_roll).plans]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("second_roll", [False, True])
def test_every_plan_is_complete(second_roll: bool) -> None:
    for claim in range(OPENING, TOP):
        plan = solve(second_roll).against(claim)
        assert sum(plan.bluffs) + plan.again == 1
        assert min(*plan.bluffs, plan.again) >= 0
        assert not any(plan.bluffs[: claim + 1])
        assert plan.true_from > claim


@pytest.mark.parametrize(("name", "doubt"), [(52, 0), (53, 0.125), (61, 0.30), (65, 0.50), (66, 0.59)])
def test_without_a_second_roll_how_often_an_opening_is_doubted(name: int, doubt: float) -> None:
    assert round(float(solve(False).doubt(rank(name), OPENING)), 3) == pytest.approx(doubt, abs=0.005)
    at_most = 1 - AT_LEAST[rank(name) + 1]
    assert solve(False).doubt(rank(name), OPENING) == 1 - Fraction(14, 36) / at_most


def test_without_a_second_roll_nobody_opens_below_52() -> None:
    plan = solve(False).against(OPENING)
    assert plan.true_from == rank(52)
    assert not any(plan.bluffs[: rank(52)])
    assert plan.again == 0


@pytest.mark.parametrize("name", [53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66])
def test_without_a_second_roll_the_share_of_bluffs_is_the_chance_to_beat_them(name: int) -> None:
    plan, said = solve(False).against(OPENING), rank(name)
    bluffs = sum(CHANCE[: plan.true_from]) * plan.bluffs[said]
    assert bluffs / (bluffs + CHANCE[said]) == AT_LEAST[said + 1]


def test_without_a_second_roll_whoever_had_to_beat_52_is_doubted() -> None:
    doubts = {
        solve(False).doubt(said, over) for over in range(rank(52), TOP - 1) for said in range(over + 1, TOP)
    }
    assert doubts == {1}


def test_with_a_second_roll_openings_below_62_vanish() -> None:
    plan = solve(True).against(OPENING)
    assert plan.true_from == plan.say_blind == rank(62)
    assert not any(plan.bluffs[: rank(62)])


def test_how_often_the_second_roll_is_taken() -> None:
    plans = [solve(True).against(claim) for claim in range(OPENING, TOP)]
    taken = [float(plan.again * sum(CHANCE[: plan.true_from])) for plan in plans]
    assert [round(share, 2) for share in taken[: rank(61) + 2]] == [0.30] * 11
    assert round(taken[rank(62) + 1], 2) == 0.42
    assert round(taken[rank(55) + 1], 2) == 0.91
    assert taken == sorted(taken)


@pytest.mark.parametrize(("rules", "value"), [("document", 0.5760), ("maexchen", 0.6479)])
def test_the_games_of_two_perfect_players_come_out_as_computed(rules: Rules, value: float) -> None:
    assert first_wins(equilibrium, equilibrium, 6000, rules) == pytest.approx(value, abs=0.02)


@pytest.mark.parametrize("rules", ["document", "maexchen"])
@pytest.mark.parametrize("other", [honest, threshold])
def test_a_perfect_player_does_not_lose_a_long_match(other: Player, rules: Rules) -> None:
    assert share_kept([equilibrium, other], 6000, rules)[equilibrium] > 0.49


@pytest.mark.parametrize("rules", ["document", "maexchen"])
def test_the_rule_of_thumb_beats_honesty_in_a_field_of_six(rules: Rules) -> None:
    kept = share_kept([honest, threshold] * 3, 4000, rules)
    assert kept[threshold] > kept[honest] + 0.01


def test_among_more_than_two_the_perfect_player_follows_the_rule_of_thumb() -> None:
    view = asked(0, claim=Claim(1, (1, 1)), seats=3)
    assert {equilibrium(view, LUCK) for _ in range(50)} == {SEE}


def test_an_honest_player_tells_the_truth_if_possible() -> None:
    assert honest(asked(1, (6, 3), Claim(1, (6, 2))), LUCK) == Announce((6, 3))
    assert honest(asked(1, MIA, Claim(1, (6, 2)), rules="maexchen"), LUCK) == Announce(MIA)


def test_an_honest_player_who_must_lie_lies_by_one_step() -> None:
    assert honest(asked(1, (3, 1), Claim(1, (6, 5))), LUCK) == Announce((1, 1))


def test_an_honest_player_rolls_while_the_odds_are_even() -> None:
    assert honest(asked(0), LUCK) == ROLL
    assert honest(asked(0, claim=Claim(1, (5, 4))), LUCK) == ROLL
    assert honest(asked(0, claim=Claim(1, (6, 1))), LUCK) == SEE


def test_the_rule_of_thumb_doubts_pairs() -> None:
    assert threshold(asked(0), LUCK) == ROLL
    assert threshold(asked(0, claim=Claim(1, (6, 5))), LUCK) == ROLL
    assert threshold(asked(0, claim=Claim(1, (1, 1))), LUCK) == SEE


def test_the_rule_of_thumb_is_brave_when_short() -> None:
    assert threshold(asked(1, (4, 1), Claim(1, (3, 2))), LUCK) == Announce((4, 1))
    said = {threshold(asked(1, (3, 1), Claim(1, (3, 2))), LUCK) for _ in range(100)}
    assert said == {Announce(dice) for dice in ((5, 4), (6, 1), (6, 2), (6, 3))}
    assert threshold(asked(1, (3, 1), Claim(1, (6, 5))), LUCK) == Announce((1, 1))


@pytest.mark.parametrize("name", sorted(STRATEGIES))
@pytest.mark.parametrize("rules", ["document", "maexchen"])
@pytest.mark.parametrize("seats", [2, 3])
def test_whatever_a_player_is_asked_the_answer_is_a_move(name: str, rules: Rules, seats: int) -> None:
    claims = [None, *(Claim(1, dice, over) for dice in THROWS[:-1] for over in (None, (3, 1)))]
    for claim in claims:
        assert STRATEGIES[name](asked(0, claim=claim, seats=seats, rules=rules), LUCK) in (ROLL, SEE)
        for dice in THROWS:
            move = STRATEGIES[name](asked(1, dice, claim, seats, rules), LUCK)
            higher = isinstance(move, Announce) and (not claim or RANK[move.dice] > RANK[claim.dice])
            assert higher or (move == ROLL and rules == "document")
        if rules == "document":
            assert isinstance(STRATEGIES[name](asked(2, None, claim, seats), LUCK), Announce)


def test_a_perfect_player_answers_a_blind_announcement_by_the_odds() -> None:
    often, rarely = Claim(1, (6, 1), blind=True), Claim(1, (6, 5), blind=True)
    assert {equilibrium(asked(0, claim=often), LUCK) for _ in range(50)} == {ROLL}
    assert {equilibrium(asked(0, claim=rarely), LUCK) for _ in range(50)} == {SEE}
