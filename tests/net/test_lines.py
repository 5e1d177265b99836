"""Lines out of bytes, in whatever pieces they arrive."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablehall.net.lines import TOO_LONG, LineReader, TooLong


def read(*pieces: bytes, limit: int = 20) -> list[bytes | TooLong]:
    """The lines in some bytes."""
    reader = LineReader(limit)
    lines: list[bytes | TooLong] = []
    for piece in pieces:
        reader.feed(piece)
        while (line := reader.next()) is not None:
            lines.append(line)
    return lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"one", []),
        (b"one\n", [b"one"]),
        (b"one\ntwo\nthr", [b"one", b"two"]),
        (b"\n\n", [b"", b""]),
        (b"one\r\n\r\n", [b"one", b""]),
        (b"one\r\r\n", [b"one\r"]),
        (b"a\rb\n", [b"a\rb"]),
        (b"\x00\xff\n", [b"\x00\xff"]),
    ],
)
def test_a_line_ends_with_its_line_feed(data: bytes, lines: list[bytes]) -> None:
    assert read(data) == lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"x" * 20 + b"\n", [b"x" * 20]),
        (b"x" * 21 + b"\n", [TOO_LONG]),
        (b"x" * 21, [TOO_LONG]),
        (b"x" * 1000, [TOO_LONG]),
        (b"x" * 1000 + b"\nnext\n", [TOO_LONG, b"next"]),
        (b"x" * 1000 + b"\n" + b"y" * 1000 + b"\nnext\n", [TOO_LONG, TOO_LONG, b"next"]),
        (b"x" * 1000 + b"\n\n", [TOO_LONG, b""]),
    ],
)
def test_a_line_too_long_is_refused_once_and_skipped_to_its_end(
    data: bytes, lines: list[bytes | TooLong]
) -> None:
    assert read(data) == lines
    assert read(*(bytes((byte,)) for byte in data)) == lines


bits = st.sampled_from([b"\n", b"\r\n", b"\r", b"x", b"x" * 19, b"x" * 20, b"x" * 21, b"x" * 50])


@given(st.lists(bits, max_size=20).map(b"".join), st.lists(st.integers(0, 300), max_size=10))
def test_any_split_of_the_bytes_gives_the_same_lines(data: bytes, cuts: list[int]) -> None:
    places = sorted({cut % (len(data) + 1) for cut in cuts})
    pieces = [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]
    assert read(*pieces) == read(data)


@given(st.lists(st.binary(max_size=19).filter(lambda line: b"\n" not in line and not line.endswith(b"\r"))))
def test_whatever_is_sent_is_read(lines: list[bytes]) -> None:
    assert read(b"".join(line + b"\n" for line in lines)) == lines
    assert read(b"".join(line + b"\r\n" for line in lines)) == lines


def test_what_was_skipped_is_not_kept() -> None:
    """A line without an end must not fill the memory."""
    reader = LineReader(20)
    for _ in range(1000):
        reader.feed(b"x" * 1000)
        reader.next()
    assert len(reader._buffer) <= 1000
