"""What is written: names, boards and games that wait, in lines."""

import unicodedata
from functools import cache
from itertools import chain
from typing import Final

from tablehall.games.api import AnyGame
from tablehall.hall.notices import Listed
from tablehall.hall.scene import Scene, Seat
from tablehall.protocols.pipes.dialects import Dialect, Part, Picture
from tablehall.protocols.pipes.syntax import NICK

GAME: Final = "dama"
LONGEST_NICK = 20


def nick_of(seat: Seat) -> str:
    """The nickname of whoever sits here. Other doors allow other names: of those the letters
    and digits are taken that a nickname may have, and the person's number to tell them apart."""
    if NICK.fullmatch(seat.name):
        return seat.name
    plain = unicodedata.normalize("NFKD", seat.name)
    number = str(seat.person)
    letters = "".join(letter for letter in plain if NICK.fullmatch(letter))
    return letters[: LONGEST_NICK - len(number)] + number


def alone_at(scene: Scene) -> Seat | None:
    """Whoever sits alone at a table that waits for a second player, and is there to play."""
    if scene.status != "waiting" or not scene.welcoming():
        return None
    here = [seat for seat in scene.seats if seat is not None and seat.person]
    return here[0] if len(here) == 1 else None


def listed_as(scene: Scene | None) -> str:
    """Under which nickname a public table is in the list of games; empty: it is not. A game
    brought back from a save is not: it waits for one player, who knows."""
    seat = alone_at(scene) if scene is not None and not scene.save else None
    return nick_of(seat) if seat is not None else ""


def push(news: Listed) -> bytes:
    """What the lobby hears of a change: games that no longer wait, and games that do."""
    before, after = listed_as(news.before), listed_as(news.scene)
    if before == after:
        return b""
    return (f"260|{before}\n" if before else f"250|{after}\n").encode()


@cache
def _places(columns: int, rows: int) -> tuple[str, ...]:
    """How the squares of a board are written, sorted by x, then y."""
    return tuple(f"{x},{y}" for x in range(columns) for y in range(rows))


def picture(scene: Scene, game: AnyGame) -> Picture:
    """Everything that a dialect may say of a board; squares are sorted by x, then y."""
    rows = game.view(scene.state, None).rows
    pieces: tuple[list[str], list[str]] = ([], [])
    kings: tuple[list[str], list[str]] = ([], [])
    by_columns = chain.from_iterable(zip(*rows, strict=True))
    for place, piece in zip(_places(len(rows[0]), len(rows)), by_columns, strict=True):
        if piece is not None:
            pieces[piece.owner].append(place)
            if piece.kind == "king":
                kings[piece.owner].append(place)
    names = [nick_of(seat) if seat is not None else "" for seat in scene.seats]
    return Picture(
        ",".join([names[0], *pieces[0]]),
        ",".join(kings[0]),
        ",".join([names[1], *pieces[1]]),
        ",".join(kings[1]),
        names[scene.turn.seats[0]],
    )


def state_line(scene: Scene, game: AnyGame, dialect: Dialect) -> bytes:
    """The answer to a question for the board."""
    return _board_line("207", scene, game, dialect.state)


def turn_line(scene: Scene, game: AnyGame, dialect: Dialect) -> bytes:
    """What both players hear of a turn."""
    return _board_line("208", scene, game, dialect.turn)


def _board_line(code: str, scene: Scene, game: AnyGame, parts: tuple[Part, ...]) -> bytes:
    said = picture(scene, game)
    return "|".join([code, *(getattr(said, part) for part in parts)]).encode() + b"\n"
