"""WebSocket framing: every size, every kind, every fault, in whatever pieces it arrives."""

import base64
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablehall.client.frames import masked
from tablehall.net.websocket import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    FramingError,
    Reader,
    accept_key,
    close_frame,
    frame,
    handshake,
    unmask,
)

LIMIT = 70_000
BEGINS = False
"""It is not the last frame of its message."""


def read(*pieces: bytes, limit: int = LIMIT) -> list[tuple[int, bytes]]:
    """The messages in some bytes; an error stands at the end as its code."""
    reader = Reader(limit)
    messages: list[tuple[int, bytes]] = []
    try:
        for piece in pieces:
            reader.feed(piece)
            while (message := reader.next()) is not None:
                messages.append(message)
    except FramingError as error:
        messages.append((error.code, b""))
    return messages


def in_pieces(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    """Bytes cut at these places."""
    places = sorted({cut % (len(data) + 1) for cut in cuts})
    return [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]


@pytest.mark.parametrize("kind", [TEXT, BINARY])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 124, 125, 126, 127, 128, 65_534, 65_535, 65_536, LIMIT])
def test_a_message_of_every_size_of_header(size: int, kind: int) -> None:
    data = bytes(number % (127 if kind == TEXT else 251) for number in range(size))
    sent = masked(data, kind)
    assert read(sent) == [(kind, data)]
    assert read(sent[:1], sent[1:2], sent[2:9], sent[9:]) == [(kind, data)]


