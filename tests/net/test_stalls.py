"""Stalls are measured, and the culprit is named."""

import asyncio
from typing import Any

import pytest
from aiohttp import ClientSession, web
from prometheus_client import CollectorRegistry, generate_latest
from structlog.testing import capture_logs

from tablehall.net import connection, stalls
from tablehall.net.stalls import Stalls, kind_of, timing
from tests.net.desk import Desk
from tests.net.test_connection import connected


class Watch:
    """A clock in the hands of the test: it moves on when something is done that takes its time."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(stalls, "clock", watch)
    monkeypatch.setattr(connection, "clock", watch)
    return watch


def shown(measured: Stalls) -> dict[str, float]:
    """What `/metrics` shows of it."""
    registry = CollectorRegistry()
    registry.register(measured)
    lines = [line.rsplit(" ", 1) for line in generate_latest(registry).decode().splitlines()]
    return {name: float(value) for name, value in lines if not name.startswith("#")}


def test_the_histogram_counts_everything_once() -> None:
    measured = Stalls()
    for held in (0.0002, 0.0009, 0.001, 0.004, 0.06, 3.0, 100.0):
        measured.noted(held, "something")
    found = shown(measured)
    assert found['tablehall_stall_seconds_bucket{le="0.001"}'] == 3
    assert found['tablehall_stall_seconds_bucket{le="0.005"}'] == 4
    assert found['tablehall_stall_seconds_bucket{le="0.05"}'] == 4
    assert found['tablehall_stall_seconds_bucket{le="0.1"}'] == 5
    assert found['tablehall_stall_seconds_bucket{le="10.0"}'] == 6
    assert found['tablehall_stall_seconds_bucket{le="+Inf"}'] == 7
    assert found["tablehall_stall_seconds_count"] == 7
    assert found["tablehall_stall_seconds_sum"] == pytest.approx(103.065)


def test_the_culprit_is_named_but_not_every_time(watch: Watch) -> None:
    measured = Stalls(warn_from=0.05)
    with capture_logs() as logs:
        measured.noted(0.049, "house")
        measured.noted(0.2, "house", b'{"type":"lobby","on":false}', "192.0.2.7")
        measured.noted(0.3, "deadlines")
        measured.noted(0.3, "deadlines")
        watch.now += 1
        measured.noted(0.06, "GET /api/tables")
    assert [log["log_level"] for log in logs] == ["warning", "warning"]
    assert {name: logs[0][name] for name in ("by", "kind", "bytes", "address", "milliseconds")} == {
        "by": "house",
        "kind": "lobby",
        "bytes": 27,
        "address": "192.0.2.7",
        "milliseconds": 200,
    }
    assert (logs[1]["by"], logs[1]["others_meanwhile"]) == ("GET /api/tables", 2)


def test_the_collector_is_a_culprit_like_any_other(watch: Watch) -> None:
    measured = Stalls(warn_from=0.05)
    with capture_logs() as logs:
        measured.collecting("start", {})
        watch.now += 0.3
        measured.collecting("stop", {})
    assert [(log["by"], log["milliseconds"]) for log in logs] == [("the garbage collector", 300)]


def test_nothing_is_said_unless_wanted() -> None:
    with capture_logs() as logs:
        Stalls().noted(5.0, "house")
    assert logs == []


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (b'{"type":"hello","name":"anna","secret":"3f"}', "hello"),
        (b'{"name":"anna","secret":"3f","type":"hello"}', "hello"),
        (b'{"message" : "EnterGame","arguments":{}}', "EnterGame"),
        (b'{"name":"GetSavedGames"}', "GetSavedGames"),
        (b"17|GET_GAMES", "GET_GAMES"),
        (b'{"secret":"3f0c"}', "unreadable"),
        (b"", "unreadable"),
    ],
)
def test_a_message_is_named_without_what_it_says(message: bytes, kind: str) -> None:
    assert kind_of(message) == kind


@pytest.mark.parametrize("lines", [b"slow\n", b"slow\nquick\n"])
async def test_a_message_that_takes_long_is_noted(desk: Desk, watch: Watch, lines: bytes) -> None:
    conn, _, _ = connected(desk)
    conn.data_received(b"quick\n")  # nothing is in hand before the first

    def slowly(data: bytes) -> None:
        watch.now += 0.02 if data == b"slow" else 0.0001

    conn.session.receive = slowly  # type: ignore[method-assign]
    measured = desk.pipeline.stalls
    before = shown(measured)
    conn.data_received(lines)
    assert measured.total == pytest.approx(0.02)
    after = shown(measured)
    brief = 'tablehall_stall_seconds_bucket{le="0.001"}'
    assert after[brief] - before[brief] == lines.count(b"quick")
    assert after["tablehall_stall_seconds_count"] - before["tablehall_stall_seconds_count"] == lines.count(
        b"\n"
    )


async def test_a_handler_is_timed_while_it_works_and_not_while_it_waits(watch: Watch) -> None:
    measured = Stalls(warn_from=0.05)
    seen: list[Any] = []

    async def handler(request: web.Request) -> web.Response:
        watch.now += 0.004
        await asyncio.sleep(0)
        watch.now += 0.07
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.001)
        except TimeoutError:
            seen.append("late")
        if request.query:
            raise web.HTTPConflict(text="no")
        return web.Response(text="done")

    app = web.Application(middlewares=[timing(measured)])
    app.router.add_get("/things/{name}", handler)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    with capture_logs() as logs:
        async with ClientSession() as client:
            assert (await client.get(f"{url}/things/secret")).status == 200
            assert (await client.get(f"{url}/things/secret?x=1")).status == 409
            assert (await client.get(f"{url}/nothing")).status == 404
    await runner.cleanup()
    assert seen == ["late", "late"]
    assert measured.total == pytest.approx(2 * 0.074)
    (log,) = logs
    assert (log["by"], log["milliseconds"], log["address"]) == ("GET /things/{name}", 70, "127.0.0.1")
