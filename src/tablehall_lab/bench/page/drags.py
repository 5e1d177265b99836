"""Pieces are pulled over the boards: the longest task from when one is taken until it lies there."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

from playwright.async_api import Browser

from tablehall.client import Guest, Table
from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.page.browser import Longest, Onlooker, address, onlooker
from tablehall_lab.services.server import Place

GAMES = ("chess", "checkers", "dama", "pente", "shelfie", "eriantys")
SHELF = ".play .mine .shelf"
"""Where tiles are brought to be taken."""
STEPS = 12
"""Events of the pointer between two places; one comes in every frame."""
FRAME = 0.016
SETTLED = 0.8
"""Seconds until what was moved lies still."""
PATIENCE = 20.0


def path_of(move: dict[str, Any]) -> list[str]:
    """The places over which the pointer makes a move, as selectors; none: it is not made by pulling."""
    match move["type"]:
        case "step":
            return [cell(move["r"], move["c"]), cell(move["to_r"], move["to_c"])]
        case "place":
            return [cell(move["r"], move["c"])]
        case "pick":
            return [*(part(f"tile:{tile['x']},{tile['y']}") for tile in move["tiles"]), SHELF]
        case "to_island":
            return [part(f"entrance:{move['student']}"), part(f"island:{move['island']}")]
        case _:
            return []


def cell(row: int, column: int) -> str:
    """A square of a board."""
    return f'[role=gridcell][aria-label^="{chr(97 + column)}{row + 1},"]'


def part(name: str) -> str:
    """A part of a drawn board."""
    return f'[data-part="{name}"]'


async def drags(browser: Browser, house: Place, game: str, rounds: int) -> Longest:
    """So many pulls in a game; the middle of their longest tasks."""
    where, name = "{}:{}".format(*house), f"{game}-{random.getrandbits(32):08x}"
    pulled: list[Longest] = []
    async with (
        Guest(where, name=name) as host,
        Guest(where, name=f"{name}-r") as rival,
        onlooker(browser, house, host.secret) as eye,
    ):
        while len(pulled) < rounds:
            table = await host.open(game)
            other = await rival.join(table.number)
            await eye.page.goto(address(house, f"#/table/{table.number}"))
            while len(pulled) < rounds and (move := await until_pulled(table, other)):
                pulled.append(await pull(eye, table, path_of(move)))
    return Longest(*(sorted(times)[rounds // 2] for times in zip(*pulled, strict=True)))


async def until_pulled(table: Table, other: Table) -> dict[str, Any] | None:
    """Both play on until the first has a move that is made by pulling: that move, or nothing if the game is
    over before."""
    while not table.over:
        for player in (table, other):
            if not player.my_turn:
                continue
            moves = [*await player.legal()]
            if player is table and (found := next(pulls(moves), None)):
                return found
            ends = [move for move in moves if move["type"] == "next"]
            if moves:
                await player.act(random.choice(ends or moves))
        await asyncio.sleep(FRAME)
    return None


def pulls(moves: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The moves that are made by pulling, in any order; those over most places first."""
    random.shuffle(moves)
    yield from sorted(filter(path_of, moves), key=lambda move: -len(path_of(move)))


async def pull(eye: Onlooker, table: Table, path: list[str]) -> Longest:
    """Make a move by the pointer; the longest task."""
    await eye.page.locator(path[0]).wait_for()
    await asyncio.sleep(SETTLED)  # what happened before is over
    places = [await middle(eye, selector) for selector in path]
    before = table.seq

    async def gesture() -> None:
        mouse = eye.page.mouse
        x, y = places[0]
        await mouse.move(x, y)
        await mouse.down()
        for goal_x, goal_y in places[1:]:
            for step in range(1, STEPS + 1):
                await mouse.move(x + (goal_x - x) * step / STEPS, y + (goal_y - y) * step / STEPS)
                await asyncio.sleep(FRAME)
            x, y = goal_x, goal_y
        await mouse.up()
        await asyncio.sleep(SETTLED)

    longest = await eye.longest(gesture)
    for _ in range(round(PATIENCE / FRAME)):
        if table.seq > before:
            return longest
        await asyncio.sleep(FRAME)
    raise BenchError(f"{table.game}: pulling over {', '.join(path)} made no move")


async def middle(eye: Onlooker, selector: str) -> tuple[float, float]:
    """The middle of something on the page."""
    box = await eye.page.locator(selector).bounding_box()
    if box is None:
        raise BenchError(f"{selector} is not on the page")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
