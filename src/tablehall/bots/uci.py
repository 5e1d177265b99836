"""A chess engine of the machine's own, spoken to by the Universal Chess Interface."""

import subprocess
from typing import IO, Any

from tablehall.bots import Thought
from tablehall.games.api import AnyGame
from tablehall.games.board import Place, Step
from tablehall.games.chess.fen import square_named, to_fen
from tablehall.games.chess.position import Position

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
        engine = self._running()
        self._say(engine, f"position fen {fen}", f"go movetime {self.milliseconds}")
        return self._until(engine, "bestmove ").split()[1]

    def _running(self) -> subprocess.Popen[str]:
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

    def close(self) -> None:
        """Send the engine home."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
