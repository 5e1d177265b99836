"""`conform --start`: servers of anybody's, fresh where they have to be, and gone afterwards."""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tablehall.conformance.start import Started
from tests.conformance.test_conform_command import conform

COUNTER = """\
import socket, subprocess, sys, time
folder, kind, port = sys.argv[1:4]
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open(f"{folder}/started", "a") as started:
    started.write(f"{child.pid}\\n")
if kind == "udp":
    server = socket.socket(type=socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", int(port)))
    count = 0
    while True:
        data, who = server.recvfrom(2000)
        if data != b"PING":
            count += 1
            server.sendto(f"{data.decode()} {count}".encode(), who)
server = socket.create_server(("127.0.0.1", int(port)))
count = 0
while True:
    connection, _ = server.accept()
    for line in connection.makefile("rb"):
        if line == b"die\\n":
            sys.exit("I was told to die")
        count += 1
        connection.sendall(f"{line.decode().strip()} {count}\\n".encode())
    connection.close()
"""
PAGE = """\
# Counting
```transcript
# the first
anna connects
anna > hello
anna < hello $one
```
```transcript
# shares a server with the first
anna connects
anna > hello
anna < hello 2
```
```transcript fresh
# has a server of its own
anna connects
anna > hello
anna < hello 1
```
"""


def pipes(folder: Path, page: str, command: str, *options: str) -> tuple[int, str]:
    """Execute a page against the servers that a command starts."""
    written = folder / "page.md"
    written.write_text(page)
    return conform("pipes", "--page", written, "--start", command, *options)


@pytest.fixture
def counter(tmp_path: Path) -> str:
    """The command that starts a server which counts what it hears; notes the children it has."""
    program = tmp_path / "counter.py"
    program.write_text(COUNTER)
    return f"{shlex.quote(sys.executable)} -I {program} {tmp_path}"


def started(folder: Path) -> list[int]:
    """The children of all servers that were started."""
    return [int(line) for line in (folder / "started").read_text().split()]


def alive(process: int) -> bool:
    """Whether a process runs; one that nobody has buried is dead."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        return not Path("/proc/self").exists()
    return state != "Z"


def until_dead(processes: list[int]) -> None:
    """Wait for those who were killed, and need a moment to die."""
    while any(map(alive, processes)):
        time.sleep(0.01)


@pytest.mark.parametrize(("protocol", "kind"), [("pipes", "tcp"), ("mia", "udp")])
def test_servers_are_shared_fresh_where_they_have_to_be_and_gone_with_their_children(
    counter: str, tmp_path: Path, protocol: str, kind: str
) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    code, said = conform(protocol, "--page", page, "--start", f"{counter} {kind} {{port}}")
    assert (code, said.splitlines()[-1]) == (0, "3 of 3 rules of the document kept, 100 %.")
    children = started(tmp_path)
    assert len(children) == 2
    until_dead(children)


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_whoever_is_ended_leaves_no_server_behind(
    counter: str, tmp_path: Path, how: signal.Signals, code: int
) -> None:
    page = tmp_path / "page.md"
    page.write_text("```transcript\nanna connects\nlater 600 s\n```\n")
    words = ["conform", "pipes", "--page", str(page), "--start", f"{counter} tcp {{port}}"]
    heeded = partial(signal.signal, how, signal.SIG_DFL)  # shells let what they put behind ignore interrupts
    conforming = subprocess.Popen([sys.executable, "-P", "-m", "tablehall", *words], preexec_fn=heeded)
    while not (tmp_path / "started").exists() or not started(tmp_path):
        time.sleep(0.01)
    conforming.send_signal(how)
    assert conforming.wait() == code
    until_dead(started(tmp_path))


def test_always_fresh(counter: str, tmp_path: Path) -> None:
    code, said = pipes(tmp_path, PAGE, f"{counter} tcp {{port}}", "--fresh")
    assert code == 1
    assert said.splitlines()[-1] == "2 of 3 rules of the document kept, 66 %."
    assert "where    the text is another" in said
    assert len(started(tmp_path)) == 3


CRASH = """\
# Crashing
```transcript
anna connects
anna > die
anna < alive
```
```transcript
anna connects
anna > hello
anna < hello 1
```
"""


def test_a_server_that_ends_is_told_of_and_started_again(counter: str, tmp_path: Path) -> None:
    code, said = pipes(tmp_path, CRASH, f"{counter} tcp {{port}}")
    assert code == 1
    assert "The server ended with 1 meanwhile." in said
    assert "            I was told to die" in said
    assert said.splitlines()[-1] == "1 of 2 rules of the document kept, 50 %."


OWN = """\
# What only the hall itself has
```transcript
server has hall.tables = 1
anna connects
```
```transcript
server restarts
```
```transcript
anna connects to house
```
```transcript
anna connects
```
"""


def test_what_only_the_halls_own_server_has_is_left_out_and_counted(counter: str, tmp_path: Path) -> None:
    code, said = pipes(tmp_path, OWN, f"{counter} tcp {{port}}")
    assert code == 0
    assert [line.strip() for line in said.splitlines()] == [
        "left out  line 2     What only the hall itself has",
        "it wants settings that only the hall's own server has: hall.tables = 1",
        "left out  line 6     What only the hall itself has",
        "it kills the server, whose data would have to be in a folder: {folder} in --start",
        "left out  line 9     What only the hall itself has",
        "it comes to the door house, too",
        "ok        line 12    What only the hall itself has",
        "1 of 1 rules of the document kept, 100 %; 3 left out.",
        "Left out: 1 where settings are wanted that only the hall's own server has: {settings} in --start.",
    ]


SETTINGS = """\
# With settings, a folder and another door
```transcript
server has greeting = "good day"
anna connects
anna > ?
anna < good day, the 1st time, another door at $port
server restarts
anna connects
anna > ?
anna < good day, the 2nd time, another door at $port
server stops
anna is closed
```
"""
OBEDIENT = """\
import socket, sys, tomllib
settings, folder, port, other = sys.argv[1:]
with open(settings, "rb") as file:
    greeting = tomllib.load(file)["greeting"]
