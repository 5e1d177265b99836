"""The crash test: a real server on a real file, players over real sockets, SIGKILL at random
moments. Whatever anybody was told must be in the log afterwards, once, and unchanged."""

import asyncio
import contextlib
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from tablehall.games import house_games
from tablehall.hall import records
from tablehall.hall.table import LogError
from tablehall.hall.verify import opening, seeds_of, verify
from tablehall.journal.api import whole_log
from tablehall.journal.sqlite import SqliteJournal

GAMES = ("tictactoe", "connect_four", "dama", "shelfie")


class Report(msgspec.Struct):
    """What a crash test showed."""

    kills: int = 0
    told: int = 0
    """Records that players were told of."""
    games: int = 0
    problems: list[str] = []


class Told:
    """Everything players were told, to be compared with the log."""

    def __init__(self) -> None:
        self.records: dict[int, dict[int, dict[str, Any]]] = {}
        """What was told of each table, record by record."""
        self.count = 0
        self.lately: set[int] = set()
        """The tables of which something was told since the last comparison."""
        self.problems: list[str] = []

    def heard(self, message: dict[str, Any]) -> None:
        table, seq = message["table"], message["seq"]
        facts = {name: message.get(name) for name in ("what", "seat", "move", "at")}
        known = self.records.setdefault(table, {})
        self.count += seq not in known
        self.lately.add(table)
        if known.setdefault(seq, facts) != facts:
            self.problems.append(f"table {table}, record {seq} was told in two ways")


class House:
    """A server process that can be killed and started again on the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tablehall", "serve", "--host", "127.0.0.1", "--log", "error"]
        command += ["--port", "0", "--data", str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.strip().startswith("house"):
                self.port = int(line.split("http://")[1].split()[0].rsplit(":", 1)[1])
            if "Stop with" in line:
                return
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


class Player:
    """Plays game after game with his partner; comes back whenever the server does."""

    def __init__(self, name: str, partner: str, seat: int, game: str, told: Told) -> None:
        self.name = name
        self.partner = partner
        self.seat = seat
        self.game = game
        self.told = told
        self.secret = ""
        self.finished = 0
        self.chance = random.Random(name)

    async def live(self, session: aiohttp.ClientSession, port: int) -> None:
        """One connection, until it breaks."""
        async with session.ws_connect(f"http://127.0.0.1:{port}/ws") as ws:
            who = {"secret": self.secret} if self.secret else {"name": self.name}
            await ws.send_json({"type": "hello", **who})
            async for raw in ws:
                for request in self.answer(msgspec.json.decode(raw.data)):
                    await ws.send_json(request)

    def answer(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """What he says to what he hears."""
        kind = message["type"]
        if kind == "welcome":
            self.secret = message.get("secret", self.secret)
            if tables := message.get("tables"):
                return [{"type": "lobby"}, *({"type": "sync", "table": table} for table in tables)]
            return [{"type": "lobby"}, *self._open()]
        if kind == "lobby":
            return [ask for card in message["tables"] for ask in self._join(card)]
        if kind == "listed":
            return self._join(message["card"]) if message["change"] != "gone" else []
        if kind == "happened":
            self.told.heard(message)
            if message["what"] == "ended":
                self.finished += 1
                return self._open()
            return self._ask(message["table"], message.get("turn", ()))
        if kind == "table":
            return self._ask(message["card"]["table"], message.get("turn", ()))
        if kind == "legal" and message["moves"]:
            move = self.chance.choice(message["moves"])
            return [{"type": "act", "table": message["table"], "move": move}]
        return []

    def _open(self) -> list[dict[str, Any]]:
        return [{"type": "open", "game": self.game}] if self.seat == 0 else []

    def _join(self, card: dict[str, Any]) -> list[dict[str, Any]]:
        seats = card["seats"]
        if self.seat == 1 and card["status"] == "waiting" and seats[0] and seats[0]["name"] == self.partner:
            return [{"type": "join", "table": card["table"]}]
        return []

    def _ask(self, table: int, turn: Any) -> list[dict[str, Any]]:
        return [{"type": "legal", "table": table}] if self.seat in turn else []


def players(pairs: int, told: Told) -> list[Player]:
    """Pairs of players, each pair with a game of its own."""
    found = []
    for number in range(pairs):
        game = GAMES[number % len(GAMES)]
        names = (f"crash{number}a", f"crash{number}b")
        found += [Player(names[seat], names[1 - seat], seat, game, told) for seat in (0, 1)]
    return found


async def play_for(seconds: float, house: House, everybody: list[Player]) -> None:
    """Let everybody play for a while, then kill the server under them. What was on its way
    to the players by then counts as told, so they read until their connection breaks."""

    async def live(player: Player) -> None:
        with contextlib.suppress(aiohttp.ClientError, OSError):
            await player.live(session, house.port)

    async with aiohttp.ClientSession() as session:
        tasks = [asyncio.create_task(live(player)) for player in everybody]
        await asyncio.sleep(seconds)
        house.kill()
        await asyncio.wait(tasks, timeout=5)
        for task in tasks:
            task.cancel()


def crash(
    data: Path,
    kills: int,
    *,
    pairs: int = 8,
    seed: int = 1,
    progress: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Kill a hall so many times and see whether it ever forgets what it told."""
    chance, told, report = random.Random(seed), Told(), Report(problems=[])
    everybody, house = players(pairs, told), House(data)
    for _ in range(kills):
        house.start()
        try:
            asyncio.run(play_for(chance.uniform(0.05, 0.6), house, everybody))
        finally:
            house.kill()
        report.kills += 1
        report.told = told.count
        report.games = sum(player.finished for player in everybody if player.seat == 0)
        report.problems = [*told.problems, *compare(data, told, told.lately)]
        told.lately.clear()
        progress(report)
        if report.problems:
            return report
    report.problems = compare(data, told, told.records)
    return report


def compare(data: Path, told: Told, tables: Iterable[int]) -> list[str]:
    """What players were told of these tables against what the log holds."""
    problems: list[str] = []
    logs: dict[int, list[bytes]] = {}
    with SqliteJournal(data) as journal:
        for table in tables:
            logs[table] = whole_log(journal, table)
            for seq, facts in told.records[table].items():
                problems += _compare_record(table, seq, facts, logs[table])
        live = {remembered.number: remembered.seed for remembered in journal.live_tables()}
    for table, lines in logs.items():
        problems += _check_log(table, lines, live.get(table))
    return problems


def _compare_record(table: int, seq: int, facts: dict[str, Any], lines: list[bytes]) -> list[str]:
    if seq >= len(lines):
        return [f"table {table}: record {seq} was told ({facts['what']}) but is not in the log"]
    record = msgspec.json.decode(lines[seq])
    kept = {name: record.get(name) for name in facts}
    if kept != facts:
        return [f"table {table}: record {seq} was told as {facts} but kept as {kept}"]
    return []


def _check_log(table: int, lines: list[bytes], seed: bytes | None) -> list[str]:
    """The log is whole: the chain holds, every move is legal, every throw is right."""
    try:
        if seed is None or seeds_of([records.decode(line) for line in lines]):
            verify(lines, house_games())
        else:
            replayed_table(lines, seed)
    except LogError as error:
        return [f"table {table}: {error}"]
    return []


def replayed_table(lines: list[bytes], seed: bytes) -> None:
    """Replay a game that is not over."""
    table = opening(lines, house_games())
    table.seed = seed
    for line in lines:
        table.replay(line)
