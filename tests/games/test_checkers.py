"""The rule book of Checkers. Squares are named as in chess: c3 is row 2, column 2."""

import random
from collections.abc import Sequence
from typing import Any

import pyspiel
import pytest

from tablehall.games.api import Outcome, Played, Reason, Refusal, Rule
from tablehall.games.board import BoardEvent, BoardNo, Piece, Placed, Removed, Step, Stepped
from tablehall.games.checkers import Board, CheckersNo, game, reached
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice

DICE = Dice(bytes(32))


def step(name: str) -> Step:
    return Step(int(name[1]) - 1, ord(name[0]) - 97, int(name[3]) - 1, ord(name[2]) - 97)


def named(move: Step) -> str:
    return f"{chr(move.c + 97)}{move.r + 1}{chr(move.to_c + 97)}{move.to_r + 1}"


def board(pieces: str, turn: int = 0) -> Board:
    """A board with these pieces: `Mc3` is a man of Dark, `kd4` a king of Light."""
    squares = ["."] * 64
    for piece in pieces.split():
        row, column = int(piece[2]) - 1, ord(piece[1]) - 97
        assert (row + column) % 2 == 0, f"{piece} is not on a square that is played on"
        squares[8 * row + column] = piece[0]
    return reached("".join(squares), turn)


def legal(state: Board) -> set[str]:
    return {named(move) for move in game.legal(state, state.turn)}


def play(state: Board, name: str) -> Played[Board]:
    played = game.play(state, state.turn, step(name), DICE)
    assert isinstance(played, Played), played
    return played


def after(state: Board, *names: str) -> Board:
    for name in names:
        state = play(state, name).state
    return state


def refused(state: Board, seat: int, name: str) -> Reason:
    answer = game.play(state, seat, step(name), DICE)
    assert isinstance(answer, Refusal)
    return answer.reason


def ending(state: Board) -> Outcome:
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome


def perft(state: Board, depth: int) -> int:
    """How many lines of this many whole moves there are; a jump of several hops is one."""
    moves = game.legal(state, state.turn)
    if depth == 1 and moves and abs(moves[0].to_r - moves[0].r) == 1:
        return len(moves)
    total = 0
    for move in moves:
        following = play(state, named(move)).state
        if following.turn == state.turn:
            total += perft(following, depth)
        else:
            total += perft(following, depth - 1) if depth > 1 else 1
    return total


def test_it_keeps_the_contract() -> None:
    check_game(game, games=100)


@pytest.mark.parametrize(
    ("depth", "lines"), [(1, 7), (2, 49), (3, 302), (4, 1469), (5, 7361), (6, 36768), (7, 179740)]
)
def test_the_number_of_lines_is_the_published_one(depth: int, lines: int) -> None:
    assert perft(game.setup(2, None, DICE), depth) == lines


def test_twelve_men_each_stand_on_the_squares_of_equal_parity() -> None:
    assert game.describe(game.view(game.setup(2, None, DICE), None)).splitlines() == [
        " 7 . m . m . m . m",
        " 6 m . m . m . m .",
        " 5 . m . m . m . m",
        " 4 . . . . . . . .",
        " 3 . . . . . . . .",
        " 2 M . M . M . M .",
        " 1 . M . M . M . M",
        " 0 M . M . M . M .",
        "   0 1 2 3 4 5 6 7",
    ]


def test_dark_begins_and_the_seats_take_turns() -> None:
    start = game.setup(2, None, DICE)
    assert game.turn(start).seats == (0,)
    assert game.legal(start, 1) == []
    assert refused(start, 1, "b6a5") is Rule.NOT_YOUR_TURN
    assert game.turn(after(start, "c3d4")).seats == (1,)


def test_a_man_walks_one_square_diagonally_forwards() -> None:
    assert legal(board("Md4 mh8")) == {"d4c5", "d4e5"}
    assert legal(board("Ma1 md4", 1)) == {"d4c3", "d4e3"}
    assert play(board("Md4 mh8"), "d4e5").events == (Stepped(3, 3, 4, 4),)


def test_a_king_walks_one_square_in_all_four_directions() -> None:
    assert legal(board("Kd4 mh8")) == {"d4c5", "d4e5", "d4c3", "d4e3"}


def test_a_man_jumps_forwards_only() -> None:
    assert legal(board("Md4 me5 mc3 mh8")) == {"d4f6"}


def test_a_king_jumps_backwards_too() -> None:
    assert legal(board("Kd4 me5 mc3 mh8")) == {"d4f6", "d4b2"}


