"""The server of any version, as its users start it."""

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp

from tablehall_lab.services.address import own_host

DOOR = re.compile(r"  (\w+) +(?:http|ws|tcp|udp)://([\d.]+):(\d+)[/ ]")
TOKEN = re.compile(r"Keeper's token: (\S+)")
SETTINGS = """
[bots]
pause = 0
seconds = 0.1
workers = 1
[doors.shelfie.settings]
ping = 0
"""
"""Its own players are quick, and nobody is thrown out who says nothing for a while."""


class AnyServer:
    """`COMMAND serve` on free ports; can be killed and started again on the same data."""

    def __init__(self, command: Sequence[str], folder: Path, database: str = "") -> None:
        self.command, self.data = list(command), folder / "data"
        self.doors: dict[str, tuple[str, int]] = {}
        self.token = ""
        """The keeper's token, said once."""
        self._config = folder / "hall.toml"
        self._config.write_text(SETTINGS)
        self._kept = f"--database={database}" if database else f"--data={self.data}"
        self._process: subprocess.Popen[str] | None = None
        self._host = own_host()

    def start(self) -> None:
        """Start it and wait until every door stands open."""
        where = [f"--host={self._host}", f"--data={self.data}", self._kept, f"--config={self._config}"]
        self._process = subprocess.Popen(
            [*self.command, "serve", "--port=0", "--log=warning", *where],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            env=_plain_environment(),
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := DOOR.match(line):
                self.doors[found[1]] = (found[2], int(found[3]))
            elif told := TOKEN.match(line):
                self.token = told[1]
            elif line.startswith("Stop with"):
                return
        raise RuntimeError("the server did not open its doors")

    def end(self, how: signal.Signals) -> None:
        """End it; SIGKILL pulls the plug."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.communicate()

    def run(self, *words: str) -> bytes:
        """What another command of this version prints about the same data."""
        command = [*self.command, *words, self._kept]
        return subprocess.run(command, check=True, capture_output=True, env=_plain_environment()).stdout

    async def get(self, path: str) -> Any:
        """What it tells over HTTP, and tells its keeper."""
        return await self._fetch("GET", path, None)

    async def post(self, path: str, body: object) -> None:
        """Have it do something for its keeper."""
        await self._fetch("POST", path, body)

    async def _fetch(self, method: str, path: str, body: object) -> Any:
        host, port = self.doors["house"]
        headers = {"Authorization": f"Bearer {self.token}"}
        async with (
            aiohttp.ClientSession(headers=headers) as http,
            http.request(method, f"http://{host}:{port}{path}", json=body) as answer,
        ):
            answer.raise_for_status()
            return await answer.json()


def _plain_environment() -> dict[str, str]:
    """Nothing of ours leads another version to our own source."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
