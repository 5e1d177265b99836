"""The rules of dáma, move by move. Squares are written as digits xy, as its players do."""

import pytest

from tablehall.games.api import Played, Refusal, Rule
from tablehall.games.board import BoardNo, Piece, Placed, Removed, Step, Stepped
from tablehall.games.contract import check_game
from tablehall.games.dama import QUIET_PLIES, Board, bit, game
from tablehall.games.dice import Dice

DICE = Dice(bytes(32))

BLOCKED = "21>12 14>03 10>21 34>23 41>52 54>43 50>41 25>14 41>32 45>34 30>41"

# A whole game, seen on the wire between the original programs: each move, then the board
# after it: one's pieces, one's kings, two's pieces, two's kings.
WHOLE_GAME = """
21>12  01 10 12 30 41 50  -      05 14 25 34 45 54  -
14>23  01 10 12 30 41 50  -      05 23 25 34 45 54  -
12>03  01 03 10 30 41 50  -      05 23 25 34 45 54  -
25>14  01 03 10 30 41 50  -      05 14 23 34 45 54  -
03>25  01 10 25 30 41 50  25     05 23 34 45 54     -
54>43  01 10 25 30 41 50  25     05 23 34 43 45     -
25>52  01 10 30 41 50 52  52     05 23 45           -
23>12  01 10 30 41 50 52  52     05 12 45           -
01>23  10 23 30 41 50 52  52     05 45              -
45>34  10 23 30 41 50 52  52     05 34              -
52>25  10 23 25 30 41 50  25     05                 -
05>14  10 23 25 30 41 50  25     14                 -
23>05  05 10 25 30 41 50  05 25  -                  -
"""


def step(word: str) -> Step:
    """The move written 21>12 (x before y)."""
    (x, y), (to_x, to_y) = (map(int, square) for square in word.split(">"))
    return Step(y, x, to_y, to_x)


def spell(move: Step) -> str:
    return f"{move.c}{move.r}>{move.to_c}{move.to_r}"


def squares(words: str) -> int:
    return sum(bit(int(word[1]), int(word[0])) for word in words.split())


def board(one: str, two: str, kings: str = "", turn: int = 0, quiet: int = 0) -> Board:
    return Board((squares(one), squares(two)), squares(kings), turn, quiet)


def played(state: Board, word: str) -> Played[Board]:
    answer = game.play(state, state.turn, step(word), DICE)
    assert isinstance(answer, Played), f"{word} refused: {answer}"
    return answer


def after(state: Board, words: str) -> Board:
    for word in words.split():
        state = played(state, word).state
    return state


def refused(state: Board, word: str) -> object:
    answer = game.play(state, state.turn, step(word), DICE)
    assert isinstance(answer, Refusal), f"{word} accepted"
    return answer.reason


def moves(state: Board) -> set[str]:
    return {spell(move) for move in game.legal(state, state.turn)}


def seen(state: Board, owner: int, kind: str = "") -> str:
    """One seat's squares in the view, all of them or those of one kind, x before y."""
    rows = game.view(state, None).rows
    found = (
        f"{x}{y}"
        for x in range(6)
        for y in range(6)
        if (piece := rows[y][x]) and piece.owner == owner and kind in ("", piece.kind)
    )
    return " ".join(found) or "-"


def perft(state: Board, depth: int) -> int:
    moves = game.legal(state, state.turn)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        answer = game.play(state, state.turn, move, DICE)
        assert isinstance(answer, Played)
        total += perft(answer.state, depth - 1)
    return total


def test_six_men_each_stand_on_the_dark_squares_of_two_rows() -> None:
    assert seen(Board(), 0) == seen(Board(), 0, "man") == "01 10 21 30 41 50"
    assert seen(Board(), 1) == seen(Board(), 1, "man") == "05 14 25 34 45 54"
    assert game.view(Board(), 0).rows[0][1] == Piece(0, "man")


