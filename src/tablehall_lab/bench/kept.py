"""What a hall keeps on its disk: bytes a move, a line of chat, a registration, a game of a contest."""

import itertools
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.hall import Hall
from tablehall.hall.terms import Terms
from tablehall.journal.api import Batch
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.bench.engine import DRAW_MOVES
from tablehall_lab.bench.mia import entered
from tablehall_lab.services.server import ServerProcess

USED = """
    SELECT (page_count - freelist_count) * page_size
    FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""
TEXT = "Well played, that was close. Another one? I have half an hour before the train goes, or a bit more."


class Contest(NamedTuple):
    """What a contest left on the disk."""

    games: int
    seconds: float
    before: float
    """Bytes a game before what has changed since was tidied, and after."""
    after: float


def used(journal: SqliteJournal) -> int:
    """The bytes of a file that hold something, with everything in the index."""
    journal.file_everything()
    found: int = journal._read(USED)[0][0]
    return found


def bytes_each(many: int = 2_000) -> dict[str, float]:
    """Bytes for each thing that happens, if each is committed by itself."""
    hall, conns = Hall(house_games(), os.urandom), itertools.count(1)
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, SqliteJournal(Path(folder)) as journal:
        assert isinstance(journal, SqliteJournal)

        def do(command: commands.Command) -> object:
            decision = hall.handle(command, 1000)
            assert decision.refused is None, decision.refused
            journal.commit(Batch((decision,)))
            return decision.result

        def measure(name: str, doing: Iterator[commands.Command], count: int) -> None:
            before = used(journal)
            for command in itertools.islice(doing, count):
                do(command)
            found[name] = (used(journal) - before) / count

        measure(
            "registration", (commands.Enter(next(conns), name=f"guest{n}") for n in itertools.count()), many
        )
        anna, bob = (person.id for person in itertools.islice(hall.people.by_id.values(), 2))
        tables = [do(commands.Open(anna, Terms("tictactoe"))).sheet.table for _ in range(many // 20)]  # type: ignore[attr-defined]
        said = (commands.Say(anna, table, TEXT) for table in itertools.cycle(tables))
        measure("line of chat", said, many)
        for table in tables:
            do(commands.Join(bob, table))
        moves = (
            commands.Act((anna, bob)[ply % 2], table, move)
            for ply, move in enumerate(DRAW_MOVES[:8])
            for table in tables
        )
        measure("move", moves, 8 * len(tables))
    return found


def contest(bots: int, seconds: float) -> Contest:
    """A contest among so many bots over UDP, for so long."""
    with tempfile.TemporaryDirectory() as folder:
        with ServerProcess(f"--data={folder}") as server, entered(server, bots):
            began = time.monotonic()
            time.sleep(seconds)
            took = time.monotonic() - began
        with SqliteJournal(Path(folder)) as journal:
            assert isinstance(journal, SqliteJournal)
            before = used(journal)
            games = len(journal.tables(game="mia", limit=10**9))
            while journal.tidy():
                pass
            return Contest(games, took, before / games, used(journal) / games)
