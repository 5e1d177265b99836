"""A hall as text: small enough to keep, and complete, the write-ahead log included."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tablehall_lab.services.postgres import RunningPostgres, programs

DATABASE = "tablehall.sqlite3"
DUMP = "tablehall.sql"
BESIDE = ("keeper.json", "tablehall.lock")
"""Whatever else a killed server leaves."""
MARKS = ("application_id", "user_version")
PSQL = "\\"
"""How lines begin that only the program `psql` understands."""


def store(data: Path, target: Path) -> None:
    """Write a data folder down; it is left as it is."""
    target.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(f"{(data / DATABASE).absolute().as_uri()}?mode=ro", uri=True)) as db:
        marks = [f"PRAGMA {name} = {db.execute(f'PRAGMA {name}').fetchone()[0]};" for name in MARKS]
        lines = [*marks, *_schema(db), *_rows(db)]
    (target / DUMP).write_text("\n".join(lines) + "\n", "utf-8")
    for name in BESIDE:
        (target / name).unlink(missing_ok=True)
        if (data / name).exists():
            shutil.copyfile(data / name, target / name)


def _schema(db: sqlite3.Connection) -> list[str]:
    found = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rootpage")
    return [f"{sql};" for (sql,) in found]


def _rows(db: sqlite3.Connection) -> list[str]:
    """One INSERT a row. What is JSON stays readable, though its columns hold bytes."""
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return [
        f"INSERT INTO {table} VALUES ({', '.join(map(_literal, row))});"
        for (table,) in tables
        for row in db.execute(f"SELECT * FROM {table}")
    ]


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        readable = value.startswith(b"{")
        return f"CAST({_literal(value.decode())} AS BLOB)" if readable else f"x'{value.hex()}'"
    if isinstance(value, str):
        quoted = value.replace("'", "''")
        return f"'{quoted}'"
    return str(value)


def load(stored: Path, data: Path) -> None:
    """Make the data folder again as a killed server leaves it: everything is in the write-ahead log."""
    data.mkdir(parents=True)
    made = data / "made"
    made.mkdir()
    with closing(sqlite3.connect(made / DATABASE, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.executescript(f"BEGIN;\n{(stored / DUMP).read_text('utf-8')}COMMIT;")
        for name in (DATABASE, f"{DATABASE}-wal"):  # before closing moves one into the other
            shutil.copyfile(made / name, data / name)
    shutil.rmtree(made)
    for name in BESIDE:
        if (stored / name).exists():
            shutil.copyfile(stored / name, data / name)


def store_database(postgres: RunningPostgres, target: Path) -> None:
    """Write a hall in a database down."""
    command = [str(programs() / "pg_dump"), "--inserts", "--no-owner", "--no-privileges", postgres.url()]
    dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = [line for line in dump.splitlines() if line and not line.startswith(("--", PSQL))]
    (target / DUMP).write_text("\n".join(lines) + "\n", "utf-8")


def load_database(postgres: RunningPostgres, stored: Path, name: str) -> str:
    """Make the database again, under a name: its address."""
    postgres.sql(f"CREATE DATABASE {name}", url=postgres.url(database="postgres"))
    url = postgres.url(database=name)
    postgres.script((stored / DUMP).read_text("utf-8"), url)
    return url
