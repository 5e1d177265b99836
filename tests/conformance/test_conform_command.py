"""`tablehall conform`: block by block, and an exit code for scripts."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from tablehall.cli.commands import app

if TYPE_CHECKING:
    from tests.conftest import RunningHall

RIGHT = """\
# Coming in
```transcript
anna connects /ws
anna > {"type":"hello","name":"anna"}
anna < {"type":"welcome","name":"anna",...}
```
"""
WRONG = """\
# Being there
```transcript
anna connects /ws
anna > {"type":"ping"}
anna < {"type":"peng","at":$_}
```
"""
STRANGE = """\
# Elsewhere
```transcript
server restarts
```
```transcript
anna connects to nowhere
```
"""


def conform(*arguments: str | Path) -> tuple[int, str]:
    """Run the command: its exit code and all it said."""
    done = CliRunner().invoke(app, ["conform", *map(str, arguments)])
    return done.exit_code, done.output


@pytest.fixture
def address(hall: "RunningHall") -> str:
    host, port = hall.doors["house"]
    return f"{host}:{port}"


def test_a_server_that_does_what_the_page_says(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(RIGHT)
    for _ in range(2):
        assert conform("house", address, "--page", page) == (
            0,
            "ok        line 2     Coming in\n1 ok, 0 differs, 0 left out\n",
        )


def test_a_server_that_does_something_else(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(RIGHT + WRONG + STRANGE)
    code, said = conform("house", address, "--page", page)
    assert code == 1
    assert re.sub(r"\d{10,}|anna\w+", "_", said).splitlines() == [
        "ok        line 2     Coming in",
        "differs   line 8     Being there",
        "          page.md:11: _ heard something else",
        '            expected {"type":"peng","at":$_}',
        '            got      {"type":"pong","at":_}',
        '            where    .type is "pong" instead of "peng"',
        '            before   _ > {"type":"ping"}',
        "left out  line 14    Elsewhere",
        "          it wants a server of its own",
        "left out  line 17    Elsewhere",
        "          it comes to the door nowhere, too",
        "1 ok, 1 differs, 2 left out",
    ]


def test_another_door_can_be_named(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```transcript\nanna connects to house /ws\nanna closes\n```\n")
    assert conform("house", address, "--page", page, "--door", f"house={address}")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["whist", "127.0.0.1:1"], "There is no protocol 'whist'; there are: house"),
        (["house", "8080"], "'8080' is no address; say HOST:PORT"),
        (["house", "127.0.0.1:99999"], "is no address"),
        (["house", "127.0.0.1:1", "--page", "nowhere.md"], "This page cannot be executed"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(arguments: list[str], why: str) -> None:
    code, said = conform(*arguments)
    assert code == 1
    assert why in said
    assert len(said.splitlines()) == 1


def test_where_nobody_answers_every_block_differs(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(RIGHT)
    code, said = conform("house", "127.0.0.1:1", "--page", page)
    assert code == 1
    assert "nobody answers at 127.0.0.1:1" in said