def test_the_captured_piece_leaves_the_board_before_the_jumper_lands() -> None:
    played = play(board("Md4 me5 mh8"), "d4f6")
    assert played.events == (Removed(4, 4), Stepped(3, 3, 5, 5))
    rows = game.view(played.state, None).rows
    assert (rows[3][3], rows[4][4], rows[5][5]) == (None, None, Piece(0, "man"))


def test_two_pieces_in_a_row_cannot_be_jumped() -> None:
    assert legal(board("Md4 me5 mf6 mh8")) == {"d4c5"}


def test_nobody_jumps_over_the_edge_or_over_their_own() -> None:
    assert legal(board("Mg5 mh6 Mf6 ma7")) == {"f6e7", "f6g7"}


def test_who_can_capture_must() -> None:
    state = board("Md4 Ma1 me5 mh8")
    assert legal(state) == {"d4f6"}
    assert refused(state, 0, "a1b2") is CheckersNo.MUST_CAPTURE
    assert refused(state, 0, "d4c5") is CheckersNo.MUST_CAPTURE


def test_who_can_capture_in_several_ways_is_free_to_choose_the_smaller() -> None:
    assert legal(board("Mc3 md4 mf6 mb4 mh8")) == {"c3e5", "c3a5"}


def test_every_hop_is_a_move_and_the_seat_stays_on_turn() -> None:
    state = after(board("Mc3 Ma1 md4 mf6 ma7"), "c3e5")
    assert game.turn(state).seats == (0,)
    assert legal(state) == {"e5g7"}
    assert refused(state, 0, "a1b2") is CheckersNo.MUST_JUMP_ON
    assert refused(state, 0, "e5d6") is CheckersNo.MUST_JUMP_ON
    assert refused(state, 1, "a7b6") is Rule.NOT_YOUR_TURN
    assert game.turn(after(state, "e5g7")).seats == (1,)


def test_a_jumping_piece_may_choose_its_way_at_every_hop() -> None:
    assert legal(after(board("Mc1 md2 mf4 md4 mh8"), "c1e3")) == {"e3g5", "e3c5"}


def test_only_the_piece_that_jumped_jumps_on() -> None:
    state = after(board("Ma1 Mg1 mb2 md4 mh2 mf2 mh8"), "a1c3")
    assert legal(state) == {"c3e5"}


def test_a_king_may_jump_round_to_where_it_began() -> None:
    state = after(board("Kc3 md4 md6 mb6 mb4 mh2"), "c3e5", "e5c7", "c7a5", "a5c3")
    assert game.turn(state).seats == (1,)
    assert state.squares.count("m") == 1


def test_a_man_on_the_last_row_is_crowned() -> None:
    played = play(board("Mc7 ma3"), "c7d8")
    assert played.events == (Removed(6, 2), Placed(7, 3, Piece(0, "king")))
    assert game.view(played.state, None).rows[7][3] == Piece(0, "king")
    played = play(board("Mh6 md2", 1), "d2c1")
    assert played.events == (Removed(1, 3), Placed(0, 2, Piece(1, "king")))


def test_crowning_ends_the_move_though_the_king_could_jump_on() -> None:
    played = play(board("Mb6 mc7 me7 ma3"), "b6d8")
    assert played.events == (Removed(6, 2), Removed(5, 1), Placed(7, 3, Piece(0, "king")))
    assert game.turn(played.state).seats == (1,)


def test_a_king_on_the_last_row_is_not_crowned_again() -> None:
    assert play(board("Kc7 ma3"), "c7d8").events == (Stepped(6, 2, 7, 3),)
    assert legal(after(board("Kb6 mc7 me7 ma3"), "b6d8")) == {"d8f6"}


def test_who_has_no_piece_left_loses() -> None:
    state = after(board("Md4 me5"), "d4f6")
    assert ending(state) == Outcome((1, 2), reason="no_pieces")
    assert game.turn(state).seats == ()
    assert refused(state, 1, "e5d4") is Rule.GAME_OVER


def test_who_cannot_move_loses() -> None:
    assert ending(after(board("Mg5 Me3 mh6"), "e3f4")) == Outcome((1, 2), reason="no_moves")


