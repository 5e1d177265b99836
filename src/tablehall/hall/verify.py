"""Verification: anybody can replay a finished game from its log alone, dice included.

An exported log is one record a line and a last line that seals it with the hash of the
record before.
"""

from collections.abc import Iterator, Mapping

import msgspec

from tablehall.games.api import UNREADABLE, AnyGame, Outcome, drawn
from tablehall.games.dice import commitment
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.scene import Proposal, Scene
from tablehall.hall.table import LogError, Table

Seeds = Mapping[str, bytes]
"""Seeds of dice, by the commitment that each one keeps."""


class Seal(msgspec.Struct, tag_field="what", tag="sealed", forbid_unknown_fields=True):
    """The last line of an export."""

    records: int
    head: str


def seal(lines: list[bytes]) -> bytes:
    """An export: the lines of a log, without what was whispered, and their seal."""
    return b"".join(sealed(lines))


def sealed(lines: list[bytes]) -> Iterator[bytes]:
    """The same line by line, for whoever does not want all of it at once."""
    for line in lines:
        yield without_whispers(line) + b"\n"
    head = records.digest(lines[-1]) if lines else records.GENESIS
    yield msgspec.json.encode(Seal(len(lines), head)) + b"\n"


def without_whispers(line: bytes) -> bytes:
    """A line as everybody may read it."""
    if not line.startswith(b'{"what":"said"'):
        return line
    said = records.decode(line)
    if not isinstance(said, records.Said) or said.to is None:
        return line
    return records.encode(records.Withheld(said.seq, 0, said.prev, records.digest(line)))


def unseal(export: bytes) -> list[bytes]:
    """The lines of an export whose seal is unbroken."""
    if not export.endswith(b"\n"):
        raise LogError("the export is torn: its last line has no end")
    *lines, last = export[:-1].split(b"\n")
    try:
        found = msgspec.json.decode(last, type=Seal)
    except UNREADABLE as error:
        raise LogError(f"record {len(lines)}: the seal is missing or broken ({error})") from error
    _check_chain(lines)
    if found.records != len(lines) or last != msgspec.json.encode(found):
        raise LogError(f"record {len(lines)}: the seal is for {found.records} records")
    if found.head != (records.link(records.decode(lines[-1]), lines[-1]) if lines else records.GENESIS):
        raise LogError(f"record {len(lines) - 1}: the last record is not the one that was sealed")
    return lines


def _check_chain(lines: list[bytes]) -> None:
    """Find the first record that does not carry the hash of the one before it."""
    before = records.GENESIS
    for number, line in enumerate(lines):
        try:
            record = records.decode(line)
        except UNREADABLE as error:
            raise LogError(f"record {number}: not a record ({error})") from error
        if record.seq != number or record.prev != before:
            raise LogError(f"record {max(0, number - 1)}: the chain of hashes is broken after it")
        if isinstance(record, records.Withheld) and line != records.encode(
            records.Withheld(number, 0, before, record.hash)
        ):
            raise LogError(f"record {number}: something was added to what is withheld")
        before = records.link(record, line)


def verify(lines: list[bytes], games: Mapping[str, AnyGame]) -> Table:
    """Replay a finished game from its log alone, its dice included; raises LogError at the
    first record that cannot be what happened."""
    _check_chain(lines)
    table = opening(lines, games)
    for _ in replayed(table, lines):
        pass
    return table


def opening(lines: list[bytes], games: Mapping[str, AnyGame]) -> Table:
    """An empty table, ready to replay this log."""
    if not lines:
        raise LogError("record 0: the log is empty")
    first = records.decode(lines[0])
    if not isinstance(first, records.Opened):
        raise LogError("record 0: the log does not begin with the opening of its table")
    if first.game not in games:
        raise LogError(f"record 0: this hall does not know the game {first.game}")
    if first.version > games[first.game].version:
        raise LogError(f"record 0: played by newer rules of {first.game}; use a newer tablehall")
    return Table(games[first.game])


def replayed(table: Table, lines: list[bytes], known: Seeds | None = None) -> Iterator[Happened]:
    """Everything that happened at a table whose seed has been revealed, or is known, record by record."""
    log = [records.decode(line) for line in lines]
    seeds = {**(known or {}), **seeds_of(log)}
    before: records.AnyRecord | None = None
    for line, record in zip(lines, log, strict=True):
        if isinstance(record, records.Opened | records.Reopened) and record.commitment:
            if record.commitment not in seeds:
                raise LogError("the seed is not revealed: this game has not ended yet")
            table.seed = seeds[record.commitment]
        proposal = table.scene.proposal
        yield table.replay(line)
        if isinstance(record, records.Ended):
            _check_outcome(table, record, before, proposal)
        before = record


def seeds_of(log: list[records.AnyRecord]) -> dict[str, bytes]:
    """The seeds that a log reveals, by the commitment each one keeps."""
    try:
        seeds = [bytes.fromhex(s) for r in log if (s := getattr(r, "seed", ""))]
    except ValueError as error:
        raise LogError(f"a seed in the log is none ({error})") from error
    return {commitment(seed): seed for seed in seeds}


def stirrers(table: Table, lines: list[bytes]) -> tuple[str, ...]:
    """Who added chance of their own to the dice of a replayed game after their seed was fixed, so that nobody
    could choose the throws. What its host ordered it with came in time only if the seed was promised."""
    log = [records.decode(line) for line in lines]
    if any(isinstance(record, records.Reopened) and record.commitment for record in log):
        return ()  # the dice were changed for such that nobody has stirred
    opened, ordered = log[0], log[1] if len(log) > 1 else None
    early = ""
    if isinstance(opened, records.Opened) and isinstance(ordered, records.Sat) and not opened.promised:
        early = ordered.entropy if ordered.person == opened.host else ""
    return tuple(seat.name for seat in table.scene.seats if seat and seat.entropy not in ("", early))


def _check_outcome(
    table: Table, record: records.Ended, before: records.AnyRecord | None, proposal: Proposal | None
) -> None:
    scene = table.scene
    if scene.state is None:
        raise LogError(f"record {record.seq}: the game ended before it began")
    expected: Outcome | None = table.game.outcome(scene.state)
    if expected is None:
        expected = _ended_otherwise(scene, before, proposal)
    if expected != record.outcome:
        raise LogError(f"record {record.seq}: the rules say {expected}, the log says {record.outcome}")


def _ended_otherwise(
    scene: Scene, before: records.AnyRecord | None, proposal: Proposal | None
) -> Outcome | None:
    """How a game ends that is not over by its own rules: a player is out, or all agree on a draw."""
    if isinstance(before, records.Dropped):
        return scene.forfeited(before.why)
    if isinstance(before, records.Claimed) and before.claim == "draw":
        return drawn(len(scene.seats), "absent")
    if proposal is None or proposal.kind != "draw":
        return None
    agreed = all(scene.is_out(n) or n in proposal.agreed for n in range(len(scene.seats)))
    return drawn(len(scene.seats), "agreement") if agreed else None
