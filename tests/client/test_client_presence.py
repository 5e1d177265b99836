"""Several devices of one person, and who waits for somebody who is away, in a real hall."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tablehall.client import Guest, RefusedError, ShownOutError, Table
from tablehall.games.api import Absence
from tests.client.guests import PATIENCE, a_name, guest, heard, house, pair, place
from tests.conftest import RunningHall


@asynccontextmanager
async def two_devices(hall: RunningHall) -> AsyncIterator[tuple[Guest, Guest]]:
    """Anna at her laptop and, by a code, at her phone; she leaves at the end."""
    async with guest(hall, "anna") as laptop:
        given = await laptop.pair()
        async with Guest(house(hall), code=given.code.lower()) as phone, asyncio.timeout(PATIENCE):
            assert (phone.name, phone.person) == (laptop.name, laptop.person)
            assert phone.secret not in ("", laptop.secret)
            yield laptop, phone


async def test_a_code_is_good_for_one_device_once(hall: RunningHall) -> None:
    async with guest(hall, "anna") as laptop:
        given = await laptop.pair()
        assert given.until > laptop.now()
        async with Guest(house(hall), code=given.code):
            pass
        with pytest.raises(RefusedError, match="wrong or too old"):
            async with Guest(house(hall), code=given.code):
                pass


async def test_all_devices_hear_and_may_act(hall: RunningHall) -> None:
    async with two_devices(hall) as (laptop, phone), guest(hall, "bob") as bob:
        opened = await laptop.open("tictactoe", private=True)
        there = await phone.called()
        assert (there.number, there.you, there.code) == (opened.number, 0, opened.code)
        bobs = await bob.join(opened.number, opened.code)
        await heard(there, 3)
        await there.act(place(1, 1))
        await heard(opened, there.seq)
        assert opened.last == (0, place(1, 1))
        await bobs.act(place(0, 0))
        await heard(opened, bobs.seq)
        await opened.act(place(2, 2))
        await heard(there, opened.seq)
        assert there.view == opened.view


async def test_where_one_device_looks_on_the_other_is_not_led(hall: RunningHall) -> None:
    async with two_devices(hall) as (laptop, phone), pair(hall) as (annas, bobs):
        seen = await laptop.watch(annas.number)
        await annas.act(place(0, 0))
        await bobs.act(place(1, 1))
        await heard(seen, 5)
        await phone.ping()
        await phone.ping()
        assert annas.number not in phone.tables
        assert (await phone.watch(annas.number)).last == (1, place(1, 1))


async def test_a_device_that_hangs_up_takes_nobody_away(hall: RunningHall) -> None:
    async with two_devices(hall) as (laptop, phone), guest(hall, "bob") as bob:
        opened = await laptop.open("tictactoe", private=True)
        there = await phone.called()
        bobs = await bob.join(opened.number, opened.code)
        await phone.close()
        await bob.ping()
        assert [chair.away for chair in bobs.seats if chair] == [0, 0]
        async with Guest(house(hall), secret=phone.secret) as again:
            assert again.tables[there.number].you == 0


async def test_whoever_leaves_the_hall_leaves_it_everywhere(hall: RunningHall) -> None:
    async with two_devices(hall) as (laptop, phone):
        table = await laptop.open("tictactoe", private=True)
        following = asyncio.create_task(table.until_over())
        await phone.bye()
        with pytest.raises(ShownOutError, match="You have left the hall"):
            await following
        with pytest.raises(ShownOutError):
            await laptop.games()


async def test_who_waits_is_asked_and_may_wait_on(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna, asyncio.timeout(PATIENCE):
        annas = await anna.open("tictactoe", private=True, absence=Absence(grace=0))
        async with Guest(house(hall), name=a_name("bob")) as bob:
            await bob.join(annas.number, annas.code)
            await heard(annas, 3)
        answers: list[tuple[str, ...]] = []
        async for _ in annas:
            if annas.claims and len(answers) < 2:
                answers.append(annas.claims)
                await annas.claim("wait")
            elif annas.claims:
                break
        assert answers == [("win", "draw", "bot", "wait")] * 2
        assert annas.overdue == (1,)
        async with Guest(house(hall), secret=bob.secret) as back:
            await heard_came(annas)
            assert annas.claims == ()
            assert back.missed == ()
            with pytest.raises(RefusedError, match="Nobody has been away"):
                await annas.claim("win")
            await back.bye()


async def heard_came(table: Table) -> None:
    """Wait until everybody is at a table again."""
    async for _ in table:
        if all(chair and not chair.away for chair in table.seats):
            return


async def test_whoever_was_away_hears_what_they_missed_until_they_have_seen_it(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna, asyncio.timeout(PATIENCE):
        annas = await anna.open("tictactoe", private=True, absence=Absence(grace=0))
        async with Guest(house(hall), name=a_name("bob")) as bob:
            await bob.join(annas.number, annas.code)
            await heard(annas, 3)
            await annas.act(place(1, 1))
        async for _ in annas:
            if annas.claims:
                await annas.claim("draw")
        async with Guest(house(hall), secret=bob.secret) as back:
            missed = back.missed[0]
            assert (missed.table, missed.how, missed.why) == (annas.number, "drawn", "absent")
        async with Guest(house(hall), secret=bob.secret) as back:
            assert back.missed == (missed,)
            await back.seen()
            assert not back.missed
        async with Guest(house(hall), secret=bob.secret) as back:
            assert back.missed == ()
            await back.bye()


async def test_a_player_of_the_house_goes_on_for_whoever_stays_away(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna, asyncio.timeout(PATIENCE):
        annas = await anna.open("tictactoe", private=True, absence=Absence(grace=0))
        async with Guest(house(hall), name=a_name("bob")) as bob:
            await bob.join(annas.number, annas.code)
            await heard(annas, 3)
        async for _ in annas:
            if annas.claims:
                await annas.claim("bot", 1)
            elif annas.my_turn:
                await annas.act((await annas.legal())[0])
        assert [chair.bot for chair in annas.seats if chair] == [0, 1]
        assert annas.outcome is not None


async def test_a_game_begins_without_its_host_who_comes_back(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob, asyncio.timeout(PATIENCE):
        async with Guest(house(hall), name=a_name("anna")) as anna:
            opened = await anna.open("tictactoe", private=True)
        bobs = await bob.join(opened.number, opened.code)
        assert bobs.status == "playing"
        host = bobs.seats[0]
        assert host is not None
        assert host.expected
        async with Guest(house(hall), secret=anna.secret) as back:
            annas = back.tables[opened.number]
            await annas.act(place(1, 1))
            await heard(bobs, annas.seq)
            assert bobs.my_turn
            await back.bye()
