"""The journal in one SQLite file: WAL, synchronous=FULL, one writer, group commit, one row a batch."""

import errno
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import structlog

from tablehall.hall.recovery import Remembered
from tablehall.journal import schema_steps
from tablehall.journal.api import THE_FIRST, Batch, Journal, JournalError, Listing, OldGame, OldGames
from tablehall.journal.batches import contest_part, decode, encode
from tablehall.journal.checkpoints import Checkpoints
from tablehall.journal.files import OpenFiles, make_file, make_folder
from tablehall.journal.filing import STEP, Filing
from tablehall.journal.forgetting import forget_games, forget_some
from tablehall.journal.lookup import Lookup
from tablehall.journal.schema_steps import Step
from tablehall.journal.tail import Note, Tail
from tablehall.journal.tidying import SET_MARK, tidy_next, tidy_these

log = structlog.get_logger("tablehall.journal")

FILE = "tablehall.sqlite3"
RESCUED = "tablehall.rescued.sqlite3"
APPLICATION = 0x7AB1EA11

FILED_AT = 4_000
"""So much in the tail, and it is filed."""
MANY = 50_000
RECORDS_A_SECOND = 100_000
"""So many records of an older file are written anew in a second, on a machine that is not the fastest."""
SOME_BATCHES = "SELECT id, body FROM batches WHERE id > ? ORDER BY id LIMIT 100"
APPEND = {3: "INSERT INTO batches VALUES (?, ?, ?)", 6: "INSERT INTO batches VALUES (?, ?, ?), (?, ?, ?)"}
"""The statements for one batch and for two, by how many values they want."""
PAGE = 4096
STEP_PAGES = 32
"""A step of forgetting writes about so many."""


class OlderFile(JournalError):  # noqa: N818 (nothing is wrong with it)
    """A file of an older version: whoever opens it to write brings it up to date."""


