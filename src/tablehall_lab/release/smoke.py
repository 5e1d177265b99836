"""Run by a Python in which Tablehall was just installed: the page answers, a game is played and verified.

    /path/to/that/python smoke.py

It knows nothing but what was installed, and prints one line when everything went well.
"""

import asyncio
import random
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("tablehall")


def main() -> None:
    """In an empty folder: serve, look at the page, play, export, verify."""
    with tempfile.TemporaryDirectory() as folder:
        with serving(folder) as address:
            files = look_at_page(address)
            table = asyncio.run(play(address))
        exported = run("export", str(table), cwd=folder)
        Path(folder, "game.jsonl").write_text(exported, encoding="utf-8")
        run("verify", "game.jsonl", cwd=folder)
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"Python {version}: a page of {files} files answers, a game was played and verified")


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """A hall on free ports; the address of its page. It must end well."""
    words = [str(PROGRAM), "serve", "--host", "127.0.0.1", "--port", "0", "--log", "warning"]
    house = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    assert house.stdout is not None
    try:
        said = []
        for line in house.stdout:
            said.append(line)
            if line.startswith("Stop with"):
                break
        door = re.search(r"http://127\.0\.0\.1:\d+", "".join(said))
        assert door, f"the hall did not open: {''.join(said)}"
        yield door[0]
        house.terminate()
        rest = house.stdout.read()
        assert house.wait(30) == 0, f"the hall did not close well: {rest}"
    finally:
        house.kill()
        house.communicate()


def look_at_page(address: str) -> int:
    """Fetch the front page and all it names; how many files that are."""
    with urllib.request.urlopen(f"{address}/", timeout=30) as answer:
        front = answer.read().decode()
    assets = set(re.findall(r'(?:src|href)="\./(assets/[^"]+)"', front))
    assert any(name.endswith(".js") for name in assets), f"this is not the page: {front[:200]}"
    for name in assets:
        with urllib.request.urlopen(f"{address}/{name}", timeout=30) as answer:
            assert answer.read(), name
    return 1 + len(assets)


async def play(address: str) -> int:
    """Two guests play through the house door; the number of their table."""
    from tablehall.client import Guest, Table

    async def move(table: Table) -> None:
        async for _ in table:
            if table.my_turn:
                await table.act(random.choice(await table.legal()))

    async with Guest(address, name="rosie") as rosie, Guest(address, name="marvin") as marvin:
        opened = await rosie.open("tictactoe")
        joined = await marvin.join(opened.number)
        await asyncio.wait_for(asyncio.gather(move(opened), move(joined)), 60)
        assert opened.outcome == joined.outcome
        assert opened.outcome is not None
        return opened.number


def run(*words: str, cwd: str) -> str:
    """What a command prints that must succeed."""
    done = subprocess.run([PROGRAM, *words], cwd=cwd, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{' '.join(words)}: {done.stdout}{done.stderr}"
    return done.stdout


if __name__ == "__main__":
    main()
