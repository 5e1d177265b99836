"""Numbers on the pieces. The games know squares, this protocol knows pieces by their ids.

A `Position` has an id on every piece, on the board and in the pools. It is followed through
the events of a game, so that a piece keeps its id wherever it goes; a piece that becomes
another one leaves the board, and what it became comes under a new id.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec

from tablehall.games.api import AnyGame
from tablehall.games.board import BoardNo, BoardView, Piece, Place, Placed, Step, Stepped
from tablehall.protocols.boards.dialects import Line
from tablehall.protocols.boards.drawings import Drawings, Pool
from tablehall.protocols.boards.messages import Diff


class Position(msgspec.Struct):
    """A position with its ids; 0 is an empty square. Once it is made nothing of it changes; rows and
    pools that nothing has happened to are those of the position before."""

    seq: int
    """The record that brought it."""
    state: Any
    view: BoardView
    ids: list[Line]
    pools: list[Pool]
    """What each seat can place."""
    fresh: int
    """The next id."""
    drawings: Drawings
    """The table's: what has been drawn of this position and those before it."""
    diffs: list[Diff] = []
    """What changed since the position before."""
    lists: Any = None
    """What can be done, as it is sent, once somebody has asked."""

    # How it is made of the position before.

    def does(self, events: Sequence[Any], chosen: int) -> bool:
        """Whether all of this could happen on this board; if so, it has."""
        for event in events:
            if type(event) is Placed:
                self.place(event.piece, event.r, event.c, chosen)
                continue
            number = self.ids[event.r][event.c]
            if not number:
                return False
            self.clear(event.r, event.c)
            if type(event) is Stepped:
                self.put(number, event.to_r, event.to_c)
            else:
                self.put_away(number)
        return bool(events)

    def clear(self, r: int, c: int) -> None:
        row = list(self.ids[r])
        row[c] = 0
        self.ids[r] = tuple(row)

    def put(self, number: int, r: int, c: int) -> None:
        row = list(self.ids[r])
        row[c] = number
        self.ids[r] = tuple(row)
        self.diffs.append(Diff(number, number, r, c))

    def put_away(self, number: int) -> None:
        self.diffs.append(Diff(number, number, -1, -1))

    def place(self, piece: Piece, r: int, c: int, number: int = 0) -> None:
        """Put a piece on the board: that of this number if its owner has it, or another one."""
        pool, kind = self.pools[piece.owner], piece.kind
        if pool.get(number) != kind:
            number = next((found for found, what in pool.items() if what == kind), 0)
        if number:
            pool = self.pools[piece.owner] = dict(pool)
            del pool[number]
        else:
            number = self.fresh
            self.fresh += 1
        self.drawings.pieces[number] = piece
        self.put(number, r, c)

    def refill(self) -> None:
        """Make the pools what they are to be: ids that are still there stay, missing ones are new."""
        for seat, wanted in enumerate(self.view.pools):
            had = self.pools[seat]
            if len(wanted) < 2 and len(had) == (wanted[0][1] if wanted else 0):
                continue  # the rule, and it is as it should be
            pool: Pool = {}
            for kind, count in wanted:
                numbers = [number for number, what in had.items() if what == kind][:count]
                missing = count - len(numbers)
                numbers += range(self.fresh, self.fresh + missing)
                pool |= dict.fromkeys(numbers, kind)
                self.fresh += missing
            self.pools[seat] = pool


def laid_out(seq: int, state: Any, view: BoardView) -> Position:
    """A position that nobody here has seen yet: everything is numbered from 1."""
    drawings = Drawings()
    pieces, ids = drawings.pieces, []
    for row in view.rows:
        line = []
        for piece in row:
            if piece is not None:
                pieces[len(pieces) + 1] = piece
            line.append(len(pieces) if piece else 0)
        ids.append(tuple(line))
    position = Position(seq, state, view, ids, [{} for _ in view.pools], len(pieces) + 1, drawings)
    position.refill()
    return position


def followed(
    seq: int, before: Position, state: Any, view: BoardView, events: Sequence[Any], chosen: int = 0
) -> Position:
    """The position after what happened; `chosen` is the id of the piece that was placed. That the
    events of a game lead from one view to the next is what its contract tests prove."""
    after = _copy(seq, before, state, view)
    if not after.does(events, chosen):
        after = _copy(seq, before, state, view)
        _compare(before, after)
    after.refill()
    return after


def _copy(seq: int, before: Position, state: Any, view: BoardView) -> Position:
    ids, pools = before.ids.copy(), before.pools.copy()
    return Position(seq, state, view, ids, pools, before.fresh, before.drawings)


def _compare(before: Position, after: Position) -> None:
    """Do what must have happened that nobody here saw: what looks the same stays the same, a piece that
    is missing here and found there has moved."""
    lost: dict[Piece, list[int]] = defaultdict(list)
    found: list[tuple[Piece, int, int]] = []
    for r, row in enumerate(after.view.rows):
        for c, piece in enumerate(row):
            old = before.view.rows[r][c]
            if old == piece:
                continue
            if old is not None:
                lost[old].append(before.ids[r][c])
                after.clear(r, c)
            if piece is not None:
                found.append((piece, r, c))
    moved = [(lost[piece].pop(0), r, c) for piece, r, c in found if lost[piece]]
    there = {(r, c) for _, r, c in moved}
    for numbers in lost.values():
        for number in numbers:
            after.put_away(number)
    for number, r, c in moved:
        after.put(number, r, c)
    for piece, r, c in found:
        if (r, c) not in there:
            after.place(piece, r, c)


def move_meant(
    position: Position, game: AnyGame, seat: int, piece: int, r: int, c: int
) -> Place | Step | BoardNo:
    """The move of the game that a turn stands for, or why there is none."""
    kind = position.pools[seat].get(piece)
    if kind is not None:
        choice = len(position.view.pools[seat]) > 1
        placing = Place(r, c, kind if choice else "")
        return placing if isinstance(placing, game.Move) else BoardNo.NOT_THAT_PIECE
    for from_r, row in enumerate(position.ids):
        if piece in row and piece:
            step = Step(from_r, row.index(piece), r, c)
            return step if isinstance(step, game.Move) else BoardNo.CANNOT_GO_THERE
    return BoardNo.NOT_THAT_PIECE
