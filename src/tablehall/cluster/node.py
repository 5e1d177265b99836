"""A node: ties this part of the hall to the others."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

from tablehall.cluster import waiting, words
from tablehall.cluster.asking import Asking
from tablehall.cluster.bus import Bus
from tablehall.cluster.following import follow, watchers_here
from tablehall.cluster.lines import Line, Lines
from tablehall.cluster.members import Beat, Member, Members, Times
from tablehall.cluster.shared import ERA, SharedHall, arrival
from tablehall.cluster.telling import SharedFrame
from tablehall.cluster.words import Ask, Done, Step
from tablehall.hall import commands
from tablehall.hall.decision import Decision
from tablehall.journal.api import NotOwner

log = structlog.get_logger("tablehall.cluster")

LISTEN = 4
"""Beats for which a newcomer listens before he takes the others he has heard for all there are."""
BUS_PATIENCE = 0.4
"""The part of `dead_after` for which a NATS server may say nothing: there must be time for the next one."""

read_beat = msgspec.msgpack.Decoder(Beat).decode


class Node(Asking):
    """This node among the others."""

    def __init__(
        self, hall: SharedHall, pipeline: SharedFrame, journal: Any, servers: str, name: str, times: Times
    ) -> None:
        super().__init__(hall, pipeline, journal.epoch, Members(journal.epoch, times))
        self.journal, self.name, self.times = journal, name, times
        self.bus = Bus(servers, self._heard, times.dead_after / 1000 * BUS_PATIENCE)
        self.lines = Lines(self.era, self._post, self._said, self.loop.call_soon)
        self.welcomed_by: set[int] = set()
        self.prefix = "tablehall"
        self.address = ""
        self.doors: list[str] = []
        self.open = self.leaving = self.retiring = False
        self.rank = 0
        self.registrar = 0
        """The era of whoever keeps the register of people."""
        self.on_death: Callable[[Member], None] = lambda _: None
        self.on_office: Callable[[], None] = lambda: None
        self.on_deafness: Callable[[], None] = lambda: None
        self.on_buried: Callable[[Any], None] = lambda _: None
        self.on_datagram: Callable[[int, words.Datagram], None] = lambda _, __: None
        self._counted_by: set[int] = set()
        """The nodes that have heard of this one."""
        self._heard_itself = asyncio.Event()
        self._news = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        hall.me, hall.era, hall.registrar = name, self.era, False
        pipeline.node = self
        pipeline.aside = waiting.aside
        for name in ("passed_on", "decided_for_others", "nodes_lost", "tables_inherited"):
            pipeline.counts[name] += 0
        pipeline.gauges = {
            "nodes": lambda: len(self.members.alive),
            "replicas": lambda: len(hall.foreign),
            "registrar": lambda: hall.registrar,
            "waiting_for_nodes": lambda: len(self.pending),
            "bus_losses": lambda: self.bus.losses,
        }

    # Coming and going.

    async def join(self, hall_id: str, within: float = 10.0) -> None:
        """Find the others, and hear from each what it has to tell."""
        self.prefix = f"tablehall.{hall_id}"
        self.bus.subscribe(f"{self.prefix}.beat")
        self.bus.subscribe(f"{self.prefix}.to.{self.era}")
        self.bus.open()
        async with asyncio.timeout(within):
            await self.bus.up.wait()
            self._tick()
            await self._heard_itself.wait()
        await asyncio.sleep(LISTEN * self.times.beat / 1000)
        async with asyncio.timeout(within):
            while not self.welcomed_by >= self.members.alive.keys() - {self.era}:
                self._news.clear()
                await self._news.wait()

    def catch_up(self) -> None:
        """The hall was recovered from the journal: now what was heard meanwhile counts."""
        early, self.early = self.early or [], None
        for era, step in early:
            self._step(era, step)
        self._elect()

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        await self.bus.close()

    # Heartbeats.

    def beat(self, *, gone: bool = False) -> None:
        """Say that this node is alive."""
        mine = len(self.hall.tables) - len(self.hall.foreign)
        here = sum(self.pipeline.addresses[door, ""] for door in self.doors)
        counts = self.lines.counts()
        beat = Beat(
            self.era,
            self.name,
            self.address,
            self.open,
            self.leaving,
            mine,
            here,
            counts,
            gone,
            self.rank,
            self.in_office,
        )
        self.bus.publish(f"{self.prefix}.beat", words.encode(beat))

    def _tick(self) -> None:
        self._timer = self.loop.call_later(self.times.beat / 1000, self._tick)
        self.beat()
        now = time.monotonic()
        for member in self.members.look(now):
            self._died(member)
        for era in list(self.lines.overflowed):  # alive perhaps, but it does not listen
            self.lines.overflowed.discard(era)
            if (silent := self.members.over(era)) is not None:
                self._died(silent)
        if self.members.deaf_for(now) > self.times.dead_after / 1000 * 1.5:
            self.on_deafness()
        self._look_after_pending(now)
        if self.early is None:
            self._elect()

    def _died(self, member: Member) -> None:
        era = member.beat.era
        if member.beat.gone:
            log.info("a node has left", node=member.beat.name)
        else:
            log.warning("a node is gone", node=member.beat.name)
        self.lines.lines.pop(era, None)
        self.welcomed_by.discard(era)
        if era == self.registrar:
            self.given_up.clear()  # whatever he still had to say, he does not
        self._news.set()
        self.pipeline.counts["nodes_lost"] += not member.beat.gone
        for informed in self.hall.informed.values():
            informed.discard(era)
        self.on_death(member)

    def _elect(self) -> None:
        """The one who is here longest keeps the register of people; he is told who is here."""
        if self.members.oldest() != self.registrar:
            self.registrar = self.members.oldest()
            self.tell_registrar(words.Present(self._people_here()))
        if self.members.oldest() != self.era:
            if self.in_office and not (self.leaving or self.retiring):  # each has not heard the other
                self.on_buried(NotOwner("Another node keeps the register of people."))
            self.in_office = self.in_office and not self.leaving
        elif not (self.in_office or self.leaving or self.retiring):
            self.in_office = True
            if (own := self.members.alive.get(self.era)) is not None:
                own.beat.office = True
            self.beat()
            self.on_office()

    def _people_here(self) -> tuple[tuple[int, int, tuple[str, ...] | None, int], ...]:
        return tuple(
            (p.id, conn, None if p.games is None else tuple(sorted(p.games)), p.hold)
            for conn, p in self.hall.people.by_conn.items()
            if conn >> ERA == self.era and p.profile.kind != "bot"
        )

    # What comes over the bus.

    def _heard(self, subject: str, data: bytes) -> None:
        try:
            if subject.endswith(".beat"):
                self._beaten(read_beat(data))
            else:
                self.lines.arrived(data)
        except Exception:
            log.exception("a letter could not be read", subject=subject)

    def _beaten(self, beat: Beat) -> None:
        now = time.monotonic()
        if beat.gone:
            member = self.members.over(beat.era)
            if member is not None and beat.era != self.era:
                member.beat = beat
                self._died(member)
            return
        if beat.era == self.era:
            self._heard_itself.set()
        if self.members.heard(beat, now) and beat.era != self.era:
            self.lines.lines[beat.era] = Line()
            self._welcome(beat.era)
            self.beat()
        if beat.era != self.era:
            self.lines.confirmed(beat.era, *beat.counts.get(self.era, (0, 0)))
            if self.era in beat.counts:
                self._counted_by.add(beat.era)
            elif beat.era in self._counted_by and not self.leaving:
                self.on_buried(NotOwner("Another node has given this one up."))

    def _welcome(self, era: int) -> None:
        """Tell a newcomer whatever only this node can tell, once it is remembered."""
        if self.early is not None:
            self.lines.say(era, words.encode(words.Welcomed()))
            return
        changes: list[words.Change] = []
        if self.hall.registrar:
            here = [p for p in self.hall.people.by_conn.values() if p.profile.kind != "bot"]
            changes += [arrival(person) for person in here]
        for number, table in self.hall.tables.items():
            if number not in self.hall.foreign and not table.hidden and number not in self.hall.finished:
                changes.append(words.Card("opened", number, table.sheet.game, words.thin(table)))
        letters = [(era, words.encode(Step([change]))) for change in changes]
        letters.append((era, words.encode(words.Welcomed())))
        self.pipeline.submit(0, Decision(), then=self.posting(letters, None))

    def _post(self, to: int, data: bytes) -> None:
        self.bus.publish(f"{self.prefix}.to.{to}", data)

    def _said(self, era: int, data: bytes) -> None:
        try:
            self._take_in(era, words.decode(data))
        except Exception:  # the rest of the envelope counts all the same
            log.exception("what a node said could not be taken in", era=era)

    def _take_in(self, era: int, word: words.Anything) -> None:
        if type(word) is Step:
            if self.early is not None:
                self.early.append((era, word))
            else:
                self._step(era, word)
        elif type(word) is Ask:
            self._asked(era, word)
        elif type(word) is words.Wrong:
            if word.id in self.pending and self.pending[word.id].sent_to == era:
                self.pending[word.id].sent_to = None
        elif type(word) is words.Welcomed:
            self.welcomed_by.add(era)
            self._news.set()
        elif type(word) is words.Datagram:
            self.on_datagram(era, word)

    # Following.

    def _step(self, era: int, step: Step) -> None:
        member = self.members.alive.get(era)
        if member is None:
            return
        hall = self.hall
        hall.now = max(hall.now, self.pipeline.clock())
        hall.decision = decision = Decision()
        name = member.beat.name
        changes = [change for change in step.changes if not isinstance(change, words.Given)]
        moving = [
            (change.table, hall.foreign.get(change.table))
            for change in changes
            if isinstance(change, words.Taken | words.Shown | words.Card)
        ]
        for number in follow(hall, name, changes):
            log.error("a replica does not fit and is fetched anew", table=number)
            self.loop.call_soon(self.tell_owner, number, words.Show(number))
        for given in step.changes:
            if isinstance(given, words.Given):
                self.inherit_given(given.tables)
        if step.done is not None:
            self._answered(step.done, decision.notices)
        if decision.notices or decision.at_once or decision.remembers() or decision.abroad:
            self.pipeline.submit(0, decision)
        moved = {n for n, owner in moving if owner is not None and owner != hall.foreign.get(n)}
        if moved:
            shown = {change.table for change in changes if isinstance(change, words.Shown)}
            self._still_watching(moved - shown)
            self._look_after_pending(time.monotonic())

    def _still_watching(self, numbers: set[int]) -> None:
        """The journal does not tell an heir who looks on."""
        for number in numbers & self.hall.foreign.keys():
            code = self.hall.tables[number].sheet.code
            for person in watchers_here(self.hall, number):
                self.tell_owner(number, commands.Watch(person, number, code=code))

    inherit_given: Callable[[list[int]], None]

    # Telling.

    def letters(self, decision: Decision, to: tuple[int, Done] | None = None) -> list[tuple[int, Any]]:
        """What each node hears of a decision, and which answer."""
        if not (decision.abroad or decision.kept or decision.notices or to):
            return []
        letters: list[tuple[int, Any]] = []
        asked = [change for era, change in decision.abroad if era == -1]
        if asked:
            decision.abroad = [pair for pair in decision.abroad if pair[0] != -1]
        changes = self.hall.changes(decision, self.lines.lines)
        if to is not None:
            changes.setdefault(to[0], [])
        for era, heard in changes.items():
            done = to[1] if to is not None and to[0] == era else None
            letters.append((era, words.encode(Step(heard, done))))
        letters += [(-1, command) for command in asked]
        return letters

    def posting(self, letters: list[tuple[int, Any]], then: Callable[[], None] | None) -> Callable[[], None]:
        """To be done once a decision is remembered."""

        def post() -> None:
            for era, letter in letters:
                if era == -1:
                    self._ask(getattr(letter, "table", None), letter, None)
                else:
                    self.lines.say(era, letter)
            if then is not None:
                then()

        return post
