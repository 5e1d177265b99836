"""Choosing on a board, and the board in characters."""

from typing import Any

import pytest

from tablehall.games import house_games
from tablehall.games.board import BoardView, Piece
from tablehall.terminal.picture import Sight, last_squares, paint, sign
from tablehall.terminal.pointer import Pointer

LOOKS = {name: game.look for name, game in house_games().items()}


def step(*squares: int) -> dict[str, Any]:
    return dict(zip(("type", "r", "c", "to_r", "to_c"), ("step", *squares), strict=True))


def place(r: int, c: int, **more: str) -> dict[str, Any]:
    return {"type": "place", "r": r, "c": c, **more}


def pointer(*moves: dict[str, Any], falls: bool = False, at: tuple[int, int] = (0, 0)) -> Pointer:
    made = Pointer(falls=falls)
    made.offer(moves)
    made.at = at
    return made


def test_a_piece_is_taken_up_and_set_down_where_it_may_go() -> None:
    chosen = pointer(step(1, 4, 3, 4), step(1, 4, 2, 4), at=(1, 4))
    assert chosen.targets() == {(1, 4)}
    assert chosen.press() == []
    assert chosen.targets() == {(3, 4), (2, 4)}
    chosen.at = (3, 4)
    assert chosen.press() == [step(1, 4, 3, 4)]
    assert chosen.taken is None


def test_chosen_again_a_piece_is_put_back() -> None:
    chosen = pointer(step(1, 4, 3, 4), at=(1, 4))
    chosen.press()
    assert chosen.press() == []
    assert chosen.taken is None


def test_another_piece_is_taken_up_instead() -> None:
    chosen = pointer(step(1, 4, 3, 4), step(1, 3, 3, 3), at=(1, 4))
    chosen.press()
    chosen.at = (1, 3)
    assert chosen.press() == []
    assert chosen.taken == (1, 3)


def test_a_square_to_which_the_piece_cannot_go_puts_it_down() -> None:
    chosen = pointer(step(1, 4, 3, 4), at=(1, 4))
    chosen.press()
    chosen.at = (5, 5)
    assert (chosen.press(), chosen.taken) == ([], None)


def test_a_stone_is_placed_at_once_and_falls_in_its_column() -> None:
    assert pointer(place(1, 1), at=(1, 1)).press() == [place(1, 1)]
    assert pointer(place(1, 1), at=(2, 1)).press() == []
    assert pointer(place(1, 1), at=(5, 1), falls=True).press() == [place(1, 1)]


def test_where_there_is_a_choice_all_of_it_is_meant() -> None:
    pieces = [place(7, 4, piece="queen"), place(7, 4, piece="rook")]
    assert pointer(*pieces, at=(7, 4)).press() == pieces


def test_the_cursor_stays_on_the_board() -> None:
    chosen = pointer()
    chosen.go(-1, -1, (8, 8))
    assert chosen.at == (0, 0)
    chosen.go(9, 3, (8, 8))
    assert chosen.at == (7, 3)


BOARD = BoardView(((Piece(0, "king"), None), (None, Piece(1, "knight"))), 0)


def lines(sight: Sight, at: tuple[int, int] = (0, 1)) -> list[str]:
    return [line.plain for line in paint(BOARD, sight, pointer(at=at), set())]


def test_the_board_has_signs_names_and_a_cursor() -> None:
    assert lines(Sight(LOOKS["chess"])) == [" 2     ♞ ", " 1  ♔ [ ]", "    a  b "]


def test_whoever_sits_on_the_other_side_sees_it_from_there() -> None:
    assert lines(Sight(LOOKS["chess"], turned=True)) == [" 1 [ ] ♔ ", " 2  ♞    ", "    b  a "]


def test_letters_do_as_well_capitals_are_seat_0() -> None:
    assert lines(Sight(LOOKS["chess"], letters=True)) == [" 2     n ", " 1  K [ ]", "    a  b "]


def test_small_squares_leave_the_cursor_a_place() -> None:
    assert lines(Sight(LOOKS["chess"], letters=True, size=(2, 1))) == [" 2    n", " 1  K› ", "    a b"]


def test_large_squares_have_their_piece_in_the_middle() -> None:
    assert lines(Sight(LOOKS["chess"], size=(5, 2)))[1:4:2] == [" 2        ♞  ", " 1   ♔  [   ]"]


@pytest.mark.parametrize(
    ("width", "height", "size"), [(100, 40, (7, 3)), (44, 18, (5, 2)), (30, 10, (3, 1)), (20, 9, (2, 1))]
)
def test_squares_are_as_large_as_there_is_room(width: int, height: int, size: tuple[int, int]) -> None:
    empty = BoardView(((None,) * 8,) * 8, 0)
    assert Sight(LOOKS["chess"]).fit(empty, width, height).size == size


@pytest.mark.parametrize(("turned", "square"), [(False, (0, 1)), (True, (1, 0))])
def test_the_mouse_finds_its_square(turned: bool, square: tuple[int, int]) -> None:
    assert Sight(LOOKS["chess"], turned=turned).square(BOARD, 7, 1) == square
    assert Sight(LOOKS["chess"]).square(BOARD, 1, 1) is None
    assert Sight(LOOKS["chess"]).square(BOARD, 4, 2) is None


def test_the_last_move_has_its_squares() -> None:
    assert last_squares((0, step(1, 4, 3, 4))) == {(1, 4), (3, 4)}
    assert last_squares((0, place(1, 1))) == {(1, 1)}
    assert last_squares((0, {"type": "roll"})) == last_squares(None) == set()


def test_whoever_is_called_x_has_x_on_the_board() -> None:
    assert [sign(Piece(owner, "stone"), Sight(LOOKS["pente"], ("X", "O"))) for owner in (0, 1)] == ["X", "O"]
    assert [sign(Piece(0, "x"), Sight(LOOKS["tictactoe"], ("X", "O"), letters=True))] == ["X"]


def test_dark_pieces_are_filled() -> None:
    assert sign(Piece(0, "man"), Sight(LOOKS["checkers"], ("Dark", "Light"))) == "●"
    assert sign(Piece(1, "king"), Sight(LOOKS["dama"], ("White", "Black"))) == "◉"
