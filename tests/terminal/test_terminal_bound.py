"""What is piped into a game stays in that game, and the exit code says what became of it."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.terminal.plain import FINISHED, INTERRUPTED, NO_RESULT, UNFINISHED, Plain
from tablehall.terminal.visit import Errand, visit
from tests.client.guests import a_name, guest, heard, house
from tests.conftest import NewHall, RunningHall
from tests.terminal.pipes import Pipe, terminal

FORGETFUL = "memory = true"


@pytest.fixture
def keyboard() -> Iterator[int]:
    """A terminal at which nothing is typed."""
    hands, keys = os.openpty()
    yield keys
    os.close(keys)
    os.close(hands)


async def test_moves_for_one_game_are_not_made_in_another_that_is_not_over(
    hall: RunningHall, tmp_path: Path
) -> None:
    who = ("--host", house(hall), "--name", a_name("zoe"), "--with", "bot:1")
    async with terminal(tmp_path, "play", "tictactoe", *who) as first:
        old = await first.table()
        first.type("b2")
        first.end()
        assert (await first.rest())[1] == UNFINISHED
    async with terminal(tmp_path, "play", "connect_four", *who) as second:
        new = await second.table()
        second.type("4", "4", "resign")
        second.end()
        said, code = await second.rest()
    assert code == FINISHED
    assert [line for line in said if line.startswith(f"Table {old}")] == []
    assert f"You still have a seat at table {old}, Tic Tac Toe; type table {old} to go there." in said
    assert sum(line.endswith(": column 4") for line in said) >= 2
    assert new != old


async def test_a_call_that_comes_when_the_game_is_over_is_mentioned_and_not_followed(
    hall: RunningHall, capsys: pytest.CaptureFixture[str]
) -> None:
    async with guest(hall, "anna") as anna:
        annas = await anna.open("connect_four", private=True)
        others = await anna.open("tictactoe", private=True)
        errand = Errand(host=house(hall), name=a_name("zoe"), table=annas.number, code=annas.code)
        async with visit(errand) as here:
            zoes = await here.table()
            assert zoes is not None
            await heard(annas, 3)
            await annas.resign()
            await zoes.until_over()
            plain = Plain(here, waits=True, stays=False, bound=True)
            plain.queue.put_nowait(await here.guest.join(others.number, others.code))
            plain.queue.put_nowait("b2")
            assert await plain.run() == FINISHED
            await here.guest.ping()
        assert f"You are now also at table {others.number}, Tic Tac Toe; " in capsys.readouterr().out
        await anna.ping()
        assert (others.status, others.last) == ("playing", None), "nothing was played there"


async def test_a_game_that_was_put_away_is_not_a_finished_one(hall: RunningHall, tmp_path: Path) -> None:
    async with guest(hall, "anna") as anna:
        annas = await anna.open("tictactoe", private=True, rated=False)
        sits = ("--table", str(annas.number), "--code", annas.code)
        where = ("--host", house(hall), "--name", a_name("bob"))
        async with terminal(tmp_path, "play", *where, *sits) as bobs:
            await heard(annas, 3)
            await annas.propose("put_away")
            await bobs.until("Type yes or no.")
            bobs.type("yes")
            said, code = await bobs.rest()
            assert (code, "The game is saved as" in said[-1]) == (NO_RESULT, True)


async def test_with_new_an_unfinished_game_of_the_same_kind_is_left_alone(
    hall: RunningHall, tmp_path: Path
) -> None:
    who = ("--host", house(hall), "--name", a_name("zoe"), "--with", "bot:1")
    numbers = []
    for more in ((), (), ("--new",)):
        async with terminal(tmp_path, "play", "tictactoe", *who, *more) as zoe:
            numbers.append(await zoe.table())
            zoe.end()
            assert (await zoe.rest())[1] == UNFINISHED
    assert numbers[0] == numbers[1] != numbers[2]


async def forgotten(hall: RunningHall, pipe: Pipe) -> None:
    """The hall is started anew and has kept nothing."""
    await pipe.until("Your turn.")
    await hall.restart()
    await pipe.until("This table is gone: ")


async def test_a_script_ends_when_its_table_is_gone(new_hall: NewHall, tmp_path: Path) -> None:
    hall = new_hall(FORGETFUL)
    who = ("--host", house(hall), "--name", "zoe", "--with", "bot:1")
    async with terminal(tmp_path, "play", "tictactoe", *who) as zoe:
        await forgotten(hall, zoe)
        assert (await zoe.rest())[1] == NO_RESULT


async def test_whoever_types_is_told_what_to_do_when_their_table_is_gone(
    new_hall: NewHall, tmp_path: Path
) -> None:
    hall = new_hall(FORGETFUL)
    async with terminal(tmp_path, "play", "--host", house(hall), "--name", "zoe") as zoe:
        zoe.type("open tictactoe bots=1")
        await forgotten(hall, zoe)
        zoe.type("b2", "resign", "leave", "open tictactoe bots=1", "b2", "quit")
        said, code = await zoe.rest()
        assert code == FINISHED
        assert sum("Type lobby, or open GAME for another table." in line for line in said) == 3
        assert "zoe: b2" in said


async def test_ctrl_c_warns_once_in_a_game_and_leaves_the_second_time(
    hall: RunningHall, tmp_path: Path, keyboard: int
) -> None:
    who = ("--host", house(hall), "--name", a_name("zoe"), "--with", "bot:1", "--plain")
    async with terminal(tmp_path, "play", "tictactoe", *who, keyboard=keyboard) as zoe:
        await zoe.until("Your turn.")
        zoe.process.send_signal(signal.SIGINT)
        assert "your seat is kept" in await zoe.until("Ctrl-C once more leaves.")
        zoe.process.send_signal(signal.SIGINT)
        said, code = await zoe.rest()
        assert (code, "Traceback" in "".join(said)) == (INTERRUPTED, False)


async def test_ctrl_c_leaves_at_once_where_no_game_runs_and_in_a_pipe(
    hall: RunningHall, tmp_path: Path, keyboard: int
) -> None:
    where = ("--host", house(hall), "--name")
    async with terminal(tmp_path, "play", *where, a_name("zoe"), "--plain", keyboard=keyboard) as zoe:
        await zoe.until("Type help for help.")
        zoe.process.send_signal(signal.SIGINT)
        assert (await zoe.rest())[1] == INTERRUPTED
    async with terminal(tmp_path, "play", "tictactoe", "--with", "bot:1", *where, a_name("eve")) as eve:
        await eve.until("Your turn.")
        eve.process.send_signal(signal.SIGINT)
        assert (await eve.rest())[1] == INTERRUPTED
