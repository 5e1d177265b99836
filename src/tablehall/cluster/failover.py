"""Failover: going on where another node stopped, because it died or because it was told to."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import structlog

from tablehall.cluster import messages
from tablehall.cluster.draining import AGAIN_AFTER, ask_patiently
from tablehall.cluster.membership import Member, successor
from tablehall.cluster.messages import Done
from tablehall.cluster.node import Node
from tablehall.cluster.replicas import adopt, conclude, mislay
from tablehall.cluster.shared import EPOCH_SHIFT, TAIL
from tablehall.games.api import UNREADABLE
from tablehall.hall import commands, facts, records
from tablehall.hall.absences import note_presence
from tablehall.hall.decision import Deciding
from tablehall.hall.entrance import lost
from tablehall.hall.recovery import Remembered
from tablehall.hall.table import LogError, Table
from tablehall.journal.api import JournalError, NotOwner
from tablehall.journal.sharing import Sharing

log = structlog.get_logger("tablehall.cluster")

CONTESTS = ("contest", "standing", "contestant")
"""The kinds of facts about contests, which the leader holds."""
ORPHANS_EVERY = 5.0
"""Seconds between two looks for tables whose owner is nowhere to be seen."""
FAILOVER_AGAIN, FAILOVER_TRIES = 0.05, 60
"""Seconds between two looks whether a dead node's tables belong to somebody, and how often."""


read_done = msgspec.msgpack.Decoder(Done).decode
read_result = msgspec.json.Decoder(messages.Settle).decode


