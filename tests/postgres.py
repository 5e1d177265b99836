"""A real PostgreSQL for the tests: the laboratory's."""

from tablehall_lab.services.postgres import (
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
