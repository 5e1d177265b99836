"""Shares: what everybody has of the hall, counted once more from what is there, and what they may have."""

from collections import Counter
from collections.abc import Container, Iterable
from typing import Any

from tablehall.hall import facts
from tablehall.hall.commands import Command, Join, Say, Watch
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.refusals import Why
from tablehall.hall.shares import SAID
from tablehall.hall.table import Table
from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.trace import Broken

Spent = dict[Any, tuple[float, int]]
"""How much somebody had used up, and when that was."""


def shares_of(chance: Chance) -> dict[str, Any]:
    """Draw what one person and one address may have in a run: in most so little that a day reaches it."""
    return {
        "people_per_address": chance.choice((4, 20, 2_000)),
        "tables_per_address": chance.choice((2, 5_000)),
        "saves_each": chance.choice((1, 50)),
        "saves_per_address": chance.choice((2, 500)),
        "put_away_per_address": chance.choice((1, 500)),
        "chat": chance.choice((2, 100)),
        "chat_burst": chance.choice((250, 8_000)),
        "chat_per_address": chance.choice((5, 1_000)),
        "chat_burst_per_address": chance.choice((500, 100_000)),
        "guesses_burst": chance.choice((2, 20)),
    }


class Sharing:
    """Keeps its own books of what everybody has and does."""

    def __init__(self) -> None:
        self.origins: dict[int, str] = {}
        """Where everybody came from who was ever known."""
        self.contests: set[int] = set()
        """The numbers of all tables of contests that anybody was told of, remembered or not."""
        self._said: Spent = {}
        self._said_there: Spent = {}
        self._guessed: Spent = {}

    def begins(self) -> None:
        """A new life: what was used up by the minute is not remembered."""
        for spent in (self._said, self._said_there, self._guessed):
            spent.clear()

    # What happens.

    def learn(self, known: Iterable[facts.Fact]) -> None:
        """Facts that were decided."""
        for fact in known:
            if isinstance(fact, facts.Known):
                self.origins[fact.profile.id] = fact.profile.origin

    def numbered(self, table: int, host: int, logs: Container[int]) -> None:
        """A table got a number, which none has had before. (Those of a contest's are told before they are
        remembered.)"""
        if table in logs or (host and table in self.contests):
            raise Broken(f"the number {table} was given to a table once before")

    def decided(self, hall: Hall, command: Command, decision: Decision) -> None:
        """Nobody talks or guesses faster than they may."""
        limits = hall.limits
        if type(command) is Say and decision.refused is None:
            cost = SAID + len(command.text.encode())
            origin = self.origins.get(command.by, "")
            self._spend(self._said, command.by, cost, hall.now, limits.chat, limits.chat_burst)
            if origin:
                rate, burst = limits.chat_per_address, limits.chat_burst_per_address
                self._spend(self._said_there, origin, cost, hall.now, rate, burst)
        elif isinstance(command, Join | Watch) and command.code and decision.refused is Why.WRONG_CODE:
            who = self.origins.get(command.by, "") or command.by
            self._spend(self._guessed, who, 1, hall.now, limits.guesses, limits.guesses_burst)

    def _spend(self, spent: Spent, who: Any, cost: float, now: int, rate: float, burst: float) -> None:
        used, then = spent.get(who, (0.0, now))
        used = max(0.0, used - (now - then) * rate / 1000)
        if used > burst:
            raise Broken(f"{who} goes on though {used:.0f} of {burst:.0f} are used up")
        spent[who] = used + cost, now

    # What is there.

    def check(self, hall: Hall) -> None:
        """What is counted is what is there, and nobody has more than their share."""
        found, theirs, limits = self._there(hall), counted(hall), hall.limits
        for name, there in found.items():
            if there != theirs[name]:
                raise Broken(f"{name} by origin: {dict(theirs[name])} are counted, {dict(there)} are there")
        for name in ("people", "saves", "put_away"):
            most = getattr(limits, f"{name}_per_address")
            self._within(name, {k: n for k, n in found[name].items() if isinstance(k, str)}, most)
        each = {k: n for k, n in found["saves"].items() if isinstance(k, int)}
        self._within("saves of one person", each, limits.saves_each)
        asked = [table.sheet.host for table in standing(hall) if not _came_back(hall, table)]
        opened = Counter(origin for host in asked if (origin := self.origins.get(host)))
        self._within("tables", opened, limits.tables_per_address)

    def _there(self, hall: Hall) -> dict[str, Counter[Any]]:
        """What is there, by person and by where they came from."""
        origin, known = self.origins.get, hall.people.by_id
        people = [p.profile.origin for p in known.values() if p.profile.kind != "stranger"]
        saves = [save for save in hall.saves.values() if not save.deserted and save.by in known]
        wanted = [save.by for save in saves if save.by not in save.deleted_by]
        away = [save for save in hall.saves.values() if save.deserted and save.sheet.host in known]
        found: dict[str, list[Any]] = {
            "people": people,
            "tables": [origin(table.sheet.host) for table in standing(hall) if table.sheet.host in known],
            "saves": [*wanted, *(origin(save.by) for save in saves)],
            "put_away": [self._first_origin(save.sheet.host, *save.people()) for save in away],
        }
        return {name: Counter(key for key in keys if key) for name, keys in found.items()}

    def _first_origin(self, *people: int) -> str:
        return next((found for person in people if (found := self.origins.get(person))), "")

    def _within(self, name: str, there: dict[Any, int], most: int) -> None:
        for whose, count in there.items():
            if count > most:
                raise Broken(f"{whose} has {count} {name}, and may have {most}")


def counted(hall: Hall) -> dict[str, Counter[Any]]:
    """What the hall has counted, but for what belongs to people it has forgotten since: after a restart
    nobody can tell where they came from."""
    shares, known = hall.shares, hall.people.by_id
    found = {name: Counter(getattr(shares, name)) for name in ("people", "tables", "saves", "put_away")}
    for table in standing(hall):
        if table.sheet.host not in known:
            found["tables"][shares._opened.get(table.sheet.table, "")] -= 1
    for key, save in hall.saves.items():
        counter, keys = shares._saved.get(key, (shares.saves, ()))
        if (save.sheet.host if save.deserted else save.by) not in known:
            found["put_away" if counter is shares.put_away else "saves"].subtract(keys)
    return {name: Counter({key: n for key, n in there.items() if key and n}) for name, there in found.items()}


def _came_back(hall: Hall, table: Table) -> bool:
    """Whether a table came back with one of its players, and nobody has asked for it."""
    save = hall.saves.get((table.sheet.game, table.scene.save))
    return save is not None and save.deserted


def standing(hall: Hall) -> list[Table]:
    """The tables whose games are not over."""
    return [table for number, table in hall.tables.items() if number not in hall.finished]
