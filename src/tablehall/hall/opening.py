"""Opening a table, bringing a saved game back to one, and closing it."""

from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import UNREADABLE, Absence, AnyGame, Reason
from tablehall.games.dice import commitment
from tablehall.hall import commands, facts, records
from tablehall.hall.bots import fill_in_time
from tablehall.hall.clock import LONGEST
from tablehall.hall.decision import Deciding, encode
from tablehall.hall.missing import absent
from tablehall.hall.people import Person
from tablehall.hall.promises import Promise
from tablehall.hall.refusals import Why
from tablehall.hall.saves import SaveFile, may_reopen
from tablehall.hall.seats import bad_seat, no_room, take
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms

LONGEST_TITLE = 100
CODE = 10
"""So many bytes of chance are in the code of a private table."""


def open_table(decision: Deciding, command: commands.Open) -> Reason | None:
    person = decision.hall.people.here(command.by)
    refused = open_with(decision, command, person.promise if person else None)
    if person is not None and refused is None:
        person.promise = None
    return refused


def open_with(decision: Deciding, command: commands.Open, promise: Promise | None) -> Reason | None:
    """Open a table with the seed that was promised, if one was."""
    hall, terms = decision.hall, command.terms
    person = hall.people.here(command.by)
    game = hall.games.get(terms.game)
    if person is None:
        return Why.WHO_ARE_YOU
    if game is None:
        return Why.NO_SUCH_GAME
    options = read_options(game.Options, terms.options)
    if options is None:
        return Why.BAD_OPTIONS
    terms = replace(
        terms,
        seats=terms.seats or game.seats[0],
        options=options,
        absence=command.absence or game.absence,
    )
    if refused := (_bad_terms(decision, game, terms) or _no_more(decision, person)):
        return refused
    if not 0 <= command.seat < terms.seats:
        return Why.BAD_SEATS
    name = command.name or person.profile.name
    if command.sit and (refused := bad_seat(decision, person, name, command.entropy)):
        return refused
    table = new_table(decision, game, terms, person.id, private=command.private, promise=promise)
    if command.sit:
        take(decision, table, person, command.seat, name, command.entropy)
    decision.list_table("opened", table)
    if terms.bots is not None and terms.bots.after == 0:
        fill_in_time(decision, commands.Fill(table.sheet.table))
    decision.result = table
    return None


def new_table(
    decision: Deciding,
    game: AnyGame,
    terms: Terms,
    host: int = 0,
    *,
    private: bool = False,
    organiser: Any = None,
    hidden: bool = False,
    promise: Promise | None = None,
) -> Table:
    """A table on these terms, with dice that are committed to before anybody sits down. A game that
    is part of something larger is remembered when it is over."""
    table = Table(game, promise.seed if promise else decision.hall.chance(32))
    table.organiser, table.hidden = organiser, hidden
    table.draft = [] if organiser is not None else None
    opened = records.Opened(
        game=terms.game,
        seats=terms.seats,
        options=msgspec.Raw(encode(terms.options)),
        clock=terms.clock,
        absence=terms.absence,
        title=terms.title,
        spectators=terms.spectators,
        start=terms.start,
        rated=terms.rated,
        bots=terms.bots,
        seq=0,
        at=decision.now,
        prev=records.GENESIS,
        table=decision.table_number(keep=organiser is None),
        version=game.version,
        commitment=commitment(table.seed),
        code=decision.hall.chance(CODE).hex() if private else "",
        host=host,
        promised=promise.at if promise else 0,
    )
    decision.append(table, opened, terms.options)
    return table


def _bad_terms(decision: Deciding, game: AnyGame, terms: Terms) -> Why | None:
    """What is wrong with what somebody wants to open a table with."""
    if terms.seats not in game.seats:
        return Why.BAD_SEATS
    if not terms.clock.sensible():
        return Why.BAD_CLOCK
    if not _bearable(terms.absence):
        return Why.BAD_ABSENCE
    if len(terms.title) > LONGEST_TITLE or not terms.title.isprintable():
        return Why.BAD_TITLE
    plan = terms.bots
    if plan is None:
        return None
    if plan.level < 1 or not 0 <= (plan.after or 0) <= LONGEST:
        return Why.BAD_BOTS
    return None if {("", plan.level), (game.name, plan.level)} & decision.hall.staff.keys() else Why.NO_BOTS


def read_options(kind: Any, options: Any) -> Any | None:
    """The options of a game from a struct, JSON or nothing; None if they do not fit."""
    try:
        if options is msgspec.UNSET or options is None:
            return kind()
        if isinstance(options, kind):
            return options
        if isinstance(options, bytes | msgspec.Raw):
            return msgspec.json.decode(options, type=kind)
        return msgspec.convert(options, kind)
    except UNREADABLE:
        return None


def _bearable(absence: Absence) -> bool:
    times = (absence.grace, absence.alone, absence.all_gone, absence.empty, absence.held)
    return min(times) >= 0 and max(times) <= LONGEST


