"""A hall is killed and started again without a game of somebody's own: its tables wait for it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.client import Guest, RefusedError
from tablehall.terminal.presence import missed_words
from tests.client.guests import PATIENCE, heard, house, place
from tests.conftest import RunningHall
from tests.games import othello

WITH_OTHELLO = f'games = ["{othello.__file__}"]'
SENTENCE = "1 table of othello waits: start with --game FILE, or install the package that brings othello."


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[RunningHall]:
    """A hall that is killed in the end, whatever it has logged."""
    running = RunningHall(tmp_path, WITH_OTHELLO)
    running.start()
    yield running
    running.kill()


async def test_a_table_waits_for_its_game_and_goes_on(own_hall: RunningHall) -> None:
    async with asyncio.timeout(2 * PATIENCE):
        async with Guest(house(own_hall), name="anna") as anna, Guest(house(own_hall), name="bob") as bob:
            annas = await anna.open("othello")
            bobs = await bob.join(annas.number)
            await heard(annas, 3)
            await annas.act(place(2, 3))
            await heard(bobs, 4)
            number, secret, bobs_secret = annas.number, anna.secret, bob.secret
            own_hall.kill()
        own_hall.set("")
        own_hall.start()
        assert SENTENCE in own_hall.announced
        assert SENTENCE in own_hall.log()
        assert "could not be brought back" not in own_hall.log()
        async with Guest(house(own_hall), secret=secret) as anna:
            (missed,) = anna.missed
            assert (missed.table, missed.game, missed.how) == (number, "othello", "waits")
            assert missed.players == ("anna", "bob")
            assert "othello, anna and bob: waits, since the hall does not" in missed_words(missed, {})
            assert number not in anna.tables
            with pytest.raises(RefusedError) as refused:
                await anna.watch(number)
            assert refused.value.reason == "game_missing"
        own_hall.kill()
        own_hall.set(WITH_OTHELLO)
        own_hall.start()
        assert SENTENCE not in own_hall.announced
        async with (
            Guest(house(own_hall), secret=secret) as anna,
            Guest(house(own_hall), secret=bobs_secret) as bob,
        ):
            assert not anna.missed
            table = bob.tables[number]
            assert table.my_turn
            await table.act((await table.legal())[0])
            await heard(anna.tables[number], table.seq)
