"""The house door against everything a network can bring: it says no, and nobody else is disturbed."""

import asyncio
import contextlib
import json
import re
import socket
import struct
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tablehall.client.frames import masked
from tablehall.conformance.wires import Goodbye, Place, WebSocketWire, WireError
from tablehall.net import web
from tablehall.protocols.house import HouseDoor
from tablehall.server import Server

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

OpenDoor = Callable[..., Awaitable[tuple[Server, Any, int]]]
TEXT, BINARY, CONTINUATION, CLOSE = 1, 2, 0, 8
PATIENCE = 20.0
names = iter(f"guest {number}" for number in range(10_000))


class Client:
    """A client of the house door."""

    def __init__(self, wire: WebSocketWire) -> None:
        self.wire = wire

    def say(self, **request: Any) -> None:
        self.wire.say(json.dumps(request))

    def send(self, data: bytes) -> None:
        """Bytes as they are."""
        self.wire.writer.write(data)

    async def hear(self) -> Any:
        """The next message, or a goodbye."""
        heard = await asyncio.wait_for(self.wire.inbox.get(), PATIENCE)
        return heard if isinstance(heard, Goodbye) else json.loads(heard)

    async def hear_of(self, kind: str) -> Any:
        """The next message of a type, whatever comes before it."""
        while (heard := await self.hear())["type"] != kind:
            pass
        return heard

    async def ask(self, **request: Any) -> Any:
        """The answer to a request, whatever comes before it."""
        self.say(**request, re="?")
        while True:
            heard = await self.hear()
            if isinstance(heard, Goodbye) or heard.get("re") == "?":
                return heard

    async def is_well(self) -> bool:
        """Whether this connection still works."""
        return bool((await self.ask(type="ping"))["type"] == "pong")


Enter = Callable[..., Awaitable[Client]]


@pytest.fixture
async def enter() -> AsyncIterator[Enter]:
    """Lets clients come in, and all of them leave after the test."""
    wires: list[WebSocketWire] = []

    async def make(hall: "RunningHall", *, name: str | None = None) -> Client:
        wire = WebSocketWire(asyncio.Queue())
        await wire.open(Place(*hall.doors["house"], "websocket"), "/ws", "")
        wires.append(wire)
        client = Client(wire)
        if name != "":
            assert (await client.ask(type="hello", name=name or next(names)))["type"] == "welcome"
        return client

    yield make
    for wire in wires:
        await wire.end("closes")


async def seated(enter: Enter, hall: "RunningHall") -> tuple[Client, Client, int]:
    """Two players at a table of theirs."""
    anna, bob = await enter(hall), await enter(hall)
    table = (await anna.ask(type="open", game="tictactoe", rated=False))["card"]["table"]
    assert (await bob.ask(type="join", table=table))["type"] == "table"
    assert (await anna.ask(type="sync", table=table))["card"]["status"] == "playing"
    return anna, bob, table


def place(row: int, column: int) -> dict[str, Any]:
    return {"type": "place", "r": row, "c": column}


# What is no request.