class SqliteJournal(Journal):
    """The default journal; needs nothing but a folder."""

    def __init__(
        self, folder: Path, *, read_only: bool = False, filed_at: int = FILED_AT, step: int = STEP
    ) -> None:
        self.path = folder / FILE
        self._read_only = read_only
        self._filed_at = filed_at
        self._step = step
        self._known: dict[int, Note] = {}
        """The tables that are live or being filed: all that a record may follow without being looked up."""
        self._filing: Filing | None = None
        self._untidy: list[int] = []
        """The batches with records of games that were just forgotten. Should they be lost in a crash, the
        records stay until `tidy_again`."""
        self._checkpoints: Checkpoints | None = None
        try:
            if not read_only:
                make_folder(folder)
                make_file(self.path)
            self._db = self._connect()
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, self.path)) from error
        try:
            self._prepare()
            self._lookup = Lookup(self._db, self._read)
            self.files = OpenFiles(self.path)
            if not read_only:
                self._go_on()
        except (sqlite3.Error, OSError) as error:
            self._db.close()
            raise JournalError(explain(error, self.path)) from error
        except JournalError:
            self._db.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        if not self._read_only:
            return sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        if not self.path.exists():
            raise JournalError(f"There is no hall in {self.path.parent}; start one with: tablehall serve")
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)

    def _prepare(self) -> None:
        if not self._read_only:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA busy_timeout = 5000")
        self._db.execute("PRAGMA cache_size = -16384")
        have, known = schema_steps.version(self._db), schema_steps.steps()
        if have > len(known):
            raise JournalError(
                f"{self.path} was written by a newer tablehall (schema {have}, this one knows {len(known)}); "
                "use that version, or another folder with --data."
            )
        if not self._read_only:
            for step in known[have:]:
                self._take(step)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")

    def _take(self, step: Step) -> None:
        """Take a step of the schema, all of it or nothing; if it may take a while, say so first."""
        records = step.records(self._db)
        if records >= MANY:
            log.warning(
                "the journal is of an older tablehall and is written anew first; the hall opens after that",
                file=str(self.path),
                records=records,
                seconds=f"about {max(1, records // RECORDS_A_SECOND)}",
            )
        with self._transaction():
            step.take(self._db)

    def _go_on(self) -> None:
        """Know what must be known to write on."""
        since = self._lookup.indexed()
        self._known = dict(self._lookup.notes(since, "t.status = 'live'"))
        self._tail = Tail(since, self._find)
        self._lookup.catch_up(self._tail)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    # Writing.

    def commit(self, batch: Batch) -> None:
        if self._read_only:
            raise JournalError(f"{self.path} was opened for reading only: it cannot be written.")
        self.files.check_now_and_then()
        tail, filing, step = self._tail, self._filing, 0
        adds = tail.check(batch)
        number = tail.last + 1
        rest, contest = contest_part(batch)
        rows: tuple[Any, ...] = (number, None, encode(rest))
        if contest is not None:
            latest = max(entry.at for entry in contest.index)
            rows = (*rows, number + 1, latest, encode(contest))
        try:
            if filing is None:  # a statement by itself is a transaction
                self._db.execute(APPEND[len(rows)], rows)
            else:
                with self._transaction():
                    self._db.execute(APPEND[len(rows)], rows)
                    # As much as is added: however large batches are, the tail grows no longer than this one.
                    step = filing.step(self._db, adds)
                self._stepped(filing, step)
        except sqlite3.IntegrityError as error:
            raise JournalError(f"a record exists already: {error}") from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, self.path)) from error
        tail.take_in(number, rest)
        if contest is not None:
            tail.take_in(number + 1, contest)
        if self._checkpoints is not None:
            pages = 2 + step + sum(len(body) for body in rows[2::3]) // PAGE
            self._checkpoints.written(self._db, pages)
        if self._filing is None and tail.size >= self._filed_at:
            self._begin_filing()

    def checkpoint_aside(self) -> None:
        """From now on a thread of its own does what SQLite does within a commit now and then."""
        self._db.execute("PRAGMA wal_autocheckpoint = 0")
        self._checkpoints = Checkpoints(self.path)

    # Filing: the index follows the log.

    def _begin_filing(self) -> None:
        """What is in the tail goes to the index, a little with each of the next commits."""
        filed, self._tail = self._tail, Tail(self._tail.last, self._find)
        self._known.update(filed.notes)
        self._filing = Filing(filed, self._step)

    def _stepped(self, filing: Filing, step: int) -> None:
        filing.done(step)
        if filing.finished:
            self._filing = None
            for table, note in filing.tail.notes.items():
                if not note.live and table not in self._tail.notes:
                    self._known.pop(table, None)

    def file_everything(self) -> None:
        """Bring the index up to date, all at once."""
        try:
            while self._filing is not None or self._tail.size:
                if self._filing is None:
                    self._begin_filing()
                assert self._filing is not None
                filing = self._filing
                with self._transaction():
                    step = filing.step(self._db, filing.tail.size)
                self._stepped(filing, step)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, self.path)) from error

    # Forgetting: what is not in the index yet waits until it is.

    def contests_before(self, size: int) -> int:
        return self._lookup.contests_before(size)

    def forget_contests(self, before: int) -> bool:
        with self._forgetting() as upto:
            return forget_some(self._db, before, upto) > 0

    def old_games(
        self, before: int, after: tuple[int, int] = THE_FIRST, *, contests: bool = False
    ) -> OldGames:
        return self._lookup.old_games(before, after, contests=contests)

    def forget_games(self, games: Sequence[OldGame]) -> None:
        with self._forgetting():
            forget_games(self._db, games)
        self._untidy = sorted({*self._untidy, *(batch for game in games for batch in game.batches)})

    def tidy(self) -> bool:
        with self._forgetting() as upto:
            if not self._untidy:
                return tidy_next(self._db, upto)
            done = tidy_these(self._db, self._untidy, upto)
        del self._untidy[:done]
        return True

    def tidy_again(self) -> None:
        """Look at every batch once more, also at those that were tidied before."""
        with self._forgetting():
            self._db.execute(SET_MARK, (0,))

    @contextmanager
    def _forgetting(self) -> Iterator[int]:
        """A step, all of it or nothing; gives the batch up to which the index is whole."""
        try:
            with self._transaction():
                yield self._lookup.indexed()
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, self.path)) from error
        if self._checkpoints is not None:
            self._checkpoints.written(self._db, STEP_PAGES)

    def _find(self, table: int, seq: int) -> Note | None:
        """What is known of a table that the tail does not speak of. The very first record is that of a new
        one: no number is used twice."""
        note = self._known.get(table)
        return self._lookup.note(table, self._tail.since) if note is None and seq else note

    # Reading.

    def kept(self) -> Mapping[str, Mapping[str, bytes]]:
        return self._lookup.kept()

    def live_tables(self) -> list[Remembered]:
        return self._lookup.live_tables()

    def log(self, table: int) -> list[bytes]:
        return self._lookup.log(table)

    def tables(
        self, *, game: str = "", status: str = "finished", person: int = 0, before: int = 0, limit: int = 50
    ) -> list[Listing]:
        return self._lookup.tables(game, status, person, before, limit)

    def table(self, number: int) -> Listing | None:
        return self._lookup.table(number)

    def batches(self, after: int = 0) -> Iterator[tuple[int, Batch]]:
        """The log itself: every batch after one, in order."""
        while rows := self._read(SOME_BATCHES, (after,)):
            for after, body in rows:
                yield after, decode(body)

    def _read(self, query: str, values: Any = ()) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def _explained(self, error: Exception) -> JournalError:
        if "no such table" in str(error) and schema_steps.version(self._db) < len(schema_steps.steps()):
            return OlderFile(
                f"{self.path} is of an older tablehall: start the hall once to bring it up to date."
            )
        return JournalError(explain(error, self.path))

    def backup(self, target: Path) -> None:
        """Copy the journal as of now, also while a hall is running."""
        try:
            make_file(target)
            with closing(sqlite3.connect(target)) as copy:
                self._db.backup(copy)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(explain(error, target)) from error

    def close(self) -> None:
        """Let go of the file; what is behind the index is found again by whoever opens it next."""
        if self._checkpoints is not None:
            self._checkpoints.stop()
        if not self._read_only and not self.path.exists():
            self._rescue()
        self._db.close()

    def _rescue(self) -> None:
        """The file was taken away; as long as it is open everything in it can be read."""
        target = self.path.with_name(RESCUED)
        try:
            self.backup(target)
        except JournalError as error:
            log.error("the file of the hall is gone, and could not be rescued", why=str(error))
        else:
            log.warning("the file of the hall is gone; all that was in it is here", file=str(target))


def explain(error: Exception, path: Path) -> str:
    """What went wrong with the file, in words, and the cure."""
    text = str(error)
    if "full" in text or getattr(error, "errno", 0) == errno.ENOSPC:
        return f"The disk with {path} is full: make room; nothing that was told to anybody is lost."
    if "readonly" in text or "read-only" in text or isinstance(error, PermissionError):
        return f"{path} cannot be written: check who owns the folder, or choose another with --data."
    if "malformed" in text or "not a database" in text:
        return f"{path} is damaged: put a backup in its place (see `tablehall backup --help`)."
    if "locked" in text:
        return f"{path} is used by another tablehall: stop it, or choose another folder with --data."
    if "unable to open" in text or isinstance(error, OSError):
        return f"{path} cannot be opened ({text}): check the folder, or choose another with --data."
    return f"{path}: {text}"
