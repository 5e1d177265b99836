"""A connection in the hands of the test: what arrives at odd moments, and who is gone."""

from typing import Any

import pytest

from tablehall.client.frames import masked
from tablehall.hall.notices import News
from tablehall.net import sender
from tablehall.net.connection import Connection
from tablehall.net.web import WebConnection
from tablehall.protocols.door import Door, DoorLimits, Port, Session
from tests.net.desk import Desk

HEAD = (
    b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class NotedSession(Session):
    """Notes what it hears, and says it back."""

    def receive(self, data: bytes) -> None:
        self.hall.heard.append(data)  # type: ignore[attr-defined]
        self.port.answer(data + b"\n")

    def too_long(self) -> None:
        self.hall.heard.append(b"too long")  # type: ignore[attr-defined]

    def tell(self, news: News, seat: int | None) -> None: ...
    def lost(self) -> None: ...


class NotedDoor(Door):
    """A door of such sessions."""

    name, title, transport, port = "noted", "a notebook", "lines", 0

    def __init__(self, hall: Any, settings: Any = None) -> None:
        super().__init__(hall, settings)
        self.sessions = 0
        hall.heard = []

    def session(self, port: Port, path: str = "/") -> Session:
        self.sessions += 1
        return NotedSession(self.hall, port)


class Wire:
    """The transport of a connection."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.aborted = self.closed = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        self.closed = True

    def get_extra_info(self, name: str) -> Any:
        return ("10.0.0.1", 1) if name == "peername" else None

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


def connected(
    desk: Desk, kind: type[Connection] = Connection, **limits: int
) -> tuple[Connection, Wire, NotedDoor]:
    """A connection, its wire and its door."""
    door, wire = NotedDoor(desk.pipeline.hall), Wire()
    made = kind(desk.pipeline, door, DoorLimits(**limits))
    made.connection_made(wire)  # type: ignore[arg-type]
    return made, wire, door


async def test_after_the_last_word_of_a_websocket_nothing_begins_anew(desk: Desk) -> None:
    """Its goodbye waits for a commit; whatever it sends meanwhile is for nobody."""
    conn, wire, door = connected(desk, WebConnection)
    conn.data_received(HEAD)
    desk.decide("something")
    await desk.passes()
    conn.data_received(masked(b"", 8))
    said = len(wire.written)
    conn.data_received(HEAD)
    conn.data_received(bytes(20_000))
    await desk.passes()
    assert len(wire.written) == said
    assert not wire.closed
    assert door.sessions == 1
    await desk.commit()
    assert wire.written[said:] == [b"\x88\x00"]
    assert wire.closed


async def test_who_is_dropped_is_dropped_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "PACED_MOST", 5)
    conn, wire, _ = connected(desk)
    conn.pace(100)
    for _ in range(20):
        conn.write(b"a\n")
    assert wire.aborted
    assert desk.pipeline.counts["slow_readers_dropped"] == 1


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 100])
async def test_lines_in_whatever_pieces_cost_the_same(desk: Desk, size: int) -> None:
    conn, _, door = connected(desk, message=6, burst=100)
    text = b"one\r\ntwo\n\nthree\nmuch too long\nfour\n\r\nfive\nhalf"
    for start in range(0, len(text), size):
        conn.data_received(text[start : start + size])
    conn.data_received(b" a\n")
    conn.data_received(b"six\n")
    await desk.passes()
    wanted = [b"one", b"two", b"", b"three", b"too long", b"four", b"", b"five", b"half a", b"six"]
    assert door.hall.heard == wanted  # type: ignore[attr-defined]
    assert desk.pipeline.counts["messages"] == len(wanted)
    assert conn.allowance.tokens == 100 - len(wanted)


async def test_a_whole_message_waits_for_its_turn(desk: Desk) -> None:
    conn, _, door = connected(desk, burst=3, rate=1)
    heard = door.hall.heard  # type: ignore[attr-defined]
    conn.pause_writing()
    conn.data_received(b"one\n")
    assert not heard
    conn.resume_writing()
    assert heard == [b"one"]
    desk.pipeline.congested = True
    conn.data_received(b"two\n")
    conn.data_received(b"three\n")
    assert heard == [b"one"]
    desk.pipeline.congested = False
    conn.uncongested()
    assert heard == [b"one", b"two", b"three"]
    conn.data_received(b"beyond the rate\n")
    assert heard == [b"one", b"two", b"three"]


@pytest.mark.parametrize("size", [1, 2, 6, 7, 9, 1000])
async def test_frames_in_whatever_pieces_are_the_same_messages(desk: Desk, size: int) -> None:
    conn, _, door = connected(desk, WebConnection)
    pong = masked(b"", 10)
    text = HEAD + masked(b"one") + pong + masked(b"t", 1, False) + pong + masked(b"wo", 0) + masked(b"")
    text += masked(b"x" * 125) + masked(b"y" * 126)
    for start in range(0, len(text), size):
        conn.data_received(text[start : start + size])
    conn.data_received(masked(b"begun ", 1, False))
    conn.data_received(pong)
    conn.data_received(masked(b"ended", 0))
    conn.data_received(masked(b"whole"))
    wanted = [b"one", b"two", b"", b"x" * 125, b"y" * 126, b"begun ended", b"whole"]
    assert door.hall.heard == wanted  # type: ignore[attr-defined]


async def test_a_whole_frame_within_another_message_is_a_fault(desk: Desk) -> None:
    conn, wire, door = connected(desk, WebConnection)
    conn.data_received(HEAD)
    conn.data_received(masked(b"begun ", 1, False))
    conn.data_received(masked(b"whole"))
    await desk.passes()
    assert not door.hall.heard  # type: ignore[attr-defined]
    assert wire.written[-1][2:4] == (1002).to_bytes(2, "big")
    assert wire.closed
