"""A game whose mistakes are told in words: part of `check_game` (see `contract.py`)."""

from functools import partial
from typing import Any

from tablehall.games.api import AnyGame, Outcome, Played, Refusal, Turn
from tablehall.games.dice import Dice
from tablehall.games.frozen import members
from tablehall.plugins import what_failed

ASKED = {
    "setup": ("seats", "options", "dice"),
    "turn": ("position",),
    "legal": ("position", "seat"),
    "play": ("position", "seat", "move", "dice"),
    "view": ("position", "seat"),
    "outcome": ("position",),
    "redeal": ("position", "seat", "dice"),
    "describe": ("view",),
}
"""What a game is asked, and what with."""


class Watched:
    """Asks a game as the hall would. What it raises, or answers amiss, is an AssertionError that says what it
    was asked: the move that did it, and the position to see it again."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._answers: dict[str, tuple[type, ...]] = {
            "setup": members(game.State),
            "turn": (Turn,),
            "legal": (list, tuple),
            "play": (Played, Refusal),
            "view": members(game.View),
            "outcome": (Outcome, type(None)),
            "redeal": members(game.State),
            "describe": (str,),
        }
        for name in ASKED:
            setattr(self, name, partial(self._ask, name, getattr(game, name), self._answers[name]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def _ask(self, name: str, method: Any, answers: tuple[type, ...], *about: Any) -> Any:
        try:
            answer = method(*about)
        except Exception as error:
            raise AssertionError(f"{name} raised {what_failed(error)}{_shown(name, about)}") from error
        if not isinstance(answer, answers):
            wanted = " or ".join("None" if kind is type(None) else kind.__name__ for kind in answers)
            raise AssertionError(f"{name} answered {answer!r}, which is no {wanted}{_shown(name, about)}")
        if name == "play" and isinstance(answer, Played):
            assert isinstance(answer.state, self._answers["setup"]), (
                f"play led to {answer.state!r}, which is no {self._game.State}{_shown(name, about)}"
            )
        return answer


def _shown(name: str, about: tuple[Any, ...]) -> str:
    """What a game was asked with, a line each."""
    words = zip(ASKED[name], about, strict=True)
    return "".join(f"\n  {word + ':':<10}{value!r}" for word, value in words if not isinstance(value, Dice))
