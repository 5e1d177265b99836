"""What one guest, or one address, tried to have of everything: names, tables, saves, talk, and guesses."""

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.attacks.guests import Guest

if TYPE_CHECKING:
    from tests.conftest import NewHall

ELSEWHERE = "127.0.0.250"


async def test_one_address_does_not_take_all_names(new_hall: "NewHall") -> None:
    hall = new_hall("[hall]\npeople_per_address = 5\n")
    async with Guest(hall) as hoarder, Guest(hall, "zoe", address=ELSEWHERE) as zoe:
        taken = []
        for number in range(12):
            answer = await hoarder.ask("hello", name=f"hoarder {number}")
            taken.append(answer.get("reason", "welcome"))
            if answer["type"] == "welcome":
                await hoarder.ask("bye")
        assert taken == ["welcome"] * 5 + ["too_many_names"] * 7
        assert (await zoe.ask("ping"))["type"] == "pong"
        async with Guest(hall, "yan", address=ELSEWHERE):
            pass
    hall.kill()
    hall.start()
    async with Guest(hall) as again:
        assert await again.refused("hello", name="after a restart") == "too_many_names"


async def test_one_address_does_not_take_all_tables(new_hall: "NewHall") -> None:
    hall = new_hall("[hall]\ntables_each = 3\ntables_per_address = 5\n")
    async with (
        Guest(hall, "one") as one,
        Guest(hall, "two") as two,
        Guest(hall, "zoe", address=ELSEWHERE) as zoe,
    ):
        reasons = [await guest.refused("open", game="chess") for guest in (one, two) for _ in range(4)]
        assert reasons == ["", "", "", "too_many_seats", "", "", "too_many_opened", "too_many_opened"]
        table = await zoe.opens("chess")
        assert await two.refused("join", table=table) == "", "who may open none may still sit down"
        assert await two.refused("leave", table=table) == ""
        mine = next(heard["card"]["table"] for heard in one.heard if heard["type"] == "table")
        assert await one.refused("leave", table=mine) == ""
        assert await two.refused("open", game="chess") == ""


async def test_one_guest_does_not_take_all_saves(new_hall: "NewHall") -> None:
    hall = new_hall("[hall]\nsaves_each = 2\n")
    async with Guest(hall, "one") as one, Guest(hall, "two") as two:
        table = await one.opens("chess", rated=False)
        await two.ask("join", table=table)
        names = ["a", "b", "c"]
        reasons = [await one.refused("save", table=table, name=name, put_away=False) for name in names]
        assert reasons == ["", "", "too_many_of_your_saves"]
        assert await two.refused("save", table=table, name="hers", put_away=False) == ""
        await one.ask("save", table=table, name="a")
        await one.ask("resign", table=table)
        for guest in (one, two):
            await guest.ask("leave", table=table)
        for guest in (one, two):
            assert await guest.refused("delete", game="chess", name="a") == ""
        table = await one.opens("chess", rated=False)
        await two.ask("join", table=table)
        assert await one.refused("save", table=table, name="c") == ""


async def test_one_guest_does_not_fill_the_disk_with_talk(new_hall: "NewHall") -> None:
    """188 MB in 12 seconds it was. Now it is a burst, and then a pace, however many they are."""
    hall = new_hall(
        "[hall]\nchat_burst = 5000\nchat_burst_per_address = 8000\nchat = 0.1\nchat_per_address = 0.1\n"
    )
    written = sum(file.stat().st_size for file in (hall.folder / "data").rglob("*") if file.is_file())
    text = "\N{GAME DIE}" * 500
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob, Guest(hall, "cleo") as cleo:
        table = await anna.opens("chess")
        await bob.ask("join", table=table)
        await cleo.ask("watch", table=table)
        heard = [
            [await guest.refused("say", table=table, text=text) for _ in range(50)]
            for guest in (anna, bob, cleo)
        ]
        assert [reasons.count("") for reasons in heard] == [3, 1, 0]
        assert {reason for reasons in heard for reason in reasons} == {"", "talking_too_fast"}
        assert await anna.refused("act", table=table, move=await first_move(anna, table)) == ""
    now = sum(file.stat().st_size for file in (hall.folder / "data").rglob("*") if file.is_file())
    assert now - written < 1_000_000


async def first_move(guest: Guest, table: int) -> object:
    return (await guest.ask("legal", table=table))["moves"][0]


@pytest.mark.parametrize("request_", ["join", "watch"])
async def test_the_code_of_a_private_table_cannot_be_guessed(new_hall: "NewHall", request_: str) -> None:
    hall = new_hall("[hall]\nguesses_burst = 10\nguesses = 0.001\n")
    async with Guest(hall, "anna") as anna, Guest(hall, "eve", address=ELSEWHERE) as eve:
        opened = await anna.ask("open", game="chess", private=True)
        table, code = opened["card"]["table"], opened["code"]
        assert re.fullmatch("[0-9a-f]{20}", code), "80 bits"
        reasons = [await eve.refused(request_, table=table, code=f"{guess:020x}") for guess in range(15)]
        assert reasons == ["wrong_code"] * 10 + ["too_many_guesses"] * 5
        async with Guest(hall, "mallory", address=ELSEWHERE) as other:
            assert await other.refused(request_, table=table, code=code) == "too_many_guesses"
        async with Guest(hall, "bob") as bob:
            assert await bob.refused(request_, table=table, code=code) == ""


async def test_own_table_numbers_say_nothing_of_others(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Guest(hall, "eve") as eve:
        numbers = [await eve.opens("chess") for _ in range(40)]
    steps = [(after - before) % 9_000_000_000 for before, after in pairwise(numbers)]
    assert len(set(steps)) == len(steps)
