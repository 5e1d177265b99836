"""A real PostgreSQL for the tests: the laboratory's."""

from tablehall.lab.postgres import (
    PASSWORD,
    QUICK,
    SETTINGS,
    USER,
    RunningPostgres,
    in_memory,
    programs,
    running_postgres,
)

__all__ = [
    "PASSWORD",
    "QUICK",
    "SETTINGS",
    "USER",
    "RunningPostgres",
    "in_memory",
    "programs",
    "running_postgres",
]
