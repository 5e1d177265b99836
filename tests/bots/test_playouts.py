"""Searching by playouts, tried at games where everybody can see what is right."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tablehall.bots import Thought
from tablehall.bots.playouts import Plan, follow, search
from tablehall.games.api import Game, Outcome, Played, Refusal, Rule, Turn, Value, won_by
from tablehall.games.dice import Dice
from tablehall.games.tictactoe import Board
from tablehall.games.tictactoe import game as tictactoe


class Urns(Value, frozen=True):
    """Two urns to choose from; nobody but the dealer knows which one holds the prize."""

    prize: int
    chosen: int | None = None


class Choose(Value, frozen=True):
    """Take an urn."""

    urn: int


class Lottery(Game[Urns, Choose, bool]):
    """The prize is dealt into urn 0 nine times out of ten."""

    name = title = "lottery"
    State, Move, View = Urns, Choose, bool

    def setup(self, seats: int, options: Any, dice: Dice) -> Urns:
        return Urns(int(dice.below(10) == 0))

    def turn(self, state: Urns) -> Turn:
        return Turn((0,) if state.chosen is None else ())

    def legal(self, state: Urns, seat: int) -> list[Choose]:
        return [] if state.chosen is not None or seat else [Choose(0), Choose(1)]

    def play(self, state: Urns, seat: int, move: Choose, dice: Dice) -> Played[Urns] | Refusal:
        return Refusal(Rule.GAME_OVER) if state.chosen is not None else Played(Urns(state.prize, move.urn))

    def view(self, state: Urns, seat: int | None) -> bool:
        return state.chosen is not None

    def outcome(self, state: Urns) -> Outcome | None:
        return None if state.chosen is None else won_by(int(state.chosen != state.prize))

    def redeal(self, state: Urns, seat: int | None, dice: Dice) -> Urns:
        return Urns(int(dice.below(10) == 0), state.chosen)


class Anyhow:
    """Somebody who knows the rules of a game and nothing else, and who counts the playouts."""

    playouts, horizon = 25, 9

    def __init__(self, game: Any) -> None:
        self.game = game
        self.judged = 0
        self.luck: list[float] = []

    def plans(self, state: Any, seat: int, chance: random.Random) -> Sequence[Plan]:
        return [(move,) for move in self.game.legal(state, seat)]

    def reply(self, state: Any, seat: int, chance: random.Random) -> Plan:
        self.luck.append(chance.random())
        return (chance.choice(self.game.legal(state, seat)),)

    def worth(self, state: Any, seat: int) -> float:
        self.judged += 1
        outcome = self.game.outcome(state)
        return 0.5 if outcome is None or not outcome.winners else float(seat in outcome.winners)


class Hourglass:
    """The time is up after so many questions."""

    def __init__(self, questions: int) -> None:
        self.questions = questions
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked > self.questions


def board(x: Sequence[int], o: Sequence[int]) -> Board:
    """Marks on these cells; the next one is put by who has fewer."""
    return Board((sum(1 << c for c in x), sum(1 << c for c in o)), int(len(x) > len(o)))


def test_a_win_is_found() -> None:
    move = search(tictactoe, board([0, 1], [3, 6]), 0, Thought(random.Random(1)), Anyhow(tictactoe))
    assert (move.r, move.c) == (0, 2)


def test_a_threat_is_met() -> None:
    move = search(tictactoe, board([0, 1], [4]), 1, Thought(random.Random(1)), Anyhow(tictactoe))
    assert (move.r, move.c) == (0, 2)


@pytest.mark.parametrize("prize", [0, 1])
def test_what_is_hidden_is_dealt_anew(prize: int) -> None:
    lottery = Lottery()
    chosen = [search(lottery, Urns(prize), 0, Thought(random.Random(n)), Anyhow(lottery)) for n in range(5)]
    assert chosen == [Choose(0)] * 5


def test_the_same_luck_and_effort_make_the_same_move() -> None:
    moves = [search(tictactoe, Board(), 0, Thought(random.Random(5)), Anyhow(tictactoe)) for _ in range(3)]
    assert moves[0] == moves[1] == moves[2]


@pytest.mark.parametrize("effort", [0.5, 1.0, 3.0])
def test_effort_is_counted_in_playouts(effort: float) -> None:
    craft = Anyhow(tictactoe)
    search(tictactoe, Board(), 0, Thought(random.Random(1), effort), craft)
    assert 0.7 * effort * 9 * craft.playouts <= craft.judged <= effort * 9 * craft.playouts


def test_with_hardly_any_effort_every_candidate_is_tried_once() -> None:
    craft = Anyhow(tictactoe)
    search(tictactoe, Board(), 0, Thought(random.Random(1), 0.0), craft)
    assert craft.judged == 9 + 5 + 3 + 2


def test_candidates_meet_the_same_luck() -> None:
    craft = Anyhow(tictactoe)
    search(tictactoe, board([0, 1, 5], [2, 3, 4]), 0, Thought(random.Random(1), 0.0), craft)
    first_replies = Counter(craft.luck)
    assert max(first_replies.values()) == 3


def test_the_only_move_is_made_without_a_thought() -> None:
    craft = Anyhow(tictactoe)
    last = board([0, 1, 5, 6], [2, 3, 4, 7])
    move = search(tictactoe, last, 0, Thought(random.Random(1)), craft)
    assert (move.r, move.c) == (2, 2)
    assert craft.judged == 0


@pytest.mark.parametrize("playouts", [0, 1, 7, 50])
def test_when_the_time_is_up_there_is_no_further_playout(playouts: int) -> None:
    craft, hourglass = Anyhow(tictactoe), Hourglass(playouts)
    move = search(tictactoe, Board(), 0, Thought(random.Random(1), 1.0, hourglass), craft)
    assert craft.judged == playouts
    assert hourglass.asked == playouts + 1
    assert move in tictactoe.legal(Board(), 0)


def test_without_any_time_the_most_promising_plan_is_made() -> None:
    thought = Thought(random.Random(1), 1.0, Hourglass(0))
    move = search(tictactoe, board([0, 1], [3, 6]), 0, thought, Anyhow(tictactoe))
    assert move == tictactoe.legal(board([0, 1], [3, 6]), 0)[0]


def test_a_plan_is_followed_as_far_as_the_rules_allow() -> None:
    lottery = Lottery()
    assert follow(lottery, Urns(0), 0, (Choose(1), Choose(0)), Dice(bytes(32))) == Urns(0, 1)
