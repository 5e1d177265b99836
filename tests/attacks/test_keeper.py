"""Who wants more than their share is seen by the keeper, and a save is taken from nobody who plays it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from tablehall.cli import keeper
from tablehall.client import Guest, RefusedError
from tablehall.hall.shares import REFUSED

if TYPE_CHECKING:
    from tablehall.client import Table
    from tests.conftest import NewHall, RunningHall

HERE = "127.0.0.1"


class Keeper:
    """The keeper of a hall, with the token in hand."""

    def __init__(self, hall: "RunningHall", token: str) -> None:
        self.where = "http://{}:{}".format(*hall.doors["house"])
        self._headers = {"Authorization": f"Bearer {token}"}

    async def ask(self, path: str, method: str = "GET", order: Any = None) -> tuple[int, Any]:
        async with (
            aiohttp.ClientSession(headers=self._headers) as session,
            session.request(method, f"{self.where}/api/keeper{path}", json=order) as answer,
        ):
            return answer.status, await answer.json()

    async def limited(self) -> list[tuple[str, str, str, int]]:
        """Who wanted too much: name, address, what and how often; the latest first."""
        status, answer = await self.ask("/limited")
        assert status == 200
        cards = answer["limited"]
        assert answer["total"] == len(cards)
        return [(card.get("name", ""), card["address"], card["what"], card["times"]) for card in cards]

    async def refused(self) -> dict[str, int]:
        """What `/metrics` counts, by reason."""
        async with aiohttp.ClientSession() as session, session.get(f"{self.where}/metrics") as answer:
            text = await answer.text()
        counts = re.findall(r'^tablehall_shares_refused_total\{why="(\w+)"\} (\d+)', text, re.MULTILINE)
        return {why: int(count) for why, count in counts}


async def keeper_of(hall: "RunningHall") -> Keeper:
    return Keeper(hall, await asyncio.to_thread(keeper.ask_for_token, hall.folder / "data"))


@asynccontextmanager
async def playing(hall: "RunningHall") -> AsyncIterator[tuple[Guest, Guest, "Table"]]:
    """Anna and Bob, and their game, which counts for nothing."""
    where = "{}:{}".format(*hall.doors["house"])
    async with Guest(where, name="anna") as anna, Guest(where, name="bob") as bob:
        table = await anna.open("tictactoe", rated=False)
        await bob.join(table.number)
        yield anna, bob, table


async def until_refused(reason: str, ask: Callable[[int], Awaitable[Any]]) -> None:
    """Do something over and over again."""
    with pytest.raises(RefusedError) as refused:
        await _over_and_over(ask)
    assert refused.value.reason == reason


async def _over_and_over(ask: Callable[[int], Awaitable[Any]]) -> None:
    for number in range(1000):
        await ask(number)


async def test_the_keeper_sees_who_wants_more_than_their_share(new_hall: "NewHall") -> None:
    shares = (
        "people_per_address = 2\ntables_per_address = 2\nsaves_each = 1\nchat_burst = 300\nchat = 0.001\n"
    )
    hall = new_hall(f"[hall]\n{shares}guesses_burst = 2\nguesses = 0.001\n")
    office = await keeper_of(hall)
    assert await office.refused() == {why.code: 0 for why in REFUSED}
    async with playing(hall) as (anna, bob, table):
        private = await bob.open("tictactoe", private=True)

        async def new_name(number: int) -> None:
            async with Guest("{}:{}".format(*hall.doors["house"]), name=f"eve {number}"):
                pass

        async def guess(number: int) -> None:
            try:
                await anna.join(private.number, f"guess{number}")
            except RefusedError as error:
                if error.reason != "wrong_code":
                    raise

        await until_refused("too_many_names", new_name)
        await until_refused("too_many_opened", lambda number: bob.open("tictactoe"))
        await until_refused(
            "too_many_of_your_saves", lambda number: table.save(f"save {number}", put_away=False)
        )
        await until_refused("talking_too_fast", lambda number: table.say("blah"))
        await until_refused("too_many_guesses", guess)
        await until_refused("too_many_guesses", guess)
        assert await office.limited() == [
            ("anna", HERE, "too_many_guesses", 2),
            ("anna", HERE, "talking_too_fast", 1),
            ("anna", HERE, "too_many_of_your_saves", 1),
            ("bob", HERE, "too_many_opened", 1),
            ("", HERE, "too_many_names", 1),
        ]
    assert await office.refused() == {
        "too_many_names": 1,
        "too_many_opened": 1,
        "too_many_of_your_saves": 1,
        "talking_too_fast": 1,
        "too_many_guesses": 2,
    }


async def test_what_was_wanted_over_http_stands_in_the_same_list(new_hall: "NewHall") -> None:
    hall = new_hall("[hall]\nchat_burst = 300\nchat = 0.001\n")
    office = await keeper_of(hall)
    stranger = Keeper(hall, "wrong")
    async with playing(hall) as (_, _, table):
        await until_refused("talking_too_fast", lambda number: table.say("blah"))
        while (await stranger.ask("/limited"))[0] == 401:
            pass
        assert await office.limited() == [
            ("", HERE, "tokens", 1),
            ("anna", HERE, "talking_too_fast", 1),
        ]


async def test_the_keeper_takes_a_save_from_nobody_who_plays_it(new_hall: "NewHall") -> None:
    hall = new_hall()
    office, save = await keeper_of(hall), {"game": "tictactoe", "name": "friday"}
    async with playing(hall) as (anna, bob, table):
        await table.save("friday", put_away=False)
        assert await office.ask("/saves", "DELETE", save) == (
            409,
            {"wrong": "That save is being played right now."},
        )
        await table.save("saturday")
        assert await office.ask("/saves", "DELETE", save) == (200, {"done": True})
        assert [card.name for card in await bob.saves()] == ["saturday"]
        with pytest.raises(RefusedError) as refused:
            await anna.reopen("tictactoe", "friday")
        assert refused.value.reason == "no_such_save"


async def test_the_keeper_sees_from_where_too_many_connections_come(new_hall: "NewHall") -> None:
    hall = new_hall("[doors.pipes.limits]\nper_address = 2\n")
    keeper = await keeper_of(hall)
    lines = [await asyncio.open_connection(*hall.doors["pipes"]) for _ in range(4)]
    for reader, _ in lines[2:]:
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
    assert await keeper.limited() == [("", HERE, "connections", 2)]
    for _, writer in lines:
        writer.close()