def test_the_creator_moves_first() -> None:
    assert game.turn(Board()).seats == (0,)
    assert moves(Board()) == {"01>12", "21>12", "21>32", "41>32", "41>52"}
    assert game.play(Board(), 1, step("14>03"), DICE) == Refusal(Rule.NOT_YOUR_TURN)


@pytest.mark.parametrize(("depth", "lines"), [*enumerate((5, 25, 141, 770, 4222, 22223), 1)])
def test_the_number_of_lines_of_play(depth: int, lines: int) -> None:
    assert perft(Board(), depth) == lines


def test_a_whole_game_of_the_original_programs() -> None:
    state = Board()
    for line in WHOLE_GAME.strip().splitlines():
        word, *fields = (field.strip() for field in line.split("  ") if field.strip())
        state = played(state, word).state
        boards = [seen(state, 0), seen(state, 0, "king"), seen(state, 1), seen(state, 1, "king")]
        assert boards == fields, word
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "no_pieces")


def test_whoever_cannot_move_has_lost() -> None:
    *before, last = BLOCKED.split()
    state = after(Board(), " ".join(before))
    assert game.outcome(state) is None
    state = after(state, last)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "blocked")
    assert game.turn(state).seats == ()
    assert game.play(state, 1, step("34>25"), DICE) == Refusal(Rule.GAME_OVER)


def test_a_man_goes_one_step_diagonally_forward() -> None:
    assert moves(board("23", "05")) == {"23>14", "23>34"}
    assert moves(board("50", "23", turn=1)) == {"23>12", "23>32"}


@pytest.mark.parametrize("word", ["23>12", "23>33", "23>24", "23>05", "23>45", "23>01"])
def test_a_man_does_not_go_back_or_aside_or_far(word: str) -> None:
    assert refused(board("23", "03"), word) == BoardNo.CANNOT_GO_THERE


def test_a_man_jumps_over_an_opponent_and_removes_it() -> None:
    answer = played(board("12", "23 25"), "12>34")
    assert answer.events == (Removed(3, 2), Stepped(2, 1, 4, 3))
    assert (seen(answer.state, 0), seen(answer.state, 1)) == ("34", "25")


def test_a_man_does_not_jump_over_its_own() -> None:
    assert refused(board("12 23", "05"), "12>34") == BoardNo.CANNOT_GO_THERE


def test_a_man_does_not_jump_backwards() -> None:
    assert refused(board("23", "12"), "23>01") == BoardNo.CANNOT_GO_THERE


def test_capturing_is_optional() -> None:
    assert moves(board("12", "23 25")) == {"12>34", "12>03"}


def test_one_jump_and_the_turn_passes() -> None:
    state = after(board("10", "21 43 05"), "10>32")
    assert game.turn(state).seats == (1,)
    assert seen(state, 1) == "05 43"


def test_a_man_on_the_far_row_is_a_king_from_its_next_turn() -> None:
    answer = played(board("14", "54"), "14>05")
    assert answer.events == (Stepped(4, 1, 5, 0), Removed(5, 0), Placed(5, 0, Piece(0, "king")))
    assert seen(answer.state, 0, "king") == "05"
    state = after(answer.state, "54>43")
    assert moves(state) == {"05>14", "05>23", "05>32", "05>41", "05>50"}


def test_the_other_side_is_crowned_on_row_zero() -> None:
    state = after(board("45", "21", turn=1), "21>10")
    assert seen(state, 1, "king") == "10"


def test_a_man_may_be_crowned_by_a_capture() -> None:
    answer = played(board("23", "34 05"), "23>45")
    assert answer.events == (
        Removed(4, 3),
        Stepped(3, 2, 5, 4),
        Removed(5, 4),
        Placed(5, 4, Piece(0, "king")),
    )


