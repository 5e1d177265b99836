"""The plain client: real processes, real pipes."""

from pathlib import Path

import pytest
import structlog

from tablehall.client import NobodyThereError
from tablehall.terminal.plain import UNFINISHED, Plain
from tablehall.terminal.times import WishError
from tablehall.terminal.visit import Errand, visit
from tests.client.guests import a_name, guest, heard, house, place
from tests.conftest import NewHall, RunningHall
from tests.terminal.pipes import terminal


async def test_two_terminals_play_tic_tac_toe_to_its_end(hall: RunningHall, tmp_path: Path) -> None:
    anna, bob, where = a_name("anna"), a_name("bob"), ("--host", house(hall))
    async with terminal(tmp_path, "play", *where, "--name", anna) as annas:
        annas.type("open tictactoe private")
        number = str(await annas.table())
        code = (await annas.until("This table is private")).split()[-1]
        sits = ("play", *where, "--name", bob, "--table", number, "--code", code)
        async with terminal(tmp_path, *sits) as bobs:
            await bobs.until(f"{anna} to move.")
            annas.type("moves", "b2", "1", "say Watch this!", "c3", "quit")
            bobs.type("b1", "b3")
            said, code_ = await bobs.rest()
            assert code_ == 0
            assert f"{anna}: Watch this!" in said
            assert f"The game is over: {anna} wins (line)." in said
            assert said[-4:] == [" 3 . o X", " 2 . X .", " 1 X o .", "   a b c"]
        said, code_ = await annas.rest()
        assert code_ == 0
        assert "5. b2" in said
        assert "The game is over: you win (line)." in said


async def test_where_no_hall_is_the_command_says_so(tmp_path: Path) -> None:
    async with terminal(tmp_path, "play", "chess", "--host", "127.0.0.1:1") as alone:
        said, code = await alone.rest()
        assert code == 1
        assert said[0] == (
            "tablehall: No hall answers at 127.0.0.1:1 (nothing is open on that port). "
            "Open one here with `tablehall serve`, or say where it is: --host HOST:PORT."
        )


