"""What strangers tried over HTTP to stop the hall, to fill its memory, or to see what is not theirs."""

import asyncio
import gzip
import json
import re
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
from yarl import URL

from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall, Limits
from tablehall.hall.terms import Terms
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal
from tablehall.net import callers, readers
from tablehall.net.bot_pool import BotSettings
from tablehall.net.page import FOLDER
from tablehall.server import Server
from tablehall.settings import Settings

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

PATIENCE = 30.0
ELSEWHERE = "127.0.0.2"
NOT_THERE = (404, "There is no such table.\n")


class House:
    """A hall in the test's own loop, as its house door shows it."""

    def __init__(self, server: Server) -> None:
        self.server, self.hall, self.token = server, server.hall, server.keeper_token
        self.port = next(opened.port for opened in server.opened if opened.door.name == "house")
        self.address = f"http://127.0.0.1:{self.port}"

    async def get(self, path: str, come_from: str = "127.0.0.1", **headers: str) -> tuple[int, str]:
        """Status and text of an answer."""
        return (await self.ask(path, come_from, **headers))[:2]

    async def ask(
        self, path: str, come_from: str = "127.0.0.1", **headers: str
    ) -> tuple[int, str, Mapping[str, str]]:
        """The same, with its headers."""
        connector = aiohttp.TCPConnector(local_addr=(come_from, 0))
        async with (
            aiohttp.ClientSession(connector=connector, headers=headers) as session,
            session.get(URL(self.address + path, encoded=True)) as answer,
        ):
            return answer.status, (await answer.read()).decode(errors="replace"), answer.headers

    async def guest(self, name: str) -> "Guest":
        session = aiohttp.ClientSession()
        guest = Guest(session, await session.ws_connect(f"{self.address}/ws"))
        assert (await guest.ask(type="hello", name=name))["type"] == "welcome"
        return guest


class Guest:
    """Somebody at the house door."""

    def __init__(self, session: aiohttp.ClientSession, wire: aiohttp.ClientWebSocketResponse) -> None:
        self.session, self.wire = session, wire

    async def ask(self, **request: Any) -> Any:
        await self.wire.send_json({**request, "re": 1})
        while (answer := await self.wire.receive_json(timeout=PATIENCE)).get("re") != 1:
            pass
        return answer

    async def leave(self) -> None:
        await self.wire.close()
        await self.session.close()


OpenHouse = Callable[..., Awaitable[House]]


@pytest.fixture
async def open_house() -> AsyncIterator[OpenHouse]:
    servers: list[Server] = []

    async def start(**settings: Any) -> House:
        kept = Settings(host="127.0.0.1", port=0, memory=True, bots=BotSettings(on=False), **settings)
        server = Server(kept)
        await server.start()
        servers.append(server)
        return House(server)

    yield start
    for server in servers:
        await server.stop()


@pytest.fixture
async def house(open_house: OpenHouse) -> House:
    return await open_house()


async def played(house: House, **order: Any) -> tuple[Guest, Guest, int, str]:
    """Two guests at a table of theirs, its number and its code."""
    anna, bob = await house.guest("anna"), await house.guest("bob")
    opened = await anna.ask(type="open", game="shelfie", rated=False, **order)
    table, code = opened["card"]["table"], opened.get("code", "")
    assert (await bob.ask(type="join", table=table, code=code))["type"] == "table"
    return anna, bob, table, code


# Who does not read.


def write_long_game(folder: Path, megabytes: int) -> int:
    """A finished game with much talk in it, in the journal of a hall that is closed; its number."""
    hall = Hall(house_games(), secrets.token_bytes, Limits())
    now, decisions = 1_000_000_000_000, list[Decision]()

    def do(command: commands.Command) -> Any:
        nonlocal now
        now += 60_000
        decision = hall.handle(command, now)
        assert decision.refused is None, decision.refused
        decisions.append(decision)
        return decision.result

    anna, bob = (
        do(commands.Enter(conn, "guest", name, "", "", asks=True))[0].id
        for conn, name in ((1, "anna"), (2, "bob"))
    )
    table = do(commands.Open(anna, Terms(game="tictactoe"), None)).sheet.table
    do(commands.Join(bob, table, "", None, "", ""))
    for number in range(megabytes * 512):
        do(commands.Say((anna, bob)[number % 2], table, "\N{GAME DIE}" * 500, None))
    do(commands.Resign(anna, table))
    with closing(SqliteJournal(folder)) as journal:
        for start in range(0, len(decisions), 20):
            journal.commit(Batch(decisions[start : start + 20]))
    return int(table)


