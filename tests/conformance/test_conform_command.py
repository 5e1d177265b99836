"""`tablehall conform`: block by block, and an exit code for scripts."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from tablehall import __version__
from tablehall.cli.commands import app
from tablehall.cli.conform import PROTOCOLS
from tablehall.conformance.pages import pages
from tests.conftest import SOURCE

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


def conform(*arguments: object) -> tuple[int, str]:
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
            "ok        line 2     Coming in\n1 of 1 rules of the document kept, 100 %.\n",
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
        "            rule     Being there",
        '            expected {"type":"peng","at":$_}',
        '            got      {"type":"pong","at":_}',
        '            where    .type is "pong" instead of "peng"',
        '            before   _ > {"type":"ping"}',
        "left out  line 14    Elsewhere",
        "          it wants a server of its own",
        "left out  line 17    Elsewhere",
        "          it comes to the door nowhere, too",
        "1 of 2 rules of the document kept, 50 %; 2 left out.",
        "Left out: 1 where a server of its own is wanted: --start 'CMD {port}' starts one.",
    ]


def test_another_door_can_be_named(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```transcript\nanna connects to house /ws\nanna closes\n```\n")
    assert conform("house", address, "--page", page, "--door", f"house={address}")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["whist", "127.0.0.1:1"], "There is no page about 'whist'; there are: boards, "),
        (["whist", "127.0.0.1:1", "--page", __file__], "There is no protocol 'whist'; there are: house"),
        (["house"], "Where is the server? Say HOST:PORT"),
        (["house", "--start", "server"], "Where will it listen? Put {port} into its command"),
        (
            ["house", "127.0.0.1:1", "--section", "no such"],
            "No section with a transcript is called 'no such'",
        ),
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


@pytest.mark.parametrize("protocol", ["house", "boards", "pipes", "shelfie", "eriantys", "mia", "maexchen"])
def test_where_nobody_answers_it_fails(protocol: str) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    assert conform(protocol, f"127.0.0.1:{port}") == (1, f"Nobody answers at 127.0.0.1:{port}.\n")


def test_where_nobody_answers_programs_are_told_so_too(tmp_path: Path) -> None:
    page, report, junit = tmp_path / "page.md", tmp_path / "report.json", tmp_path / "junit.xml"
    page.write_text(RIGHT + WRONG)
    report.write_text("stale")
    options = ("--page", page, "--json", report, "--junit", junit)
    assert conform("house", "127.0.0.1:1", *options) == (1, "Nobody answers at 127.0.0.1:1.\n")
    told = json.loads(report.read_text())
    assert told["document"] == {"kept": 0, "tried": 1, "left_out": 1, "percent": 0}
    assert told["rules"][0]["departure"]["what"] == "Nobody answers at 127.0.0.1:1."
    assert told["rules"][1]["why"] == "nobody answered"
    failure = ElementTree.parse(junit).getroot().find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.get("message") == "Nobody answers at 127.0.0.1:1."
    done = CliRunner().invoke(app, ["conform", "house", "127.0.0.1:1", "--page", str(page), "--json", "-"])
    assert (done.exit_code, done.stderr) == (1, "Nobody answers at 127.0.0.1:1.\n")
    assert json.loads(done.stdout) == told


def test_somebody_who_never_says_a_word_over_udp_is_nobody() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as deaf:
        deaf.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{deaf.getsockname()[1]}"
        assert conform("mia", address, "--section", "Registration") == (1, f"Nobody answers at {address}.\n")


def test_nothing_tried_is_no_success(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(STRANGE)
    code, said = conform("house", address, "--page", page)
    assert code == 1
    assert said.splitlines()[-3:] == [
        "None of the 2 rules of the document was tried.",
        "Left out: 1 where a server of its own is wanted: --start 'CMD {port}' starts one.",
        "Nothing was tried, so nothing is known about this server.",
    ]


EXTENDED = RIGHT + WRONG.replace("```transcript", "```transcript extension", 1)


def test_extensions_are_tried_and_counted_apart_when_they_are_wanted(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(EXTENDED)
    code, said = conform("house", address, "--page", page)
    assert code == 0
    assert said.splitlines()[1:] == [
        "1 of 1 rules of the document kept, 100 %.",
        "1 extensions of this page were not tried: --extensions tries them, too.",
    ]
    code, said = conform("house", address, "--page", page, "--extensions")
    assert code == 1
    assert "differs   line 8     Being there (extension)" in said
    assert said.splitlines()[-2:] == [
        "1 of 1 rules of the document kept, 100 %.",
        "0 of 1 extensions of this page kept, 0 %.",
    ]


def test_only_some_sections_and_only_up_to_the_first_departure(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Page\n#{WRONG}#{RIGHT}")
    code, said = conform("house", address, "--page", page, "--section", "coming", "--section", "nowhere")
    assert (code, said.splitlines()[1:]) == (0, ["1 of 1 rules of the document kept, 100 %."])
    code, said = conform("house", address, "--page", page, "--first")
    assert (code, said.splitlines()[-1]) == (1, "0 of 1 rules of the document kept, 0 %.")


def test_all_of_it_for_programs(address: str, tmp_path: Path) -> None:
    page, report, junit = tmp_path / "page.md", tmp_path / "report.json", tmp_path / "junit.xml"
    page.write_text(RIGHT + WRONG + STRANGE)
    conform("house", address, "--page", page, "--json", report, "--junit", junit)
    told = json.loads(report.read_text())
    assert told["document"] == {"kept": 1, "tried": 2, "left_out": 2, "percent": 50}
    assert told["extensions"] == {"kept": 0, "tried": 0, "left_out": 0, "percent": 0}
    right, wrong, alone, elsewhere = told["rules"]
    assert (right["rule"], right["verdict"], right["line"]) == ("Coming in", "ok", 2)
    assert "departure" not in right
    assert wrong["departure"]["line"] == 11
    assert wrong["departure"]["expected"] == '{"type":"peng","at":$_}'
    assert wrong["departure"]["where"] == '.type is "pong" instead of "peng"'
    assert len(wrong["departure"]["before"]) == 1
    assert alone["why"] == "it wants a server of its own"
    assert elsewhere["verdict"] == "left out"

    document, extensions = ElementTree.parse(junit).getroot()
    counted = {"tests": "4", "failures": "1", "errors": "0", "skipped": "2"}
    assert document.attrib.items() >= counted.items()
    assert extensions.get("tests") == "0"
    cases = document.findall("testcase")
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["skipped"], ["skipped"]]
    assert cases[1].get("name") == "Being there (page.md:8)"
    assert "peng" in (cases[1][0].text or "")


def test_json_alone_can_be_piped(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(RIGHT)
    code, said = conform("house", address, "--page", page, "--json", "-")
    assert (code, json.loads(said)["document"]["percent"]) == (0, 100)


def test_a_report_that_cannot_be_written(address: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(RIGHT)
    code, said = conform("house", address, "--page", page, "--junit", tmp_path)
    assert (code, said.splitlines()[-1]) == (1, f"{tmp_path} cannot be written: Is a directory.")


def test_a_package_whose_page_is_missing_is_not_in_the_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    strange = tmp_path / "strange.md"
    strange.write_text("```transcript\nno steps at all\n```\n")
    found = {"absent": tmp_path / "absent.md", "strange": strange, **pages()}
    monkeypatch.setattr("tablehall.cli.conform.pages", lambda: found)
    code, said = conform("pipes_original", "127.0.0.1:1")
    assert code == 1
    assert said.startswith("There is no page about 'pipes_original'; there are: absent, strange, boards, ")
    assert said.endswith("conform pipes HOST:PORT --door pipes_original=HOST:PORT\n")
    assert conform("absent", "127.0.0.1:1")[1].startswith("This page cannot be executed: ")


def test_nobodys_package_is_loaded_for_the_sake_of_the_help(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text("print('I am loaded')\n")
    package = tmp_path / "loud-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: loud\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[tablehall.doors]\nloud = loud\n")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), str(tmp_path)])}

    def says(*words: str) -> str:
        return subprocess.run(
            [sys.executable, "-P", "-m", "tablehall", *words], env=env, capture_output=True, text=True
        ).stdout

    assert says("conform", "whist", "127.0.0.1:1") == "I am loaded\n"  # for it asks for every page
    assert says("--version") == f"tablehall {__version__}\n"
    assert "I am loaded" not in says("conform", "--help")


def test_the_help_names_every_page_of_the_house() -> None:
    assert set(PROTOCOLS.partition(", or ")[0].split(", ")) == pages().keys()
