"""Other moves than those that were made, from a position of a finished game: by its rules, and with dice that
follow from the seed of the table and the line, so that the same line always has the same throws."""

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from tablehall.games.api import UNREADABLE, AnyGame, Refusal
from tablehall.games.dice import Dice
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.hall.verify import opening, replayed

encode = msgspec.json.Encoder().encode

TriedMove = tuple[int, msgspec.Raw]
"""Whose move, and the move."""


class AnalysisError(Exception):
    """What cannot be tried; a sentence says why."""


class Tried(NamedTuple):
    """A move that was tried."""

    seat: int
    move: Any
    written: str
    more: bool


class Line(NamedTuple):
    """Where moves that were tried have led."""

    game: AnyGame
    state: Any
    tried: tuple[Tried, ...]
    events: tuple[Any, ...]
    """What happened by the last of them."""
    last: tuple[int, Any] | None
    people: tuple[int, ...]
    """Who sat at the table; 0: nobody that the hall knows."""


def table_after(lines: list[bytes], games: Mapping[str, AnyGame], after: int) -> Table:
    """A finished table as it was after one of its records."""
    table = opening(lines, games)
    for news in replayed(table, lines):
        if news.record.seq == after:
            break
    else:
        raise AnalysisError("There is no such record.")
    if table.scene.state is None or table.scene.hidden:
        raise AnalysisError("There is no position after that record.")
    return table


def tried(table: Table, moves: Sequence[TriedMove]) -> Line:
    """Where some moves lead from where a table stands."""
    game, scene = table.game, table.scene
    people = tuple(seat.person if seat else 0 for seat in scene.seats)
    line = Line(game, scene.state, (), (), scene.last, people)
    branch = sha256(str(scene.seq).encode()).digest()
    for number, (seat, raw) in enumerate(moves, 1):
        try:
            move = table.decode_move(raw)
        except UNREADABLE as error:
            raise AnalysisError(f"Move {number}: {Why.NOT_A_MOVE.value}") from error
        if not 0 <= seat < len(people):
            raise AnalysisError(f"Move {number}: There is no such seat.")
        branch = sha256(branch + encode((seat, move))).digest()
        dice = Dice(hmac.digest(table.seed, b"analysis " + branch, "sha256"))
        try:
            line = with_move(line, seat, move, dice)
        except AnalysisError as error:
            raise AnalysisError(f"Move {number}: {error}") from error
    return line


def with_move(line: Line, seat: int, move: Any, dice: Dice) -> Line:
    """A line with another move at its end."""
    played = line.game.play(line.state, seat, move, dice)
    if isinstance(played, Refusal):
        raise AnalysisError(played.reason.value)
    notation = line.game.notation
    made = Tried(
        seat,
        move,
        notation.written(line.game, line.state, move, played.state) if notation else "",
        notation.goes_on(played.state) if notation else False,
    )
    return line._replace(
        state=played.state, tried=(*line.tried, made), events=played.events, last=(seat, move)
    )


def told(line: Line, seat: int | None) -> dict[str, Any]:
    """What is seen there, through the eyes of a seat or of a spectator."""
    game, state = line.game, line.state
    view, turn = game.view(state, seat), game.turn(state).seats
    return {
        "tried": [_written(each) for each in line.tried],
        "view": view,
        "text": game.describe(view),
        "turn": turn,
        "legal": [list(game.legal(state, each)) if each in turn else [] for each in range(len(line.people))],
        "events": [seen for event in line.events if (seen := game.witness(event, seat)) is not None],
        "last": line.last,
        "outcome": game.outcome(state),
    }


def _written(each: Tried) -> dict[str, Any]:
    said: dict[str, Any] = {"seat": each.seat, "move": each.move}
    if each.written:
        said["notation"] = each.written
    if each.more:
        said["more"] = True
    return said
