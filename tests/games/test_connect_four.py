"""The rule book of Connect Four."""

import random
from itertools import combinations

import pyspiel
import pytest

from tablehall.games.api import Outcome, Played, Reason, Refusal, Rule
from tablehall.games.board import BoardNo, Piece, Place, Placed
from tablehall.games.connect_four import Board, four, game
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice

DICE = Dice(bytes(32))


def play(board: Board, move: Place) -> Board:
    played = game.play(board, board.turn, move, DICE)
    assert isinstance(played, Played)
    return played.state


def after(columns: str) -> Board:
    """The board after discs dropped into these columns in turn."""
    board = game.setup(2, None, DICE)
    for column in map(int, columns):
        (move,) = (move for move in game.legal(board, board.turn) if move.c == column)
        board = play(board, move)
    return board


def ending(columns: str) -> Outcome:
    outcome = game.outcome(after(columns))
    assert outcome is not None
    return outcome


def refused(board: Board, seat: int, move: Place) -> Reason:
    answer = game.play(board, seat, move, DICE)
    assert isinstance(answer, Refusal)
    return answer.reason


def perft(board: Board, depth: int) -> int:
    """How many ways there are to play this many discs."""
    moves = game.legal(board, board.turn)
    return len(moves) if depth == 1 else sum(perft(play(board, move), depth - 1) for move in moves)


def test_it_keeps_the_contract() -> None:
    check_game(game, games=500)


@pytest.mark.parametrize(
    ("depth", "ways"), [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16807), (6, 117649), (7, 823536)]
)
def test_the_number_of_ways_to_play_is_the_published_one(depth: int, ways: int) -> None:
    assert perft(Board(), depth) == ways


def test_red_begins_and_the_seats_take_turns() -> None:
    assert game.turn(after("")).seats == (0,)
    assert game.turn(after("3")).seats == (1,)
    assert refused(after("3"), 0, Place(0, 0)) is Rule.NOT_YOUR_TURN
    assert game.legal(after("3"), 0) == []


def test_a_disc_falls_to_the_lowest_free_row() -> None:
    heights = [(move.c, move.r) for move in game.legal(after("331"), 1)]
    assert heights == [(0, 0), (1, 1), (2, 0), (3, 2), (4, 0), (5, 0), (6, 0)]


def test_a_disc_cannot_hang_in_the_air() -> None:
    assert refused(after(""), 0, Place(1, 3)) is BoardNo.CANNOT_GO_THERE


def test_a_full_column_is_closed() -> None:
    board = after("000000")
    assert 0 not in {move.c for move in game.legal(board, 0)}
    assert refused(board, 0, Place(5, 0)) is BoardNo.TAKEN
    assert refused(board, 0, Place(6, 0)) is BoardNo.OFF_BOARD


def test_what_is_no_square_or_no_disc_is_refused() -> None:
    assert refused(after(""), 0, Place(0, 7)) is BoardNo.OFF_BOARD
    assert refused(after(""), 0, Place(-1, 0)) is BoardNo.OFF_BOARD
    assert refused(after(""), 0, Place(0, 0, "red")) is BoardNo.NOT_THAT_PIECE


def test_a_disc_is_placed_in_front_of_everybody() -> None:
    played = game.play(after("3"), 1, Place(1, 3), DICE)
    assert isinstance(played, Played)
    assert played.events == (Placed(1, 3, Piece(1, "yellow")),)
    rows = game.view(played.state, None).rows
    assert (rows[0][3], rows[1][3], rows[2][3]) == (Piece(0, "red"), Piece(1, "yellow"), None)


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        pytest.param("0101010", 0, id="a column"),
        pytest.param("01010121", 1, id="a column of yellow"),
        pytest.param("0011223", 0, id="a row"),
        pytest.param("01122323363", 0, id="a line rising to the right"),
        pytest.param("65544343303", 0, id="a line rising to the left"),
    ],
)
def test_four_in_a_line_win(columns: str, winner: int) -> None:
    assert game.outcome(after(columns[:-1])) is None
    outcome = ending(columns)
    assert (outcome.winners, outcome.reason) == ((winner,), "line")


def test_exactly_69_fours_are_lines() -> None:
    squares = [1 << 7 * column + row for column in range(7) for row in range(6)]
    assert sum(four(sum(discs)) for discs in combinations(squares, 4)) == 69


def test_after_the_end_nobody_moves() -> None:
    board = after("0101010")
    assert game.turn(board).seats == ()
    assert game.legal(board, 1) == []
    assert refused(board, 1, Place(0, 6)) is Rule.GAME_OVER


def test_a_full_board_without_a_line_is_a_draw() -> None:
    outcome = ending("331650114266141231434452363064260555520200")
    assert (outcome.winners, outcome.reason) == ((), "full")


def test_a_line_with_the_last_disc_is_a_win_not_a_draw() -> None:
    outcome = ending("362614236012230601400013564456355355124124")
    assert (outcome.winners, outcome.reason) == ((1,), "line")


def test_each_seat_has_21_discs_in_its_pool() -> None:
    assert game.view(after(""), None).pools == ((("red", 21),), (("yellow", 21),))
    assert game.view(after("345"), None).pools == ((("red", 19),), (("yellow", 20),))


def test_the_board_is_described_with_the_lowest_row_last() -> None:
    lines = game.describe(game.view(after("331"), None)).splitlines()
    assert lines[-3:] == [" 1 . . . y . . .", " 0 . R . R . . .", "   0 1 2 3 4 5 6"]


def test_open_spiel_agrees_in_200_random_games() -> None:
    rng = random.Random(1)
    spiel = pyspiel.load_game("connect_four")
    for _ in range(200):
        board, theirs = after(""), spiel.new_initial_state()
        while not theirs.is_terminal():
            moves = game.legal(board, board.turn)
            assert [move.c for move in moves] == theirs.legal_actions()
            move = rng.choice(moves)
            board = play(board, move)
            theirs.apply_action(move.c)
            assert (game.outcome(board) is not None) == theirs.is_terminal()
        outcome = game.outcome(board)
        assert outcome is not None
        assert outcome.winners == tuple(seat for seat in (0, 1) if theirs.returns()[seat] > 0)
