"""What `/metrics` shows: how long everything takes, the process, and what runs here."""

import asyncio
import platform
import urllib.request
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from tablehall import __version__
from tablehall.hall import facts
from tablehall.hall.decision import Decision
from tablehall.net import connection, pipeline, stalls
from tablehall.net.latency import BOUNDS, Histogram, Latency
from tablehall.net.stalls import Stalls, timing
from tests.conftest import RunningHall
from tests.net.desk import Desk
from tests.net.test_connection import connected
from tests.net.test_stalls import Watch


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    for module in (stalls, connection, pipeline):
        monkeypatch.setattr(module, "clock", watch)
    return watch


Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def samples(text: str) -> Samples:
    """Everything that is shown, by name and labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def shown(latency: Latency) -> Samples:
    registry = CollectorRegistry()
    registry.register(latency)
    return samples(generate_latest(registry).decode())


def value(found: Samples, name: str, **labels: str) -> float:
    return found[name, frozenset(labels.items())]


def test_every_bucket_holds_what_took_no_longer() -> None:
    measured = Histogram()
    for seconds in (*BOUNDS, 0.0, 0.00002, 100.0):
        measured.noted(seconds)
    assert measured.counts == [2, 2, *[1] * (len(BOUNDS) - 2), 1]
    assert measured.brief == 9
    assert measured.total == pytest.approx(sum(BOUNDS) + 100.00002)


async def test_a_message_is_a_decision_at_its_door(desk: Desk, watch: Watch) -> None:
    conn, _, _ = connected(desk)

    def decide(data: bytes) -> None:
        watch.now += 0.00004 if data == b"quick" else 0.02

    conn.session.receive = decide  # type: ignore[method-assign]
    conn.data_received(b"quick\nquick\nslow\n")
    found = shown(desk.pipeline.latency)
    assert value(found, "tablehall_decision_seconds_bucket", door="noted", le="2.5e-05") == 0
    assert value(found, "tablehall_decision_seconds_bucket", door="noted", le="5e-05") == 2
    assert value(found, "tablehall_decision_seconds_bucket", door="noted", le="0.025") == 3
    assert value(found, "tablehall_decision_seconds_count", door="noted") == 3
    assert value(found, "tablehall_decision_seconds_sum", door="noted") == pytest.approx(0.02008)


async def test_commits_and_their_news_are_timed_apart(desk: Desk, watch: Watch) -> None:
    def tell() -> None:
        watch.now += 0.003

    decision = Decision()
    decision.facts = (facts.Alive(1),)
    desk.pipeline.submit(0, decision, then=tell)
    await desk.passes()
    watch.now += 0.0004
    await desk.commit()
    found = shown(desk.pipeline.latency)
    assert value(found, "tablehall_commit_seconds_count") == 1
    assert value(found, "tablehall_commit_seconds_sum") == pytest.approx(0.0004)
    assert value(found, "tablehall_tell_seconds_count") == 1
    assert value(found, "tablehall_tell_seconds_sum") == pytest.approx(0.003)


async def test_requests_are_timed_by_route_whatever_was_asked_for(watch: Watch) -> None:
    measured = Stalls()

    async def handler(request: web.Request) -> web.Response:
        await asyncio.sleep(0)
        watch.now += 0.2
        if request.match_info["name"] == "nobody":
            raise web.HTTPNotFound
        return web.Response()

    app = web.Application(middlewares=[timing(measured)])
    app.router.add_get("/people/{name}", handler)
    async with TestClient(TestServer(app)) as client:
        for path in ("/people/anna", "/people/nobody", "/else", "/elsewhere"):
            await client.get(path)
        await client.request("DELETE", "/people/anna")
    found = shown(measured.latency)
    routes = {dict(labels)["route"] for name, labels in found if name.startswith("tablehall_request")}
    assert routes == {"/people/{name}", "no such page"}
    assert value(found, "tablehall_request_seconds_sum", route="/people/{name}") == pytest.approx(0.4)
    assert value(found, "tablehall_request_seconds_count", route="/people/{name}") == 2
    assert value(found, "tablehall_request_seconds_count", route="no such page") == 3


def asked(hall: RunningHall) -> tuple[str, Samples]:
    host, port = hall.doors["house"]
    with urllib.request.urlopen(f"http://{host}:{port}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    return text, samples(text)


def test_a_running_hall_shows_what_it_is_and_how_its_process_does(hall: RunningHall) -> None:
    asked(hall)
    text, found = asked(hall)
    ((_, build),) = [name for name in found if name[0] == "tablehall_build_info"]
    about = dict(build)
    assert about["version"] == __version__
    assert about["python"] == platform.python_version()
    assert about["loop"] in ("uvloop", "asyncio")
    assert value(found, "process_resident_memory_bytes") > 2**20
    assert value(found, "process_open_fds") > 3
    assert value(found, "process_cpu_seconds_total") > 0
    assert value(found, "tablehall_request_seconds_count", route="/metrics") >= 1
    for door in hall.doors:
        assert ("tablehall_decision_seconds_count", frozenset({("door", door)})) in found
    families: list[Any] = list(text_string_to_metric_families(text))
    assert len({family.name for family in families}) == len(families), "each is shown once"
