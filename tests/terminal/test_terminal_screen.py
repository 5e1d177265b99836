"""The screen, by keyboard and mouse, in a real hall."""

import asyncio
from functools import partial
from typing import Any

import pytest
from textual.widgets import Input, OptionList

from tablehall.client import Guest, Table
from tablehall.games import house_games
from tablehall.terminal.board import Board
from tablehall.terminal.choices import Choices
from tablehall.terminal.dialogs import Choose, Reading, Sure
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.opening import Opening
from tablehall.terminal.table import TableScreen, addressed
from tests.client.guests import guest, heard, place
from tests.client.relay import Relay
from tests.conftest import RunningHall
from tests.terminal.screen import PATIENCE, Person, screen


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
        await anna.reads("turn", "Waiting for 1 more.")

        bobs = await bob.join(anna.table.table.number)
        await heard(bobs, 3)
        for seq, cell, answer in ((4, (1, 1), (0, 1)), (6, (0, 0), (2, 1)), (8, (2, 2), None)):
            await anna.has_moves()
            await anna.reads("turn", "Your turn.")
            await anna.point(cell)
            await heard(bobs, seq)
            if answer:
                await bobs.act(place(*answer))
                await anna.until(lambda: anna.table.table.my_turn)
        await anna.reads("turn", "you win (line)")
        assert f"{anna.guest.name}: c3" in anna.log()
        assert bobs.outcome is not None


