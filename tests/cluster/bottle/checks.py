"""What must hold when nothing is under way any more: the nodes agree, and everybody has seen everything."""

from collections.abc import Iterator

from tablehall.cluster.node import Node
from tablehall.cluster.shared import EPOCH_SHIFT
from tablehall.hall.people import Person
from tablehall.hall.table import Table
from tests.cluster.bottle.client import GAME, Client
from tests.cluster.bottle.world import World

Owners = dict[int, Node]
"""Who decides on each table."""


def problems(world: World) -> Iterator[str]:
    """Everything that is not as it should be, in words."""
    nodes = list(world.nodes.values())
    leaders = [node for node in nodes if node.hall.leads]
    if len(leaders) != 1:
        yield f"the leaders are {[node.name for node in leaders]}"
        return
    (leader,) = leaders
    owners: Owners = {}
    for node in nodes:
        yield from _open_questions(node)
        yield from _agrees_on_people(node, leader)
        yield from _owns(world, node, owners)
    yield from _connected(world, leader)
    yield from _decided_on(world, owners)
    for number, owner in owners.items():
        for node in nodes:
            yield from _agrees_on(number, node, owner)
        yield from _away(number, owner)
    for client in world.clients:
        yield from _content(client, leader, owners)


def _open_questions(node: Node) -> Iterator[str]:
    """Nobody waits for anything."""
    for pending in node.forwarding.pending.values():
        yield f"{node.name} waits for {pending.sent_to} to decide on {pending.ask.kind}"
    if node.forwarding.failovers:
        yield f"{node.name} waits for successors of {node.forwarding.failovers}"


# People.


def _agrees_on_people(node: Node, leader: Node) -> Iterator[str]:
    """Every node knows those whom the leader knows, and where they are."""
    known, register = node.hall.people.by_id, leader.hall.people.by_id
    for number, person in register.items():
        if person.profile.kind == "bot":
            continue
        if number not in known:
            yield f"{_called(person)} is unknown to {node.name}"
        elif known[number].conns != person.conns:
            yield f"{_called(person)} is at {_at(person)}, for {node.name} at {_at(known[number])}"
    for number in sorted(known.keys() - register.keys()):
        yield f"{_called(known[number])} is known to {node.name} only"


def _connected(world: World, leader: Node) -> Iterator[str]:
    """Whoever is here has a connection."""
    for conn, person in leader.hall.people.by_conn.items():
        node = world.nodes.get(conn >> EPOCH_SHIFT)
        if node is None or conn not in node.pipeline.connections:
            yield f"{_called(person)} is here by a connection that is gone"


def _content(client: Client, leader: Node, owners: Owners) -> Iterator[str]:
    """Whoever believes to be in is, and has seen everything that happened at their tables."""
    visit = client.visit
    if visit is None or visit.state == "out":
        return
    if visit.state != "in":
        yield f"{visit.name} is {visit.state} for ever"
        return
    person = leader.hall.people.by_id.get(visit.by)
    if person is None or visit.conn not in person.conns:
        yield f"{visit.name} believes to be in and is not, but at {person and _at(person)}"
        return
    for number, owner in owners.items():
        seq, seen = owner.hall.tables[number].scene.seq, visit.seen.get(number)
        at = owner.hall.people.by_id.get(visit.by)
        if at is not None and number in at.tables and seen != seq:
            yield f"{visit.name} has seen {seen} of {number}, which is at {seq} for {owner.name}"


def _called(person: Person) -> str:
    return person.profile.name or str(person.id)


def _at(person: Person) -> str:
    places = [f"{conn >> EPOCH_SHIFT}, connection {conn % (1 << EPOCH_SHIFT)}" for conn in person.conns]
    return " and ".join(places) or "no node"


# Tables.


def _owns(world: World, node: Node, owners: Owners) -> Iterator[str]:
    """Nobody decides on a table but the one whose it is by the database."""
    for number in node.hall.tables:
        if number in node.hall.remote or number in node.hall.finished:
            continue
        if number in owners:
            yield f"{number} is decided on by {owners[number].name} and {node.name}"
        owners[number] = node
        row = world.database.tables.get(number)
        if row is None or row.owner != node.name:
            yield f"{number} is decided on by {node.name} and belongs to {row and row.owner}"


def _decided_on(world: World, owners: Owners) -> Iterator[str]:
    """Somebody decides on every table that goes on, and nobody shows one that does not."""
    for number, row in world.database.tables.items():
        if row.status == "live" and number not in owners:
            yield f"{number} is decided on by nobody and belongs to {row.owner}"
    for node in world.nodes.values():
        for number, table in node.hall.tables.items():
            if number in node.hall.remote and number not in owners and number not in node.hall.finished:
                yield f"{number} ({table.scene.status}) is known to {node.name} only"


def _agrees_on(number: int, node: Node, owner: Node) -> Iterator[str]:
    """A node knows of a table what the lobby does, and all of it where somebody sits at it."""
    truth, copy = owner.hall.tables[number], node.hall.tables.get(number)
    if copy is None:
        yield f"{number} is unknown to {node.name}"
        return
    if node is not owner and node.hall.remote.get(number) != owner.name:
        yield f"{number} is {owner.name}'s, for {node.name} {node.hall.remote.get(number)}'s"
    if _card(copy) != _card(truth):
        yield f"{number} is {_card(truth)}, for {node.name} {_card(copy)}"
    for _, person in _card(truth)[1:]:
        if (one := _sits(owner, person, number)) != (other := _sits(node, person, number)):
            yield f"{person} sits at {number}: {one} for {owner.name}, {other} for {node.name}"
    here = [
        conn
        for conn, seat in owner.hall.audience(truth)
        if seat is not None and conn >> EPOCH_SHIFT == node.epoch
    ]
    if here and copy.scene != truth.scene:
        yield f"{number} is at {truth.scene.seq}, for {node.name}, where somebody sits, at {copy.scene.seq}"


def _card(table: Table) -> list[tuple[object, int]]:
    """How a table stands, and who sits there; whoever has given up has a seat still."""
    seats = [
        ("gone" if seat.gone else "there", seat.person) if seat else ("free", 0) for seat in table.scene.seats
    ]
    return [(table.scene.status, 0), *seats]


def _sits(node: Node, number: int, table: int) -> bool | None:
    """Whether somebody knows that they sit at a table; None: nobody knows them."""
    person = node.hall.people.by_id.get(number)
    return None if person is None else table in person.tables


def _away(number: int, owner: Node) -> Iterator[str]:
    """A table knows who of its people is not here."""
    for seat in owner.hall.tables[number].scene.seats:
        person = owner.hall.people.by_id.get(seat.person) if seat and not seat.gone else None
        if seat and person is not None and bool(seat.away) == person.attends(GAME):
            yield f"{number}: {_called(person)} is away since {seat.away} and at {_at(person)}"
