"""A spy: what a hall's journal tells, so that attackers aim well and secrets are recognised."""

import re
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

import msgspec

from tablehall.hall import saves
from tablehall.hall.people import Profile
from tablehall.hall.saves import SaveFile
from tablehall.hall.table import Table
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.soak.shadow import Shadow

T = TypeVar("T")
TOKEN = re.compile(rb"[0-9a-f]{20}(?:[0-9a-f]{44})?(?![0-9a-f])")
"""What a code or a seed looks like."""
LOOKS_EVERY = 1.0
"""Seconds for which the spy believes what it has seen."""
OURS = "x"
"""The names of attackers begin so."""
_profile = msgspec.json.Decoder(Profile).decode


class Spy:
    """Looks into the journal for attackers, and into what they hear for secrets."""

    def __init__(self, data: Path) -> None:
        self.problems: list[str] = []
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.secrets: dict[bytes, str] = {}
        """Codes of private tables and seeds of games that are not over, of others than attackers."""
        self._shadow = Shadow(data)
        self._journal = SqliteJournal(data, read_only=True)
        self._seen_at = 0.0
        self._people: dict[int, Profile] = {}
        self._saves: list[SaveFile] = []
        self._tables: list[Table] = []

    def look(self) -> None:
        """See what has happened, if it is time to."""
        if time.monotonic() < self._seen_at + LOOKS_EVERY:
            return
        kept = self._journal.kept()
        people = [_profile(row) for row in kept.get("person", {}).values()]
        self._people = {profile.id: profile for profile in people}
        self._saves = [saves.decode(row) for row in kept.get("save", {}).values()]
        self._tables = [table for table in self._shadow.tables.values() if not self._ours(table)]
        self.secrets = {
            **{table.seed.hex().encode(): f"the seed of table {table.sheet.table}" for table in self._tables},
            **{
                table.sheet.code.encode(): f"the code of table {table.sheet.table}"
                for table in self._tables
                if table.sheet.code
            },
        }
        self._seen_at = time.monotonic()

    def _ours(self, table: Table) -> bool:
        return any(seat and seat.name.startswith(OURS) for seat in table.scene.seats)

    # What to aim at.

    def guests(self, chance: Random, most: int) -> list[str]:
        """Names of registered guests."""
        self.look()
        names = [p.name for p in self._people.values() if p.kind == "guest" and not p.name.startswith(OURS)]
        return _some(names, chance, most)

    def saves(self, chance: Random, most: int) -> list[tuple[str, str]]:
        """Games that others have saved."""
        self.look()
        names = [(save.sheet.game, save.name) for save in self._saves if not save.name.startswith(OURS)]
        return _some(names, chance, most)

    def waiting_saves(self) -> list[tuple[int, str]]:
        """Seats that are kept for people at games that were brought back."""
        self.look()
        return [
            (table.sheet.table, seat.name)
            for table in self._tables
            for seat in table.scene.seats
            if table.scene.hidden and seat and not seat.person and self._known(seat.was)
        ]

    def _known(self, person: int) -> bool:
        return person in self._people and self._people[person].kind != "stranger"

    def waiting(self, chance: Random, most: int) -> list[int]:
        """Tables that wait for players."""
        self.look()
        found = [t.sheet.table for t in self._tables if t.scene.status == "waiting" and not t.sheet.code]
        return _some(found, chance, most)

    def private(self) -> list[int]:
        """Tables that others have opened for their friends."""
        self.look()
        return [table.sheet.table for table in self._tables if table.sheet.code]

    def finished(self, most: int) -> list[int]:
        """Games that are over."""
        return [listing.table for listing in self._journal.tables(limit=most)]

    # What must not be heard.

    def heard(self, data: bytes) -> None:
        """An attacker has heard something."""
        for found in TOKEN.findall(data):
            if found in self.secrets:
                self.problems.append(f"an attacker was told {self.secrets[found]}")

    def close(self) -> None:
        """Look no more."""
        self._shadow.close()
        self._journal.close()


def _some(found: Sequence[T], chance: Random, most: int) -> list[T]:
    return chance.sample(found, min(most, len(found)))
