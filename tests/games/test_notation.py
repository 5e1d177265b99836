"""Moves as they are written in books: read and written like everybody else does."""

import random
from typing import Any

import chess
import pytest

from tablehall.games import house_games
from tablehall.games.board import Place, Step
from tablehall.games.chess.fen import from_fen
from tablehall.games.chess.notation import NOTATION
from tablehall.games.coordinates import square_name
from tablehall.games.dice import Dice
from tablehall.games.draughts import NUMBERED

CHESS, CHECKERS = house_games()["chess"], house_games()["checkers"]
DICE = Dice(b"seed" * 8)


def played(state: Any, *moves: Any, rules: Any = CHESS) -> Any:
    """The position after some moves."""
    for move in moves:
        (seat,) = rules.turn(state).seats
        state = rules.play(state, seat, move, DICE).state
    return state


def parts(move: chess.Move) -> list[Step | Place]:
    """A move of python-chess in ours."""
    step = Step(*divmod(move.from_square, 8), *divmod(move.to_square, 8))
    if move.promotion is None:
        return [step]
    return [step, Place(*divmod(move.to_square, 8), chess.piece_name(move.promotion))]


def our_san(state: Any, move: chess.Move) -> tuple[str, str]:
    """How we write a move: from what is seen, and in the hall. Of a promotion the second part stands behind
    the first."""
    seen, written = "", ""
    for part in parts(move):
        after = played(state, part)
        seen += NOTATION.write(CHESS.view(state, None), part, CHESS.view(after, None))
        written += NOTATION.written(CHESS, state, part, after)
        assert NOTATION.goes_on(after) == (isinstance(part, Step) and move.promotion is not None)
        state = after
    return seen, written


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_of_chess_are_written_as_by_everybody_else(seed: int) -> None:
    luck, board, state = random.Random(seed), chess.Board(), CHESS.setup(2, None, DICE)
    while not CHESS.outcome(state) and board.ply() < 160:
        view = CHESS.view(state, None)
        legal = CHESS.legal(state, board.ply() % 2)
        for move in board.legal_moves:
            san = board.san(move)
            assert [one.move for one in NOTATION.read(san, view, legal)] == parts(move)[:1]
            assert our_san(state, move) == (san, san)
        move = luck.choice(list(board.legal_moves))
        state = played(state, *parts(move))
        board.push(move)
    assert board.ply() > 10


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("k7/8/8/2Q1Q3/8/2Q1Q3/8/K7 w - - 0 1", id="four queens"),
        pytest.param("k3r3/8/8/8/4N3/8/2N5/4K3 w - - 0 1", id="a pinned knight"),
        pytest.param("4k3/8/8/b7/8/2R5/8/R3K3 w Q - 0 1", id="a pinned rook"),
        pytest.param("r3k2r/8/8/8/1b6/8/3N4/1N2K3 w kq - 0 1", id="one of two is pinned"),
        pytest.param("3rk3/2P1P3/8/8/8/8/8/4K3 w - - 0 1", id="promotions"),
        pytest.param("6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1", id="mate by either rook"),
    ],
)
def test_every_move_of_hard_positions_is_written_as_by_everybody_else(fen: str) -> None:
    board, state = chess.Board(fen), from_fen(fen)
    for move in board.legal_moves:
        assert our_san(state, move) == (board.san(move), board.san(move))


def squares(move: Step) -> str:
    return chess.square_name(8 * move.r + move.c) + chess.square_name(8 * move.to_r + move.to_c)


@pytest.mark.parametrize(
    ("fen", "written", "moves"),
    [
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", ["b1d2", "f3d2"]),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd2", ["b1d2"]),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "nfd2", ["f3d2"]),
        ("4k3/4R3/8/8/8/8/8/K3R3 w - - 0 1", "R1e2", ["e1e2"]),
        ("4k3/8/8/8/8/2p5/1P6/K1B5 w - - 0 1", "bxc3", ["b2c3"]),
        ("4k3/8/8/8/8/2p5/3B4/K7 w - - 0 1", "bxc3", ["d2c3"]),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", ["e1g1"]),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O+", ["e1c1"]),
        ("4k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", "exd6 e.p.", ["e5d6"]),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Qd4", []),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "castle!", []),
    ],
)
def test_what_is_written_means_these_moves(fen: str, written: str, moves: list[str]) -> None:
    state = from_fen(fen)
    legal = CHESS.legal(state, state.turn)
    found = NOTATION.read(written, CHESS.view(state, None), legal)
    assert sorted(squares(one.move) for one in found) == moves


