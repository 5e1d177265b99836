"""The hall under test: a process of its own, and what can be seen of it from outside."""

import urllib.request
from pathlib import Path

from tablehall_lab.services.server import ServerProcess

GRACE = "".join(
    f"[doors.{door}.settings]\ngrace = 10000\n" for door in ("boards", "pipes", "eriantys", "shelfie")
)
"""Nobody waits long for somebody who went home."""
SETTINGS = f"""stall_warning = 0
[hall]
finished = 10
saves = 3
{GRACE}"""
"""What a hall keeps on purpose is bounded tightly, so that the bounds are reached within minutes."""


class SoakServer(ServerProcess):
    """A hall of which one can see from outside what it uses."""

    def __init__(self, folder: Path, settings: str = SETTINGS) -> None:
        self.data = folder / "data"
        config = folder / "hall.toml"
        config.write_text(settings)
        super().__init__(f"--config={config}", f"--data={self.data}", log=folder / "log")

    def port(self, door: str) -> int:
        """The port of a door."""
        return self.doors[door][1]

    def on_disk(self) -> int:
        """Bytes of everything it keeps."""
        return sum(path.stat().st_size for path in self.data.glob("tablehall.sqlite3*"))

    def metrics(self) -> dict[str, float]:
        """Its own figures."""
        host, port = self.house
        with urllib.request.urlopen(f"http://{host}:{port}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, value in (x.rsplit(" ", 1) for x in lines if x[:1] != "#")}
