"""The rule book of Pente."""

import random
from collections import Counter

import pytest

from tablehall.games.api import Outcome, Played, Reason, Refusal, Rule
from tablehall.games.board import BoardNo, Piece, Place, Placed, Removed, Square
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice
from tablehall.games.pente import Board, game

DICE = Dice(bytes(32))
DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


def board(x: str = "", o: str = "", turn: int = 0, captured: tuple[int, int] = (0, 0)) -> Board:
    """A board with stones of both seats on `row,column` squares."""
    stones = ["."] * 361
    for mark, squares in (("x", x), ("o", o)):
        for square in squares.split():
            row, column = map(int, square.split(","))
            stones[19 * row + column] = mark
    return Board("".join(stones), turn, captured)


def play(state: Board, row: int, column: int) -> Played[Board]:
    played = game.play(state, state.turn, Place(row, column), DICE)
    assert isinstance(played, Played), played
    return played


def ending(state: Board) -> Outcome:
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome


def refused(state: Board, seat: int, move: Place) -> Reason:
    answer = game.play(state, seat, move, DICE)
    assert isinstance(answer, Refusal)
    return answer.reason


def test_it_keeps_the_contract() -> None:
    check_game(game, games=60)


def test_the_first_stone_may_go_anywhere_on_nineteen_by_nineteen() -> None:
    state = game.setup(2, None, DICE)
    assert game.turn(state).seats == (0,)
    assert game.legal(state, 0) == [Place(r, c) for r in range(19) for c in range(19)]
    assert game.legal(state, 1) == []


def test_a_stone_is_placed_in_front_of_everybody() -> None:
    played = play(board(), 9, 3)
    assert played.events == (Placed(9, 3, Piece(0, "stone")),)
    assert game.view(played.state, None).rows[9][3] == Piece(0, "stone")
    assert game.turn(played.state).seats == (1,)


def test_each_seat_always_has_one_fresh_stone() -> None:
    pools = ((("stone", 1),), (("stone", 1),))
    assert game.view(board(), None).pools == pools
    assert game.view(play(board(), 9, 9).state, None).pools == pools


def test_what_cannot_be_placed_is_refused_with_the_reason() -> None:
    state = board(x="9,9", turn=1)
    assert refused(state, 1, Place(9, 9)) is BoardNo.TAKEN
    assert refused(state, 1, Place(19, 0)) is BoardNo.OFF_BOARD
    assert refused(state, 1, Place(0, -1)) is BoardNo.OFF_BOARD
    assert refused(state, 1, Place(0, 0, "stone")) is BoardNo.NOT_THAT_PIECE
    assert refused(state, 0, Place(0, 0)) is Rule.NOT_YOUR_TURN


@pytest.mark.parametrize(("dr", "dc"), DIRECTIONS)
def test_a_pair_between_two_stones_is_captured_in_every_direction(dr: int, dc: int) -> None:
    one, two, behind = ((9 + n * dr, 9 + n * dc) for n in (1, 2, 3))
    state = board(x=f"{behind[0]},{behind[1]}", o=f"{one[0]},{one[1]} {two[0]},{two[1]}")
    played = play(state, 9, 9)
    assert played.events == (Removed(*one), Removed(*two), Placed(9, 9, Piece(0, "stone")))
    assert played.state.captured == (1, 0)
    rows = game.view(played.state, None).rows
    assert rows[one[0]][one[1]] is rows[two[0]][two[1]] is None


def test_a_captured_square_may_be_taken_again() -> None:
    state = play(board(x="9,12", o="9,10 9,11"), 9, 9).state
    assert Place(9, 10) in game.legal(state, 1)


def test_one_stone_captures_several_pairs_at_once() -> None:
    state = board(x="9,12 12,9 12,12", o="9,10 9,11 10,9 11,9 10,10 11,11")
    played = play(state, 9, 9)
    assert played.state.captured == (3, 0)
    assert played.state.stones.count("o") == 0
    assert len(played.events) == 7


@pytest.mark.parametrize(
    ("x", "o"),
    [
        pytest.param("9,11", "9,10", id="one stone"),
        pytest.param("9,13", "9,10 9,11 9,12", id="three stones"),
        pytest.param("", "9,10 9,11", id="a pair with nothing behind"),
        pytest.param("9,10 9,12", "9,11", id="a mixed pair"),
        pytest.param("10,0", "9,17 9,18", id="a pair at the edge"),
    ],
)
def test_nothing_but_an_enclosed_pair_is_captured(x: str, o: str) -> None:
    column = 16 if "9,17" in o else 9
    played = play(board(x, o), 9, column)
    assert played.events == (Placed(9, column, Piece(0, "stone")),)


