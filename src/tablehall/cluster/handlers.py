"""What nodes ask of each other besides the commands of the hall, and who decides on it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablehall.cluster import messages
from tablehall.games.api import Reason
from tablehall.hall import handlers
from tablehall.hall.commands import Command
from tablehall.hall.decision import Deciding
from tablehall.hall.entrance import take_places
from tablehall.hall.notices import Parted
from tablehall.hall.refusals import Why

if TYPE_CHECKING:
    from tablehall.cluster.shared import SharedHall

RESERVED = 5_000
"""For so many milliseconds nobody else gets the name of a save that is being written."""


def shared(decision: Deciding) -> "SharedHall":
    """The hall that a node decides for."""
    hall: Any = decision.hall
    return hall  # type: ignore[no-any-return]


def barrier(decision: Deciding, command: messages.Barrier) -> Reason | None:
    return None


def fetch(decision: Deciding, command: messages.Fetch) -> Reason | None:
    decision.result = decision.hall.tables.get(command.table)
    return None


def desert(decision: Deciding, command: messages.Desert) -> Reason | None:
    table = decision.hall.tables.get(command.table)
    if table is not None and command.table not in decision.hall.finished:
        decision.close(table, "reopened", reveal=False)
    return None


def reserve(decision: Deciding, command: messages.Reserve) -> Reason | None:
    hall, key, now = shared(decision), (command.game, command.name), decision.now
    if key in hall.saves or hall.reserved.get(key, 0) > now:
        return Why.SAVE_EXISTS
    hall.reserved = {name: until for name, until in hall.reserved.items() if until > now}
    hall.reserved[key] = now + RESERVED
    return None


def present(decision: Deciding, command: messages.Present) -> Reason | None:
    hall = shared(decision)
    for number, conn, games, asks in command.people:
        person = hall.people.by_id.get(number)
        if person is not None and conn not in person.conns:
            carried = None if games is None else frozenset(games)
            displaced = hall.people.attach(person, conn, carried, asks=asks)
            # two nodes have them, and the one before could not tell either
            decision.tell([(other, None) for other in displaced], Parted("elsewhere"))
            hall.came(decision, person)
            take_places(decision, person)
            hall.replicate_tables(decision, person)
    return None


def settle(decision: Deciding, command: messages.Settle) -> Reason | None:
    shared(decision).settle_once(decision, command)
    return None


HANDLERS: dict[type[Command], Callable[[Deciding, Any], Reason | None]] = {
    **handlers.HANDLERS,
    messages.Barrier: barrier,
    messages.Fetch: fetch,
    messages.Desert: desert,
    messages.Reserve: reserve,
    messages.Present: present,
    messages.Settle: settle,
}
