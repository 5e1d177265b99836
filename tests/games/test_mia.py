"""The rules of Mia, as its document tells them."""

import random
from typing import Literal

import pytest

from tablehall.games.api import Played, Refusal, Rule
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice
from tablehall.games.mia import (
    MIA,
    RANK,
    ROLL,
    SEE,
    THROWS,
    ActualDice,
    Announce,
    Announced,
    Loss,
    Lost,
    MiaEvent,
    MiaMove,
    MiaNo,
    MiaOptions,
    Rolled,
    Rolls,
    Round,
    Throw,
    WantsToSee,
    game,
)

ORDER = "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21"
FAIR = Dice(bytes(32))


class LoadedDice(Dice):
    """Dice that fall as the test wants."""

    __slots__ = ("coming",)

    def __init__(self, *throws: Throw) -> None:
        super().__init__(bytes(32))
        self.coming = [die for throw in throws for die in throw]

    def below(self, limit: int) -> int:
        return self.coming.pop(0) - 1


def table(seats: int, rules: Literal["document", "maexchen"] = "document") -> Round:
    return game.setup(seats, MiaOptions(rules), FAIR)


def say(high: int, low: int) -> Announce:
    return Announce((high, low))


def done(answer: Played[Round] | Refusal) -> tuple[Round, tuple[MiaEvent, ...]]:
    assert isinstance(answer, Played), f"refused: {answer}"
    return answer.state, answer.events


def play(state: Round, *script: MiaMove | Throw) -> tuple[Round, tuple[MiaEvent, ...]]:
    """Whoever is on turn acts; a throw in the script is what the next roll shows. Returns
    the last state and the events of the last action."""
    events: tuple[MiaEvent, ...] = ()
    dice = LoadedDice()
    for item in script:
        if isinstance(item, tuple):
            dice = LoadedDice(item)
        else:
            state, events = done(game.play(state, state.turn, item, dice))
    return state, events


def refused(state: Round, move: MiaMove) -> object:
    answer = game.play(state, state.turn, move, FAIR)
    assert isinstance(answer, Refusal), f"{move} accepted"
    return answer.reason


def scores(state: Round) -> tuple[int, ...]:
    outcome = game.outcome(state)
    assert outcome is not None, "the game goes on"
    return outcome.scores


def test_the_order_of_the_throws() -> None:
    assert [f"{high}{low}" for high, low in THROWS] == ORDER.split()
    assert RANK[MIA] == 20


def test_the_player_on_turn_rolls_or_sees() -> None:
    state = table(3)
    assert game.turn(state).seats == (0,)
    assert game.turn(state).pace == "turn"
    assert game.legal(state, 0) == (ROLL, SEE)
    assert game.legal(state, 1) == ()
    assert game.play(state, 1, ROLL, FAIR) == Refusal(Rule.NOT_YOUR_TURN)


def test_the_roller_alone_is_told_the_dice_high_first() -> None:
    state, events = play(table(3), (3, 6), ROLL)
    assert events == (Rolls(0), Rolled(0, (6, 3)))
    assert [game.witness(events[1], seat) for seat in (0, 1, 2, None)] == [events[1], None, None, None]
    assert [game.witness(events[0], seat) for seat in (0, 1, None)] == [events[0]] * 3
    assert [game.view(state, seat).dice for seat in (0, 1, 2, None)] == [(6, 3), None, None, None]
    assert game.turn(state).pace == "announce"


def test_an_announcement_passes_the_turn() -> None:
    state, events = play(table(3), (6, 3), ROLL, say(6, 4))
    assert events == (Announced(0, (6, 4)),)
    assert game.turn(state).seats == (1,)
    assert game.turn(state).pace == "turn"
    claim = game.view(state, None).claim
    assert claim is not None
    assert (claim.seat, claim.dice, claim.over, claim.blind) == (0, (6, 4), None, False)


def test_the_announcer_still_knows_what_was_rolled() -> None:
    state, _ = play(table(3), (6, 3), ROLL, say(6, 4))
    assert [game.view(state, seat).dice for seat in (0, 1, 2, None)] == [(6, 3), None, None, None]


def test_after_the_last_player_comes_the_first() -> None:
    state, _ = play(table(2), (3, 1), ROLL, say(3, 1), (3, 2), ROLL, say(3, 2))
    assert game.turn(state).seats == (0,)
    assert state.claim is not None
    assert state.claim.over == (3, 1)


