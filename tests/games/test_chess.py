"""The rule book of Chess. Moves are written from square to square, `e7e8q` promotes."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import chess as oracle
import msgspec
import pytest
from msgspec import UNSET, UnsetType

from tablehall.games.api import Outcome, Played, Reason, Refusal, Rule
from tablehall.games.board import BoardEvent, BoardNo, Piece, Place, Placed, Removed, Step, Stepped
from tablehall.games.chess import ChessNo, game
from tablehall.games.chess.fen import START, from_fen, square_name, square_named, to_fen
from tablehall.games.chess.position import Position
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice

DICE = Dice(bytes(32))
KINDS = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"


def moves_named(name: str) -> list[Step | Place]:
    """The one or two moves of the game that a player calls one move."""
    square, to = square_named(name[:2]), square_named(name[2:4])
    step = Step(*divmod(square, 8), *divmod(to, 8))
    return [step, Place(*divmod(to, 8), KINDS[name[4]])] if len(name) == 5 else [step]


def play(state: Position, name: str) -> tuple[Position, list[BoardEvent]]:
    events: list[BoardEvent] = []
    for move in moves_named(name):
        played = game.play(state, state.turn, move, DICE)
        assert isinstance(played, Played), f"{name}: {played}"
        state = played.state
        events += played.events
    return state, events


def after(position: Position | str, names: str) -> Position:
    state = from_fen(position) if isinstance(position, str) else position
    for name in names.split():
        state, _ = play(state, name)
    return state


def refused(position: Position | str, move: str | Step | Place, seat: int | None = None) -> Reason:
    state = from_fen(position) if isinstance(position, str) else position
    if isinstance(move, str):
        (move,) = moves_named(move)
    answer = game.play(state, state.turn if seat is None else seat, move, DICE)
    assert isinstance(answer, Refusal)
    return answer.reason


def ending(position: Position | str, names: str = "") -> Outcome:
    outcome = game.outcome(after(position, names))
    assert outcome is not None
    return outcome


def legal(position: Position | str, origin: str = "") -> set[str]:
    """The legal moves (from one square, if it is given), a promotion as four of them."""
    state = from_fen(position) if isinstance(position, str) else position
    found = set()
    for move in game.legal(state, state.turn):
        assert isinstance(move, Step)
        name = square_name(8 * move.r + move.c) + square_name(8 * move.to_r + move.to_c)
        pawn = state.board[8 * move.r + move.c] in "Pp"
        found |= {name + letter for letter in KINDS} if pawn and move.to_r in (0, 7) else {name}
    return {name for name in found if name.startswith(origin)}


def perft(state: Position, depth: int) -> int:
    """How many lines of this many whole moves there are."""
    if depth == 1:  # never with a promotion under way: `legal` has counted it
        return len(legal(state))
    total = 0
    for move in game.legal(state, state.turn):
        played = game.play(state, state.turn, move, DICE)
        assert isinstance(played, Played)
        total += perft(played.state, depth if played.state.promoting >= 0 else depth - 1)
    return total


def test_it_keeps_the_contract() -> None:
    check_game(game, games=25)


@pytest.mark.parametrize(
    ("fen", "lines"),
    [
        (to_fen(START), [20, 400, 8902, 197281]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039, 97862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812, 43238, 674624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264, 9467, 422333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1486, 62379]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", [46, 2079, 89890]),
    ],
    ids=["the start", "kiwipete", "an endgame", "promotions", "a trap", "a middlegame"],
)
def test_the_number_of_lines_is_the_published_one(fen: str, lines: list[int]) -> None:
    assert [perft(from_fen(fen), depth) for depth in range(1, len(lines) + 1)] == lines


def test_the_pieces_stand_as_they_always_did_and_white_begins() -> None:
    assert game.describe(game.view(START, None)).splitlines() == [
        " 7 r n b q k b n r",
        " 6 p p p p p p p p",
        *(f" {row} . . . . . . . ." for row in (5, 4, 3, 2)),
        " 1 P P P P P P P P",
        " 0 R N B Q K B N R",
        "   0 1 2 3 4 5 6 7",
    ]
    assert game.turn(START).seats == (0,)
    assert game.view(START, None).rows[7][3] == Piece(1, "queen")
    assert game.legal(START, 1) == []


def test_the_seats_take_turns() -> None:
    assert refused(START, "e7e5", seat=1) is Rule.NOT_YOUR_TURN
    assert game.turn(after(START, "e2e4")).seats == (1,)


def test_what_no_piece_can_do_is_refused_with_the_reason() -> None:
    assert refused(START, "e2e5") is BoardNo.CANNOT_GO_THERE
    assert refused(START, "a1a3") is BoardNo.CANNOT_GO_THERE
    assert refused(START, "e4e5") is BoardNo.NOT_YOURS
    assert refused(START, "e7e5") is BoardNo.NOT_YOURS
    assert refused(START, Step(1, 4, 8, 4)) is BoardNo.OFF_BOARD
    assert refused(START, Step(-7, 4, 3, 4)) is BoardNo.OFF_BOARD
    assert refused(START, Place(3, 4, "queen")) is Rule.NOT_ALLOWED


def test_a_capture_removes_the_captured_piece_first() -> None:
    _, events = play(after(START, "e2e4 d7d5"), "e4d5")
    assert events == [Removed(4, 3), Stepped(3, 4, 4, 3)]


def test_a_pawn_walks_straight_and_captures_aslant() -> None:
    assert legal("4k3/8/8/3p1p2/4P3/8/8/4K3 w - -", "e4") == {"e4d5", "e4f5", "e4e5"}
    assert legal("4k3/8/8/4p3/4P3/8/8/4K3 w - -", "e4") == set()
    assert legal("4k3/8/8/8/4n3/8/4P3/4K3 w - -", "e2") == {"e2e3"}
    assert legal("4k3/8/8/8/8/4n3/4P3/4K3 w - -", "e2") == set()


def test_a_pinned_piece_stays_on_its_line() -> None:
    pinned = "4r1k1/8/8/8/4R3/8/8/4K3 w - -"
    assert legal(pinned, "e4") == {"e4e2", "e4e3", "e4e5", "e4e6", "e4e7", "e4e8"}
    assert refused(pinned, "e4a4") is ChessNo.KING_IN_CHECK
    assert legal("4k3/8/8/b7/8/2N5/8/4K3 w - -", "c3") == set()


def test_a_king_does_not_go_where_it_is_attacked() -> None:
    assert legal("4k3/8/8/8/8/8/r7/4K3 w - -") == {"e1d1", "e1f1"}
    assert refused("4k3/8/8/8/8/8/r7/4K3 w - -", "e1e2") is ChessNo.KING_IN_CHECK
    assert legal("8/p7/8/8/8/3k4/8/3K4 w - -") == {"d1c1", "d1e1"}


def test_a_king_does_not_hide_behind_himself() -> None:
    assert "e2e1" not in legal("4r1k1/8/8/8/8/8/4K3/8 w - -")


def test_a_check_is_met_by_capture_block_or_flight() -> None:
    state = "4r1k1/8/8/8/8/B7/7R/3QK3 w - -"
    assert legal(state) == {"a3e7", "h2e2", "d1e2", "e1d2", "e1f1", "e1f2"}
    assert refused(state, "h2h8") is ChessNo.KING_IN_CHECK


def test_from_a_double_check_only_the_king_flees() -> None:
    assert legal("4r1k1/8/8/8/8/3n4/7R/R3K3 w - -") == {"e1d1", "e1d2", "e1f1"}


def test_castling_is_the_kings_step_of_two_squares() -> None:
    state, events = play(from_fen(CASTLING), "e1g1")
    assert events == [Stepped(0, 4, 0, 6), Stepped(0, 7, 0, 5)]
    assert to_fen(state) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq -"
    state, events = play(state, "e8c8")
    assert events == [Stepped(7, 4, 7, 2), Stepped(7, 0, 7, 3)]
    assert to_fen(state) == "2kr3r/8/8/8/8/8/8/R4RK1 w - -"


@pytest.mark.parametrize(
    ("fen", "castlings"),
    [
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ -", {"e1g1", "e1c1"}, id="free"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w K -", {"e1g1"}, id="one right"),
        pytest.param("4k3/8/8/8/8/8/8/RN2K1NR w KQ -", set(), id="knights between"),
        pytest.param("4k3/8/8/4r3/8/8/8/R3K2R w KQ -", set(), id="in check"),
        pytest.param("4k3/8/8/5r2/8/8/8/R3K2R w KQ -", {"e1c1"}, id="through an attacked square"),
        pytest.param("4k3/8/8/6r1/8/8/8/R3K2R w KQ -", {"e1c1"}, id="into check"),
        pytest.param("4k3/8/8/8/8/8/7r/R3K2R w KQ -", {"e1g1", "e1c1"}, id="the rook attacked"),
        pytest.param("4k3/8/8/1r6/8/8/8/R3K2R w KQ -", {"e1g1", "e1c1"}, id="the rook passing an attack"),
    ],
)
def test_castling_needs_free_squares_and_no_check_on_the_way(fen: str, castlings: set[str]) -> None:
    assert legal(fen) & {"e1g1", "e1c1"} == castlings
    for refused_one in {"e1g1", "e1c1"} - castlings:
        assert refused(fen, refused_one) is BoardNo.CANNOT_GO_THERE


@pytest.mark.parametrize(
    ("moves", "rights"),
    [
        ("e1e2 e8e7 e2e1 e7e8", "-"),
        ("a1a2 h8h7 a2a1 h7h8", "Kq"),
        ("a1a8", "Kk"),
        ("h1h8", "Qq"),
    ],
)
def test_a_king_or_rook_that_moved_or_was_captured_castles_no_more(moves: str, rights: str) -> None:
    assert to_fen(after(CASTLING, moves)).split()[2] == rights


def test_a_pawn_that_passes_another_is_captured_en_passant() -> None:
    state, events = play(after("4k3/5p2/8/4P3/8/8/8/4K3 b - -", "f7f5"), "e5f6")
    assert events == [Removed(4, 5), Stepped(4, 4, 5, 5)]
    assert to_fen(state) == "4k3/8/5P2/8/8/8/8/4K3 b - -"
    state, events = play(after("4k3/8/8/8/4p3/8/3P4/4K3 w - -", "d2d4"), "e4d3")
    assert events == [Removed(3, 3), Stepped(3, 4, 2, 3)]


def test_en_passant_is_now_or_never() -> None:
    state = after("4k3/5p2/8/4P3/8/8/8/4K3 b - -", "f7f5 e1e2 e8e7")
    assert refused(state, "e5f6") is BoardNo.CANNOT_GO_THERE


def test_only_a_pawn_captures_en_passant() -> None:
    _, events = play(after("4k3/5p2/8/4P3/6N1/8/8/4K3 b - -", "f7f5"), "g4f6")
    assert events == [Stepped(3, 6, 5, 5)]


def test_en_passant_may_not_open_a_line_to_the_king() -> None:
    state = after("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - -", "c7c5")
    assert "b5c6" not in legal(state)
    assert state.passing == -1


def test_en_passant_may_capture_the_pawn_that_gives_check() -> None:
    assert "e5d6" in legal(after("4k3/3p4/8/4P3/4K3/8/8/8 b - -", "d7d5"))


PROMOTING = "3rk3/4P3/8/8/8/8/8/4K3 w - -"


def test_promotion_is_a_step_and_then_a_placement_of_the_same_seat() -> None:
    played = game.play(from_fen(PROMOTING), 0, Step(6, 4, 7, 3), DICE)
    assert isinstance(played, Played)
    assert played.events == (Removed(7, 3), Removed(6, 4))
    view = game.view(played.state, None)
    assert view.rows[6][4] is view.rows[7][3] is None
    assert view.pools == ((("queen", 1), ("rook", 1), ("bishop", 1), ("knight", 1)), ())
    assert (view.turn, game.turn(played.state).seats) == (0, (0,))
    assert game.legal(played.state, 0) == [Place(7, 3, kind) for kind in KINDS.values()]
    assert game.legal(played.state, 1) == []

    placed = game.play(played.state, 0, Place(7, 3, "rook"), DICE)
    assert isinstance(placed, Played)
    assert placed.events == (Placed(7, 3, Piece(0, "rook")),)
    assert to_fen(placed.state) == "3Rk3/8/8/8/8/8/8/4K3 b - -"
    assert game.view(placed.state, None).pools == ((), ())


def test_a_pawn_promotes_without_a_capture_too() -> None:
    state, events = play(from_fen("4k3/8/8/8/8/8/3p4/K7 b - -"), "d2d1n")
    assert events == [Removed(1, 3), Placed(0, 3, Piece(1, "knight"))]
    assert to_fen(state) == "4k3/8/8/8/8/8/8/K2n4 w - -"


def test_black_promotes_from_its_own_pool() -> None:
    played = game.play(from_fen("4k3/8/8/8/8/8/3p4/K7 b - -"), 1, Step(1, 3, 0, 3), DICE)
    assert isinstance(played, Played)
    assert [len(pool) for pool in game.view(played.state, None).pools] == [0, 4]


def test_a_pawn_becomes_nothing_else_nowhere_else_and_nobody_moves_before() -> None:
    played = game.play(from_fen(PROMOTING), 0, Step(6, 4, 7, 3), DICE)
    assert isinstance(played, Played)
    for kind in ("king", "pawn", "", "Queen"):
        assert refused(played.state, Place(7, 3, kind)) is BoardNo.NOT_THAT_PIECE
    assert refused(played.state, Place(7, 4, "queen")) is BoardNo.CANNOT_GO_THERE
    assert refused(played.state, "e1e2") is ChessNo.PROMOTE_FIRST
    assert refused(played.state, "e8d8", seat=1) is Rule.NOT_YOUR_TURN


def test_a_rook_captured_by_a_promoting_pawn_castles_no_more() -> None:
    assert after("r3k3/1P6/8/8/8/8/8/4K3 w q -", "b7a8q").castling == ""


def test_checkmate_wins() -> None:
    state = after(START, "f2f3 e7e5 g2g4 d8h4")
    assert ending(state) == Outcome((2, 1), reason="checkmate")
    assert game.turn(state).seats == ()
    assert refused(state, "a2a3") is Rule.GAME_OVER
    assert ending("7k/8/6K1/8/8/8/8/R7 w - -", "a1a8") == Outcome((1, 2), reason="checkmate")


def test_a_promotion_mates_when_the_piece_is_placed() -> None:
    state = from_fen("7k/4P1pp/8/8/8/8/8/K7 w - -")
    stepped = game.play(state, 0, Step(6, 4, 7, 4), DICE)
    assert isinstance(stepped, Played)
    assert game.outcome(stepped.state) is None
    assert ending(state, "e7e8r") == Outcome((1, 2), reason="checkmate")
    assert game.outcome(after(state, "e7e8n")) is None


def test_stalemate_is_a_draw() -> None:
    assert ending("7k/8/6K1/8/8/8/8/5Q2 w - -", "f1f7") == Outcome((1, 1), reason="stalemate")


SHUFFLE = "g1f3 g8f6 f3g1 f6g8"


def test_the_third_time_the_same_position_is_a_draw() -> None:
    state = after(START, f"{SHUFFLE} g1f3 g8f6 f3g1")
    assert game.outcome(state) is None
    assert ending(state, "f6g8") == Outcome((1, 1), reason="threefold")


def test_a_position_with_other_castling_rights_is_another_position() -> None:
    state = after(CASTLING, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8")
    assert game.outcome(state) is None
    assert ending(state, "a1b1 a8b8").reason == "threefold"


def test_a_position_in_which_a_pawn_could_be_captured_en_passant_is_another_position() -> None:
    there_and_back = "e1e2 e8e7 e2e1 e7e8"
    state = after("4k3/5p2/8/4P3/8/8/8/4K3 b - -", f"f7f5 {there_and_back} {there_and_back}")
    assert game.outcome(state) is None
    assert ending(state, "e1e2").reason == "threefold"


def test_an_en_passant_that_is_not_really_possible_makes_no_difference() -> None:
    there_and_back = "e1e2 e8e7 e2e1 e7e8"
    assert (
        ending("4k3/5p2/8/8/8/8/8/4K3 b - -", f"f7f5 {there_and_back} {there_and_back}").reason == "threefold"
    )


def test_fifty_moves_each_without_capture_or_pawn_move_are_a_draw() -> None:
    state = after("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 99", "a1a2")
    assert game.outcome(state) is None
    assert ending(state, "e8e7") == Outcome((1, 1), reason="fifty_moves")
    assert game.outcome(after("4k3/8/8/8/8/8/4P3/R3K3 w - - 99 99", "e2e3")) is None
    assert game.outcome(after("r3k3/8/8/8/8/8/4P3/R3K3 w - - 99 99", "a1a8")) is None


def test_checkmate_on_the_last_of_the_fifty_moves_wins() -> None:
    assert ending("7k/8/6K1/8/8/8/8/R7 w - - 99 99", "a1a8").reason == "checkmate"


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("4k3/8/8/8/8/8/3p4/4K3 w - -", id="bare kings"),
        pytest.param("4k3/8/8/8/8/8/3p4/4KB2 w - -", id="king and bishop"),
        pytest.param("4k3/8/8/n7/8/8/3p4/4K3 w - -", id="king and knight"),
        pytest.param("4k3/8/8/1b6/8/8/3p4/4KB2 w - -", id="bishops of one colour"),
        pytest.param("4k3/8/8/1b1b4/8/8/3p4/4KB2 w - -", id="three bishops of one colour"),
    ],
)
def test_a_position_nobody_can_win_is_a_draw(fen: str) -> None:
    assert ending(fen, "e1d2") == Outcome((1, 1), reason="dead_position")


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("4k3/8/8/8/8/8/3p4/4K1NN w - -", id="two knights"),
        pytest.param("4k3/8/8/n7/8/8/3p4/4K1N1 w - -", id="knight against knight"),
        pytest.param("4k3/8/8/7b/8/8/3p4/4K1N1 w - -", id="knight against bishop"),
        pytest.param("4k3/8/1b6/8/8/8/3p4/4KB2 w - -", id="bishops of both colours"),
        pytest.param("4k3/8/8/7p/8/8/3p4/4K3 w - -", id="a pawn"),
    ],
)
def test_a_position_somebody_could_still_win_is_not(fen: str) -> None:
    assert game.outcome(after(fen, "e1d2")) is None


def test_the_view_shows_a_king_in_check_also_when_it_is_mate() -> None:
    check = after(START, "e2e4 f7f6 d1h5")
    assert game.view(check, None).check == (7, 4)
    assert game.view(after(check, "g7g6"), None).check is UNSET
    assert game.view(after(START, "f2f3 e7e5 g2g4 d8h4"), None).check == (0, 4)


def test_a_pawn_that_has_yet_to_become_something_gives_no_check() -> None:
    position = from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    played = game.play(position, 0, Step(6, 0, 7, 0), DICE)
    assert isinstance(played, Played)
    assert game.view(played.state, None).check is UNSET
    assert game.view(after(position, "a7a8q"), None).check == (7, 4)


@pytest.mark.parametrize(("names", "king"), [("e2e4 f7f6 d1h5", (7, 4)), ("e2e4 f7f6", UNSET)])
def test_a_position_of_before_check_was_noted_shows_it_too(names: str, king: Any) -> None:
    known = msgspec.to_builtins(after(START, names))
    del known["check"]
    old = msgspec.convert(known, Position)
    assert (old.check, game.view(old, None).check) == (None, king)


def test_what_cannot_come_again_is_forgotten() -> None:
    state = after(START, SHUFFLE)
    assert (state.quiet, len(state.seen)) == (4, 5)
    state = after(state, "e2e4")
    assert (state.quiet, len(state.seen)) == (0, 1)
    no_more_castling = after(CASTLING, "e1e2")
    assert (no_more_castling.quiet, len(no_more_castling.seen)) == (1, 1)


def test_fingerprints_are_the_same_on_every_machine() -> None:
    assert START.seen == (5111584070472472678,)


def test_a_fen_without_both_kings_or_of_another_size_is_refused() -> None:
    for fen in ("8/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K2K w - -"):
        with pytest.raises(ValueError, match="not a position"):
            from_fen(fen)


def test_a_fen_claims_no_castling_and_no_en_passant_that_is_not_there() -> None:
    assert to_fen(from_fen("4k3/8/8/8/4P3/8/8/R3K3 b KQkq e3")) == "4k3/8/8/8/4P3/8/8/R3K3 b Q -"


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


def verdict(board: oracle.Board) -> str:
    """How python-chess would end the game, by our rules."""
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "dead_position"
    if board.is_repetition(3):
        return "threefold"
    return "fifty_moves" if board.halfmove_clock >= 100 else ""


def checked(board: oracle.Board) -> tuple[int, int] | UnsetType:
    """Where python-chess sees a king in check."""
    king = board.king(board.turn)
    return divmod(king, 8) if board.is_check() and king is not None else UNSET


RANDOM_GAMES = {
    oracle.STARTING_FEN: 10,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": 10,
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1": 20,
    "8/8/8/3k4/8/8/1Q6/KR6 w - - 0 1": 30,
    "8/8/8/3k4/8/8/5p2/K7 b - - 0 1": 40,
}


def test_python_chess_agrees_in_110_random_games() -> None:
    rng = random.Random(1)
    endings: Counter[str] = Counter()
    for fen in (fen for fen, games in RANDOM_GAMES.items() for _ in range(games)):
        state, theirs = from_fen(fen), oracle.Board(fen)
        while not state.end:
            names = legal(state)
            assert names == {move.uci() for move in theirs.legal_moves}
            name = rng.choice(sorted(names))
            rows = game.view(state, None).rows
            state, events = play(state, name)
            theirs.push_uci(name)
            assert told(rows, events) == game.view(state, None).rows
            assert to_fen(state) == theirs.epd()
            assert state.end == verdict(theirs)
            assert game.view(state, None).check == checked(theirs)
        endings[state.end] += 1
    assert endings.keys() == {"checkmate", "stalemate", "dead_position", "threefold", "fifty_moves"}
