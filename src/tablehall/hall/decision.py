"""A decision: what follows from a command, and how it is put together."""

import uuid
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from tablehall.games.api import Outcome, Reason
from tablehall.hall import facts, numbering, records, saves, scores
from tablehall.hall.facts import Fact
from tablehall.hall.missed import miss, tell_missed
from tablehall.hall.notices import Audience, Happened, Listed, News
from tablehall.hall.promises import Promise
from tablehall.hall.saves import SaveFile
from tablehall.hall.scene import Scene
from tablehall.hall.table import RING_KEPT, Table

if TYPE_CHECKING:
    from tablehall.hall.hall import Hall
    from tablehall.hall.people import Person

T = TypeVar("T")

SNAPSHOT_EVERY = 64
BEGINNING = {records.Opened, records.Drawn, records.Started}
"""What the players of an organiser's table do not hear: they are told of the game when it has begun."""
LAST = {records.Closed, records.Saved}
"""After these nobody may sit at the table any more, and yet all who did must hear of it."""

LEAVING = {records.Stood, records.Dropped}
"""After these somebody may no longer sit at the table."""

STATUS: dict[type, str] = {
    records.Opened: "live",
    records.Reopened: "live",
    records.Saved: "saved",
    records.Closed: "closed",
    records.Ended: "finished",
}
"""What the list of tables says after a record."""

RARE = {*STATUS, *LAST, *LEAVING, *records.THROWING}
"""What is more than applied and told: dice may be thrown, a seat lost, or the list of tables changed."""

encode = msgspec.json.Encoder().encode


Line = tuple[int, int, bytes]
"""A record for a table's log, or a snapshot of the table after it: (table, seq, data)."""


class IndexEntry(NamedTuple):
    """What is known of a table without its log."""

    table: int
    game: str
    status: str
    at: int
    people: tuple[int, ...]
    seed: str
    """There only as long as it is secret."""
    summary: bytes
    contest: bool = False
    """Whether the game is part of a contest: its log need not be kept for ever."""


class Summary(msgspec.Struct, omit_defaults=True):
    """A table in the list of games played."""

    title: str
    players: tuple[str, ...]
    opened: int
    private: bool = False
    outcome: Outcome | None = None


def and_one(have: Sequence[T], more: T) -> list[T]:
    """A list made when it is wanted: most decisions want none. A few want very many."""
    if isinstance(have, list):
        have.append(more)
        return have
    return [*have, more]


class Decision:
    """What follows from a command: what to remember first, and then what to tell whom."""

    # Most decisions are moves and need no more than records and notices.
    refused: Reason | None = None
    result: Any = None
    facts: Sequence[Fact] = ()
    index: Sequence[IndexEntry] = ()
    snapshots: Sequence[Line] = ()
    outbox: Sequence[Any] = ()
    """Messages to other nodes of the hall, to be sent once everything is remembered."""

    def __init__(self) -> None:
        self.records: list[Line] = []
        self.notices: list[tuple[Audience, News]] = []

    def remembers(self) -> bool:
        """Whether there is anything to remember before telling."""
        return bool(self.records or self.facts or self.index or self.snapshots)


