"""Lists that everybody may ask for: told in parts, encoded once, and never in the way of anybody."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tablehall.hall import commands, facts
from tablehall.hall.hall import Hall
from tablehall.hall.people import Profile
from tablehall.hall.scores import Score
from tablehall.hall.terms import Terms
from tablehall.net import listings
from tablehall.net.admin.views import tables_by_game
from tablehall.net.listings import Lists
from tablehall.protocols.house import HouseDoor
from tests.net.desk import Desk


def furnish(hall: Hall, count: int) -> list[int]:
    """Tables of somebody, every third one private; the numbers of the public ones."""
    opener = hall.handle(commands.Enter(1, "guest", "anna", "", "", asks=True), 1).result[0].id
    shown = []
    for number in range(count):
        private = number % 3 == 0
        opened = hall.handle(commands.Open(opener, Terms(game="chess"), None, private=private), 2)
        assert opened.refused is None
        if not private:
            shown.append(opened.result.sheet.table)
    return shown


@pytest.fixture
def lists(desk: Desk) -> Lists:
    return Lists(desk.pipeline, HouseDoor(desk.pipeline.hall))


def told(body: bytes) -> tuple[list[int], int]:
    answer = msgspec.json.decode(body)
    return [card["table"] for card in answer["tables"]], answer.get("next", 0)


async def test_a_small_hall_is_told_in_one_part(desk: Desk, lists: Lists) -> None:
    shown = furnish(desk.pipeline.hall, 9)
    assert told(lists.tables(0, 500)) == (shown, 0)


async def test_the_parts_of_a_list_have_every_table_once_whatever_goes_meanwhile(
    desk: Desk, lists: Lists
) -> None:
    hall = desk.pipeline.hall
    shown = furnish(hall, 100)
    found: list[int] = []
    after = -1
    while after:
        some, after = told(lists.tables(max(after, 0), 7))
        assert len(some) <= 7
        found += some
        if after:  # the last one of a part goes before the next part is asked for
            hall.handle(commands.Close(found[-1], "keeper"), 3)
    assert found == shown


async def test_however_many_are_private_only_so_many_are_looked_at(
    desk: Desk, lists: Lists, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listings, "LOOKED_AT", 10)
    shown = furnish(desk.pipeline.hall, 50)
    some, after = told(lists.tables(0, 500))
    assert some == shown[:6], "of ten that were looked at"
    assert after


async def test_a_list_is_encoded_once_until_it_changes(desk: Desk, lists: Lists) -> None:
    shown = furnish(desk.pipeline.hall, 6)
    first = lists.tables(0, 500)
    assert lists.tables(0, 500) is first
    desk.pipeline.hall.handle(commands.Close(shown[0], "keeper"), 3)
    assert told(lists.tables(0, 500))[0] == shown[1:]
    assert lists.schema is lists.schema
    assert lists.games is lists.games


async def test_the_best_are_found_off_the_loop_once_for_all_who_ask(desk: Desk, lists: Lists) -> None:
    hall = desk.pipeline.hall
    for number in range(200_000 // 100):
        scores = {"chess": Score(won=number, mu=float(number))}
        hall.learn(facts.Known(Profile(number + 10, "guest", f"guest {number}", scores=scores)))
    looked = []

    async def off_loop(work: Callable[[Any], bytes]) -> bytes:
        def run() -> bytes:
            looked.append(threading.current_thread())
            return work(None)

        return await asyncio.to_thread(run)

    boards = await asyncio.gather(*(lists.leaderboard("chess", off_loop) for _ in range(10)))
    assert len(set(boards)) == 1
    assert len(looked) == 1
    assert looked[0] is not threading.current_thread()
    best = msgspec.json.decode(boards[0])["leaderboard"]
    assert [row["name"] for row in best] == [f"guest {1999 - place}" for place in range(100)]


async def test_tables_are_counted_without_going_through_them(desk: Desk) -> None:
    hall = desk.pipeline.hall
    furnish(hall, 6)
    bob = hall.handle(commands.Enter(2, "guest", "bob", "", "", asks=True), 3).result[0].id
    table = next(number for number, each in hall.tables.items() if not each.sheet.code)
    hall.handle(commands.Join(bob, table, "", None, "", ""), 4)
    assert tables_by_game(hall) == {"chess": {"waiting": 5, "playing": 1}}
    hall.handle(commands.Resign(bob, table), 5)
    assert tables_by_game(hall) == {"chess": {"waiting": 5, "finished": 1}}
