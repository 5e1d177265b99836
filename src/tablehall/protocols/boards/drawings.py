"""What has been drawn of a table for the wire and need not be drawn again: its pieces, the lines of
its board, and its pools.

Everything here is found by what it was drawn from, so that nothing can be out of date: a line of the
board by the ids on it, a pool by its pieces and its owner's name, and all of it by how it is read.
Whoever has a spelling of their own shares it with nobody.
"""

from collections.abc import Hashable

from msgspec import Raw

from tablehall.games.api import AnyGame
from tablehall.games.board import Piece
from tablehall.hall.scene import Scene
from tablehall.protocols.boards.dialects import Line, Reader
from tablehall.protocols.boards.images import piece_path
from tablehall.protocols.boards.messages import BoardPiece, PoolPiece, encode

Pool = dict[int, str]
"""What somebody can place: ids and kinds."""


class DrawnBoard:
    """The board as it was last drawn for all who read it in the same way."""

    __slots__ = ("data", "ids", "labels", "lines", "parts")

    def __init__(self, lines: int) -> None:
        self.labels = {0: b"null"}
        """What the wire calls each piece; a piece keeps its label as long as its id."""
        self.ids: list[Line] = []
        self.lines: list[Line] = [()] * lines
        """The ids as they are sent: rows or columns, ..."""
        self.parts = [b""] * lines
        """... and each of these lines in bytes."""
        self.data = Raw()


class DrawnPool:
    """The pool of a seat as it was last drawn for its owner, under their name."""

    __slots__ = ("data", "labels", "name", "pool")

    def __init__(self, name: str) -> None:
        self.name = name
        self.pool: Pool | None = None
        self.labels: dict[int, bytes] = {}
        self.data = Raw()


class Drawings:
    """What the players of one table are shown, in bytes, as far as it is likely to be shown again."""

    __slots__ = ("_boards", "_pools", "pieces")

    def __init__(self) -> None:
        self.pieces: dict[int, Piece] = {}
        """What has come onto the board under each id."""
        self._boards: dict[Hashable, DrawnBoard] = {}
        self._pools: dict[int, DrawnPool] = {}

    def board(self, game: AnyGame, scene: Scene, ids: list[Line], reader: Reader) -> Raw:
        """The board in bytes. Lines that no piece has left or come to are the same bytes as before."""
        drawn = self._boards.get(reader.way)
        if drawn is None:
            drawn = self._boards[reader.way] = DrawnBoard(len(reader.dialect.shaped(ids)))
        if drawn.ids is not ids:
            lines, old, parts = reader.dialect.shaped(ids), drawn.lines, drawn.parts
            for number, line in enumerate(lines):
                if line != old[number]:
                    parts[number] = self._line(drawn.labels, line, game, scene, reader)
            drawn.ids, drawn.lines, drawn.data = ids, lines, Raw(b"[%b]" % b",".join(parts))
        return drawn.data

    def _line(
        self, labels: dict[int, bytes], line: Line, game: AnyGame, scene: Scene, reader: Reader
    ) -> bytes:
        for number in line:
            if number not in labels:
                piece = self.pieces[number]
                owner = reader.spelled(name_of(scene, piece.owner))
                image = piece_path(game, piece.owner, piece.kind)
                labels[number] = encode(BoardPiece(number, number, owner, image))
        return b"[%b]" % b",".join([labels[number] for number in line])

    def pool(self, game: AnyGame, seat: int, pool: Pool, name: str) -> Raw:
        """The pool of a seat in bytes, as its owner reads it, under their name."""
        drawn = self._pools.get(seat)
        if drawn is None or drawn.name != name:
            drawn = self._pools[seat] = DrawnPool(name)
        if drawn.pool is not pool:
            labels = drawn.labels
            if not pool.keys() <= labels.keys():
                labels = drawn.labels = {
                    number: encode(PoolPiece(number, name, piece_path(game, seat, kind)))
                    for number, kind in pool.items()
                }
            drawn.pool, drawn.data = pool, Raw(b"[%b]" % b",".join([labels[number] for number in pool]))
        return drawn.data


def name_of(scene: Scene, seat: int) -> str:
    """Who sits in a seat."""
    sits = scene.seats[seat]
    return sits.name if sits else ""
