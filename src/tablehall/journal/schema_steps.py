"""The schema of a journal's file, step by step; a file of any earlier tablehall is brought up to date."""

import sqlite3
from collections.abc import Callable
from importlib import resources
from typing import NamedTuple

from tablehall.journal import into_batches


class Rewriting(NamedTuple):
    """What no script can do, and how many records it is about."""

    do: Callable[[sqlite3.Connection], None]
    records: Callable[[sqlite3.Connection], int]


REWRITING = {"002-batches.sql": Rewriting(into_batches.rewrite, into_batches.records)}


class Step(NamedTuple):
    """One numbered step: a script, and what follows it."""

    number: int
    script: str
    rewriting: Rewriting | None

    def records(self, db: sqlite3.Connection) -> int:
        """How many records must be written anew."""
        return self.rewriting.records(db) if self.rewriting else 0

    def take(self, db: sqlite3.Connection) -> None:
        """Take the step, in a transaction of the caller's."""
        statement = ""
        for line in self.script.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                db.execute(statement)
                statement = ""
        if self.rewriting is not None:
            self.rewriting.do(db)
        db.execute(f"PRAGMA user_version = {self.number}")


def steps() -> list[Step]:
    """The steps that this tablehall knows, in their order."""
    folder = resources.files("tablehall.journal") / "schema"
    scripts = sorted((f.name, f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".sql"))
    return [Step(number, script, REWRITING.get(name)) for number, (name, script) in enumerate(scripts, 1)]


def version(db: sqlite3.Connection) -> int:
    """How many steps a file has taken."""
    taken: int = db.execute("PRAGMA user_version").fetchone()[0]
    return taken
