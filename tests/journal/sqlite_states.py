"""The journal in a file, in states that take thousands of records to come by."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablehall.hall.recovery import Remembered
from tablehall.journal.api import Batch, Listing
from tablehall.journal.sqlite import SqliteJournal


class Filed(SqliteJournal):
    """Everything is in the index after every commit."""

    def commit(self, batch: Batch) -> None:
        super().commit(batch)
        self.file_everything()


class SlowlyFiled(SqliteJournal):
    """A filing is always under way, one entry at a time if the batches are small."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, filed_at=1, step=1)


class Reopened(SqliteJournal):
    """Opened again after every commit, mostly in the middle of a filing."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, filed_at=2, step=1)
        self.commits = 0

    def commit(self, batch: Batch) -> None:
        super().commit(batch)
        self.commits += 1
        if self.commits % 3:  # a filing takes some commits to get anywhere
            self.close()
            SqliteJournal.__init__(self, self.path.parent, filed_at=2, step=1)


class ReadAlongside(SlowlyFiled):
    """What another process finds that has looked there since the beginning."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.reader = SqliteJournal(folder, read_only=True)

    def commit(self, batch: Batch) -> None:
        super().commit(batch)
        self.reader.log(1)

    def kept(self) -> Mapping[str, Mapping[str, bytes]]:
        return self.reader.kept()

    def live_tables(self) -> list[Remembered]:
        return self.reader.live_tables()

    def log(self, table: int) -> list[bytes]:
        return self.reader.log(table)

    def tables(self, **wanted: Any) -> list[Listing]:
        return self.reader.tables(**wanted)

    def table(self, number: int) -> Listing | None:
        return self.reader.table(number)

    def close(self) -> None:
        self.reader.close()
        super().close()


STATES: dict[str, type[Any]] = {
    "sqlite": SqliteJournal,
    "sqlite-filed": Filed,
    "sqlite-slowly-filed": SlowlyFiled,
    "sqlite-reopened": Reopened,
    "sqlite-read-alongside": ReadAlongside,
}
