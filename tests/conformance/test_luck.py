"""Transcripts of what depends on luck: what is answered at once, and what is heard at some time."""

import asyncio
import itertools

import pytest

from tablehall.conformance.page import Block, read_blocks
from tablehall.conformance.runner import DepartureError, play
from tablehall.conformance.wires import Place


class Croupier(asyncio.DatagramProtocol):
    """Throws again and again for whoever asks, and says the result when told to go on."""

    transport: asyncio.DatagramTransport

    def __init__(self) -> None:
        self.throws = itertools.cycle([2, 5, 6, 1])

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # a datagram transport

    def datagram_received(self, data: bytes, addr: object) -> None:
        throw = next(self.throws)
        for message in (f"thrown {throw}", f"sum {throw + 1}", f"again? {throw}"):
            self.transport.sendto(message.encode(), addr)  # type: ignore[arg-type]


def block(text: str) -> Block:
    (only,) = read_blocks(f"```transcript\n{text}\n```\n", "page.md")
    return only


async def played(text: str, patience: float = 1) -> list[str]:
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(Croupier, ("127.0.0.1", 0))
    host, port = transport.get_extra_info("sockname")
    place = Place(host, port, "datagrams")
    try:
        return [str(exchange) for exchange in await play(block(text), {"": place}, patience=patience)]
    finally:
        transport.close()


async def test_somebody_answers_at_once_until_luck_has_it() -> None:
    await played("""\
anna connects
anna answers again? $n with go on after $n
anna > begin
anna hears at some time
   < thrown 6
   < sum $sum
   < again? 6
anna < ... sum 2
anna ignores the rest""")


async def test_what_is_answered_at_once_is_heard_all_the_same() -> None:
    with pytest.raises(DepartureError, match="something else"):
        await played("""\
anna connects
anna answers again? $n with go on
anna > begin
anna < thrown 2
anna < sum 3
anna < thrown 5""")


async def test_nobody_answers_for_others() -> None:
    log = await played("""\
anna connects
bob connects
bob answers again? $n with go on
anna > begin
anna < thrown $n
anna < sum $_
anna < again? $n
anna hears nothing for 50 ms""")
    assert len(log) == 4


async def test_the_messages_come_directly_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.conformance.runner.PATIENCE_WITH_LUCK", 1.0)
    with pytest.raises(DepartureError, match="has not heard it so far"):
        await played(
            """\
anna connects
anna answers again? $n with go on
anna > begin
anna hears at some time
   < thrown 6
   < again? 6""",
        )


async def test_a_name_that_fits_once_must_fit_everywhere() -> None:
    await played("""\
anna connects
anna answers again? $n with go on
anna > begin
anna < thrown $first
anna hears at some time
   < again? $other
   < thrown $first
anna ignores the rest""")
