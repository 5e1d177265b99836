"""The doctor looks at what `serve` would open, and names the cure."""

import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.cli import findings
from tablehall.cli.doctor import attempt, examine
from tablehall.cli.findings import Finding
from tablehall.hall import facts
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal
from tablehall.net import page
from tablehall.settings import Settings
from tests.conftest import RunningHall, tablehall


def of(text: str) -> list[str]:
    """What was found, each with its cure behind it."""
    return text.replace("\n      cure: ", " -> ").splitlines()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody holds."""
    with socket.create_server(("127.0.0.1", 0)) as holder:
        yield holder.getsockname()[1]


def test_it_looks_at_the_ports_that_were_chosen(taken: int, tmp_path: Path) -> None:
    (tmp_path / "hall.toml").write_text(f"[doors.pipes]\nport = {taken}\n[doors.mia]\non = false\n")
    told = tablehall(
        "doctor",
        "--port=0",
        "--host=127.0.0.1",
        "--config=hall.toml",
        f"--door=boards={taken}",
        folder=tmp_path,
    )
    assert told.returncode == 1
    assert of(told.stdout)[-1] == "3 to mend."  # neither can have it, nor could both
    assert any("The doors boards and pipes cannot both have port" in line for line in of(told.stdout))
    told = tablehall("doctor", "--port=0", "--host=127.0.0.1", "--config=hall.toml", folder=tmp_path)
    assert told.returncode == 1
    lines = of(told.stdout)
    assert any(
        line.startswith(f"BAD  port {taken} (pipes) is taken by ") and line.endswith("--door pipes=N")
        for line in lines
    ), lines
    assert "ok   any free port (house)" in lines
    assert not any("(mia)" in line for line in lines)


def test_a_hall_that_runs_is_not_in_its_own_way(hall: RunningHall) -> None:
    where = [f"--door={name}={port}" for name, (_, port) in hall.doors.items()]
    data = hall.folder / "data"
    told = tablehall("doctor", f"--host={hall.host}", f"--data={data}", *where, folder=hall.folder)
    lines = of(told.stdout)
    assert told.returncode == 0, told.stdout
    assert f"ok   data folder {data} is used by a hall that runs (process {hall.process})" in lines
    for name, (_, port) in hall.doors.items():
        assert f"ok   port {port} ({name}) is held by the hall that runs" in lines


def test_variables_and_versions_are_named(tmp_path: Path) -> None:
    told = tablehall("doctor", "--port=0", folder=tmp_path, TABLEHALL_DATABSE="postgres://x")
    lines = of(told.stdout)
    assert told.returncode == 0, told.stdout
    assert lines[0].startswith("ok   Python 3.")
    assert "note TABLEHALL_DATABSE is no variable of tablehall. Did you mean TABLEHALL_DATABASE?" in lines
    assert any(line.startswith("ok   package aiohttp 3") for line in lines)
    assert any(line.startswith("ok   the web page is built (") for line in lines)
    assert lines[-1] == "Everything is in order."
    assert list(tmp_path.iterdir()) == [], "a doctor leaves nothing behind"


def test_a_page_that_is_not_built_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    found = findings.built_page()
    assert found.state == "BAD"
    assert "run ./tablehall serve, which builds it" in found.cure


@pytest.mark.parametrize(("name", "state"), [("uvloop", "note"), ("textual", "note"), ("aiohttp", "BAD")])
def test_what_is_only_recommended_is_no_illness(
    monkeypatch: pytest.MonkeyPatch, name: str, state: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    found = {finding.what.split()[1].rstrip(":"): finding for finding in findings.packages(Settings())}
    assert found[name].state == state
    assert found[name].cure.endswith(f" -m pip install {name}")
    assert "asyncpg" not in found
    wanted = Settings(database="postgres://x", cluster={"join": "nats://y"})
    assert {"asyncpg", "greenlet"} <= {finding.what.split()[1] for finding in findings.packages(wanted)}


def test_windows_has_no_uvloop_and_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert all(finding.state == "ok" for finding in findings.packages(Settings()))


def test_a_disk_that_is_short_is_found_by_the_halls_own_measure(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "not" / "yet"))
    for low, short, state in ((0, 0, "ok"), (1 << 60, 0, "note"), (1 << 60, 1 << 60, "BAD")):
        settings.disk = type(settings.disk)(low=low, short=short)
        assert findings.disk(settings).state == state


def test_a_clock_that_was_set_back_is_found(tmp_path: Path) -> None:
    later = time.time_ns() // 1_000_000 + 3_600_000
    batch = Batch()
    batch.keep(facts.Alive(later))
    with SqliteJournal(tmp_path) as journal:
        journal.commit(batch)
    *_, clock = findings.journal(Settings(data=str(tmp_path)))
    assert clock.state == "BAD"
    assert "s too early" in clock.what
    assert findings.clock(0).state == "ok"


def test_a_doctor_does_not_fall_ill() -> None:
    def stumble() -> Finding:
        raise PermissionError(13, "Permission denied", "/secret")

    (found,) = attempt(stumble)
    assert found.state == "BAD"
    assert found.what == "stumble could not be looked at: [Errno 13] Permission denied: '/secret'"


def test_settings_that_cannot_be_used_are_one_finding_among_others() -> None:
    def choose() -> Settings:
        return Settings(origins=["nonsense"])

    found = list(examine(choose))
    (ill,) = [finding for finding in found if finding.state == "BAD"]
    assert ill.cure.startswith("origins: 'nonsense' is none")
    assert found[0].what.startswith("Python ")


def test_the_engine_is_looked_at(tmp_path: Path) -> None:
    settings = Settings()
    settings.bots.engine = str(tmp_path / "nowhere")
    assert findings.engine(settings).state == "BAD"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--config=doors.toml"], "gone.py: there is no such file"),
        (["--config=games.toml"], "gone.py: there is no such file"),
        (["--game=gone.py"], "gone.py: there is no such file"),
    ],
)
def test_a_file_of_ones_own_that_is_gone_is_a_finding(words: list[str], why: str, tmp_path: Path) -> None:
    (tmp_path / "doors.toml").write_text('door_files = ["gone.py"]\n')
    (tmp_path / "games.toml").write_text('games = ["gone.py"]\n')
    told = tablehall("doctor", "--port=0", "--memory", *words, folder=tmp_path)
    assert (told.returncode, told.stderr) == (1, "")
    (found,) = [line for line in of(told.stdout) if line.startswith("BAD")]
    assert found == f"BAD  the settings cannot be used -> {why}"
