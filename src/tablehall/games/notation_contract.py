"""What a game promises about how its moves are written: part of `check_game` (see `contract.py`)."""

from collections.abc import Sequence
from typing import Any

from tablehall.games.api import AnyGame
from tablehall.plugins import what_failed

LONGEST = 40
"""No part of a move is longer, as books write it."""


def check_written(game: AnyGame, state: Any, seat: int, move: Any, legal: Sequence[Any], after: Any) -> None:
    """A move can be written, is read as it is written, and goes on only with who has made it."""
    try:
        written, alone, meant, goes_on = _asked(game, state, move, legal, after)
    except Exception as error:
        raise AssertionError(f"notation raised {what_failed(error)}\n  move: {move!r}") from error
    for text in (written, alone):
        good = isinstance(text, str) and text.isprintable() and 0 < len(text) <= LONGEST
        assert good, f"notation: {move} is written {text!r}"
    assert meant == [move], f"notation: {move} is written {alone}, which is read as {meant}"
    on_turn = game.turn(after).seats
    assert not goes_on or on_turn == (seat,), f"notation: {move} goes on, and yet on turn is {on_turn}"


def _asked(
    game: AnyGame, state: Any, move: Any, legal: Sequence[Any], after: Any
) -> tuple[str, str, list[Any], bool]:
    notation, view = game.notation, game.view(state, None)
    assert notation is not None
    written, alone = notation.written(game, state, move, after), notation.write(view, move)
    meant = [one.move for one in notation.read(alone, view, legal)] if isinstance(alone, str) else []
    return written, alone, meant, notation.goes_on(after)
