"""Long messages: in pieces, in order, and no faster than they are read."""

from collections.abc import Iterator

import pytest

from tablehall.client import frames
from tablehall.net import sender
from tablehall.net.web import WebConnection
from tests.net.desk import Desk
from tests.net.test_connection import HEAD, Wire, connected

PIECES = [b"one ", b"two ", b"three"]


def text(wire: Wire) -> bytes:
    """Everything that was written."""
    return b"".join(wire.written)


async def test_it_goes_out_piece_by_piece_and_what_follows_waits(desk: Desk) -> None:
    conn, wire, _ = connected(desk)
    conn.write(b"before ")
    conn.answer_long(iter(PIECES))
    conn.write(b" after")
    await desk.passes()
    assert wire.written == [b"before ", *PIECES, b" after"]


async def test_a_short_one_is_an_answer_like_any_other(desk: Desk) -> None:
    conn, wire, _ = connected(desk)
    conn.answer_long(iter([b"short"]))
    assert not conn._longs
    await desk.passes()
    assert wire.written == [b"short"]


async def test_it_waits_for_what_was_decided_before(desk: Desk) -> None:
    conn, wire, _ = connected(desk)
    desk.decide("something")
    conn.answer_long(iter(PIECES))
    await desk.passes()
    assert wire.written == []
    await desk.commit()
    assert text(wire) == b"one two three"


async def test_nothing_more_is_read_until_it_is_sent(desk: Desk) -> None:
    conn, wire, door = connected(desk)
    conn.answer_long(iter(PIECES))
    conn.data_received(b"a\n")
    conn.data_received(b"b\n")
    assert door.hall.heard == []  # type: ignore[attr-defined]
    await desk.passes()
    assert door.hall.heard == [b"a", b"b"]  # type: ignore[attr-defined]
    assert text(wire) == b"one two threea\nb\n"


async def test_who_does_not_read_gets_no_more_of_it(desk: Desk) -> None:
    conn, wire, _ = connected(desk)
    made: list[bytes] = []

    def pieces() -> Iterator[bytes]:
        for number in range(100):
            made.append(b"%d " % number)
            yield made[-1]

    conn.answer_long(pieces())
    conn.pause_writing()
    await desk.passes()
    assert wire.written == []
    assert len(made) == 2
    conn.resume_writing()
    for _ in range(10):
        await desk.passes()
    assert text(wire) == b"".join(made)
    assert len(made) == 100


async def test_goodbye_is_said_after_it(desk: Desk) -> None:
    conn, wire, _ = connected(desk)
    conn.answer_long(iter(PIECES))
    conn.close()
    assert not wire.closed
    await desk.passes()
    assert wire.closed
    assert text(wire) == b"one two three"


async def test_of_those_that_nobody_asked_for_not_too_many_wait(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "LONGS_MOST", 2)
    conn, wire, _ = connected(desk)
    conn.pause_writing()
    conn.send_long(iter(PIECES))
    conn.send_long(iter(PIECES))
    assert not wire.aborted
    conn.send_long(iter(PIECES))
    assert wire.aborted


async def test_over_a_websocket_it_is_one_message_of_several_frames(desk: Desk) -> None:
    conn, wire, _ = connected(desk, WebConnection)
    conn.data_received(HEAD)
    await desk.passes()
    wire.written.clear()
    conn.answer_long(iter(PIECES))
    conn.write(b"next")
    conn.close()
    await desk.passes()
    data, start, found = text(wire), 0, []
    while (frame := frames.cut(data, start)) is not None:
        first, payload, start = frame
        found.append((frames.kind_of(first), frames.is_last(first), payload))
    assert found[:4] == [
        (frames.TEXT, False, b"one "),
        (frames.CONTINUATION, False, b"two "),
        (frames.CONTINUATION, True, b"three"),
        (frames.TEXT, True, b"next"),
    ]
    assert [kind for kind, _, _ in found[4:]] == [frames.CLOSE]


async def test_an_answer_of_many_kibibytes_ends_the_slice(desk: Desk) -> None:
    """Others have their turn before the next one is even looked at."""
    conn, _, door = connected(desk, message=1 << 16)
    conn.data_received(b"%b\n%b\nend\n" % (b"x" * 5000, b"y" * 5000))
    heard = door.hall.heard  # type: ignore[attr-defined]
    assert len(heard) == 1
    await desk.passes()
    assert len(heard) == 3
