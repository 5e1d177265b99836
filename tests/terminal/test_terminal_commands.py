"""Every word that can be typed in the plain client, in a real hall."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from tablehall.client import Guest
from tablehall.games.api import Absence
from tablehall.terminal.plain import Plain
from tablehall.terminal.visit import Errand, visit
from tests.client.guests import PATIENCE, a_name, guest, heard, house, place
from tests.conftest import RunningHall

LAST = "How many? Write a number.\n"
"""The answer to a line that can be typed anywhere."""
Types = Callable[..., Awaitable[str]]


@pytest.fixture
async def types(hall: RunningHall, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Types]:
    """Types lines one after the other; what was printed since, when the last of them is done."""
    async with visit(Errand(host=house(hall), name=a_name("anna"))) as here:
        plain = Plain(here, waits=True, stays=True)
        running = asyncio.ensure_future(plain.run())

        async def type_(*lines: str) -> str:
            for line in (*lines, "seats last"):
                plain.queue.put_nowait(line)
            said = ""
            async with asyncio.timeout(PATIENCE):
                while not said.endswith(LAST):
                    await asyncio.sleep(0.01)
                    said += capsys.readouterr().out
            return said.removesuffix(LAST)

        yield type_
        plain.queue.put_nowait("quit")
        await running
        await here.guest.bye()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("join", "Which table? Write its number; `lobby` lists them."),
        ("table 7", "You are not at table 7; `tables` lists yours."),
        ("table", "You are at no table: open, join or watch one first."),
        ("whisper hello", "To whom? Write whisper NAME: TEXT."),
        ("compete", "Which one? Write its name."),
        ("follow", "Which one? Write its name."),
        ("claim victory", "What? Write claim win, claim draw, claim bot or claim wait."),
        ("claim win", "You are at no table: open, join or watch one first."),
        ("# a remark", ""),
    ],
)
async def test_a_word_that_lacks_something_says_what(types: Types, line: str, answer: str) -> None:
    said = await types(line)
    assert said.splitlines()[-1] == answer if answer else "remark" not in said


async def test_contests_are_entered_followed_and_left(types: Types) -> None:
    said = await types("compete mia", "compete mia off", "follow mia", "follow mia off")
    assert "Done; you are called when the lot gives you a seat." in said
    assert said.count("Done") == 4


async def test_a_game_is_joined_talked_at_saved_and_brought_back(hall: RunningHall, types: Types) -> None:
    name = a_name("evening")
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("tictactoe", rated=False)
        assert "Tic Tac Toe, playing." in await types(f"join {bobs.number}")
        await heard(bobs, 3)
        said = await types(
            f"whisper {bob.name}: hush", "table", f"table {bobs.number}", "moves none of these"
        )
        assert said.count(f"Table {bobs.number}, Tic Tac Toe, playing.") == 2
        assert "No such move." in said or "You cannot move now." in said
        await bobs.propose("draw")
        assert "You have left the table." in await types("no", f"save {name}", "leave")
        said = await types("saves", f"reopen tictactoe {name}")
        assert f"tictactoe, {name!r}: " in said
        assert "Tic Tac Toe, waiting." in said
        assert f"This saved game waits for {bob.name}; the board is shown when everybody is here." in said
        assert [line.text for line in bobs.chat] == ["hush"]


async def test_a_rated_game_is_put_away_if_the_others_agree_and_then_deleted(
    hall: RunningHall, types: Types
) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("tictactoe")
        await types(f"join {bobs.number}")
        await heard(bobs, 3)
        assert "proposes to put the game away and go on another time." in await types("save")
        await heard(bobs, 4)
        await bobs.answer(True)
        said = ""
        async with asyncio.timeout(PATIENCE):
            while " and put away." not in said:
                said += await types("chat")
        name = said.split("The game is saved as '")[1].split("'")[0]
        assert "Done." in await types(f"delete tictactoe {name}")
        assert "Nothing is saved." in await types("saves")
        assert "There is no save of that name." in await types("delete tictactoe nothing-of-the-kind")


async def test_bots_sit_down_and_somebody_looks_on(hall: RunningHall, types: Types) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("connect_four", private=True)
        said = await types("open tictactoe private", "bots 1", f"watch {bobs.number} {bobs.code}", "tables")
        assert "Four in a Row, waiting." in said or "Connect Four, waiting." in said
        assert said.count("; ") >= 1


async def test_who_waits_is_asked_in_words_and_answers_in_words(hall: RunningHall, types: Types) -> None:
    async with Guest(house(hall), name=a_name("bob")) as bob:
        bobs = await bob.open("tictactoe", private=True, absence=Absence(grace=0))
        await types(f"join {bobs.number} {bobs.code}")
        await heard(bobs, 3)
    said = ""
    async with asyncio.timeout(PATIENCE):
        while "`claim wait` wait on." not in said:
            said += await types("chat")
    assert f"{bob.name} has been away for too long: `claim win` claim the win, " in said
    said = await types("claim wait", "table")
    assert "waits on." in said
    async with asyncio.timeout(PATIENCE):
        while "The game is over: nobody wins (absent)." not in said:
            said += await types("claim draw")
    assert "calls it a draw." in said


async def test_what_happened_meanwhile_is_told_until_it_was_read(
    hall: RunningHall, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = Errand(host=house(hall), name=a_name("bob"))
    async with guest(hall, "anna") as anna, asyncio.timeout(PATIENCE):
        annas = await anna.open("tictactoe", private=True, absence=Absence(grace=0))
        async with visit(wish) as here:
            await here.guest.join(annas.number, annas.code)
            await heard(annas, 3)
            await annas.act(place(0, 0))
        async for _ in annas:
            if annas.claims:
                await annas.claim("win")
    for lines, times in ((["quit"], 1), (["seen", "quit"], 1), (["quit"], 0)):
        async with visit(wish) as here:
            plain = Plain(here, waits=True, stays=True)
            for line in lines:
                plain.queue.put_nowait(line)
            await plain.run()
            assert capsys.readouterr().out.count("you lost (absent).") == times


async def test_another_device_is_given_a_code(hall: RunningHall, types: Types) -> None:
    said = await types("device")
    code = said.split("Your code for another device is ")[1].split()[0]
    async with Guest(house(hall), code=code) as there:
        assert f"You are {there.name} in " in said
