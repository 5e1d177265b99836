"""The house's own players in a running hall: they play, they fail, and nobody else minds."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import msgspec
import psutil
import pytest
import structlog

from tablehall.bots import Question
from tablehall.games import house_games
from tablehall.games.dice import Dice
from tablehall.hall import commands
from tablehall.hall.hall import Hall
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.net.bot_pool import BotPool, BotSettings, HousePlayer, Job
from tests.conftest import NewHall, RunningHall

QUICK = "[bots]\npause = 0\nseconds = 0.1\n"
MOODY = Path(__file__).with_name("moody_game.py")
Heard = dict[str, Any]


class Guest:
    """Somebody at the house door."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.ended: Heard | None = None

    async def ask(self, answer: str, **request: Any) -> Heard:
        await self.socket.send_str(json.dumps(request))
        return await self.until(type=answer)

    async def until(self, **keys: Any) -> Heard:
        while True:
            message: Heard = await self.socket.receive_json(timeout=60)
            assert message["type"] != "refused", message
            if message.get("what") == "ended":
                self.ended = message
            if all(message.get(key) == value for key, value in keys.items()):
                return message

    async def plays_on(self, table: int, seat: int) -> Heard:
        """Make the first legal move whenever it is our turn, until the game is over."""
        self.ended = None
        while True:
            moves = (await self.ask("legal", type="legal", table=table))["moves"]
            if moves:
                await self.socket.send_str(json.dumps({"type": "act", "table": table, "move": moves[0]}))
                await self.until(type="happened", what="moved", seat=seat)
            elif self.ended:
                return self.ended
            else:
                await self.until(type="happened")


@asynccontextmanager
async def guest(hall: RunningHall, name: str, secret: str = "") -> AsyncIterator[tuple[Guest, str]]:
    host, port = hall.doors["house"]
    async with aiohttp.ClientSession() as session, session.ws_connect(f"http://{host}:{port}/ws") as socket:
        somebody = Guest(socket)
        welcome = await somebody.ask("welcome", type="hello", name=name, secret=secret)
        yield somebody, welcome.get("secret", secret)


def workers(hall: RunningHall) -> list[psutil.Process]:
    return [child for child in psutil.Process(hall.process).children() if "worker" in str(child.cmdline())]


@pytest.mark.parametrize("game", ["tictactoe", "shelfie"])
async def test_a_person_plays_a_whole_game_against_each_level(new_hall: NewHall, game: str) -> None:
    hall = new_hall(QUICK)
    async with guest(hall, "ann") as (ann, _):
        for level in (1, 2, 3):
            table = await ann.ask("table", type="open", game=game, bots={"level": level})
            bot = table["card"]["seats"][1]
            assert bot["bot"] == level
            ended = await ann.plays_on(table["card"]["table"], 0)
            assert ended["outcome"]["ranks"]


async def test_bots_come_through_the_request_of_a_player(new_hall: NewHall) -> None:
    hall = new_hall(QUICK)
    async with guest(hall, "ann") as (ann, _):
        games = (await ann.ask("games", type="games"))["games"]
        assert all(card["bots"] == [1, 2, 3] for card in games)
        table = (await ann.ask("table", type="open", game="eriantys", seats=3))["card"]["table"]
        await ann.ask("done", type="bots", table=table, level=2, seats=1, re=1)
        await ann.ask("done", type="bots", table=table, level=1, re=2)
        whole = await ann.ask("table", type="sync", table=table)
        assert sorted(seat.get("bot", 0) for seat in whole["card"]["seats"]) == [0, 1, 2]
        assert whole["card"]["status"] == "playing"


async def test_a_bot_goes_on_after_the_plug_was_pulled(new_hall: NewHall) -> None:
    hall = new_hall("[bots]\npause = 3000\n")
    async with guest(hall, "ann") as (ann, secret):
        table = (await ann.ask("table", type="open", game="tictactoe", bots={"level": 3}))["card"]["table"]
        await ann.ask("happened", type="act", table=table, move={"type": "place", "r": 1, "c": 1})
        await ann.until(type="happened", what="moved", seat=0)
        hall.kill()
    hall.start()
    async with guest(hall, "", secret) as (ann, _):
        await ann.socket.send_str(json.dumps({"type": "sync", "table": table}))
        await ann.until(type="happened", what="moved", seat=1)
    await hall.stop()