def asks_and_looks_away(hall: "RunningHall", path: str) -> socket.socket:
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(PATIENCE)
    raw.connect(hall.doors["house"])
    raw.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return raw


def memory(hall: "RunningHall") -> int:
    """How many bytes the server has had in memory at most."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{hall.process}/status").read_text())
    assert found
    return int(found[1]) * 1024


async def dropped(hall: "RunningHall") -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.get("http://{}:{}/metrics".format(*hall.doors["house"])) as answer,
    ):
        found = re.search(r"^tablehall_slow_readers_dropped_total (\d+)", await answer.text(), re.MULTILINE)
    assert found
    return int(found[1])


@pytest.mark.timeout(180)
async def test_who_asks_for_exports_and_does_not_read_them_is_dropped(new_hall: "NewHall") -> None:
    hall = new_hall("[doors.house.limits]\nslow = 1000\n")
    await hall.stop()
    size = 24
    table = write_long_game(hall.folder / "data", size)
    await asyncio.to_thread(hall.start)
    before = memory(hall)
    with ExitStack() as lazy:
        for _ in range(12):
            lazy.enter_context(asks_and_looks_away(hall, f"/api/tables/{table}/export"))
        async with asyncio.timeout(60):
            while await dropped(hall) < 12:  # noqa: ASYNC110 (nobody tells us)
                await asyncio.sleep(0.1)
        assert memory(hall) - before < 8 * size * 2**20, "there is not a copy for each of them"
    async with (
        aiohttp.ClientSession() as session,
        session.get("http://{}:{}/api/tables/{}/export".format(*hall.doors["house"], table)) as answer,
    ):
        lines = (await answer.read()).splitlines()
    assert json.loads(lines[-1])["records"] == len(lines) - 1 > size * 512


async def test_who_does_not_read_the_last_of_an_answer_is_dropped(new_hall: "NewHall") -> None:
    hall = new_hall("[doors.house.limits]\nslow = 500\n")
    with ExitStack() as lazy:
        for _ in range(3):
            lazy.enter_context(asks_and_looks_away(hall, "/api/games"))
        async with asyncio.timeout(PATIENCE):
            while await open_here(hall) > 1:  # noqa: ASYNC110 (nobody tells us)
                await asyncio.sleep(0.05)


async def open_here(hall: "RunningHall") -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.get("http://{}:{}/metrics".format(*hall.doors["house"])) as answer,
    ):
        found = re.search(r"^tablehall_open_connections (\d+)", await answer.text(), re.MULTILINE)
    assert found
    return int(found[1])


# Who asks for too much.


async def test_many_long_answers_to_one_caller_hold_nobody_else_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bob, table, _ = await played(house)
    await anna.ask(type="resign", table=table)
    journal, gate = house.server.journal, threading.Event()
    found, asked = journal.log, []

    def slow_log(number: int) -> list[bytes]:
        asked.append(number)
        assert gate.wait(PATIENCE)
        return found(number)

    monkeypatch.setattr(journal, "log", slow_log)
    path = f"/api/tables/{table}/replay"
    greedy = [asyncio.create_task(house.get(f"{path}?from={n}")) for n in range(readers.ASKED_EACH)]
    reading = house.server.http.readers  # type: ignore[union-attr]
    async with asyncio.timeout(PATIENCE):
        while reading._asked["127.0.0.1"] < readers.ASKED_EACH:  # noqa: ASYNC110 (nobody tells us)
            await asyncio.sleep(0.01)
    status, text = await house.get("/api/finished?game=shelfie", ELSEWHERE)
    assert (status, len(json.loads(text)["finished"])) == (200, 1)
    status, _, headers = await house.ask(path)
    assert (status, headers["Retry-After"]) == (429, "5")
    other = asyncio.create_task(house.get(path, ELSEWHERE))
    gate.set()
    assert (await other)[0] == 200
    assert {status for status, _ in await asyncio.gather(*greedy)} == {200}
    assert len(asked) < readers.ASKED_EACH, "the same log is read once for all who wait for it"
    await anna.leave()
    await bob.leave()


async def test_who_asks_for_too_much_is_told_when_to_come_again(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(callers.BUDGETS, "requests", (1.0, 150_000.0))
    house = await open_house()
    statuses = [await house.get("/api/games") for _ in range(4)]
    assert [status for status, _ in statuses] == [200, 200, 200, 429]
    status, text, headers = await house.ask("/version")
    assert (status, text) == (429, "You ask for too much; wait a moment.\n")
    assert int(headers["Retry-After"]) > 1_000
    assert (await house.get("/version", ELSEWHERE))[0] == 200, "others are not told so"
    for path in ("/healthz", "/readyz"):
        assert (await house.get(path))[0] == 200
    status, text = await house.get("/api/keeper/limited", Authorization=f"Bearer {house.token}")
    (limited,) = json.loads(text)["limited"]
    assert (status, limited["address"], limited["what"]) == (200, "127.0.0.1", "requests")
    assert limited["times"] == 2


async def test_a_class_of_thirty_behind_one_address_never_meets_its_limit(house: House) -> None:
    files = sorted((FOLDER / "assets").glob("*"))
    assets = [f"/assets/{path.name}" for path in files if path.suffix != ".br"]
    lists = ["/api/games", "/api/tables", "/api/finished?limit=8", "/api/contest", "/version"]
    rate, burst = callers.BUDGETS["requests"]
    assert 30 * await cost(house, ["/", *assets, *lists]) < burst / 4, "everybody opens the page at once"
    assert 30 * await cost(house, lists) < rate, "and again every second"


async def cost(house: House, paths: list[str]) -> float:
    """What it takes from a caller's budget to ask for some pages."""
    budget = house.server.http.callers._budgets["requests"]  # type: ignore[union-attr]
    clock = house.server.pipeline.clock
    budget._left.clear()
    for path in paths:
        assert (await house.get(path))[0] == 200
    left, _ = budget._left["127.0.0.1"]
    assert clock()
    return float(budget.burst - left)


