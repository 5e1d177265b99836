"""The page and what it asks for over HTTP."""

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession, web

from tablehall.games import house_games
from tablehall.games.board import Place
from tablehall.games.dice import Dice, dice_key
from tablehall.net.page import Page
from tablehall.net.replays import with_draws
from tests.net.parlour import Parlour


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


async def test_who_comes_late_is_told_the_moves_so_far(parlour: Parlour) -> None:
    game = await parlour.begin("tictactoe")
    await game.play(Place(0, 0), Place(0, 1))
    await game.take_back(1)
    told = (await game.get("/moves")).json["moves"]
    assert [(each.get("seat"), each.get("plies")) for each in told] == [(0, None), (1, None), (None, 1)]
    assert told[0]["move"] == {"type": "place", "r": 0, "c": 0}


async def test_moves_of_a_private_table_are_told_to_those_who_know_its_code(parlour: Parlour) -> None:
    game = await parlour.begin("chess", private=True, spectators=False)
    for code in ("", "guessed"):
        assert (await game.get("/moves", code=code)).status == 404
    assert (await game.get("/moves")).json == {"moves": []}


@pytest.mark.parametrize("order", [{"game": "shelfie"}, {"game": "chess", "spectators": False}])
async def test_moves_that_not_everybody_may_see_are_not_told(parlour: Parlour, order: dict[str, Any]) -> None:
    game = await parlour.begin(**order)
    assert (await game.get("/moves")).status == 403
    assert (await parlour.get("/api/tables/1/moves")).status == 404


async def test_a_replay_tells_every_draw_so_that_anybody_can_throw_it_again(parlour: Parlour) -> None:
    game = await parlour.begin("shelfie", entropy="my share")
    await game.resign(0)
    replay = (await game.get("/replay")).json
    lines = (await game.get("/export")).text.encode().splitlines()[:-1]
    log = [json.loads(line) for line in lines]
    seed = bytes.fromhex(next(record["seed"] for record in log if record.get("seed")))
    dice = Dice(dice_key(seed, ["my share", ""]))
    for record in log:
        draws = replay["draws"].get(str(record["seq"]), [])
        assert [dice.below(limit) for limit, _ in draws] == record.get("throws", [])
        assert [value for _, value in draws] == record.get("throws", [])
    assert sum(map(len, replay["draws"].values())) > 20
    assert len(list(with_draws(lines, house_games()))) == len(log)
    assert msgspec.json.decode(lines[0])["game"] == "shelfie"


async def test_a_replay_does_not_tell_what_was_whispered(parlour: Parlour) -> None:
    game = await parlour.begin("tictactoe")
    anna, _ = game.guests
    await anna.ask(type="say", table=game.number, text="good luck, everybody")
    await anna.ask(type="say", table=game.number, text="between you and me", to="bob")
    await game.resign(0)
    for query in ({}, {"seat": 0}, {"seat": 1}):
        told = (await game.get("/replay", **query)).text
        assert "good luck, everybody" in told
        assert "between you and me" not in told
