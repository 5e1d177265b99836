"""Lines out of a stream of bytes, without any I/O."""

from typing import Final


class TooLong:
    """Stands for a line that was over the limit and has been skipped."""


TOO_LONG: Final = TooLong()


class LineReader:
    """Takes bytes apart at each `\\n`; a `\\r` before it is dropped too."""

    __slots__ = ("_buffer", "_limit", "_skipping", "_start")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = b""
        self._start = 0
        self._skipping = False

    def feed(self, data: bytes) -> None:
        """More bytes arrived."""
        if self._start < len(self._buffer):
            data = self._buffer[self._start :] + data
        self._buffer = data
        self._start = 0

    def whole(self, data: bytes) -> bytes | None:
        """The line, if this is exactly one and nothing came before it; None: it must be fed."""
        end = len(data) - 1
        if data.find(b"\n") != end or end > self._limit or self._skipping or self._start < len(self._buffer):
            return None
        return data[:-2] if data[-2:-1] == b"\r" else data[:-1]

    def next(self) -> bytes | TooLong | None:
        """The next line without its end; TOO_LONG once for each line over the limit."""
        buffer, start = self._buffer, self._start
        end = buffer.find(b"\n", start)
        if self._skipping:
            self._start = end + 1 if end >= 0 else len(buffer)
            if end < 0:
                return None
            self._skipping = False
            return self.next()
        if end < 0:
            if len(buffer) - start <= self._limit:
                return None
            self._skipping, self._start = True, len(buffer)
            return TOO_LONG
        self._start = end + 1
        if end - start > self._limit:
            return TOO_LONG
        return (
            buffer[start : end - 1] if buffer[end - 1 : end] == b"\r" and end > start else buffer[start:end]
        )
