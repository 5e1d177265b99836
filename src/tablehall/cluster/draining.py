"""Draining: a node that stops in good order gives everything away, and nobody notices more than a pause."""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from tablehall.cluster import fibers, messages
from tablehall.cluster.membership import successor
from tablehall.cluster.messages import Effects
from tablehall.cluster.node import Node
from tablehall.hall.absences import note_presence
from tablehall.hall.decision import Deciding
from tablehall.hall.table import Table
from tablehall.journal.api import JournalError
from tablehall.journal.sharing import Sharing

log = structlog.get_logger("tablehall.cluster")

AGAIN_AFTER = 0.5
HEARD_WITHIN = 2.0
"""Seconds for which a node that stops waits until the others have heard what it said."""


async def ask_patiently(function: Callable[..., Any], *args: Any) -> Any:
    """Ask the database, for as long as it takes."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            return await loop.run_in_executor(None, lambda: function(*args))
        except JournalError as error:
            log.error("the database does not answer", why=str(error))
            await asyncio.sleep(AGAIN_AFTER)


class Draining:
    """What a node does when it is told to stop, and what the others do then."""

    def __init__(self, node: Node, sharing: Sharing) -> None:
        self.node, self.hall, self.pipeline = node, node.hall, node.pipeline
        self.sharing = sharing
        node.on_given = self.accept

    async def hand_over(self) -> None:
        """Stop deciding: everything of this node goes to those who stay."""
        node, hall = self.node, self.hall
        staying = node.members.names() - {node.name}
        if not staying:
            return
        await self.step_down()
        mine = [n for n in hall.tables if n not in hall.remote and n not in hall.finished]
        shares: dict[str, list[int]] = {}
        for number in mine:
            if hall.tables[number].organiser is None:
                shares.setdefault(successor(number, staying), []).append(number)
        for name, numbers in shares.items():
            for number in numbers:
                hall.remote[number] = name
                hall.alarms.set(number, None)
                hall.alarms.set(("bots", number), None)
        await self.pipeline.settled()
        await self._heard()  # what is still on its way must come before the first word of the successors
        for name, numbers in shares.items():
            given = await ask_patiently(self.sharing.give, numbers, name)
            epoch = node.members.epoch_of(name)
            if epoch is not None:
                self._give(epoch, given)
        await self._heard()  # nothing is sent again by who is gone

    async def _heard(self) -> None:
        """Until the others have heard everything that was said here so far."""
        heard = asyncio.Event()

        def wait() -> None:
            self.node.forwarding.barrier(patience=HEARD_WITHIN)
            heard.set()

        fibers.spawn(wait)
        await heard.wait()

    async def step_down(self) -> None:
        """Somebody else leads from now on. Nobody may think so of themselves before
        everything that was decided here is remembered."""
        node = self.node
        node.stepping_down, node.leading, self.hall.leads = True, False, False
        await self.pipeline.settled()
        await self._heard()  # the next one's first word must not come before the last one of this
        if not node.stepping_down:  # it stays after all
            return
        node.leaving = True
        node.beat()

    def stay(self) -> None:
        """It does not leave after all; for leading it is the last in the queue now."""
        node = self.node
        node.rank = node.members.last_rank() + 1
        node.stepping_down = node.leaving = False
        node.beat()

    def _give(self, epoch: int, numbers: list[int]) -> None:
        hall, node = self.hall, self.node
        for number in numbers:
            table = hall.tables[number]
            watchers = sorted(table.watchers)
            tail = list(hall.tails.get(number, ()))
            snapshot = messages.Snapshot(
                number, table.sheet.game, table.seed, messages.snapshot(table), watchers, tail
            )
            node.links.say(epoch, messages.encode(Effects([snapshot])))
        node.links.say(epoch, messages.encode(Effects([messages.Given(numbers)])))

    def accept(self, decision: Deciding, numbers: list[int]) -> None:
        """Another node has stopped in good order: its tables go on here as if nothing had been."""
        tables = [table for number in numbers if (table := self.hall.tables.get(number)) is not None]
        for table in tables:
            try:
                self._accept(decision, table)
            except Exception:  # the other tables go on
                log.exception("a table could not go on as it should", table=table.sheet.table)
        self.node.on_tables([table for table in tables if table.sheet.table in self.hall.tables])

    def _accept(self, decision: Deciding, table: Table) -> None:
        hall, number = self.hall, table.sheet.table
        hall.remote.pop(number, None)
        hall.replicas[number] = set()
        for epoch in hall.nodes_at(table):
            snapshot = hall.replicate(number, epoch)
            if snapshot is not None:
                hall.enqueue(decision, epoch, snapshot)
        for seat in table.scene.seats:
            person = hall.people.by_id.get(seat.person) if seat and not seat.bot else None
            if person is not None:
                note_presence(decision, table, person)
        if number in hall.tables:
            hall.adopt(table)
            decision.list_table("changed", table)
