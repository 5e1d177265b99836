"""The keys of the lobby, and those of a table that are not about moves, in a real hall."""

from textual.widgets import Button

from tablehall.terminal.board import Board
from tablehall.terminal.dialogs import Ask, Choose, Sure
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.opening import Opening
from tablehall.terminal.table import TableScreen
from tests.client.guests import a_name, guest, heard
from tests.conftest import RunningHall
from tests.terminal.screen import Person, screen


def noted(person: Person, words: str) -> bool:
    return any(words in note.message for note in person.app._notifications)


def has_label(person: Person, words: str) -> bool:
    """Whether something that begins so, or is called so, can be chosen."""
    return isinstance(person.app.screen, Choose) and any(words in one for one in person.app.screen.labels)


async def choose(person: Person, label: str) -> None:
    """Choose something from the list that is asked about."""
    await person.press(*["down"] * list(person.app.screen.labels).index(label), "enter")  # type: ignore[attr-defined]


async def answers(person: Person, text: str) -> None:
    await person.sees(Ask)
    await person.type(text)
    await person.press("enter")


async def test_a_private_table_is_entered_by_its_number_and_code(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob, screen(hall) as anna:
        bobs = await bob.open("tictactoe", private=True)
        await anna.sees(Lobby)
        await anna.press("j")
        await answers(anna, "the one of bob")
        await anna.until(lambda: noted(anna, "Write the table's number, then its code."))
        await anna.press("j")
        await anna.sees(Ask)
        await anna.press("escape")
        await anna.sees(Lobby)
        await anna.press("j")
        await answers(anna, f"{bobs.number} {bobs.code}")
        await anna.sees(TableScreen)
        assert anna.table.table.number == bobs.number
        assert anna.table.table.you == 1


async def test_a_game_is_saved_and_brought_back(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("tictactoe", rated=False)
        name = a_name("evening")
        async with screen(hall, table=bobs.number) as anna:
            await anna.sees(TableScreen)
            await heard(bobs, 3)
            await anna.press("s")
            await answers(anna, name)
            await anna.until(lambda: anna.table.table.over)
            await anna.press("l")
            await anna.sees(Lobby)
            await anna.press("s")
            await anna.sees(Choose)
            (label,) = [label for label in anna.app.screen.labels if name in label]  # type: ignore[attr-defined]
            assert label.startswith(f"tictactoe: {name} (")
            await choose(anna, label)
            await anna.until(lambda: has_label(anna, "Bring it back"))
            await choose(anna, "Bring it back")
            await anna.sees(TableScreen)
            assert anna.table.table.card.save == name
            assert anna.table.table.you == 1
            await anna.reads("words", "This saved game waits for")
            assert not anna.table.query(Board)


async def test_a_rated_game_is_put_away_if_all_agree_and_deleted_if_one_is_sure(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("tictactoe")
        async with screen(hall, table=bobs.number) as anna:
            await anna.sees(TableScreen)
            await heard(bobs, 3)
            await bobs.propose("put_away")
            await anna.until(
                lambda: "to put the game away and go on another time: y or x." in anna.shown("turn")
            )
            await anna.press("x")
            await heard(bobs, 5)
            await anna.press("s")
            await heard(bobs, 6)
            assert bobs.proposal is not None
            assert bobs.proposal.kind == "put_away"
            await bobs.answer(True)
            await anna.until(lambda: anna.table.table.status == "saved")
            await anna.press("l")
            await anna.sees(Lobby)
            for sure in ("n", "y"):
                (save,) = await anna.guest.saves()
                await anna.press("s")
                await anna.until(lambda name=save.name: has_label(anna, name))  # type: ignore[misc]
                await choose(anna, anna.app.screen.labels[0])  # type: ignore[attr-defined]
                await anna.until(lambda: has_label(anna, "Delete it"))
                await choose(anna, "Delete it")
                await anna.sees(Sure)
                await anna.press(sure)
                await anna.sees(Lobby)
            await anna.until(lambda: noted(anna, "Done."))
            assert await anna.guest.saves() == ()
            assert len(await bob.saves()) == 1


async def test_players_of_the_house_take_the_free_seats(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        anna.app.go_to(await anna.guest.open("tictactoe", private=True, start="asked"))
        await anna.sees(TableScreen)
        await anna.press("g")
        await anna.until(lambda: noted(anna, "before every seat is taken"))
        await anna.press("b")
        await anna.sees(Choose)
        await anna.press("escape")
        await anna.sees(TableScreen)
        await anna.press("b")
        await anna.sees(Choose)
        await anna.press("enter")
        await anna.until(lambda: all(anna.table.table.seats))
        await anna.press("g")
        await anna.until(lambda: anna.table.table.status == "playing")
        await anna.press("l")
        await anna.sees(Sure)
        await anna.pilot.click("#no")
        await anna.sees(TableScreen)
        await anna.press("l")
        await anna.sees(Sure)
        anna.app.screen.query_one("#yes", Button).press()
        await anna.sees(Lobby)


async def test_somebody_looks_on_and_goes_back_to_a_table_of_ones_own(hall: RunningHall) -> None:
    async with guest(hall, "bob") as bob, screen(hall) as anna:
        await anna.sees(Lobby)
        bobs = await bob.open("connect_four")
        own = await anna.guest.open("tictactoe")
        lobby = anna.app.screen
        assert isinstance(lobby, Lobby)
        for number, keys in ((bobs.number, "w"), (own.number, "enter")):
            await anna.until(lambda number=number: number in lobby.cards())  # type: ignore[misc]
            lobby.update_tables()
            rows = lobby.query_one("DataTable")
            rows.move_cursor(row=list(lobby.cards()).index(number))  # type: ignore[attr-defined]
            await anna.until(lambda number=number: lobby.chosen() == number)  # type: ignore[misc]
            await anna.press(keys)
            await anna.sees(TableScreen)
            assert anna.table.table.number == number
            await anna.press("escape")
            await anna.sees(Lobby)


async def test_whoever_has_chosen_a_contest_is_asked_what_for(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        for way, said in ((3, "Done."), (2, "the next game is shown when it begins")):
            await anna.press("c")
            await anna.sees(Choose)
            first = anna.app.screen
            await anna.press("enter")
            await anna.until(lambda first=first: anna.app.screen is not first)  # type: ignore[misc]
            await anna.sees(Choose)
            await anna.press(*["down"] * way, "enter")
            await anna.until(lambda said=said: noted(anna, said))  # type: ignore[misc]
            await anna.sees(Lobby)


async def test_a_new_table_may_be_thought_better_of(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        await anna.press("o")
        await anna.sees(Opening)
        anna.app.screen.query_one("#cancel", Button).press()
        await anna.sees(Lobby)
        assert not anna.guest.tables
