"""A long message on its way: its pieces are made when they can be sent."""

from collections.abc import Callable, Iterator

Frame = Callable[[bytes, bool, bool], bytes]
"""A piece of a message as it goes over the wire; whether it is the first, and the last."""


class LongMessage:
    """What is left of it."""

    __slots__ = ("_begun", "_next", "_pieces", "asked")

    def __init__(self, first: bytes, second: bytes, rest: Iterator[bytes], *, asked: bool) -> None:
        self._pieces = rest
        self._next: list[bytes] = [first, second]
        self._begun = False
        self.asked = asked
        """Whether it is an answer, which is paid for."""

    def next(self, frame: Frame) -> tuple[bytes, bool]:
        """The next piece as it goes over the wire, and whether it was the last."""
        piece = self._next.pop(0)
        if not self._next and (after := next(self._pieces, None)) is not None:
            self._next.append(after)
        last = not self._next
        first, self._begun = not self._begun, True
        return frame(piece, first, last), last
