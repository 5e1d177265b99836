"""Transcripts played against small servers that do what the test wants, right or wrong."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tablehall.conformance.page import Block, read_blocks
from tablehall.conformance.patterns import read_pattern
from tablehall.conformance.runner import DepartureError, Exchange, in_some_order, left_out, play
from tablehall.conformance.wires import Place

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def block(text: str, info: str = "transcript") -> Block:
    """A block of a page."""
    (only,) = read_blocks(f"```{info}\n{text}\n```\n", "page.md")
    return only


async def parrot(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Says every line back; `twice` twice, `bye` and it hangs up, `mumble` without a line end."""
    while line := await reader.readline():
        if line == b"bye\n":
            break
        writer.write(line[:-1] if line == b"mumble\n" else line * (2 if line == b"twice\n" else 1))
        await writer.drain()
        if line == b"mumble\n":
            break
    writer.close()


@asynccontextmanager
async def serving(serve: Serve = parrot) -> AsyncIterator[dict[str, Place]]:
    """A server of lines."""
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield {"": Place("127.0.0.1", server.sockets[0].getsockname()[1], "lines")}


async def departure(text: str, patience: float = 1) -> str:
    """What is said about a transcript that the parrot does not keep to."""
    async with serving() as doors:
        with pytest.raises(DepartureError) as caught:
            await play(block(text), doors, patience=patience)
    return str(caught.value)


async def test_a_transcript_that_is_true() -> None:
    text = """\
# everything that a parrot can do
anna connects
bob connects from 127.0.0.2
anna > {"n":1,"s":"x"}
anna < {"n":$n,"s":"x"}
anna > n is $n
anna < n is $n
bob >> h\\x65l
bob >> lo\\n
bob < hello
anna > a
anna > b
anna hears in any order
  < b
  < a
anna hears nothing for 10 ms
later 10 ms
bob > one
bob > two
bob < ... two
bob > more
bob ignores the rest
anna > bye
anna is closed
anna connects
anna resets
bob > and on
"""
    async with serving() as doors:
        log = await play(block(text), doors)
    assert log[:4] == [
        Exchange("anna", ">", '{"n":1,"s":"x"}'),
        Exchange("anna", "<", '{"n":1,"s":"x"}'),
        Exchange("anna", ">", "n is 1"),
        Exchange("anna", "<", "n is 1"),
    ]


async def heckler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Asks before every message whether anybody is there, and goes on when told so."""
    while line := await reader.readline():
        writer.write(b'{"name":"Ping","n":1}\n')
        if await reader.readline() == b"here, 7\n":
            writer.write(line)
    writer.close()


async def test_what_everybody_answers_at_once_is_not_looked_at() -> None:
    text = """\
everybody answers {"name":"Ping",...} with here, $n
anna connects
anna > {"n":7}
anna < {"name":"Ping","n":1}
anna > here, 7
anna < {"n":$n}
anna > once more
anna < once more
"""
    async with serving(heckler) as doors:
        first, *rest = text.splitlines()
        await play(block("\n".join([*rest[:5], first, *rest[5:]])), doors)
        with pytest.raises(DepartureError, match="anna heard something else"):
            await play(block("\n".join(rest)), doors)


async def test_a_wrong_expectation_fails_and_says_everything_about_it() -> None:
    told = await departure('anna connects\nanna > {"a":1}\nanna < {"a":1}\nanna > {"a":2}\nanna < {"a":3}')
    assert told.splitlines() == [
        "page.md:6: anna heard something else",
        '  expected {"a":3}',
        '  got      {"a":2}',
        "  where    .a is 2 instead of 3",
        '  before   anna > {"a":1}',
        '           anna < {"a":1}',
        '           anna > {"a":2}',
    ]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("anna connects\nanna < x", 3, "anna heard nothing for 0.6 s"),
        ("anna connects\nanna > x\nanna < ... y", 4, "anna heard nothing"),
        ("anna connects\nanna > twice\nanna < twice", 4, "anna heard more than the page says"),
        ("anna connects\nanna > twice\nlater 300 ms\nanna closes", 5, "anna heard more than the page says"),
        ("anna connects\nanna > x\nanna hears nothing for 2 s", 4, "anna heard something"),
        ("anna connects\nanna > bye\nanna < x", 4, "the connection is over"),
        (
            "anna connects\nanna > bye\nlater 300 ms",
            4,
            r"anna heard more than the page says\n  got      \(closed\)",
        ),
        ("anna connects\nanna > x\nanna is closed", 4, r"expected \(closed\)\n  got      x"),
        ("anna connects\nanna > mumble\nanna < mumble", 4, r"mumble \(without a line end\)"),
        ("anna connects\nanna > x\nanna > y\nanna hears in any order\n  < x\n  < z", 5, "something else"),
        ("anna > x", 2, "anna is not connected"),
        ("anna connects\nanna connects", 3, "anna is connected already"),
        ("anna connects\nanna > $x", 3, "nothing has been heard yet that"),
        ("anna connects\nanna > x\\r\nanna < x", 4, "the text is another"),
    ],
)
async def test_every_kind_of_departure_is_told_with_its_line(text: str, line: int, why: str) -> None:
    told = await departure(text, patience=0.2 if "heard nothing" in why else 1)
    assert told.startswith(f"page.md:{line}: ")
    assert re.search(why, told)


async def test_where_nobody_listens_nothing_can_be_played() -> None:
    async with serving() as doors:
        pass
    with pytest.raises(DepartureError, match=r"nobody answers at 127\.0\.0\.1"):
        await play(block("anna connects"), doors)


async def test_a_half_closed_connection_is_still_answered() -> None:
    async with serving() as doors:
        await play(block("anna connects\nanna > x\nanna shuts\nanna < x\nanna is closed"), doors)


async def test_what_was_opened_is_closed_when_something_differs() -> None:
    closed = asyncio.Event()

    async def watchful(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await parrot(reader, writer)
        closed.set()

    async with serving(watchful) as doors:
        with pytest.raises(DepartureError):
            await play(block("anna connects\nanna > x\nanna < y"), doors)
        await asyncio.wait_for(closed.wait(), 5)


class UdpParrot(asyncio.DatagramProtocol):
    """Says every datagram back, with the address it came from."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.guest = addr
        self.transport.sendto(data + b";" + addr[0].encode(), addr)