def test_a_king_flies_any_distance_either_way() -> None:
    state = board("32", "05", kings="32")
    assert moves(state) == {"32>43", "32>54", "32>21", "32>10", "32>23", "32>14", "32>41", "32>50"}


def test_a_king_flies_over_own_pieces() -> None:
    state = after(board("05 14", "54", kings="05"), "05>23")
    assert (seen(state, 0), seen(state, 1)) == ("14 23", "54")


def test_a_king_removes_every_opponent_it_passes_and_nothing_else() -> None:
    answer = played(board("10 21 50", "32 43 05", kings="10 43"), "10>54")
    assert answer.events == (Removed(2, 3), Removed(3, 4), Stepped(0, 1, 4, 5))
    assert (seen(answer.state, 0), seen(answer.state, 1)) == ("21 50 54", "05")
    assert seen(answer.state, 0, "king") == "54"


def test_a_king_spares_what_stands_behind_its_landing() -> None:
    state = after(board("10", "21 43", kings="10"), "10>32")
    assert seen(state, 1) == "43"


def test_a_man_on_a_square_where_a_king_stood_is_no_king() -> None:
    left = after(board("23 14", "54", kings="14"), "14>50 54>43 23>14")
    assert seen(left, 0, "king") == "50"
    taken = after(board("21 41", "32 05", kings="32"), "21>43 05>14 41>32")
    assert seen(taken, 0, "king") == "-"


def test_eighty_quiet_king_moves_are_a_draw() -> None:
    state = board("05", "50", kings="05 50")
    for _ in range(QUIET_PLIES // 4):
        assert game.outcome(state) is None
        state = after(state, "05>14 50>41 14>05 41>50")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "draw_80")
    assert game.legal(state, 0) == []
    assert game.play(state, 0, step("05>14"), DICE) == Refusal(Rule.GAME_OVER)


def test_a_capture_or_a_man_ends_the_quiet() -> None:
    quiet = board("05 10", "32 54", kings="05 54", quiet=79)
    assert after(quiet, "05>50").quiet == 0
    assert after(quiet, "10>21").quiet == 0
    assert after(quiet, "05>14").quiet == 80


def test_a_block_on_the_eightieth_ply_still_wins() -> None:
    state = after(board("54", "01", kings="54", quiet=79), "54>10")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (state.quiet, outcome.winners, outcome.reason) == (80, (0,), "blocked")


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("12>23", BoardNo.NOT_YOURS),
        ("14>03", BoardNo.NOT_YOURS),
        ("00>11", BoardNo.NOT_YOURS),
        ("10>21", BoardNo.TAKEN),
        ("10>10", BoardNo.TAKEN),
        ("21>43", BoardNo.CANNOT_GO_THERE),
        ("50>61", BoardNo.OFF_BOARD),
    ],
)
def test_a_refusal_says_why(word: str, reason: BoardNo) -> None:
    assert refused(Board(), word) == reason


@pytest.mark.parametrize("far", [-1, 6, 2**40])
def test_no_square_beyond_the_edge(far: int) -> None:
    for move in (Step(far, 0, 1, 2), Step(0, far, 1, 2), Step(1, 0, far, 1), Step(1, 0, 2, far)):
        assert game.play(Board(), 0, move, DICE) == Refusal(BoardNo.OFF_BOARD)


def test_a_lost_player_keeps_their_seat_for_ten_minutes_while_the_game_waits() -> None:
    assert game.absence.pause
    assert game.absence.grace == 600_000


def test_the_board_in_letters() -> None:
    state = board("05 10", "32 54", kings="05 54")
    assert game.describe(game.view(state, None)).splitlines() == [
        " 5 K . . . . .",
        " 4 . . . . . k",
        " 3 . . . . . .",
        " 2 . . . m . .",
        " 1 . . . . . .",
        " 0 . M . . . .",
        "   0 1 2 3 4 5",
    ]


def test_random_games_keep_the_contract() -> None:
    check_game(game, games=150)
