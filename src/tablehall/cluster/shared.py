"""The hall as one node sees it: what is decided here, what elsewhere, and who must hear of it."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from tablehall.cluster import words
from tablehall.cluster.words import Change, Settle, Show
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

ERA = 32
"""A connection's number carries in its upper bits the era of its node."""

REGISTRARS = {
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
    words.Present,
    words.Reserve,
    Settle,
}
"""What the registrar decides on: people, saves, and contests, which live on one node."""
TAIL = 32
"""So many records are kept for nodes that come to a table late."""
EXPECTED = 5_000
"""Milliseconds for which a node that asked for a table hears of it although nobody is known to be there:
the registrar's word that somebody came in there may come later than the question."""
SETTLED = 10_000
"""So many results of other nodes are known to be in the scores, in case one is brought twice."""
NEWCOMING = (commands.Join, commands.Watch, Show)
"""What brings somebody to a table."""

encode = msgspec.json.Encoder().encode


class SharedHall(Hall):
    """One node's part of the hall, and what it knows of the rest."""

    me = ""
    era = 0
    ask: Callable[[Any, Command], Decision]
    """Ask the node that decides on something (the registrar, or a table's owner)."""
    barred: Callable[[str], None] = staticmethod(lambda _: None)
    """Hang up on whoever comes from an address."""
    drained: Callable[..., None] = staticmethod(lambda *, on: None)
    """This node lets nobody new in any more, or again."""
    new_token: Callable[[bytes], None] = staticmethod(lambda _: None)
    """The keeper's page has another token."""
    settle_estates: Callable[[], None]
    """Wait until everything that dead nodes have left belongs to somebody."""
    listen: Callable[..., None]
    """Wait until everything that others had told before now has been heard."""
    listen_briefly: Callable[[], None]
    """The same, for whoever cannot wait for long."""
    numbered: Callable[[], int]
    """The next of this node's own numbers for tables."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.informed: dict[int, set[int]] = {}
        """The nodes (eras) that keep a replica of a table of ours."""
        self.expected: dict[int, dict[int, int]] = {}
        """Nodes that asked for a table of ours: until then somebody is on his way there."""
        self.tails: dict[int, deque[bytes]] = {}
        """The latest records of each table of ours, for whoever missed them on his way."""
        self.owns_all = False
        self.reserved: dict[tuple[str, str], int] = {}
        """Names of saves that are being written, and until when nobody else gets them."""
        self.results = 0
        """How many games were over here that the registrar had to settle."""
        self.settled: dict[str, None] = {}
        self.seats_kept: dict[int, set[int]] = {}
        """Tables at which somebody sits of whom the registrar has not told yet."""
        self.newborn: tuple[Decision | None, int, list[bytes]] = (None, 0, [])
        """The table that was opened by the decision of now, and its records so far."""

    # Who decides.

    def handle(self, command: Command, now: int) -> Decision:
        kind = type(command)
        if kind in REGISTRARS and not self.registrar and not self._for_me_alone(command):
            return self._enter(command) if kind is commands.Enter else self.ask(None, command)
        if kind is commands.Reopen:
            save = (command.game, command.name)  # type: ignore[attr-defined]
            if save not in self.saves:
                self.listen(lambda: save in self.saves)
        table: int | None = getattr(command, "table", None)
        found = self._hear_of(table) if table is not None else None
        if kind is commands.Save and found is not None:
            reserve = words.Reserve(found.sheet.game, command.name)  # type: ignore[attr-defined]
            reserved = self.handle(reserve, now)
            if reserved.refused is not None:
                return reserved
        if table is not None and table in self.foreign:
            return self.ask(table, command)
        if kind is commands.Enter:  # what was decided must not wait: who he is tells where he sits
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
                self.ask(number, Show(number))
            table = self.tables.get(number)
        return table

    def _hear_of(self, number: int) -> Table | None:
        if number not in self.tables:  # somebody may have heard of it sooner than this node
            self.listen(lambda: number in self.tables)
        if number not in self.tables:
            self.settle_estates()
        return self.tables.get(number)

    def _for_me_alone(self, command: Any) -> bool:
        """The house's players come in at every node; who never came in need not leave."""
        if type(command) is commands.Lost:
            self.lobby.discard(command.conn)
            return command.conn not in self.people.by_conn
        return type(command) is commands.Enter and command.kind == "bot"

    def _prepare_for(self, command: Any) -> None:
        """Whoever comes back finds his tables here, also those that he left elsewhere a moment ago."""
        if command.secret or command.name in self.people.by_name:
            self.listen_briefly()
        self.settle_estates()

    def _enter(self, command: Command) -> Decision:
        self._prepare_for(command)
        decision = self.ask(None, command)
        if decision.refused is None:
            self.fetch(decision.result.person)
        return decision

    def fetch(self, person: Person) -> None:
        """Whoever comes in here finds his tables here."""
        for number in sorted(person.tables):
            if number in self.foreign:
                self.ask(number, Show(number))

    def decide(self, command: Command, now: int, asker: int = 0) -> Decision:
        """Decide here, whoever asks."""
        if asker and isinstance(command, NEWCOMING):
            if command.table in self.tables:
                self.expected.setdefault(command.table, {})[asker] = now + EXPECTED
            if type(command) is Show:
                self.informed.get(command.table, set()).discard(asker)
            shown = self.show(command.table, asker)
            decision = super().handle(command, now)
            if shown is not None:
                decision.abroad = [(asker, shown), *decision.abroad]
            return decision
        decision = super().handle(command, now)
        if asker and type(command) is words.Present:  # the last words of the one before may be lost
            here = [person for person in self.people.by_conn.values() if person.profile.kind != "bot"]
            told = [*map(arrival, here), words.Here([person.id for person in here])]
            decision.abroad = [*decision.abroad, *((asker, change) for change in told)]
        if asker and type(command) is commands.Reopen and decision.refused is None:
            shown = self.show(decision.result.sheet.table, asker)
            if shown is not None:
                decision.abroad = [*decision.abroad, (asker, shown)]
        return decision

    def enter_again(self, command: commands.Enter, done: words.Done, now: int) -> Decision:
        """Somebody came in, and the registrar who let him in died before he could say so."""
        self.now = max(self.now, now)
        self.decision = decision = Decision()
        person = self.people.by_id.get(done.person)
        if person is None:
            decision.refused = Why.UNKNOWN_SECRET
            return decision
        secret = ""
        if done.secret:  # the one he got is lost
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

    def show(self, number: int, era: int) -> Change | None:
        """What lets a node keep a replica of a table of ours; None if it does already."""
        table = self.tables.get(number)
        if table is None or number in self.foreign or era in self.informed.setdefault(number, set()):
            return None
        self.informed[number].add(era)
        tail, watchers = list(self.tails.get(number, ())), sorted(table.watchers)
        return words.Shown(number, table.sheet.game, table.seed, words.whole(table), watchers, tail)

    # What others must hear of.

    def _abroad(self, to: int, change: Change) -> None:
        """For one node, or (0) for all."""
        self.decision.abroad = and_one(self.decision.abroad, (to, change))

    def came(self, person: Person) -> None:
        if self.registrar and person.profile.kind != "bot":
            self._abroad(0, arrival(person))

    def left(self, person: Person, giving_up: frozenset[str] | None) -> None:
        if self.registrar:
            given_up = None if giving_up is None else sorted(giving_up)
            self._abroad(0, words.Left(person.id, given_up, person.conn or 0))

    def vacate(self, person: Person, number: int) -> None:
        self.rise(person, number)
        self._abroad(-1, commands.Leave(person.id, number))  # type: ignore[arg-type]

    def show_places(self, person: Person) -> None:
        """Somebody is at another node now: it may not have heard of his tables here when he came in, and
        if he was nowhere missed nothing else makes it."""
        era = (person.conn or 0) >> ERA
        for number in sorted(person.tables | person.watching) if era != self.era else ():
            shown = self.show(number, era)
            if shown is not None:
                self._abroad(era, shown)

    def looks(self, person: Person, number: int, *, on: bool) -> None:
        for era in self.informed.get(number, ()):
            self._abroad(era, words.Looks(person.id, number, on))

    def list_table(self, change: Any, table: Table) -> None:
        super().list_table(change, table)
        number = table.sheet.table
        if number not in self.foreign and not table.hidden:
            self._abroad(0, words.Card(change, number, table.sheet.game, words.thin(table)))

    def desert(self, table: Table) -> None:
        if table.sheet.table in self.foreign:
            self._abroad(-1, words.Desert(table.sheet.table))  # type: ignore[arg-type]
        else:
            super().desert(table)

    def rise(self, person: Person, number: int) -> None:
        """Only the registrar knows whether somebody is back, and forgets people."""
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
        self.informed.pop(table.sheet.table, None)
        self.tails.pop(table.sheet.table, None)
        self.expected.pop(table.sheet.table, None)
        self.foreign.pop(table.sheet.table, None)

    def remember(self, table: Table, record: Any, line: bytes, events: tuple[Any, ...]) -> None:
        number = table.sheet.table
        if record.seq == 0:
            self.newborn = (self.decision, number, [])
        opened_in, born, lines = self.newborn
        if born == number and opened_in is self.decision:
            lines.append(line)
        self.tails.setdefault(number, deque(maxlen=TAIL)).append(line)
        self._tell_nodes(table, line)
        super().remember(table, record, line, events)

    def _tell_nodes(self, table: Table, line: bytes) -> None:
        number = table.sheet.table
        informed = self.informed.get(number)
        present = self._nodes_at(table)
        if not informed and not present:
            return
        informed = self.informed.setdefault(number, set())
        opened_in, born, lines = self.newborn
        for era in informed | present:
            if era in informed:
                self._abroad(era, words.Lines(number, [line]))
            elif born == number and opened_in is self.decision:
                informed.add(era)
                self._abroad(era, words.Born(number, table.sheet.game, table.seed, list(lines)))
            else:
                shown = self.show(number, era)
                if shown is not None:
                    self._abroad(era, shown)
        expected = {era for era, until in self.expected.get(number, {}).items() if until > self.now}
        informed &= present | expected  # where nobody is any more, this was the last word

    def _nodes_at(self, table: Table) -> set[int]:
        """The other nodes where somebody is at a table."""
        return {conn >> ERA for conn, _ in self.audience(table)} - {self.era}

    def changes(self, decision: Decision, others: Iterable[int]) -> dict[int, list[Change]]:
        """What each of the others must hear of a decision."""
        abroad: dict[int, list[Change]] = {}
        everybody = list(others)
        facts = [fact for fact in decision.kept if fact[0] in FOLLOWED]
        forgotten = [fact for fact in facts if fact[2] is None]  # who is forgotten must have left before
        known = [fact for fact in facts if fact[2] is not None] if forgotten else facts
        if known:
            for era in everybody:
                abroad.setdefault(era, []).append(words.Facts(known))
        for to, change in decision.abroad:
            for era in (to,) if to else everybody:
                added = change
                if type(change) is words.Card and era in self.informed.get(change.table, ()):
                    added = words.Card(change.change, change.table, change.game, b"")
                words.merge(abroad.setdefault(era, []), added)
        for audience, news in (*decision.at_once, *decision.notices):
            if isinstance(news, Parted | Seated):
                for conn, _ in audience:
                    if conn >> ERA not in (0, self.era):
                        abroad.setdefault(conn >> ERA, []).extend(self._personally(conn, news))
        if forgotten:
            for era in everybody:
                abroad.setdefault(era, []).append(words.Facts(forgotten))
        return abroad

    def _personally(self, conn: int, news: Parted | Seated) -> list[Change]:
        """News for one connection of another node."""
        if isinstance(news, Parted):
            return [words.Parting(conn, news.why)]
        shown = self.show(news.sheet.table, conn >> ERA)
        return [*([shown] if shown else ()), words.Place(conn, news.sheet.table)]

    # Numbers and scores.

    def table_number(self, *, keep: bool = True) -> int:
        return 10**9 + (self.numbered() * self.spread[0] + self.spread[1]) % TABLE_NUMBERS

    def keep(self, kind: str, key: str, value: Any) -> None:
        if (kind, key) != ("hall", "opened"):  # the numbers of tables are given out in blocks
            super().keep(kind, key, value)

    def settle(self, game: str, people: Sequence[int], outcome: Outcome) -> None:
        if self.registrar:
            super().settle(game, people, outcome)
        else:  # kept until the registrar has done it: this node may be gone before it can tell him
            self.results += 1
            result = Settle(f"{self.era}.{self.results}", game, tuple(people), outcome)
            self.keep("unsettled", result.id, result)
            self._abroad(-1, result)  # type: ignore[arg-type]

    def settle_once(self, result: Settle) -> None:
        """Write the result of a table elsewhere into everybody's score."""
        if result.id in self.settled:
            return
        self.settled[result.id] = None
        if len(self.settled) > SETTLED:
            del self.settled[next(iter(self.settled))]
        super().settle(result.game, result.people, result.outcome)
        self.keep("unsettled", result.id, None)


FOLLOWED = {"person", "save", "ban", "keeper"}
"""The facts that every node knows."""


def arrival(person: Person) -> words.Came:
    """Somebody is here, for those who have not heard of it."""
    games = None if person.games is None else sorted(person.games)
    return words.Came(encode(person.profile), person.conn or 0, games, person.hold)
