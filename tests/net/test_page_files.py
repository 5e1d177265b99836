"""The page and what it asks for over HTTP."""

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession, WSMessage, web

from tablehall.games import house_games
from tablehall.games.dice import Dice, dice_key
from tablehall.hall.hall import Hall
from tablehall.net.page import Page
from tablehall.net.replays import with_draws
from tablehall.server import Server
from tablehall.settings import Settings


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[str]:
    """A page of two files; its address."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>A page</title>" + " " * 500)
    (tmp_path / "assets" / "page-12345678.js").write_text("console.log(1);" * 100)
    (tmp_path / "secret.txt").write_text("not a part of the page")
    app = web.Application()
    Page(tmp_path).add_to(app)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def test_the_page_is_asked_for_again_and_its_files_are_kept_for_ever(page: str) -> None:
    async with ClientSession() as session:
        async with session.get(f"{page}/") as front:
            assert front.headers["Cache-Control"] == "no-cache"
            assert front.headers["Content-Type"] == "text/html; charset=utf-8"
            assert (await front.text()).startswith("<!doctype html>")
        async with session.get(f"{page}/assets/page-12345678.js") as script:
            assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
        async with session.get(f"{page}/", headers={"If-None-Match": front.headers["ETag"]}) as again:
            assert again.status == 304


async def test_files_come_packed_to_those_who_can_unpack_them(page: str) -> None:
    async with ClientSession(auto_decompress=False) as session:
        async with session.get(f"{page}/assets/page-12345678.js") as packed:
            assert packed.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(await packed.read()).startswith(b"console.log")
        async with session.get(f"{page}/", headers={"Accept-Encoding": "identity"}) as plain:
            assert "Content-Encoding" not in plain.headers


@pytest.mark.parametrize("path", ["assets/nothing.js", "assets/..%2fsecret.txt", "secret.txt", "assets/"])
async def test_nothing_but_the_page_is_served(page: str, path: str) -> None:
    async with ClientSession() as session, session.get(f"{page}/{path}") as answer:
        assert answer.status == 404


async def test_a_hall_without_a_page_says_so(tmp_path: Path) -> None:
    app = web.Application()
    Page(tmp_path / "nothing").add_to(app)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    async with (
        ClientSession() as session,
        session.get(f"http://127.0.0.1:{runner.addresses[0][1]}/") as front,
    ):
        assert "The hall is open." in await front.text()
    await runner.cleanup()


class Guest:
    """A client of the house door."""

    def __init__(self, ws: Any) -> None:
        self.ws = ws

    async def ask(self, **request: Any) -> dict[str, Any]:
        await self.ws.send_json({**request, "re": 1})
        while True:
            message: WSMessage = await self.ws.receive()
            answer: dict[str, Any] = json.loads(message.data)
            if answer.get("re") == 1:
                return answer


@pytest.fixture
async def house() -> AsyncIterator[tuple[Hall, str]]:
    """A hall and the address of its house door."""
    server = Server(Settings(host="127.0.0.1", port=0, memory=True))
    await server.start()
    port = next(opened.port for opened in server.opened if opened.door.name == "house")
    yield server.hall, f"http://127.0.0.1:{port}"
    await server.stop()


async def begin(session: ClientSession, address: str, **order: Any) -> tuple[Guest, Guest, dict[str, Any]]:
    """Two guests at a table of their own."""
    guests = []
    for name in ("anna", "bob"):
        guest = Guest(await session.ws_connect(f"{address}/ws"))
        await guest.ask(type="hello", name=name)
        guests.append(guest)
    anna, bob = guests
    opened = await anna.ask(type="open", **order)
    await bob.ask(type="join", table=opened["card"]["table"], code=opened.get("code", ""))
    return anna, bob, opened


async def test_who_comes_late_is_told_the_moves_so_far(house: tuple[Hall, str]) -> None:
    _, address = house
    async with ClientSession() as session:
        anna, bob, opened = await begin(session, address, game="tictactoe")
        table = opened["card"]["table"]
        for guest, cell in ((anna, 0), (bob, 1)):
            await guest.ask(type="act", table=table, move={"type": "place", "r": 0, "c": cell})
        await bob.ask(type="propose", table=table, kind="takeback")
        await anna.ask(type="answer", table=table, yes=True)
        async with session.get(f"{address}/api/tables/{table}/moves") as answer:
            told = (await answer.json())["moves"]
        assert [(each.get("seat"), each.get("plies")) for each in told] == [(0, None), (1, None), (None, 1)]
        assert told[0]["move"] == {"type": "place", "r": 0, "c": 0}


async def test_moves_of_a_private_table_are_told_to_those_who_know_its_code(house: tuple[Hall, str]) -> None:
    _, address = house
    async with ClientSession() as session:
        _, _, opened = await begin(session, address, game="chess", private=True, spectators=False)
        path = f"{address}/api/tables/{opened['card']['table']}/moves"
        for code in ("", "guessed"):
            async with session.get(path, params={"code": code}) as answer:
                assert answer.status == 404
        async with session.get(path, params={"code": opened["code"]}) as answer:
            assert await answer.json() == {"moves": []}


@pytest.mark.parametrize("order", [{"game": "shelfie"}, {"game": "chess", "spectators": False}])
async def test_moves_that_not_everybody_may_see_are_not_told(
    house: tuple[Hall, str], order: dict[str, Any]
) -> None:
    _, address = house
    async with ClientSession() as session:
        _, _, opened = await begin(session, address, **order)
        async with session.get(f"{address}/api/tables/{opened['card']['table']}/moves") as answer:
            assert answer.status == 403
        async with session.get(f"{address}/api/tables/1/moves") as answer:
            assert answer.status == 404


async def test_a_replay_tells_every_draw_so_that_anybody_can_throw_it_again(house: tuple[Hall, str]) -> None:
    _, address = house
    async with ClientSession() as session:
        anna, _, opened = await begin(session, address, game="shelfie", entropy="my share")
        await anna.ask(type="resign", table=opened["card"]["table"])
        path = f"{address}/api/tables/{opened['card']['table']}"
        async with session.get(f"{path}/replay") as answer:
            replay = await answer.json()
        async with session.get(f"{path}/export") as answer:
            lines = (await answer.read()).splitlines()[:-1]
    log = [json.loads(line) for line in lines]
    seed = bytes.fromhex(next(record["seed"] for record in log if record.get("seed")))
    dice = Dice(dice_key(seed, ["my share", ""]))
    for record in log:
        draws = replay["draws"].get(str(record["seq"]), [])
        assert [dice.below(limit) for limit, _ in draws] == record.get("throws", [])
        assert [value for _, value in draws] == record.get("throws", [])
    assert sum(map(len, replay["draws"].values())) > 20
    games = house_games()
    assert len(list(with_draws(lines, games))) == len(log)
    assert msgspec.json.decode(lines[0])["game"] == "shelfie"


async def test_a_replay_does_not_tell_what_was_whispered(house: tuple[Hall, str]) -> None:
    _, address = house
    async with ClientSession() as session:
        anna, _, opened = await begin(session, address, game="tictactoe")
        table = opened["card"]["table"]
        await anna.ask(type="say", table=table, text="good luck, everybody")
        await anna.ask(type="say", table=table, text="between you and me", to="bob")
        await anna.ask(type="resign", table=table)
        for query in ("", "?seat=0", "?seat=1"):
            async with session.get(f"{address}/api/tables/{table}/replay{query}") as answer:
                told = await answer.text()
            assert "good luck, everybody" in told
            assert "between you and me" not in told