def test_a_promotion_says_what_is_to_be_placed() -> None:
    state = from_fen("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1")
    view, legal = CHESS.view(state, None), CHESS.legal(state, 0)
    for written, to, then in (("e8=Q", 4, "q"), ("exd8=N", 3, "n"), ("e8", 4, ""), ("exd8(R)", 3, "r")):
        assert NOTATION.read(written, view, legal) == [(Step(6, 4, 7, to), then)]
    assert NOTATION.read("Kb1=Q", view, legal) == []
    state = played(state, Step(6, 4, 7, 4))
    view, legal = CHESS.view(state, None), CHESS.legal(state, 0)
    assert NOTATION.read("=r", view, legal) == [(Place(7, 4, "rook"), "")]
    assert NOTATION.read("=K", view, legal) == []


def test_what_is_no_board_of_chess_has_no_notation() -> None:
    view = CHECKERS.view(CHECKERS.setup(2, None, DICE), None)
    for use in (lambda: NOTATION.read("e4", view, []), lambda: NOTATION.write(view, Step(1, 4, 3, 4))):
        with pytest.raises(ValueError, match="no board of chess"):
            use()


def test_the_squares_of_checkers_have_the_numbers_of_the_books() -> None:
    state = CHECKERS.setup(2, None, DICE)
    view = CHECKERS.view(state, None)
    firsts = [NUMBERED.write(view, move) for move in CHECKERS.legal(state, 0)]
    assert sorted(firsts) == ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]
    state = played(state, Step(2, 2, 3, 3), Step(5, 5, 4, 6), rules=CHECKERS)  # 11-15, 22-17
    assert NUMBERED.read("22x15", CHECKERS.view(state, None), CHECKERS.legal(state, 0)) == []


@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_checkers_is_read_as_it_is_written(seed: int) -> None:
    luck, state = random.Random(seed), CHECKERS.setup(2, None, DICE)
    while turn := CHECKERS.turn(state).seats:
        view, legal = CHECKERS.view(state, None), CHECKERS.legal(state, turn[0])
        for move in legal:
            assert NUMBERED.read(NUMBERED.write(view, move), view, legal) == [(move, "")]
        state = played(state, luck.choice(legal), rules=CHECKERS)


def test_a_jump_over_several_is_one_move_after_the_other() -> None:
    hop = Step(5, 5, 3, 3)
    assert NUMBERED.read("22x15x8", None, [hop]) == [(hop, "15x8")]  # type: ignore[arg-type]
    assert NUMBERED.read("22 x 15", None, [hop]) == [(hop, "")]  # type: ignore[arg-type]
    assert NUMBERED.read("22", None, [hop]) == []  # type: ignore[arg-type]


def written(name: str, *moves: Any) -> list[str]:
    """A game from its beginning, every part of every move as it is written."""
    rules = house_games()[name]
    assert rules.notation is not None
    state, found = rules.setup(2, rules.Options(), DICE), []
    for move in moves:
        after = played(state, move, rules=rules)
        more = "..." if rules.notation.goes_on(after) else ""
        found.append(rules.notation.written(rules, state, move, after) + more)
        state = after
    return found


def test_every_hop_of_a_jump_is_written_behind_the_one_before() -> None:
    squares = ("2435", "5140", "2637", "5546", "3755", "6644", "4426")
    line = written("checkers", *(Step(*map(int, square)) for square in squares))
    assert line == ["10-14", "24-20", "9-13", "22-17", "13x22", "25x18...", "x9"]


@pytest.mark.parametrize(
    ("squares", "expected"),
    [
        ("1223 4534 2345", "c2-d3 f5-e4 d3xf5"),
        ("1021 4130 2132 5041 3250 4332 5023", "a2-b3 b5-a4 b3-c4 a6-b5 c4xa6 d5-c4 a6xd3"),
        ("1425 4132 2534 5241 3452 3221 5225", "e2-f3 b5-c4 f3-e4 c6-b5 e4xc6 c4-b3 c6-f3"),
    ],
)
def test_dama_is_written_by_the_names_of_its_squares(squares: str, expected: str) -> None:
    """A king that flies over its own captures nothing; one that passes another's piece takes it."""
    line = written("dama", *(Step(*map(int, step)) for step in squares.split()))
    assert line == expected.split()


@pytest.mark.parametrize(
    ("name", "moves", "expected"),
    [
        ("connect_four", [Place(0, 3), Place(1, 3), Place(0, 6)], ["4", "4", "7"]),
        ("pente", [Place(9, 9), Place(18, 18), Place(0, 8)], ["j10", "s19", "i1"]),
        ("tictactoe", [Place(1, 1), Place(0, 2)], ["b2", "c1"]),
    ],
)
def test_what_is_placed_is_written_by_its_place(name: str, moves: list[Place], expected: list[str]) -> None:
    assert written(name, *moves) == expected


def test_squares_beyond_the_alphabet_have_a_name() -> None:
    assert (square_name(0, 0), square_name(25, 25), square_name(30, 2)) == ("a1", "z26", "3/31")


def test_games_told_in_words_have_no_notation() -> None:
    without = {name for name, rules in house_games().items() if rules.notation is None}
    assert without == {"mia", "shelfie", "eriantys"}
