"""The process of the attackers: it takes nothing from the honest players but what the hall lets it take.

python -m tablehall_lab.soak.attack PLAN (in JSON); it goes on until its standard input ends, and then
says what came of it.
"""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from tablehall_lab.services.server import SOURCE
from tablehall_lab.soak.attackers import KINDS
from tablehall_lab.soak.spy import Spy

MOST_PROBLEMS = 10
LAST = 19
"""The priority of attackers: on machines of their own they would take no time from the honest players."""


class Plan(msgspec.Struct):
    """Whom to attack, and with how many."""

    data: str
    doors: dict[str, tuple[str, int]]
    attackers: int
    addresses: tuple[str, ...]


class Outcome(msgspec.Struct):
    """What became of it."""

    problems: list[str]
    counts: dict[str, dict[str, int]]
    """By kind of attacker."""

    def total(self, what: str) -> int:
        """How often something came about, for all together."""
        return sum(counts.get(what, 0) for counts in self.counts.values())


async def attack(plan: Plan) -> Outcome:
    """Attack until somebody closes our standard input."""
    spy = Spy(Path(plan.data))
    attackers = [
        KINDS[n % len(KINDS)](n, plan.addresses[n % len(plan.addresses)], plan.doors, spy)
        for n in range(plan.attackers)
    ]
    coming = [asyncio.create_task(attacker.come()) for attacker in attackers]
    await asyncio.to_thread(sys.stdin.read)
    for task in coming:
        task.cancel()
    for error in await asyncio.gather(*coming, return_exceptions=True):
        if isinstance(error, Exception):
            spy.problems.append(f"an attacker was astonished: {error!r}")
    spy.close()
    return Outcome(spy.problems[:MOST_PROBLEMS], {kind: dict(counts) for kind, counts in spy.counts.items()})


class Attack:
    """The same in a process of its own, so that it takes no time from those who measure."""

    def __init__(self, plan: Plan) -> None:
        command = [
            sys.executable,
            "-P",
            "-m",
            "tablehall_lab.soak.attack",
            msgspec.json.encode(plan).decode(),
        ]
        pipe: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(command, env=_environment(), **pipe)
        os.setpriority(os.PRIO_PROCESS, self._process.pid, LAST)

    def hold_breath(self) -> None:
        """Do nothing for a while; what was sent is on its way."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Go on with it."""
        self._process.send_signal(signal.SIGCONT)

    def end(self) -> Outcome:
        """Call the attackers back; what came of it."""
        said, _ = self._process.communicate(timeout=60)
        return msgspec.json.decode(said, type=Outcome)

    def kill(self) -> None:
        """End it without a word, if it still goes on."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


def _environment() -> dict[str, str]:
    path = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}


if __name__ == "__main__":
    outcome = asyncio.run(attack(msgspec.json.decode(sys.argv[1], type=Plan)))
    sys.stdout.write(msgspec.json.encode(outcome).decode())