def no_space(decision: Deciding) -> Why | None:
    """Whether there is no room for another table."""
    hall = decision.hall
    if hall.short_of_disk and not hall.closing:
        return Why.SHORT_OF_DISK
    full = len(hall.tables) - len(hall.finished) >= hall.limits.tables
    return Why.TOO_MANY_TABLES if full and not hall.closing else None


def _no_more(decision: Deciding, person: Person) -> Why | None:
    """Why somebody may not have another table."""
    shares = decision.hall.shares
    return no_space(decision) or no_room(decision, person) or shares.no_room_for_table(person)


def reopen(decision: Deciding, command: commands.Reopen) -> Reason | None:
    hall = decision.hall
    person = hall.people.here(command.by)
    save = hall.saves.get((command.game, command.name))
    if person is None:
        return Why.WHO_ARE_YOU
    if save is None or not may_reopen(save, person.profile, hall.people.by_id):
        return Why.NO_SUCH_SAVE
    if hall.in_play(save):
        return Why.SAVE_IN_PLAY
    if command.game not in hall.games:
        return Why.NO_SUCH_GAME
    if refused := _no_more(decision, person):
        return refused
    save.table(hall.games[command.game], b"")  # one that cannot be read fails here, before anything changes
    for number in (hall.saves_out.get((command.game, command.name)), save.sheet.table):
        deserted = hall.tables.get(number or 0)
        if deserted is not None:
            desert(decision, deserted)
    table = _bring_back(decision, save, person)
    decision.keep(facts.Saved(replace(save, used=True)))
    decision.list_table("opened", table)
    decision.result = table
    return None


def desert(decision: Deciding, table: Table) -> None:
    """A saved game goes on elsewhere: give this table up, and keep its dice secret."""
    hall, number = decision.hall, table.sheet.table
    if number in hall.finished:
        decision.forget(table)
    elif hall.peers.owns(number):
        decision.close(table, "reopened", reveal=False)
    else:
        hall.peers.give_up(decision, number)


def bring_back(decision: Deciding, person: Person, games: frozenset[str] | None) -> None:
    """The games that were put away since everybody was gone are on their tables again: one of those who
    play there has returned."""
    hall = decision.hall
    for key in sorted(hall.saves_of.get(person.id, ())):
        save = hall.saves[key]
        carried = key[0] in hall.games and (games is None or key[0] in games)
        if not save.deserted or not carried or hall.saves_out.get(key) in hall.tables:
            continue
        if hall.closing or no_space(decision) or _banned_from(decision, save, person):
            continue
        try:
            save.table(hall.games[key[0]], b"")
        except UNREADABLE:  # it stays where it is; whoever plays there must come in all the same
            continue
        table = _bring_back(decision, save, person, kept=True)
        decision.keep(facts.Saved(replace(save, used=True)))
        decision.list_table("opened", table)


def _banned_from(decision: Deciding, save: SaveFile, person: Person) -> bool:
    """Whether somebody was banned by the name that they have in this game."""
    names = [seat.name for _, seat in save.scene.people() if seat.person == person.id]
    return any(decision.hall.bans.bar(name, decision.now) for name in names)


def _bring_back(decision: Deciding, save: SaveFile, person: Person, *, kept: bool = False) -> Table:
    """A put-away game goes on in its own log. Of one that went on meanwhile a copy is made;
    it keeps its dice unless their seed has been revealed, and its result counts for nobody."""
    hall = decision.hall
    first_time = save.scene.status == "saved" and not save.used
    own_log = first_time and hall.peers.alone
    number = save.sheet.table if own_log else decision.table_number()
    seed = hall.chance(32) if save.revealed else bytes.fromhex(save.seed)
    fresh = (commitment(seed), save.seed) if save.revealed else ("", "")
    if not first_time and not save.revealed:
        _rate_no_other(decision, save)
    table = save.table(hall.games[save.sheet.game], seed)
    origin = 0 if own_log else save.sheet.table
    decision.write(
        table, records.Reopened, number, save.name, origin, *fresh, person.id, (), kept, not first_time
    )
    decision.snapshot(table)  # a copy's log does not begin at the beginning: it is recovered from this
    return table


def _rate_no_other(decision: Deciding, save: SaveFile) -> None:
    """A copy shows throws that other saves of the game have yet to make: those count for nobody either."""
    for key, other in list(decision.hall.saves.items()):
        if other.seed == save.seed and not other.used and key != (save.sheet.game, save.name):
            decision.keep(facts.Saved(replace(other, used=True)))


def close(decision: Deciding, command: commands.Close) -> Reason | None:
    table = decision.hall.tables.get(command.table)
    if table is None:
        return absent(decision.hall, command.table)
    if table.scene.status == "finished":
        decision.forget(table)
        return None
    over = table.scene.status == "playing"
    decision.close(table, command.why)
    if over:
        decision.discard_save(table)
    return None
