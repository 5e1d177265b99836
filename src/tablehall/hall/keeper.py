"""What only the keeper of the hall may ask for: bans, and that nobody new is let in."""

from typing import Any

from tablehall.games.api import Reason
from tablehall.hall import commands
from tablehall.hall.bans import Ban
from tablehall.hall.contestants import Contestant
from tablehall.hall.entrance import show_out
from tablehall.hall.hall import Hall, handles
from tablehall.hall.notices import Due, Withdrawn
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why


@handles(commands.Ban)
def ban(hall: Hall, command: commands.Ban) -> Reason | None:
    _forget_lapsed(hall)
    said = Ban(hall.now, command.until, command.reason)
    if command.name:
        hall.bans.names[command.name] = said
        hall.keep("ban", f"name/{command.name}", said)
        for person in _people_called(hall, command.name):
            show_out(hall, person)
    if command.address:
        hall.bans.addresses[command.address] = said
        hall.keep("ban", f"address/{command.address}", said)
    for contest in hall.contests.values():
        for who in list(contest.roster.by_address.values()):
            if who.name == command.name or who.address[0] == command.address:
                _dismiss(hall, contest, who)
    return None


def _forget_lapsed(hall: Hall) -> None:
    for kind, bans in hall.bans.kinds():
        for whom in [whom for whom, ban in bans.items() if ban.lapsed(hall.now)]:
            del bans[whom]
            hall.keep("ban", f"{kind}/{whom}", None)


def _people_called(hall: Hall, name: str) -> list[Person]:
    """Whoever has that name in the hall, and who has it at a table only."""
    found = {}
    known = hall.people.by_name.get(name)
    if known is not None and known.profile.kind != "bot" and (known.conn is not None or known.tables):
        found[known.id] = known
    for table in hall.tables.values():
        for seat in table.scene.seats:
            person = hall.people.by_id.get(seat.person) if seat and seat.name == name else None
            if person is not None and person.profile.kind == "stranger":
                found[person.id] = person
    return list(found.values())


def _dismiss(hall: Hall, contest: Any, who: Contestant) -> None:
    """A program leaves its contest; the next deadline may be an earlier one now."""
    contest.leave(who)
    hall.tell(contest.heralds, Withdrawn(who))
    hall.tell_at_once(contest.heralds, Due())


@handles(commands.Dismiss)
def dismiss(hall: Hall, command: commands.Dismiss) -> Reason | None:
    contest = hall.contests.get(command.contest)
    who = contest.roster.players.get(command.name) if contest is not None else None
    if contest is None:
        return Why.NO_SUCH_CONTEST
    if who is None or who.part != "program":
        return Why.WHO_ARE_YOU
    _dismiss(hall, contest, who)
    return None


@handles(commands.Unban)
def unban(hall: Hall, command: commands.Unban) -> Reason | None:
    for (kind, bans), whom in zip(hall.bans.kinds(), (command.name, command.address), strict=True):
        if whom in bans:
            del bans[whom]
            hall.keep("ban", f"{kind}/{whom}", None)
    return None


@handles(commands.Drain)
def drain(hall: Hall, command: commands.Drain) -> Reason | None:
    hall.draining = hall.closing = command.on
    if not command.on:
        for contest in hall.contests.values():
            contest.step()
            hall.tell_at_once(contest.heralds, Due())
    return None
