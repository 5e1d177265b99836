"""The writer: one thread that commits batch after batch, so that the loop never waits."""

import queue
import threading
import time
from collections.abc import Callable

from tablehall.journal.api import Batch, Damaged, Journal, JournalError, NotOwner

RETRY_EVERY = 1.0
RETRY_FOR = 30.0


Work = Callable[[Journal], None]
"""What is done to a journal beside commits; it must not raise anything."""


class Writer:
    """Commits batches in order and reports each one; gives up only after a while of trying."""

    def __init__(
        self,
        journal: Journal,
        done: Callable[[Batch], None],
        failed: Callable[[JournalError, bool], None],
        *,
        retry_for: float = RETRY_FOR,
    ) -> None:
        self._journal = journal
        self._done = done
        self._failed = failed
        self._retry_for = retry_for
        self._queue: queue.SimpleQueue[Batch | Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> None:
        """Have a batch committed; `done` is called from the writer's thread afterwards."""
        self._queue.put(batch)

    def run(self, work: Work) -> None:
        """Have something else done to the journal, between two commits. The next one waits for it."""
        self._queue.put(work)

    def stop(self, timeout: float = 5.0) -> None:
        """Commit what was submitted and end the thread."""
        self._queue.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        while (wanted := self._queue.get()) is not None:
            if not isinstance(wanted, Batch):
                wanted(self._journal)
            elif self._commit(wanted):
                self._done(wanted)
            else:
                return

    def _commit(self, batch: Batch) -> bool:
        give_up = time.monotonic() + self._retry_for
        while True:
            try:
                self._journal.commit(batch)
            except JournalError as error:
                final = isinstance(error, NotOwner | Damaged) or time.monotonic() >= give_up
                self._failed(error, final)
                if final:
                    return False
                time.sleep(min(RETRY_EVERY, self._retry_for))
            except Exception as error:  # a thread that died silently would leave everybody waiting
                self._failed(JournalError(f"The journal failed: {error!r}"), True)
                return False
            else:
                return True