@pytest.mark.parametrize("door", ["boards", "pipes", "shelfie", "eriantys"])
async def test_at_another_door_the_client_says_that_it_is_not_the_right_one(
    hall: RunningHall, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablehall.client.line.FIRST_WELCOME", 2.0)
    host, port = hall.doors[door]
    with pytest.raises(NobodyThereError, match="the house door has the address of the page"):
        async with visit(Errand(host=f"{host}:{port}", name=a_name("anna"))):
            pass


async def test_a_level_that_the_house_does_not_have_is_answered_with_those_it_has(hall: RunningHall) -> None:
    async with visit(Errand(host=house(hall), name=a_name("anna"), game="chess", bots=9)) as here:
        with pytest.raises(WishError, match="the levels of this game are 1, 2 and 3"):
            await here.table()


async def test_without_a_hall_one_plays_in_a_hall_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablehall.terminal.visit.DEFAULT", "127.0.0.1:1")
    talkative = structlog.get_config()["wrapper_class"]
    async with visit(Errand(game="tictactoe", bots=1, name="anna")) as here:
        assert here.own
        plain = Plain(here, waits=True, stays=False)
        for square in ("b2", "a1", "c1", "a3", "c3", "b1", "a2", "c2", "b3"):
            plain.queue.put_nowait(square)  # those that are taken by then are no moves, and skipped
        assert await plain.run() == 0
    assert structlog.get_config()["wrapper_class"] is talkative, "whoever comes after it may log again"
    said = capsys.readouterr().out
    assert "You are anna in a hall of your own" in said
    assert "The game is over: " in said


async def test_a_script_without_more_lines_gives_up_on_its_turn(hall: RunningHall, tmp_path: Path) -> None:
    async with guest(hall, "anna") as anna:
        annas = await anna.open("tictactoe", private=True)
        name, where = a_name("bob"), ("--host", house(hall))
        sits = ("play", *where, "--name", name, "--table", str(annas.number), "--code", annas.code)
        async with terminal(tmp_path, *sits) as bobs:
            bobs.type("a1")
            assert bobs.process.stdin is not None
            bobs.process.stdin.close()
            await heard(annas, 3)
            await annas.act(place(1, 1))
            await heard(annas, 5)
            await annas.act(place(2, 2))
            said, code = await bobs.rest()
            assert code == UNFINISHED
            assert said[-1] == "It is your turn, and nothing more is typed."


async def test_somebody_looks_on_until_the_game_is_over(hall: RunningHall, tmp_path: Path) -> None:
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob:
        annas = await anna.open("connect_four")
        bobs = await bob.join(annas.number)
        await heard(annas, 3)
        looks_on = ("watch", str(annas.number), "--host", house(hall), "--name", a_name("eve"))
        async with terminal(tmp_path, *looks_on) as eve:
            assert eve.process.stdin is not None
            eve.process.stdin.close()
            await eve.until(f"{anna.name} to move.")
            await annas.act(place(0, 3))
            await eve.until(f"{anna.name}: column 4")
            await eve.until(" 1 . . . R . . .")
            await bobs.resign()
            said, code = await eve.rest()
            assert code == 0
            assert f"{bob.name} resigns." in said
            assert f"The game is over: {anna.name} wins (resigned)." in said


async def test_with_the_same_name_one_comes_back_to_ones_table(new_hall: NewHall, tmp_path: Path) -> None:
    hall, name = new_hall(), a_name("anna")
    where = ("--host", house(hall), "--name", name)
    async with terminal(tmp_path, "play", "pente", *where) as first, guest(hall, "bob") as bob:
        number = await first.table()
        await bob.join(number)
        await first.until("Your turn.")
        first.type("quit")
        assert (await first.rest())[1] == 0
        async with terminal(tmp_path, "play", "pente", *where) as second:
            await second.until(f"Table {number}, Pente, playing.")
            await second.until("Your turn.")
            second.type("j10", "resign")
            said, code = await second.rest()
            assert code == 0
            assert f"{name}: j10" in said


async def test_every_word_has_its_answer(hall: RunningHall, tmp_path: Path) -> None:
    anna = a_name("anna")
    async with terminal(tmp_path, "play", "--host", house(hall), "--name", anna) as annas:
        await annas.until(f"You are {anna} in ")
        annas.type("help", "games", "dance", "open", "open whist", "open chess clock=soon", "join x", "moves")
        await annas.until("open GAME [WISHES]")
        await annas.until("eriantys: Eriantys, 2 to 4 players")
        await annas.until("What is 'dance'? You are at no table")
        await annas.until("Which game? checkers")
        await annas.until("There is no game 'whist'")
        await annas.until("The clock 'soon' cannot be read")
        await annas.until("Which table?")
        await annas.until("You are at no table: open, join or watch one first.")
        annas.type('open eriantys seats=3 expert=true clock=10m+5s asked unrated title="Come in" private')
        await annas.until("Eriantys, waiting.")
        await annas.until("Waiting for 2 more.")
        annas.type("seats 2", "start", "tables", "resign", "chat", "say hello", "chat", "leave", "leave")
        await annas.until("The table now has 2 seats.")
        await annas.until("The game cannot start before every seat is taken.")
        await annas.until(f"Eriantys: {anna}; 1 of 2 seats free; Come in; 10m+5s.")
        await annas.until("The game has not started yet.")
        await annas.until("Nothing was said.")
        await annas.until(f"{anna}: hello")
        await annas.until("You have left the table.")
        await annas.until("You are at no table: open, join or watch one first.")
        annas.type("contests", "compete whist", "saves", "quit")
        await annas.until("games played. Leading:")
        await annas.until("No such contest is held here.")
        assert (await annas.rest())[1] == 0


async def test_proposals_are_answered_by_yes_and_no(hall: RunningHall, tmp_path: Path) -> None:
    name = a_name("bob")
    async with guest(hall, "anna") as anna:
        annas = await anna.open("chess", private=True)
        sits = ("--table", str(annas.number), "--code", annas.code)
        async with terminal(tmp_path, "play", "--host", house(hall), "--name", name, *sits) as bobs:
            await heard(annas, 3)
            await annas.propose("draw")
            await bobs.until(f"{anna.name} proposes a draw.")
            await bobs.until("Type yes or no.")
            bobs.type(f"table {annas.number}")  # whoever comes to the table later hears of it, too
            await bobs.until(f"{anna.name} proposes a draw.")
            await bobs.until("Type yes or no.")
            bobs.type("no", "draw")
            await bobs.until(f"{name} declines.")
            await bobs.until(f"{name} proposes a draw.")
            await annas.answer(True)
            said, code = await bobs.rest()
            assert (code, "The game is over: nobody wins (agreement)." in said) == (0, True)


async def test_a_level_that_is_none_is_told_before_anything_happens(tmp_path: Path) -> None:
    async with terminal(tmp_path, "play", "chess", "--with", "grandma") as alone:
        said, code = await alone.rest()
        assert (said, code) == (["--with grandma: say bot:LEVEL, for instance --with bot:2."], 1)


async def test_a_code_typed_after_the_command_brings_one_to_this_device(
    hall: RunningHall, tmp_path: Path
) -> None:
    async with guest(hall, "anna") as anna:
        table = await anna.open("tictactoe", private=True)
        code = (await anna.pair()).code
        async with terminal(tmp_path, "play", "--host", house(hall), "--code", code) as there:
            await there.until(f"You are {anna.name} in ")
            there.type("tables", "quit")
            await there.until(f"Table {table.number}: Tic Tac Toe: {anna.name}; 1 of 2 seats free.")
            assert (await there.rest())[1] == 0
        where = ("--host", house(hall), "--name", anna.name)
        async with terminal(tmp_path, "play", "tictactoe", *where) as again:
            await again.until(f"Table {table.number}, Tic Tac Toe, waiting.")


async def test_after_terminal_and_hall_were_killed_one_is_back_at_ones_table(
    new_hall: NewHall, tmp_path: Path
) -> None:
    hall = new_hall()
    where = ("play", "--host", house(hall), "--name", "anna")
    async with terminal(tmp_path, *where) as first:
        first.type("open chess clock=1d/move")
        number = await first.table()
        async with guest(hall, "bob") as bob:
            await bob.join(number)
            await first.until("Your turn.")
            first.process.kill()
            await first.process.wait()
            await hall.restart()
            async with terminal(tmp_path, *where, "--table", str(number)) as second:
                await second.until(f"Table {number}, Chess, playing.")
                second.type("e2e4", "quit")
                await second.until("anna: e4")
                assert (await second.rest())[1] == 0
