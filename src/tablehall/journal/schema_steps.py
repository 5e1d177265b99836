"""The schema of a journal's file, step by step; a file of any earlier tablehall is brought up to date."""

import sqlite3
from collections.abc import Callable
from importlib import resources
from typing import NamedTuple

from tablehall.journal import into_batches


class Step(NamedTuple):
    """One numbered step: a script, and what no script can do."""

    number: int
    script: str
    then: Callable[[sqlite3.Connection], None] | None

    def take(self, db: sqlite3.Connection) -> None:
        """Take the step, in a transaction of the caller's."""
        statement = ""
        for line in self.script.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                db.execute(statement)
                statement = ""
        if self.then is not None:
            self.then(db)
        db.execute(f"PRAGMA user_version = {self.number}")


def steps() -> list[Step]:
    """The steps that this tablehall knows, in their order."""
    folder = resources.files("tablehall.journal") / "schema"
    scripts = sorted((f.name, f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".sql"))
    then = {"002-batches.sql": into_batches.rewrite}
    return [Step(number, script, then.get(name)) for number, (name, script) in enumerate(scripts, 1)]


def version(db: sqlite3.Connection) -> int:
    """How many steps a file has taken."""
    taken: int = db.execute("PRAGMA user_version").fetchone()[0]
    return taken