def test_what_no_piece_can_do_is_refused_with_the_reason() -> None:
    start = game.setup(2, None, DICE)
    assert refused(start, 0, "c3c4") is BoardNo.CANNOT_GO_THERE
    assert refused(start, 0, "c3e5") is BoardNo.CANNOT_GO_THERE
    assert refused(start, 0, "b2c3") is BoardNo.CANNOT_GO_THERE
    assert refused(start, 0, "d4e5") is BoardNo.NOT_YOURS
    assert refused(start, 0, "b6a5") is BoardNo.NOT_YOURS
    assert refused(start, 0, "g3i5") is BoardNo.OFF_BOARD
    assert refused(start, 0, "a0b1") is BoardNo.OFF_BOARD


SHUFFLE = ("a1b2", "h8g7", "b2a1", "g7h8")


def test_the_third_time_the_same_position_is_a_draw() -> None:
    state = after(board("Ka1 kh8"), *SHUFFLE, *SHUFFLE[:3])
    assert game.outcome(state) is None
    assert ending(after(state, "g7h8")) == Outcome((1, 1), reason="threefold")


def test_the_same_pieces_with_the_other_seat_to_move_are_another_position() -> None:
    dark_to_move = board("Ka1 kh8")
    light_to_move = after(board("Kb2 kh8"), "b2a1")
    assert dark_to_move.squares == light_to_move.squares
    assert dark_to_move.seen[-1] != light_to_move.seen[-1]


def test_what_cannot_come_again_is_forgotten() -> None:
    state = after(board("Ka1 Mc3 kh8"), *SHUFFLE)
    assert (state.quiet, len(state.seen)) == (4, 5)
    state = after(state, "c3d4")
    assert (state.quiet, len(state.seen)) == (0, 1)
    captured = after(board("Kd4 Ka1 ke5 kh8"), "d4f6")
    assert (captured.quiet, len(captured.seen)) == (0, 1)
    crowned = after(board("Ka1 Mc7 ke1"), "a1b2", "e1f2", "c7d8")
    assert (crowned.quiet, len(crowned.seen)) == (0, 1)


def test_forty_moves_each_without_a_capture_or_a_mans_move_are_a_draw() -> None:
    kings = board("Ka1 Mh2 kh8")
    waiting = reached(kings.squares, 0, quiet=78)
    nearly = after(waiting, "a1b2")
    assert game.outcome(nearly) is None
    assert ending(after(nearly, "h8g7")) == Outcome((1, 1), reason="forty_moves")
    assert game.outcome(after(waiting, "h2g3", "h8g7")) is None


def test_a_win_on_the_eightieth_move_is_a_win() -> None:
    state = reached(board("Ke3 Mg5 mh6").squares, 0, quiet=79)
    assert ending(after(state, "e3f4")) == Outcome((1, 2), reason="no_moves")


def test_fingerprints_are_the_same_on_every_machine() -> None:
    assert game.setup(2, None, DICE).seen == (15128936812397483112,)


def told(rows: Sequence[Sequence[Any]], events: Sequence[BoardEvent]) -> tuple[tuple[Any, ...], ...]:
    """The rows after what happened: all that a door knows of a move."""
    board = [list(row) for row in rows]
    for event in events:
        piece, board[event.r][event.c] = board[event.r][event.c], None
        if isinstance(event, Placed):
            board[event.r][event.c] = event.piece
        elif isinstance(event, Stepped):
            assert piece is not None
            assert board[event.to_r][event.to_c] is None
            board[event.to_r][event.to_c] = piece
        else:
            assert piece is not None
    return tuple(map(tuple, board))


def test_open_spiel_agrees_in_200_random_games() -> None:
    rng = random.Random(1)
    letters = str.maketrans("o8+*", "MKmk")
    spiel = pyspiel.load_game("checkers")
    finished = 0
    for _ in range(200):
        state, theirs = game.setup(2, None, DICE), spiel.new_initial_state()
        # Its draw comes after 40 moves without a capture, ours later or by repetition.
        while not theirs.is_terminal() and state.end not in ("threefold", "forty_moves"):
            actions = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
            assert legal(state) == actions.keys()
            name = rng.choice(sorted(actions))
            rows = game.view(state, None).rows
            played = play(state, name)
            state = played.state
            assert told(rows, played.events) == game.view(state, None).rows
            theirs.apply_action(actions[name])
            picture = "".join(reversed([line[1:] for line in str(theirs).splitlines()[:8]]))
            assert state.squares == picture.translate(letters)
        outcome = game.outcome(state)
        if any(theirs.returns()):
            assert outcome is not None
            assert outcome.winners == (theirs.returns().index(1.0),)
            finished += 1
    assert finished > 100