def test_moving_into_a_sandwich_is_safe() -> None:
    state = board(x="9,9 9,12", o="9,10", turn=1)
    played = play(state, 9, 11)
    assert played.events == (Placed(9, 11, Piece(1, "stone")),)
    assert played.state.captured == (0, 0)
    assert play(played.state, 0, 0).state.captured == (0, 0)


def test_everybody_sees_the_captured_pairs() -> None:
    state = play(board(x="9,10 9,11", o="9,12", turn=1, captured=(2, 3)), 9, 9).state
    assert game.view(state, None).captured == (2, 4)
    assert game.describe(game.view(state, None)).endswith("\nPairs captured: X 2, O 4")


def test_the_board_is_described_with_x_and_o() -> None:
    lines = game.describe(game.view(board(x="0,0", o="0,2"), None)).splitlines()
    assert lines[18] == " 0 X . o" + 16 * " ."


def test_five_captured_pairs_win() -> None:
    state = play(board(x="9,12", o="9,10 9,11", captured=(4, 4)), 9, 9).state
    assert ending(state) == Outcome((1, 2), reason="captures")
    assert game.turn(state).seats == ()
    assert refused(state, 1, Place(0, 0)) is Rule.GAME_OVER


def test_four_captured_pairs_do_not() -> None:
    assert game.outcome(play(board(x="9,12", o="9,10 9,11", captured=(3, 4)), 9, 9).state) is None


@pytest.mark.parametrize(("dr", "dc"), DIRECTIONS)
@pytest.mark.parametrize("gap", range(5))
def test_five_in_a_row_win_in_every_direction(dr: int, dc: int, gap: int) -> None:
    row = [(9 + n * dr, 9 + n * dc) for n in range(5)]
    last = row.pop(gap)
    state = board(o=" ".join(f"{r},{c}" for r, c in row), turn=1)
    assert game.outcome(state) is None
    assert ending(play(state, *last).state) == Outcome((2, 1), reason="line")


def test_more_than_five_in_a_row_win_too() -> None:
    state = board(x="0,0 0,1 0,2 0,4 0,5 0,6")
    assert ending(play(state, 0, 3).state).winners == (0,)


def test_four_in_a_row_do_not_win() -> None:
    assert game.outcome(play(board(x="0,0 0,1 0,2"), 0, 3).state) is None


def test_a_row_does_not_run_on_over_the_edge() -> None:
    assert game.outcome(play(board(x="0,17 0,18 1,0 1,1"), 1, 2).state) is None
    assert game.outcome(play(board(x="5,17 6,18 8,0 9,1"), 10, 2).state) is None
    assert game.outcome(play(board(x="5,1 6,0 6,18 7,17"), 8, 16).state) is None


def test_a_full_board_is_a_draw() -> None:
    # Pairs shifted from row to row: no five anywhere, and nothing for the last stone to capture.
    stones = "".join("xo"[(column // 2 + row) % 2] for row in range(19) for column in range(19))
    played = play(Board("." + stones[1:], turn=1), 0, 0)
    assert "." not in played.state.stones
    assert ending(played.state) == Outcome((1, 1), reason="full")


def test_a_slow_and_simple_referee_agrees_in_300_crowded_games() -> None:
    rng = random.Random(1)
    reasons: Counter[str] = Counter()
    for _ in range(300):
        state, stones, pairs = board(), dict[Square, int](), [0, 0]
        room = [(r, c) for r in range(12, 19) for c in range(7)]
        while game.outcome(state) is None and (free := [square for square in room if square not in stones]):
            seat, square = state.turn, rng.choice(free)
            state = play(state, *square).state
            pairs[seat] += referee(stones, square, seat)
            rows = game.view(state, None).rows
            seen = {(r, c): p.owner for r, row in enumerate(rows) for c, p in enumerate(row) if p}
            assert (seen, state.captured) == (stones, tuple(pairs))
            line = any(five(stones, square, seat, direction) for direction in DIRECTIONS)
            assert state.end == ("line" if line else "captures" if pairs[seat] >= 5 else "")
        reasons[state.end] += 1
    assert reasons["line"] > 20
    assert reasons["captures"] > 20


def referee(stones: dict[Square, int], square: Square, seat: int) -> int:
    """Place a stone, take what it captures, and count the pairs."""
    stones[square] = seat
    captured = 0
    for dr, dc in DIRECTIONS:
        one, two, behind = ((square[0] + n * dr, square[1] + n * dc) for n in (1, 2, 3))
        if [stones.get(one), stones.get(two), stones.get(behind)] == [1 - seat, 1 - seat, seat]:
            del stones[one], stones[two]
            captured += 1
    return captured


def five(stones: dict[Square, int], square: Square, seat: int, direction: Square) -> bool:
    """Whether some five of this seat in this direction hold the square."""
    (row, column), (dr, dc) = square, direction
    return any(
        all(stones.get((row + n * dr, column + n * dc)) == seat for n in range(first, first + 5))
        for first in range(-4, 1)
    )
