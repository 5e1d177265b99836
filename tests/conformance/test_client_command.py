"""`tablehall conform --client`: what is said, written and returned."""

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from tests.conformance.planted_clients import PLANTS, command
from tests.conformance.test_conform_command import conform

SILENT = f"{sys.executable} -c pass {{port}}"


def test_a_right_client_in_two_conversations(tmp_path: Path) -> None:
    run = command(tmp_path, "pipes")
    code, said = conform("--client", "pipes", "--run", run, "--section", "wait", "--patience", "8")
    assert (code, said.splitlines()) == (
        0,
        [
            "ok        joins: a game waits",
            "ok        lobby: games of others come and go while the client waits",
            "2 of 2 conversations without a departure, 100 %.",
        ],
    )


def test_a_wrong_client_is_told_in_the_words_of_the_document(tmp_path: Path) -> None:
    run = command(tmp_path, "pipes", PLANTS["pipes"][4])
    code, said = conform("--client", "pipes", "--run", run, "--section", "nickname")
    assert code == 1
    assert said.splitlines() == [
        "differs   nickname: the nickname is in use",
        "          logged in: it asked for GET_GAMES after its CONNECT was refused",
        "            rule     Get games: Only logged in players can request this.",
        "            before   client opens a connection",
        "                     client > 0|CONNECT|candidate",
        "                     client < 402",
        "                     client > 0|GET_GAMES",
        "0 of 1 conversations without a departure, 0 %.",
        "Not kept: logged in.",
    ]


def test_reports_for_programs(tmp_path: Path) -> None:
    run = command(tmp_path, "mia", PLANTS["mia"][4])
    junit = tmp_path / "junit.xml"
    wanted = ["--section", "unknown", "--section", "rejected", "--patience", "8"]
    code, said = conform("--client", "mia", "--run", run, *wanted, "--json", "-", "--junit", junit)
    assert code == 1
    report = json.loads(said)
    assert report["protocol"] == "mia.client"
    assert report["document"] == {"kept": 1, "tried": 2, "left_out": 0, "percent": 50}
    assert [entry["verdict"] for entry in report["rules"]] == ["ok", "differs"]
    departure = report["rules"][1]["departure"]
    assert departure["what"].startswith("it ended with code 1: ValueError: HEARTBEAT")
    assert "The client does not fall over what it hears." in departure["sound"]
    suite = Xml.parse(junit).getroot()[0]
    assert (suite.attrib["name"], suite.attrib["tests"], suite.attrib["failures"]) == (
        "mia.client.document",
        "2",
        "1",
    )
    written = tmp_path / "report.json"
    assert (
        conform("--client", "mia", "--run", run, "--section", "unknown", "--json", written, "--first")[0] == 1
    )
    assert json.loads(written.read_text())["document"]["tried"] == 1


def test_a_client_that_never_connects_fails_at_once() -> None:
    code, said = conform("--client", "boards", "--run", SILENT)
    assert code == 1
    assert said.splitlines() == [
        "differs   creates: nobody waits; somebody joins the client's game",
        "          connects: nothing was heard of it; it ended with code 0",
        "            rule     the command: The client speaks to the server that it was told.",
        "0 of 1 conversations without a departure, 0 %; 8 left out.",
        "Not kept: connects.",
        "2 beyond the document were not tried: --extensions tries them, too.",
    ]


def test_a_client_that_connects_and_says_nothing_fails(tmp_path: Path) -> None:
    mute = tmp_path / "mute.py"
    mute.write_text("import socket, sys\nsocket.create_connection((sys.argv[1], int(sys.argv[2]))).close()\n")
    run = f"{sys.executable} {mute} {{host}} {{port}}"
    for section in ("creates", "refused"):
        code, said = conform("--client", "eriantys", "--run", run, "--section", section)
        assert code == 1
        assert "plays: it " in said


def test_a_client_that_never_stops_talking_is_stopped(tmp_path: Path) -> None:
    flood = tmp_path / "flood.py"
    flood.write_text(
        "import socket, sys\nwire = socket.create_connection((sys.argv[1], int(sys.argv[2])))\n"
        'while True: wire.sendall(b"0|PING\\n" * 100)\n'
    )
    run = f"{sys.executable} {flood} {{host}} {{port}}"
    code, said = conform("--client", "pipes", "--run", run, "--section", "creates", "--json", "-")
    assert code == 1
    (rule,) = json.loads(said)["rules"]  # and nothing else was printed
    assert re.match(r"it has sent \d+ messages", rule["departure"]["plays"])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["mia"], "How is the client started? Say --run 'python bot.py {host} {port}'."),
        (["mia", "--run", "python bot.py"], "How is the client started?"),
        (["whist", "--run", SILENT], "Clients of 'whist' cannot be judged; there are: mia, pipes"),
        (
            ["mia", "--run", SILENT, "--section", "polka"],
            "No conversation is called 'polka'; there are: games",
        ),
        (["mia", "127.0.0.1:1", "--run", SILENT], "of its own: leave out HOST:PORT, or leave out --client"),
        (["mia", "--run", SILENT, "--start", "x {port}"], "leave out --start, or"),
        (["mia", "--run", SILENT, "--page", "x.md", "--door", "x=y:1"], "leave out --page and --door, or"),
        (["mia", "--run", SILENT, "--ready", "0", "--fresh"], "leave out --ready and --fresh, or"),
        (["pipes", "--run", SILENT, "--section", "lost"], "Nothing was tried, so nothing is known"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(arguments: list[str], why: str) -> None:
    code, said = conform("--client", *arguments)
    assert code == 1
    assert why in said
    assert len([line for line in said.splitlines() if "not tried" not in line]) == 1


@pytest.mark.parametrize(
    ("run", "why"),
    [
        ("/nowhere/bot {port}", "The client cannot be started: "),
        ("bot '{port}", "This command cannot be read: No closing quotation."),
    ],
)
def test_a_client_that_cannot_be_started_is_reported_to_programs(run: str, why: str, tmp_path: Path) -> None:
    report, junit = tmp_path / "report.json", tmp_path / "junit.xml"
    code, said = conform("--client", "mia", "--run", run, "--json", report, "--junit", junit)
    assert code == 1
    assert f"connects: {why}" in said
    told = json.loads(report.read_text())
    assert (told["document"]["kept"], told["document"]["tried"]) == (0, 1)
    assert told["rules"][0]["departure"]["what"].startswith(why)
    assert Xml.parse(junit).getroot()[0].attrib["failures"] == "1"
