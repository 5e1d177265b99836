"""Choosing a move on a board of squares: first where from, then where to. Pure."""

from collections.abc import Sequence

from tablehall.games.board import Square
from tablehall.terminal.spelling import Move


class Pointer:
    """Where the cursor is, which piece was taken up, and what may be done with it."""

    def __init__(self, *, falls: bool = False) -> None:
        self.falls = falls
        """Whether a column says everything."""
        self.at: Square = (0, 0)
        self.taken: Square | None = None
        """The square of the piece that was taken up."""
        self.moves: Sequence[Move] = ()

    def offer(self, moves: Sequence[Move]) -> None:
        """From now on these are the moves; whatever was taken up is put down."""
        self.moves, self.taken = moves, None

    def go(self, r: int, c: int, size: Square) -> None:
        """Move the cursor by so many squares, not over the edge."""
        self.at = (min(max(self.at[0] + r, 0), size[0] - 1), min(max(self.at[1] + c, 0), size[1] - 1))

    def press(self) -> list[Move]:
        """Choose the square under the cursor: the moves that are meant by it, none if a piece was
        only taken up or put down, several if there is still a choice."""
        placing = [move for move in self.moves if move["type"] == "place" and self._same(move)]
        if placing:
            self.taken = None
            return placing
        if self.taken is not None:
            going = [move for move in self._from(self.taken) if (move["to_r"], move["to_c"]) == self.at]
            if going:
                self.taken = None
                return going
        self.taken = self.at if self.at != self.taken and self._from(self.at) else None
        return []

    def _same(self, move: Move) -> bool:
        return bool((self.falls or move["r"] == self.at[0]) and move["c"] == self.at[1])

    def _from(self, square: Square) -> list[Move]:
        return [move for move in self.moves if move["type"] == "step" and (move["r"], move["c"]) == square]

    def targets(self) -> set[Square]:
        """The squares that are worth choosing now."""
        if self.taken is not None:
            return {(move["to_r"], move["to_c"]) for move in self._from(self.taken)}
        return {(move["r"], move["c"]) for move in self.moves}
