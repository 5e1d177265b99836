"""Recovery: the hall as it was, from what the journal remembers."""

from collections.abc import Iterable, Mapping

import msgspec

from tablehall.games.api import UNREADABLE
from tablehall.hall import records, saves
from tablehall.hall.deadlines import arm
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.lobby import await_bots
from tablehall.hall.people import Person, Profile
from tablehall.hall.table import LogError, Table

HOLD = 30_000
"""How long after a restart the seats at waiting tables are held."""

_profile = msgspec.json.Decoder(Profile).decode


class Remembered(msgspec.Struct):
    """A live table as the journal has it: its seed, a snapshot if any, and the log since."""

    number: int
    game: str
    seed: bytes
    snapshot: bytes | None
    lines: list[bytes]


def recover(
    hall: Hall,
    kept: Mapping[str, Mapping[str, bytes]],
    tables: Iterable[Remembered],
    now: int,
) -> tuple[Decision, list[str]]:
    """Bring everybody and every live table back, and give the time lost back to the clocks.

    Returns what to remember of it, and what could not be brought back, in words.
    """
    hall.now = now
    hall.decision = Decision()
    lost = _facts(hall, kept, now)
    problems = []
    for remembered in tables:
        try:
            table = rebuild(hall, remembered)
        except (LogError, KeyError, *UNREADABLE) as error:
            problems.append(f"table {remembered.number} ({remembered.game}): {error}")
            continue
        _seat_people(hall, table)
        if table.scene.status == "playing":
            # never more than since its last record, and less than nothing if the clock was set back
            hall.write(table, records.Resumed, min(lost, now - table.scene.at))
        else:
            for number, seat in enumerate(table.scene.seats):
                if seat and seat.person and not (seat.gone or seat.away or seat.bot):
                    hall.write(table, records.Went, number)
            await_bots(hall, table)
        arm(hall, table)
    for table in sorted(hall.tables.values(), key=lambda table: table.sheet.opened):
        hall.list_table("opened", table)
    for person in hall.people.by_id.values():
        person.profile.seen = person.profile.seen or now
        person.hold = HOLD
        hall.alarms.set(("person", person.id), now + HOLD)
    return hall.decision, problems


def _facts(hall: Hall, kept: Mapping[str, Mapping[str, bytes]], now: int) -> int:
    """People, saves and numbers; returns for how long the hall was down."""
    for value in kept.get("person", {}).values():
        hall.people.add(Person(_profile(value)))
    for value in kept.get("save", {}).values():
        save = saves.decode(value)
        hall.saves[save.sheet.game, save.name] = save
        hall.saved_seeds.add(bytes.fromhex(save.seed))
    hall.contest_facts = {kind: kept.get(kind, {}) for kind in ("contest", "standing", "contestant")}
    for lapsed in hall.bans.recall(kept.get("ban", {}), now):
        hall.keep("ban", lapsed, None)
    facts = kept.get("hall", {})
    hall.numbers = int(facts.get("numbers", b"0"))
    # Games of contests that were under way are forgotten, but their numbers were told to somebody.
    hall.opened = int(facts.get("opened", b"0")) + hall.limits.tables
    hall.spread = msgspec.json.decode(facts.get("spread", b"[0,0]"), type=tuple[int, int])
    return now - int(facts.get("alive", str(now)))


def rebuild(hall: Hall, remembered: Remembered) -> Table:
    """A table from its snapshot and the log since, or from its whole log."""
    game = hall.games[remembered.game]
    if remembered.snapshot is not None:
        table = saves.decode(remembered.snapshot).table(game, remembered.seed)
    else:
        table = Table(game, remembered.seed)
    for line in remembered.lines:
        table.replay(line)
    hall.tables[remembered.number] = table
    if table.scene.save:
        hall.saves_out[table.sheet.game, table.scene.save] = remembered.number
    return table


def _seat_people(hall: Hall, table: Table) -> None:
    for seat in table.scene.seats:
        person = hall.people.by_id.get(seat.person) if seat else None
        if person is not None and seat is not None and not seat.gone:
            person.tables.add(table.sheet.table)
