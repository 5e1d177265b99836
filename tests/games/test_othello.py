"""A game from a file of somebody's own: the rules of Othello, and the contract that its look keeps."""

import msgspec
import pytest

from tablehall.games.api import Played
from tablehall.games.board import Place, Placed, Removed
from tablehall.games.board_contract import check_drawn, check_events, check_look
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice
from tablehall.games.look import Look, PieceLook
from tablehall.games.mia.rules import Mia
from tests.games.othello import LOOK, Board, Othello, game

DICE = Dice(bytes(32))


def lines_of_play(board: Board, depth: int) -> int:
    """How many ways there are to go on for so many moves."""
    if depth == 0 or board.turn < 0:
        return 1
    after = (game.play(board, board.turn, move, DICE) for move in game.legal(board, board.turn))
    return sum(lines_of_play(played.state, depth - 1) for played in after if isinstance(played, Played))


def test_the_first_moves_are_as_many_as_published() -> None:
    assert [lines_of_play(Board(), depth) for depth in range(1, 6)] == [4, 12, 56, 244, 1396]


def test_whoever_has_no_move_is_passed_over() -> None:
    board = Board("." * 8 + "xo......" + "." * 40 + "xo......")
    played = game.play(board, 0, Place(1, 2), DICE)
    assert isinstance(played, Played)
    assert played.state.turn == 0


def test_the_contract() -> None:
    check_game(game, games=60)


def with_look(**changes: object) -> Othello:
    """Othello that looks otherwise."""

    class Other(Othello):
        look = msgspec.structs.replace(LOOK, **changes)

    return Other()


@pytest.mark.parametrize(
    ("look", "complaint"),
    [
        ({"cover": "<script>alert(1)</script>"}, "may not hold a script"),
        ({"cover": '<image href="http://elsewhere/x.png"/>'}, "may not hold a image"),
        ({"cover": '<g onload="alert(1)"/>'}, "may not say onload"),
        ({"pieces": {"disc": PieceLook(('<g style="fill:red"/>',))}}, "may not say style"),
        ({"inks": ()}, "need a colour"),
        ({"cover": ""}, "shows a cover"),
        ({"board": ""}, "played on squares"),
    ],
)
def test_a_look_that_cannot_be_shown_is_named(look: dict[str, object], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_look(with_look(**look))


def test_an_end_without_a_sentence_is_named() -> None:
    with pytest.raises(AssertionError, match="no sentence for 'discs'"):
        check_game(with_look(ends={"equal": "Draw"}), games=20)


def test_a_piece_without_a_picture_is_named() -> None:
    bare = with_look(pieces={"disc": PieceLook(LOOK.pieces["disc"].pictures[:1])})
    with pytest.raises(AssertionError, match="no picture of Piece"):
        check_drawn(bare, game.view(Board(), None))


def test_a_game_that_is_not_on_squares_cannot_be_drawn_on_them() -> None:
    class Flat(Mia):
        look = Look(board="cells")

    with pytest.raises(AssertionError, match="must be a BoardView"):
        check_look(Flat())


def test_events_that_do_not_tell_the_whole_move_are_found() -> None:
    before = Board()
    played = game.play(before, 0, Place(2, 3), DICE)
    assert isinstance(played, Played)
    views = game.view(before, None), game.view(played.state, None)
    check_events(views[0], played.events, views[1])
    placed, removed, turned = played.events
    for events in ((placed,), (placed, turned), (placed, turned, removed), (Removed(0, 0), *played.events)):
        with pytest.raises(AssertionError):
            check_events(views[0], events, views[1])
    with pytest.raises(AssertionError, match="taken"):
        check_events(views[0], (placed, Placed(2, 3, placed.piece)), views[1])
