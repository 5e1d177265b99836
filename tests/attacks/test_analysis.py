"""Nobody is helped in a game that goes on, or learns what is hidden in one, by analysing; and however long a
line somebody tries, the hall does not stand still for it."""

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tablehall.games import house_games
from tablehall.games.board import Place
from tablehall.games.dice import Dice
from tablehall.net.analyses import LONGEST
from tablehall.net.bot_pool import BotSettings
from tablehall.server import Server
from tablehall.settings import Settings
from tests.attacks.test_work_of_messages import Steps
from tests.net.parlour import Game, Parlour

PENTE = house_games()["pente"]
ASKED = ("/analysis", "/opinion")


@pytest.fixture
async def parlour() -> AsyncIterator[Parlour]:
    bots = BotSettings(workers=1, seconds=0.1)
    server = Server(Settings(host="127.0.0.1", port=0, memory=True, bots=bots))
    await server.start()
    async with aiohttp.ClientSession() as session:
        yield Parlour(server, session)
        await server.stop()


def long_line(length: int) -> list[list[Any]]:
    """Stones that decide nothing, one after the other."""
    chance = random.Random(1)
    while True:
        state, line = PENTE.setup(2, None, Dice(bytes(32))), list[list[Any]]()
        while len(line) < length and (seats := PENTE.turn(state).seats):
            move = chance.choice(PENTE.legal(state, seats[0]))
            line.append([seats[0], move])
            state = PENTE.play(state, seats[0], move, Dice(bytes(32))).state  # type: ignore[union-attr]
        if len(line) == length:
            return line


async def steps_of(game: Game, line: list[list[Any]]) -> float:
    """The most that was done on the loop at a time."""
    meter = Steps()
    for _ in range(2):  # what is made once and kept is made the first time
        meter.begin()
        asked = asyncio.ensure_future(game.post("/analysis", {"after": 3, "moves": line}))
        while not asked.done():
            meter.turn()
            await asyncio.sleep(0)
        worst = meter.end()
        answer = await asked
        assert (answer.status, len(answer.json["tried"])) == (200, len(line)), answer.text[:200]
    return worst


async def test_a_long_line_holds_nobody_up(parlour: Parlour) -> None:
    game = await parlour.begin("pente")
    await game.resign()
    short, long = await steps_of(game, long_line(1)), await steps_of(game, long_line(60))
    assert long <= 1.2 * short + 300
    refused = await game.post("/analysis", {"after": 3, "moves": [[0, Place(0, 0)]] * (LONGEST + 1)})
    assert refused.status == 400


async def test_a_running_game_is_neither_analysed_nor_advised(parlour: Parlour) -> None:
    game = await parlour.begin("chess")
    for what in ASKED:
        answer = await game.post(what, {"after": 3})
        assert (answer.status, answer.text) == (409, "This game is not over yet; watch it at its table.\n")


@pytest.mark.parametrize("name", ["shelfie", "connect_four"])
async def test_a_game_that_goes_on_from_a_save_is_as_live_as_any(parlour: Parlour, name: str) -> None:
    game = await parlour.begin(name, rated=False)
    anna = game.guests[0]
    assert (await anna.ask(type="save", table=game.number, name="later"))["type"] == "done"
    back = (await anna.ask(type="reopen", game=name, name="later"))["card"]["table"]
    for number in (game.number, back):
        for what in ASKED:
            answer = await parlour.post(f"/api/tables/{number}{what}", {"after": 3})
            assert answer.status == 409, answer.text


async def test_a_copy_of_a_finished_game_keeps_its_secrets(parlour: Parlour) -> None:
    """One copy is played to its end; as long as the other can go on, nobody tries anything from there."""
    game = await parlour.begin("shelfie", rated=False)
    await game.guests[0].ask(type="save", table=game.number, name="copy", put_away=False)
    await game.resign()
    assert game.table.scene.status == "finished"
    for what in ASKED:
        answer = await game.post(what, {"after": 3})
        assert (answer.status, answer.text) == (
            409,
            "A save of this game can still go on; delete it first.\n",
        )