UNREADABLE = {
    "nothing": b"",
    "not JSON": b"hello",
    "half of it": b'{"type":"ping"',
    "too much of it": b'{"type":"ping"}}',
    "no object": b"[]",
    "a number": b"7",
    "null": b"null",
    "no type": b"{}",
    "a type that is none": b'{"type":7}',
    "an unknown type": b'{"type":"dance"}',
    "a reply": b'{"type":"pong","at":1}',
    "an unknown key": b'{"type":"ping","x":1}',
    "a key missing": b'{"type":"act","table":1}',
    "a table that is no number": b'{"type":"leave","table":"1"}',
    "a table with a fraction": b'{"type":"leave","table":1.5}',
    "a table below zero": b'{"type":"leave","table":-1}',
    "a table beyond all numbers": b'{"type":"leave","table":99999999999999999999999999}',
    "a table that is true": b'{"type":"leave","table":true}',
    "an endless name": b'{"type":"hello","name":"' + b"x" * 65 + b'"}',
    "an endless tag": b'{"type":"ping","re":"' + b"x" * 65 + b'"}',
    "a tag that is an object": b'{"type":"ping","re":{}}',
    "an unknown kind of proposal": b'{"type":"propose","table":1,"kind":"marriage"}',
    "an unknown key of a clock": b'{"type":"open","game":"chess","clock":{"kind":"none","x":1}}',
    "half a surrogate": b'{"type":"hello","name":"\\ud800"}',
    "a zero byte": b'{"type":"ping"}\x00',
    "not a number": b'{"type":"leave","table":NaN}',
    "a deep hole": b"[" * 60_000,
    "a deep hole in a move": b'{"type":"act","table":1,"move":'
    + b'{"a":' * 10_000
    + b"1"
    + b"}" * 10_000
    + b"}",
}


@pytest.mark.parametrize("what", UNREADABLE)
async def test_what_is_no_request_is_refused_and_the_conversation_goes_on(
    what: str, hall: "RunningHall", enter: Enter
) -> None:
    client = await enter(hall)
    client.send(masked(UNREADABLE[what], TEXT))
    refused = await client.hear()
    assert (refused["type"], refused["reason"]) == ("refused", "unreadable")
    assert refused["sentence"]
    assert len(json.dumps(refused)) < 600
    assert await client.is_well()


async def test_a_binary_message_is_refused(hall: "RunningHall", enter: Enter) -> None:
    client = await enter(hall, name="")
    client.send(masked(b'{"type":"ping"}', BINARY))
    assert (await client.hear())["reason"] == "unreadable"
    assert await client.is_well()


# What is somebody else's.


async def test_nobody_acts_at_a_table_without_a_seat_there(hall: "RunningHall", enter: Enter) -> None:
    anna, bob, table = await seated(enter, hall)
    eve = await enter(hall)
    move = place(0, 0)
    for watching in (False, True):
        if watching:
            assert (await eve.ask(type="watch", table=table))["type"] == "table"
        requests: list[tuple[dict[str, Any], str]] = [
            ({"type": "act", "move": move}, "not_seated"),
            ({"type": "resign"}, "not_seated"),
            ({"type": "start"}, "not_seated"),
            ({"type": "resize", "seats": 2}, "not_seated"),
            ({"type": "propose", "kind": "draw"}, "not_seated"),
            ({"type": "answer", "yes": True}, "not_seated"),
            ({"type": "save", "name": "mine"}, "not_seated"),
            ({"type": "join"}, "table_full"),
            ({"type": "say", "text": "hi"}, "" if watching else "not_here"),
        ]
        for request, reason in requests:
            assert (await eve.ask(table=table, **request)).get("reason", "") == reason, request
    assert (await bob.ask(type="act", table=table, move=move))["reason"] == "not_your_turn"
    nonsenses: list[Any] = [None, 7, "e4", [], {}, {"type": "place"}, {"type": "place", "r": 1.5, "c": {}}]
    for nonsense in nonsenses:
        assert (await anna.ask(type="act", table=table, move=nonsense))["reason"] == "not_a_move"
    for outside in (place(-1, 0), place(3, 0), place(0, 10**18)):
        assert (await anna.ask(type="act", table=table, move=outside))["reason"] == "off_board"
    assert (await anna.ask(type="act", table=table, move=move))["type"] == "done"


