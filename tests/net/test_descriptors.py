"""How many connections fit among the files that may be open, and what is said when none is left."""

import asyncio
import contextlib
import errno
import resource
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from tablehall.net import descriptors
from tablehall.net.descriptors import Gate, Room, raise_limit, room
from tablehall.protocols.door import DoorLimits
from tests.net.conftest import OpenDoor
from tests.net.desk import Desk
from tests.net.test_tcp import EchoDoor

FULL = OSError(errno.EMFILE, "Too many open files")


@given(st.integers(1, 2**30))
def test_connections_never_take_all_files(files: int) -> None:
    fitting = room(files)
    assert fitting.connections <= files
    assert files - fitting.connections >= min(descriptors.RESERVE, files // 2)
    assert 1 <= fitting.per_address <= max(1, fitting.connections // 2)


def test_the_usual_limits_of_systems() -> None:
    assert room(64) == Room(32, 16)
    assert room(1024) == Room(768, 384)
    assert room(65_536) == Room(65_280, 32_640)


def test_a_door_promises_no_more_than_there_is() -> None:
    usual = DoorLimits()
    assert room(65_536).fit(usual, {}) == usual
    small = room(1024).fit(usual, {})
    assert (small.connections, small.per_address) == (768, 384)
    assert small.rate == usual.rate


def test_what_the_keeper_has_set_is_lowered_to_what_is_possible_only() -> None:
    set_ = {"connections": 500, "per_address": 10_000}
    fitted = room(1024).fit(DoorLimits(**set_), set_)
    assert (fitted.connections, fitted.per_address) == (500, 768)


@pytest.fixture
def limit() -> Iterator[tuple[int, int]]:
    """The limit of this process; it is as before afterwards."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_limit_is_raised_as_far_as_allowed(limit: tuple[int, int]) -> None:
    _, hard = limit
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    assert descriptors.limits()[0] == 512
    assert raise_limit() == descriptors.limits()[1] > 512
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] == hard


def test_where_less_is_allowed_than_named_it_stays(
    limit: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, limit[1]))

    def refuse(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert raise_limit() == 512
    monkeypatch.undo()


def test_a_service_that_may_not_even_ask_has_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(resource, "getrlimit", refuse)
    assert raise_limit() == descriptors.USUAL


async def test_it_is_said_once_in_a_while_with_the_cure(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, time = Gate(desk.pipeline, 1024), [100.0]
    monkeypatch.setattr(gate, "_loop", Clock(time))
    with capture_logs() as said:
        for _ in range(1000):
            assert gate.none_left(FULL)
        assert gate.none_left(OSError(errno.ENFILE, "Too many open files in system"))
        assert not gate.none_left(OSError(errno.ECONNRESET, "reset"))
        assert len(said) == 1
        time[0] += descriptors.SAY_EVERY
        gate.none_left(FULL)
    assert len(said) == 2
    assert said[0]["cure"] == descriptors.CURE
    assert said[0]["limit"] == 1024
    assert desk.pipeline.counts["out_of_files"] == 1002


class Clock:
    """A loop of which only the time is asked."""

    def __init__(self, time: list[float]) -> None:
        self._time = time

    def time(self) -> float:
        return self._time[0]


async def test_what_asyncio_says_of_every_caller_is_said_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, heard = asyncio.get_running_loop(), list[dict[str, object]]()
    gate = Gate(desk.pipeline, 1024)
    gate.watch()
    with capture_logs() as said:
        for _ in range(4096):
            loop.call_exception_handler(
                {"message": "socket.accept() out of system resource", "exception": FULL}
            )
    assert len(said) == 1
    monkeypatch.setattr(loop, "default_exception_handler", heard.append)
    loop.call_exception_handler({"message": "something else", "exception": KeyError("x")})
    assert [context["message"] for context in heard] == ["something else"]
    gate.close()
    assert loop.get_exception_handler() is None


async def test_all_doors_together_take_what_fits(open_door: OpenDoor) -> None:
    server, _, port = await open_door(EchoDoor)
    server.gate.room = Room(2, 2)
    streams = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
    for reader, writer in streams[:2]:
        writer.write(b"hello\n")
        assert await reader.readline()
    with contextlib.suppress(ConnectionResetError):
        assert await streams[2][0].readline() == b""
    assert server.pipeline.counts["refused_connections"] == 1
    for _, writer in streams:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
