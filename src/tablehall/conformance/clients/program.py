"""The program under test: its command, its process, and how it has ended."""

import asyncio
import re
import subprocess
import tempfile
from typing import IO

from tablehall.conformance import start

NAME = "candidate"
"""What is put into `{name}`."""
LAST_WORDS = 300
FALLS = r"^Traceback|Exception in thread|^panic|panicked at|^Uncaught|^Unhandled"
"""How languages say that a program has fallen."""


class Program:
    """A client that plays by itself; it may have started others."""

    def __init__(self, command: str, host: str, port: int) -> None:
        gaps = {"host": host, "port": port, "name": NAME}
        try:
            self._words = start.Start(command, "", {}).words(gaps)
        except ValueError as error:
            raise start.StartError(f"This command cannot be read: {error}.") from error
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (until the trial is over)

    async def start(self) -> None:
        """Start it; what it complained of before is forgotten."""
        self._errors.seek(0)
        self._errors.truncate()
        try:
            self._process = await asyncio.to_thread(self._open)
        except (OSError, IndexError) as error:
            raise start.StartError(f"The client cannot be started: {error}") from error

    def _open(self) -> "subprocess.Popen[bytes]":
        nothing = subprocess.DEVNULL
        return subprocess.Popen(
            self._words, stdin=nothing, stdout=nothing, stderr=self._errors, start_new_session=True
        )

    async def end(self) -> None:
        """End it, and all that it has started, for good."""
        await self._kill()
        self._errors.close()

    async def restart(self) -> None:
        """End it and start it once more."""
        await self._kill()
        await self.start()

    async def _kill(self) -> None:
        if self._process is not None:
            start.kill_all(self._process)
            await asyncio.to_thread(self._process.wait)

    @property
    def code(self) -> int | None:
        """Its exit code; None: it runs."""
        return None if self._process is None else self._process.poll()

    @property
    def fell(self) -> bool:
        """Whether it has ended by a signal, or by an error that nobody caught."""
        code = self.code
        return code is not None and (code < 0 or any(re.search(FALLS, line) for line in self._complaints()))

    def how_it_ended(self) -> str:
        """Its exit code, and the last line of its complaints."""
        words = self._complaints()[-1:]
        return f"it ended with code {self.code}" + "".join(f": {word[:LAST_WORDS]}" for word in words)

    def _complaints(self) -> list[str]:
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "backslashreplace").strip().splitlines()
