"""The kits with which others test their protocols and the pages of their games."""

from pathlib import Path

import pytest

from tablehall.conformance.contract import check_door, check_page
from tablehall.protocols.boards import door as boards
from tablehall.protocols.door import Port
from tablehall.protocols.mia import doors as mia_doors
from tablehall.protocols.pipes import PipesDoor
from tablehall.protocols.pipes.session import PipesSession
from tests.games.othello import game

HELLO = '{"type":"hello","name":"anna"}'
SHARED = f"""\
# Together
```transcript
anna connects /ws
anna > {HELLO}
anna < {{"type":"welcome","name":"anna",...}}
anna > {{"type":"open","game":"othello"}}
anna < {{"type":"table","card":{{"game":"othello",...}},...}}
anna < {{"type":"happened","what":"sat",...}}
```
"""
OWN = f"""\
# Apart
```transcript fresh
server has hall.tables = 1
anna connects /ws
anna > {HELLO}
anna < {{"type":"welcome",...}}
anna > {{"type":"open","game":"mia"}}
anna < {{"type":"table",...}}
anna < {{"type":"happened",...}}
anna > {{"type":"open","game":"mia"}}
anna < {{"type":"refused","reason":"too_many_tables",...}}
```
"""


def written(folder: Path, text: str) -> Path:
    page = folder / "page.md"
    page.write_text(text)
    return page


def test_a_page_is_executed_with_games_of_ones_own(tmp_path: Path) -> None:
    assert check_page(written(tmp_path, SHARED + OWN), games=[game]) == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (SHARED.replace('"sat"', '"stood"'), r"page.md:8: anna heard something else"),
        ("# Nothing\n", "page.md has no transcript"),
        (
            "```transcript\nanna connects\nserver restarts\n```\n",
            "page.md:1: the server stops or restarts in it",
        ),
        ("```transcript\nanna connects to nowhere\n```\n", "page.md:1: it comes to the door nowhere, too"),
    ],
)
def test_what_differs_is_said(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        check_page(written(tmp_path, text), games=[game])


def test_the_houses_own_doors_bear_rude_clients() -> None:
    for kind in (PipesDoor, boards, mia_doors[0]):
        assert check_door(kind, visits=5) > 0


def test_a_door_that_makes_no_session_is_found() -> None:
    class Shut(PipesDoor):
        def session(self, port: Port, path: str = "/") -> PipesSession:
            raise RuntimeError("nobody comes in here")

    with pytest.raises(
        AssertionError, match=r"Shut: session\(\) raised .*RuntimeError: nobody comes in here"
    ):
        check_door(Shut, visits=3)
