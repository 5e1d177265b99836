"""What becomes of a disk, and of the files on it, while a hall is open: it fills, and files vanish."""

import asyncio
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientWebSocketResponse as Wire

from tablehall.hall.decision import IndexEntry
from tablehall.journal import files
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import FILE, SqliteJournal
from tablehall.net import disk
from tablehall.net.bot_pool import BotSettings
from tablehall.net.retention import DAY, HOUR, Retention, RetentionSettings
from tablehall.server import Server
from tablehall.settings import Settings

GIB = 2**30


class Place:
    """A hall on a folder, whose disk has as much room as the test says."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder, self.free = folder, 100 * GIB
        bots = BotSettings(on=False)
        self.server = Server(Settings(host="127.0.0.1", port=0, data=str(folder), bots=bots, **settings))
        self.server.free_bytes = lambda _: self.free

    async def __aenter__(self) -> "Place":
        await self.server.start()
        self.address = next(opened.address for opened in self.server.opened if opened.door.front)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.server.stop(1.0)

    async def get(self, path: str, token: str = "") -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with (
            aiohttp.ClientSession() as session,
            session.get(self.address + path, headers=headers) as answer,
        ):
            return answer.status, await answer.text()

    async def looked(self, free: int) -> None:
        self.free = free
        assert self.server.disk is not None
        await self.server.disk.look()

    @asynccontextmanager
    async def guest(self, name: str) -> AsyncIterator[Wire]:
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{self.address}/ws") as wire:
            await wire.send_json({"type": "hello", "name": name})
            await until(wire, "welcome")
            yield wire

    async def until_ready(self, status: int) -> str:
        """What `/readyz` says when it has come to this."""
        async with asyncio.timeout(20):
            while (found := await self.get("/readyz"))[0] != status:  # noqa: ASYNC110 (it is asked)
                await asyncio.sleep(0.01)
        return found[1]


async def until(wire: Wire, *kinds: str) -> Any:
    while (message := await wire.receive_json(timeout=20))["type"] not in kinds:
        pass
    return message


async def opens(wire: Wire) -> Any:
    await wire.send_json({"type": "open", "game": "tictactoe"})
    return await until(wire, "table", "refused")


@pytest.fixture
async def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Place]:
    monkeypatch.setattr(disk, "LOOK_EVERY", 0.01)
    async with Place(tmp_path / "data") as place:
        yield place


# A disk that fills.


async def test_a_disk_that_is_nearly_full_says_so_and_opens_no_tables(tmp_path: Path) -> None:
    async with Place(tmp_path / "data") as place, place.guest("anna") as anna, place.guest("bob") as bob:
        token = place.server.keeper_token
        table = (await opens(anna))["card"]["table"]
        await bob.send_json({"type": "join", "table": table})
        await until(bob, "table")
        await place.looked(GIB - 1)
        assert await place.get("/readyz") == (200, "ready, but the disk is nearly full: 1,023 MiB are left\n")
        assert (
            '"disk_free":1073741823,"disk_low":true,"disk_short":false'
            in (await place.get("/api/keeper", token))[1]
        )
        assert (await opens(anna))["type"] == "table"
        await place.looked(GIB // 4 - 1)
        status, said = await place.get("/readyz")
        assert (status, said.endswith("; no more tables are opened\n")) == (200, True)
        refused = await opens(anna)
        assert (refused["type"], refused["reason"]) == ("refused", "short_of_disk")
        await anna.send_json({"type": "act", "table": table, "move": {"type": "place", "r": 1, "c": 1}})
        while (await until(bob, "happened"))["what"] != "moved":  # the game goes on
            pass
        figures = (await place.get("/metrics"))[1]
        assert "tablehall_disk_free_bytes 2.68435455e+08\n" in figures
        assert "tablehall_disk_low 1.0\n" in figures


async def test_what_was_too_little_is_enough_only_when_there_is_more(tmp_path: Path) -> None:
    async with Place(tmp_path / "data") as place, place.guest("anna") as anna:
        for free, opened, words in (
            (GIB // 4 - 1, False, "no more tables"),
            (GIB // 4 + 1, False, "no more tables"),  # else it would go to and fro
            (GIB // 4 * 5 // 4, True, "nearly full"),
            (GIB, True, "nearly full"),
            (GIB * 5 // 4, True, "ready\n"),
            (GIB, True, "ready\n"),
        ):
            await place.looked(free)
            assert words in (await place.get("/readyz"))[1], free
            assert ((await opens(anna))["type"] == "table") == opened, free


async def test_a_hall_that_starts_on_a_full_disk_opens_no_tables(tmp_path: Path) -> None:
    place = Place(tmp_path / "data")
    place.free = 1
    async with place, place.guest("anna") as anna:
        assert (await opens(anna))["reason"] == "short_of_disk"


# Contests.


def contests(games: int, at: int, size: int = 1_000) -> list[Batch]:
    """Games of a contest that were over a second apart, each with the facts that go with it."""
    made = []
    for game in range(games):
        batch = Batch()
        lines = [b'{"what":"opened"}', b'{"what":"drawn","people":[]}', b"x" * size]
        batch.records = [(10**10 + at + game, seq, line) for seq, line in enumerate(lines)]
        batch.index = [
            IndexEntry(10**10 + at + game, "mia", "finished", at + game * 1000, (), "", b"{}", True)
        ]
        batch.kept = [("standing", "mia/anna", b"[%d,1]" % (at + game))]  # type: ignore[list-item]
        made.append(batch)
    return made


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        (RetentionSettings(), 60),
        (RetentionSettings(contests_hours=0, contests_bytes=0), 100),
        (RetentionSettings(contests_hours=0, contests_bytes=20_000), 17),
    ],
)
async def test_contests_do_not_fill_the_disk(tmp_path: Path, settings: RetentionSettings, left: int) -> None:
    now = 100 * DAY
    async with Place(tmp_path / "data", retention=settings) as place, place.guest("anna") as anna:
        table = (await opens(anna))["card"]["table"]
        journal = place.server.journal
        assert isinstance(journal, SqliteJournal)
        done: asyncio.Queue[int] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def fill(_: Any) -> None:
            for batch in (*contests(40, now - 25 * HOUR), *contests(60, now - HOUR)):
                journal.commit(batch)
            journal.file_everything()
            loop.call_soon_threadsafe(done.put_nowait, 1)

        place.server.writer.run(fill)
        await done.get()
        retention = Retention(settings, place.server.hall, place.server.writer, place.server._reader)
        await retention.apply(now)
        with SqliteJournal(place.folder, read_only=True) as reader:
            assert isinstance(reader, SqliteJournal)
            assert len(reader.tables(game="mia", limit=1000)) == left
            assert (
                len([row for _, batch in reader.batches() for row in batch.kept if row[0] == "standing"]) == 1
            )
            assert reader.log(table)
        assert (await opens(anna))["type"] == "table"


# Who may read it.


def modes(folder: Path) -> dict[str, int]:
    found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    return {**found, ".": stat.S_IMODE(folder.stat().st_mode)}


def open_to_all(folder: Path) -> None:
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)


async def test_nobody_else_may_read_what_a_hall_keeps(place: Place) -> None:
    async with place.guest("anna") as anna:
        await opens(anna)
    assert place.server.journal.backup(place.folder / "copy") is None  # type: ignore[attr-defined]
    found = modes(place.folder)
    assert found.pop(".") == 0o700
    assert {FILE, f"{FILE}-wal", f"{FILE}-shm", "tablehall.lock", "keeper.json", "copy"} == found.keys()
    assert set(found.values()) == {0o600}


async def test_what_an_earlier_version_has_written_is_shut(tmp_path: Path) -> None:
    async with Place(tmp_path):
        pass
    open_to_all(tmp_path)
    async with Place(tmp_path):
        assert set(modes(tmp_path).values()) == {0o600, 0o700}


async def test_what_is_shared_on_purpose_stays_shared_and_strangers_things_are_left_alone(
    tmp_path: Path,
) -> None:
    shared, mixed = tmp_path / "shared", tmp_path / "mixed"
    for folder, mode in ((shared, 0o2775), (mixed, 0o755)):
        folder.mkdir()
        folder.chmod(mode)
    (mixed / "letter.txt").touch(0o644)
    for folder in (shared, mixed):
        SqliteJournal(folder).close()
        (folder / FILE).chmod(0o664)
        async with Place(folder):
            pass
    assert (modes(shared)["."], modes(shared)[FILE]) == (0o2770, 0o660)
    assert (modes(mixed)["."], modes(mixed)[FILE], modes(mixed)["letter.txt"]) == (0o755, 0o600, 0o644)


# A file that is taken away, or written over.


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal"])
async def test_a_file_that_is_gone_is_noticed_and_when_it_is_back_it_goes_on(place: Place, name: str) -> None:
    async with place.guest("anna") as anna:
        await opens(anna)
        file = place.folder / name
        file.rename(place.folder / "elsewhere")
        said = await place.until_ready(503)
        assert said.startswith(f"not ready: {file} is ")  # gone, or (a reader made a new one) another one
        assert ": put it back, or stop the hall" in said
        await anna.send_json({"type": "open", "game": "tictactoe"})
        (place.folder / "elsewhere").rename(file)
        assert await place.until_ready(200) == "ready\n"
        assert (await until(anna, "table"))["card"]["game"] == "tictactoe"


async def test_what_was_in_a_file_that_is_gone_is_rescued(tmp_path: Path) -> None:
    async with Place(tmp_path) as place, place.guest("anna") as anna:
        table = (await opens(anna))["card"]["table"]
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
            (tmp_path / name).unlink()
    rescued = tmp_path / "tablehall.rescued.sqlite3"
    assert stat.S_IMODE(os.stat(rescued).st_mode) == 0o600
    rescued.rename(tmp_path / FILE)
    async with Place(tmp_path) as place:
        assert table in place.server.hall.tables


async def test_nothing_is_told_that_would_be_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks before anybody has looked is not answered either."""
    monkeypatch.setattr(disk, "LOOK_EVERY", 3600)
    monkeypatch.setattr(files, "CHECK_EVERY", 0)
    async with Place(tmp_path / "data") as place, place.guest("anna") as anna:
        (place.folder / FILE).rename(tmp_path / "elsewhere")
        (place.folder / FILE).write_bytes((tmp_path / "elsewhere").read_bytes())
        await anna.send_json({"type": "open", "game": "tictactoe"})
        await place.until_ready(503)
        (tmp_path / "elsewhere").rename(place.folder / FILE)
        assert (await until(anna, "table"))["card"]["game"] == "tictactoe"


