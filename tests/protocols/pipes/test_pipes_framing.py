"""Bytes as they come: in pieces, together, too many, too long, senseless, or unread."""

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from tests.protocols.pipes.client import CLOSED, Pipe

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall
    from tests.protocols.pipes.conftest import Crowd

HASTY = "[doors.pipes.limits]\nrate = 1000000\nburst = 1000000\nslow = 4000\n"
"""A server that reads as fast as it can, and soon loses patience with those who do not."""


async def test_a_request_may_come_byte_by_byte(crowd: "Crowd") -> None:
    pipe = await crowd.connects()
    for byte in f"0|CONNECT|{crowd.name('slow')}\n0|PING\n".encode():
        pipe.sends(bytes([byte]))
        await asyncio.sleep(0.001)
    assert (await pipe.hears()).startswith("200|")
    await pipe.hears_lines("100")


async def test_many_requests_may_come_in_one_piece_and_are_answered_in_order(crowd: "Crowd") -> None:
    pipe, nick = await crowd.comes("quick"), crowd.name("quick")
    requests = ["GET_GAMES", "CREATE_GAME", "GET_GAMES", "LOGOUT", "EXIT_GAME", "EXIT_GAME", "GET_GAMES"]
    pipe.sends("".join(f"{pipe.id}|{request}\n" for request in requests).encode() + b"0|PI")
    await pipe.hears_lines("203", "204", f"203|{nick}", "404", "205", "409", "203")
    await pipe.hears_nothing(0.1)
    await pipe.asks("NG", "100")


async def test_a_line_may_end_with_carriage_return_and_newline(crowd: "Crowd") -> None:
    pipe = await crowd.connects()
    pipe.sends(b"0|PING\r\n0|PING\n0|PING\r\n")
    await pipe.hears_lines("100", "100", "100")
    pipe.sends(f"0|CONNECT|{crowd.name('cr')}\r\n".encode())
    assert (await pipe.hears()).startswith("200|")


async def test_an_empty_line_is_no_request(crowd: "Crowd") -> None:
    pipe = await crowd.connects()
    pipe.sends(b"\n\r\n\n0|PING\n")
    await pipe.hears_lines("450", "450", "450", "100")


@pytest.mark.parametrize("size", [1025, 2000, 200_000])
async def test_a_line_over_1024_bytes_is_skipped_to_its_end(crowd: "Crowd", size: int) -> None:
    pipe = await crowd.connects()
    pipe.sends(b"0|CONNECT|" + b"x" * (size - 10))
    await pipe.hears_lines("450") if size > 1025 else await asyncio.sleep(0.01)
    pipe.sends(b"0|PING\n0|PING\n")
    await pipe.hears_lines(*(["100"] if size > 1025 else ["450", "100"]))


async def test_a_line_of_1024_bytes_is_read(crowd: "Crowd") -> None:
    pipe = await crowd.connects()
    pipe.sends(b"0|CONNECT|" + b"x" * 1014 + b"\n")
    await pipe.hears_lines("400")


async def test_noise_is_answered_line_by_line_and_harms_nobody(crowd: "Crowd") -> None:
    one, two = await crowd.plays("one", "two")
    chance = random.Random(7)
    for _ in range(20):
        noisy = await crowd.connects()
        noisy.sends(chance.randbytes(3000) + b"\n" * 6)
        heard = [await noisy.hears()]
        while heard[-1] != CLOSED:
            heard.append(await noisy.hears())
        assert heard == ["450"] * 6 + ["460", CLOSED]
    one.says("TURN|0,1|1,2")
    assert (await one.hears())[:3] == (await two.hears())[:3] == "208"


async def test_a_hundred_thousand_requests_in_one_write_are_all_answered_in_order(
    new_hall: "NewHall",
) -> None:
    hall = new_hall(HASTY)
    one, two = await begins(hall)
    eager = await Pipe.named(hall, "eager")
    asked = ["PING", "GET_GAMES", "GET_GAME_STATE", "NONSENSE"]
    eager.sends("".join(f"{eager.id}|{request}\n" for request in asked).encode() * 25_000)

    async def reads() -> None:
        for number in range(25_000):
            heard = (await eager.reader.readexactly(len(answers))).decode()
            assert heard == answers, number

    answers = "100\n203\n414\n450\n"
    reading = asyncio.create_task(reads())
    rounds = await plays_meanwhile(one, two, reading)
    await reading
    assert rounds > 20
    await eager.does("PING", "100")
    for pipe in (one, two, eager):
        await pipe.closes()


