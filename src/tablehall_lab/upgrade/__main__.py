"""Store halls of a version: `python -m tablehall_lab.upgrade TARGET COMMAND...`.

The command is how that version is started, say `/path/to/it/.venv/bin/python -m tablehall`.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tablehall_lab.upgrade.day import make_database, make_killed, make_stopped

HALLS = {"killed": make_killed, "stopped": make_stopped, "database": make_database}


def main() -> None:
    target, *command = sys.argv[1:]
    for name, make in HALLS.items():
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(make(command, Path(folder), Path(target) / name))
        print(f"{Path(target) / name}: made")


if __name__ == "__main__":
    main()
