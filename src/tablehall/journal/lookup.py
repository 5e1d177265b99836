"""Looking something up in a journal's file: in the index, and in the batches behind it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tablehall.hall.decision import IndexEntry
from tablehall.hall.recovery import Remembered
from tablehall.journal.api import Listing, OldGame, OldGames, by_kind, latest_first
from tablehall.journal.batches import decode, decode_places, records_of
from tablehall.journal.forgetting import LOOKED_AT, OVER, TOO_MUCH, people_of, was_contest, was_saved
from tablehall.journal.tail import Note, Snapshot, Tail

NOTES = """
    SELECT t.id, t.game, t.status, t.at, t.seed, t.summary, t.seq, t.batches, s.table_id IS NOT NULL
    FROM tables t LEFT JOIN snapshots s ON s.table_id = t.id WHERE
"""
OLD_GAMES = """
    SELECT at, id FROM tables WHERE status = ? AND at < ? AND (at, id) > (?, ?) ORDER BY at, id LIMIT ?
"""
AT_ONCE = 200
"""So many batches are asked for at a time."""


class Lookup:
    """Everything that can be read from the file, by whoever writes it and by others."""

    def __init__(self, db: sqlite3.Connection, read: Callable[..., list[Any]]) -> None:
        self._db = db
        self._read = read
        self._tail = Tail(0, self._find)

    @contextmanager
    def _moment(self) -> Iterator[Tail]:
        """The file as it is at one moment, whatever is written meanwhile; gives what is behind its index."""
        self._read("BEGIN")
        try:
            since = self.indexed()
            if since != self._tail.since:
                self._tail = Tail(since, self._find)
            try:
                self.catch_up(self._tail)
            except BaseException:  # half a batch may have been taken in
                self._tail = Tail(-1, self._find)
                raise
            yield self._tail
        finally:
            self._db.rollback()

    def indexed(self) -> int:
        """The batch up to which the index is whole."""
        found: int = self._read("SELECT value FROM marks WHERE name = 'indexed'")[0][0]
        return found

    def catch_up(self, tail: Tail) -> None:
        """Take the batches in that were written since."""
        for number, body in self._read("SELECT id, body FROM batches WHERE id > ? ORDER BY id", (tail.last,)):
            tail.take_in(number, decode(body))

    def note(self, table: int, since: int) -> Note | None:
        """What the index says of a table, up to where it is whole."""
        return next((note for _, note in self.notes(since, "t.id = ?", table)), None)

    def _find(self, table: int, seq: int) -> Note | None:
        return self.note(table, self._tail.since) if seq else None

    def notes(self, since: int, which: str, *values: object) -> Iterator[tuple[int, Note]]:
        """The same of several tables. A filing that a crash broke off may have noted batches after that
        already: they will be noted again."""
        for table, game, status, at, seed, summary, seq, places, snapshot in self._read(
            NOTES + which, values
        ):
            batches = [batch for batch in decode_places(places) if batch <= since]
            entry = IndexEntry(table, game, status, at, (), seed, summary) if status else None
            note = Note(seq, batches, entry)
            note.snapshot_filed = bool(snapshot)
            yield table, note

    # What is asked for.

    def kept(self) -> dict[str, dict[str, bytes]]:
        """Every fact, by kind and key."""
        with self._moment() as tail:
            found = by_kind(self._read("SELECT kind, key, value FROM kept"))
            for (kind, key), value in tail.kept.items():
                if value is None:
                    found[kind].pop(key, None)
                else:
                    found[kind][key] = value
        return {kind: facts for kind, facts in found.items() if facts}

    def live_tables(self) -> list[Remembered]:
        """Every live table, from its snapshot and the log since."""
        with self._moment() as tail:
            notes = {**dict(self.notes(tail.since, "t.status = 'live'")), **tail.notes}
            notes = {table: note for table, note in notes.items() if note.live}
            snapshots = self._snapshots(notes)
            found: dict[int, Remembered] = {}
            since: dict[int, int] = {}
            wanted: set[int] = set()
            for table, note in notes.items():
                assert note.entry is not None
                snapshot = snapshots.get(table)
                data = snapshot.data if snapshot else None
                found[table] = Remembered(table, note.entry.game, bytes.fromhex(note.entry.seed), data, [])
                since[table] = snapshot.seq if snapshot else -1
                wanted.update(batch for batch in note.batches if not snapshot or batch >= snapshot.batch)
            for table, seq, line in self._records(sorted(wanted)):
                if seq > since.get(table, seq):
                    found[table].lines.append(line)
        return list(found.values())

    def _snapshots(self, notes: dict[int, Note]) -> dict[int, Snapshot]:
        found = {table: Snapshot(*rest) for table, *rest in self._read("SELECT * FROM snapshots")}
        for table, note in notes.items():
            if note.snapshot is not None:
                found[table] = note.snapshot
            elif note.snapshot_void:
                found.pop(table, None)
        return found

    def log(self, table: int) -> list[bytes]:
        """A table's records in order."""
        with self._moment() as tail:
            note = tail.notes.get(table) or self.note(table, tail.since)
            records = self._records(note.batches if note else [])
            return [line for number, _, line in records if number == table]

    def _records(self, batches: list[int]) -> Iterator[tuple[int, int, bytes]]:
        """Everything that happened in some batches."""
        for start in range(0, len(batches), AT_ONCE):
            some = batches[start : start + AT_ONCE]
            marks = ", ".join("?" * len(some))
            for (body,) in self._read(f"SELECT body FROM batches WHERE id IN ({marks}) ORDER BY id", some):
                yield from records_of(body)

    def table(self, number: int) -> Listing | None:
        """What is known of one table."""
        with self._moment() as tail:
            note = tail.notes.get(number) or self.note(number, tail.since)
            return listing(note.entry) if note and note.entry else None

    def tables(self, game: str, status: str, person: int, before: int, limit: int) -> list[Listing]:
        """Tables by what is known of them, the latest first."""
        seated = "JOIN players p ON p.table_id = t.id AND p.person = :person" if person else ""
        with self._moment() as tail:
            rows = self._read(
                f"SELECT t.id, t.game, t.status, t.at, t.summary FROM tables t {seated} "
                "WHERE t.status = :status AND (:game = '' OR t.game = :game) "
                "AND (:before = 0 OR t.at < :before) ORDER BY t.at DESC, t.id DESC LIMIT :limit",
                {
                    "game": game,
                    "status": status,
                    "person": person,
                    "before": before,
                    "limit": limit + len(tail.notes),
                },
            )
            found = [Listing(*row) for row in rows if row[0] not in tail.notes]
            for note in tail.notes.values():
                entry = note.entry
                fits = entry is not None and entry.status == status and game in ("", entry.game)
                if (
                    entry
                    and fits
                    and (not before or entry.at < before)
                    and self._sat(person, entry.table, note)
                ):
                    found.append(listing(entry))
        return latest_first(found)[:limit]

    # What may be forgotten.

    def contests_before(self, size: int) -> int:
        """The time before which games of contests must go for the rest to be no larger than this."""
        latest = self._read(TOO_MUCH, (size,))[0][0]
        return 0 if latest is None else int(latest) + 1

    def old_games(self, before: int, after: tuple[int, int], *, contests: bool) -> OldGames:
        """Some games that were over before a time and may be forgotten. What is not in the index yet, and all
        that was over after it, waits."""
        with self._moment() as tail:
            waiting = (note.entry.at for note in tail.notes.values() if note.entry and not note.live)
            before = min((before, *waiting))
            over = [
                row for status in OVER for row in self._read(OLD_GAMES, (status, before, *after, LOOKED_AT))
            ]
            looked_at = sorted(over)[:LOOKED_AT]
            found = [self._old_game(table, tail.since, contests=contests) for _, table in looked_at]
        return OldGames([game for game in found if game], looked_at[-1] if looked_at else None)

    def _old_game(self, table: int, since: int, *, contests: bool) -> OldGame | None:
        note = self.note(table, since)
        batches = note.batches if note else []
        lines = [line for number, _, line in self._records(batches) if number == table]
        if was_saved(lines) or was_contest(lines) != contests:
            return None
        return OldGame(table, people_of(lines), tuple(batches))

    def _sat(self, person: int, table: int, note: Note) -> bool:
        """Whether somebody sat at a table (0: whoever that was)."""
        if not person or person in note.people:
            return True
        return bool(self._read("SELECT 1 FROM players WHERE person = ? AND table_id = ?", (person, table)))


def listing(entry: IndexEntry) -> Listing:
    """A table as lists have it."""
    return Listing(entry.table, entry.game, entry.status, entry.at, entry.summary)
