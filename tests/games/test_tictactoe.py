"""The rule book of Tic Tac Toe."""

import random
from collections import Counter

import pyspiel
import pytest

from tablehall.games.api import Played, Reason, Refusal, Rule
from tablehall.games.board import BoardNo, Piece, Place, Placed
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice
from tablehall.games.tictactoe import Board, game

DICE = Dice(bytes(32))


def after(*cells: int) -> Board:
    """The board after marks on these cells, 3r + c, in turn."""
    board = game.setup(2, None, DICE)
    for cell in cells:
        played = game.play(board, board.turn, Place(*divmod(cell, 3)), DICE)
        assert isinstance(played, Played)
        board = played.state
    return board


def refused(board: Board, seat: int, move: Place) -> Reason:
    answer = game.play(board, seat, move, DICE)
    assert isinstance(answer, Refusal)
    return answer.reason


def test_it_keeps_the_contract() -> None:
    check_game(game, games=1000)


def test_there_are_255168_complete_games() -> None:
    results: Counter[tuple[int, ...]] = Counter()

    def explore(board: Board) -> None:
        outcome = game.outcome(board)
        if outcome:
            results[outcome.winners] += 1
            return
        for move in game.legal(board, board.turn):
            played = game.play(board, board.turn, move, DICE)
            assert isinstance(played, Played)
            explore(played.state)

    explore(Board())
    assert results == {(0,): 131_184, (1,): 77_904, (): 46_080}
    assert results.total() == 255_168


def test_x_begins_and_the_seats_take_turns() -> None:
    assert game.turn(after()).seats == (0,)
    assert game.turn(after(4)).seats == (1,)
    assert refused(after(), 1, Place(0, 0)) is Rule.NOT_YOUR_TURN
    assert game.legal(after(), 1) == []


def test_every_free_cell_may_be_marked() -> None:
    assert game.legal(after(4), 1) == [Place(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]


def test_a_mark_is_placed_in_front_of_everybody() -> None:
    played = game.play(after(), 0, Place(2, 1), DICE)
    assert isinstance(played, Played)
    assert played.events == (Placed(2, 1, Piece(0, "x")),)
    assert game.view(played.state, None).rows[2] == (None, Piece(0, "x"), None)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Place(1, 1), BoardNo.TAKEN),
        (Place(3, 0), BoardNo.OFF_BOARD),
        (Place(0, -1), BoardNo.OFF_BOARD),
        (Place(0, 0, "x"), BoardNo.NOT_THAT_PIECE),
    ],
)
def test_what_cannot_be_marked_is_refused_with_the_reason(move: Place, reason: Reason) -> None:
    assert refused(after(4), 1, move) is reason


@pytest.mark.parametrize(
    "line", [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
)
def test_three_in_a_row_win(line: tuple[int, int, int]) -> None:
    elsewhere = [cell for cell in range(9) if cell not in line]
    board = after(line[0], elsewhere[0], line[1], elsewhere[1], line[2])
    outcome = game.outcome(board)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 2), "line")
    assert game.turn(board).seats == ()
    assert refused(board, 1, Place(*divmod(elsewhere[2], 3))) is Rule.GAME_OVER


def test_o_can_win_too() -> None:
    outcome = game.outcome(after(0, 3, 1, 4, 8, 5))
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_full_board_without_a_row_is_a_draw() -> None:
    outcome = game.outcome(after(0, 1, 2, 4, 3, 5, 7, 6, 8))
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "full")


def test_a_row_on_the_last_free_cell_is_a_win_not_a_draw() -> None:
    outcome = game.outcome(after(0, 1, 2, 3, 4, 5, 7, 6, 8))
    assert outcome is not None
    assert outcome.winners == (0,)


def test_each_seat_has_five_marks_in_its_pool() -> None:
    assert game.view(after(), None).pools == ((("x", 5),), (("o", 5),))
    assert game.view(after(0, 1, 2), None).pools == ((("x", 3),), (("o", 4),))


def test_the_board_is_described_with_the_highest_row_first() -> None:
    assert game.describe(game.view(after(0, 4), None)) == " 2 . . .\n 1 . o .\n 0 X . .\n   0 1 2"


def test_open_spiel_agrees_in_500_random_games() -> None:
    rng = random.Random(1)
    spiel = pyspiel.load_game("tic_tac_toe")
    for _ in range(500):
        board, theirs = after(), spiel.new_initial_state()
        while not theirs.is_terminal():
            moves = game.legal(board, board.turn)
            assert [3 * move.r + move.c for move in moves] == theirs.legal_actions()
            move = rng.choice(moves)
            played = game.play(board, board.turn, move, DICE)
            assert isinstance(played, Played)
            board = played.state
            theirs.apply_action(3 * move.r + move.c)
            assert (game.outcome(board) is not None) == theirs.is_terminal()
        outcome = game.outcome(board)
        assert outcome is not None
        assert outcome.winners == tuple(seat for seat in (0, 1) if theirs.returns()[seat] > 0)
