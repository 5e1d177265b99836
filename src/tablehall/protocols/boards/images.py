"""The pictures: every piece and every game as SVG, drawn as their looks say, at paths that stay."""

import re
from collections.abc import Iterable
from functools import cache

from tablehall.games.api import AnyGame
from tablehall.games.drawing import plain_colours

PIECE, COVER = "0 0 100 100", "25 0 110 110"
"""The part of a picture that is shown: a piece whole, of a cover the square in its middle."""


@cache
def piece_path(game: AnyGame, seat: int, kind: str) -> str:
    """Where the picture of a piece is."""
    owner = game.seat_names[seat] if seat < len(game.seat_names) else str(seat + 1)
    owner, kind = _in_path(owner), _in_path(kind)
    return f"/images/{game.name}/{kind if kind == owner else f'{owner}-{kind}'}.svg"


def game_path(game: AnyGame) -> str:
    """Where the picture of a game is."""
    return f"/images/{game.name}.svg"


def _in_path(name: str) -> str:
    return re.sub("[^a-z0-9_]+", "-", name.lower())


def documents(games: Iterable[AnyGame]) -> dict[str, bytes]:
    """Every picture of these games, by its path."""
    found: dict[str, bytes] = {}
    for game in games:
        found[game_path(game)] = _svg(game.look.cover, COVER)
        for kind, piece in game.look.pieces.items():
            for seat, picture in enumerate(piece.pictures):
                if picture:
                    found[piece_path(game, seat, kind)] = _svg(picture, PIECE)
    return found


def _svg(picture: str, part: str) -> bytes:
    inside = plain_colours(picture)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{part}">{inside}</svg>\n'.encode()