def test_a_bluffer_is_caught() -> None:
    state, events = play(table(3), (6, 3), ROLL, say(6, 4), SEE)
    assert events == (WantsToSee(1), ActualDice((6, 3)), Lost((0,), Loss.CAUGHT_BLUFFING))
    assert scores(state) == (0, 1, 1)
    assert game.turn(state).seats == ()
    assert game.view(state, None).dice == (6, 3)


@pytest.mark.parametrize("said", [say(6, 3), say(3, 1)])
def test_who_doubts_the_truth_or_less_than_the_truth_loses(said: Announce) -> None:
    state, events = play(table(3), (6, 3), ROLL, said, SEE)
    assert events == (WantsToSee(1), ActualDice((6, 3)), Lost((1,), Loss.SEE_FAILED))
    assert scores(state) == (1, 0, 1)


def test_nobody_acts_after_the_end() -> None:
    state, _ = play(table(3), (6, 3), ROLL, say(6, 4), SEE)
    assert game.play(state, state.turn, ROLL, FAIR) == Refusal(Rule.GAME_OVER)
    assert game.blunder(state, state.turn, FAIR) == Refusal(Rule.GAME_OVER)
    assert game.expire(state, state.turn, FAIR) == Played(state)
    assert game.drop(state, 2, FAIR) == Played(state)


def test_a_second_roll_is_heard_by_all_and_seen_by_none() -> None:
    state, events = play(table(3), (6, 3), ROLL, (5, 1), ROLL)
    assert events == (Rolls(0),)
    assert [game.view(state, seat).dice for seat in (0, 1, None)] == [None] * 3
    assert game.turn(state).pace == "announce"
    state, _ = play(state, say(5, 1))
    assert [game.view(state, seat).dice for seat in (0, 1, None)] == [None] * 3
    assert state.claim is not None
    assert state.claim.blind


def test_only_the_second_roll_counts() -> None:
    _, events = play(table(3), (6, 6), ROLL, (5, 1), ROLL, say(5, 2), SEE)
    assert events[1:] == (ActualDice((5, 1)), Lost((0,), Loss.CAUGHT_BLUFFING))


def test_a_third_roll_is_no_move() -> None:
    state, _ = play(table(3), (6, 3), ROLL, (5, 1), ROLL)
    assert refused(state, ROLL) == MiaNo.ANNOUNCE_NOW
    assert ROLL not in game.legal(state, 0)


def test_seeing_after_a_roll_is_no_move() -> None:
    state, _ = play(table(3), (6, 3), ROLL, say(6, 3), (5, 1), ROLL)
    assert refused(state, SEE) == MiaNo.ANNOUNCE_NOW


def test_announcing_before_a_roll_is_no_move() -> None:
    assert refused(table(3), say(6, 3)) == MiaNo.ROLL_FIRST


@pytest.mark.parametrize("dice", [(7, 1), (6, 0), (3, 6), (-1, -1), (0, 0)])
def test_what_no_two_dice_show_is_no_move(dice: Throw) -> None:
    state, _ = play(table(3), (6, 3), ROLL)
    assert refused(state, Announce(dice)) == MiaNo.NO_SUCH_THROW


def test_what_is_no_move_is_an_invalid_turn_and_the_others_play_on() -> None:
    state, events = done(game.blunder(table(3), 0, FAIR))
    assert events == (Lost((0,), Loss.INVALID_TURN),)
    assert game.turn(state).seats == (1,)
    assert game.blunder(state, 2, FAIR) == Refusal(Rule.NOT_YOUR_TURN)


def test_to_see_before_anybody_rolled_is_a_mistake() -> None:
    state, events = play(table(3), SEE)
    assert events == (WantsToSee(0), Lost((0,), Loss.SEE_BEFORE_FIRST_ROLL))
    assert game.turn(state).seats == (1,)
    assert game.outcome(state) is None


@pytest.mark.parametrize("said", [say(6, 3), say(6, 2)])
def test_an_announcement_must_be_higher_than_the_last(said: Announce) -> None:
    state, events = play(table(3), (6, 3), ROLL, say(6, 3), (6, 6), ROLL, said)
    assert events == (Announced(1, said.dice), Lost((1,), Loss.ANNOUNCED_LOSING_DICE))
    assert game.turn(state).seats == (2,)


def test_who_does_not_act_in_time_is_out() -> None:
    state, events = done(game.expire(table(3), 0, FAIR))
    assert events == (Lost((0,), Loss.DID_NOT_TAKE_TURN),)
    assert game.turn(state).seats == (1,)


