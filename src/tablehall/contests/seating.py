"""Seating: those who joined a game of a contest are drawn to tables, and the tables begin."""

from typing import TYPE_CHECKING

from tablehall.contests import draw
from tablehall.contests.match import Match
from tablehall.contests.roster import Contestant
from tablehall.games.api import Absence
from tablehall.hall import records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.decision import Deciding
from tablehall.hall.notices import Seated
from tablehall.hall.opening import new_table
from tablehall.hall.terms import Terms

if TYPE_CHECKING:
    from tablehall.contests.contest import Contest

FOLLOWED_EVERY = 1_000
"""How often somebody who follows a contest is shown a new game."""
NOBODY_WAITS = Absence(grace=0, then="stay")
"""In a contest the game goes on at once without somebody whose connection is lost."""


def seat_everybody(decision: Deciding, contest: "Contest", field: list[Contestant]) -> None:
    """Draw the tables and begin. Whoever does not play hears what happens at one of them."""
    chance, names = contest.hall.chance, contest.names
    quick, slow = _groups(contest, field)
    matches = [
        _open(decision, contest, players, is_slow)
        for group, is_slow in ((quick, False), (slow, True))
        if group
        for players in draw.tables(
            group, contest.settings.table_size, names.room, lambda who: names.size(who.name)
        )
    ]
    shown = [match for match in matches if not match.slow] or matches
    for hearer in contest.window.hearers():
        shown[draw.picked(len(shown), chance)].onlookers.append(hearer)
    for match in matches:
        _start(decision, contest, match)
    _show(decision, contest, shown)


def _groups(contest: "Contest", field: list[Contestant]) -> tuple[list[Contestant], list[Contestant]]:
    """Those who answer quickly, and those who do not with some company; each in random order."""
    settings, chance = contest.settings, contest.hall.chance
    quick: list[Contestant] = []
    slow: list[Contestant] = []
    for who in draw.shuffled(field, chance):
        (slow if who.part == "person" or who.lapses >= settings.parked_after else quick).append(who)
    if not slow:
        return quick, []
    people = any(who.part == "person" for who in slow)
    if len(slow) == 1 and not people and len(quick) > 1 and _kin_will_be_back(contest):
        return quick, []
    lent = max(0, (settings.company if people else 2) - len(slow))
    if len(quick) < lent + 2:  # too few to play on without them
        return [], draw.shuffled(field, chance)
    return quick[lent:], draw.shuffled(slow + quick[:lent], chance)


def _kin_will_be_back(contest: "Contest") -> bool:
    """Whether other slow programs are at a table that is over soon: if each of them were lent a
    quick one in the meantime, a few could keep half a field from playing."""
    return any(
        match.slow and all(who.part == "program" for who in match.players)
        for match in contest.running.values()
    )


def _open(decision: Deciding, contest: "Contest", players: list[Contestant], slow: bool) -> Match:
    people = any(who.part == "person" for who in players)
    contest.games += 1
    terms = Terms(
        contest.game.name,
        len(players),
        contest.options,
        ClockSpec("answer", contest.settings.person_answer) if people else ClockSpec(),
        NOBODY_WAITS,
        f"{contest.title or contest.name} {contest.games}",
        rated=False,
    )
    # thousands of short games would flood the lobby
    table = new_table(decision, contest.game, terms, organiser=contest, hidden=not people)
    match = Match(contest.games, contest.tokens(), table, players, slow)
    contest.running[table.sheet.table] = match
    for who in players:
        who.match = match
    return match


def _start(decision: Deciding, contest: "Contest", match: Match) -> None:
    hall, table = contest.hall, match.table
    people = tuple(who.person for who in match.players)
    decision.write(table, records.Drawn, people, tuple(who.name for who in match.players))
    decision.write(table, records.Started)
    if table.hidden:
        return
    for seat, number in enumerate(people):
        person = hall.people.by_id.get(number)
        if person is not None:
            decision.tell(
                [(conn, seat) for conn in person.conns], Seated(table.sheet, table.scene, contest.game)
            )
    decision.list_table("opened", table)


def _show(decision: Deciding, contest: "Contest", matches: list[Match]) -> None:
    """Show those who follow the contest one of its new games, but not too many."""
    hall = contest.hall
    for number, then in contest.followers.items():
        person = hall.people.by_id.get(number)
        table = matches[draw.picked(len(matches), hall.chance)].table
        if person is None or not person.here or then > decision.now or number in table.watchers:
            continue
        if table.scene.seat_of(number) is None:
            contest.followers[number] = decision.now + FOLLOWED_EVERY
            hall.watch(person, table, on=True)
            decision.tell(
                [(conn, None) for conn in person.conns], Seated(table.sheet, table.scene, contest.game)
            )
