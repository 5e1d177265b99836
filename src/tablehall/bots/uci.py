"""A chess engine of the machine's own, spoken to by the Universal Chess Interface."""

import queue
import shutil
import subprocess
import threading
from typing import IO, Any

from tablehall.bots import Thought
from tablehall.games.api import AnyGame
from tablehall.games.board import Place, Step
from tablehall.games.chess.fen import square_named, to_fen
from tablehall.games.chess.position import Position

INTRODUCED = 10.0
"""Seconds in which an engine must have said that it speaks UCI."""
PIECES = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}


class UciEngine:
    """A bot that passes positions on to an engine, which is started when it is first needed."""

    game = "chess"
    """What such an engine plays."""

    def __init__(self, command: str, milliseconds: int = 500) -> None:
        self.command = command
        self.milliseconds = milliseconds
        self._process: subprocess.Popen[str] | None = None
        self._promotion: tuple[int, str] = (-1, "")
        """The square on which it is about to promote a pawn, and to what."""

    def __call__(self, game: AnyGame, state: Position, seat: int, thought: Thought) -> Any:
        if state.promoting >= 0:
            square, letter = self._promotion
            kind = PIECES[letter] if square == state.promoting else "queen"
            return Place(*divmod(state.promoting, 8), kind)
        answer = self._ask(f"{to_fen(state)} {state.quiet} 1")
        start, to = square_named(answer[:2]), square_named(answer[2:4])
        self._promotion = (to, answer[4:5]) if answer[4:5] else (-1, "")
        return Step(*divmod(start, 8), *divmod(to, 8))

    def _ask(self, fen: str) -> str:
        engine = self.start()
        self._say(engine, f"position fen {fen}", f"go movetime {self.milliseconds}")
        return self._until(engine, "bestmove ").split()[1]

    def start(self) -> subprocess.Popen[str]:
        """The engine, started if it does not run."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                [self.command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
            self._say(self._process, "uci")
            self._until(self._process, "uciok")
            self._say(self._process, "ucinewgame", "isready")
            self._until(self._process, "readyok")
        return self._process

    def _say(self, engine: subprocess.Popen[str], *lines: str) -> None:
        out = _pipe(engine.stdin)
        out.write("".join(f"{line}\n" for line in lines))
        out.flush()

    def _until(self, engine: subprocess.Popen[str], start: str) -> str:
        for line in _pipe(engine.stdout):
            if line.startswith(start):
                return line
        raise OSError(f"the engine {self.command} has ended")

    def kill(self) -> None:
        """Have it end, and do not wait for it."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Send the engine home."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def try_engine(command: str, seconds: float = INTRODUCED) -> str:
    """Start an engine and have it say that it speaks UCI; what is wrong with it, or nothing."""
    if shutil.which(command) is None:
        return "there is no such program that may be run"
    engine, heard = UciEngine(command), queue.SimpleQueue[str]()
    trial = threading.Thread(target=lambda: heard.put(_introduced(engine)), daemon=True)
    trial.start()
    try:
        return heard.get(timeout=seconds)
    except queue.Empty:  # who never answers is not waited for
        engine.kill()
        return f"it does not say `uciok` within {seconds:g} s"


def _introduced(engine: UciEngine) -> str:
    try:
        engine.start()
    except ValueError:
        return "what it says is no text"
    except OSError as error:
        cannot_be_run = error.strerror and not isinstance(error, BrokenPipeError)
        return f"it cannot be run ({error.strerror})" if cannot_be_run else "it ends and says no `uciok`"
    finally:
        engine.close()
    return ""


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