@pytest.mark.parametrize("rolls", [1, 2])
def test_who_does_not_announce_in_time_is_out(rolls: int) -> None:
    state, _ = play(table(3), *((5, 1), ROLL) * rolls)
    state, events = done(game.expire(state, 0, FAIR))
    assert events == (Lost((0,), Loss.DID_NOT_ANNOUNCE),)
    assert game.turn(state).seats == (1,)


def test_a_deadline_of_somebody_else_means_nothing() -> None:
    assert game.expire(table(3), 1, FAIR) == Played(table(3))


def test_an_excluded_player_is_passed_over() -> None:
    state, _ = done(game.expire(table(3), 0, FAIR))
    state, _ = play(state, (3, 1), ROLL, say(3, 1), (3, 2), ROLL, say(3, 2))
    assert game.turn(state).seats == (1,)


def test_if_the_excluded_had_rolled_the_next_player_opens() -> None:
    state, _ = play(table(4), (6, 3), ROLL, say(6, 5), (6, 6), ROLL)
    state, _ = done(game.expire(state, 1, FAIR))
    assert (state.claim, state.dice) == (None, None)
    opened, _ = play(state, (3, 1), ROLL, say(3, 1))
    assert game.turn(opened).seats == (3,)
    _, events = play(state, SEE)
    assert events == (WantsToSee(2), Lost((2,), Loss.SEE_BEFORE_FIRST_ROLL))


def test_if_the_excluded_had_not_rolled_the_last_announcer_stays_liable() -> None:
    state, _ = play(table(4), (6, 3), ROLL, say(6, 5))
    for seat in (1, 2):
        state, _ = done(game.expire(state, seat, FAIR))
    _, events = play(state, SEE)
    assert events == (WantsToSee(3), ActualDice((6, 3)), Lost((0,), Loss.CAUGHT_BLUFFING))
    _, events = play(state, (6, 6), ROLL, say(6, 4))
    assert events[-1] == Lost((3,), Loss.ANNOUNCED_LOSING_DICE)


def test_with_one_player_left_the_game_is_over() -> None:
    state, _ = done(game.expire(table(3), 0, FAIR))
    state, events = done(game.blunder(state, 1, FAIR))
    assert events == (Lost((1,), Loss.INVALID_TURN),)
    assert scores(state) == (0, 0, 1)
    assert game.turn(state).seats == ()


def test_mia_on_the_first_roll_wins_at_once() -> None:
    state, _ = done(game.expire(table(4), 0, FAIR))
    state, events = play(state, (1, 2), ROLL)
    assert events == (Rolls(1), Lost((2, 3), Loss.MIA))
    assert scores(state) == (0, 1, 0, 0)


def test_mia_under_a_blind_roll_must_be_announced() -> None:
    state, events = play(table(3), (6, 3), ROLL, (2, 1), ROLL)
    assert events == (Rolls(0),)
    state, events = play(state, say(2, 1))
    assert events == (Announced(0, MIA), ActualDice(MIA), Lost((1, 2), Loss.MIA))
    assert scores(state) == (1, 0, 0)


@pytest.mark.parametrize("rolls", [1, 2])
def test_a_lie_about_mia_ends_the_game(rolls: int) -> None:
    state, events = play(table(3), *((6, 6), ROLL) * rolls, say(2, 1))
    assert events == (Announced(0, MIA), ActualDice((6, 6)), Lost((0,), Loss.LIED_ABOUT_MIA))
    assert scores(state) == (0, 1, 1)


def test_mia_beats_whatever_was_announced() -> None:
    _, events = play(table(2), (6, 6), ROLL, say(6, 6), (3, 1), ROLL, (2, 1), ROLL, say(2, 1))
    assert events[-1] == Lost((0,), Loss.MIA)


def test_blindly_rolled_mia_makes_any_announcement_true() -> None:
    _, events = play(table(2), (6, 6), ROLL, (2, 1), ROLL, say(6, 6), SEE)
    assert events == (WantsToSee(1), ActualDice(MIA), Lost((1,), Loss.SEE_FAILED))


def test_who_leaves_on_their_turn_is_out_at_once() -> None:
    _, events = done(game.drop(table(3), 0, FAIR))
    assert events == (Lost((0,), Loss.DID_NOT_TAKE_TURN),)
    state, _ = play(table(3), (6, 3), ROLL)
    _, events = done(game.drop(state, 0, FAIR))
    assert events == (Lost((0,), Loss.DID_NOT_ANNOUNCE),)


