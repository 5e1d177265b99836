"""What only the keeper of the hall may ask for: bans, and that nobody new is let in."""

from tablehall.games.api import Reason
from tablehall.hall import commands, facts
from tablehall.hall.bans import Ban
from tablehall.hall.decision import Deciding
from tablehall.hall.entrance import show_out
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why


def ban(decision: Deciding, command: commands.Ban) -> Reason | None:
    hall = decision.hall
    lift_lapsed(decision)
    said = Ban(decision.now, command.until, command.reason)
    if command.name:
        decision.keep(facts.Banned("name", command.name, said))
        for person in _people_called(decision, command.name):
            show_out(decision, person)
    if command.address:
        decision.keep(facts.Banned("address", command.address, said))
    for organiser in hall.organisers.values():
        organiser.show_out(decision, command.name, command.address)
    return None


def lift_lapsed(decision: Deciding) -> None:
    """Bans whose time is over need not be kept."""
    for by, whom in decision.hall.bans.lapsed(decision.now):
        decision.keep(facts.Unbanned(by, whom))


def _people_called(decision: Deciding, name: str) -> list[Person]:
    """Whoever has that name in the hall, and who has it at a table only."""
    hall, found = decision.hall, {}
    known = hall.people.by_name.get(name)
    if known is not None and known.profile.kind != "bot" and (known.here or known.tables):
        found[known.id] = known
    for table in hall.tables.values():
        for seat in table.scene.seats:
            person = hall.people.by_id.get(seat.person) if seat and seat.name == name else None
            if person is not None and person.profile.kind == "stranger":
                found[person.id] = person
    return list(found.values())


def unban(decision: Deciding, command: commands.Unban) -> Reason | None:
    bans = decision.hall.bans
    if command.name in bans.names:
        decision.keep(facts.Unbanned("name", command.name))
    if command.address in bans.addresses:
        decision.keep(facts.Unbanned("address", command.address))
    return None


def drain(decision: Deciding, command: commands.Drain) -> Reason | None:
    hall = decision.hall
    hall.draining = hall.closing = command.on
    if not command.on:
        for organiser in hall.organisers.values():
            organiser.go_on(decision)
    return None


def ask_organiser(decision: Deciding, command: commands.ContestCommand) -> Reason | None:
    """Whoever holds a contest decides on what is asked of it."""
    hall = decision.hall
    if isinstance(command, commands.Compete | commands.Follow) and command.by not in hall.people.by_id:
        return Why.WHO_ARE_YOU
    organiser = hall.organisers.get(command.contest)
    return Why.NO_SUCH_CONTEST if organiser is None else organiser.handle(decision, command)
