"""A node: ties this part of the hall to the others."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

from tablehall.cluster import fibers, messages
from tablehall.cluster.bus import Bus
from tablehall.cluster.forwarding import Forwarding
from tablehall.cluster.links import Link, Links
from tablehall.cluster.membership import Beat, Member, Membership, Times
from tablehall.cluster.messages import Ask, Done, Effects
from tablehall.cluster.publishing import SharedPipeline
from tablehall.cluster.replicas import apply_changes, watchers_here
from tablehall.cluster.shared import EPOCH_SHIFT, SharedHall, arrival
from tablehall.hall import commands
from tablehall.hall.decision import Deciding, Decision
from tablehall.hall.table import Table
from tablehall.journal.api import NotOwner

log = structlog.get_logger("tablehall.cluster")

LISTEN = 4
"""Beats for which a newcomer listens before it takes the others it has heard for all there are."""
BUS_PATIENCE = 0.4
"""The part of `dead_after` for which a NATS server may say nothing: there must be time for the next one."""

read_beat = msgspec.msgpack.Decoder(Beat).decode


class Node:
    """This node among the others."""

    def __init__(
        self, hall: SharedHall, pipeline: SharedPipeline, journal: Any, servers: str, name: str, times: Times
    ) -> None:
        self.hall, self.pipeline, self.journal = hall, pipeline, journal
        self.loop: asyncio.AbstractEventLoop = pipeline.loop
        self.name, self.times, self.epoch = name, times, journal.epoch
        self.members = Membership(self.epoch, times)
        self.bus = Bus(servers, self._heard, times.dead_after / 1000 * BUS_PATIENCE)
        self.links = Links(self.epoch, self._post, self._said, self.loop.call_soon)
        self.forwarding = Forwarding(self)
        self.synced_with: set[int] = set()
        self.prefix = "tablehall"
        self.address = ""
        self.doors: list[str] = []
        self.open = self.leaving = self.stepping_down = False
        self.early: list[tuple[int, Effects]] | None = []
        """What was heard before this node knew the hall."""
        self.rank = 0
        self.leader = 0
        """The epoch of whoever leads."""
        self.leading = False
        """Whether this node leads, or is about to."""
        self.on_death: Callable[[Member], None] = lambda _: None
        self.on_leading: Callable[[], None] = lambda: None
        self.on_deafness: Callable[[], None] = lambda: None
        self.on_fenced: Callable[[Any], None] = lambda _: None
        self.on_given: Callable[[Deciding, list[int]], None] = lambda _, __: None
        self.on_tables: Callable[[list[Table]], None] = lambda _: None
        """What else must be done about tables that are decided on here from now on."""
        self.on_datagram: Callable[[int, messages.Datagram], None] = lambda _, __: None
        self._counted_by: set[int] = set()
        """The nodes that have heard of this one."""
        self._heard_itself = asyncio.Event()
        self._news = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        hall.node, hall.epoch, hall.leads = name, self.epoch, False
        pipeline.node = self
        hall.run = fibers.run
        for name in ("forwarded", "decided_for_others", "nodes_lost", "tables_failed_over"):
            pipeline.counts[name] += 0
        pipeline.gauges = {
            "nodes": lambda: len(self.members.alive),
            "replicas": lambda: len(hall.remote),
            "leader": lambda: hall.leads,
            "waiting_for_nodes": lambda: len(self.forwarding.pending),
            "bus_losses": lambda: self.bus.losses,
        }

    # Coming and going.

    async def join(self, hall_id: str, within: float = 10.0) -> None:
        """Find the others, and hear from each what it has to tell."""
        self.prefix = f"tablehall.{hall_id}"
        self.bus.subscribe(f"{self.prefix}.beat")
        self.bus.subscribe(f"{self.prefix}.to.{self.epoch}")
        self.bus.open()
        async with asyncio.timeout(within):
            await self.bus.up.wait()
            self._tick()
            await self._heard_itself.wait()
        await asyncio.sleep(LISTEN * self.times.beat / 1000)
        async with asyncio.timeout(within):
            while not self.synced_with >= self.members.alive.keys() - {self.epoch}:
                self._news.clear()
                await self._news.wait()

    def catch_up(self) -> None:
        """The hall was recovered from the journal: now what was heard meanwhile counts."""
        early, self.early = self.early or [], None
        for epoch, effects in early:
            self._apply(epoch, effects)
        self._elect()

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        await self.bus.close()

    # Heartbeats.

    def beat(self, *, gone: bool = False) -> None:
        """Say that this node is alive."""
        mine = len(self.hall.tables) - len(self.hall.remote)
        here = sum(self.pipeline.addresses[door, ""] for door in self.doors)
        counts = self.links.counts()
        beat = Beat(
            self.epoch,
            self.name,
            self.address,
            self.open,
            self.leaving,
            mine,
            here,
            counts,
            gone,
            self.rank,
            self.leading,
        )
        self.bus.publish(f"{self.prefix}.beat", messages.encode(beat))

    def _tick(self) -> None:
        self._timer = self.loop.call_later(self.times.beat / 1000, self._tick)
        self.beat()
        now = time.monotonic()
        for member in self.members.look(now):
            self._died(member)
        for epoch in list(self.links.overflowed):  # alive perhaps, but it does not listen
            self.links.overflowed.discard(epoch)
            if (silent := self.members.over(epoch)) is not None:
                self._died(silent)
        if self.members.deaf_for(now) > self.times.dead_after / 1000 * 1.5:
            self.on_deafness()
        self.forwarding.look_after_pending(now)
        if self.early is None:
            self._elect()

    def _died(self, member: Member) -> None:
        epoch = member.beat.epoch
        if member.beat.gone:
            log.info("a node has left", node=member.beat.name)
        else:
            log.warning("a node is gone", node=member.beat.name)
        self.links.links.pop(epoch, None)
        self.synced_with.discard(epoch)
        if epoch == self.leader:
            self.forwarding.given_up.clear()  # whatever it still had to say, it does not
        self._news.set()
        self.pipeline.counts["nodes_lost"] += not member.beat.gone
        for replicas in self.hall.replicas.values():
            replicas.discard(epoch)
        self.on_death(member)

    def _elect(self) -> None:
        """The one that is here longest leads; it is told who is here."""
        if self.members.leader() != self.leader:
            self.leader = self.members.leader()
            self.forwarding.tell(None, messages.Present(self._people_here()))
        if self.members.leader() != self.epoch:
            if self.leading and not (self.leaving or self.stepping_down):  # each has not heard the other
                self.on_fenced(NotOwner("Another node leads."))
            self.leading = self.leading and not self.leaving
        elif not (self.leading or self.leaving or self.stepping_down):
            self.leading = True
            if (own := self.members.alive.get(self.epoch)) is not None:
                own.beat.leads = True
            self.beat()
            self.on_leading()

    def _people_here(self) -> tuple[messages.PersonHere, ...]:
        return tuple(
            messages.PersonHere(p.id, conn, None if p.games is None else tuple(sorted(p.games)), p.asks)
            for conn, p in self.hall.people.by_conn.items()
            if conn >> EPOCH_SHIFT == self.epoch and p.profile.kind != "bot"
        )

    # What comes over the bus.

    def _heard(self, subject: str, data: bytes) -> None:
        try:
            if subject.endswith(".beat"):
                self._beaten(read_beat(data))
            else:
                self.links.arrived(data)
        except Exception:
            log.exception("a packet could not be read", subject=subject)

    def _beaten(self, beat: Beat) -> None:
        now = time.monotonic()
        if beat.gone:
            member = self.members.over(beat.epoch)
            if member is not None and beat.epoch != self.epoch:
                member.beat = beat
                self._died(member)
            return
        if beat.epoch == self.epoch:
            self._heard_itself.set()
        if self.members.heard(beat, now) and beat.epoch != self.epoch:
            self.links.links[beat.epoch] = Link()
            self._sync(beat.epoch)
            self.beat()
        if beat.epoch != self.epoch:
            self.links.acknowledged(beat.epoch, *beat.counts.get(self.epoch, (0, 0)))
            if self.epoch in beat.counts:
                self._counted_by.add(beat.epoch)
            elif beat.epoch in self._counted_by and not self.leaving:
                self.on_fenced(NotOwner("Another node has given this one up."))

    def _sync(self, epoch: int) -> None:
        """Tell a newcomer whatever only this node can tell, once it is remembered."""
        if self.early is not None:
            self.links.say(epoch, messages.encode(messages.Synced()))
            return
        changes: list[messages.Change] = []
        if self.hall.leads:
            here = self.hall.people.by_conn.items()
            changes += [arrival(person, conn) for conn, person in here if person.profile.kind != "bot"]
        for number, table in self.hall.tables.items():
            if number not in self.hall.remote and not table.hidden and number not in self.hall.finished:
                changes.append(
                    messages.LobbyUpdate("opened", number, table.sheet.game, messages.summary(table))
                )
        outgoing = [(epoch, messages.encode(Effects([change]))) for change in changes]
        outgoing.append((epoch, messages.encode(messages.Synced())))
        self.pipeline.submit(0, Decision(), then=self.posting(outgoing, None))

    def _post(self, to: int, data: bytes) -> None:
        self.bus.publish(f"{self.prefix}.to.{to}", data)

    def _said(self, epoch: int, data: bytes) -> None:
        try:
            self._take_in(epoch, messages.decode(data))
        except Exception:  # the rest of the batch counts all the same
            log.exception("what a node said could not be taken in", epoch=epoch)

    def _take_in(self, epoch: int, message: messages.AnyMessage) -> None:
        if type(message) is Effects:
            if self.early is not None:
                self.early.append((epoch, message))
            else:
                self._apply(epoch, message)
        elif type(message) is Ask:
            self.forwarding.asked(epoch, message)
        elif type(message) is messages.Misdirected:
            self.forwarding.misdirected(epoch, message.id)
        elif type(message) is messages.Synced:
            self.synced_with.add(epoch)
            self._news.set()
        elif type(message) is messages.Datagram:
            self.on_datagram(epoch, message)

    # Replicas.

    def _apply(self, epoch: int, effects: Effects) -> None:
        member = self.members.alive.get(epoch)
        if member is None:
            return
        hall = self.hall
        decision = hall.deciding(self.pipeline.now())
        name = member.beat.name
        changes = [change for change in effects.changes if not isinstance(change, messages.Given)]
        moving = [
            (change.table, hall.remote.get(change.table))
            for change in changes
            if isinstance(change, messages.Taken | messages.Snapshot | messages.LobbyUpdate)
        ]
        for number in apply_changes(decision, name, changes):
            log.error("a replica does not fit and is fetched anew", table=number)
            self.loop.call_soon(self.forwarding.tell_owner, number, messages.Fetch(number))
        for given in effects.changes:
            if isinstance(given, messages.Given):
                self.on_given(decision, given.tables)
        if effects.done is not None:
            self.forwarding.answered(effects.done, decision.notices)
        if decision.notices or decision.remembers() or decision.outbox:
            self.pipeline.submit(0, decision)
        moved = {n for n, owner in moving if owner is not None and owner != hall.remote.get(n)}
        if moved:
            snapshots = {change.table for change in changes if isinstance(change, messages.Snapshot)}
            self._still_watching(moved - snapshots)
            self.forwarding.look_after_pending(time.monotonic())

    def _still_watching(self, numbers: set[int]) -> None:
        """The journal does not tell a successor who looks on."""
        for number in numbers & self.hall.remote.keys():
            code = self.hall.tables[number].sheet.code
            for person in watchers_here(self.hall, number):
                self.forwarding.tell_owner(number, commands.Watch(person, number, code=code))

    # Publishing.

    def outgoing(self, decision: Decision, to: tuple[int, Done] | None = None) -> list[tuple[int, Any]]:
        """What each node hears of a decision, and which answer."""
        if not (decision.outbox or decision.facts or decision.notices or to):
            return []
        outgoing: list[tuple[int, Any]] = []
        asked = [change for epoch, change in decision.outbox if epoch == -1]
        if asked:
            decision.outbox = [pair for pair in decision.outbox if pair[0] != -1]
        changes = self.hall.changes(decision, self.links.links)
        if to is not None:
            changes.setdefault(to[0], [])
        for epoch, heard in changes.items():
            done = to[1] if to is not None and to[0] == epoch else None
            outgoing.append((epoch, messages.encode(Effects(heard, done))))
        outgoing += [(-1, command) for command in asked]
        return outgoing

    def posting(self, outgoing: list[tuple[int, Any]], then: Callable[[], None] | None) -> Callable[[], None]:
        """To be done once a decision is remembered."""

        def post() -> None:
            for epoch, message in outgoing:
                if epoch == -1:
                    self.forwarding.tell(getattr(message, "table", None), message)
                else:
                    self.links.say(epoch, message)
            if then is not None:
                then()

        return post