# Bodies.


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ("Content-Encoding: gzip\r\nContent-Length: 1000", 415),
        ("Content-Encoding: deflate\r\nTransfer-Encoding: chunked", 415),
        ("Transfer-Encoding: chunked", 411),
        ("Content-Length: 65537", 413),
        ("Content-Length: 99999999999999999999", 413),
        ("Content-Length: -1", 400),
        ("Content-Length: 5\r\nContent-Length: 6", 400),
    ],
)
@pytest.mark.parametrize("path", ["/nowhere", "/api/contest/mia", "/api/keeper/bans"])
async def test_a_body_that_nobody_wants_is_not_read(
    path: str, headers: str, status: int, hall: "RunningHall"
) -> None:
    answer = await asyncio.to_thread(exchange, hall, f"POST {path} HTTP/1.1\r\nHost: x\r\n{headers}\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert answer.endswith(b".\n"), "a sentence, before a byte of the body has come"


async def test_whatever_follows_a_request_is_not_heard(hall: "RunningHall") -> None:
    bomb = gzip.compress(bytes(1_000_000))
    second = f"POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: {len(bomb)}\r\n\r\n"
    both = b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n" + second.encode() + bomb
    answer = await asyncio.to_thread(exchange, hall, both)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 200 OK")


def exchange(hall: "RunningHall", said: str | bytes) -> bytes:
    """Everything the server says until it hangs up."""
    heard = b""
    with socket.create_connection(hall.doors["house"], timeout=PATIENCE) as raw:
        raw.sendall(said if isinstance(said, bytes) else said.encode())
        while more := raw.recv(65_536):
            heard += more
    return heard


@pytest.mark.parametrize(
    "path",
    [
        "/api/people/%FF",
        "/api/people/%ED%A0%80",
        "/api/people/%00",
        "/api/leaderboard/%FF",
        "/api/contest/%FF",
        "/api/finished?person=%FF&game=%FF&before=%FF&limit=%FF",
        "/api/finished?limit=%C2%B2&before=%D9%A3",
        "/api/tables?after=%FF&limit=%FF",
        "/api/tables?after=9999999999999999999&limit=-1",
        "/api/saves?after=%FF/%FF",
        "/api/tables/1?code=%FF",
        "/api/tables/1/export?code=%ED%A0%80",
        "/api/tables/%D9%A3",
        "/assets/%FF",
        "/~",
    ],
)
async def test_no_bytes_in_an_address_are_our_fault(path: str, hall: "RunningHall") -> None:
    raw = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    answer = await asyncio.to_thread(exchange, hall, raw.replace(b"~", b"\xff\xfe"))
    assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 4", b"HTTP/1.0 400")), answer[:200]


# What is not theirs.

ABOUT = ("", "/moves", "/positions", "/replay", "/export")


async def test_a_private_table_is_not_there_for_those_without_its_code(house: House) -> None:
    anna, bob, table, code = await played(house, private=True)
    for over in (False, True):
        for about in ABOUT:
            for guess in ("", "?code=", "?code=guessed", "?code=%FF", f"?code={code[:-1]}"):
                assert await house.get(f"/api/tables/{table}{about}{guess}") == NOT_THERE, (over, about)
        status, text = await house.get(f"/api/tables/{table}?code={code}")
        assert (status, json.loads(text)["table"]) == (200, table)
        await anna.ask(type="resign", table=table)
    for about in ABOUT[3:]:
        assert (await house.get(f"/api/tables/{table}{about}?code={code}"))[0] == 200
    house.hall.tables.clear()  # long after the game
    for about in ABOUT:
        assert await house.get(f"/api/tables/{table}{about}?code=guessed") == NOT_THERE
    assert (await house.get(f"/api/tables/{table}/export?code={code}"))[0] == 200
    await anna.leave()
    await bob.leave()


async def test_lists_do_not_tell_that_there_are_private_games(house: House) -> None:
    anna, bob, first, _ = await played(house)
    await anna.ask(type="resign", table=first)
    for _ in range(5):
        opened = await anna.ask(type="open", game="tictactoe", private=True)
        table, code = opened["card"]["table"], opened["code"]
        await bob.ask(type="join", table=table, code=code)
        await anna.ask(type="resign", table=table)
    for query in ("limit=1", "limit=1&person=anna", "limit=3"):
        status, text = await house.get(f"/api/finished?{query}")
        assert (status, [card["table"] for card in json.loads(text)["finished"]]) == (200, [first])
    await anna.leave()
    await bob.leave()


async def test_guessing_codes_slows_down(open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(callers.BUDGETS, "codes", (0.001, 5))
    house = await open_house()
    anna, bob, table, code = await played(house, private=True)
    path = f"/api/tables/{table}"
    statuses = [(await house.get(f"{path}?code={number}"))[0] for number in range(10)]
    assert statuses[:5] == [404] * 5
    assert set(statuses[6:]) == {429}
    assert (await house.get(f"{path}?code={code}"))[0] == 429, "nor is it told that one is right"
    assert (await house.get("/api/tables/17?code=x"))[0] == 429, "nor that there is no such table"
    assert (await house.get(path)) == NOT_THERE
    assert (await house.get(f"{path}?code={code}", ELSEWHERE))[0] == 200
    await anna.leave()
    await bob.leave()


async def test_the_throws_of_a_game_that_can_go_on_are_told_to_nobody(house: House) -> None:
    anna, bob, table, _ = await played(house)
    assert (await house.get(f"/api/tables/{table}/export"))[0] == 409
    assert (await anna.ask(type="save", table=table, name="later"))["type"] == "done"
    for number in await tables_since(house, table, anna):
        for about in ("/export", "/replay"):
            status, text = await house.get(f"/api/tables/{number}{about}")
            assert status == 409, text
            assert text in (
                "A save of this game can still go on; delete it first.\n",
                "This game is not over yet; watch it at its table.\n",
                "This game was given up before it had begun; there is nothing to show of it.\n",
            )
    await anna.leave()
    await bob.leave()


async def tables_since(house: House, table: int, anna: Guest) -> list[int]:
    """A saved game is brought back again and again, joined, and left."""
    tables = [table]
    for _ in range(2):
        back = await anna.ask(type="reopen", game="shelfie", name="later")
        tables.append(back["card"]["table"])
        await anna.ask(type="leave", table=tables[-1])
    return tables


async def test_a_finished_game_with_a_save_is_told_once_the_save_is_gone(house: House) -> None:
    anna, bob, table, _ = await played(house)
    await anna.ask(type="resign", table=table)
    path = f"/api/tables/{table}/export"
    assert (await house.get(path))[0] == 200
    ended = json.loads((await house.get(path))[1].splitlines()[-2])
    house.hall.saved_seeds.add(bytes.fromhex(ended["seed"]))
    assert await house.get(path) == (409, "A save of this game can still go on; delete it first.\n")
    assert (await house.get(f"/api/tables/{table}/replay"))[0] == 409
    house.hall.saved_seeds.clear()
    assert (await house.get(path))[0] == 200
    await anna.leave()
    await bob.leave()


# Where they come from.

UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


async def shaken(port: int, *headers: str) -> str:
    """The first line that a WebSocket door answers with."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = "\r\n".join(("GET /ws HTTP/1.1", *headers, UPGRADE)) + "\r\n"
    writer.write(head.encode())
    async with asyncio.timeout(PATIENCE):
        line = (await reader.readline()).decode().strip()
    writer.close()
    return line


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("hall.example:8080", "", 101),
        ("hall.example:8080", "http://hall.example:8080", 101),
        ("Hall.Example", "HTTPS://hall.example", 101),
        ("hall.example:443", "https://hall.example", 101),
        ("hall.example", "http://friends.example", 101),
        ("hall.example", "https://friends.example", 403),
        ("hall.example:8080", "http://hall.example:9090", 403),
        ("hall.example", "https://evil.example", 403),
        ("hall.example", "https://hall.example.evil.example", 403),
        ("hall.example", "null", 403),
        ("", "http://", 403),
    ],
)
async def test_pages_from_elsewhere_do_not_come_in(
    host: str, origin: str, status: int, open_house: OpenHouse
) -> None:
    house = await open_house(origins=["http://Friends.example"])
    says = [f"Host: {host}", *([f"Origin: {origin}"] if origin else [])]
    assert (await shaken(house.port, *says)).startswith(f"HTTP/1.1 {status} ")
    boards = next(opened.port for opened in house.server.opened if opened.door.name == "boards")
    assert (await shaken(boards, *says)).startswith("HTTP/1.1 101 "), "made for pages from elsewhere"


async def test_a_proxy_is_believed_and_nobody_else(open_house: OpenHouse) -> None:
    house = await open_house(proxies=["127.0.0.2"])
    addresses = house.server.pipeline.addresses

    async def come(come_from: str, said: str) -> set[str]:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port, local_addr=(come_from, 0))
        writer.write(f"GET /ws HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {said}\r\n{UPGRADE}\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            await reader.readline()
            seen = {address for (door, address), count in addresses.items() if address and count}
            writer.close()
            while addresses:  # noqa: ASYNC110 (nobody tells us)
                await asyncio.sleep(0.01)
        return seen

    assert await come("127.0.0.1", "192.0.2.7") == {"127.0.0.1"}, "anybody may write that"
    assert await come(ELSEWHERE, "192.0.2.7") == {"192.0.2.7"}
    assert await come(ELSEWHERE, "198.51.100.1, 192.0.2.7") == {"192.0.2.7"}
    assert await come(ELSEWHERE, "192.0.2.7, 127.0.0.2") == {"192.0.2.7"}
    assert await come(ELSEWHERE, "192.0.2.7\r\nX-Forwarded-For: 192.0.2.8:1234") == {"192.0.2.8"}
    assert await come(ELSEWHERE, "192.0.2.7, nonsense") == {ELSEWHERE}


async def test_bans_and_limits_hold_behind_a_proxy(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(callers.BUDGETS, "requests", (1.0, 50_000.0))
    house = await open_house(proxies=["127.0.0.0/8"])
    keeper = {"Authorization": f"Bearer {house.token}", "X-Forwarded-For": "203.0.113.1"}
    async with aiohttp.ClientSession(headers=keeper) as session:
        for address, status in (("203.0.113.1", 409), ("192.0.2.7", 200)):
            async with session.post(f"{house.address}/api/keeper/bans", json={"address": address}) as answer:
                assert answer.status == status, "the keeper's own one is known, too"
    through = "X-Forwarded-For"
    assert (await house.get("/version", **{through: "192.0.2.7"}))[0] == 403
    while (await house.get("/api/games", **{through: "192.0.2.8"}))[0] == 200:
        pass
    assert (await house.get("/api/games", **{through: "192.0.2.8"}))[0] == 429
    assert (await house.get("/api/games", **{through: "192.0.2.9"}))[0] == 200


async def test_connections_behind_a_proxy_are_counted_by_where_they_are(new_hall: "NewHall") -> None:
    hall = new_hall('proxies = ["127.0.0.0/8"]\n[doors.house.limits]\nper_address = 2\n')
    port = hall.doors["house"][1]
    host = hall.doors["house"][0]
    opened = []
    for address, status in (("192.0.2.7", 101), ("192.0.2.7", 101), ("192.0.2.7", 429), ("192.0.2.8", 101)):
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(f"GET /ws HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n{UPGRADE}\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            assert (await reader.readline()).startswith(b"HTTP/1.1 %d " % status)
        opened.append(writer)
    for writer in opened:
        writer.close()
