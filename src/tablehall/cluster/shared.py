"""The hall as one node sees it: what is decided here, what elsewhere, and who must hear of it."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.cluster import messages
from tablehall.cluster.handlers import HANDLERS
from tablehall.cluster.messages import Change, Fetch, Settle
from tablehall.games.api import AnyGame, Outcome
from tablehall.hall import commands, facts
from tablehall.hall.commands import Command
from tablehall.hall.decision import Deciding, Decision, and_one
from tablehall.hall.entrance import Entered, come_in
from tablehall.hall.hall import Hall, Limits
from tablehall.hall.notices import Parted, Seated
from tablehall.hall.peers import Peers
from tablehall.hall.people import Person, secret_hash
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table

EPOCH_SHIFT = 32
"""A connection's number carries in its upper bits the epoch of its node."""

LEADER_ONLY = {
    commands.Enter,
    commands.Lost,
    commands.Speak,
    commands.Pair,
    commands.Seen,
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
    commands.Delete,
    messages.Present,
    messages.Reserve,
    Settle,
}
"""What the leader decides on: people, saves, and contests, which live on one node."""
OF_SAVES = (commands.Reopen, commands.Delete)
"""What names a save, of which somebody may have heard sooner than the node that is asked."""
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


class SharedHall(Hall, Peers):
    """One node's part of the hall, and what it knows of the rest."""

    epoch = 0
    ask: Callable[[Any, Command], Decision]
    """Ask the node that decides on something (the leader, or a table's owner)."""
    barred: Callable[[str], None] = staticmethod(lambda _: None)
    """Hang up on whoever comes from an address."""
    drained: Callable[..., None] = staticmethod(lambda *, on: None)
    """This node lets nobody new in any more, or again."""
    await_failover: Callable[[], None]
    """Wait until everything that dead nodes have left belongs to somebody."""
    barrier: Callable[..., None]
    """Wait until everything that others had told before now has been heard."""
    barrier_briefly: Callable[[], None]
    """The same, for whoever cannot wait for long."""
    numbered: Callable[[], int]
    """The next of this node's own numbers for tables."""
    relaying: Callable[..., bool] = staticmethod(lambda *_: False)
    """Pass a datagram on to the node that answers for its door."""
    reaching: Callable[..., bool] = staticmethod(lambda *_: False)
    """Send a datagram through the node where a program came in."""

    alone = False

    def __init__(
        self, games: Mapping[str, AnyGame], chance: Callable[[int], bytes], limits: Limits | None = None
    ) -> None:
        super().__init__(games, chance, limits or Limits(), self)
        self.handlers = HANDLERS
        self.leads = True
        self.remote: dict[int, str] = {}
        """The tables that another node decides on, and its name."""
        self.replicas: dict[int, set[int]] = {}
        """The nodes (epochs) that keep a replica of a table of ours."""
        self.expected: dict[int, dict[int, int]] = {}
        """Nodes that asked for a table of ours: until then somebody is on the way there."""
        self.tails: dict[int, deque[bytes]] = {}
        """The latest records of each table of ours, for whoever missed them on the way."""
        self.reserved: dict[tuple[str, str], int] = {}
        """Names of saves that are being written, and until when nobody else gets them."""
        self.results = 0
        """How many games were over here that the leader had to settle."""
        self.settled: dict[str, None] = {}
        self.seats_kept: dict[int, set[int]] = {}
        """Tables at which somebody sits of whom the leader has not told yet."""
        self.last_replicas: tuple[int, set[int]] = (0, set())
        """The table that was removed last, and who had replicas of it: its last record is yet to be told."""
        self.new_table: tuple[Decision | None, int, list[bytes]] = (None, 0, [])
        """The table that was opened by the decision of now, and its records so far."""

    # Who decides.

    def handle(self, command: Command, now: int) -> Decision:
        kind = type(command)
        if kind in LEADER_ONLY and not self.leads and not self._for_me_alone(command):
            return self._enter(command) if kind is commands.Enter else self.ask(None, command)
        if kind in OF_SAVES:
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
        if table is not None and table in self.remote:
            return self.ask(table, command)
        if kind is commands.Enter:  # what was decided must not wait: who it is tells where they sit
            self._prepare_for(command)
            known = self.people.by_secret.get(secret_hash(command.secret))  # type: ignore[attr-defined]
            known = known or self.people.by_name.get(command.name)  # type: ignore[attr-defined]
            known = known or self.by_code(command.code)  # type: ignore[attr-defined]
            if known is not None:
                self.fetch(known)
            if not (self.leads or self._for_me_alone(command)):  # no longer, after all that waiting
                return self._enter(command)
        decision = self.decide(command, now)
        if kind is commands.Drain:
            self.drained(on=command.on)  # type: ignore[attr-defined]
        return decision

    def find(self, number: int) -> Table | None:
        table = self._hear_of(number)
        if table is not None and number in self.remote and table.scene.status == "playing":
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
        if command.secret or command.code or command.name in self.people.by_name:
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
            if number in self.remote:
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
                decision.outbox = [(asker, snapshot), *decision.outbox]
            return decision
        decision = super().handle(command, now)
        if asker and type(command) is messages.Present:  # the last words of the one before may be lost
            here = [(p, conn) for conn, p in self.people.by_conn.items() if p.profile.kind != "bot"]
            told = [*(arrival(p, conn) for p, conn in here), messages.Here([conn for _, conn in here])]
            decision.outbox = [*decision.outbox, *((asker, change) for change in told)]
        if asker and type(command) is commands.Reopen and decision.refused is None:
            snapshot = self.replicate(decision.result.sheet.table, asker)
            if snapshot is not None:
                decision.outbox = [*decision.outbox, (asker, snapshot)]
        return decision

    def enter_again(self, command: commands.Enter, done: messages.Done, now: int) -> Decision:
        """Somebody came in, and the leader that let them in died before it could say so."""
        decision = self.deciding(now)
        person = self.people.by_id.get(done.person)
        if person is None:
            decision.refused = Why.UNKNOWN_SECRET
            return decision
        secret = ""
        if done.secret:  # the one they got is lost
            secret, profile = decision.secret(), person.profile
            hashed = secret_hash(secret)
            if command.code:  # this device's alone, which came last
                profile = replace(profile, more_secrets=(*profile.more_secrets[:-1], hashed))
            else:
                profile = replace(profile, secret=hashed)
            decision.keep(facts.Known(profile))
        come_in(decision, person, command)
        decision.result = Entered(person, secret, done.returning)
        return decision

    def replicate(self, number: int, epoch: int) -> Change | None:
        """What lets a node keep a replica of a table of ours; None if it does already."""
        table = self.tables.get(number)
        if table is None or number in self.remote or epoch in self.replicas.setdefault(number, set()):
            return None
        self.replicas[number].add(epoch)
        tail, watchers = list(self.tails.get(number, ())), sorted(table.watchers)
        return messages.Snapshot(
            number, table.sheet.game, table.seed, messages.snapshot(table), watchers, tail
        )

    # What others must hear of.

    def learn(self, fact: facts.Fact) -> None:
        """The same; whoever becomes known takes the seats that wait for them."""
        new = isinstance(fact, facts.Known) and fact.profile.id not in self.people.by_id
        super().learn(fact)
        if new and isinstance(fact, facts.Known):
            for number in self.seats_kept.pop(fact.profile.id, ()):
                if (table := self.tables.get(number)) is not None:
                    table.audience = None
                    for seat in table.scene.seats:
                        if seat and seat.person == fact.profile.id and not seat.gone:
                            self._take_seat(table, seat)

    def expect_people(self, table: Table) -> None:
        """The leader's word of whoever sits at a table may come later than the table."""
        for seat in table.scene.seats:
            if seat and seat.person and not seat.gone and seat.person not in self.people.by_id:
                self.seats_kept.setdefault(seat.person, set()).add(table.sheet.table)

    def owns(self, table: int) -> bool:
        return table not in self.remote

    def enqueue(self, decision: Decision, to: int, change: Change) -> None:
        """For one node, or (0) for all."""
        decision.outbox = and_one(decision.outbox, (to, change))

    def came(self, decision: Deciding, person: Person) -> None:
        if self.leads and person.profile.kind != "bot":
            self.enqueue(decision, 0, arrival(person, person.conns[-1]))

    def left(self, decision: Deciding, person: Person, giving_up: frozenset[str] | None) -> None:
        if self.leads:
            given_up = None if giving_up is None else sorted(giving_up)
            self.enqueue(decision, 0, messages.Left(person.id, given_up, list(person.conns)))

    def hung_up(self, decision: Deciding, person: Person, conn: int) -> None:
        if self.leads:
            self.enqueue(decision, 0, messages.HungUp(person.id, conn))

    def get_up(self, decision: Deciding, person: Person, table: int) -> None:
        self.rise(person, self.tables[table])
        self.enqueue(decision, -1, commands.Leave(person.id, table))  # type: ignore[arg-type]

    def replicate_tables(self, decision: Deciding, person: Person) -> None:
        """Somebody is at another node now: it may not have heard of their tables here when they came in, and
        if they were nowhere missed nothing else makes it."""
        for epoch in sorted(epochs_of(person) - {self.epoch}):
            for number in sorted(person.tables | person.watching):
                snapshot = self.replicate(number, epoch)
                if snapshot is not None:
                    self.enqueue(decision, epoch, snapshot)

    def watches(self, decision: Deciding, person: Person, table: int, *, on: bool) -> None:
        for epoch in self.replicas.get(table, ()):
            self.enqueue(decision, epoch, messages.Looks(person.id, table, on))

    def listed(self, decision: Deciding, change: str, table: Table) -> None:
        number = table.sheet.table
        if number not in self.remote and not table.hidden:
            update = messages.LobbyUpdate(change, number, table.sheet.game, messages.summary(table))
            self.enqueue(decision, 0, update)

    def give_up(self, decision: Deciding, table: int) -> None:
        self.enqueue(decision, -1, messages.Desert(table))  # type: ignore[arg-type]

    def removed(self, table: Table) -> None:
        number = table.sheet.table
        for seat in table.scene.seats:
            kept = self.seats_kept.get(seat.person) if seat else None
            if seat and kept is not None:
                kept.discard(number)
                if not kept:
                    del self.seats_kept[seat.person]
        self.last_replicas = (number, self.replicas.pop(number, set()))
        self.tails.pop(number, None)
        self.expected.pop(number, None)
        self.remote.pop(number, None)

    def written(self, decision: Deciding, table: Table, line: bytes) -> None:
        number = table.sheet.table
        if number not in self.tables:  # this was its last record
            removed, replicas = self.last_replicas
            for epoch in replicas if removed == number else ():
                self.enqueue(decision, epoch, messages.Records(number, [line]))
            return
        if table.scene.seq == 0:
            self.new_table = (decision, number, [])
        opened_in, new, lines = self.new_table
        if new == number and opened_in is decision:
            lines.append(line)
        self.tails.setdefault(number, deque(maxlen=TAIL)).append(line)
        self._tell_nodes(decision, table, line)

    def _tell_nodes(self, decision: Deciding, table: Table, line: bytes) -> None:
        number = table.sheet.table
        replicas = self.replicas.get(number)
        present = self.nodes_at(table)
        if not replicas and not present:
            return
        replicas = self.replicas.setdefault(number, set())
        opened_in, new, lines = self.new_table
        for epoch in replicas | present:
            if epoch in replicas:
                self.enqueue(decision, epoch, messages.Records(number, [line]))
            elif new == number and opened_in is decision:
                replicas.add(epoch)
                born = messages.NewTable(number, table.sheet.game, table.seed, list(lines))
                self.enqueue(decision, epoch, born)
            else:
                snapshot = self.replicate(number, epoch)
                if snapshot is not None:
                    self.enqueue(decision, epoch, snapshot)
        expected = {epoch for epoch, until in self.expected.get(number, {}).items() if until > self.now}
        replicas &= present | expected  # where nobody is any more, this was the last word

    def nodes_at(self, table: Table) -> set[int]:
        """The other nodes where somebody is at a table."""
        return {conn >> EPOCH_SHIFT for conn, _ in self.audience(table)} - {self.epoch}

    def changes(self, decision: Decision, others: Iterable[int]) -> dict[int, list[Change]]:
        """What each of the others must hear of a decision."""
        outbox: dict[int, list[Change]] = {}
        everybody = list(others)
        rows = [fact.row() for fact in decision.facts if isinstance(fact, REPLICATED)]
        forgotten = [row for row in rows if row.value is None]  # who is forgotten must have left before
        known = [row for row in rows if row.value is not None] if forgotten else rows
        if known:
            for epoch in everybody:
                outbox.setdefault(epoch, []).append(messages.Facts(known))
        for to, change in decision.outbox:
            for epoch in (to,) if to else everybody:
                added = change
                if type(change) is messages.LobbyUpdate and epoch in self.replicas.get(change.table, ()):
                    added = messages.LobbyUpdate(change.change, change.table, change.game, b"")
                messages.merge(outbox.setdefault(epoch, []), added)
        for audience, news in decision.notices:
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

    def table_count(self) -> int:
        return self.numbered()

    def relay(self, door: str, data: bytes, address: tuple[Any, ...]) -> bool:
        return self.relaying(door, data, address)

    def reach(self, door: str, data: bytes, address: tuple[Any, ...]) -> bool:
        return self.reaching(door, data, address)

    def settles(self, decision: Deciding, game: str, people: tuple[int, ...], outcome: Outcome) -> bool:
        if self.leads:
            return False
        # kept until the leader has done it: this node may be gone before it can tell
        self.results += 1
        result = Settle(f"{self.epoch}.{self.results}", game, people, outcome)
        decision.keep(facts.Noted("unsettled", result.id, encode(result)))
        self.enqueue(decision, -1, result)  # type: ignore[arg-type]
        return True

    def settle_once(self, decision: Deciding, result: Settle) -> None:
        """Write the result of a table elsewhere into everybody's score."""
        if result.id in self.settled:
            return
        self.settled[result.id] = None
        if len(self.settled) > SETTLED:
            del self.settled[next(iter(self.settled))]
        decision.settle(result.game, result.people, result.outcome)
        decision.keep(facts.Noted("unsettled", result.id, None))


REPLICATED = (
    facts.Known,
    facts.Forgotten,
    facts.Saved,
    facts.Discarded,
    facts.Paired,
    facts.Banned,
    facts.Unbanned,
    facts.Appointed,
)
"""The facts that every node knows."""


def arrival(person: Person, conn: int) -> messages.Came:
    """Somebody is here over this connection, for those who have not heard of it."""
    games = None if person.games is None else sorted(person.games)
    return messages.Came(encode(person.profile), conn, games, person.asks)


def epochs_of(person: Person) -> set[int]:
    """The nodes where somebody is."""
    return {conn >> EPOCH_SHIFT for conn in person.conns}