def test_who_leaves_before_their_turn_is_out_when_it_would_have_come() -> None:
    state = table(5)
    for seat in (2, 1, 2):
        state, events = done(game.drop(state, seat, FAIR))
        assert events == ()
    assert state.gone == (1, 2)
    state, events = play(state, (6, 3), ROLL, say(6, 3))
    out = tuple(Lost((seat,), Loss.DID_NOT_TAKE_TURN) for seat in (1, 2))
    assert events == (Announced(0, (6, 3)), *out)
    assert game.turn(state).seats == (3,)
    assert state.claim is not None
    assert game.drop(state, 1, FAIR) == Played(state)


def test_who_leaves_after_announcing_stays_liable() -> None:
    state, _ = play(table(2), (6, 3), ROLL, say(6, 4))
    state, _ = done(game.drop(state, 0, FAIR))
    state, events = play(state, SEE)
    assert events[-1] == Lost((0,), Loss.CAUGHT_BLUFFING)
    assert scores(state) == (0, 1)


def test_when_everybody_leaves_the_last_one_has_not_lost() -> None:
    state = table(3)
    for seat in (1, 2, 0):
        state, _ = done(game.drop(state, seat, FAIR))
    assert scores(state) == (0, 0, 1)


def test_a_lone_player_gets_no_point() -> None:
    state = table(1)
    assert game.turn(state).seats == ()
    assert scores(state) == (0,)


def test_a_game_is_won_by_everybody_who_has_not_lost() -> None:
    state, _ = play(table(3), (6, 3), ROLL, say(6, 4), SEE)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.winners, outcome.reason) == ((2, 1, 1), (1, 2), "caught_bluffing")


def test_maexchen_one_roll_a_turn() -> None:
    state, _ = play(table(3, "maexchen"), (6, 3), ROLL)
    assert refused(state, ROLL) == MiaNo.ANNOUNCE_NOW
    assert ROLL not in game.legal(state, 0)


def test_maexchen_a_wrong_action_is_refused_and_forgotten() -> None:
    assert game.blunder(table(3, "maexchen"), 0, FAIR) == Refusal(Rule.NOT_ALLOWED)


def test_maexchen_mia_must_be_announced() -> None:
    state, events = play(table(3, "maexchen"), (2, 1), ROLL)
    assert events == (Rolls(0), Rolled(0, MIA))
    state, events = play(state, say(2, 1))
    assert events == (Announced(0, MIA), ActualDice(MIA), Lost((1, 2), Loss.MIA))


def test_maexchen_a_mistake_ends_the_game() -> None:
    state, _ = play(table(3, "maexchen"), (6, 3), ROLL, say(6, 3), (6, 6), ROLL, say(6, 2))
    assert scores(state) == (1, 0, 1)
    state, _ = play(table(3, "maexchen"), SEE)
    assert scores(state) == (0, 1, 1)


def test_maexchen_a_missed_deadline_ends_the_game() -> None:
    state, events = done(game.expire(table(3, "maexchen"), 0, FAIR))
    assert events == (Lost((0,), Loss.DID_NOT_TAKE_TURN),)
    assert scores(state) == (0, 1, 1)


def test_a_first_roll_nobody_else_saw_was_not_mia() -> None:
    """Or the game would be over: hidden dice are dealt anew from what they can be."""
    seen, _ = play(table(2), (6, 3), ROLL)
    blind, _ = play(seen, (6, 3), ROLL)
    maexchen, _ = play(table(2, "maexchen"), (6, 3), ROLL)
    dice = Dice(random.Random(1).randbytes(32))
    deals = [{game.redeal(state, 1, dice).dice for _ in range(2000)} for state in (seen, blind, maexchen)]
    assert deals == [set(THROWS) - {MIA}, set(THROWS), set(THROWS)]


def test_the_table_in_words() -> None:
    state, _ = play(table(3), (6, 3), ROLL)
    assert game.describe(game.view(state, 0)) == (
        "Nothing is announced.\nUnder the cup: 6,3.\nSeat 0 must announce or roll again."
    )
    state, _ = play(state, (5, 1), ROLL, say(6, 4))
    assert game.describe(game.view(state, 0)) == "Seat 0 announced 6,4, blind.\nSeat 1 must roll or see."
    state, _ = play(state, (6, 6), ROLL, say(2, 1))
    assert game.describe(game.view(state, None)).splitlines()[1:] == [
        "Under the cup: 6,6.",
        "Seat 1 lost: LIED_ABOUT_MIA.",
        "The game is over: lied_about_mia.",
    ]
    state, _ = play(table(3, "maexchen"), (2, 1), ROLL)
    assert game.describe(game.view(state, 0)).splitlines()[1:] == [
        "Under the cup: Mia.",
        "Seat 0 must announce.",
    ]


def test_random_games_keep_the_contract() -> None:
    check_game(game, games=390)
