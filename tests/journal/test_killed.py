"""`kill -9` on a process that writes and files: what it told of is there, and index and log say the same."""

import itertools
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from tablehall.journal.memory import MemoryJournal
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.sim.contents import difference
from tests.journal.writing_child import batches

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
LIVES = 8


def live_and_die(folder: Path, commits: int) -> int:
    """Returns the last commit that it told of."""
    command = [sys.executable, "-m", "tests.journal.writing_child", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENV) as child:
        assert child.stdout is not None
        told = [int(line) for line in itertools.islice(child.stdout, commits)]
        child.send_signal(signal.SIGKILL)
        told += [int(line) for line in child.stdout if line.endswith("\n")]
    assert child.returncode == -signal.SIGKILL
    return told[-1]


def test_whatever_it_was_doing_nothing_that_was_told_is_lost(tmp_path: Path) -> None:
    chance, model, known = random.Random(5), MemoryJournal(), 0
    tables: set[int] = set()
    day = batches()
    for _ in range(LIVES):
        told = live_and_die(tmp_path, chance.randrange(1, 60))
        with SqliteJournal(tmp_path, read_only=True) as found:
            assert isinstance(found, SqliteJournal)
            written = sum(1 for _ in found.batches())
            assert told <= written <= told + 1
            for batch in itertools.islice(day, written - known):
                model.commit(batch)
                tables |= {table for table, _, _ in batch.records}
            known = written
            assert not difference(found, model, tables, (1, 2))
    with SqliteJournal(tmp_path) as found:
        assert isinstance(found, SqliteJournal)
        assert found._lookup.indexed() > known // 2
        found.file_everything()
        assert not difference(found, model, tables, (1, 2))
