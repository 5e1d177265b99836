"""The texts of the page about the open internet, as they stand there, in front of a real hall."""

import asyncio
import json
import re
import socket
import ssl
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from tablehall.cli.data_folder import ask_hall
from tablehall.server import all_doors
from tablehall.settings import check_doors, read_settings
from tablehall_lab.services.address import own_host
from tablehall_lab.services.nats import free_ports
from tablehall_lab.services.proxies import running_caddy, running_nginx
from tests.conftest import NewHall, RunningHall

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operating/internet.md").read_text()
TLS = ROOT / "tests/cluster/tls"
HOST, ELSEWHERE = own_host(), "127.0.0.99"
"""Where the proxies listen, and where their callers come from."""


def text(name: str) -> str:
    """A file as it stands on the page."""
    (found,) = re.findall(rf"```\w+ file={re.escape(name)}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


class Proxy:
    """A proxy in front of a hall."""

    def __init__(self, tls: dict[str, int], plain: int) -> None:
        self.tls, self.plain = tls, plain
        """Where each door is by TLS, and the port without it."""


Before = Callable[[dict[str, tuple[str, int]]], Proxy]


def to_doors(config: str, doors: dict[str, tuple[str, int]]) -> str:
    """A text that leads to where the doors really are; every door that it names is one."""
    ports = {door.port: name for name, door in all_doors().items()}

    def real(found: re.Match[str]) -> str:
        host, port = doors[ports[int(found[1])]]
        return f"{host}:{port}"

    return re.sub(r"127\.0\.0\.1:(\d+)", real, config)


def nginx_text(doors: dict[str, tuple[str, int]]) -> tuple[str, Proxy]:
    config = to_doors(text("nginx.conf"), doors)
    config = re.sub(r"/etc/letsencrypt/live/hall.example/fullchain.pem", str(TLS / "cert.pem"), config)
    config = re.sub(r"/etc/letsencrypt/live/hall.example/privkey.pem", str(TLS / "key.pem"), config)
    usual = sorted(set(map(int, re.findall(r"listen (\d+)", config))))
    assert usual == [80, 443, 15050, 15051, 16000, 17000]
    ports = dict(zip(usual, free_ports(HOST, len(usual)), strict=True))
    config = re.sub(r"listen (\d+)", lambda found: f"listen {HOST}:{ports[int(found[1])]}", config)
    tls = {"house": ports[443], "boards": ports[443], "pipes": ports[15050], "pipes_original": ports[15051]}
    return config, Proxy({**tls, "shelfie": ports[16000], "eriantys": ports[17000]}, ports[80])


def caddy_text(doors: dict[str, tuple[str, int]]) -> tuple[str, Proxy]:
    config = to_doors(text("Caddyfile"), doors)
    plain, tls = free_ports(HOST, 2)
    certificate = f"\ttls {TLS / 'cert.pem'} {TLS / 'key.pem'}\n"
    config = re.sub(r"(?m)^(\S*hall\.example \{\n)", rf"\g<1>{certificate}", config)
    config = config.replace(
        "{\n", f"{{\n\tadmin off\n\tdefault_bind {HOST}\n\thttp_port {plain}\n\thttps_port {tls}\n", 1
    )
    return config, Proxy({"house": tls, "boards": tls}, plain)


@pytest.fixture(params=["nginx", "caddy"])
def before(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Before]:
    """Puts a proxy, as the page writes it down, before doors."""
    stack = []

    def start(doors: dict[str, tuple[str, int]]) -> Proxy:
        make, run = {"nginx": (nginx_text, running_nginx), "caddy": (caddy_text, running_caddy)}[
            request.param
        ]
        config, proxy = make(doors)
        folder = tmp_path / "proxy"
        folder.mkdir()
        running = run(config, folder, (HOST, proxy.tls["house"]))
        running.__enter__()
        stack.append(running)
        return proxy

    yield start
    for running in stack:
        running.__exit__(None, None, None)


class Here(AbstractResolver):
    """Every name is this machine."""

    async def resolve(self, host: str, port: int = 0, family: int = socket.AF_INET) -> list[ResolveResult]:
        return [ResolveResult(hostname=host, host=HOST, port=port, family=family, proto=0, flags=0)]

    async def close(self) -> None: ...


@asynccontextmanager
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    """Somebody elsewhere who takes every certificate."""
    sockets: list[socket.socket] = []

    def from_elsewhere(_: object) -> socket.socket:
        sockets.append(socket.socket())
        sockets[-1].setblocking(False)
        sockets[-1].bind((ELSEWHERE, 0))
        return sockets[-1]

    lines = aiohttp.TCPConnector(
        resolver=Here(), ssl=False, family=socket.AF_INET, socket_factory=from_elsewhere
    )
    async with aiohttp.ClientSession(connector=lines) as session:
        yield session
    async with asyncio.timeout(30):
        while any(one.fileno() >= 0 for one in sockets):  # noqa: ASYNC110 (TLS says goodbye in its own time)
            await asyncio.sleep(0.01)


async def until(ws: Any, **wanted: object) -> dict[str, Any]:
    """The next message that says this."""
    while True:
        heard: dict[str, Any] = await ws.receive_json(timeout=30)
        assert heard["type"] != "refused", heard
        if wanted.items() <= heard.items():
            return heard


async def test_a_move_is_played_through_tls(new_hall: NewHall, before: Before) -> None:
    hall = new_hall(front_settings())
    proxy = before(hall.doors)
    url = f"wss://hall.example:{proxy.tls['house']}/ws"
    async with browser() as session, session.ws_connect(url) as anna, session.ws_connect(url) as bob:
        for player, name in ((anna, "anna"), (bob, "bob")):
            await player.send_json({"type": "hello", "name": name})
            await until(player, type="welcome")
        await anna.send_json({"type": "open", "game": "tictactoe"})
        table = (await until(anna, type="table"))["card"]["table"]
        await bob.send_json({"type": "join", "table": table})
        await until(anna, what="started")
        await anna.send_json({"type": "act", "table": table, "move": {"type": "place", "r": 1, "c": 1}})
        assert (await until(bob, what="moved"))["move"] == {"type": "place", "r": 1, "c": 1}
        assert await asyncio.to_thread(addresses, hall) == {ELSEWHERE}


def addresses(hall: RunningHall) -> set[str]:
    """Where people come from, as the keeper sees it."""
    data, (host, port) = hall.folder / "data", hall.doors["house"]
    token = ask_hall(data, "/api/keeper/token")["token"]
    request = urllib.request.Request(
        f"http://{host}:{port}/api/keeper/people", headers={"Authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return {person["address"] for person in json.load(answer)["people"] if person["address"]}


async def test_the_page_is_there_and_the_figures_are_not(new_hall: NewHall, before: Before) -> None:
    hall = new_hall()
    proxy = before(hall.doors)
    place = f"hall.example:{proxy.tls['house']}"
    async with browser() as session:
        for path, status in (("/healthz", 200), ("/api/games", 200), ("/metrics", 404)):
            async with session.get(f"https://{place}{path}") as answer:
                assert (path, answer.status) == (path, status)
        async with session.post(f"https://{place}/api/keeper/kick", data=b"x" * 100_000) as answer:
            assert answer.status in (401, 413)  # whoever notices first
        async with session.get(f"http://hall.example:{proxy.plain}/", allow_redirects=False) as answer:
            assert answer.status in (301, 308)
            assert answer.headers["Location"].startswith("https://hall.example")


@pytest.mark.parametrize("path", ["/", "/games"])
async def test_the_boards_door_has_a_name_of_its_own(new_hall: NewHall, before: Before, path: str) -> None:
    proxy = before(new_hall().doors)
    url = f"wss://boards.hall.example:{proxy.tls['boards']}{path}"
    async with browser() as session, session.ws_connect(url) as ws:
        await ws.send_str("nonsense")
        assert (await ws.receive(30)).type is aiohttp.WSMsgType.TEXT


async def test_the_line_protocols_by_tls(new_hall: NewHall, before: Before) -> None:
    hall = new_hall()
    proxy = before(hall.doors)
    careless = ssl._create_unverified_context()
    for door in sorted(proxy.tls.keys() - {"house", "boards"}):
        reader, writer = await asyncio.open_connection(HOST, proxy.tls[door], ssl=careless)
        writer.write(b"nonsense|\n")
        assert await asyncio.wait_for(reader.readline(), 30), door
        writer.close()
        await writer.wait_closed()


async def test_the_hall_is_told_where_a_caller_comes_from_and_what_it_is_called(before: Before) -> None:
    """A caller who says so themselves is not believed."""
    heads: list[str] = []

    async def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append((await reader.readuntil(b"\r\n\r\n")).decode().lower())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(note, HOST, 0)
    port = server.sockets[0].getsockname()[1]
    proxy = before(dict.fromkeys(all_doors(), (HOST, port)))
    place = f"hall.example:{proxy.tls['house']}"
    async with server, browser() as session:
        for _ in range(2):
            lie = {"X-Forwarded-For": "10.0.0.1, 127.0.0.1"}
            async with session.get(f"https://{place}/", headers=lie) as answer:
                assert answer.status == 200
    assert len(heads) == 2  # each request came by a connection of its own
    for head in heads:
        assert re.findall(r"\r\nx-forwarded-for: (.*)\r\n", head) == [ELSEWHERE]
        assert re.findall(r"\r\nhost: (.*)\r\n", head) == [place]


def front_settings() -> str:
    """The hall's own file, but for where it lies: the tests have places of their own."""
    (found,) = re.findall(r"```toml\n(# hall.toml\n.*?)```", PAGE, re.DOTALL)
    return re.sub(r"(?m)^(host|data) = .*\n", "", found)


def test_the_settings_on_the_page_are_settings(tmp_path: Path, hall: RunningHall) -> None:
    (found,) = re.findall(r"```toml\n(# hall.toml\n.*?)```", PAGE, re.DOTALL)
    (tmp_path / "hall.toml").write_text(found)
    settings = read_settings(tmp_path / "hall.toml")
    assert (settings.host, settings.proxies) == ("127.0.0.1", ["127.0.0.1", "::1"])
    check_doors(settings.doors, all_doors())
    closed = {name for name, door in settings.doors.items() if not door.on}
    assert closed == {name for name, door in all_doors().items() if door.transport == "datagrams"}


def test_every_door_is_on_the_page_with_its_port() -> None:
    opened = PAGE.split("## What to open")[1].split("## ")[0]
    for name, door in all_doors().items():
        if door.transport == "websocket":
            assert f"127.0.0.1:{door.port}" in text("nginx.conf")
            assert f"127.0.0.1:{door.port}" in text("Caddyfile")
        else:
            assert re.search(rf"\b{door.port}\b", opened), name
    for path in all_doors()["boards"].paths:
        assert f"boards.hall.example{path}`" in PAGE or f"`{path}`" in PAGE
