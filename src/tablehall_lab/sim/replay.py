"""A second hall from the journal alone: every batch that is on disk, in order, applied to an empty
hall must give the hall that lives, field by field.

What is not compared is what only connections know: who is here, who looks on, who is told; and games
that are remembered when they are over, until they are. A table that is over is forgotten when nobody is
left there, so the second hall may still have more of those.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tablehall.games.api import AnyGame
from tablehall.hall import facts, records
from tablehall.hall.hall import Hall, Limits
from tablehall.hall.table import LogError, Table
from tablehall.hall.verify import seeds_of
from tablehall.journal.api import Batch
from tablehall_lab.sim.sharing import counted
from tablehall_lab.sim.trace import Broken

encode = msgspec.json.encode


def no_chance(size: int) -> bytes:
    """Whoever replays a log draws nothing."""
    raise Broken("a replay wanted chance of its own")


class Replay:
    """The hall that a journal tells of."""

    def __init__(self, games: Mapping[str, AnyGame], limits: Limits) -> None:
        self.hall = Hall(games, no_chance, limits)
        self.seeds: dict[int, bytes] = {}
        self.end = 0
        """How far the journal has been read."""

    def take_in(self, batch: Batch) -> None:
        """Everything that a batch says; what does not follow from the ones before it was not written so."""
        try:
            self._apply(batch)
        except (LogError, LookupError) as error:
            raise Broken(f"the journal has forgotten or made up something: {error!r}") from error

    def _apply(self, batch: Batch) -> None:
        for row in batch.kept:
            self.hall.learn(facts.read(row))
        self.seeds |= {entry.table: bytes.fromhex(entry.seed) for entry in batch.index if entry.seed}
        logs: dict[int, list[tuple[Any, bytes]]] = {}
        for number, _, line in batch.records:
            logs.setdefault(number, []).append((records.decode(line), line))
        for number, log in logs.items():
            for record, line in log:
                table = self.hall.tables.get(number) or self._begin(number, log)
                self.hall.take_in(table, record, line)
        self._clear_away(max((entry.at for entry in batch.index), default=0))

    def _begin(self, number: int, log: list[tuple[Any, bytes]]) -> Table:
        first, _ = log[0]
        if isinstance(first, records.Opened):
            return Table(self.hall.games[first.game], self.seeds.get(number) or self._seed(first, log))
        for (game, name), save in self.hall.saves.items():
            reopened = isinstance(first, records.Reopened) and name == first.save
            if reopened and (first.origin or first.table) == save.sheet.table:
                return save.table(self.hall.games[game], self.seeds[number])
        raise LookupError(f"table {number} begins with record {first.seq}")

    def _seed(self, first: records.Opened, log: list[tuple[Any, bytes]]) -> bytes:
        """Of a game that comes as a whole: its end tells the seed, or its save has it. One that was
        closed before it began has thrown nothing."""
        told = seeds_of([record for record, _ in log])
        kept = [bytes.fromhex(s.seed) for s in self.hall.saves.values() if s.sheet.table == first.table]
        return told.get(first.commitment) or (kept[0] if kept else b"")

    def _clear_away(self, now: int) -> None:
        for number in [number for number, until in self.hall.finished.items() if until <= now]:
            self.hall.remove(self.hall.tables[number])

    def compare(self, live: Hall) -> None:
        """Whether this is the hall that lives."""
        ours, theirs = dict(fields(self.hall, live.finished)), dict(fields(live, live.finished))
        for name in sorted(ours.keys() | theirs.keys()):
            if ours.get(name) != theirs.get(name):
                raise Broken(f"{name}: the hall has {theirs.get(name)!r}, its journal {ours.get(name)!r}")


def fields(hall: Hall, finished: Iterable[int]) -> Iterator[tuple[str, Any]]:
    """Everything about a hall that must be the same, by name; of tables that are over only these."""
    yield "saves", {key: encode(save) for key, save in hall.saves.items()}
    yield "seeds of saves", hall.saved_seeds
    yield "saves that are out", {key: n for key, n in hall.saves_out.items() if n not in hall.finished}
    yield "bans", (hall.bans.names, hall.bans.addresses)
    yield "keeper", hall.keeper
    yield "numbers", (hall.numbers, hall.key, hall.spread)
    yield "shares", counted(hall)
    yield "names", {name: person.id for name, person in hall.people.by_name.items()}
    yield "secrets", {secret: person.id for secret, person in hall.people.by_secret.items()}
    for name, book in hall.contest_books.items():
        if book.info.game or book.standings or book.registrations:  # else it was only looked for
            yield f"contest {name}", (book.info, book.standings, book.registrations)
    drafts = {number for number, table in hall.tables.items() if table.draft is not None}
    standing = {key: sorted(tables.keys() - drafts) for key, tables in hall.standing.items()}
    yield "standing", {key: tables for key, tables in standing.items() if tables}
    for number in (hall.tables.keys() - hall.finished.keys() | set(finished)) - drafts:
        if number in hall.tables:
            yield f"table {number}", portrait(hall.tables[number])
    for person in hall.people.by_id.values():
        yield f"person {person.id}", (person.profile, seats(hall, person.tables, person.id))


def seats(hall: Hall, tables: Iterable[int], person: int) -> list[int]:
    """Where somebody sits who is still in the game; who is out may have walked away."""
    found = []
    for number in tables:
        scene = hall.tables[number].scene
        seat = scene.seat_of(person)
        drafted = hall.tables[number].draft is not None
        if number not in hall.finished and seat is not None and not scene.is_out(seat) and not drafted:
            found.append(number)
    return sorted(found)


def portrait(table: Table) -> tuple[Any, ...]:
    """A table; moves in it are structs or bytes, as JSON both are the same."""
    dice = (table.dice.key, table.dice.position) if table.scene.state is not None else ()
    return (encode(table.sheet), encode(table.scene), encode(list(table.past)), encode(table.chat), dice)