@pytest.mark.parametrize(
    "request_",
    [
        {"type": "act", "move": {}},
        {"type": "join"},
        {"type": "watch"},
        {"type": "leave"},
        {"type": "start"},
        {"type": "resize", "seats": 2},
        {"type": "sync"},
        {"type": "legal"},
        {"type": "resign"},
        {"type": "propose", "kind": "draw"},
        {"type": "answer", "yes": True},
        {"type": "say", "text": "hi"},
        {"type": "save", "name": "x"},
    ],
    ids=lambda request: str(request["type"]),
)
async def test_a_table_that_is_not_there(request_: dict[str, Any], hall: "RunningHall", enter: Enter) -> None:
    stranger = await enter(hall, name="")
    assert (await stranger.ask(table=1, **request_))["reason"] == "who_are_you"
    guest = await enter(hall)
    assert (await guest.ask(table=1, **request_))["reason"] == "no_such_table"


async def test_seats_names_and_secrets_of_others(hall: "RunningHall", enter: Enter) -> None:
    anna = await enter(hall)
    name = next(names)
    bob = await enter(hall, name=name)
    eve = await enter(hall, name="")
    assert (await eve.ask(type="hello", name=name))["reason"] == "name_taken"
    assert (await eve.ask(type="hello", secret="guessed"))["reason"] == "unknown_secret"
    assert (await eve.ask(type="hello", name="x" * 21))["reason"] == "bad_name"
    assert (await eve.ask(type="hello", name="a\nb"))["reason"] == "bad_name"
    assert (await bob.ask(type="hello", name="again"))["reason"] == "already_entered"
    table = (await anna.ask(type="open", game="shelfie", seats=3))["card"]["table"]
    assert (await bob.ask(type="join", table=table, seat=0))["reason"] == "seat_taken"
    assert (await bob.ask(type="join", table=table, seat=3))["reason"] == "bad_seats"
    assert (await bob.ask(type="join", table=table, seat=-1))["reason"] == "bad_seats"
    assert (await anna.ask(type="join", table=table))["reason"] == "already_seated"


# Frames and handshakes.

