"""`tablehall play` as a process of its own, through pipes."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
PATIENCE = 40.0


class Pipe:
    """Types lines and reads what is printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.printed: list[str] = []

    def type(self, *lines: str) -> None:
        """Type lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def end(self) -> None:
        """Nothing more is typed."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    async def table(self) -> int:
        """The number of the table one sits down at; those in the list of the lobby are passed over."""
        while not (found := re.match(r"Table (\d+), ", await self.until("Table "))):
            pass
        return int(found[1])

    async def until(self, words: str) -> str:
        """Read until a line with these words; that line."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while line := (await self.process.stdout.readline()).decode():
                self.printed.append(line.rstrip("\n"))
                if words in line:
                    return line.rstrip("\n")
        raise AssertionError(f"{words!r} was never printed:\n" + "\n".join(self.printed))

    async def rest(self) -> tuple[list[str], int]:
        """Everything printed to the end, and the exit code."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            self.printed += (await self.process.stdout.read()).decode().splitlines()
            return self.printed, await self.process.wait()


@asynccontextmanager
async def terminal(folder: Path, *words: str, keyboard: int = asyncio.subprocess.PIPE) -> AsyncIterator[Pipe]:
    """Type a command of tablehall, at a keyboard or into a pipe; whatever happens, its process ends."""
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1", "XDG_STATE_HOME": str(folder)}
    command, pipe = (sys.executable, "-m", "tablehall", *words), asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, stdin=keyboard, stdout=pipe, stderr=asyncio.subprocess.STDOUT, env=env
    )
    try:
        yield Pipe(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
