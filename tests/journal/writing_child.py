"""A process that commits batch after batch, filing all the time, says which are on disk, and is killed.

`python -m tests.journal.writing_child FOLDER` goes on with whatever is there.
"""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.bench.journal import games

SIZE = 7


def batches() -> Iterator[Batch]:
    """The same in every process."""
    return games(SIZE)


def main() -> None:
    journal = SqliteJournal(Path(sys.argv[1]), filed_at=20, step=3)
    done = sum(1 for _ in journal.batches())
    for number, batch in enumerate(itertools.islice(batches(), done, None), done + 1):
        journal.commit(batch)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