async def begins(hall: "RunningHall") -> tuple[Pipe, Pipe]:
    """Two at a new game."""
    one = await Pipe.named(hall, "one")
    await one.does("CREATE_GAME", "204")
    two = await Pipe.named(hall, "two")
    await two.does("JOIN_GAME|one", "206")
    await one.hears_lines("270")
    return one, two


async def plays_meanwhile(one: Pipe, two: Pipe, until: "asyncio.Task[None]") -> int:
    """Both ask for the board again and again; returns how often they were answered."""
    rounds = 0
    while not until.done():
        for pipe in (one, two):
            pipe.says("GET_GAME_STATE")
            assert (await pipe.hears())[:3] == "207"
        rounds += 1
        await asyncio.sleep(0.002)
    return rounds


async def test_whoever_never_reads_is_lost_and_disturbs_nobody(new_hall: "NewHall") -> None:
    hall = new_hall(HASTY)
    one, two = await begins(hall)
    deaf = await Pipe.named(hall, "deaf")
    await deaf.does("CREATE_GAME", "204")
    mute = await Pipe.named(hall, "mute")
    await mute.does("JOIN_GAME|deaf", "206")
    deaf.writer.transport.set_write_buffer_limits(high=2**30)
    deaf.reader._transport.pause_reading()  # type: ignore[attr-defined]
    deaf.sends(f"{deaf.id}|GET_GAME_STATE\n".encode() * 200_000)
    dropped = asyncio.create_task(mute.hears_lines("290"))
    rounds = await plays_meanwhile(one, two, dropped)
    await dropped
    assert rounds > 20
    deaf.breaks_off()
    again = await Pipe.to(hall)
    assert await again.logs_in("deaf") == "201"
    await mute.hears_lines("295")
    for pipe in (one, two, mute, again):
        await pipe.closes()


async def test_in_the_original_dialect_every_line_comes_alone(crowd: "Crowd") -> None:
    alone = []
    for _ in range(30):  # a busy machine may keep the reader waiting until two have arrived
        pipe = await crowd.connects(original=True)
        pipe.sends(b"0|PING\n" * 9)
        pieces: list[bytes] = []
        while sum(map(len, pieces)) < 9 * len(b"100\n"):
            pieces.append(await asyncio.wait_for(pipe.reader.read(1000), 5))
        alone.append(pieces == [b"100\n"] * 9)
        if alone[-1]:
            break
    assert any(alone)


async def test_the_original_dialect_hears_all_of_it_before_it_is_thrown_out(crowd: "Crowd") -> None:
    pipe = await crowd.connects(original=True)
    pipe.sends(b"0|PING\n0|NONSENSE\n0|LOGOUT\n\n0|PING\n")
    await pipe.hears_lines("100", "450", "410", "450", "460", CLOSED)


async def test_a_flood_in_the_original_dialect_waits_for_its_answers(crowd: "Crowd") -> None:
    one, two = await crowd.plays("one", "two")
    flood = await crowd.connects(original=True)
    flood.sends(b"0|PING\n" * 100_000)
    await flood.hears_lines(*["100"] * 20)
    one.says("TURN|0,1|1,2")
    assert (await one.hears())[:3] == (await two.hears())[:3] == "208"
    flood.breaks_off()


async def test_whoever_cannot_follow_at_their_pace_is_dropped(crowd: "Crowd") -> None:
    slow = await crowd.comes("slow", original=True)
    busy = await crowd.comes("busy")
    busy.sends(f"{busy.id}|CREATE_GAME\n{busy.id}|EXIT_GAME\n".encode() * 2_500)
    await busy.hears_lines(*["204", "205"] * 2_500)
    heard = await asyncio.wait_for(slow.reader.read(-1), 15)
    assert heard.startswith(f"250|{busy.nick}\n260|{busy.nick}\n".encode())
    assert heard.count(b"\n") < 2_000
