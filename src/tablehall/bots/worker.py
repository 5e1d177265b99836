"""A process in which the house's players think: questions in, one a line, and moves out.

It is started by the hall (see `net/bot_pool.py`), at a lower priority than the hall itself.
"""

import argparse
import contextlib
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from tablehall.bots import ENGINE, Answer, Bot, Question, Thought
from tablehall.bots.levels import think
from tablehall.bots.search import end_of
from tablehall.games import known_games
from tablehall.games.api import AnyGame


class Thinker:
    """Answers questions about every game it knows."""

    def __init__(self, games: dict[str, AnyGame], engine: Bot | None, chance: random.Random) -> None:
        self.games = games
        self.engine = engine
        self.chance = chance

    def answer(self, question: Question) -> Answer:
        """The move, and what the bot has said of it."""
        game = self.games[question.game]
        state = msgspec.json.decode(question.state, type=game.State)
        values: list[int] = []
        thought = Thought(self.chance, 1.0, alarm(question.seconds), values.append)
        move = self._move(game, state, question, thought)
        value = values[-1] if values else None
        ends = end_of(value) if value is not None else None
        return Answer(msgspec.Raw(msgspec.json.encode(move)), value if ends is None else None, ends)

    def _move(self, game: AnyGame, state: Any, question: Question, thought: Thought) -> Any:
        if question.level >= ENGINE and self.engine is not None:
            return self.engine(game, state, question.seat, thought)
        return think(game, state, question.seat, question.level, thought)


def alarm(seconds: float) -> Callable[[], bool]:
    """Tells when the time is up."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def main() -> None:
    """Answer until nobody asks any more."""
    parser = argparse.ArgumentParser(prog="tablehall.bots.worker")
    parser.add_argument("games", nargs="*", type=Path)
    parser.add_argument("--engine", default="")
    chosen = parser.parse_args()
    with contextlib.suppress(OSError):
        os.nice(10)
    games = known_games(chosen.games)
    engine = None
    if chosen.engine:
        from tablehall.bots.uci import UciEngine

        engine = UciEngine(chosen.engine)
    thinker = Thinker(games, engine, random.SystemRandom())
    read, encode = msgspec.json.Decoder(Question).decode, msgspec.json.encode
    for line in iter(questions().get, b""):
        say(encode(thinker.answer(read(line))) + b"\n")


def say(answer: bytes) -> None:
    """Tell the hall. If it is gone this process ends, and says nothing of it."""
    try:
        os.write(sys.stdout.fileno(), answer)
    except BrokenPipeError:
        os._exit(0)


def questions() -> SimpleQueue[bytes]:
    """What is asked. When the hall is gone this process ends at once, whatever it thinks about."""
    asked: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            asked.put(line)
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    return asked


if __name__ == "__main__":
    main()