@pytest.fixture
async def played_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with something in it, in which no hall is open."""
    async with Place(tmp_path / "data") as place, place.guest("anna") as anna:
        for _ in range(150):
            await opens(anna)
        place.server.writer.run(lambda journal: journal.file_everything())  # type: ignore[attr-defined]
    monkeypatch.setattr(disk, "LOOK_EVERY", 0.01)
    return tmp_path / "data"


async def ends(place: Place, why: str) -> None:
    """Nothing is taken any more, and the server is about to end."""
    async with asyncio.timeout(30):
        # who writes may notice it before who looks can say why
        while why not in await place.until_ready(503):  # noqa: ASYNC110 (it is asked)
            await asyncio.sleep(0.01)
    assert place.server.broken is not None
    assert why in str(await place.server.broken)


async def test_a_file_that_is_cut_short_is_noticed(played_in: Path) -> None:
    async with Place(played_in) as place:
        os.truncate(played_in / FILE, 8192)
        await ends(place, "was cut short: put a backup in its place")


@pytest.mark.parametrize("page", [0, 1, 5, 9, -1])
async def test_pages_that_are_written_over_are_noticed(played_in: Path, page: int) -> None:
    async with Place(played_in) as place:
        size = os.stat(played_in / FILE).st_size
        with (played_in / FILE).open("r+b") as file:
            file.seek(page * 4096 % size)
            file.write(os.urandom(4096))
        await ends(place, "is damaged")
