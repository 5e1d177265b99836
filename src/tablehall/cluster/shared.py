"""The hall as one node sees it: what is decided here, what elsewhere, and who must hear of it."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from tablehall.cluster import messages
from tablehall.cluster.messages import Change, Fetch, Settle
from tablehall.games.api import Outcome
from tablehall.hall import commands
from tablehall.hall.commands import Command
from tablehall.hall.decision import Decision, and_one
from tablehall.hall.entrance import Entered, take_places
from tablehall.hall.hall import TABLE_NUMBERS, Hall
from tablehall.hall.notices import Parted, Seated
from tablehall.hall.people import Person, secret_hash
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table

EPOCH_SHIFT = 32
"""A connection's number carries in its upper bits the epoch of its node."""

LEADER_ONLY = {
    commands.Enter,
    commands.Lost,
    commands.LogOut,
    commands.Kick,
    commands.Ban,
    commands.Unban,
    commands.Compete,
    commands.Follow,
    commands.Retitle,
    commands.Reset,
    commands.Dismiss,
    commands.Reopen,
    messages.Present,
    messages.Reserve,
    Settle,
}
"""What the leader decides on: people, saves, and contests, which live on one node."""
TAIL = 32
"""So many records are kept for nodes that come to a table late."""
EXPECTED = 5_000
"""Milliseconds for which a node that asked for a table hears of it although nobody is known to be there:
the leader's word that somebody came in there may come later than the question."""
SETTLED = 10_000
"""So many results of other nodes are known to be in the scores, in case one is brought twice."""
NEWCOMING = (commands.Join, commands.Watch, Fetch)
"""What brings somebody to a table."""

encode = msgspec.json.Encoder().encode