@pytest.mark.parametrize(("size", "length"), [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
def test_our_own_header_is_the_shortest_that_fits(size: int, length: int) -> None:
    for kind in (TEXT, BINARY):
        head = frame(bytes(size), kind)[: -size or None]
        assert len(head) == length
        assert head[0] == 0x80 | kind
        assert int.from_bytes(head[1:] if length == 2 else head[2:], "big") == size
    assert frame(b"hello") == b"\x81\x05hello"


def test_a_header_longer_than_need_be_is_understood() -> None:
    """RFC 6455 asks for the shortest; nobody is harmed by a longer one."""
    assert read(b"\x81\xfe\x00\x01" + bytes(4) + b"a") == [(TEXT, b"a")]
    assert read(b"\x81\xff" + (1).to_bytes(8, "big") + bytes(4) + b"a") == [(TEXT, b"a")]


@given(st.binary(max_size=300), st.binary(min_size=4, max_size=4))
def test_a_mask_taken_off_twice_is_no_mask(data: bytes, mask: bytes) -> None:
    hidden = unmask(mask, data)
    assert hidden == bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
    assert unmask(mask, hidden) == data


def test_a_message_in_fragments() -> None:
    pieces = [
        masked(b"one ", TEXT, BEGINS),
        masked(b"two ", CONTINUATION, BEGINS),
        masked(b"three", CONTINUATION),
    ]
    assert read(*pieces) == [(TEXT, b"one two three")]
    assert read(*pieces, *pieces) == [(TEXT, b"one two three")] * 2
    assert read(masked(b"", BINARY, BEGINS), masked(b"", CONTINUATION)) == [(BINARY, b"")]


def test_control_frames_come_between_fragments() -> None:
    pieces = [
        masked(b"one ", TEXT, BEGINS),
        masked(b"are you there?", PING),
        masked(b"two", CONTINUATION, BEGINS),
        masked(b"", PONG),
        masked(b"", CONTINUATION),
        masked(b"\x03\xe8", CLOSE),
    ]
    assert read(b"".join(pieces)) == [
        (PING, b"are you there?"),
        (PONG, b""),
        (TEXT, b"one two"),
        (CLOSE, b"\x03\xe8"),
    ]


FAULTS = {
    "not masked": (b"\x81\x05hello", 1002),
    "empty and not masked": (b"\x81\x00", 1002),
    "the first reserved bit": (b"\xc1\x80" + bytes(4), 1002),
    "the second reserved bit": (b"\xa1\x80" + bytes(4), 1002),
    "the third reserved bit": (b"\x91\x80" + bytes(4), 1002),
    "kind 3": (b"\x83\x80" + bytes(4), 1002),
    "kind 7": (b"\x87\x80" + bytes(4), 1002),
    "control kind 11": (b"\x8b\x80" + bytes(4), 1002),
    "control kind 15": (b"\x8f\x80" + bytes(4), 1002),
    "a ping in fragments": (masked(b"x", PING, BEGINS), 1002),
    "a ping too long": (masked(b"x" * 126, PING), 1002),
    "a close too long": (masked(b"x" * 126, CLOSE), 1002),
    "a close with half a code": (masked(b"x", CLOSE), 1002),
    "the end of nothing": (masked(b"x", CONTINUATION), 1002),
    "a message in a message": (masked(b"x", TEXT, BEGINS) + masked(b"y", TEXT), 1002),
    "an empty message in a message": (masked(b"x", TEXT, BEGINS) + masked(b"", TEXT), 1002),
    "a beginning in a message": (masked(b"x", TEXT, BEGINS) + masked(b"y", BINARY, BEGINS), 1002),
    "too long": (masked(b"x" * 1001, TEXT), 1009),
    "too long by its header alone": (b"\x82\xfe\xff\xff", 1009),
    "endless by its header alone": (b"\x81\xff" + b"\xff" * 8, 1009),
    "too long in fragments": (masked(b"x" * 900, TEXT, BEGINS) + masked(b"x" * 101, CONTINUATION), 1009),
    "too many fragments": (masked(b"", TEXT, BEGINS) + masked(b"", CONTINUATION, BEGINS) * 1100, 1009),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_its_code(fault: str) -> None:
    good = masked(b"good", TEXT)
    bad, code = FAULTS[fault]
    assert read(good + bad, limit=1000) == [(TEXT, b"good"), (code, b"")]
    assert read(*(bytes((byte,)) for byte in good + bad), limit=1000) == [(TEXT, b"good"), (code, b"")]


def test_a_message_of_exactly_the_limit_is_read() -> None:
    assert read(masked(b"x" * 1000, TEXT), limit=1000) == [(TEXT, b"x" * 1000)]
    assert read(masked(b"x" * 100, TEXT), limit=100) == [(TEXT, b"x" * 100)]
    assert read(masked(b"x" * 101, TEXT), limit=100) == [(1009, b"")]
    halves = masked(b"x" * 500, TEXT, BEGINS), masked(b"x" * 500, CONTINUATION)
    assert read(*halves, limit=1000) == [(TEXT, b"x" * 1000)]


def test_the_limit_counts_each_message_anew() -> None:
    halves = masked(b"x" * 500, TEXT, BEGINS) + masked(b"x" * 500, CONTINUATION)
    assert len(read(halves * 5, limit=1000)) == 5


frames = st.one_of(
    st.builds(masked, st.binary(max_size=200), st.sampled_from([TEXT, BINARY, PING, PONG, CLOSE])),
    st.builds(
        masked, st.binary(max_size=200), st.sampled_from([TEXT, CONTINUATION]), st.sampled_from([0, 0x80])
    ),
    st.binary(min_size=1, max_size=12),
)


@given(st.lists(frames, max_size=8).map(b"".join), st.lists(st.integers(0, 4000), max_size=12))
def test_any_split_of_the_bytes_gives_the_same_messages(data: bytes, cuts: list[int]) -> None:
    assert read(*in_pieces(data, cuts), limit=300) == read(data, limit=300)


@given(
    st.lists(st.binary(max_size=200) | st.text(max_size=60), max_size=6),
    st.lists(st.integers(0, 2000), max_size=12),
)
def test_whatever_is_sent_is_read(messages: list[bytes | str], cuts: list[int]) -> None:
    wanted = [(TEXT, m.encode()) if isinstance(m, str) else (BINARY, m) for m in messages]
    sent = b"".join(masked(message, kind) for kind, message in wanted)
    assert read(*in_pieces(sent, cuts)) == wanted


KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""The example of RFC 6455."""
GOOD = {"upgrade": "websocket", "sec-websocket-version": "13", "sec-websocket-key": KEY}


def test_the_handshake_of_the_standard() -> None:
    assert accept_key(KEY) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    answer = handshake({**GOOD, "upgrade": "WebSocket"})
    assert answer is not None
    assert answer.startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
    assert b"\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in answer
    assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "wrong",
    [
        {"upgrade": "h2c"},
        {"upgrade": ""},
        {"sec-websocket-version": "8"},
        {"sec-websocket-version": ""},
        {"sec-websocket-key": ""},
        {"sec-websocket-key": "not base64!"},
        {"sec-websocket-key": base64.b64encode(bytes(15)).decode()},
        {"sec-websocket-key": "ключ"},
    ],
)
def test_what_is_no_handshake(wrong: dict[str, str]) -> None:
    assert handshake({**GOOD, **wrong}) is None


def test_a_goodbye_has_a_code_and_fits_a_control_frame() -> None:
    assert close_frame() == b"\x88\x02\x03\xe8"
    assert close_frame(1009, "too long") == b"\x88\x0a\x03\xf1too long"
    assert len(close_frame(1000, "x" * 500)) == 127
