"""Publishing: what was decided here is told to other nodes as well, once it is remembered."""

from collections.abc import Callable
from typing import Any

from tablehall.cluster import fibers
from tablehall.cluster.messages import Done
from tablehall.hall.commands import Command
from tablehall.hall.decision import Decision
from tablehall.net.pipeline import Pipeline, Waiter


class RemoteDecision(Decision):
    """What another node has decided. Its news are there to be read only: they are told as they come."""

    __slots__ = ()


class SharedPipeline(Pipeline):
    """A pipeline that tells other nodes as well."""

    node: Any
    """The node among the others (see `node.py`)."""

    async def decide(self, command: Command) -> Decision:
        """The same; what was decided here is on its way already: whoever waited for it goes on in a later
        pass, and what is decided until then comes after it."""
        waiter = Waiter(self.loop.create_future())
        fibers.run(waiter, "deciding", self._decide, (command, waiter))
        return await waiter.brought

    def _decide(self, command: Command, waiter: Waiter) -> None:
        decision = self.hall.handle(command, self.clock())
        if type(decision) is not RemoteDecision and decision.refused is None:
            self.submit(0, decision)
            submitted, decision = decision, RemoteDecision()
            decision.result, decision.notices = submitted.result, submitted.notices
        if not waiter.brought.done():
            waiter.bring(decision)

    def submit(
        self,
        conn: int,
        decision: Decision,
        answer: bytes | None = None,
        then: Callable[[], None] | None = None,
        to: tuple[int, Done] | None = None,
    ) -> None:
        if type(decision) is RemoteDecision:
            decision = Decision()
        outgoing = self.node.outgoing(decision, to)
        if outgoing:
            then = self.node.posting(outgoing, then)
        super().submit(conn, decision, answer, then)
