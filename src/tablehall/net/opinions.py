"""What the house would do: questions of people who look at a game that is over. The house's players think
about them when those who play leave them the time."""

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from tablehall.bots import Answer, Question
from tablehall.games.api import AnyGame

SECONDS = 2.0
"""So long a question is thought about, at most, ..."""
PATIENCE = 10.0
"""... and so long it waits for its turn."""
WAITING = 16
"""So many wait at a time."""


class BusyError(Exception):
    """The house's players have no time for that now."""


class Opinion:
    """A question that belongs to no table."""

    __slots__ = ("answer", "game", "level", "question", "seconds", "tries")

    def __init__(self, game: AnyGame, level: int, question: Question) -> None:
        self.game, self.level, self.question = game, level, question
        self.seconds = 0.0
        self.tries = 0
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def line(self) -> bytes:
        """The question as it is put to a worker."""
        self.question.seconds = self.seconds
        return msgspec.json.encode(self.question)


class Opinions:
    """The questions that wait, and how many are thought about."""

    def __init__(self, seconds: float, patience: float, most: int, wake: Callable[[], None]) -> None:
        """`most` may think at all; one of them is left to those who play, if there are several."""
        self._seconds, self._patience = min(SECONDS, seconds), PATIENCE + patience
        self._most, self._wake = most, wake
        self._waiting: deque[Opinion] = deque()
        self._thinking = 0
        self._closed = False

    async def ask(self, game: AnyGame, state: bytes, seat: int, level: int) -> Answer:
        """The move of the house, and what it says of it."""
        if self._closed or len(self._waiting) >= WAITING:
            raise BusyError
        asked = Opinion(game, level, Question(game.name, msgspec.Raw(state), seat, level, 0))
        self._waiting.append(asked)
        self._wake()
        try:
            return await asyncio.wait_for(asked.answer, self._patience)
        except TimeoutError as error:
            raise BusyError from error
        finally:
            if asked in self._waiting:
                self._waiting.remove(asked)

    def ready(self) -> bool:
        """Whether there is one that may be thought about now."""
        return bool(self._waiting) and self._thinking < max(1, self._most - 1)

    def take(self) -> Opinion:
        """The next one; the more wait, the quicker each is answered."""
        asked = self._waiting.popleft()
        asked.seconds = self._seconds / (1 + len(self._waiting) / self._most)
        self._thinking += 1
        return asked

    def done(self, asked: Opinion, answer: Answer | None) -> None:
        """One was thought about; None: in vain."""
        self._thinking -= 1
        if asked.answer.done():  # who asked is gone
            return
        if answer is None:
            asked.answer.set_exception(BusyError())
        else:
            asked.answer.set_result(answer)

    def close(self) -> None:
        """Nobody thinks any more."""
        self._closed = True
        for asked in self._waiting:
            if not asked.answer.done():
                asked.answer.set_exception(BusyError())
