"""Where servers come from quickly: everything is imported once, and each server is a fork of that.

Run by the tests' conftest. What is wanted comes through a socket: the arguments of a
`tablehall`, its folder and variables, and with them where its output and its log go; or the
question how one ended. A server with the variable `AHEAD`, the name of a file, has a clock that
can be moved on.
"""

import gc
import json
import os
import signal
import socket
import sys
import time
import traceback
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

from tablehall.cli import main, serve  # noqa: F401 (for every server to have it)
from tablehall.games import house_games
from tablehall.net import pipeline
from tablehall.server import all_doors


def tend(wishes: socket.socket) -> None:
    """Do what is wished, one wish at a time, until nobody is there any more."""
    running: set[int] = set()
    while True:
        wish, files, _, _ = socket.recv_fds(wishes, 65_536, 2)
        if not wish:
            break
        told = json.loads(wish)
        if "arguments" in told:
            answer = os.fork()
            if answer == 0:
                wishes.close()
                become(told, *files)
            running.add(answer)
            for file in files:
                os.close(file)
        else:
            answer = os.waitstatus_to_exitcode(os.waitpid(told["wait"], 0)[1])
            running.discard(told["wait"])
        wishes.sendall(json.dumps(answer).encode())
    for child in running:
        os.kill(child, signal.SIGKILL)


def become(told: dict[str, Any], output: int, log: int) -> NoReturn:
    """Be a `tablehall` from here on, as if it had just been started."""
    os.dup2(output, 1)
    os.dup2(log, 2)
    os.close(output)
    os.close(log)
    os.chdir(told["folder"])
    os.environ.update(told["variables"])
    if "AHEAD" in os.environ:
        let_time_be_moved(Path(os.environ["AHEAD"]))
    sys.argv = ["tablehall", *told["arguments"]]
    code: object = 1
    try:
        main()
    except SystemExit as leaving:
        code = leaving.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def let_time_be_moved(ahead: Path) -> None:
    """From now on it is so many seconds later here as stand in the file, read anew at every SIGUSR1: what
    takes minutes need not be waited for. The loop is Python's own, since the other one looks at no clock
    that could be moved. Nobody takes it for a hall that stood still."""
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    pipeline.LATE = 1 << 62
    real, real_source, moved = time.monotonic, time.clock_gettime, 0.0

    def read(*_: object) -> None:
        nonlocal moved
        moved = float(ahead.read_text())

    time.monotonic = lambda: real() + moved
    time.clock_gettime = lambda source: real_source(source) + moved
    signal.signal(signal.SIGUSR1, read)


def load_everything() -> None:
    """Whatever a command needs is here before there is one."""
    all_doors()
    house_games()
    sys.argv = ["tablehall", "--version"]
    with suppress(SystemExit), redirect_stdout(StringIO()):
        main()


if __name__ == "__main__":
    wishes_of = int(sys.argv[1])
    load_everything()
    gc.freeze()
    with socket.socket(fileno=wishes_of) as end:
        end.sendall(b"0")
        tend(end)
