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
from tablehall.protocols.boards.messages import Diff

Pool = tuple[tuple[int, str], ...]
Pools = tuple[Pool, ...]


class Position(msgspec.Struct):
    """A position with its ids; 0 is an empty square."""

    state: Any
    view: BoardView
    ids: tuple[tuple[int, ...], ...]
    pools: Pools
    """What each seat can place: ids and kinds."""
    fresh: int
    """The next id."""
    labels: dict[int, Any]
    """What the wire calls each piece; a piece keeps its label as long as its id."""
    diffs: tuple[Diff, ...] = ()
    """What changed since the position before."""
    drawn: dict[Any, Any] = {}
    """What has been made of it for the wire, by whatever tells it apart."""


def laid_out(state: Any, view: BoardView) -> Position:
    """A position that nobody here has seen yet: everything is numbered from 1."""
    fresh = 1
    rows = []
    for row in view.rows:
        ids = []
        for piece in row:
            ids.append(fresh if piece else 0)
            fresh += piece is not None
        rows.append(tuple(ids))
    pools, fresh = _refilled(view, ((),) * len(view.pools), fresh)
    return Position(state, view, tuple(rows), pools, fresh, {})


def _refilled(view: BoardView, before: Pools, fresh: int) -> tuple[Pools, int]:
    """The pools as they are to be: ids that are still there stay, missing ones are new."""
    pools = []
    for wanted, had in zip(view.pools, before, strict=True):
        if len(wanted) == 1 and len(had) == wanted[0][1]:  # the rule, and it is as it should be
            pools.append(had)
            continue
        pool: list[tuple[int, str]] = []
        for kind, count in wanted:
            kept = [entry for entry in had if entry[1] == kind][:count]
            missing = count - len(kept)
            pool += [*kept, *((number, kind) for number in range(fresh, fresh + missing))]
            fresh += missing
        pools.append(tuple(pool))
    return tuple(pools), fresh


def followed(
    before: Position, state: Any, view: BoardView, events: Sequence[Any], chosen: int = 0
) -> Position:
    """The position after what happened; `chosen` is the id of the piece that was placed. That the
    events of a game lead from one view to the next is what its contract tests prove."""
    if state is before.state:
        return before
    hand = Hand(before)
    if events and all(hand.does(event, chosen) for event in events):
        return hand.position(state, view)
    return _compared(before, state, view)


class Hand:
    """Moves numbered pieces about a board; rows that it does not touch stay the same objects."""

    __slots__ = ("diffs", "fresh", "ids", "labels", "pieces", "pools")

    def __init__(self, before: Position) -> None:
        self.ids: list[Any] = list(before.ids)
        self.pieces: list[Any] = list(before.view.rows)
        self.pools = before.pools
        self.fresh = before.fresh
        self.labels = before.labels
        self.diffs: list[Diff] = []

    def does(self, event: Any, chosen: int) -> bool:
        """Whether the event could happen on this board; if so, it has."""
        if type(event) is Placed:
            self.put(self.from_pool(event.piece, chosen), event.r, event.c, event.piece)
            return True
        number, piece = self.ids[event.r][event.c], self.pieces[event.r][event.c]
        if piece is None:
            return False
        self.write(event.r, event.c, 0, None)
        if type(event) is Stepped:
            self.put(number, event.to_r, event.to_c, piece)
        else:
            self.put_away(number)
        return True

    def write(self, r: int, c: int, number: int, piece: Piece | None) -> None:
        if type(self.ids[r]) is tuple:
            self.ids[r], self.pieces[r] = list(self.ids[r]), list(self.pieces[r])
        self.ids[r][c], self.pieces[r][c] = number, piece

    def put(self, number: int, r: int, c: int, piece: Piece) -> None:
        self.write(r, c, number, piece)
        self.diffs.append(Diff(number, number, r, c))

    def put_away(self, number: int) -> None:
        self.diffs.append(Diff(number, number, -1, -1))

    def from_pool(self, piece: Piece, chosen: int) -> int:
        """The id under which a piece comes onto the board."""
        owner, kind = piece.owner, piece.kind
        pool = self.pools[owner]
        entry = (chosen, kind)
        if entry not in pool:
            entry = next((found for found in pool if found[1] == kind), (0, kind))
        if not entry[0]:
            self.fresh += 1
            return self.fresh - 1
        place = pool.index(entry)
        rest = pool[:place] + pool[place + 1 :]
        self.pools = (*self.pools[:owner], rest, *self.pools[owner + 1 :])
        return entry[0]

    def position(self, state: Any, view: BoardView) -> Position:
        pools, fresh = _refilled(view, self.pools, self.fresh)
        ids = tuple(map(tuple, self.ids))
        return Position(state, view, ids, pools, fresh, self.labels, tuple(self.diffs))


def _compared(before: Position, state: Any, view: BoardView) -> Position:
    """The position after something that nobody here saw: what looks the same stays the same,
    a piece that is missing here and found there has moved."""
    hand = Hand(before)
    lost: dict[Piece, list[int]] = defaultdict(list)
    found: list[tuple[Piece, int, int]] = []
    for r, row in enumerate(view.rows):
        for c, piece in enumerate(row):
            old = hand.pieces[r][c]
            if old == piece:
                continue
            if old is not None:
                lost[old].append(hand.ids[r][c])
                hand.write(r, c, 0, None)
            if piece is not None:
                found.append((piece, r, c))
    moved = [(lost[piece].pop(0), r, c, piece) for piece, r, c in found if lost[piece]]
    there = {(r, c) for _, r, c, _ in moved}
    for numbers in lost.values():
        for number in numbers:
            hand.put_away(number)
    for number, r, c, piece in moved:
        hand.put(number, r, c, piece)
    for piece, r, c in found:
        if (r, c) not in there:
            hand.put(hand.from_pool(piece, 0), r, c, piece)
    return hand.position(state, view)


def move_meant(
    position: Position, game: AnyGame, seat: int, piece: int, r: int, c: int
) -> Place | Step | BoardNo:
    """The move of the game that a turn stands for, or why there is none."""
    kinds = dict(position.pools[seat])
    if piece in kinds:
        choice = len(position.view.pools[seat]) > 1
        placing = Place(r, c, kinds[piece] if choice else "")
        return placing if isinstance(placing, game.Move) else BoardNo.NOT_THAT_PIECE
    for from_r, row in enumerate(position.ids):
        if piece in row and piece:
            step = Step(from_r, row.index(piece), r, c)
            return step if isinstance(step, game.Move) else BoardNo.CANNOT_GO_THERE
    return BoardNo.NOT_THAT_PIECE
