"""The games of the boards door: what a client must know to draw each of them, and in which
words their ends are announced. Nothing else in this protocol knows one game from another."""

from collections.abc import Mapping

import msgspec

from tablehall.games.api import AnyGame


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """How a board looks."""

    checkered: bool = False
    offset: bool = False
    """Whether pieces stand on the crossings of the lines."""
    facing: bool = False
    """Whether the players sit on opposite sides, so that one sees the board turned round."""
    line: str = ""
    """What a line of pieces that wins is called."""


FACTS: Mapping[str, Facts] = {
    "tictactoe": Facts(line="Three in a row!"),
    "checkers": Facts(checkered=True, facing=True),
    "chess": Facts(checkered=True, facing=True),
    "connect_four": Facts(line="Four in a row!"),
    "pente": Facts(offset=True, line="Five in a row!"),
}
"""The games of this door in the order in which they are listed."""

ENDS: Mapping[str, str] = {
    "checkmate": "Checkmate!",
    "stalemate": "Stalemate",
    "threefold": "Draw by threefold repetition",
    "fifty_moves": "Draw by the fifty-move rule",
    "forty_moves": "Draw: forty moves without progress",
    "dead_position": "Draw: nobody can win any more",
    "full": "Draw: the board is full",
    "agreement": "Draw agreed",
    "captures": "Five pairs captured!",
    "no_moves": "No move left",
    "no_pieces": "No piece left",
    "resigned": "Resigned",
    "time": "Time is up",
    "left": "Opponent left",
    "absent": "Opponent left",
    "last_player": "Opponent left",
}
"""Why a game ended, for people."""
SAVED, CLOSED = "The game was saved and put away", "The table was closed"


def why_ended(game: str, reason: str) -> str:
    """The sentence that announces the end of a game."""
    return FACTS[game].line if reason == "line" else ENDS.get(reason, reason)


def game_named(games: Mapping[str, AnyGame], title: object) -> AnyGame | None:
    """A game of this door by what people call it, in capitals or not."""
    if not isinstance(title, str):
        return None
    wanted = title.strip().casefold()
    return next((games[n] for n in FACTS if n in games and games[n].title.casefold() == wanted), None)