@pytest.mark.parametrize("mood", ["crashes", "loops", "lies"])
async def test_a_bot_without_a_move_loses_by_the_clock(tmp_path: Path, mood: str) -> None:
    game = tmp_path / "moody.py"
    game.write_text(MOODY.read_text().replace('= "crashes"', f'= "{mood}"'))
    hall = RunningHall(tmp_path, f'games = ["{game}"]\n{QUICK}patience = {0.5 if mood == "loops" else 60}')
    hall.start()
    try:
        async with guest(hall, "ann") as (ann, _):
            whole = await ann.ask("table", type="open", game="moody", bots={"level": 1})
            table = whole["card"]["table"]
            await ann.ask("happened", type="act", table=table, move={"type": "place", "r": 1, "c": 1})
            ended = await ann.until(type="happened", what="ended")
            assert ended["outcome"] == {"ranks": [1, 2], "scores": [], "reason": "time"}
            other = await ann.ask("table", type="open", game="tictactoe", bots={"level": 1})
            await ann.plays_on(other["card"]["table"], 0)  # a new process thinks on for everybody else
    finally:
        hall.kill()
    assert "a bot" in hall.log()


async def test_a_bot_survives_the_death_of_its_process(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path, "[bots]\npause = 0\nseconds = 5\nworkers = 1\n")
    hall.start()
    try:
        async with guest(hall, "ann") as (ann, _):
            whole = await ann.ask("table", type="open", game="chess", bots={"level": 3})
            table = whole["card"]["table"]
            move = {"type": "step", "r": 1, "c": 4, "to_r": 3, "to_c": 4}
            await ann.ask("happened", type="act", table=table, move=move)
            while not (found := workers(hall)):
                await ann.ask("pong", type="ping")
            os.kill(found[0].pid, signal.SIGKILL)
            await ann.until(type="happened", what="moved", seat=1)
    finally:
        hall.kill()


def test_a_bot_is_asked_without_being_told_what_its_seat_may_not_know() -> None:
    hall = Hall(house_games(), random.Random(1).randbytes)
    people = [hall.handle(commands.Enter(conn, name=f"p{conn}"), 1).result.person.id for conn in (1, 2, 3)]
    table: Table = hall.handle(commands.Open(people[0], Terms("shelfie", 3)), 2).result
    for person in people[1:]:
        hall.handle(commands.Join(person, table.sheet.table), 3)
    room = BotPool(cast("Any", SimpleNamespace(hall=hall)), BotSettings(workers=1), [])
    job = Job(HousePlayer(room, 1), table.sheet, table.scene, table.game, 1)
    asked = [json.loads(room._question(job, 1.0))[1]["personal"] for _ in range(20)]
    assert {cards[1] for cards in asked} == {table.scene.state.personal[1]}
    assert len({cards[0] for cards in asked}) > 1
    assert len({cards[2] for cards in asked}) > 1


def test_a_bot_does_not_move_in_a_game_that_somebody_has_just_given_up() -> None:
    """It hears of the end only when that is remembered."""
    hall = Hall(house_games(), random.Random(1).randbytes)
    people = [hall.handle(commands.Enter(conn, name=f"p{conn}"), 1).result.person.id for conn in (1, 2)]
    table: Table = hall.handle(commands.Open(people[0], Terms("tictactoe")), 2).result
    hall.handle(commands.Join(people[1], table.sheet.table), 3)
    room = BotPool(cast("Any", SimpleNamespace(hall=hall, clock=lambda: 5)), BotSettings(workers=1), [])
    player = HousePlayer(room, 1)
    player.person = people[0]
    job = Job(player, table.sheet, table.scene, table.game, 0)
    room.jobs[table.sheet.table, 0] = job
    assert hall.handle(commands.Resign(people[1], table.sheet.table), 4).refused is None
    with structlog.testing.capture_logs() as logged:
        room._act(job, msgspec.Raw(b'{"type":"place","r":0,"c":0}'))
    assert (logged, room.jobs) == ([], {})


def test_a_worker_whose_hall_was_killed_ends_without_a_word() -> None:
    start = msgspec.json.encode(house_games()["tictactoe"].setup(2, None, Dice(bytes(32))))
    question = Question("tictactoe", msgspec.Raw(start), 0, 1, 0.1)
    worker = subprocess.Popen(
        [sys.executable, "-P", "-m", "tablehall.bots.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with worker:
        assert worker.stdin
        assert worker.stdout
        assert worker.stderr
        worker.stdout.close()  # the ends of the pipes close one after the other
        worker.stdin.write(msgspec.json.encode(question) + b"\n")
        worker.stdin.flush()
        assert worker.wait(60) == 0
        assert worker.stderr.read() == b""
