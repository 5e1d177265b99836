"""A node: ties this part of the hall to the others."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import structlog

from tablehall.cluster import waiting, words
from tablehall.cluster.bus import Bus
from tablehall.cluster.following import follow, watchers_here
from tablehall.cluster.lines import Line, Lines
from tablehall.cluster.members import Beat, Member, Members, Times
from tablehall.cluster.shared import ERA, REGISTRARS, SharedHall, arrival, outcome_of
from tablehall.cluster.words import Ask, Done, Step
from tablehall.hall import commands
from tablehall.hall.commands import Command
from tablehall.hall.entrance import Entered
from tablehall.hall.hall import Decision
from tablehall.journal.api import NotOwner
from tablehall.net.frame import Frame, Waiter

log = structlog.get_logger("tablehall.cluster")

GIVE_UP_AFTER = 15.0
"""Seconds after which nobody waits any longer for a node to answer."""
REMEMBERED = 60.0
"""Seconds for which a command that was carried out is known by its number."""
LISTEN = 4
"""Beats for which a newcomer listens before he takes the others he has heard for all there are."""


read_beat = msgspec.msgpack.Decoder(Beat).decode


class Pending:
    """A command that another node was asked to decide on."""

    __slots__ = ("ask", "place", "sent_to", "since", "strand")

    def __init__(self, ask: Ask, place: int | None, strand: Any) -> None:
        self.ask = ask
        self.place = place
        self.strand = strand
        self.since = time.monotonic()
        self.sent_to: int | None = None


class Elsewhere(Decision):
    """What another node has decided. Its news are there to be read only: they are told as they come."""

    __slots__ = ()


class SharedFrame(Frame):
    """A frame that tells other nodes as well."""

    node: "Node"

    async def decide(self, command: Command) -> Decision:
        """The same; what was decided here is on its way already: whoever waited for it goes on in a later
        pass, and what is decided until then comes after it."""
        waiter = Waiter(self.loop.create_future())
        waiting.aside(waiter, "deciding", self._decide, (command, waiter))
        return await waiter.brought

    def _decide(self, command: Command, waiter: Waiter) -> None:
        decision = self.hall.handle(command, self.clock())
        if type(decision) is not Elsewhere and decision.refused is None:
            self.submit(0, decision)
            submitted, decision = decision, Elsewhere()
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
        if type(decision) is Elsewhere:
            decision = Decision()
        letters = self.node.letters(decision, to)
        if letters:
            then = self.node.posting(letters, then)
        super().submit(conn, decision, answer, then)


class Node:
    """This node among the others."""

    def __init__(
        self, hall: SharedHall, frame: SharedFrame, journal: Any, servers: str, name: str, times: Times
    ) -> None:
        self.hall, self.frame, self.journal = hall, frame, journal
        self.name, self.era, self.times = name, journal.epoch, times
        self.loop = frame.loop
        self.members = Members(self.era, times)
        self.bus = Bus(servers, self._heard)
        self.lines = Lines(self.era, self._post, self._said, self.loop.call_soon)
        self.pending: dict[str, Pending] = {}
        self.given_up: set[str] = set()
        """The numbers of those who wanted to come in and did not wait until the registrar answered."""
        self.carried_out: OrderedDict[str, tuple[float, Done]] = OrderedDict()
        """What was decided on for others, so that nothing is done twice."""
        self.welcomed_by: set[int] = set()
        self.early: list[tuple[int, Step]] | None = []
        """What was heard before this node knew the hall."""
        self.undecided: list[tuple[int, Ask]] = []
        """What came before this node was in office."""
        self.prefix = "tablehall"
        self.address = ""
        self.doors: list[str] = []
        self.open = self.leaving = self.retiring = False
        self.rank = 0
        self.in_office = False
        self.registrar = 0
        """The era of whoever keeps the register of people."""
        self.on_death: Callable[[Member], None] = lambda _: None
        self.on_office: Callable[[], None] = lambda: None
        self.on_deafness: Callable[[], None] = lambda: None
        self.on_buried: Callable[[Any], None] = lambda _: None
        self.on_datagram: Callable[[int, words.Datagram], None] = lambda _, __: None
        self.estates = 0
        """Dead nodes whose tables do not belong to anybody yet."""
        self._heirs_awaited: list[Any] = []
        self._asks = 0
        self._counted_by: set[int] = set()
        """The nodes that have heard of this one."""
        self._heard_itself = asyncio.Event()
        self._news = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        hall.me, hall.era, hall.ask = name, self.era, self.ask
        hall.listen, hall.settle_estates = self.listen, self.settle_estates
        hall.registrar = False
        frame.node = self
        frame.aside = waiting.aside
        for name in ("passed_on", "decided_for_others", "nodes_lost", "tables_inherited"):
            frame.counts[name] += 0
        frame.gauges = {
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
        here = sum(self.frame.addresses[door, ""] for door in self.doors)
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
        self.frame.counts["nodes_lost"] += not member.beat.gone
        for informed in self.hall.informed.values():
            informed.discard(era)
        self.on_death(member)

    def _elect(self) -> None:
        """The one who is here longest keeps the register of people; he is told who is here."""
        if self.members.oldest() != self.registrar:
            self.registrar = self.members.oldest()
            self.tell_registrar(words.Present(self._people_here()))
        if self.members.oldest() != self.era:
            self.in_office = self.in_office and not self.leaving
        elif not (self.in_office or self.leaving or self.retiring):
            self.in_office = True
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
        self.frame.submit(0, Decision(), then=self.posting(letters, None))

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
            if word.id in self.pending:
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
        hall.now = max(hall.now, self.frame.clock())
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
            self.frame.submit(0, decision)
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

    # Asking.

    def ask(self, place: int | None, command: Command) -> Decision:
        """Ask whoever decides on this, and wait for the answer."""
        strand = waiting.strand()
        if strand is None:
            raise waiting.Unreachable("this cannot wait for another node")
        self._ask(place, command, strand)
        answer = waiting.lay_aside()
        if isinstance(answer, Exception):
            raise answer
        decision: Decision = answer
        return decision

    def listen(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Wait until everything that others had told before now has been heard (or enough of it): whoever
        was shown something through another node may ask for it here a moment later."""
        strand = waiting.strand()
        if strand is None:
            return
        awaited = set()
        for era in list(self.lines.lines):
            pending = self._ask(None, words.Listen(), strand, of=era)
            awaited.add(pending.ask.id)
        while awaited & self.pending.keys() and not enough():
            waiting.lay_aside()
        for number in awaited:  # who is dead, and not known to be, need not be waited for
            self.pending.pop(number, None)

    def settle_estates(self) -> None:
        """Wait until everything that the dead have left belongs to somebody: what only they knew of is
        known then."""
        strand = waiting.strand()
        if strand is None or not self.estates:
            return
        self._heirs_awaited.append(strand)
        waiting.lay_aside()
        self.listen()

    def estate_settled(self) -> None:
        """What one node has left belongs to somebody."""
        self.estates -= 1
        if not self.estates:
            awaited, self._heirs_awaited = self._heirs_awaited, []
            for strand in awaited:
                waiting.go_on(strand, None)

    def tell_registrar(self, command: Command) -> None:
        """Have the registrar do something; nobody waits for it."""
        self._ask(None, command, None)

    def tell_owner(self, table: int, command: Command) -> None:
        """Have a table's owner do something; nobody waits for it."""
        if table in self.hall.foreign:
            self._ask(table, command, None)

    def _ask(self, place: int | None, command: Command, strand: Any, of: int = 0) -> Pending:
        self._asks += 1
        self.frame.counts["passed_on"] += 1
        ask = Ask(f"{self.era}.{self._asks}", *words.wrap(command))
        pending = self.pending[ask.id] = Pending(ask, place, strand)
        if of:
            pending.sent_to = of
            self.lines.say(of, words.encode(ask))
        else:
            self._send(pending)
        return pending

    def _send(self, pending: Pending) -> None:
        """To whoever decides on it now; when nobody does, it waits for the heir."""
        place, hall = pending.place, self.hall
        if place is None:
            target: int | None = self.members.oldest()
        elif place in hall.foreign:
            target = self.members.era_of(hall.foreign[place])
        else:
            target = self.era
        if target is None or target == pending.sent_to:
            return
        pending.sent_to = target
        if target == self.era:
            self.loop.call_soon(self._asked, self.era, pending.ask)
        else:
            self.lines.say(target, words.encode(pending.ask))

    def _look_after_pending(self, now: float) -> None:
        for pending in list(self.pending.values()):
            listens = pending.ask.kind == "Listen"
            if pending.ask.id not in self.pending:
                continue  # whoever went on before has no need of it any more
            if now - pending.since > GIVE_UP_AFTER and pending.strand is not None:
                del self.pending[pending.ask.id]
                if pending.ask.kind == "Enter":
                    self.given_up.add(pending.ask.id)
                waiting.go_on(pending.strand, waiting.Unreachable("no node answers"))
            elif listens and pending.sent_to not in self.lines.lines:
                self._answered(Done(pending.ask.id))  # the dead tell nothing more
            elif not listens:
                self._send(pending)
        forgotten = []
        while self.carried_out and (first := next(iter(self.carried_out)))[0]:
            if now - self.carried_out[first][0] < REMEMBERED:
                break
            del self.carried_out[first]
            forgotten.append(("asked", first, None))
        if forgotten:
            decision = Decision()
            decision.kept = forgotten
            Frame.submit(self.frame, 0, decision)

    def _asked(self, era: int, ask: Ask, *, listened: bool = False) -> None:
        """Decide for another node, once."""
        command = words.unwrap(ask.kind, ask.command)
        if ask.id in self.carried_out:
            self._repeat(era, ask.id, command)
            return
        if self.early is not None and type(command) is words.Listen:
            self.lines.say(era, words.encode(Step([], Done(ask.id))))  # it has told nothing yet
            return
        if self.early is not None or (type(command) in REGISTRARS and not self.hall.registrar):
            if self.in_office or self.early is not None:
                self.undecided.append((era, ask))
            else:
                self._wrong(era, ask)
            return
        if getattr(command, "table", None) in self.hall.foreign:
            self._wrong(era, ask)
            return
        by: int = getattr(command, "by", 0)
        if by and not listened and self.hall.people.here(by) is None:
            waiting.apart(self._asked_by_newcomer, era, ask)
            return
        self.frame.counts["decided_for_others"] += 1
        decision = self.hall.decide(command, self.frame.clock(), 0 if era == self.era else era)
        done = outcome_of(decision, ask.id)
        if decision.remembers():
            decision.kept = [*decision.kept, ("asked", ask.id, words.encode(done.repeatable()))]
            self.carried_out[ask.id] = (time.monotonic(), done)
        self._submit(era, decision, done)

    def _submit(self, era: int, decision: Decision, done: Done) -> None:
        """Have it remembered and told, and answer whoever asked."""
        if era == self.era:
            self.frame.submit(0, decision, then=lambda: self._answered(done, decision.notices))
        else:
            self.frame.submit(0, decision, to=(era, done))

    def _asked_by_newcomer(self, era: int, ask: Ask) -> None:
        """Who asks is not here, or came in so lately that the registrar has not told it here yet."""
        self.listen()
        self._asked(era, ask, listened=True)

    def _wrong(self, era: int, ask: Ask) -> None:
        if era == self.era:
            if ask.id in self.pending:
                self.pending[ask.id].sent_to = None
        else:
            self.lines.say(era, words.encode(words.Wrong(ask.id)))

    def decide_waiting(self) -> None:
        """This node is in office: whoever asked before gets his answer."""
        undecided, self.undecided = self.undecided, []
        for era, ask in undecided:
            self._asked(era, ask)

    def _repeat(self, era: int, number: str, command: Command) -> None:
        """It was carried out already, here or by the one before: only the answer was lost."""
        done = self.carried_out[number][1]
        if isinstance(command, commands.Enter):
            decision = self.hall.enter_again(command, done, self.frame.clock())
            self._submit(era, decision, outcome_of(decision, number))
        else:  # it may not be remembered yet: the answer waits its turn
            self._submit(era, Decision(), done)

    def _answered(self, done: Done, news: Sequence[Any] = ()) -> None:
        pending = self.pending.pop(done.id, None)
        if done.id in self.given_up:
            self.given_up.discard(done.id)
            self._came_too_late(done)
        elif pending is not None and pending.strand is not None:
            waiting.go_on(pending.strand, self._brought(done, news))

    def _brought(self, done: Done, news: Sequence[Any]) -> Elsewhere | waiting.Unreachable:
        """What an answer means here."""
        hall, decision = self.hall, Elsewhere()
        try:
            decision.refused = words.reason(done.refused)
        except KeyError:
            return waiting.Unreachable(f"refused for a reason that is unknown here: {done.refused}")
        decision.notices = [*news]
        if done.person:
            person = hall.people.by_id.get(done.person)
            if person is None:
                return waiting.Unreachable("gone again")
            decision.result = Entered(person, done.secret, done.returning)
        elif done.table:
            decision.result = hall.tables.get(done.table)
            if decision.result is None:
                return waiting.Unreachable("gone again")
        return decision

    def _came_too_late(self, done: Done) -> None:
        """Nobody waits any longer for this answer. Whoever was let in by it and has hung up is not here."""
        person = self.hall.people.by_id.get(done.person)
        conn = person.conn if person is not None else None
        if conn is not None and conn >> ERA == self.era and conn not in self.frame.connections:
            self.tell_registrar(commands.Lost(conn))