async def test_pieces_are_chosen_from_square_to_square_and_moves_from_the_list(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("chess", private=True)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await bobs.act({"type": "step", "r": 1, "c": 4, "to_r": 3, "to_c": 4})
            await anna.sees(TableScreen)
            await anna.has_moves()
            assert anna.table.query_one(Board).sight.turned
            await anna.point((6, 4))
            assert anna.table.query_one(Board).pointer.taken == (6, 4)
            await anna.point((4, 4))
            await heard(bobs, 5)
            assert bobs.last == (1, {"type": "step", "r": 6, "c": 4, "to_r": 4, "to_c": 4})

            await bobs.act({"type": "step", "r": 0, "c": 6, "to_r": 2, "to_c": 5})
            await anna.until(lambda: anna.table.table.my_turn)
            await anna.has_moves()
            await anna.press("m")
            await anna.type("b8")
            await anna.until(lambda: anna.table.query_one("#moves", OptionList).option_count == 2)
            await anna.type("c6")
            await anna.press("enter")
            await heard(bobs, 7)
            assert bobs.last == (1, {"type": "step", "r": 7, "c": 1, "to_r": 5, "to_c": 2})
            assert anna.table.query_one("#filter", Input).value == ""


async def test_the_mouse_chooses_squares(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob, screen(hall) as anna:
        await anna.sees(Lobby)
        bobs = await bob.open("connect_four", title="[/b] brackets are no markup [red]")
        await anna.until(lambda: bobs.number in anna.app.screen.cards())  # type: ignore[attr-defined]
        await anna.until(lambda: place_cursor(anna, bobs.number))
        await anna.press("enter")
        await anna.sees(TableScreen)
        await heard(bobs, 3)
        await bobs.act(place(0, 3))
        await anna.has_moves()
        board = anna.table.query_one(Board)
        wide, _ = board.sight.size
        await anna.pilot.click(Board, offset=(3 + 5 * wide + 1, 1))
        await heard(bobs, 5)
        assert bobs.last == (1, place(0, 5))
        await anna.press("f", "a")
        assert board.sight.turned
        assert board.sight.letters


def place_cursor(person: Person, number: int) -> bool:
    """Put the lobby's cursor on a table."""
    lobby = person.app.screen
    assert isinstance(lobby, Lobby)
    rows = lobby.query_one("DataTable")
    rows.move_cursor(row=list(lobby.cards()).index(number))  # type: ignore[attr-defined]
    return lobby.chosen() == number


async def test_people_talk_and_answer_proposals(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("checkers", private=True)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await anna.sees(TableScreen)
            await anna.press("t")
            await anna.type("good luck")
            await anna.press("enter")
            await heard(bobs, 4)
            assert bobs.chat[-1].text == "good luck"
            await bobs.say("and [b]to \x1b[2Jyou", to=anna.guest.name)
            await anna.until(lambda: r"and [b]to \x1b[2Jyou" in anna.log())
            await anna.press("escape")
            await bobs.propose("draw")
            await anna.reads("turn", "proposes a draw: y or x.")
            await anna.press("x")
            await heard(bobs, 7)
            assert bobs.proposal is None
            await anna.press("d")
            await heard(bobs, 8)
            await bobs.answer(True)
            await anna.reads("turn", "nobody wins (agreement)")
            await anna.press("n")
            await heard_of(bobs.guest, "rematch", bobs.number)
            old = anna.table
            await bobs.propose("rematch")
            await anna.until(lambda: anna.app.screen is not old and isinstance(anna.app.screen, TableScreen))
            assert anna.table.table.number == (await bob.called()).number
            assert anna.table.table.promised


async def heard_of(somebody: Guest, kind: str, number: int) -> None:
    """Wait until something is proposed at a table."""
    table, ear = somebody.tables[number], somebody.listen()
    async with asyncio.timeout(PATIENCE):
        while table.proposal is None or table.proposal.kind != kind:
            await ear.next()
    somebody.ignore(ear)


async def test_whoever_resigns_is_asked_and_whoever_leaves_is_in_the_lobby(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("pente", private=True)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await anna.sees(TableScreen)
            await anna.press("r")
            await anna.sees(Sure)
            await anna.press("n")
            await anna.sees(TableScreen)
            await anna.press("r")
            await anna.sees(Sure)
            await anna.press("y")
            await asyncio.wait_for(bobs.until_over(), PATIENCE)
            await anna.reads("turn", "resigned")
            await anna.press("l")
            await anna.sees(Lobby)
            await anna.until(lambda: bobs.number not in anna.guest.tables)


async def test_a_game_without_squares_is_told_in_words_and_played_from_the_list(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        rules = {"rules": "maexchen"}  # a first throw of Mia would end the other game at once
        bobs = await bob.open("mia", private=True, options=rules)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await anna.sees(TableScreen)
            while bobs.my_turn:
                await bobs.act((await bobs.legal())[0])
            await anna.has_moves()
            await anna.reads("words", "announced")
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
        bobs = await bob.open("tictactoe", private=True)
        async with screen(hall, relay.address, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await anna.sees(TableScreen)
            relay.refusing = True
            await relay.cut()
            await anna.reads("head", "The connection is lost")
            relay.refusing = False
            await bobs.act(place(1, 1))
            await anna.reads("head", "Tic Tac Toe")
            await anna.has_moves()
            await anna.point((0, 0))
            await anna.until(lambda: anna.table.table.moved_at)


def test_what_begins_with_a_name_is_for_its_owner_only() -> None:
    names = ["bob", "bob the builder"]
    assert addressed("hello @bob", names) == ("hello @bob", None)
    assert addressed("@bob hello", names) == ("hello", "bob")
    assert addressed("@bob the builder: hello", names) == ("hello", "bob the builder")
    assert addressed("@eve hello", names) == ("hello", "eve")


async def test_a_result_is_told_to_its_end_and_then_nothing_is_left_to_choose(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("mia", private=True)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await anna.sees(TableScreen)
            assert anna.app.screen.query_one("#moves").display
            await anna.press("m")
            await bobs.resign()
            await anna.until(
                lambda: f"{bob.name} resigns. The game is over: you win (did not take turn)." in anna.log()
            )
            assert anna.table.query_one("#log").max_scroll_x == 0
            assert not anna.table.query_one("#moves").display
            await anna.until(lambda: anna.table.focused is anna.table.query_one("#left"))
            await anna.until(lambda: anna.shown("keys").startswith("n Play again"))


async def test_a_games_words_call_the_players_by_their_names(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("mia", private=True)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await anna.sees(TableScreen)
            await anna.reads("words", f"{bob.name} must roll or see.")


async def test_the_arrow_leads_from_a_written_move_to_the_list(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("chess", private=True)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await bobs.act({"type": "step", "r": 1, "c": 4, "to_r": 3, "to_c": 4})
            await anna.sees(TableScreen)
            await anna.has_moves()
            await anna.until(lambda: anna.shown("keys").startswith("⏎ Choose  m Moves"))
            await anna.press("m", "b", "8", "down")
            await anna.until(lambda: anna.table.focused is anna.table.query_one("#moves"))
            await anna.press("down", "enter")
            await heard(bobs, 5)
            assert bobs.last is not None
            assert (bobs.last[1]["r"], bobs.last[1]["c"]) == (7, 1)


async def test_a_click_on_a_key_is_as_good_as_the_key(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("tictactoe", private=True)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await anna.sees(TableScreen)
            await anna.reads("keys", "r Resign")
            await anna.pilot.click("#keys", offset=(anna.shown("keys").index("Resign") + 2, 0))
            await anna.sees(Sure)


async def test_moves_of_an_earlier_position_are_not_offered(
    hall: RunningHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guest(hall, "bob") as bob, screen(hall) as anna:
        await anna.sees(Lobby)
        here = await anna.guest.open("mia", private=True, options={"rules": "maexchen"})
        anna.app.go_to(here)
        await anna.sees(TableScreen)
        await bob.join(here.number, here.code)
        await anna.has_moves()
        answered, legal = asyncio.Event(), here.legal

        async def late() -> tuple[Any, ...]:
            await answered.wait()
            return await legal()

        monkeypatch.setattr(here, "legal", late)
        await here.act({"type": "roll"})
        await anna.until(lambda: not anna.table.choices.moves)
        assert here.my_turn
        answered.set()
        await anna.has_moves()


async def test_a_pawn_on_the_last_row_becomes_what_is_chosen(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("chess", private=True)
        async with screen(hall, table=bobs.number, code=bobs.code) as anna:
            await heard(bobs, 3)
            await anna.sees(TableScreen)
            moves = (("g2g4", "h7h5"), ("a2a3", "h5g4"), ("h2h3", "g4h3"), ("a3a4", "h3h2"), ("a4a5", "h2g1"))
            for white, black in moves:
                await asyncio.wait_for(turn_of(bobs), PATIENCE)
                await bobs.act(Choices(house_games()["chess"].look, await bobs.legal()).find(white).move)
                await anna.until(partial(lambda move: move in anna.table.choices.spellings, black))
                if black != "h2g1":
                    await anna.press("m", *black, "enter")
            await anna.point((1, 7))
            await anna.point((0, 6))
            await anna.until(lambda: anna.table.choices.spellings[:1] == ["g1=queen"])
            await anna.press("enter")
            await anna.sees(Choose)
            await anna.press("down", "enter")
            await asyncio.wait_for(turn_of(bobs), PATIENCE)
            assert bobs.last is not None
            assert bobs.last[1]["piece"] == "rook"


async def turn_of(table: Table) -> None:
    """Wait until somebody may move."""
    async for _ in table:
        if table.my_turn:
            return
