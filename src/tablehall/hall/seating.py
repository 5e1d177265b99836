"""Seating: those who joined a game of a contest are drawn to tables, and the tables begin."""

from typing import TYPE_CHECKING

import msgspec

from tablehall.games.dice import commitment
from tablehall.hall import draw, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.contestants import Contestant
from tablehall.hall.deadlines import arm
from tablehall.hall.hall import encode
from tablehall.hall.match import Match
from tablehall.hall.notices import Seated
from tablehall.hall.table import Table

if TYPE_CHECKING:
    from tablehall.hall.contest import Contest

ROOM = 1_140
"""Bytes for names and points in one message: a datagram without its verb and its token."""
POINTS = 12
"""Bytes that a player's points and the signs around them may need."""
FOLLOWED_EVERY = 1_000
"""How often somebody who follows a contest is shown a new game."""


def seat_everybody(contest: "Contest", field: list[Contestant]) -> None:
    """Draw the tables and begin. Whoever does not play hears what happens at one of them."""
    chance = contest.hall.chance
    quick, slow = _groups(contest, field)
    matches = [
        _open(contest, players, is_slow)
        for group, is_slow in ((quick, False), (slow, True))
        if group
        for players in draw.tables(group, contest.settings.table_size, ROOM, _size)
    ]
    shown = [match for match in matches if not match.slow] or matches
    for hearer in contest.hearers():
        shown[draw.picked(len(shown), chance)].onlookers.append(hearer)
    for match in matches:
        _start(contest, match)
    _show(contest, shown)


def _size(player: Contestant) -> int:
    return len(player.name.encode()) + POINTS


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


def _open(contest: "Contest", players: list[Contestant], slow: bool) -> Match:
    hall, game = contest.hall, contest.game
    seed, number = hall.chance(32), hall.table_number(keep=False)
    people = any(who.part == "person" for who in players)
    table = Table(game, seed)
    table.draft = []
    table.contest = contest
    table.hidden = not people  # thousands of short games would flood the lobby
    hall.tables[number] = table
    contest.info.games += 1
    match = Match(contest.info.games, contest.tokens(), table, players, slow)
    contest.running[number] = match
    for who in players:
        who.match = match
    hall.write(
        table,
        records.Opened,
        number,
        game.name,
        game.version,
        len(players),
        commitment(seed),
        msgspec.Raw(encode(contest.options)),
        ClockSpec("answer", contest.settings.person_answer) if people else ClockSpec(),
        game.absence,
        f"{contest.info.title or contest.name} {match.number}",
        "",
        True,
        "full",
        False,
    )
    return match


def _start(contest: "Contest", match: Match) -> None:
    hall, table = contest.hall, match.table
    people = tuple(who.person for who in match.players)
    hall.write(table, records.Drawn, people, tuple(who.name for who in match.players))
    hall.write(table, records.Started)
    if table.hidden:
        return
    for seat, number in enumerate(people):
        person = hall.people.by_id.get(number)
        if person is not None:
            person.tables.add(table.sheet.table)
            hall.tell([(person.conn or 0, seat)], Seated(table.sheet, table.scene, contest.game))
    table.audience = None
    arm(hall, table)
    hall.list_table("opened", table)


def _show(contest: "Contest", matches: list[Match]) -> None:
    """Show those who follow the contest one of its new games, but not too many."""
    hall = contest.hall
    for number, then in contest.followers.items():
        person = hall.people.by_id.get(number)
        table = matches[draw.picked(len(matches), hall.chance)].table
        if person is None or person.conn is None or then > hall.now or number in table.watchers:
            continue
        if table.scene.seat_of(number) is None:
            contest.followers[number] = hall.now + FOLLOWED_EVERY
            person.watching.add(table.sheet.table)
            table.watchers |= {number}
            table.audience = None
            hall.tell([(person.conn, None)], Seated(table.sheet, table.scene, contest.game))
