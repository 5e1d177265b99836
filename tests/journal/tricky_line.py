"""A line to PostgreSQL that can be cut at the worst moment."""

import contextlib
import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


class TrickyLine:
    """Passes everything on, until it is told what to lose."""

    def __init__(self, server: Path, folder: Path) -> None:
        self.folder = folder
        self.lose_answer = threading.Event()
        """The next answer is lost, and the line with it: the server has done what it was told."""
        self.lose_question = threading.Event()
        """The next question is lost, and the line with it: the server has heard nothing."""
        self.spare = 0
        """So many answers get through before one is lost."""
        self.closed = threading.Event()
        """Nobody gets through any more."""
        self._ending = False
        self._server = server / SOCKET
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / SOCKET))
        self._door.listen()
        self._threads = [threading.Thread(target=self._answer_calls)]
        self._threads[0].start()

    def _answer_calls(self) -> None:
        while True:
            client, _ = self._door.accept()
            if self.closed.is_set():
                client.close()
                if self._ending:
                    return
                continue
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self._server))
            for way in ((client, server, self.lose_question), (server, client, self.lose_answer)):
                self._threads.append(threading.Thread(target=self._carry, args=way))
                self._threads[-1].start()

    def _carry(self, source: socket.socket, target: socket.socket, lose: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if lose.is_set():
                    self.spare -= 1
                    if self.spare < 0:
                        lose.clear()
                        break
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        source.close()

    def close(self) -> None:
        """Everybody who carries something comes to an end."""
        self._ending = True
        self.closed.set()
        with socket.socket(socket.AF_UNIX) as last:
            last.connect(str(self.folder / SOCKET))
        for thread in self._threads:
            thread.join()
        self._door.close()


@contextlib.contextmanager
def tricky_line(server: Path) -> Iterator[TrickyLine]:
    """A line to the server in that folder."""
    with tempfile.TemporaryDirectory() as folder:
        line = TrickyLine(server, Path(folder))
        try:
            yield line
        finally:
            line.close()
