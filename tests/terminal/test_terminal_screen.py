"""The screen, by keyboard and mouse, in a real hall."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from tablehall.client import Guest
from tablehall.terminal.app import HallApp
from tablehall.terminal.board import Board
from tablehall.terminal.dialogs import Choose, Reading, Sure
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.opening import Opening
from tablehall.terminal.table import TableScreen, addressed
from tablehall.terminal.visit import Errand, visit
from tests.client.guests import a_name, guest, heard, house, place
from tests.client.relay import Relay
from tests.conftest import RunningHall

PATIENCE = 60.0


@pytest.fixture(autouse=True)
def no_old_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


class Person:
    """Somebody at the keyboard."""

    def __init__(self, app: HallApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot
        self.press = pilot.press

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until the screen shows something."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self.pilot.pause(0.05)

    async def sees(self, kind: type) -> None:
        """Wait for a screen."""
        await self.until(lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted)
        await self.pilot.pause()

    @property
    def guest(self) -> Guest:
        return self.app.visit.guest

    @property
    def table(self) -> TableScreen:
        """The table on the screen."""
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    def shown(self, part: str) -> str:
        """What a part of the screen says."""
        return str(self.app.screen.query_one(f"#{part}", Static).visual)

    def log(self) -> str:
        """What the log of the table says."""
        return "\n".join(line.text for line in self.table.query_one("#log").lines)  # type: ignore[attr-defined]

    async def type(self, text: str) -> None:
        """Type letters."""
        await self.press(*("space" if letter == " " else letter for letter in text))

    async def has_moves(self) -> None:
        """Wait until there is something to choose."""
        await self.until(lambda: self.table.choices.moves)

    async def point(self, square: tuple[int, int]) -> None:
        """Lead the cursor to a square, key by key, and choose it."""
        board = self.table.query_one(Board)
        board.focus()
        for line, keys in ((0, ("down", "up")), (1, ("left", "right"))):
            way = square[line] - board.pointer.at[line]
            turned = -1 if board.look.turned else 1
            await self.press(*[keys[way * turned > 0]] * abs(way))
        assert board.pointer.at == square
        await self.press("enter")


@asynccontextmanager
async def screen(hall: RunningHall, address: str = "", **errand: object) -> AsyncIterator[Person]:
    """The hall on a screen; at the end one leaves, so that no seat is held."""
    wish = {"host": address or house(hall), "name": a_name("anna"), **errand}
    async with visit(Errand(**wish)) as here:  # type: ignore[arg-type]
        app = HallApp(here, await here.table())
        app.animation_level = "none"
        async with app.run_test(size=(110, 36)) as pilot:
            yield Person(app, pilot)
        if here.guest.connected:
            await here.guest.bye()


async def test_a_table_is_opened_in_the_lobby_and_a_game_played_by_keyboard(hall: RunningHall) -> None:
    async with screen(hall) as anna, guest(hall, "bob") as bob:
        await anna.sees(Lobby)
        await anna.press("o")
        await anna.sees(Opening)
        game = anna.app.screen.query_one("#game")
        game.value = "tictactoe"  # type: ignore[attr-defined]
        anna.app.screen.query_one("#title").focus()
        await anna.type("come in")
        await anna.press("enter")
        await anna.sees(TableScreen)
        assert anna.table.table.card.title == "come in"
        assert "Waiting for 1 more." in anna.shown("turn")

        his = await bob.join(anna.table.table.number)
        await heard(his, 3)
        for seq, hers, answer in ((4, (1, 1), (0, 1)), (6, (0, 0), (2, 1)), (8, (2, 2), None)):
            await anna.has_moves()
            assert "Your turn." in anna.shown("turn")
            await anna.point(hers)
            await heard(his, seq)
            if answer:
                await his.act(place(*answer))
                await anna.until(lambda: anna.table.table.my_turn)
        await anna.until(lambda: "you win (line)" in anna.shown("turn"))
        assert f"{anna.guest.name}: c3" in anna.log()
        assert his.outcome is not None


async def test_pieces_are_chosen_from_square_to_square_and_moves_from_the_list(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        his = await bob.open("chess", private=True)
        async with screen(hall, table=his.number, code=his.code) as anna:
            await heard(his, 3)
            await his.act({"type": "step", "r": 1, "c": 4, "to_r": 3, "to_c": 4})
            await anna.sees(TableScreen)
            await anna.has_moves()
            assert anna.table.query_one(Board).look.turned
            await anna.point((6, 4))
            assert anna.table.query_one(Board).pointer.taken == (6, 4)
            await anna.point((4, 4))
            await heard(his, 5)
            assert his.last == (1, {"type": "step", "r": 6, "c": 4, "to_r": 4, "to_c": 4})

            await his.act({"type": "step", "r": 0, "c": 6, "to_r": 2, "to_c": 5})
            await anna.until(lambda: anna.table.table.my_turn)
            await anna.has_moves()
            await anna.press("m")
            await anna.type("b8")
            await anna.until(lambda: anna.table.query_one("#moves", OptionList).option_count == 2)
            await anna.type("c6")
            await anna.press("enter")
            await heard(his, 7)
            assert his.last == (1, {"type": "step", "r": 7, "c": 1, "to_r": 5, "to_c": 2})
            assert anna.table.query_one("#filter", Input).value == ""


async def test_the_mouse_chooses_squares(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob, screen(hall) as anna:
        await anna.sees(Lobby)
        his = await bob.open("connect_four", title="[/b] brackets are no markup [red]")
        await anna.until(lambda: his.number in anna.app.screen.cards())  # type: ignore[attr-defined]
        await anna.until(lambda: place_cursor(anna, his.number))
        await anna.press("enter")
        await anna.sees(TableScreen)
        await heard(his, 3)
        await his.act(place(0, 3))
        await anna.has_moves()
        board = anna.table.query_one(Board)
        wide, _ = board.look.size
        await anna.pilot.click(Board, offset=(3 + 5 * wide + 1, 1))
        await heard(his, 5)
        assert his.last == (1, place(0, 5))
        await anna.press("f", "a")
        assert board.look.turned
        assert board.look.letters


def place_cursor(person: Person, number: int) -> bool:
    """Put the lobby's cursor on a table."""
    lobby = person.app.screen
    assert isinstance(lobby, Lobby)
    rows = lobby.query_one("DataTable")
    rows.move_cursor(row=list(lobby.cards()).index(number))  # type: ignore[attr-defined]
    return lobby.chosen() == number


