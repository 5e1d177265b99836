"""People and the keeper of the hall at a contest: taking part, following it, its title, its end."""

from typing import Any

from tablehall.games.api import Reason
from tablehall.hall import commands
from tablehall.hall.contest import Contest
from tablehall.hall.hall import Hall, handles
from tablehall.hall.notices import Due
from tablehall.hall.refusals import Why


@handles(commands.Compete)
def compete(hall: Hall, command: commands.Compete) -> Reason | None:
    person = hall.people.by_id.get(command.by)
    contest: Contest | None = hall.contests.get(command.contest)
    if person is None:
        return Why.WHO_ARE_YOU
    if contest is None:
        return Why.NO_SUCH_CONTEST
    known = contest.roster.people.get(person.id)
    if not command.on:
        if known is None:
            return Why.NOT_HERE
        contest.leave(known)
    elif known is None:
        if hall.closing:
            return Why.CLOSING
        refused = contest.roster.seat_person(
            person.profile.name, person.id, contest.settings.players, hall.now
        )
        if isinstance(refused, Why):
            return refused
    contest.step()
    hall.tell_at_once(contest.heralds, Due())  # its next deadline may be an earlier one now
    return None


@handles(commands.Follow)
def follow(hall: Hall, command: commands.Follow) -> Reason | None:
    contest: Contest | None = hall.contests.get(command.contest)
    if command.by not in hall.people.by_id:
        return Why.WHO_ARE_YOU
    if contest is None:
        return Why.NO_SUCH_CONTEST
    if not command.on:
        contest.followers.pop(command.by, None)
    elif len(contest.followers) >= hall.limits.spectators:
        return Why.TOO_MANY_SPECTATORS
    else:
        contest.followers.setdefault(command.by, 0)
    return None


@handles(commands.Retitle)
def retitle(hall: Hall, command: commands.Retitle) -> Reason | None:
    contest: Contest | None = hall.contests.get(command.contest)
    if contest is None:
        return Why.NO_SUCH_CONTEST
    if len(command.title) > 80 or not command.title.isprintable():
        return Why.BAD_TITLE
    contest.info.title = command.title
    contest.keep_info()
    return None


@handles(commands.Reset)
def reset(hall: Hall, command: commands.Reset) -> Reason | None:
    contest: Contest | None = hall.contests.get(command.contest)
    if contest is None:
        return Why.NO_SUCH_CONTEST
    for match in contest.running.values():
        match.counts = False
    forgotten: list[Any] = contest.roster.reset()
    hall.decision.kept = (*hall.decision.kept, *forgotten)
    contest.info.games = 0
    contest.keep_info()
    return None
