"""The client's half of the WebSocket framing, against the server's, which was written without it."""

import pytest

from tablehall.client import frames
from tablehall.net import websocket

SIZES = [0, 1, 125, 126, 65535, 65536]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mask", [b"", frames.NO_MASK, b"\x21\x43\x65\x87"])
def test_the_server_reads_what_a_client_says(size: int, mask: bytes) -> None:
    data = bytes(range(256)) * (size // 256 + 1)
    reader = websocket.Reader(100_000)
    reader.feed(frames.masked(data[:size], frames.BINARY, mask=mask))
    assert reader.next() == (websocket.BINARY, data[:size])


@pytest.mark.parametrize("size", SIZES)
def test_a_client_cuts_what_the_server_says_wherever_it_breaks(size: int) -> None:
    frame = websocket.frame(b"x" * size)
    both = frame + websocket.frame(b"?", websocket.PING)
    assert frames.cut(both) == (0x80 | frames.TEXT, b"x" * size, len(frame))
    assert frames.cut(both, len(frame)) == (0x80 | frames.PING, b"?", len(both))
    assert frames.cut(both, len(both)) is None
    for end in {0, 1, 2, 3, len(frame) // 2, len(frame) - 1}:
        assert frames.cut(frame[: min(end, len(frame) - 1)]) is None


def test_a_first_byte_says_what_a_frame_is_and_whether_it_is_the_last() -> None:
    assert frames.kind_of(0x80 | frames.PONG) == frames.PONG
    assert frames.is_last(0x80 | frames.TEXT)
    assert not frames.is_last(frames.TEXT)


def test_a_message_may_come_in_several_frames() -> None:
    reader = websocket.Reader(100)
    reader.feed(frames.masked(b"one ", last=False) + frames.masked(b"two", frames.CONTINUATION))
    assert reader.next() == (websocket.TEXT, b"one two")


def test_the_handshake_is_answered_by_a_websocket_server_only() -> None:
    key = frames.new_key()
    asked = frames.upgrade("/ws", "hall.example", key).decode().split("\r\n")
    assert asked[:2] == ["GET /ws HTTP/1.1", "Host: hall.example"]
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in asked[1:-2])}
    head = websocket.handshake(headers)
    assert head is not None
    assert frames.accepted(head, key)
    assert not frames.accepted(head, frames.new_key())
    assert not frames.accepted(head.replace(b"101", b"200"), key)
