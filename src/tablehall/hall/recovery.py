"""Recovery: the hall as it was, from what the journal remembers."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from tablehall.hall import facts, missing, records, saves
from tablehall.hall.deadlines import FORGOTTEN_AFTER
from tablehall.hall.decision import Deciding, Decision
from tablehall.hall.hall import Hall
from tablehall.hall.keeper import lift_lapsed
from tablehall.hall.presence import MOMENT
from tablehall.hall.table import LogError, Table
from tablehall.plugins import what_failed


class Remembered(msgspec.Struct):
    """A live table as the journal has it: its seed, a snapshot if any, and the log since."""

    number: int
    game: str
    seed: bytes
    snapshot: bytes | None
    lines: list[bytes]


def recover(
    hall: Hall, kept: facts.Rows, tables: Iterable[Remembered], now: int
) -> tuple[Decision, list[str]]:
    """Bring everybody and every live table back, and give the time lost back to the clocks.

    Returns what to remember of it, and what could not be brought back, in words.
    """
    problems = load(hall, kept, tables)
    decision = hall.deciding(now)
    lift_lapsed(decision)
    # Games of contests that were under way are forgotten, but their numbers were told to somebody.
    hall.learn(facts.Counted(hall.opened + hall.limits.tables))
    alive = hall.alive.get(hall.peers.node, 0)  # never noted: it was up for a moment only
    for table in list(hall.tables.values()):
        _resume(decision, table, now - hall.missing_since.get(table.sheet.game, alive))
    note_missing(decision, alive)
    for table in list(hall.tables.values()):
        decision.list_table("opened", table)
    for person in list(hall.people.by_id.values()):
        if not person.profile.seen and person.profile.kind != "stranger":
            decision.keep(facts.Known(replace(person.profile, seen=now)))  # they were here when it stopped
        known_for = MOMENT if person.profile.kind == "stranger" else FORGOTTEN_AFTER
        hall.alarms.set(("person", person.id), now + known_for)
    return decision, problems


def load(hall: Hall, kept: facts.Rows, tables: Iterable[Remembered]) -> list[str]:
    """The hall as it stood when it stopped; returns what could not be brought back, in words."""
    for fact in facts.load(kept):
        hall.learn(fact)
    problems, rebuilt = [], []
    for remembered in tables:
        try:
            if remembered.game in hall.games:
                rebuilt.append(rebuild(hall, remembered))
            else:
                hall.set_aside(missing.read(remembered))
        except Exception as error:  # the rules may be anybody's, and the other tables go on
            why = str(error) if isinstance(error, LogError | msgspec.MsgspecError) else what_failed(error)
            problems.append(f"table {remembered.number} ({remembered.game}): {why}")
    for table in sorted(rebuilt, key=lambda table: table.sheet.opened):  # the oldest first
        hall.adopt(table)
    return problems


def note_missing(decision: Deciding, alive: int) -> None:
    """Remember since when the hall has been without a game of which tables wait, so that their clocks get all
    of it back. (Among several nodes another one may have the game all the while.)"""
    hall = decision.hall
    if not hall.peers.alone:
        return
    for game in [game for game in hall.missing_since if game in hall.games]:
        decision.keep(facts.Missing(game, None))
    for game in sorted({table.game for table in hall.missing.values()} - hall.missing_since.keys()):
        decision.keep(facts.Missing(game, alive))


def rebuild(hall: Hall, remembered: Remembered) -> Table:
    """A table from its snapshot and the log since, or from its whole log."""
    game = hall.games[remembered.game]
    if remembered.snapshot is not None:
        table = saves.decode(remembered.snapshot).table(game, remembered.seed)
    else:
        table = Table(game, remembered.seed)
    for line in remembered.lines:
        table.replay(line)
    return table


def _resume(decision: Deciding, table: Table, lost: int) -> None:
    """Everybody is away, and nobody's clock has run while there was no hall to come to."""
    # never more than since its last record, and less than nothing if the clock was set back
    lost = min(lost, decision.now - table.scene.at)
    if table.scene.status == "playing":
        decision.write(table, records.Resumed, lost)
        return
    if table.scene.anybody_away():
        decision.write(table, records.Carried, lost)
    for number, seat in enumerate(table.scene.seats):
        if seat and seat.person and not (seat.gone or seat.away or seat.bot):
            decision.write(table, records.Went, number)
