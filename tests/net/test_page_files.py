"""The page and what it asks for over HTTP."""

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession, web
from multidict import CIMultiDict

from tablehall.games import house_games
from tablehall.games.board import Place
from tablehall.games.dice import Dice, dice_key
from tablehall.net.page import Page
from tablehall.net.replays import with_draws
from tests.net.parlour import Parlour

SCRIPT = b"console.log(1);" * 100
BROTLI = b"is not unpacked here"


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[str]:
    """A page of two files; its address."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>A page</title>" + " " * 500)
    (tmp_path / "assets" / "page-12345678.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "page-12345678.js.br").write_bytes(BROTLI)
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


@pytest.mark.parametrize(
    ("accepts", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZip", "gzip"),
        ("x-gzip", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("br; q=0.001", "br"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0, gzip;q=0.000", ""),
        ("*", "br"),
        ("*, br;q=0", "gzip"),
        ("gzip, *;q=0", "gzip"),
        ("*;q=0", ""),
        ("identity", ""),
        ("identity, gzip;q=0.5", ""),
        ("identity;q=0.5, gzip;q=0.5", "gzip"),
        ("identity;q=0, gzip", "gzip"),
        ("identity;q=0", ""),
        ("deflate, notbr, gzipped", ""),
        ("br;q=2, gzip;q=nan, ;, q=1", ""),
        ("", ""),
        (None, ""),
    ],
)
async def test_files_come_packed_as_those_who_ask_like_it(
    page: str, accepts: str | None, coding: str
) -> None:
    headers = {} if accepts is None else {"Accept-Encoding": accepts}
    async with (
        ClientSession(auto_decompress=False, skip_auto_headers=["Accept-Encoding"]) as session,
        session.get(f"{page}/assets/page-12345678.js", headers=headers) as answer,
    ):
        assert answer.headers.get("Content-Encoding", "") == coding
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        body = await answer.read()
        assert (gzip.decompress(body) if coding == "gzip" else body) == (BROTLI if coding == "br" else SCRIPT)


async def test_several_headers_are_read_as_one(page: str) -> None:
    headers = CIMultiDict([("Accept-Encoding", "gzip;q=0.5"), ("Accept-Encoding", "br;q=0.1")])
    async with (
        ClientSession(auto_decompress=False) as session,
        session.get(f"{page}/assets/page-12345678.js", headers=headers) as answer,
    ):
        assert answer.headers["Content-Encoding"] == "gzip"


async def test_every_form_of_a_file_has_a_tag_of_its_own(page: str) -> None:
    address, codings = f"{page}/assets/page-12345678.js", ("br", "gzip", "identity")
    async with ClientSession(auto_decompress=False) as session:
        tags = {}
        for coding in codings:
            async with session.get(address, headers={"Accept-Encoding": coding}) as answer:
                tags[coding] = answer.headers["ETag"]
        assert len(set(tags.values())) == 3
        for coding in codings:
            for known, tag in tags.items():
                for said in (tag, f"W/{tag}", f'"other", {tag}'):
                    asked = {"Accept-Encoding": coding, "If-None-Match": said}
                    async with session.get(address, headers=asked) as again:
                        assert again.status == (304 if known == coding else 200)
                        assert again.headers["ETag"] == tags[coding]
                        assert again.headers["Vary"] == "Accept-Encoding"
                        assert (await again.read() == b"") == (known == coding)
        for said, status in (("*", 304), (tags["br"].strip('"'), 200), (f'"{tags["br"][1:9]}"', 200)):
            asked = {"Accept-Encoding": "br", "If-None-Match": said}
            async with session.get(address, headers=asked) as again:
                assert again.status == status


@pytest.mark.parametrize("coding", ["br", "gzip", "identity"])
async def test_who_asks_only_for_the_headers_gets_those_of_the_file(page: str, coding: str) -> None:
    address, headers = f"{page}/assets/page-12345678.js", {"Accept-Encoding": coding}
    async with ClientSession(auto_decompress=False) as session:
        async with session.get(address, headers=headers) as answer:
            length = str(len(await answer.read()))
        async with session.head(address, headers=headers) as head:
            assert await head.read() == b""
            assert head.headers["Content-Length"] == length
            for name in ("ETag", "Vary", "Content-Type", "Cache-Control", "Content-Encoding"):
                assert head.headers.get(name) == answer.headers.get(name)
        async with session.head(address, headers=headers | {"If-None-Match": head.headers["ETag"]}) as again:
            assert again.status == 304


async def test_a_page_that_was_built_without_brotli_comes_by_gzip(page: str) -> None:
    async with (
        ClientSession(auto_decompress=False) as session,
        session.get(f"{page}/", headers={"Accept-Encoding": "br, gzip;q=0.1"}) as front,
    ):
        assert front.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    "path",
    ["assets/nothing.js", "assets/..%2fsecret.txt", "secret.txt", "assets/", "assets/page-12345678.js.br"],
)
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