with open(f"{folder}/times", "a+") as times:
    times.write("x")
    times.seek(0)
    count = {1: "1st", 2: "2nd"}[len(times.read())]
door = socket.create_server(("127.0.0.1", int(other)))
server = socket.create_server(("127.0.0.1", int(port)))
while True:
    connection, _ = server.accept()
    for line in connection.makefile("rb"):
        connection.sendall(f"{greeting}, the {count} time, another door at {other}\\n".encode())
"""


def test_settings_a_folder_that_stays_and_other_doors(tmp_path: Path) -> None:
    program = tmp_path / "obedient.py"
    program.write_text(OBEDIENT)
    command = f"{shlex.quote(sys.executable)} -I {program} {{settings}} {{folder}} {{port}} {{boards}}"
    assert pipes(tmp_path, SETTINGS, command)[0] == 0


def test_a_server_that_does_not_know_a_setting_is_not_blamed_for_it(tmp_path: Path) -> None:
    program = tmp_path / "obedient.py"
    program.write_text(OBEDIENT)
    command = f"{shlex.quote(sys.executable)} -I {program} {{settings}} {{folder}} {{port}} {{boards}}"
    code, said = pipes(tmp_path, SETTINGS.replace("greeting", "farewell"), command)
    assert code == 1
    assert "with the settings that it wants there is no server: The server ended with 1" in said
    assert "KeyError: 'greeting'" in said
    assert said.endswith("Nothing was tried, so nothing is known about this server.\n")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("/no/such/program {port}", "The server cannot be started: "),
        ("'{port}", "The server cannot be started: No closing quotation"),
        (" ", "Where will it listen?"),
        (
            f"{sys.executable} -c 'print(\"not today\"); exit(3)' {{port}}",
            "The server ended with 3 before it",
        ),
    ],
)
def test_a_server_that_cannot_be_started(tmp_path: Path, command: str, why: str) -> None:
    code, said = pipes(tmp_path, PAGE, command)
    assert code == 1
    assert why in said
    assert "Its last words:\n            not today\n" in said or "ended" not in said


def reported(folder: Path) -> tuple[list[dict[str, Any]], list[list[str]]]:
    """What was written for programs: the rules as JSON, and what JUnit has of each."""
    rules = json.loads((folder / "report.json").read_text())["rules"]
    cases = ElementTree.parse(folder / "junit.xml").getroot()[0].findall("testcase")
    return rules, [[child.tag for child in case] for case in cases]


def report_into(folder: Path) -> tuple[str, ...]:
    """The options that have a report written into a folder, where an old one is."""
    (folder / "report.json").write_text("stale")
    (folder / "junit.xml").write_text("stale")
    return "--json", str(folder / "report.json"), "--junit", str(folder / "junit.xml")


def test_a_server_that_does_not_start_is_reported_to_programs_and_not_tried_again(tmp_path: Path) -> None:
    program = tmp_path / "crash.py"
    program.write_text(f"open({str(tmp_path / 'tries')!r}, 'a').write('x')\nexit('not today')\n")
    command = f"{shlex.quote(sys.executable)} -I {program} {{port}}"
    code, said = pipes(tmp_path, PAGE, command, *report_into(tmp_path))
    assert code == 1
    assert said.splitlines()[-2:] == [
        "0 of 1 rules of the document kept, 0 %; 2 left out.",
        "Left out: 2 where the server did not start: the first departure says why.",
    ]
    rules, cases = reported(tmp_path)
    assert [rule["verdict"] for rule in rules] == ["differs", "left out", "left out"]
    assert rules[0]["departure"]["what"].startswith("The server ended with 1 before it listened at ")
    assert rules[0]["departure"]["notes"] == ["Its last words:\n  not today"]
    assert cases == [["failure"], ["skipped"], ["skipped"]]
    assert (tmp_path / "tries").read_text() == "x"


ONCE = """\
import os, socket, sys, time
folder, how, port = sys.argv[1:4]
if os.path.exists(f"{folder}/was-here"):
    print("once is enough", flush=True)
    time.sleep(600) if how == "hangs" else sys.exit(1)