class Failover:
    """What a node does for others that are gone."""

    def __init__(self, node: Node, sharing: Sharing) -> None:
        self.node, self.hall, self.pipeline = node, node.hall, node.pipeline
        self.sharing = sharing
        self.on_leading: Callable[[], None] = lambda: None
        self._tasks: set[asyncio.Task[None]] = set()
        self._fencings: set[asyncio.Task[None]] = set()
        """Nodes that are gone, and of which the database does not know it yet."""
        node.on_death = self._died
        node.on_leading = self._elected
        self.spawn(self._look_for_orphans())

    _ask = staticmethod(ask_patiently)

    def spawn(self, work: Any) -> "asyncio.Task[None]":
        """Do something that takes a while."""
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()

    # Death.

    def _died(self, member: Member) -> None:
        name = member.beat.name
        orphans = self.node.members.epoch_of(name) is None  # else it has its tables itself, having begun anew
        if orphans:
            self.node.forwarding.failovers += (
                1  # at once: whoever asks for a table before it is dealt with waits
            )
            if not member.beat.gone:
                fencing = self.spawn(self._ask(self.sharing.fence, name))
                self._fencings.add(fencing)
                fencing.add_done_callback(self._fencings.discard)
        self.spawn(self._fail_over(member, orphans=orphans))

    async def _fail_over(self, member: Member, *, orphans: bool) -> None:
        name, epoch = member.beat.name, member.beat.epoch
        if orphans:
            try:
                await self._fenced()
                await self._take_over(name, member.heard, fenced=True)
                await self._until_taken_over(name)
                await self._correct(name)
            finally:
                self.node.forwarding.failover_done()
        if self.hall.leads:
            self._show_out({epoch})
            rows = await self._ask(self.sharing.facts, ["unsettled"])
            if self.hall.leads:
                self._settle(rows["unsettled"])

    async def _fenced(self) -> None:
        """Until nobody who is gone can write any more: what is read before may not be all."""
        await asyncio.gather(*self._fencings)

    async def _until_taken_over(self, name: str) -> None:
        """Until the other successors have taken their share as well, or some seconds are over."""
        for _ in range(FAILOVER_TRIES):
            if name in self.node.members.names() or name not in await self._ask(self.sharing.owners):
                return
            await asyncio.sleep(FAILOVER_AGAIN)

    async def _correct(self, name: str) -> None:
        """A last word of somebody who is gone may have come later than the first of its successor."""
        known = [number for number, owner in self.hall.remote.items() if owner == name]
        owners: dict[int, str] = await self._ask(self.sharing.owners_of, known) if known else {}
        for number, owner in owners.items():
            if self.hall.remote.get(number) == name and owner != self.node.name:
                self.hall.remote[number] = owner
        self.node.forwarding.look_after_pending(time.monotonic())

    def _settle(self, results: Mapping[str, bytes]) -> None:
        """Results that a node has remembered and, being gone, cannot bring any more."""
        decision = self.hall.deciding(self.pipeline.now())
        for kept in results.values():
            self.hall.settle_once(decision, read_result(kept))
        self.pipeline.submit(0, decision)

    async def _take_over(self, name: str, last_heard: float, *, fenced: bool = False) -> None:
        """Take over the share of this node in what a dead one had."""
        if not fenced:
            await self._ask(self.sharing.fence, name)
        tables: list[int] = await self._ask(self.sharing.owned_by, name)
        staying = self.node.members.names() | {self.node.name}
        share = [number for number in tables if successor(number, staying) == self.node.name]
        remembered = await self._claim(share, name) if share else []
        ended = await self._ended(name)
        if share or ended:
            self.recall((await self._ask(self.sharing.facts, ["asked"]))["asked"])
        lost = int((time.monotonic() - last_heard) * 1000)
        self._conclude(ended)
        if remembered:
            self.resume(remembered, lost)
            self.pipeline.counts["tables_failed_over"] += len(remembered)
            log.info("went on with the tables of a node", node=name, tables=len(remembered))

    def recall(self, asked: Mapping[str, bytes]) -> None:
        """What was applied for others, by whoever decided before, is not done once more."""
        now = time.monotonic()
        for number, kept in asked.items():
            self.node.forwarding.applied.setdefault(number, (now, read_done(kept)))

    async def _claim(self, share: list[int], name: str) -> list[Remembered]:
        """Take tables over. If the database did not say what came of it, it is asked what is ours."""
        journal, hall = self.node.journal, self.hall
        try:
            claimed: list[Remembered] = await self.node.loop.run_in_executor(
                None, lambda: journal.claim(share, dead_owner=name)
            )
        except NotOwner as error:
            self.node.on_fenced(error)
            return []
        except JournalError:
            await self._ask(lambda: journal.claim(share, dead_owner=name))
            mine: list[Remembered] = await self._ask(journal.live_tables)
            claimed = [one for one in mine if one.number not in hall.tables or one.number in hall.remote]
        return claimed

    async def _ended(self, name: str) -> dict[int, list[bytes]]:
        """What was known here of a dead node's tables and does not go on, with the logs of those that are
        over. (Another successor may have been quicker: what it has taken it tells.)"""
        known = [n for n, owner in self.hall.remote.items() if owner == name]
        statuses = await self._ask(self.sharing.statuses, known) if known else {}
        over = [n for n in known if statuses.get(n, "") != "live"]
        if "saved" in statuses.values():  # put away, and it could not say so
            saves = (await self._ask(self.sharing.facts, ["save"]))["save"]
            for fact in facts.load({"save": saves}):
                self.hall.learn(fact)
        return {n: await self._ask(self.node.journal.log, n) if n in statuses else [] for n in over}

    def _conclude(self, ended: dict[int, list[bytes]]) -> None:
        """Tell the end that a dead node could not tell; nobody can go on with what is not in the journal."""
        decision = self.hall.deciding(self.pipeline.now())
        for number, lines in ended.items():
            if lines:
                conclude(decision, number, lines)
            else:
                mislay(decision, number)
        self.pipeline.submit(0, decision)
        self.node.forwarding.look_after_pending(time.monotonic())

    def resume(self, remembered: list[Remembered], lost: int) -> None:
        """Decide on tables from now on, as the journal has them."""
        hall = self.hall
        decision = hall.deciding(self.pipeline.now())
        tables = []
        for one in remembered:
            try:
                adopt(decision, one.number, one.game, one.seed, one.snapshot, one.lines)
            except (LogError, KeyError, *UNREADABLE) as error:
                log.error("a table could not be brought back; its log is kept", why=str(error))
                continue
            hall.remote.pop(one.number, None)
            hall.replicas[one.number] = set()
            taken = messages.Taken(one.number, one.game, one.seed, one.snapshot, one.lines)
            tables.append(hall.tables[one.number])
            hall.tails[one.number] = deque(one.lines, maxlen=TAIL)
            for epoch in hall.nodes_at(tables[-1]):
                hall.replicas[one.number].add(epoch)
                hall.enqueue(decision, epoch, taken)
            try:
                self._resume_table(decision, tables[-1], lost)
            except Exception:  # the other tables go on
                log.exception("a table could not go on as it should", table=one.number)
        self.pipeline.submit(0, decision)
        self.node.on_tables(tables)
        self.node.forwarding.look_after_pending(time.monotonic())

    def _resume_table(self, decision: Deciding, table: Table, lost: int) -> None:
        """Clocks get back what was lost; who is not here any more is away from now on."""
        hall, scene = self.hall, table.scene
        lost = min(lost, max(0, decision.now - scene.at))
        timed = any(scene.running) and table.sheet.clock.kind != "none"
        people = [hall.people.by_id.get(seat.person) for seat in scene.seats if seat and not seat.bot]
        known = [person for person in people if person is not None]
        if scene.status == "playing" and not any(person.attends(table.sheet.game) for person in known):
            decision.write(table, records.Resumed, lost)  # everybody may be on their way back
        else:
            if scene.status == "playing" and (timed or scene.paused or scene.anybody_away()):
                decision.write(table, records.Carried, lost)
            for person in known:
                if table.sheet.table in hall.tables:
                    note_presence(decision, table, person)
        if table.sheet.table in hall.tables:
            hall.adopt(table)
            decision.list_table("changed", table)

    async def _look_for_orphans(self) -> None:
        """Tables whose owner has not been seen since this node came."""
        await asyncio.sleep(2 * self.node.times.dead_after / 1000)
        missing: set[int] = set()
        while True:
            heard = time.monotonic() - self.node.times.dead_after / 1000
            trusts = self.node.members.trusts(time.monotonic())
            try:
                for name in await self._ask(self.sharing.owners) if trusts else ():
                    if name != self.node.name and self.node.members.epoch_of(name) is None:
                        await self._take_over(name, heard)
                missing = await self._look_for_own(missing)
            except Exception:  # it is looked again
                log.exception("could not look for tables without an owner")
            await asyncio.sleep(ORPHANS_EVERY)

    async def _look_for_own(self, missed: set[int]) -> set[int]:
        """What belongs to this node by the database and is not known to it, twice in a row, was given to
        it by somebody who could not say so any more."""
        if self.node.leaving or self.node.stepping_down:
            return set()
        own = await self._ask(self.sharing.live)
        missing = {n for n in own if n in self.hall.remote or n not in self.hall.tables}
        found = missing & missed
        if found and not self.node.leaving:
            live: list[Remembered] = await self._ask(self.node.journal.live_tables)
            self.recall((await self._ask(self.sharing.facts, ["asked"]))["asked"])
            unknown = self.hall.remote.keys() | (found - self.hall.tables.keys())
            self.resume([one for one in live if one.number in found & unknown], 0)
        return missing - found

    # Leadership.

    def _elected(self) -> None:
        self.spawn(self._until_leading())

    async def _until_leading(self) -> None:
        """Without a leader nobody comes in: whatever is in the way, it is tried again."""
        try:
            await self._lead()
        except Exception:
            log.exception("could not become the leader", node=self.node.name)
            await asyncio.sleep(AGAIN_AFTER)
            self.node.leading = False

    async def _lead(self) -> None:
        """Everything that the one before has remembered counts, also what it could not tell."""
        await self._fenced()
        rows = await self._ask(
            self.sharing.facts,
            ["person", "hall", "ban", *CONTESTS, "asked", "unsettled"],
        )
        if not self.node.leading:  # it was told to stop meanwhile
            return
        hall = self.hall
        decision = hall.deciding(self.pipeline.now())
        hall.contest_books.clear()
        for fact in facts.load({kind: rows[kind] for kind in ("person", "hall", "ban", *CONTESTS)}):
            if not isinstance(fact, facts.Known):
                hall.learn(fact)
                continue
            known = hall.people.here(fact.profile.id)
            if known is None:
                hall.learn(fact)
            elif known.profile != fact.profile:  # nobody else has heard of it either
                decision.keep(fact)
        self.recall(rows["asked"])
        hall.leads = True
        self.pipeline.submit(0, decision)
        alive = set(self.node.members.alive) | {self.node.epoch}
        gone = {conn >> EPOCH_SHIFT for conn in hall.people.by_conn} - alive
        self._show_out(gone)
        self._settle(rows["unsettled"])
        log.info("is the leader now", node=self.node.name)
        self.on_leading()
        self.node.forwarding.decide_waiting()

    def _show_out(self, epochs: set[int]) -> None:
        """Whoever was connected to a node that is gone has lost their connection."""
        hall = self.hall
        for conn in [conn for conn in hall.people.by_conn if conn >> EPOCH_SHIFT in epochs]:
            decision = hall.deciding(self.pipeline.now())
            try:
                lost(decision, commands.Lost(conn))
            except Exception:  # the others are gone all the same
                log.exception("somebody could not be shown out", conn=conn)
            self.pipeline.submit(0, decision)