async def test_datagrams_come_from_the_address_they_should() -> None:
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(UdpParrot, ("127.0.0.1", 0))
    doors = {"": Place("127.0.0.1", transport.get_extra_info("sockname")[1], "datagrams")}
    anna = "anna connects\nanna > a\nanna < a;127.0.0.1\n"
    bob = "bob connects from 127.0.0.3\nbob >> \\xff\nbob < $b;127.0.0.3"
    try:
        await play(block(anna + bob), doors)
        with pytest.raises(DepartureError, match=r"anna heard nothing for 0.05 s"):
            await play(block("anna connects\nanna < x"), doors, patience=0.05)
    finally:
        transport.close()


async def test_a_server_that_does_not_become_a_websocket() -> None:
    async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=x\r\n\r\nline 1\nline 2\n")
        writer.close()

    async with serving(web) as doors:
        doors[""] = doors[""]._replace(transport="websocket")
        with pytest.raises(DepartureError, match=r"/ws does not become a WebSocket: HTTP/1\.1 404"):
            await play(block("anna connects /ws"), doors)
        await play(block("anna gets /x\nanna < 404 text/plain\nanna < line 1\nanna < line 2"), doors)


class Switch:
    """Notes what is done to the server."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def restart(self) -> None:
        self.done.append("restart")

    async def stop(self) -> None:
        self.done.append("stop")


async def test_a_restart_ends_every_connection_and_forgets_what_was_unread() -> None:
    switch = Switch()
    text = "anna connects\nanna > twice\nserver restarts\nanna connects\nanna > x\nanna < x\nserver stops"
    async with serving() as doors:
        await play(block(text), doors, switch)
    assert switch.done == ["restart", "stop"]


class UdpSwitch(Switch):
    """Takes a parrot away and brings it back; whoever speaks meanwhile speaks to nobody."""

    async def start(self, port: int = 0) -> int:
        loop = asyncio.get_running_loop()
        self.wire, self.parrot = await loop.create_datagram_endpoint(UdpParrot, ("127.0.0.1", port))
        return int(self.wire.get_extra_info("sockname")[1])

    async def restart(self) -> None:
        port = self.wire.get_extra_info("sockname")[1]
        self.wire.sendto(b"speak", self.parrot.guest)
        self.wire.close()
        await asyncio.sleep(0.1)
        await self.start(port)


async def test_whoever_sends_datagrams_does_not_notice_a_restart() -> None:
    switch = UdpSwitch()
    doors = {"": Place("127.0.0.1", await switch.start(), "datagrams")}
    text = """\
anna connects
anna answers speak with is anybody there
anna > a
anna < a;$_
server restarts
anna > b
anna < ... b;$_"""
    try:
        await play(block(text, "transcript fresh"), doors, switch, patience=20)
    finally:
        switch.wire.close()


@pytest.mark.parametrize(
    ("text", "info", "why"),
    [
        ("anna connects", "transcript", ""),
        ("anna connects", "transcript fresh", "it wants a server of its own"),
        ("server restarts", "transcript", "it wants a server of its own"),
        ("server has hall.tables = 1", "transcript", "it wants a server of its own"),
        ("anna connects to mia", "transcript", "it comes to the door mia, too"),
    ],
)
def test_what_cannot_be_played_against_a_strangers_server(text: str, info: str, why: str) -> None:
    assert left_out(block(text, info), {"": Place("", 0, "lines")}, None) == why


def test_messages_in_any_order_may_share_a_name() -> None:
    patterns = (read_pattern("a $x"), read_pattern("b $x"))
    assert in_some_order(patterns, ["b 1", "a 1"], {}) == {"x": "1"}
    assert in_some_order(patterns, ["b 1", "a 2"], {}) is None
    tricky = (read_pattern("$_"), read_pattern("a"))
    assert in_some_order(tricky, ["a", "b"], {}) == {}


async def test_whoever_has_the_name_that_was_heard() -> None:
    text = """\
anna connects
bob connects
anna > bob
anna < $first
$first > it is my turn
$first < it is my turn
bob > bye
bob ignores the rest
bob is closed
"""
    async with serving() as doors:
        log = await play(block(text), doors)
    assert Exchange("bob", ">", "it is my turn") in log
    said = await departure("anna connects\nanna > carl\nanna < $who\n$who > hello")
    assert "$who is to do something, but that is 'carl', who is not here" in said


async def test_all_answers_to_a_message_are_sent_in_their_order() -> None:
    text = """\
anna connects
anna answers again with one
anna answers again with two
anna > again
anna < again
anna < one
anna < two
"""
    async with serving() as doors:
        await play(block(text), doors)


async def test_what_never_comes_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.conformance.runner.PATIENCE_WITH_LUCK", 0.2)
    text = "anna connects\nanna answers again with again\nanna > again\nanna < ... never"
    assert "anna has not heard it so far" in await departure(text)


def test_who_cannot_come_from_an_address_of_another_machine() -> None:
    foreign = block("anna connects from 192.0.2.1")
    here = {"": Place("127.0.0.1", 1, "lines")}
    why = "somebody in it comes from 192.0.2.1, and this machine has no such address"
    assert left_out(foreign, here, None) == why