open(f"{folder}/was-here", "w").close()
server = socket.create_server(("127.0.0.1", int(port)))
while True:
    connection, _ = server.accept()
    for line in connection.makefile("rb"):
        connection.sendall(line)
"""
TWICE = """\
# Twice
```transcript
# shares the only one
anna connects
anna > hello
anna < hello
```
```transcript fresh
# wants a second one
anna connects
```
```transcript
# shares the only one, and wants something else
anna connects
anna > hello
anna < goodbye
```
```transcript
# wants a new one, for the old one was wrong
anna connects
```
```transcript
# and once more
anna connects
```
"""


@pytest.mark.parametrize("how", ["ends", "hangs"])
def test_a_start_that_fails_later_costs_one_rule_and_not_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    (tmp_path / "once.py").write_text(ONCE)
    start = Started.start

    async def patient_once(server: Started) -> None:
        await start(server)
        if how == "hangs":  # whoever ends must have the time to
            monkeypatch.setattr("tablehall.conformance.start.LISTENS_WITHIN", 0.1)

    monkeypatch.setattr(Started, "start", patient_once)
    command = f"{shlex.quote(sys.executable)} -I {tmp_path / 'once.py'} {tmp_path} {how} {{port}}"
    code, said = pipes(tmp_path, TWICE, command, *report_into(tmp_path))
    assert (code, said.splitlines()[-1]) == (1, "1 of 5 rules of the document kept, 20 %.")
    rules, cases = reported(tmp_path)
    assert cases == [[], *[["failure"]] * 4]
    departures = [rule["departure"] for rule in rules[1:]]
    words = "does not listen at " if how == "hangs" else "ended with 1 before it listened at "
    assert [words in departure["what"] for departure in departures] == [True, False, True, True]
    if how == "ends":
        assert departures[0]["notes"] == departures[3]["notes"] == ["Its last words:\n  once is enough"]


def test_a_server_that_does_not_come_back_departs(tmp_path: Path) -> None:
    (tmp_path / "once.py").write_text(ONCE)
    page = '# Back\n```transcript\nserver has greeting = "good day"\nanna connects\nserver restarts\n```\n'
    words = "{folder} ends {port} {settings}"
    command = f"{shlex.quote(sys.executable)} -I {tmp_path / 'once.py'} {words}"
    code, said = pipes(tmp_path, page, command)
    assert code == 1
    assert "differs   line 2     Back" in said
    assert "The server ended with 1 before it listened" in said


def test_a_server_that_never_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.conformance.start.LISTENS_WITHIN", 0.3)
    sleeper = f"{sys.executable} -c 'import time; time.sleep(600)' {{port}}"
    code, said = pipes(tmp_path, PAGE, sleeper)
    assert code == 1
    assert "The server does not listen at 127.0.0.1:" in said
    code, said = pipes(tmp_path, PAGE, sleeper, "--ready", "0.01", "--first")
    assert "nobody answers at 127.0.0.1:" in said


def test_a_port_where_somebody_listens_already(counter: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        code, said = conform("pipes", address, "--page", page, "--start", f"{counter} tcp 1")
    assert code == 1
    assert f"Somebody listens at {address} already." in said
