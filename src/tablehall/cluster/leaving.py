"""Leaving: a node that stops in good order gives everything away, and nobody notices more than a pause."""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from tablehall.cluster import waiting, words
from tablehall.cluster.members import heir
from tablehall.cluster.node import Node
from tablehall.cluster.words import Step
from tablehall.hall.deadlines import arm
from tablehall.hall.decision import Decision
from tablehall.hall.entrance import note_presence
from tablehall.hall.lobby import await_bots
from tablehall.hall.table import Table
from tablehall.journal.api import JournalError
from tablehall.journal.sharing import Sharing

log = structlog.get_logger("tablehall.cluster")

AGAIN_AFTER = 0.5
HEARD_WITHIN = 2.0
"""Seconds for which a node that stops waits until the others have heard what it said."""


class Leaving:
    """What a node does when it is told to stop, and what the others do then."""

    def __init__(self, node: Node, sharing: Sharing) -> None:
        self.node, self.hall, self.pipeline = node, node.hall, node.pipeline
        self.sharing = sharing
        self.on_tables: Callable[[list[Table]], None] = lambda _: None
        """What else must be done about tables that are decided on here from now on."""
        node.inherit_given = self._given

    async def _ask(self, function: Callable[..., Any], *args: Any) -> Any:
        """Ask the database, for as long as it takes."""
        while True:
            try:
                return await self.node.loop.run_in_executor(None, lambda: function(*args))
            except JournalError as error:
                log.error("the database does not answer", why=str(error))
                await asyncio.sleep(AGAIN_AFTER)

    async def hand_over(self) -> None:
        """Stop deciding: everything of this node goes to those who stay."""
        node, hall = self.node, self.hall
        staying = node.members.names() - {node.name}
        if not staying:
            return
        await self.retire()
        mine = [n for n in hall.tables if n not in hall.foreign and n not in hall.finished]
        self._keep_drafts(mine)
        shares: dict[str, list[int]] = {}
        for number in mine:
            if hall.tables[number].contest is None:
                shares.setdefault(heir(number, staying), []).append(number)
        for name, numbers in shares.items():
            for number in numbers:
                hall.foreign[number] = name
                hall.alarms.set(number, None)
                hall.alarms.set(("bots", number), None)
        await self.pipeline.settled()
        await self._heard()  # what is still on its way must come before the first word of the heirs
        for name, numbers in shares.items():
            given = await self._ask(self.sharing.give, numbers, name)
            era = node.members.era_of(name)
            if era is not None:
                self._give(era, given)
        await self._heard()  # nothing is sent again by who is gone

    async def _heard(self) -> None:
        """Until the others have heard everything that was said here so far."""
        heard = asyncio.Event()

        def wait() -> None:
            self.node.listen(patience=HEARD_WITHIN)
            heard.set()

        waiting.apart(wait)
        await heard.wait()

    async def retire(self) -> None:
        """Somebody else keeps the register from now on. Nobody may think that he does before
        everything that was decided here is remembered."""
        node = self.node
        node.retiring, node.in_office, self.hall.registrar = True, False, False
        await self.pipeline.settled()
        await self._heard()  # the next one's first word must not come before the last one of this
        if not node.retiring:  # it stays after all
            return
        node.leaving = True
        node.beat()

    def stay(self) -> None:
        """It does not leave after all; for keeping the register it is the last in the queue now."""
        node = self.node
        node.rank = node.members.last_rank() + 1
        node.retiring = node.leaving = False
        node.beat()

    def _keep_drafts(self, numbers: list[int]) -> None:
        """What was to be remembered at its end only is remembered now: others cannot know it else."""
        hall = self.hall
        hall.decision = decision = Decision()
        for number in numbers:
            table = hall.tables[number]
            if table.draft is not None and table.contest is None:
                hall.index(table, "saved")
                hall.index(table, "live")
        self.pipeline.submit(0, decision)

    def _give(self, era: int, numbers: list[int]) -> None:
        hall, node = self.hall, self.node
        for number in numbers:
            table = hall.tables[number]
            watchers = sorted(table.watchers)
            tail = list(hall.tails.get(number, ()))
            shown = words.Shown(number, table.sheet.game, table.seed, words.whole(table), watchers, tail)
            node.lines.say(era, words.encode(Step([shown])))
        node.lines.say(era, words.encode(Step([words.Given(numbers)])))

    def _given(self, numbers: list[int]) -> None:
        """Another node has stopped in good order: its tables go on here as if nothing had been."""
        tables = [table for number in numbers if (table := self.hall.tables.get(number)) is not None]
        for table in tables:
            try:
                self._go_on_with(table)
            except Exception:  # the other tables go on
                log.exception("a table could not go on as it should", table=table.sheet.table)
        self.on_tables([table for table in tables if table.sheet.table in self.hall.tables])

    def _go_on_with(self, table: Table) -> None:
        hall, number = self.hall, table.sheet.table
        hall.foreign.pop(number, None)
        hall.informed[number] = set()
        for era in hall._nodes_at(table):
            shown = hall.show(number, era)
            if shown is not None:
                hall._abroad(era, shown)
        for seat in table.scene.seats:
            person = hall.people.by_id.get(seat.person) if seat and not seat.bot else None
            if person is not None:
                note_presence(hall, table, person)
        if number in hall.tables:
            await_bots(hall, table)
            arm(hall, table)
            hall.list_table("changed", table)
