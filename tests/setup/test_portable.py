"""Nothing that only Linux has is needed: on a system without it the hall opens, plays and closes."""

import asyncio
import signal
import socket
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.client import Guest
from tablehall_lab.services.server import ServerProcess
from tests.setup.conftest import ROOT

ELSEWHERE = Path(__file__).with_name("elsewhere.py")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServerProcess]:
    """A hall on such a system."""
    words = [sys.executable, str(ELSEWHERE), "serve", "--port=0", "--host=127.0.0.1", "--log=warning"]
    with ServerProcess(f"--data={tmp_path}", command=words, log=tmp_path / "log") as running:
        yield running


async def play(address: str) -> None:
    """A game against a player of the house, who thinks in a process of its own."""
    async with Guest(address, name="anna") as anna:
        table = await anna.open("tictactoe", bots=1)
        async for _ in table:
            if table.my_turn:
                await table.act((await table.legal())[0])
        assert table.outcome is not None


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_hall_opens_plays_and_closes(hall: ServerProcess, how: signal.Signals) -> None:
    address = "http://{}:{}".format(*hall.house)
    with urllib.request.urlopen(f"{address}/", timeout=30) as answer:
        assert answer.status == 200
    with urllib.request.urlopen(f"{address}/metrics", timeout=30) as answer:
        assert b"tablehall_" in answer.read()
    asyncio.run(asyncio.wait_for(play(address), 60))
    assert hall.end(how) == 0
    assert "Traceback" not in hall.log()


def test_datagrams_are_answered(hall: ServerProcess) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        caller.settimeout(30)
        caller.sendto(b"REGISTER;anna", hall.doors["mia"])
        assert caller.recv(2000) == b"REGISTERED"
        caller.sendto(b"REGISTER;a,b", hall.doors["mia"])
        while caller.recv(2000) != b"REJECTED":  # a game may have begun meanwhile
            pass
    assert hall.end(signal.SIGTERM) == 0


def test_what_windows_has_not_is_asked_for_with_care() -> None:
    """Every import of a module that Windows lacks has its `except ImportError`."""
    for path in (ROOT / "src/tablehall").rglob("*.py"):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            if line.split()[:2] in (
                ["import", name] for name in ("fcntl", "grp", "pwd", "termios", "uvloop")
            ):
                careful = lines[number - 1].strip()
                assert careful == "try:" or "suppress(ImportError)" in careful, f"{path}:{number + 1}"