FAULTS = {
    "too long": (masked(b"x" * 65_537, TEXT), 1009),
    "endless": (b"\x81\xff" + b"\x7f" + b"\xff" * 7, 1009),
    "too long in pieces": (
        masked(b"x" * 40_000, TEXT, last=False) + masked(b"x" * 40_000, CONTINUATION),
        1009,
    ),
    "not masked": (b"\x81\x0f" + b'{"type":"ping"}', 1002),
    "reserved bits": (b"\xc1\x80" + bytes(4), 1002),
    "unknown kind": (b"\x83\x80" + bytes(4), 1002),
    "pieces out of order": (masked(b"x", CONTINUATION), 1002),
    "bytes that are no text": (masked(b'{"type":"hello","name":"\xff"}', TEXT), 1007),
    "a goodbye with a code that nobody says": (masked(b"\x03\xed", CLOSE), 1002),
    "a goodbye with a reason that is no text": (masked(b"\x03\xe8\xff", CLOSE), 1007),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_bad_frames_end_the_connection_with_the_right_code(
    fault: str, hall: "RunningHall", enter: Enter
) -> None:
    bad, witness = await enter(hall), await enter(hall)
    data, code = FAULTS[fault]
    bad.send(masked(b'{"type":"ping"}', TEXT) + data + masked(b'{"type":"ping"}', TEXT))
    assert (await bad.hear())["type"] == "pong"
    assert await bad.hear() == Goodbye(code)
    assert await witness.is_well()


def exchange(hall: "RunningHall", data: bytes, *, then: bytes = b"") -> bytes:
    """Everything the server says to some bytes until it hangs up."""
    heard = b""
    raw = socket.create_connection(hall.doors["house"], timeout=PATIENCE)
    with raw, contextlib.suppress(ConnectionError):
        raw.sendall(data)
        if then:
            time.sleep(0.05)
            raw.sendall(then)
        while more := raw.recv(65_536):
            heard += more
    return heard


HELLO = "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
VERSION = "Sec-WebSocket-Version: 13\r\n"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (f"GET /ws HTTP/1.1\r\n{HELLO}{VERSION}\r\n", 400),
        (f"GET /ws HTTP/1.1\r\n{HELLO}{VERSION}Sec-WebSocket-Key: short\r\n\r\n", 400),
        (f"GET /ws HTTP/1.1\r\n{HELLO}{KEY}\r\n", 426),
        (f"GET /ws HTTP/1.1\r\n{HELLO}{KEY}Sec-WebSocket-Version: 8\r\n\r\n", 426),
        (f"POST /ws HTTP/1.1\r\n{HELLO}{KEY}{VERSION}\r\n", 404),
        ("GET /ws HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("DELETE /version HTTP/1.1\r\nHost: x\r\n\r\n", 405),
        ("GET /api/tables/99999999999999999999 HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("what?\r\n\r\n", 400),
        ("GET / HTTP/9.9\r\n\r\n", 400),
        ("GET /version HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n", 400),
        ("\r\n\r\n\r\n\r\n", 400),
        ("\x16\x03\x01\x02\r\n\r\n", 400),
    ],
)
async def test_a_request_that_does_not_fit_gets_a_clear_status(
    request_: str, status: int, hall: "RunningHall", enter: Enter
) -> None:
    witness = await enter(hall)
    answer = await asyncio.to_thread(exchange, hall, request_.encode("latin-1"))
    assert answer.startswith((b"HTTP/1.1 %d " % status, b"HTTP/1.0 %d " % status)), answer[:300]
    assert await witness.is_well()


async def test_headers_without_end_are_refused(hall: "RunningHall", enter: Enter) -> None:
    witness = await enter(hall)
    bomb = b"GET / HTTP/1.1\r\n" + b"X: " + b"x" * 16_400
    answer = await asyncio.to_thread(exchange, hall, bomb)
    assert answer.startswith(b"HTTP/1.1 431 ")
    more = await asyncio.to_thread(exchange, hall, bomb, then=b"x" * 1_000_000)
    assert not more or more.startswith(b"HTTP/1.1 431 ")
    assert await witness.is_well()


async def test_a_head_that_does_not_end_in_time_is_cut_off(
    open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "HEAD_TIME", 300)
    server, _, port = await open_door(HouseDoor)
    begun = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(ConnectionError):
        for byte in b"GET /version HTTP/1.1\r\nHost: x":
            writer.write(bytes((byte,)))
            await asyncio.sleep(0.02)
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    assert 0.3 <= time.monotonic() - begun < PATIENCE
    writer.close()
    await asyncio.sleep(0)
    assert not server.pipeline.connections


async def test_a_head_in_pieces_is_read_like_any_other(hall: "RunningHall") -> None:
    answer = await asyncio.to_thread(exchange, hall, b"GET /version HT", then=b"TP/1.1\r\nHost: x\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert answer.endswith(b"}")


async def test_a_first_message_right_behind_the_handshake_is_not_lost(hall: "RunningHall") -> None:
    head = f"GET /ws HTTP/1.1\r\n{HELLO}{KEY}{VERSION}\r\n".encode()
    close = masked((1000).to_bytes(2, "big"), 8)
    answer = await asyncio.to_thread(exchange, hall, head + masked(b'{"type":"ping"}', TEXT) + close)
    assert answer.startswith(b"HTTP/1.1 101 ")
    assert b'{"type":"pong"' in answer
    assert answer.endswith(b"\x88\x02\x03\xe8")


# Too much of everything.


def sent_and_answered(hall: "RunningHall", data: bytes, last: bytes) -> tuple[list[Any], float, float]:
    """Everything said to a flood of requests up to the last answer; when the first and the last came."""
    begun, heard = 0.0, b""
    raw = socket.create_connection(hall.doors["house"], timeout=PATIENCE)
    with raw:
        raw.sendall(f"GET /ws HTTP/1.1\r\n{HELLO}{KEY}{VERSION}\r\n".encode())
        sending = threading.Thread(target=raw.sendall, args=(data,))
        sending.start()
        while last not in heard[-1000:]:
            heard += raw.recv(1 << 20)
            begun = begun or (time.monotonic() if b'"pong"' in heard else 0.0)
        over = time.monotonic()
        sending.join()
    return split(heard.partition(b"\r\n\r\n")[2])[0], begun, over


async def test_a_flood_of_requests_is_answered_in_order_and_nobody_else_waits(
    new_hall: "NewHall", enter: Enter
) -> None:
    hall = new_hall("[doors.house.limits]\nburst = 60000\n")
    witness = await enter(hall)
    count = 20_000
    flood = b"".join(masked(b'{"type":"ping","re":%d}' % number, TEXT) for number in range(count))
    last = b'"re":%d}' % (count - 1)
    for _ in range(3):  # a machine that stands still for a moment proves nothing
        eager = asyncio.create_task(asyncio.to_thread(sent_and_answered, hall, flood, last))
        waits = []
        while not eager.done():
            asked = time.monotonic()
            assert await witness.is_well()
            waits.append((asked, time.monotonic()))
            await asyncio.sleep(0)
        answers, begun, over = await eager
        assert [answer["re"] for answer in answers] == list(range(count))
        if sum(begun < asked and answered < over for asked, answered in waits) >= 20:
            return
    raise AssertionError("the others have no turn in between")


async def test_a_spectator_who_does_not_read_holds_nobody_up(new_hall: "NewHall", enter: Enter) -> None:
    loud = "[hall]\nchat_burst = 1e9\nchat_burst_per_address = 1e9\n"
    hall = new_hall(f"[doors.house.limits]\nslow = 600000\n{loud}")
    anna, bob, table = await seated(enter, hall)
    lazy = await reading_nothing(hall, table)
    before = memory(hall)
    text = "\N{GAME DIE}" * 500
    for first in range(0, 3000, 100):  # bob reads along, or bob would be a slow reader, too
        for number in range(first, first + 100):
            anna.say(type="say", table=table, text=text, re=number)
        for number in range(first, first + 100):
            assert (await anna.hear_of("done"))["re"] == number
        said = 0
        while said < 100:
            said += (await bob.hear_of("happened")).get("text") == text
    assert memory(hall) - before < 100_000_000
    assert (await anna.ask(type="act", table=table, move=place(1, 1)))["type"] == "done"
    assert (await bob.ask(type="act", table=table, move=place(0, 0)))["type"] == "done"
    latest = (await bob.ask(type="sync", table=table))["seq"]
    heard = await asyncio.to_thread(read_up_to, lazy, latest)
    lazy.close()
    kinds = [message["type"] for message in heard]
    assert kinds[-1] == "table", "the whole table, in place of what was left out"
    assert kinds.count("happened") < 3002, "less than was said and moved"
    assert heard[-1]["seq"] == latest
    assert await anna.is_well()


async def reading_nothing(hall: "RunningHall", table: int) -> socket.socket:
    """A spectator who gives a name, says what to see, and then looks away."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(PATIENCE)
    raw.connect(hall.doors["house"])
    raw.sendall(f"GET /ws HTTP/1.1\r\n{HELLO}{KEY}{VERSION}\r\n".encode())
    raw.sendall(masked(b'{"type":"hello","name":"lazy"}', TEXT))
    raw.sendall(masked(b'{"type":"watch","table":%d}' % table, TEXT))
    await asyncio.sleep(0.1)
    return raw


def read_up_to(raw: socket.socket, seq: int) -> list[Any]:
    """Everything that waits for a client, up to the whole table at its latest."""
    data, heard = b"", list[Any]()
    while not heard or heard[-1]["type"] != "table" or heard[-1]["seq"] < seq:
        more = raw.recv(1 << 20)
        assert more, "they were dropped"
        data += more
        if data.startswith(b"HTTP/1.1 101"):
            data = data.partition(b"\r\n\r\n")[2]
        messages, data = split(data)
        heard += messages
    return heard


def split(data: bytes) -> tuple[list[Any], bytes]:
    """The whole messages in some bytes from the server, and what is left."""
    messages, start = [], 0
    while len(data) - start >= 10:
        size, at = data[start + 1], start + 2
        if size > 125:
            wide = 2 if size == 126 else 8
            size, at = int.from_bytes(data[at : at + wide], "big"), at + wide
        if len(data) < at + size:
            break
        messages.append(json.loads(data[at : at + size]))
        start = at + size
    return messages, data[start:]


def memory(hall: "RunningHall") -> int:
    """How many bytes the server has in memory."""
    status = Path(f"/proc/{hall.process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) * 1024


async def test_a_half_closed_connection_is_still_answered(hall: "RunningHall", enter: Enter) -> None:
    client = await enter(hall)
    client.say(type="open", game="tictactoe", re=1)
    client.say(type="ping", re=2)
    await client.wire.end("shuts")
    assert (await client.hear_of("table"))["re"] == 1
    assert (await client.hear_of("pong"))["re"] == 2
    assert await client.hear() == Goodbye(1000)


async def test_connecting_and_vanishing_leaves_nothing_behind(new_hall: "NewHall", enter: Enter) -> None:
    hall = new_hall()
    witness = await enter(hall)
    before = await open_connections(hall)
    words = [
        b"",
        b"G",
        b"GET /ws HTTP/1.1\r\n",
        f"GET /ws HTTP/1.1\r\n{HELLO}{KEY}{VERSION}\r\n".encode(),
        f"GET /ws HTTP/1.1\r\n{HELLO}{KEY}{VERSION}\r\n".encode() + masked(b'{"type":"lobby"}', TEXT),
        f"GET /ws HTTP/1.1\r\n{HELLO}{KEY}{VERSION}\r\n".encode() + masked(b"x" * 1000, TEXT)[:500],
        b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx",
    ]
    for number in range(80):
        raw = socket.create_connection(hall.doors["house"])
        raw.sendall(words[number % len(words)])
        if number % 2:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raw.close()
    assert await witness.is_well()
    async with asyncio.timeout(PATIENCE):
        while await open_connections(hall) > before:  # noqa: ASYNC110 (nobody tells us)
            await asyncio.sleep(0.05)


async def open_connections(hall: "RunningHall") -> int:
    """How many connections the server has, its own listeners and this question's included."""
    answer = await asyncio.to_thread(exchange, hall, b"GET /metrics HTTP/1.0\r\n\r\n")
    found = re.search(rb"^tablehall_open_connections (\d+)", answer, re.MULTILINE)
    assert found
    return int(found[1])


async def test_three_hundred_come_at_once(hall: "RunningHall", enter: Enter) -> None:
    crowd = await asyncio.gather(*(enter(hall) for _ in range(300)))
    assert all(await asyncio.gather(*(client.is_well() for client in crowd)))


async def test_an_address_has_only_so_many_connections(new_hall: "NewHall", enter: Enter) -> None:
    hall = new_hall("[doors.house.limits]\nper_address = 3\n")
    clients = [await enter(hall) for _ in range(3)]
    with pytest.raises((WireError, ConnectionError)):
        await enter(hall)
    assert all([await client.is_well() for client in clients])
    await clients.pop().wire.end("closes")
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(WireError, ConnectionError):
                clients.append(await enter(hall))
                break
    assert all([await client.is_well() for client in clients])


async def test_a_person_may_not_sit_everywhere(new_hall: "NewHall", enter: Enter) -> None:
    hall = new_hall("[hall]\ntables_each = 2\ntables = 3\n")
    anna, bob = await enter(hall), await enter(hall)
    for client, reason in [
        (anna, ""),
        (anna, ""),
        (anna, "too_many_seats"),
        (bob, ""),
        (bob, "too_many_tables"),
    ]:
        assert (await client.ask(type="open", game="chess")).get("reason", "") == reason
