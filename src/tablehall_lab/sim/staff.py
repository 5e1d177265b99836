"""The house's own players in the bottle: the real back room, but they do not think for long."""

from typing import Any

import msgspec

from tablehall.bots import Answer, Question
from tablehall.net.bot_pool import BotPool, BotSettings, Job, Worker
from tablehall.net.opinions import Opinion
from tablehall.net.pipeline import Pipeline
from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.timeline import Loop
from tablehall_lab.sim.trace import Trace


class Head(Worker):
    """What stands for a process that thinks: it may also think for ever, or die of it."""

    room: "VirtualBotPool"

    def ask(self, job: Job | Opinion, question: bytes, seconds: float) -> None:
        self.job = job
        loop, chance = self.room.loop, self.room.chance
        self.clock = loop.call_later(seconds + self.room.settings.patience, self.give_up)  # type: ignore[assignment]
        fate = chance.random()
        if fate < 0.002:
            self.room.trace.fault("bot thinks for ever")
        elif fate < 0.004:
            self.room.trace.fault("bot dies")
            loop.call_later(chance.random(), self.process_exited)
        else:
            loop.call_later(chance.random() * seconds, self._answer, question)

    def _answer(self, question: bytes) -> None:
        if self.job is None:
            return
        asked = msgspec.json.decode(question, type=Question)
        game = self.room.hall.games[asked.game]
        state = msgspec.json.decode(asked.state, type=game.State)
        move = self.room.chance.choice(game.legal(state, asked.seat))
        answer = Answer(msgspec.Raw(msgspec.json.encode(move)))
        self.pipe_data_received(1, msgspec.json.encode(answer) + b"\n")

    def kill(self) -> None:
        self.room.loop.call_soon(self.process_exited)


class VirtualBotPool(BotPool):
    """The back room, with heads instead of processes."""

    def __init__(self, pipeline: Pipeline, loop: Loop, chance: Chance, trace: Trace) -> None:
        super().__init__(pipeline, BotSettings(workers=2, seconds=0.3, pause=100, patience=5.0), [])
        self.loop = loop
        self.chance = chance
        self.trace = trace

    def _start_worker(self) -> None:
        self.starting += 1
        self.loop.call_later(0.2, self._started)

    def _started(self) -> None:
        self.starting -= 1
        head: Any = Head(self)
        self.workers.add(head)
        self.free.append(head)
        self._next()
