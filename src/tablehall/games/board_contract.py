"""What every game promises about how it is drawn, and a game on squares about what is seen of a
move: part of `check_game` (see `contract.py`)."""

from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

from tablehall.games.api import AnyGame
from tablehall.games.board import BoardView, Piece, Placed, Removed, Stepped

DRAWN = {"svg", "g", "path", "circle", "ellipse", "rect", "line", "polygon", "polyline", "text"}
"""What a picture may be made of: nothing that runs, and nothing that is fetched."""


def check_look(game: AnyGame) -> None:
    """Its pictures are harmless SVG, and it is drawn as what it is."""
    look = game.look
    pieces = [picture for piece in look.pieces.values() for picture in piece.pictures]
    for picture in (look.cover, *pieces):
        for element in ElementTree.fromstring(f"<svg>{picture}</svg>").iter():
            assert element.tag in DRAWN, f"look: a picture may not hold a {element.tag}"
            bad = [name for name in element.attrib if name.startswith("on") or name == "style"]
            assert not bad, f"look: a picture may not say {bad[0]}"
    assert look.inks, "look: characters need a colour"
    on_squares = isinstance(game.View, type) and issubclass(game.View, BoardView)
    assert on_squares or not look.board, f"look: a view that is drawn as {look.board} must be a BoardView"
    if look.boards:
        assert look.board, "look: what the boards door offers is played on squares"
        assert game.seats == (2,), "look: what the boards door offers is played by two"
        assert look.cover, "look: the boards door shows a cover"


def check_drawn(game: AnyGame, view: BoardView) -> None:
    """Every piece on the board has a picture."""
    for piece in {piece for row in view.rows for piece in row if piece}:
        pictures = game.look.pieces[piece.kind].pictures if piece.kind in game.look.pieces else ()
        assert any(pictures[piece.owner : piece.owner + 1]), f"look: there is no picture of {piece}"


def check_events(before: BoardView, events: Iterable[Any], after: BoardView) -> None:
    """Whoever sees the events of a move happen on the board sees the board after it."""
    rows: list[list[Piece | None]] = [list(row) for row in before.rows]

    def put(piece: Piece, r: int, c: int) -> None:
        assert rows[r][c] is None, f"{piece} comes to a square that is taken: {r}, {c}"
        rows[r][c] = piece

    for event in events:
        if isinstance(event, Placed):
            put(event.piece, event.r, event.c)
            continue
        assert isinstance(event, Stepped | Removed), f"{event} is no event of a game on squares"
        piece, rows[event.r][event.c] = rows[event.r][event.c], None
        assert piece is not None, f"{event}: there was no piece"
        if isinstance(event, Stepped):
            put(piece, event.to_r, event.to_c)
    assert tuple(map(tuple, rows)) == after.rows, f"{events} do not lead to {after}"
