"""A game from a file of its own is a board on the screen and in plain lines."""

from pathlib import Path
from typing import TYPE_CHECKING

from tablehall.terminal.board import Board
from tests.client.guests import guest, heard, house, place
from tests.games import othello
from tests.terminal.pipes import terminal
from tests.terminal.screen import screen

if TYPE_CHECKING:
    from tests.conftest import NewHall

SETTINGS = f'games = ["{othello.__file__}"]'


async def test_othello_is_drawn_and_played_on_the_screen(new_hall: "NewHall") -> None:
    hall = new_hall(SETTINGS)
    async with guest(hall, "bob") as bob:
        black = await bob.open("othello")
        async with screen(hall, table=black.number) as anna:
            await black.act(place(2, 3))
            await anna.has_moves()
            board = anna.table.query_one(Board)
            lines = [line.rstrip() for line in board.render().plain.split("\n")]
            signs = "".join(lines).translate({ord(letter): None for letter in " ·[]12345678"})
            assert signs == "●○●●●abcdefgh"
            (fourth,) = [line for line in lines if line.startswith(" 4")]
            assert fourth.split() == ["4", "●", "●"]
            assert anna.table._shown["more"] == "Discs: Black 4, White 1"
            assert anna.table.choices.spellings == ["c3", "e3", "c5"]
            await anna.point((2, 2))
            await heard(black, 5)
            assert black.view["rows"][3][3] == [1, "disc"]


async def test_othello_is_told_in_plain_lines(new_hall: "NewHall", tmp_path: Path) -> None:
    hall = new_hall(SETTINGS)
    async with guest(hall, "bob") as bob:
        black = await bob.open("othello")
        async with terminal(
            tmp_path, "play", "--plain", "--host", house(hall), "--table", str(black.number)
        ) as anna:
            await anna.until("to move.")
            await black.act(place(2, 3))
            assert await anna.until(": d3")
            assert await anna.until(" 4 . . . D D") == " 4 . . . D D . . ."
            assert await anna.until("a b") == "   a b c d e f g h"
            await anna.until("Your turn.")
            anna.type("c3")
            await heard(black, 5)
