"""`conform --start`: servers of anybody's, fresh where they have to be, and gone afterwards."""

import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
    conforming = subprocess.Popen([sys.executable, "-P", "-m", "tablehall", *words])
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
    assert said.startswith(why)
    assert said.endswith("Its last words:\n  not today\n") or "ended" not in said


def test_a_server_that_never_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.conformance.start.LISTENS_WITHIN", 0.3)
    sleeper = f"{sys.executable} -c 'import time; time.sleep(600)' {{port}}"
    code, said = pipes(tmp_path, PAGE, sleeper)
    assert code == 1
    assert said.startswith("The server does not listen at 127.0.0.1:")
    code, said = pipes(tmp_path, PAGE, sleeper, "--ready", "0.01", "--first")
    assert "nobody answers at 127.0.0.1:" in said


def test_a_port_where_somebody_listens_already(counter: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        said = conform("pipes", address, "--page", page, "--start", f"{counter} tcp 1")
    assert said == (1, f"Somebody listens at {address} already.\n")
