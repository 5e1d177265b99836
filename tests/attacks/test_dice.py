"""What the house itself could try: to choose the seed when it knows what the players add to it."""

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import aiohttp

from tests.attacks.guests import Guest

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall


async def log_of(hall: "RunningHall", table: int) -> list[dict[str, Any]]:
    """The log of a finished game."""
    host, port = hall.doors["house"]
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{host}:{port}/api/tables/{table}/export") as answer,
    ):
        return [json.loads(line) for line in (await answer.text()).splitlines()]


def shares(log: Sequence[dict[str, Any]]) -> list[str]:
    return [record.get("entropy", "") for record in log if record["what"] == "sat"]


def revealed(log: Sequence[dict[str, Any]]) -> str:
    """The hash of the seed that was revealed at the end."""
    (seed,) = [record["seed"] for record in log if "seed" in record]
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


async def test_the_seed_of_a_table_was_fixed_before_its_host_sent_their_share(hall: "RunningHall") -> None:
    async with Guest(hall) as anna:
        promise = (await anna.ask("hello", name="anna of the dice"))["promise"]
        promises = []
        for bots in (None, {"level": 1}):
            promises.append(promise)
            table = await anna.ask("open", game="shelfie", entropy="mine", bots=bots)
            assert table["commitment"] == promise
            number, promise = table["card"]["table"], table["promise"]
            if bots is None:
                await anna.ask("bots", table=number, level=1)
            whole = await anna.ask("sync", table=number)
            assert (whole["commitment"], whole["promise"]) == (promises[-1], promise)
            await anna.ask("resign", table=number)
            await anna.until(what="ended", table=number)
            log = await log_of(hall, number)
            assert revealed(log) == log[0]["commitment"] == promises[-1]
            assert 0 < log[0]["promised"] <= log[0]["at"]
            assert shares(log) == ["mine", ""]
        assert len({*promises, promise}) == 3


async def test_the_seed_of_a_rematch_was_fixed_before_anybody_sent_their_share(hall: "RunningHall") -> None:
    async with Guest(hall, "anna of the cup") as anna, Guest(hall, "bob of the cup") as bob:
        table = await anna.opens("shelfie")
        await bob.ask("join", table=table)
        await anna.ask("resign", table=table)
        told = [(await guest.until(what="ended", table=table))["rematch"] for guest in (anna, bob)]
        assert (await bob.ask("sync", table=table))["rematch"] == told[0] == told[1]
        await anna.ask("propose", table=table, kind="rematch", entropy="from anna")
        assert await bob.refused("answer", table=table, yes=True, entropy="x" * 65) == "bad_entropy"
        await bob.ask("answer", table=table, yes=True, entropy="from bob")
        again = (await bob.until(what="started"))["table"]
        assert (await anna.ask("sync", table=again))["commitment"] == told[0]
        await anna.ask("resign", table=again)
        await bob.until(what="ended", table=again)
        log = await log_of(hall, again)
        assert revealed(log) == told[0]
        assert 0 < log[0]["promised"] <= log[0]["at"]
        assert shares(log) == ["from bob", "from anna"]


async def test_a_hall_that_was_restarted_makes_new_promises(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Guest(hall, "anna") as anna:
        secret = anna.secret
        before = (await anna.ask("open", game="shelfie"))["promise"]
    hall.kill()
    hall.start()
    async with Guest(hall) as anna:
        after = (await anna.ask("hello", secret=secret))["promise"]
        assert after != before
        assert (await anna.ask("open", game="shelfie", entropy="mine"))["commitment"] == after
