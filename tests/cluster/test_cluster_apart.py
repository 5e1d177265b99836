"""A hall that is alone knows nothing of clusters."""

import os
import subprocess
import sys

from tablehall_lab.coverage import VARIABLE

LOOK = """
import asyncio, sys
from tablehall.server import Server
from tablehall.settings import Settings

async def main():
    server = Server(Settings(port=0, host="127.0.0.1", memory=True))
    await server.start()
    await server.stop(1.0)
    print([name for name in ("asyncpg", "tablehall.cluster", "tablehall_lab") if name in sys.modules])

asyncio.run(main())
"""


def test_nothing_of_it_is_loaded() -> None:
    env = {name: value for name, value in os.environ.items() if name != VARIABLE}
    looked = subprocess.run(
        [sys.executable, "-c", LOOK], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert looked.stdout == "[]\n", looked.stdout + looked.stderr
