"""Colours: where there is a terminal with colours, and never instead of letters."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablehall.client.followed import Followed
from tablehall.games import house_games
from tablehall.games.board import BoardView, Piece
from tablehall.games.dice import Dice
from tablehall.games.look import Look
from tablehall.protocols.house import replies
from tablehall.terminal.colours import coloured, tinted
from tablehall.terminal.picture import Sight, paint
from tablehall.terminal.pointer import Pointer
from tablehall.terminal.words import position
from tests.client.guests import a_name, house
from tests.conftest import RunningHall
from tests.terminal.pipes import PATIENCE, SOURCE

GAMES = house_games()


def begun(game: str) -> Any:
    """A table as a spectator hears of it at the beginning."""
    rules = GAMES[game]
    view = rules.view(rules.setup(2, rules.Options(), Dice(b"seed" * 8)), None)
    card = replies.TableCard(1, game, "playing", (replies.Chair("anna", 7), replies.Chair("bob", 8)), 0)
    told = replies.Table(
        card=card, seq=3, at=0, you=None, commitment="",
        view=msgspec.to_builtins(view), text=rules.describe(view),
    )  # fmt: skip
    return Followed(9, told)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_has_the_same_letters_with_colours_and_without(game: str) -> None:
    table, look = begun(game), GAMES[game].look
    text = position(table, look)
    assert coloured(text, table, look).plain == tinted(text, look).plain == text


def painted(text: Any) -> dict[str, set[str]]:
    """The letters that have each ground."""
    found: dict[str, set[str]] = {}
    for span in text.spans:
        found.setdefault(span.style.bgcolor.name, set()).add(text.plain[span.start : span.end])
    return found


def test_every_tile_of_a_shelf_has_its_colour() -> None:
    look = GAMES["shelfie"].look
    found = painted(coloured(position(begun("shelfie"), look), begun("shelfie"), look))
    assert sorted(map(sorted, found.values())) == [["B"], ["C"], ["F"], ["G"], ["P"], ["T"]]
    assert painted(tinted("put, column 0, tiles CAT and BOOK", look)).keys() == {
        look.tints["C"],
        look.tints["B"],
    }
    assert painted(tinted("CATTLE, SCAT and catch", look)) == {}


def test_the_students_of_a_school_have_theirs() -> None:
    found = painted(tinted("entrance 2 blue, 1 red; dining room nobody", GAMES["eriantys"].look))
    assert sorted(map(sorted, found.values())) == [["blue"], ["red"]]


def test_pieces_on_squares_are_coloured_where_they_stand_and_words_beside_them_are_not() -> None:
    look, table = GAMES["chess"].look, begun("chess")
    shown: Any = coloured(position(table, look), table, look)
    assert {shown.plain[span.start : span.end] for span in shown.spans} == set("rnbqkpRNBQKP")
    assert len(shown.spans) == 32
    assert {span.style.color.name for span in shown.spans} == set(look.inks)


def test_what_a_colour_says_on_a_board_is_said_by_a_sign_too() -> None:
    board = BoardView(((Piece(0, "rook"), Piece(1, "pawn"), None),), 0)
    pointer = Pointer()
    step = {"type": "step", "r": 0, "c": 0, "to_r": 0}
    pointer.offer([{**step, "to_c": 1}, {**step, "to_c": 2}])
    pointer.at = (0, 0)
    pointer.press()
    pointer.at = (0, 2)
    for size, line in (((3, 1), " 1 (R)·p·[·]"), ((2, 1), " 1 (R·p›·")):
        sight = Sight(GAMES["chess"].look, letters=True, size=size)
        assert paint(board, sight, pointer, set())[0].plain == line


def test_a_look_without_tints_leaves_words_as_they_are() -> None:
    assert tinted("CAT", Look()).spans == []


@pytest.mark.parametrize(("variables", "colours"), [({}, True), ({"NO_COLOR": "1"}, False)])
async def test_lines_are_coloured_on_a_terminal_unless_nobody_wants_it(
    hall: RunningHall, tmp_path: Path, variables: dict[str, str], colours: bool
) -> None:
    mine, its = os.openpty()
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "XDG_STATE_HOME": str(tmp_path), "TERM": "xterm-256color"}
    env.pop("NO_COLOR", None)
    words = ("play", "shelfie", "--with", "bot:1", "--host", house(hall), "--name", a_name("zoe"), "--plain")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tablehall", *words, stdin=its, stdout=its, stderr=its, env={**env, **variables}
    )
    os.close(its)
    said = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while b"Personal card" not in said:
                said += await asyncio.to_thread(os.read, mine, 65536)
    finally:
        process.kill()
        await process.wait()
        os.close(mine)
    assert b"Living room" in said
    assert (b"\x1b[" in said) == colours