async def test_people_talk_and_answer_proposals(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        his = await bob.open("checkers", private=True)
        async with screen(hall, table=his.number, code=his.code) as anna:
            await anna.sees(TableScreen)
            await anna.press("t")
            await anna.type("good luck")
            await anna.press("enter")
            await heard(his, 4)
            assert his.chat[-1].text == "good luck"
            await his.say("and [b]to \x1b[2Jyou", to=anna.guest.name)
            await anna.until(lambda: "and [b]to \ufffd[2Jyou" in anna.log())
            await anna.press("escape")
            await his.propose("draw")
            await anna.until(lambda: "proposes a draw: y or x." in anna.shown("turn"))
            await anna.press("x")
            await heard(his, 7)
            assert his.proposal is None
            await anna.press("d")
            await heard(his, 8)
            await his.answer(True)
            await anna.until(lambda: "nobody wins (agreement)" in anna.shown("turn"))
            await anna.press("n")
            await heard_of(his.guest, "rematch", his.number)
            old = anna.table
            await his.propose("rematch")
            await anna.until(lambda: anna.app.screen is not old and isinstance(anna.app.screen, TableScreen))
            assert anna.table.table.number == (await bob.called()).number


async def heard_of(somebody: Guest, kind: str, number: int) -> None:
    """Wait until something is proposed at a table."""
    table, ear = somebody.tables[number], somebody.listen()
    async with asyncio.timeout(PATIENCE):
        while table.proposal is None or table.proposal.kind != kind:
            await ear.next()
    somebody.ignore(ear)


async def test_whoever_resigns_is_asked_and_whoever_leaves_is_in_the_lobby(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        his = await bob.open("pente", private=True)
        async with screen(hall, table=his.number, code=his.code) as anna:
            await heard(his, 3)
            await anna.sees(TableScreen)
            await anna.press("r")
            await anna.sees(Sure)
            await anna.press("n")
            await anna.sees(TableScreen)
            await anna.press("r")
            await anna.sees(Sure)
            await anna.press("y")
            await asyncio.wait_for(his.until_over(), PATIENCE)
            await anna.until(lambda: "resigned" in anna.shown("turn"))
            await anna.press("l")
            await anna.sees(Lobby)
            await anna.until(lambda: his.number not in anna.guest.tables)


async def test_a_game_without_squares_is_told_in_words_and_played_from_the_list(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        his = await bob.open("mia", private=True)
        async with screen(hall, table=his.number, code=his.code) as anna:
            await heard(his, 3)
            await anna.sees(TableScreen)
            while his.my_turn:
                await his.act((await his.legal())[0])
            await anna.has_moves()
            await anna.until(lambda: "announced" in anna.shown("words"))
            before = anna.table.table.seq
            await anna.press("tab", "m")
            anna.table.query_one("#moves").focus()
            await anna.press("enter")
            await anna.until(lambda: anna.table.table.moved_at > before)


async def test_what_the_hall_refuses_is_a_note(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        anna.app.go_to(await anna.guest.open("tictactoe", private=True))
        await anna.sees(TableScreen)
        await anna.press("r")
        await anna.sees(Sure)
        await anna.press("y")
        await anna.until(lambda: any("not started" in note.message for note in anna.app._notifications))


async def test_f1_lists_the_keys_and_the_contests_stand_in_a_list(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        await anna.press("f1")
        await anna.sees(Reading)
        await anna.press("escape")
        await anna.sees(Lobby)
        await anna.press("c")
        await anna.sees(Choose)
        await anna.press("escape")
        await anna.sees(Lobby)


async def test_a_lost_connection_is_shown_and_repaired(hall: RunningHall) -> None:
    async with Relay(hall.doors["house"]) as relay, guest(hall, "bob") as bob:
        his = await bob.open("tictactoe", private=True)
        async with screen(hall, relay.address, table=his.number, code=his.code) as anna:
            await heard(his, 3)
            await anna.sees(TableScreen)
            relay.refusing = True
            await relay.cut()
            await anna.until(lambda: "The connection is lost" in anna.shown("head"))
            relay.refusing = False
            await his.act(place(1, 1))
            await anna.until(lambda: "Tic Tac Toe" in anna.shown("head"))
            await anna.has_moves()
            await anna.point((0, 0))
            await anna.until(lambda: anna.table.table.moved_at)


def test_what_begins_with_a_name_is_for_its_owner_only() -> None:
    names = ["bob", "bob the builder"]
    assert addressed("hello @bob", names) == ("hello @bob", None)
    assert addressed("@bob hello", names) == ("hello", "bob")
    assert addressed("@bob the builder: hello", names) == ("hello", "bob the builder")
    assert addressed("@eve hello", names) == ("hello", "eve")
