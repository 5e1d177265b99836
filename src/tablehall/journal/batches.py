"""Batches as bytes: how a commit lies in the log."""

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import TypeVar

import msgspec

from tablehall.hall.decision import IndexEntry, Line
from tablehall.hall.facts import Row
from tablehall.journal.api import Batch, JournalError

T = TypeVar("T")

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[list[Line], list[IndexEntry], list[Row], list[Line]]).decode
_decode_records = msgspec.msgpack.Decoder(tuple[list[Line], msgspec.Raw, msgspec.Raw, msgspec.Raw]).decode
_decode_places = msgspec.msgpack.Decoder(list[int]).decode


def encode(batch: Batch) -> bytes:
    """A batch as the log keeps it."""
    return _encode((batch.records, batch.index, batch.kept, batch.snapshots))


def decode(body: bytes) -> Batch:
    """A batch as it was."""
    batch = Batch()
    batch.records, batch.index, batch.kept, batch.snapshots = _whole(_decode, body)
    return batch


def records_of(body: bytes) -> list[Line]:
    """Only the records of a batch."""
    return _whole(_decode_records, body)[0]


def contest_part(batch: Batch) -> tuple[Batch, Batch | None]:
    """The games of contests, which may be forgotten some day, apart from everything else."""
    games = {entry.table for entry in batch.index if entry.contest}
    if not games:
        return batch, None
    rest, contest = Batch(), Batch()
    for record in batch.records:
        (contest if record[0] in games else rest).records.append(record)
    for entry in batch.index:
        (contest if entry.contest else rest).index.append(entry)
    rest.kept, rest.snapshots = batch.kept, batch.snapshots
    return rest, contest


def contest_games(batch: Batch) -> list[tuple[int, int, int]]:
    """The games of contests in a batch: the table, when it was over, and the size of its log."""
    over = {entry.table: entry.at for entry in batch.index if entry.contest}
    sizes = dict.fromkeys(over, 0)
    if over:
        for table, _, line in batch.records:
            if table in sizes:
                sizes[table] += len(line)
    return [(table, at, sizes[table]) for table, at in over.items()]


def encode_places(places: list[int]) -> bytes:
    """The numbers of some batches, in few bytes."""
    return _encode([after - before for before, after in pairwise((0, *places))])


def decode_places(data: bytes) -> list[int]:
    """The numbers themselves."""
    return list(accumulate(_whole(_decode_places, data)))


def _whole(decode: Callable[[bytes], T], data: bytes) -> T:
    try:
        return decode(data)
    except msgspec.MsgspecError as error:
        raise JournalError(
            f"The journal is damaged ({error}): put a backup in its place (see `tablehall backup --help`)."
        ) from error
