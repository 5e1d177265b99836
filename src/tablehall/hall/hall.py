"""The hall itself: commands in, decisions out. Records and facts are all that changes it."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablehall.games.api import AnyGame
from tablehall.hall import facts, records
from tablehall.hall.alarms import Alarms
from tablehall.hall.bans import Bans
from tablehall.hall.commands import Command
from tablehall.hall.deadlines import next_due
from tablehall.hall.decision import Deciding, Decision
from tablehall.hall.facts import ContestInfo, Fact, Registration, Standing
from tablehall.hall.handlers import HANDLERS
from tablehall.hall.missing import WaitingTable
from tablehall.hall.notices import Audience, Happened
from tablehall.hall.organiser import Organiser
from tablehall.hall.peers import Peers
from tablehall.hall.people import People, Person, secret_hash
from tablehall.hall.saves import SaveFile
from tablehall.hall.scene import Scene, Seat
from tablehall.hall.shares import Limits as Limits
from tablehall.hall.shares import Shares
from tablehall.hall.table import Table

LINGER = 600_000
"""How long a finished table stays for a last word and a rematch."""


NOTHING = Scene("waiting", ())
"""Before anything has happened at a table."""


class ContestBook:
    """What is remembered of one contest."""

    def __init__(self) -> None:
        self.info = ContestInfo()
        self.standings: dict[str, Standing] = {}
        self.registrations: dict[str, Registration] = {}


class Hall:
    """Everybody, every table, and what they can ask of each other."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        chance: Callable[[int], bytes],
        limits: Limits = Limits(),  # noqa: B008 (frozen)
        peers: Peers | None = None,
    ) -> None:
        self.games = dict(games)
        self.chance = chance
        self.limits = limits
        self.peers = peers or Peers()
        self.handlers = HANDLERS
        self.people = People()
        self.shares = Shares(self)
        self.tables: dict[int, Table] = {}
        self.standing: dict[tuple[str, str], dict[int, Table]] = {}
        """The tables of each game that wait, and those that play (game, status), the oldest first."""
        self.finished: OrderedDict[int, int] = OrderedDict()
        """Finished tables, the oldest first, and when they go."""
        self.lobby: set[int] = set()
        """The connections that hear of every public table; most doors have one for all their clients."""
        self.listings = 0
        """How often the list of public tables has changed."""
        self.list_keepers: list[Callable[[Table], None]] = []
        """Who keeps a list of tables up to date: called for each that comes, goes, or whose seats or status
        change."""
        self.saves: dict[tuple[str, str], SaveFile] = {}
        self.saved_seeds: set[bytes] = set()
        self.put_away_since: dict[tuple[str, str], None] = {}
        """The games that the hall put away since everybody was gone."""
        self.saves_of: dict[int, set[tuple[str, str]]] = {}
        """The saves in which each person plays: they are not forgotten while one keeps a seat for them."""
        self.codes: dict[int, facts.PairingCode] = {}
        """The codes for another device, by whose they are, ..."""
        self.code_owners: dict[str, int] = {}
        """... and whose they are, by their hashes."""
        self.saves_out: dict[tuple[str, str], int] = {}
        """The tables that saves were brought back to."""
        self.missing: dict[int, WaitingTable] = {}
        """The tables whose game the hall does not have now, ..."""
        self.missing_of: dict[int, list[WaitingTable]] = {}
        """... by whom a seat is kept for there, ..."""
        self.missing_since: dict[str, int] = {}
        """... and since when the hall has been without each of those games."""
        self.bans = Bans()
        self.keeper = ""
        """The hash of the keeper's token."""
        self.contest_books: dict[str, ContestBook] = {}
        self.organisers: dict[str, Organiser] = {}
        """Who holds contests here, by the contest's name."""
        self.staff: dict[tuple[str, int], list[int]] = {}
        """The house's own players by game (empty: any) and level."""
        self.alarms = Alarms()
        self.numbers = 0
        self.opened = 0
        self.key = facts.HallKey("")
        self.spread = facts.Spread(0, 0)
        self.alive: dict[str, int] = {}
        """When the hall, or each of its nodes, was last known to be up."""
        self.owed: dict[int, int] = {}
        """The tables whose clocks have run while the hall stood still, and for how long."""
        self.decided: Callable[[Decision], object] = lambda decision: None
        """Who remembers and tells what the hall decides of its own accord."""
        self.now = 0
        self.closing = False
        self.draining = False
        """Whether it closes only when the last game is over: who sits at a table may come back."""
        self.short_of_disk = False
        """Whether the disk is nearly full: no more tables, so that there is room for the moves of those there
        are."""

    def handle(self, command: Command, now: int) -> Decision:
        """Decide on a command at a time. A refused command has changed nothing."""
        if now > self.now:
            self.now = now
        if self.owed and getattr(command, "table", 0) in self.owed:
            self.give_back((command.table,))  # type: ignore[attr-defined]
        decision = Deciding(self, self.now)
        decision.refused = self.handlers[type(command)](decision, command)
        return decision

    def deciding(self, now: int) -> Deciding:
        """A decision to be made at a time."""
        if now > self.now:
            self.now = now
        return Deciding(self, self.now)

    def stood_still(self, lost: int) -> None:
        """The hall itself, or its machine, has stood still: whoever was on turn or away meanwhile gets the
        time back before anything else happens at their table."""
        for key in self.alarms:
            if isinstance(key, int):
                self.owed[key] = self.owed.get(key, 0) + lost

    def give_back(self, tables: Sequence[int]) -> None:
        """Give the time back to some tables."""
        decision = Deciding(self, self.now)
        for number in tables:
            decision.give_back(number)
        self.decided(decision)

    # Finding things.

    def find(self, number: int) -> Table | None:
        """The table of a number that somebody has named."""
        return self.tables.get(number)

    def by_code(self, code: str) -> Person | None:
        """Whoever has this code for another device."""
        return self.people.by_id.get(self.code_owners.get(secret_hash(code), 0))

    def audience(self, table: Table) -> Audience:
        """Who hears what happens at a table."""
        if table.audience is None:
            number, game, by_id = table.sheet.table, table.sheet.game, self.people.by_id
            heard: Audience = []
            for seat_number, seat in enumerate(table.scene.seats):
                person = by_id.get(seat.person) if seat is not None else None
                if person is not None and number in person.tables and person.attends(game):
                    for conn in person.conns:
                        heard.append((conn, seat_number))
            for watcher in table.watchers:
                person = self.people.by_id[watcher]
                if person.attends(game):
                    heard.extend([(conn, None) for conn in person.conns])
            table.audience = heard
        return table.audience

    def in_play(self, save: SaveFile) -> bool:
        """Whether somebody is at a table with this game right now, or may come back to it."""
        here = self.saves_out.get((save.sheet.game, save.name))
        tables = [self.tables.get(number) for number in (here, save.sheet.table) if number]
        return any(table and (table.scene.status == "playing" or self.audience(table)) for table in tables)

    # Records: what happens at a table, and what follows from it for the hall.

    def apply(self, table: Table, record: Any, hash_: str, played: Any = None) -> tuple[Any, ...]:
        """The one way in which a record changes anything. Returns the game events it brought."""
        before = table.scene
        events = table.apply(record, hash_, played)
        scene = table.scene
        if scene.seats is not before.seats or scene.status != before.status:
            self._follow(table, before, record)
        elif table.timed:
            self.arm(table)
        return events

    def take_in(self, table: Table, record: Any, line: bytes) -> Happened:
        """The same for a record that was written elsewhere, after checking that it is the next one."""
        before = table.scene
        news = table.take_in(record, line)
        self._follow(table, before, record)
        return news

    def adopt(self, table: Table, before: Scene = NOTHING) -> None:
        """Take in a table as it was rebuilt from its log; `before` is how this hall knew it."""
        self._follow(table, before, None)

    def set_aside(self, table: WaitingTable) -> None:
        """Keep a table until the hall has its game again."""
        self.missing[table.number] = table
        for person in table.people:
            self.missing_of.setdefault(person, []).append(table)

    def keeps_seat_for(self, person: Person) -> bool:
        """Whether somebody has a seat to come back to, at a table or in a game that was put away."""
        return bool(person.tables) or person.id in self.saves_of or person.id in self.missing_of

    def _follow(self, table: Table, before: Scene, record: Any) -> None:
        """Whatever a table's new seats and status mean for the hall."""
        scene = table.scene
        if scene.seats is not before.seats:
            table.audience = None
            table.timed = table.sheet.clock.kind != "none" or scene.anybody_away()
            if type(record) is records.Sat:
                self._take_seat(table, scene.seats[record.seat])
            else:
                self._seat(table, before, record)
        if scene.status != before.status or before.seq < 0:
            self._place(table, before, record)
        self.arm(table)
        self._list(table)

    def _list(self, table: Table) -> None:
        for keep in self.list_keepers:
            keep(table)

    def _seat(self, table: Table, before: Scene, record: Any) -> None:
        """Whoever sits at a table knows it. Who is out of the game may stay there until they leave."""
        number, by_id, seats = table.sheet.table, self.people.by_id, table.scene.seats
        known = before.seats if number in self.tables else ()
        left = seats[record.seat] if type(record) is records.Dropped and record.why == "left" else None
        for seat in before.seats:
            if seat is None or (seat in seats and left is None):
                continue
            sits = any(now and now is not left and now.person == seat.person for now in seats)
            person = None if sits else by_id.get(seat.person)
            if person is not None:
                person.tables.discard(number)
        for seat in seats:
            if seat is not None and not seat.gone and seat not in known:
                self._take_seat(table, seat)

    def _take_seat(self, table: Table, seat: Seat | None) -> None:
        person = self.people.by_id.get(seat.person) if seat is not None else None
        if person is not None:
            person.tables.add(table.sheet.table)
            if table.sheet.table in person.watching:
                self.watch(person, table, on=False)

    def _place(self, table: Table, before: Scene, record: Any) -> None:
        """A table stands among those that wait, play or are finished, or it is gone."""
        number, scene = table.sheet.table, table.scene
        if scene.status in ("closed", "saved") and self.peers.owns(number):
            self.remove(table)
            return
        self.tables[number] = table
        if scene.status == "finished":
            self.shares.table_gone(number)
        else:
            self.shares.count_table(table)
        self._sort(table, before)
        if scene.save and scene.status in ("waiting", "playing"):
            self.saves_out[table.sheet.game, scene.save] = number
        if scene.status == "finished" and table.organiser is None:
            self.finished[number] = (record.at if record else self.now) + LINGER
            if len(self.finished) == 1:
                self.alarms.set("finished", self.finished[number])
        if before.seq < 0:
            self.await_bots(table)

    def await_bots(self, table: Table) -> None:
        """The house's players come when the table said they should."""
        number, plan = table.sheet.table, table.sheet.bots
        if plan and plan.after and table.scene.status == "waiting" and self.peers.owns(number):
            self.alarms.set(("bots", number), table.sheet.opened + plan.after)

    def _sort(self, table: Table, before: Scene) -> None:
        if table.hidden:
            return
        number, game, status = table.sheet.table, table.sheet.game, table.scene.status
        if before.seq >= 0 and before.status != status:
            self.standing.get((game, before.status), {}).pop(number, None)
        if status in ("waiting", "playing"):
            self.standing.setdefault((game, status), {}).setdefault(number, table)

    def arm(self, table: Table) -> None:
        """Set the alarm for a table's next deadline, if it is this node that decides on it."""
        due = next_due(table) if self.peers.owns(table.sheet.table) else None
        self.alarms.set(table.sheet.table, due and due.when)

    def remove(self, table: Table) -> None:
        """Free everything a table holds in memory."""
        number, game = table.sheet.table, table.sheet.game
        self.tables.pop(number, None)
        self.finished.pop(number, None)
        self.shares.table_gone(number)
        if table.scene.status != "finished":
            for status in ("waiting", "playing"):
                self.standing.get((game, status), {}).pop(number, None)
        self.alarms.set(number, None)
        if table.sheet.bots is not None:
            self.alarms.set(("bots", number), None)
        if self.saves_out.get((game, table.scene.save)) == number:
            del self.saves_out[game, table.scene.save]
        for seat in table.scene.seats:
            person = self.people.by_id.get(seat.person) if seat else None
            if person is not None:
                self.rise(person, table)
        for watcher in table.watchers:
            self.people.by_id[watcher].watching.discard(number)
        self.peers.removed(table)
        self._list(table)

    # Who is around a table: connections come and go, and nothing of it is remembered.

    def watch(self, person: Person, table: Table, *, on: bool) -> None:
        """Somebody joins the spectators around a table, or leaves them."""
        number = table.sheet.table
        if on:
            person.watching.add(number)
            table.watchers |= {person.id}
        else:
            person.watching.discard(number)
            table.watchers -= {person.id}
        table.audience = None

    def rise(self, person: Person, table: Table) -> None:
        """A person is no longer around a table."""
        person.tables.discard(table.sheet.table)
        table.audience = None

    # Facts.

    def learn(self, fact: Fact) -> None:
        """The one way in which a fact changes anything: when it is decided, when it is read back from
        the journal, and when another node has decided it."""
        _LEARN[type(fact)](self, fact)

    def _known(self, fact: facts.Known) -> None:
        if fact.profile.id not in self.people.by_id:
            self.shares.count_person(fact.profile, 1)
        self.people.know(fact.profile)

    def _forgotten(self, fact: facts.Forgotten) -> None:
        person = self.people.by_id.get(fact.person)
        if person is not None:
            for number in list(person.watching):
                self.watch(person, self.tables[number], on=False)
            self.people.forget(person)
            self.shares.count_person(person.profile, -1)
            self.alarms.set(("person", person.id), None)

    def _saved(self, fact: facts.Saved) -> None:
        save, key = fact.save, (fact.save.sheet.game, fact.save.name)
        self._put_back(key)
        self.saves[key] = save
        self.shares.count_save(save)
        self.saved_seeds.add(bytes.fromhex(save.seed))
        if save.deserted:
            self.put_away_since[key] = None
        for person in save.people():
            self.saves_of.setdefault(person, set()).add(key)

    def _discarded(self, fact: facts.Discarded) -> None:
        self._put_back((fact.game, fact.name))
        self.shares.save_gone((fact.game, fact.name))
        gone = self.saves.pop((fact.game, fact.name), None)
        if gone is not None and all(save.seed != gone.seed for save in self.saves.values()):
            self.saved_seeds.discard(bytes.fromhex(gone.seed))

    def _put_back(self, key: tuple[str, str]) -> None:
        """A game does not count among those that are kept for somebody, until it does again."""
        save = self.saves.get(key)
        self.put_away_since.pop(key, None)
        for person in save.people() if save is not None else ():
            games = self.saves_of.get(person, set())
            games.discard(key)
            if not games:
                self.saves_of.pop(person, None)

    def _paired(self, fact: facts.Paired) -> None:
        before = self.codes.pop(fact.person, None)
        if before is not None:
            self.code_owners.pop(before.code_hash, None)
        if fact.code is not None:
            self.codes[fact.person] = fact.code
            self.code_owners[fact.code.code_hash] = fact.person

    def _banned(self, fact: facts.Banned) -> None:
        self.bans.of(fact.by)[fact.whom] = fact.ban

    def _unbanned(self, fact: facts.Unbanned) -> None:
        self.bans.of(fact.by).pop(fact.whom, None)

    def _appointed(self, fact: facts.Appointed) -> None:
        self.keeper = fact.token_hash

    def _numbered(self, fact: facts.Numbered) -> None:
        self.numbers = max(self.numbers, fact.count)

    def _counted(self, fact: facts.Counted) -> None:
        self.opened = max(self.opened, fact.count)

    def _keyed(self, fact: facts.HallKey) -> None:
        self.key = fact

    def _spread(self, fact: facts.Spread) -> None:
        self.spread = fact

    def _alive(self, fact: facts.Alive) -> None:
        self.alive[fact.node] = fact.at

    def _missing(self, fact: facts.Missing) -> None:
        if fact.since is None:
            self.missing_since.pop(fact.game, None)
        else:
            self.missing_since[fact.game] = fact.since

    def contest_book(self, contest: str) -> ContestBook:
        """What is remembered of a contest; nothing yet of a new one."""
        return self.contest_books.setdefault(contest, ContestBook())

    def _held(self, fact: facts.Held) -> None:
        self.contest_book(fact.contest).info = fact.info

    def _scored(self, fact: facts.Scored) -> None:
        standings = self.contest_book(fact.contest).standings
        if fact.standing is None:
            standings.pop(fact.name, None)
        else:
            standings[fact.name] = fact.standing

    def _registered(self, fact: facts.Registered) -> None:
        registrations = self.contest_book(fact.contest).registrations
        if fact.registration is None:
            registrations.pop(fact.key, None)
        else:
            registrations[fact.key] = fact.registration


_LEARN: dict[type[Fact], Callable[[Hall, Any], object]] = {
    facts.Known: Hall._known,
    facts.Forgotten: Hall._forgotten,
    facts.Saved: Hall._saved,
    facts.Discarded: Hall._discarded,
    facts.Paired: Hall._paired,
    facts.Banned: Hall._banned,
    facts.Unbanned: Hall._unbanned,
    facts.Appointed: Hall._appointed,
    facts.Numbered: Hall._numbered,
    facts.Counted: Hall._counted,
    facts.HallKey: Hall._keyed,
    facts.Spread: Hall._spread,
    facts.Alive: Hall._alive,
    facts.Missing: Hall._missing,
    facts.Named: lambda hall, fact: None,  # it tells the nodes of this hall from those of others
    facts.Held: Hall._held,
    facts.Scored: Hall._scored,
    facts.Registered: Hall._registered,
    facts.Noted: lambda hall, fact: None,  # what nodes note for each other means nothing to the hall
}