class Deciding(Decision):
    """A decision in the making: it changes the hall by records and facts, and collects them."""

    def __init__(self, hall: "Hall", now: int) -> None:
        self.records, self.notices = [], []
        self.hall = hall
        self.now = now

    # Remembering and telling.

    def write(self, table: Table, kind: type[records.Record], *what: Any, played: Any = None) -> None:
        """Write a record into a table's log and tell everybody at the table, which has got back before what
        time it is owed: what happens now must not count as if it had happened in between."""
        if self.hall.owed:
            self.give_back(table.sheet.table)
        scene = table.scene
        self.append(table, kind(scene.seq + 1, self.now, scene.prev, *what), played)

    def append(self, table: Table, record: Any, played: Any = None) -> None:
        """The same, for a record that is made. In the path of every move."""
        if type(record) in RARE:
            self._append_rare(table, record, played)
        else:
            line, before = encode(record), table.scene.state
            events = self.hall.apply(table, record, sha256(line).hexdigest(), played)  # as `digest`
            self._told(table, record, line, events, before=before)

    def _append_rare(self, table: Table, record: Any, played: Any) -> None:
        """A record that changes more than a position."""
        hall, before, kind = self.hall, table.scene, type(record)
        audience = hall.audience(table) if kind in LAST else None
        leaver = self._elsewhere(table, record.seat) if kind in LEAVING else None
        if kind in records.THROWING:  # what was thrown is known only afterwards
            events = hall.apply(table, record, "", played)
            if table.dice.thrown:
                record = replace(record, throws=table.dice.rest())
            line = encode(record)
            table.scene = replace(table.scene, prev=records.digest(line))
        else:
            line = encode(record)
            events = hall.apply(table, record, records.digest(line), played)
        news = self._told(table, record, line, events, audience)
        if kind in STATUS and (kind is not records.Saved or record.put_away):
            self._index(table, STATUS[kind])
        if leaver:
            self.tell([heard for heard in leaver if heard not in hall.audience(table)], news)
        if kind in LAST and table.scene.status != before.status:  # not if it is saved and goes on
            tell_missed(self, table, record)
            if kind is not records.Saved:  # those who play there may come back
                self.release_seats(before.seats)
        elif kind is records.Ended:
            tell_missed(self, table, record)
        elif kind in LEAVING or kind is records.Replaced:
            if kind is records.Replaced:
                miss(self, table, before.seats[record.seat : record.seat + 1], "replaced", "absent")
            self.release_players(before)

    def _told(
        self,
        table: Table,
        record: Any,
        line: bytes,
        events: tuple[Any, ...],
        audience: Audience | None = None,
        before: Any = None,
    ) -> Happened:
        """A record is in a table's log: it is remembered, and everybody at the table hears of it."""
        hall, seq = self.hall, record.seq
        (self.records if table.draft is None else table.draft).append((table.sheet.table, seq, line))
        if seq % SNAPSHOT_EVERY == SNAPSHOT_EVERY - 1 and table.draft is None:
            self.snapshot(table)
        if not hall.peers.alone and (table.organiser is None or type(record) not in BEGINNING):
            hall.peers.written(self, table, line)
        news = Happened(record, events, table.sheet, table.scene, table.game, before)
        self.announce(table, news, audience)
        return news

    def _elsewhere(self, table: Table, number: int) -> Audience | None:
        """The connections of somebody who gets up, if they have several: the others must hear of it."""
        seat = table.scene.seats[number]
        person = self.hall.people.by_id.get(seat.person) if seat else None
        several = person is not None and len(person.conns) > 1 and person.asks
        return [(conn, number) for conn in person.conns] if person and several else None

    def take_in(self, table: Table, record: Any, line: bytes) -> None:
        """The same for a record that was written elsewhere, after checking that it is the next one."""
        before = table.scene
        self.announce(table, self.hall.take_in(table, record, line))
        if table.scene.seats is not before.seats:
            self.release_players(before)

    def announce(self, table: Table, news: Happened, audience: Audience | None = None) -> None:
        """Tell everybody at a table what happened."""
        table.ring.append(news)
        if len(table.ring) > RING_KEPT:
            del table.ring[0]
        if audience is None:
            audience = table.audience
            if audience is None:
                audience = self.hall.audience(table)
        if type(news.record) is records.Said and news.record.to is not None:
            audience = [heard for heard in audience if news.record.readable_by(heard[1])]
        if table.organiser is not None:
            table.organiser.happened(self, table, news)
            if type(news.record) in BEGINNING:
                return
        if audience:
            self.notices.append((audience, news))

    def tell(self, audience: Audience, news: News) -> None:
        """Add a notice to the decision."""
        if audience:
            self.notices.append((audience, news))

    def keep(self, fact: Fact) -> None:
        """Have a fact remembered; it is true from now on."""
        self.hall.learn(fact)
        self.facts = and_one(self.facts, fact)

    def give_back(self, number: int) -> None:
        """Give a table the time back that it is owed, if anything runs there."""
        lost, table = self.hall.owed.pop(number, 0), self.hall.tables.get(number)
        if table is None or not table.timed or table.hidden:  # among programs only answers are timed
            return
        lost = min(lost, self.now - table.scene.at)  # what has happened since was no part of it
        if lost > 0 and table.scene.status in ("waiting", "playing"):
            self.write(table, records.Carried, lost)

    # The list of tables, and the lobby.

    def _index(self, table: Table, status: str) -> None:
        """Note in the list of tables what became of one."""
        sheet, scene = table.sheet, table.scene
        contest = table.draft is not None
        if contest:
            if status == "live":
                return
            self._write_draft(table)
        if status == "live":
            entry = IndexEntry(sheet.table, sheet.game, status, self.now, (), table.seed.hex(), b"{}")
        else:
            players = tuple([seat.name if seat else "" for seat in scene.seats])
            people = tuple([seat.person for seat in scene.seats if seat and seat.person])
            summary = Summary(sheet.title, players, sheet.opened, bool(sheet.code), scene.outcome)
            entry = IndexEntry(
                sheet.table, sheet.game, status, self.now, people, "", encode(summary), contest
            )
        self.index = and_one(self.index, entry)

    def _write_draft(self, table: Table) -> None:
        self.records += table.draft or ()
        table.draft = None
        if self.hall.peers.alone:  # else each node takes whole blocks of numbers
            self.keep(facts.Counted(self.hall.opened))

    def snapshot(self, table: Table) -> None:
        """Have the table kept as it is now, so that it loads without the log before."""
        taken = (table.sheet.table, table.scene.seq, encode(SaveFile.of(table)))
        self.snapshots = and_one(self.snapshots, taken)

    def list_table(self, change: Literal["opened", "changed", "gone"], table: Table) -> None:
        """Tell the lobby about a public table, or those whom a private one keeps a seat for."""
        hall = self.hall
        before, table.listed = table.listed, table.scene
        hall.listings += 1
        if before is None:
            table.came = hall.listings
        shown = hall.lobby if not table.sheet.code else self._awaited(table) if table.scene.save else ()
        if shown and not table.hidden:
            news = Listed(change, table.sheet, table.scene, table.game, before, hall.listings)
            self.tell([(conn, None) for conn in shown], news)
        hall.peers.listed(self, change, table)

    def _awaited(self, table: Table) -> set[int]:
        """The connections of those whose saved game was brought back: they hear what becomes of it also when
        they sit there again. Whether they look on in the lobby their door knows."""
        seats = [seat for seat in table.scene.seats if seat]
        people = [self.hall.people.by_id.get(seat.was or seat.person) for seat in seats]
        return {conn for person in people if person and person.asks for conn in person.conns}

    # The end of a table.

    def finish(self, table: Table, outcome: Outcome) -> None:
        """The game is over: reveal the seed, promise that of a rematch, settle the scores, keep the table a
        while. It counts for nobody if there was no move in it, or somebody has not even seen it."""
        counts = table.scene.last is not None and not table.scene.unmet
        if table.organiser is None:
            table.promise = Promise(self.hall.chance(32), self.now)
        rematch = table.promise.commitment if table.promise else None
        self.write(table, records.Ended, outcome, table.seed.hex(), rematch)
        self._reveal(table)
        self.discard_save(table)
        if table.sheet.rated and counts:
            people = tuple(seat.person if seat else 0 for seat in table.scene.seats)
            if not self.hall.peers.settles(self, table.sheet.game, people, outcome):
                self.settle(table.sheet.game, people, outcome)
        if table.organiser is not None:  # the next game is about to begin: nobody lingers
            table.organiser.ended(self, table, outcome)
            if not table.hidden:
                self.list_table("gone", table)
            self.forget(table)
            return
        finished = self.hall.finished
        if len(finished) > self.hall.limits.finished:
            self.forget(self.hall.tables[next(iter(finished))])
        self.list_table("gone", table)

    def settle(self, game: str, people: Sequence[int], outcome: Outcome) -> None:
        """Write the result into everybody's score."""
        players = [self.hall.people.by_id.get(number) for number in people]
        before = [
            person.profile.scores.get(game, scores.NEWCOMER) if person else scores.NEWCOMER
            for person in players
        ]
        for person, score in zip(players, scores.settle(before, outcome), strict=True):
            if person is not None:
                profile = person.profile
                self.keep(facts.Known(replace(profile, scores={**profile.scores, game: score})))

    def close(self, table: Table, why: str, *, reveal: bool = True) -> None:
        """Give a table up without a result."""
        if table.organiser is not None:
            table.organiser.write_up(self, table)
        # At a table that waits with a saved game nothing has been played: its dice stay secret.
        reveal = reveal and table.scene.state is not None and table.scene.status != "waiting"
        self.write(table, records.Closed, why, table.seed.hex() if reveal else "")
        if reveal:
            self._reveal(table)
        self.list_table("gone", table)

    def put_away(self, table: Table) -> None:
        """Everybody has left: the game is kept until somebody brings it back, under a name of its own."""
        hall, scene, game = self.hall, table.scene, table.sheet.game
        before = hall.saves.get((game, scene.save))
        name = (
            before.name
            if before is not None and before.deserted
            else saves.free_name(table, self.now, hall.saves, alone=hall.peers.alone)
        )
        self.write(table, records.Saved, name, True, None, True)
        self.keep(facts.Saved(SaveFile.of(table, self.now, name, deserted=True)))
        self.release_seats(table.scene.seats)
        self.list_table("gone", table)
        while (gone := hall.shares.crowded_out((game, name))) is not None:
            self.discard(gone)
            if (gone.sheet.game, gone.name) == (game, name):
                break

    def discard_save(self, table: Table) -> None:
        """A game that the hall had put away is over, or kept under another name: there is nothing left to
        bring back."""
        save = self.hall.saves.get((table.sheet.game, table.scene.save))
        if save is not None and save.deserted:
            self.discard(save)

    def discard(self, save: SaveFile) -> None:
        self.keep(facts.Discarded(save.sheet.game, save.name))
        self.release_seats(save.scene.seats)

    def _reveal(self, table: Table) -> None:
        """The seed is known now: saves of this game take new dice from here on."""
        if table.seed in self.hall.saved_seeds:
            for save in list(self.hall.saves.values()):
                if save.seed == table.seed.hex():
                    self.keep(facts.Saved(replace(save, revealed=True)))

    def forget(self, table: Table) -> None:
        """Free everything a table holds in memory."""
        self.hall.remove(table)
        self.release_seats(table.scene.seats)

    def rise(self, person: "Person", table: Table) -> None:
        """A person is no longer around a table where they have nothing left to play."""
        self.hall.rise(person, table)
        self.release(person)

    def release_players(self, before: Scene) -> None:
        """Some of those who played may have no seat any more. (Who was out before has left long since,
        or stays until they want to go.)"""
        self.release_seats([seat for seat in before.seats if seat and not seat.gone])

    def release_seats(self, seats: Sequence[Any]) -> None:
        """Whoever had one of these seats and is not here may have nothing left to come back to."""
        for seat in seats:
            person = self.hall.people.by_id.get(seat.person) if seat else None
            if person is not None and not person.here:
                self.release(person)

    def release(self, person: "Person") -> None:
        """A stranger who is gone, with nowhere to sit, is forgotten."""
        hall = self.hall
        gone = not (person.here or hall.keeps_seat_for(person))
        gone = gone and person.id in hall.people.by_id
        if gone and person.profile.kind == "stranger" and hall.peers.leads:
            self.keep(facts.Forgotten(person.id))

    # Numbers and secrets.

    def number(self) -> int:
        """The next number for a person or a visit; never used again."""
        self.keep(facts.Numbered(self.hall.numbers + 1))
        return self.hall.numbers

    def table_number(self, *, keep: bool = True) -> int:
        """A new table's number, never used before. (The count of tables need not be kept at once if the
        table itself is not.)"""
        hall = self.hall
        key, spread = self.key(), hall.spread
        while True:
            count = hall.peers.table_count()
            if count is None:
                counted = facts.Counted(hall.opened + 1)
                (self.keep if keep else hall.learn)(counted)
                count = counted.count
            number = numbering.shuffled(count, key)
            if not spread.step or numbering.in_a_row(number, spread.step, spread.start) > hall.key.since:
                return number

    def key(self) -> bytes:
        """The hall's own key."""
        if not self.hall.key.key:
            self.keep(facts.HallKey(self.hall.chance(16).hex(), self.hall.opened))
        return bytes.fromhex(self.hall.key.key)

    def secret(self) -> str:
        """A new secret, unguessable."""
        return str(uuid.UUID(bytes=self.hall.chance(16), version=4))
