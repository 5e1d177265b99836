"""A guest whose connection breaks comes back, and every table is in step again."""

import asyncio
from typing import Any, cast

import aiohttp
import pytest

from tablehall.client import Away, Guest, ShownOutError
from tablehall.client.wire import Wire
from tablehall.protocols.house.replies import Welcome
from tests.client.guests import PATIENCE, a_name, guest, heard, house, pair, place
from tests.client.relay import Relay
from tests.conftest import NewHall, RunningHall


async def test_with_the_secret_one_comes_back_to_name_and_seats(hall: RunningHall) -> None:
    async with pair(hall) as (annas, bobs):
        name, secret = bobs.guest.name, bobs.guest.secret
        await bobs.guest.close()
        async with Guest(house(hall), secret=secret) as bob:
            assert bob.name == name
            assert list(bob.tables) == [annas.number]
            assert bob.tables[annas.number].you == 1
            await bob.bye()


async def test_a_cut_connection_is_repaired_and_the_table_brought_in_step(hall: RunningHall) -> None:
    async with Relay(hall.doors["house"]) as relay, pair(hall, address=relay.address) as (annas, bobs):
        async with asyncio.timeout(PATIENCE):
            await annas.act(place(0, 0))
            await heard(bobs, 4)
            news = annas.guest.listen()
            await relay.cut()
            await bobs.act(place(1, 1))
            assert isinstance(await news.next(), Away)
            while not isinstance(await news.next(), Welcome):
                pass
            assert annas.last == (1, place(1, 1))
            assert annas.my_turn
            await annas.act(place(2, 2))
            await heard(bobs, annas.seq)
            assert bobs.view == annas.view


async def test_a_game_goes_on_through_cuts(hall: RunningHall) -> None:
    async with (
        Relay(hall.doors["house"]) as relay,
        pair(hall, "connect_four", relay.address) as (annas, bobs),
    ):

        async def first_move_each_time(cut_before: bool) -> None:
            table = annas if cut_before else bobs
            turns = 0
            async for _ in table:
                if table.my_turn:
                    turns += 1
                    if cut_before and turns % 2:
                        await relay.cut()
                    await table.act((await table.legal())[0])

        async with asyncio.timeout(60):
            await asyncio.gather(first_move_each_time(True), first_move_each_time(False))
        assert annas.outcome == bobs.outcome is not None


async def test_a_move_whose_answer_was_lost_is_not_made_twice(hall: RunningHall) -> None:
    async with Relay(hall.doors["house"]) as relay, pair(hall, address=relay.address) as (annas, bobs):
        async with asyncio.timeout(PATIENCE):
            relay.answers.clear()
            acting = asyncio.create_task(annas.act(place(0, 0)))
            await heard(bobs, 4)
            await relay.cut()
            await acting
            assert annas.last == (0, place(0, 0))
            await bobs.act(place(1, 1))
            await heard(annas, bobs.seq)
            assert annas.my_turn


async def test_a_move_that_was_lost_on_its_way_is_made_after_all(hall: RunningHall) -> None:
    async with Relay(hall.doors["house"]) as relay, pair(hall, address=relay.address) as (annas, bobs):
        async with asyncio.timeout(PATIENCE):
            relay.requests.clear()
            acting = asyncio.create_task(annas.act(place(0, 0)))
            await relay.swallowed.wait()
            await relay.cut()
            await acting
            await heard(bobs, annas.seq)
            assert bobs.last == (0, place(0, 0))


async def test_a_spectator_comes_back_to_look_on(hall: RunningHall) -> None:
    async with (
        Relay(hall.doors["house"]) as relay,
        pair(hall) as (annas, bobs),
        guest(hall, "eve", relay.address) as eve,
        asyncio.timeout(PATIENCE),
    ):
        seen = await eve.watch(annas.number)
        await relay.cut()
        await annas.act(place(0, 0))
        await heard(seen, 4)
        await bobs.act(place(0, 1))
        await heard(seen, 5)
        assert seen.last == (1, place(0, 1))


async def test_a_number_that_is_missing_is_asked_for(hall: RunningHall) -> None:
    async with pair(hall) as (annas, bobs), guest(hall, "eve") as eve, asyncio.timeout(PATIENCE):
        seen = await eve.watch(annas.number)
        await annas.say("A secret", to=bobs.guest.name)
        await annas.say("Not a secret")
        await annas.act(place(0, 0))
        await heard(seen, 6)
        assert [line.text for line in seen.chat] == ["Not a secret"]
        assert seen.last == (0, place(0, 0))


async def test_when_the_hall_itself_was_gone_the_game_goes_on(new_hall: NewHall) -> None:
    hall = new_hall()
    async with pair(hall) as (annas, bobs), asyncio.timeout(60):
        await annas.act(place(0, 0))
        await hall.restart()
        await bobs.guest.here()
        await heard(bobs, 4)
        await bobs.act(place(1, 1))
        await heard(annas, bobs.seq)
        assert annas.my_turn


async def test_what_is_asked_while_one_hangs_up_has_an_answer(hall: RunningHall) -> None:
    async with Guest(house(hall), name=a_name("anna")) as anna, asyncio.timeout(PATIENCE):
        closing = asyncio.create_task(anna.close())
        await asyncio.sleep(0)
        with pytest.raises(ShownOutError, match="You have left the hall"):
            await anna.games()
        await closing


class _Broken:
    """A socket that cannot answer the ping which it has just read."""

    async def receive(self, within: float | None) -> Any:
        raise aiohttp.ClientConnectionResetError("Cannot write to closing transport")


async def test_a_ping_that_cannot_be_answered_is_the_end_of_the_connection() -> None:
    wire = Wire(cast("Any", None), cast("Any", _Broken()))
    assert [message async for message in wire] == []
