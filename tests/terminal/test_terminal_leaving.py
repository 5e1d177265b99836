"""Ctrl+C on the screen, and tables that are no longer there."""

from tablehall.client import Guest
from tablehall.terminal.dialogs import Leaving
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.opening import Opening
from tablehall.terminal.table import TableScreen
from tests.client.guests import house
from tests.conftest import NewHall, RunningHall
from tests.terminal.screen import screen


async def test_ctrl_c_leaves_where_no_game_runs(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        await anna.press("ctrl+c")
        await anna.until(lambda: anna.app._exit)
        assert anna.app.return_value == 0


async def test_ctrl_c_asks_in_a_game_and_the_second_one_leaves_keeping_the_seat(hall: RunningHall) -> None:
    async with screen(hall, game="tictactoe", bots=1) as anna:
        await anna.sees(TableScreen)
        number, secret = anna.table.table.number, anna.guest.secret
        await anna.press("m", "ctrl+c")
        await anna.sees(Leaving)
        assert "your seat is kept" in " ".join(" ".join(anna.picture()).split())
        await anna.press("n")
        await anna.sees(TableScreen)
        await anna.press("ctrl+c")
        await anna.sees(Leaving)
        await anna.press("ctrl+c")
        await anna.until(lambda: anna.app._exit)
        await anna.guest.close()
        async with Guest(house(hall), secret=secret) as again:
            assert again.tables[number].you == 0
            await again.bye()


async def test_ctrl_c_and_yes_leave(hall: RunningHall) -> None:
    async with screen(hall, game="tictactoe", bots=1) as anna:
        await anna.sees(TableScreen)
        await anna.press("ctrl+c")
        await anna.sees(Leaving)
        await anna.press("y")
        await anna.until(lambda: anna.app._exit)


async def test_a_table_that_is_gone_says_so_and_leads_to_another(new_hall: NewHall) -> None:
    hall = new_hall("memory = true")
    async with screen(hall, game="connect_four", bots=1) as anna:
        await anna.sees(TableScreen)
        await anna.has_moves()
        gone = anna.table.table.number
        await hall.restart()
        await anna.reads("turn", "This table is gone: ")
        assert "o: another table; Escape: the lobby." in anna.shown("turn")
        assert [hint.key for hint in anna.app.screen.query_one("#keys").hints] == ["o", "esc", "f1"]  # type: ignore[attr-defined]
        await anna.until(lambda: not anna.table.choices.moves)
        await anna.press("o")
        await anna.sees(Opening)
        assert anna.app.screen.game == "connect_four"  # type: ignore[attr-defined]
        anna.app.screen.query_one("#title").focus()
        await anna.press("enter")
        await anna.until(lambda: isinstance(anna.app.screen, TableScreen) and anna.table.table.number != gone)
        await anna.reads("turn", "Waiting for 1 more.")
