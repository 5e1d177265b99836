"""The hall itself: commands in, decisions out."""

import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from math import gcd
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import AnyGame, Outcome, Reason
from tablehall.hall import records, scores
from tablehall.hall.alarms import Alarms
from tablehall.hall.bans import Bans
from tablehall.hall.commands import Command
from tablehall.hall.decision import Decision, IndexEntry, Summary, and_one
from tablehall.hall.notices import AnyNews, Audience, Happened, Listed
from tablehall.hall.people import People, Person
from tablehall.hall.refusals import Why
from tablehall.hall.saves import SaveFile
from tablehall.hall.table import RING_KEPT, Table

LINGER = 600_000
"""How long a finished table stays for a last word and a rematch."""
EMPTY = 60_000
"""How long a table waits for its first player."""
SNAPSHOT_EVERY = 64
TABLE_NUMBERS = 9 * 10**9
"""So many numbers have ten digits."""


class Limits(msgspec.Struct, frozen=True):
    """What bounds the hall."""

    tables: int = 50_000
    tables_each: int = 200
    spectators: int = 1_000
    saves: int = 1_000
    finished: int = 1_000


encode = msgspec.json.Encoder().encode


class Hall:
    """Everybody, every table, and what they can ask of each other."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        chance: Callable[[int], bytes],
        limits: Limits = Limits(),  # noqa: B008 (frozen)
    ) -> None:
        self.games = dict(games)
        self.chance = chance
        self.limits = limits
        self.people = People()
        self.tables: dict[int, Table] = {}
        self.standing: dict[tuple[str, str], dict[int, Table]] = {}
        """The tables of each game that wait, and those that play (game, status), the oldest first."""
        self.finished: OrderedDict[int, int] = OrderedDict()
        """Finished tables, the oldest first, and when they go."""
        self.lobby: set[int] = set()
        self.listings = 0
        """How often the list of public tables has changed."""
        self.saves: dict[tuple[str, str], SaveFile] = {}
        self.saved_seeds: set[bytes] = set()
        self.saves_out: dict[tuple[str, str], int] = {}
        """The tables that saves were brought back to."""
        self.contests: dict[str, Any] = {}
        """The contests that are held here, by name (see `contest.py`)."""
        self.contest_facts: Mapping[str, Mapping[str, bytes]] = {}
        """What was kept of contests, for when they are opened again."""
        self.opponents: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {}
        """The house's own players by game and name: a view in, a move out."""
        self.staff: dict[tuple[str, int], list[int]] = {}
        """The house's own players by game (empty: any) and level."""
        self.alarms = Alarms()
        self.numbers = 0
        self.opened = 0
        self.spread = (0, 0)
        self.now = 0
        self.closing = False
        self.draining = False
        """Whether it closes only when the last game is over: who sits at a table may come back."""
        self.bans = Bans()
        self.foreign: dict[int, str] = {}
        """The tables that another node of the hall decides on, and its name (see `cluster/`)."""
        self.owns_all = True
        """Whether every table that was ever opened may be decided on here."""
        self.registrar = True
        """Whether it is here that people come in, go, and get their scores."""
        self.decision = Decision()

    def handle(self, command: Command, now: int) -> Decision:
        """Decide on a command at a time. A refused command has changed nothing."""
        if now > self.now:
            self.now = now
        self.decision = decision = Decision()
        decision.refused = HANDLERS[type(command)](self, command)
        return decision

    def find(self, number: int) -> Table | None:
        """The table of a number that somebody has named."""
        return self.tables.get(number)

    # What other nodes of the hall must hear of; alone in the world there is nobody to tell.

    def came(self, person: Person) -> None:
        """Somebody came in."""

    def left(self, person: Person, giving_up: frozenset[str] | None) -> None:
        """Somebody is no longer here."""

    def vacate(self, person: Person, number: int) -> None:
        """Somebody gets up from a table that another node decides on."""

    def looks(self, person: Person, number: int, *, on: bool) -> None:
        """Somebody looks on at a table, or no longer."""

    # Remembering and telling.

    def write(self, table: Table, kind: type[records.Record], *what: Any, played: Any = None) -> None:
        """Write a record into a table's log and tell everybody at the table."""
        scene = table.scene
        record: Any = kind(scene.seq + 1, self.now, scene.prev, *what)
        if kind in records.THROWING:  # what was thrown is known only afterwards
            events = table.apply(record, "", played)
            if table.dice.thrown:
                record = replace(record, throws=table.dice.rest())
            line = encode(record)
            table.scene = replace(table.scene, prev=records.digest(line))
        else:
            line = encode(record)
            events = table.apply(record, records.digest(line), played)
        self.remember(table, record, line, events)

    def remember(self, table: Table, record: Any, line: bytes, events: tuple[Any, ...]) -> None:
        """Put a written record into the decision, and the news of it."""
        decision = self.decision
        number = table.sheet.table
        if table.draft is not None:
            table.draft.append((number, record.seq, line))
        else:
            decision.records.append((number, record.seq, line))
            if record.seq % SNAPSHOT_EVERY == SNAPSHOT_EVERY - 1:
                self.snapshot(table)
        self.announce(table, Happened(record, events, table.sheet, table.scene, table.game))

    def announce(self, table: Table, news: Happened) -> None:
        """Tell everybody at a table what happened."""
        decision, record = self.decision, news.record
        table.ring.append(news)
        if len(table.ring) > RING_KEPT:
            del table.ring[0]
        audience = table.audience
        if audience is None:
            audience = self.audience(table)
        if type(record) is records.Said and record.to is not None:
            audience = [(conn, seat) for conn, seat in audience if record.readable_by(seat)]
        if table.contest is not None:
            table.contest.announce(table, news)
            if not audience:
                return
        decision.notices.append((audience, news))

    def snapshot(self, table: Table) -> None:
        """Have the table kept as it is now, so that it loads without the log before."""
        taken = (table.sheet.table, table.scene.seq, snapshot_of(table))
        self.decision.snapshots = and_one(self.decision.snapshots, taken)

    def tell(self, audience: Audience, news: AnyNews) -> None:
        """Add a notice to the decision."""
        if audience:
            self.decision.notices.append((audience, news))

    def tell_at_once(self, audience: Audience, news: AnyNews) -> None:
        """Add a notice that need not wait until something is remembered."""
        self.decision.at_once = and_one(self.decision.at_once, (audience, news))

    def keep(self, kind: str, key: str, value: Any) -> None:
        """Keep a fact; None forgets it."""
        fact = (kind, key, None if value is None else encode(value))
        self.decision.kept = and_one(self.decision.kept, fact)

    def keep_person(self, person: Person) -> None:
        self.keep("person", str(person.id), person.profile)

    def keep_save(self, save: SaveFile) -> None:
        self.saves[save.sheet.game, save.name] = save
        self.saved_seeds.add(bytes.fromhex(save.seed))
        self.keep("save", f"{save.sheet.game}/{save.name}", save)

    def in_play(self, save: SaveFile) -> bool:
        """Whether somebody is at a table with this game right now."""
        here = self.saves_out.get((save.sheet.game, save.name))
        tables = [self.tables.get(number) for number in (here, save.sheet.table) if number]
        return any(table and self.audience(table) for table in tables)

    def index(self, table: Table, status: str) -> None:
        """Note in the list of tables what became of one."""
        sheet, scene = table.sheet, table.scene
        if table.draft is not None:
            if status == "live":
                return
            self.decision.records += table.draft
            table.draft = None
            self.keep("hall", "opened", self.opened)
        if status == "live":
            self._index(IndexEntry(sheet.table, sheet.game, status, self.now, (), table.seed.hex(), b"{}"))
            return
        players = tuple(seat.name if seat else "" for seat in scene.seats)
        people = tuple(seat.person for seat in scene.seats if seat and seat.person)
        summary = Summary(sheet.title, players, sheet.opened, bool(sheet.code), scene.outcome)
        self._index(IndexEntry(sheet.table, sheet.game, status, self.now, people, "", encode(summary)))

    def _index(self, entry: IndexEntry) -> None:
        self.decision.index = and_one(self.decision.index, entry)

    def sort_in(self, table: Table) -> None:
        """Put a table to those that wait or to those that play."""
        for status in ("waiting", "playing"):
            tables = self.standing.setdefault((table.sheet.game, status), {})
            if table.scene.status == status:
                tables.setdefault(table.sheet.table, table)
            else:
                tables.pop(table.sheet.table, None)

    def list_table(self, change: Any, table: Table) -> None:
        """Tell the lobby about a public table."""
        self.sort_in(table)
        before, table.listed = table.listed, table.scene
        self.listings += 1
        if self.lobby and not (table.sheet.code or table.hidden):
            audience: Audience = [(conn, None) for conn in self.lobby]
            self.tell(audience, Listed(change, table.sheet, table.scene, table.game, before))

    def audience(self, table: Table) -> Audience:
        """Who hears what happens at a table."""
        if table.audience is None:
            number, game = table.sheet.table, table.sheet.game
            heard: Audience = []
            for seat_number, seat in enumerate(table.scene.seats):
                person = self.people.by_id.get(seat.person) if seat else None
                if person and person.conn is not None and number in person.tables and person.attends(game):
                    heard.append((person.conn, seat_number))
            for watcher in table.watchers:
                person = self.people.by_id[watcher]
                if person.conn is not None and person.attends(game):
                    heard.append((person.conn, None))
            table.audience = heard
        return table.audience

    # Numbers and secrets.

    def number(self) -> int:
        """The next number for a person or a visit; never used again."""
        self.numbers += 1
        self.keep("hall", "numbers", self.numbers)
        return self.numbers

    def table_number(self, *, keep: bool = True) -> int:
        """A new table's number: ten digits, never used before. The tables are counted, and
        the count is spread over all such numbers in an order of this hall's own. (It need not
        be kept at once if the table itself is not.)"""
        if not self.spread[0]:
            step = int.from_bytes(self.chance(8), "big") % TABLE_NUMBERS
            while gcd(step, TABLE_NUMBERS) > 1:
                step += 1
            self.spread = (step, int.from_bytes(self.chance(8), "big") % TABLE_NUMBERS)
            self.keep("hall", "spread", self.spread)
        self.opened += 1
        if keep:
            self.keep("hall", "opened", self.opened)
        return 10**9 + (self.opened * self.spread[0] + self.spread[1]) % TABLE_NUMBERS

    def secret(self) -> str:
        """A new secret, unguessable."""
        return str(uuid.UUID(bytes=self.chance(16), version=4))

    # The life of a table.

    def finish(self, table: Table, outcome: Outcome) -> None:
        """The game is over: reveal the seed, settle the scores, keep the table a while."""
        number = table.sheet.table
        self.write(table, records.Ended, outcome, table.seed.hex())
        self.reveal(table)
        self.index(table, "finished")
        if table.sheet.rated:
            people = tuple(seat.person if seat else 0 for seat in table.scene.seats)
            self.settle(table.sheet.game, people, outcome)
        if table.contest is not None:  # the next game is about to begin: nobody lingers
            table.contest.settle(table, outcome)
            if not table.hidden:
                self.list_table("gone", table)
            self.forget(table)
            return
        self.alarms.set(number, None)
        self.finished[number] = self.now + LINGER
        if len(self.finished) > self.limits.finished:
            self.forget(self.tables[next(iter(self.finished))])
        elif len(self.finished) == 1:
            self.alarms.set("finished", self.now + LINGER)
        self.list_table("gone", table)

    def reveal(self, table: Table) -> None:
        """The seed is known now: saves of this game take new dice from here on."""
        if table.seed in self.saved_seeds:
            for save in list(self.saves.values()):
                if save.seed == table.seed.hex():
                    self.keep_save(replace(save, revealed=True))

    def settle(self, game: str, people: Sequence[int], outcome: Outcome) -> None:
        """Write the result into everybody's score."""
        players = [self.people.by_id.get(number) for number in people]
        before = [
            person.profile.scores.get(game, scores.NEWCOMER) if person else scores.NEWCOMER
            for person in players
        ]
        for person, score in zip(players, scores.settle(before, outcome), strict=True):
            if person is not None:
                person.profile.scores[game] = score
                self.keep_person(person)

    def close(self, table: Table, why: str, *, reveal: bool = True) -> None:
        """Give a table up without a result."""
        # At a table that waits with a saved game nothing has been played: its dice stay secret.
        reveal = reveal and table.scene.state is not None and table.scene.status != "waiting"
        self.write(table, records.Closed, why, table.seed.hex() if reveal else "")
        if reveal:
            self.reveal(table)
        self.index(table, "closed")
        self.list_table("gone", table)
        self.forget(table)

    def desert(self, table: Table) -> None:
        """A saved game goes on elsewhere: give this table up, and keep its dice secret."""
        self.close(table, "reopened", reveal=False)

    def forget(self, table: Table) -> None:
        """Free everything a table holds in memory."""
        number = table.sheet.table
        self.tables.pop(number, None)
        self.finished.pop(number, None)
        self.alarms.set(number, None)
        if table.sheet.bots is not None:
            self.alarms.set(("bots", number), None)
        save = (table.sheet.game, table.scene.save)
        if self.saves_out.get(save) == number:
            del self.saves_out[save]
        for seat in table.scene.seats:
            person = self.people.by_id.get(seat.person) if seat else None
            if person:
                self.rise(person, number)
        for watcher in table.watchers:
            self.people.by_id[watcher].watching.discard(number)

    def rise(self, person: Person, number: int) -> None:
        """A person is no longer at a table; a stranger with nowhere to sit is forgotten."""
        person.tables.discard(number)
        if number in self.tables:
            self.tables[number].audience = None
        if person.profile.kind == "stranger" and person.conn is None and not person.tables:
            self.people.remove(person)
            self.keep("person", str(person.id), None)


HANDLERS: dict[type[Command], Callable[[Hall, Any], Reason | None]] = {}


def handles(command: type[Command]) -> Callable[[Callable[[Hall, Any], Reason | None]], Any]:
    """Mark the function that decides on a kind of command."""

    def mark(function: Callable[[Hall, Any], Reason | None]) -> Callable[[Hall, Any], Reason | None]:
        HANDLERS[command] = function
        return function

    return mark


def snapshot_of(table: Table) -> bytes:
    """The table as it is now, to start from instead of its whole log."""
    return encode(SaveFile.of(table))


def seated(hall: Hall, person: int, table: int) -> tuple[Table, int] | Why:
    """The table and the seat of a person at it, or why there is none."""
    found = hall.tables.get(table)
    if found is None:
        return Why.NO_SUCH_TABLE
    seat = found.scene.seat_of(person)
    known = hall.people.by_id.get(person)
    if seat is None or known is None or table not in known.tables:
        return Why.NOT_SEATED
    return found, seat
