"""Windows of every size: nothing is broken into pieces, and in the smallest a sentence says what to do."""

import pytest
from textual.widgets import OptionList

from tablehall.games.board import BoardView
from tablehall.terminal.board import Board
from tablehall.terminal.keys import HELP, LOBBY, fit
from tablehall.terminal.layout import Room, room_for
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.opening import Opening
from tablehall.terminal.story import Story
from tablehall.terminal.table import TableScreen
from tests.conftest import RunningHall
from tests.terminal.screen import Person, screen

SIZES = [(40, 12), (60, 20), (80, 24)]


def a_line(words: str, lines: list[str]) -> str:
    """The one line of the screen in which something is shown."""
    (found,) = [line for line in lines if words in " ".join(line.split())]
    return found


async def at_the_table(person: Person) -> list[str]:
    """The screen as soon as one may move."""
    await person.sees(TableScreen)
    await person.has_moves()
    await person.pilot.pause()
    return person.picture()


@pytest.mark.parametrize("size", SIZES)
async def test_a_board_of_chess_has_room_everywhere(hall: RunningHall, size: tuple[int, int]) -> None:
    async with screen(hall, size=size, game="chess", bots=1) as anna:
        shown = await at_the_table(anna)
        for row in ("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜", "1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖", "a b c d e f g h"):
            a_line(row, shown)
        assert "Your turn." in " ".join(shown)
        await anna.press("m")
        await anna.type("Nf3")
        await anna.until(lambda: anna.table.query_one("#moves", OptionList).option_count == 1)
        await anna.pilot.pause()
        assert "Nf3 g1f3" in " ".join(" ".join(anna.picture()).split())
        await anna.press("enter")
        await anna.until(lambda: "Nf3" in "".join(anna.log().split()))
        assert "1 ♖ ♘ ♗ ♕ ♔ ♗ ♖" in " ".join(a_line("♖ ♘ ♗ ♕ ♔", anna.picture()).split())


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_in_words_has_room_everywhere(hall: RunningHall, size: tuple[int, int]) -> None:
    async with screen(hall, size=size, game="shelfie", bots=1) as anna:
        shown = await at_the_table(anna)
        for words in ("Living room, ", "0 1 2 3 4 5 6 7 8", "Your turn.", "1 pick, tiles "):
            a_line(words, shown)
        assert a_line("Help", shown) == shown[-1]


async def test_of_a_board_that_is_larger_than_the_window_the_part_around_the_cursor_is_seen(
    hall: RunningHall,
) -> None:
    async with screen(hall, size=(40, 12), game="pente", bots=1) as anna:
        shown = await at_the_table(anna)
        assert "↕↔" in a_line("↕↔", shown)
        assert "›" in a_line("10 · ", shown)
        assert not any(line.split()[:1] == ["19"] for line in shown)
        await anna.press(*["up"] * 9, *["left"] * 9)
        await anna.until(lambda: a_line("19 ", anna.picture()).strip().startswith("19 ›·"))
        assert " a b c " in a_line("↕↔", anna.picture())
        await anna.pilot.click(Board, offset=(3 + 2 * 2 + 1, 1))
        await anna.until(lambda: anna.table.table.view["rows"][17][2] == [0, "stone"])


async def test_what_is_said_has_a_line_as_long_as_it_is_written(hall: RunningHall) -> None:
    async with screen(hall, size=(40, 12), game="chess", bots=1) as anna:
        await at_the_table(anna)
        assert not anna.table.query_one("#talk").display
        await anna.press("t")
        await anna.type("hi")
        assert "hi" in anna.picture()[-2]
        await anna.press("enter", "escape")
        await anna.until(lambda: ": hi" in anna.log())
        assert not anna.table.query_one("#talk").display


async def test_a_window_that_grows_shows_everything_again(hall: RunningHall) -> None:
    async with screen(hall, size=(40, 12), game="shelfie", bots=1) as anna:
        await at_the_table(anna)
        assert not anna.table.query_one("#log").display
        await anna.pilot.resize_terminal(110, 36)
        await anna.until(lambda: anna.table.query_one("#log").display)
        assert anna.table.query_one("#talk").display
        await anna.until(lambda: f"{anna.guest.name}, you" in " ".join(anna.picture()))
        assert anna.table.query_one("#right").size.width < 40


async def test_what_happened_is_broken_into_lines_anew_for_another_width(hall: RunningHall) -> None:
    async with screen(hall, size=(34, 12), game="connect_four", bots=1) as anna:
        await at_the_table(anna)
        await anna.press("enter")
        await anna.until(lambda: "column" in anna.log())
        assert not any(f"{anna.guest.name}: column 4" in line for line in lines_of(anna))
        await anna.pilot.resize_terminal(110, 36)
        await anna.until(lambda: any(f"{anna.guest.name}: column 4" in line for line in lines_of(anna)))
        assert anna.log().count(f"{anna.guest.name}: column 4") == 1


def lines_of(person: Person) -> list[str]:
    """The lines of what happened, as they are broken."""
    return [line.text for line in person.table.query_one(Story).lines]


@pytest.mark.parametrize("size", [(33, 24), (80, 9)])
async def test_below_the_smallest_size_a_sentence_says_what_to_do(
    hall: RunningHall, size: tuple[int, int]
) -> None:
    async with screen(hall, size=size) as anna:
        await anna.sees(Lobby)
        said = " ".join(" ".join(anna.picture()).split())
        assert "This window is too small: make it at least 34 columns and 10 lines" in said
        await anna.pilot.resize_terminal(80, 24)
        await anna.until(lambda: "too small" not in " ".join(anna.picture()))
        assert "f1 Help" in anna.picture()[-1]


async def test_the_form_for_a_new_table_has_room_in_a_small_window(hall: RunningHall) -> None:
    async with screen(hall, size=(40, 12)) as anna:
        await anna.sees(Lobby)
        await anna.press("o")
        await anna.sees(Opening)
        for part in ("#private", "#spectators", "#rated", "#asked"):
            tick = anna.app.screen.query_one(part)
            assert tick.region.right <= 38, part
        anna.app.screen.query_one("#open").focus()
        await anna.pilot.pause()
        await anna.press("enter")
        await anna.sees(TableScreen)


SQUARES = BoardView(((None,) * 8,) * 8, 0)


@pytest.mark.parametrize(
    ("board", "size", "room"),
    [
        (SQUARES, (110, 36), Room(36, False)),
        (SQUARES, (40, 12), Room(20, True)),
        (SQUARES, (34, 10), Room(14, True)),
        (BoardView(((None,) * 19,) * 19, 0), (40, 12), Room(14, True)),
        (None, (72, 20), Room(36, False)),
        (None, (71, 40), Room(0, False)),
        (None, (40, 12), Room(0, True)),
    ],
)
def test_the_room_that_there_is(board: BoardView | None, size: tuple[int, int], room: Room) -> None:
    assert room_for(board, *size) == room


def test_of_the_keys_as_many_are_shown_as_there_is_room_for_and_help_always() -> None:
    assert fit(LOBBY, 200) == LOBBY
    assert fit(LOBBY, 5) == fit((), 80) == (HELP,)
    some = fit(LOBBY, 40)
    assert (some[:-1], some[-1]) == (LOBBY[: len(some) - 1], HELP)
    assert 2 < len(some) < len(LOBBY)
