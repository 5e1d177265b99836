"""Tables at which bots think, beside a contest of Mia and two people at a table: who waits for whom?"""

import asyncio
import json
import time
from typing import Any, NamedTuple

import aiohttp

from tablehall_lab.bench.mia import Field, Result, playing

GAME, LEVEL = "connect_four", 3
EVERY = 0.05
"""Seconds between two moves of the people whose waiting is measured."""


class Found(NamedTuple):
    """What was measured, without bots that think and with them."""

    mia: Result
    waits: list[float]
    """Seconds from a person's move to the news of it."""
    thoughts: int
    """Moves of bots."""

    def wait(self, share: float) -> float:
        """So long at most waited this share of the moves, in milliseconds."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * share))] * 1000


def measure(tables: int, bots: int, seconds: float) -> tuple[Found, Found]:
    """The same programs and people, first alone and then among bots that think."""
    with playing(bots) as field:
        alone = asyncio.run(_watched(field, 0, seconds))
        return alone, asyncio.run(_watched(field, tables, seconds))


async def _watched(field: Field, tables: int, seconds: float) -> Found:
    address = f"http://127.0.0.1:{field.doors['house']}/ws"
    async with aiohttp.ClientSession() as session:
        host = _Host(await _enter(session, address, f"host of {tables}"))
        await host.open(tables)
        playing_on = asyncio.create_task(host.play())
        people = [await _enter(session, address, f"{name} {tables}") for name in ("ann", "ben")]
        begun, thoughts = field.mark(), host.thoughts
        waits = await _play(people, seconds)
        found = Found(field.since(begun), waits, host.thoughts - thoughts)
        playing_on.cancel()
        return found


Socket = aiohttp.ClientWebSocketResponse


async def _enter(session: aiohttp.ClientSession, address: str, name: str) -> Socket:
    socket = await session.ws_connect(address)
    await socket.send_str(json.dumps({"type": "hello", "name": name}))
    await _until(socket, "welcome")
    return socket


async def _until(socket: Socket, kind: str, **keys: Any) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = await socket.receive_json()
        if message["type"] == kind and all(message.get(key) == value for key, value in keys.items()):
            return message


class _Host:
    """Somebody who plays against a bot at many tables at once, and never thinks himself."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.thoughts = 0

    async def open(self, tables: int) -> None:
        wish = json.dumps({"type": "open", "game": GAME, "bots": {"level": LEVEL}})
        for _ in range(tables):
            await self.socket.send_str(wish)

    async def play(self) -> None:
        async for raw in self.socket:
            message = json.loads(raw.data)
            for answer in self._answers(message):
                await self.socket.send_str(json.dumps(answer))

    def _answers(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        kind, what = message["type"], message.get("what")
        if kind == "legal" and message["moves"]:
            self.thoughts -= 1  # the news of this move will be counted, too
            moves = message["moves"]
            return [{"type": "act", "table": message["table"], "move": moves[len(moves) // 2]}]
        if what == "moved":
            self.thoughts += 1
        if what == "ended":
            return [{"type": "propose", "table": message["table"], "kind": "rematch"}]
        if what in ("started", "moved") and message["turn"]:
            return [{"type": "legal", "table": message["table"]}]
        return []


async def _play(people: list[Socket], seconds: float) -> list[float]:
    """Two people play one game after the other; how long each move took to be told."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await people[0].send_str(json.dumps({"type": "open", "game": "tictactoe"}))
        table = (await _until(people[0], "table"))["card"]["table"]
        await people[1].send_str(json.dumps({"type": "join", "table": table}))
        await _until(people[1], "table")
        for number, cell in enumerate((0, 3, 1, 4, 2)):
            act = {"type": "act", "table": table, "move": {"type": "place", "r": cell // 3, "c": cell % 3}}
            mover = people[number % 2]
            before = time.perf_counter()
            await mover.send_str(json.dumps(act))
            for socket in people:
                await _until(socket, "happened", what="moved", table=table, seat=number % 2)
            waits.append(time.perf_counter() - before)
            await asyncio.sleep(EVERY)
    return waits
