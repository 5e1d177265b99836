"""What the house's games look like is in their own files, and nowhere else."""

import re
from pathlib import Path

import pytest

from tablehall.games import house_games
from tablehall.games.board import BoardView
from tablehall.games.drawing import plain_colours
from tablehall.protocols.boards.facts import offered

ROOT = Path(__file__).parents[2]
DRAWERS = ("src/tablehall/terminal", "src/tablehall/protocols/boards", "src/tablehall/net", "web/src")
GAMES = house_games()


def test_nobody_who_draws_games_knows_one_by_its_name() -> None:
    names = "|".join(GAMES)
    named = re.compile(rf"""(["'`])({names})\1|^\s*({names}):|\.({names})\b""", re.MULTILINE)
    own = {ROOT / "web/src/boards" / name for name in GAMES}
    files = [
        file
        for room in DRAWERS
        for file in (ROOT / room).rglob("*")
        if file.suffix in (".py", ".ts", ".tsx", ".css")
    ]
    assert len(files) > 100
    found = [
        f"{file}: {hit[0]}"
        for file in files
        if not own & set(file.parents)
        for hit in named.finditer(file.read_text())
    ]
    assert not found


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_house_has_a_cover_and_a_sentence_in_every_language(name: str) -> None:
    look = GAMES[name].look
    assert look.cover
    assert set(look.about) == {"en", "de", "it", "cs"}
    assert "var(" not in plain_colours(look.cover)
    assert bool(look.board) == issubclass(GAMES[name].View, BoardView)


def test_the_boards_door_offers_the_five_of_its_document() -> None:
    assert list(offered(GAMES)) == ["tictactoe", "checkers", "chess", "connect_four", "pente"]