class SharedHall(Hall):
    """One node's part of the hall, and what it knows of the rest."""

    me = ""
    epoch = 0
    ask: Callable[[Any, Command], Decision]
    """Ask the node that decides on something (the leader, or a table's owner)."""
    barred: Callable[[str], None] = staticmethod(lambda _: None)
    """Hang up on whoever comes from an address."""
    drained: Callable[..., None] = staticmethod(lambda *, on: None)
    """This node lets nobody new in any more, or again."""
    new_token: Callable[[bytes], None] = staticmethod(lambda _: None)
    """The keeper's page has another token."""
    await_failover: Callable[[], None]
    """Wait until everything that dead nodes have left belongs to somebody."""
    barrier: Callable[..., None]
    """Wait until everything that others had told before now has been heard."""
    barrier_briefly: Callable[[], None]
    """The same, for whoever cannot wait for long."""
    numbered: Callable[[], int]
    """The next of this node's own numbers for tables."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.replicas: dict[int, set[int]] = {}
        """The nodes (epochs) that keep a replica of a table of ours."""
        self.expected: dict[int, dict[int, int]] = {}
        """Nodes that asked for a table of ours: until then somebody is on the way there."""
        self.tails: dict[int, deque[bytes]] = {}
        """The latest records of each table of ours, for whoever missed them on the way."""
        self.owns_all = False
        self.reserved: dict[tuple[str, str], int] = {}
        """Names of saves that are being written, and until when nobody else gets them."""
        self.results = 0
        """How many games were over here that the leader had to settle."""
        self.settled: dict[str, None] = {}
        self.seats_kept: dict[int, set[int]] = {}
        """Tables at which somebody sits of whom the leader has not told yet."""
        self.new_table: tuple[Decision | None, int, list[bytes]] = (None, 0, [])
        """The table that was opened by the decision of now, and its records so far."""

    # Who decides.

    def handle(self, command: Command, now: int) -> Decision:
        kind = type(command)
        if kind in LEADER_ONLY and not self.registrar and not self._for_me_alone(command):
            return self._enter(command) if kind is commands.Enter else self.ask(None, command)
        if kind is commands.Reopen:
            save = (command.game, command.name)  # type: ignore[attr-defined]
            if save not in self.saves:
                self.barrier(lambda: save in self.saves)
        table: int | None = getattr(command, "table", None)
        found = self._hear_of(table) if table is not None else None
        if kind is commands.Save and found is not None:
            reserve = messages.Reserve(found.sheet.game, command.name)  # type: ignore[attr-defined]
            reserved = self.handle(reserve, now)
            if reserved.refused is not None:
                return reserved
        if table is not None and table in self.foreign:
            return self.ask(table, command)
        if kind is commands.Enter:  # what was decided must not wait: who it is tells where they sit
            self._prepare_for(command)
            known = self.people.by_secret.get(secret_hash(command.secret))  # type: ignore[attr-defined]
            known = known or self.people.by_name.get(command.name)  # type: ignore[attr-defined]
            if known is not None:
                self.fetch(known)
            if not (self.registrar or self._for_me_alone(command)):  # no longer, after all that waiting
                return self._enter(command)
        decision = self.decide(command, now)
        if kind is commands.Drain:
            self.drained(on=command.on)  # type: ignore[attr-defined]
        return decision

    def find(self, number: int) -> Table | None:
        table = self._hear_of(number)
        if table is not None and number in self.foreign and table.scene.status == "playing":
            if table.scene.state is None:  # so far this node knows what the lobby does
                self.ask(number, Fetch(number))
            table = self.tables.get(number)
        return table

    def _hear_of(self, number: int) -> Table | None:
        if number not in self.tables:  # somebody may have heard of it sooner than this node
            self.barrier(lambda: number in self.tables)
        if number not in self.tables:
            self.await_failover()
        return self.tables.get(number)

    def _for_me_alone(self, command: Any) -> bool:
        """The house's players come in at every node; who never came in need not leave."""
        if type(command) is commands.Lost:
            self.lobby.discard(command.conn)
            return command.conn not in self.people.by_conn
        return type(command) is commands.Enter and command.kind == "bot"

    def _prepare_for(self, command: Any) -> None:
        """Whoever comes back finds their tables here, also those left elsewhere a moment ago."""
        if command.secret or command.name in self.people.by_name:
            self.barrier_briefly()
        self.await_failover()

    def _enter(self, command: Command) -> Decision:
        self._prepare_for(command)
        decision = self.ask(None, command)
        if decision.refused is None:
            self.fetch(decision.result.person)
        return decision

    def fetch(self, person: Person) -> None:
        """Whoever comes in here finds their tables here."""
        for number in sorted(person.tables):
            if number in self.foreign:
                self.ask(number, Fetch(number))

    def decide(self, command: Command, now: int, asker: int = 0) -> Decision:
        """Decide here, whoever asks."""
        if asker and isinstance(command, NEWCOMING):
            if command.table in self.tables:
                self.expected.setdefault(command.table, {})[asker] = now + EXPECTED
            if type(command) is Fetch:
                self.replicas.get(command.table, set()).discard(asker)
            snapshot = self.replicate(command.table, asker)
            decision = super().handle(command, now)
            if snapshot is not None:
                decision.abroad = [(asker, snapshot), *decision.abroad]
            return decision
        decision = super().handle(command, now)
        if asker and type(command) is messages.Present:  # the last words of the one before may be lost
            here = [person for person in self.people.by_conn.values() if person.profile.kind != "bot"]
            told = [*map(arrival, here), messages.Here([person.id for person in here])]
            decision.abroad = [*decision.abroad, *((asker, change) for change in told)]
        if asker and type(command) is commands.Reopen and decision.refused is None:
            snapshot = self.replicate(decision.result.sheet.table, asker)
            if snapshot is not None:
                decision.abroad = [*decision.abroad, (asker, snapshot)]
        return decision

    def enter_again(self, command: commands.Enter, done: messages.Done, now: int) -> Decision:
        """Somebody came in, and the leader that let them in died before it could say so."""
        self.now = max(self.now, now)
        self.decision = decision = Decision()
        person = self.people.by_id.get(done.person)
        if person is None:
            decision.refused = Why.UNKNOWN_SECRET
            return decision
        secret = ""
        if done.secret:  # the one they got is lost
            secret = self.secret()
            self.people.by_secret.pop(person.profile.secret, None)
            person.profile.secret = secret_hash(secret)
            self.people.add(person)
            self.keep_person(person)
        before = self.people.attach(person, command.conn)
        if before not in (None, command.conn):
            self.tell([(before, None)], Parted("elsewhere"))
        person.games, person.hold = command.games, command.hold
        self.came(person)
        take_places(self, person)
        decision.result = Entered(person, secret, done.returning)
        return decision

    def replicate(self, number: int, epoch: int) -> Change | None:
        """What lets a node keep a replica of a table of ours; None if it does already."""
        table = self.tables.get(number)
        if table is None or number in self.foreign or epoch in self.replicas.setdefault(number, set()):
            return None
        self.replicas[number].add(epoch)
        tail, watchers = list(self.tails.get(number, ())), sorted(table.watchers)
        return messages.Snapshot(
            number, table.sheet.game, table.seed, messages.snapshot(table), watchers, tail
        )

    # What others must hear of.

    def _enqueue(self, to: int, change: Change) -> None:
        """For one node, or (0) for all."""
        self.decision.abroad = and_one(self.decision.abroad, (to, change))

    def came(self, person: Person) -> None:
        if self.registrar and person.profile.kind != "bot":
            self._enqueue(0, arrival(person))

    def left(self, person: Person, giving_up: frozenset[str] | None) -> None:
        if self.registrar:
            given_up = None if giving_up is None else sorted(giving_up)
            self._enqueue(0, messages.Left(person.id, given_up, person.conn or 0))

    def vacate(self, person: Person, number: int) -> None:
        self.rise(person, number)
        self._enqueue(-1, commands.Leave(person.id, number))  # type: ignore[arg-type]

    def replicate_tables(self, person: Person) -> None:
        """Somebody is at another node now: it may not have heard of their tables here when they came in, and
        if they were nowhere missed nothing else makes it."""
        epoch = (person.conn or 0) >> EPOCH_SHIFT
        for number in sorted(person.tables | person.watching) if epoch != self.epoch else ():
            snapshot = self.replicate(number, epoch)
            if snapshot is not None:
                self._enqueue(epoch, snapshot)

    def looks(self, person: Person, number: int, *, on: bool) -> None:
        for epoch in self.replicas.get(number, ()):
            self._enqueue(epoch, messages.Looks(person.id, number, on))

    def list_table(self, change: Any, table: Table) -> None:
        super().list_table(change, table)
        number = table.sheet.table
        if number not in self.foreign and not table.hidden:
            self._enqueue(0, messages.LobbyUpdate(change, number, table.sheet.game, messages.summary(table)))

    def desert(self, table: Table) -> None:
        if table.sheet.table in self.foreign:
            self._enqueue(-1, messages.Desert(table.sheet.table))  # type: ignore[arg-type]
        else:
            super().desert(table)

    def rise(self, person: Person, number: int) -> None:
        """Only the leader knows whether somebody is back, and forgets people."""
        if self.registrar:
            super().rise(person, number)
        else:
            person.tables.discard(number)
            if number in self.tables:
                self.tables[number].audience = None

    def forget(self, table: Table) -> None:
        super().forget(table)
        for seat in table.scene.seats:
            kept = self.seats_kept.get(seat.person) if seat else None
            if seat and kept is not None:
                kept.discard(table.sheet.table)
                if not kept:
                    del self.seats_kept[seat.person]
        self.replicas.pop(table.sheet.table, None)
        self.tails.pop(table.sheet.table, None)
        self.expected.pop(table.sheet.table, None)
        self.foreign.pop(table.sheet.table, None)

    def remember(self, table: Table, record: Any, line: bytes, events: tuple[Any, ...]) -> None:
        number = table.sheet.table
        if record.seq == 0:
            self.new_table = (self.decision, number, [])
        opened_in, new, lines = self.new_table
        if new == number and opened_in is self.decision:
            lines.append(line)
        self.tails.setdefault(number, deque(maxlen=TAIL)).append(line)
        self._tell_nodes(table, line)
        super().remember(table, record, line, events)

    def _tell_nodes(self, table: Table, line: bytes) -> None:
        number = table.sheet.table
        replicas = self.replicas.get(number)
        present = self._nodes_at(table)
        if not replicas and not present:
            return
        replicas = self.replicas.setdefault(number, set())
        opened_in, new, lines = self.new_table
        for epoch in replicas | present:
            if epoch in replicas:
                self._enqueue(epoch, messages.Records(number, [line]))
            elif new == number and opened_in is self.decision:
                replicas.add(epoch)
                self._enqueue(epoch, messages.NewTable(number, table.sheet.game, table.seed, list(lines)))
            else:
                snapshot = self.replicate(number, epoch)
                if snapshot is not None:
                    self._enqueue(epoch, snapshot)
        expected = {epoch for epoch, until in self.expected.get(number, {}).items() if until > self.now}
        replicas &= present | expected  # where nobody is any more, this was the last word

    def _nodes_at(self, table: Table) -> set[int]:
        """The other nodes where somebody is at a table."""
        return {conn >> EPOCH_SHIFT for conn, _ in self.audience(table)} - {self.epoch}

    def changes(self, decision: Decision, others: Iterable[int]) -> dict[int, list[Change]]:
        """What each of the others must hear of a decision."""
        outbox: dict[int, list[Change]] = {}
        everybody = list(others)
        facts = [fact for fact in decision.kept if fact[0] in REPLICATED]
        forgotten = [fact for fact in facts if fact[2] is None]  # who is forgotten must have left before
        known = [fact for fact in facts if fact[2] is not None] if forgotten else facts
        if known:
            for epoch in everybody:
                outbox.setdefault(epoch, []).append(messages.Facts(known))
        for to, change in decision.abroad:
            for epoch in (to,) if to else everybody:
                added = change
                if type(change) is messages.LobbyUpdate and epoch in self.replicas.get(change.table, ()):
                    added = messages.LobbyUpdate(change.change, change.table, change.game, b"")
                messages.merge(outbox.setdefault(epoch, []), added)
        for audience, news in (*decision.at_once, *decision.notices):
            if isinstance(news, Parted | Seated):
                for conn, _ in audience:
                    if conn >> EPOCH_SHIFT not in (0, self.epoch):
                        outbox.setdefault(conn >> EPOCH_SHIFT, []).extend(self._personally(conn, news))
        if forgotten:
            for epoch in everybody:
                outbox.setdefault(epoch, []).append(messages.Facts(forgotten))
        return outbox

    def _personally(self, conn: int, news: Parted | Seated) -> list[Change]:
        """News for one connection of another node."""
        if isinstance(news, Parted):
            return [messages.Parting(conn, news.why)]
        snapshot = self.replicate(news.sheet.table, conn >> EPOCH_SHIFT)
        return [*([snapshot] if snapshot else ()), messages.Place(conn, news.sheet.table)]

    # Numbers and scores.

    def table_number(self, *, keep: bool = True) -> int:
        return 10**9 + (self.numbered() * self.spread[0] + self.spread[1]) % TABLE_NUMBERS

    def keep(self, kind: str, key: str, value: Any) -> None:
        if (kind, key) != ("hall", "opened"):  # the numbers of tables are given out in blocks
            super().keep(kind, key, value)

    def settle(self, game: str, people: Sequence[int], outcome: Outcome) -> None:
        if self.registrar:
            super().settle(game, people, outcome)
        else:  # kept until the leader has done it: this node may be gone before it can tell
            self.results += 1
            result = Settle(f"{self.epoch}.{self.results}", game, tuple(people), outcome)
            self.keep("unsettled", result.id, result)
            self._enqueue(-1, result)  # type: ignore[arg-type]

    def settle_once(self, result: Settle) -> None:
        """Write the result of a table elsewhere into everybody's score."""
        if result.id in self.settled:
            return
        self.settled[result.id] = None
        if len(self.settled) > SETTLED:
            del self.settled[next(iter(self.settled))]
        super().settle(result.game, result.people, result.outcome)
        self.keep("unsettled", result.id, None)


REPLICATED = {"person", "save", "ban", "keeper"}
"""The facts that every node knows."""


def arrival(person: Person) -> messages.Came:
    """Somebody is here, for those who have not heard of it."""
    games = None if person.games is None else sorted(person.games)
    return messages.Came(encode(person.profile), person.conn or 0, games, person.hold)
