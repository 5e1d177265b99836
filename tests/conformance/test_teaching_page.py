"""docs/teaching.md: its commands work, and the sections that it names are there."""

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tablehall.conformance.clients.examination import PROTOCOLS
from tablehall.conformance.page import read_page
from tablehall.conformance.pages import pages
from tests.conformance.planted_clients import source
from tests.conformance.test_conform_command import conform
from tests.conftest import ROOT, tablehall

if TYPE_CHECKING:
    from tests.conftest import NewHall

PAGE = (ROOT / "docs" / "teaching.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(?:text|sh)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines() if line.startswith("tablehall ")]
EXERCISES = {
    "Mia": "mia",
    "Pipes": "pipes",
    "Boards": "boards",
    "My Shelfie": "shelfie",
    "Eriantys": "eriantys",
}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the page's commands start."""
    for protocol in PROTOCOLS:
        (tmp_path / f"{protocol}_bot.py").write_text(source(protocol), "utf-8")
    students = ROOT / "tests" / "conformance" / "students"
    shutil.copy(students / "pipes.py", tmp_path / "pipes_server.py")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("tablehall conform")])
def test_a_command_that_grades_a_right_program(command: str, desk: Path) -> None:
    words = [word.replace("python ", f"{sys.executable} ", 1) for word in shlex.split(command)[2:]]
    if "--section" not in words:  # all of it would take longer
        words += ["--section", "lobby"]
    code, said = conform(*words, "--patience", "8")
    assert code == 0, said
    assert "100 %" in said
    for written in desk.glob("*.json"):
        assert json.loads(written.read_text())["document"]["percent"] == 100
    assert len([*desk.glob("*.json"), *desk.glob("*.xml")]) == ("--json" in words) + ("--junit" in words)


@pytest.mark.parametrize("page", ["teaching.md", "protocols/README.md"])
def test_a_score_that_is_shown_is_one_that_the_command_prints(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    blocks = read_page(pages()["pipes"])
    extensions = sum(block.extension for block in blocks)
    document = len(blocks) - extensions
    kept = document - 1
    (score,) = re.findall(r"^\d+ of \d+ rules .*\n.*$", text, re.MULTILINE)
    assert score.splitlines() == [
        f"{kept} of {document} rules of the document kept, {100 * kept // document} %.",
        f"{extensions} extensions of this page were not tried: --extensions tries them, too.",
    ]


def test_there_is_a_command_for_a_server_and_for_the_clients_of_every_protocol() -> None:
    assert any("--start" in command for command in COMMANDS)
    for protocol in PROTOCOLS:
        assert any(f"--client {protocol} " in command for command in COMMANDS), protocol


@pytest.mark.parametrize("title", EXERCISES)
def test_the_steps_of_an_exercise_can_be_tried_alone(title: str) -> None:
    (paragraph,) = re.findall(rf"^\*\*{title}\.\*\* (.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL)
    wanted = re.findall(r"--section\s+(\w+)`", paragraph)
    protocol = EXERCISES[title]
    conversations = [f"{one.name} {one.title}" for one in PROTOCOLS[protocol].scenarios]
    headings = [block.title for block in read_page(pages()[protocol])]
    assert wanted
    for word in wanted:
        assert any(word in name.casefold() for name in (*conversations, *headings)), word


def test_a_whole_class(desk: Path) -> None:
    student = desk / "anna"
    student.mkdir()
    (student / "bot.py").write_text(source("pipes"), "utf-8")
    _put_into(desk / "bin" / "tablehall", '-m tablehall "$@" --section joins --patience 8')
    _put_into(desk / "bin" / "python", '"$@"')
    (loop,) = (block for block in BLOCKS if block.startswith("for student"))
    path = f"{desk / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        ["sh", "-c", loop.replace("*/;", "anna/;")], env=env, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("anna/client.json 100\n", "")
    assert "ok        joins: a game waits" in (student / "client.txt").read_text()


def _put_into(program: Path, words: str) -> None:
    """A program that this Python runs with these words."""
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {words}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def test_the_contest_at_the_end(new_hall: "NewHall", tmp_path: Path) -> None:
    serve, *commands = [line for line in COMMANDS if not line.startswith("tablehall conform")]
    assert serve == "tablehall serve --set mia.fill=3"
    hall = new_hall("[doors.mia.settings]\nfill = 3\n")
    for command in commands:
        done = tablehall(*shlex.split(command)[1:], folder=tmp_path, TABLEHALL_DATA=str(hall.folder / "data"))
        assert done.returncode == 0, done.stderr
        if "show" in command:
            assert "Friday night" in done.stdout
