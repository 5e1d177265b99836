"""The lobby: opening tables, sitting down, getting up, looking on, bringing games back."""

from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import UNREADABLE, Absence, Reason
from tablehall.games.dice import commitment
from tablehall.hall import commands, records
from tablehall.hall.clock import LONGEST
from tablehall.hall.deadlines import arm, get_up
from tablehall.hall.hall import HANDLERS, Hall, encode, handles, seated
from tablehall.hall.notices import Gathered
from tablehall.hall.people import Person, good_name, speakable
from tablehall.hall.records import BotPlan
from tablehall.hall.refusals import Why
from tablehall.hall.saves import SaveFile, may_reopen
from tablehall.hall.table import Table


@handles(commands.Open)
def open_table(hall: Hall, command: commands.Open) -> Reason | None:
    person = hall.people.here(command.by)
    game = hall.games.get(command.game)
    if person is None:
        return Why.WHO_ARE_YOU
    if game is None:
        return Why.NO_SUCH_GAME
    options = read_options(game.Options, command.options)
    seats = command.seats or game.seats[0]
    name = command.name or person.profile.name
    if options is None:
        return Why.BAD_OPTIONS
    if seats not in game.seats:
        return Why.BAD_SEATS
    if not command.clock.sensible():
        return Why.BAD_CLOCK
    if command.absence is not None and not _bearable(command.absence):
        return Why.BAD_ABSENCE
    if len(command.title) > 100 or not command.title.isprintable():
        return Why.BAD_TITLE
    if refused := (_bad_plan(hall, game.name, command.bots) or _space(hall) or _room(hall, person)):
        return refused
    if command.sit and (refused := _good_seat(hall, name, command.entropy)):
        return refused
    seed = hall.chance(32)
    table = Table(game, seed)
    table.draft = [] if game.durability == "result" else None
    number = hall.table_number()
    hall.tables[number] = table
    hall.write(
        table,
        records.Opened,
        number,
        game.name,
        game.version,
        seats,
        commitment(seed),
        msgspec.Raw(encode(options)),
        command.clock,
        command.absence or game.absence,
        command.title,
        hall.secret()[:8] if command.private else "",
        command.spectators,
        command.start,
        command.rated,
        person.id,
        command.bots,
    )
    hall.index(table, "live")
    if command.sit:
        _take(hall, table, person, 0, name, command.entropy)
    arm(hall, table)
    hall.list_table("opened", table)
    await_bots(hall, table)
    if command.bots is not None and command.bots.after == 0:
        HANDLERS[commands.Fill](hall, commands.Fill(number))
    hall.decision.result = table
    return None


def _bad_plan(hall: Hall, game: str, plan: BotPlan | None) -> Why | None:
    """What is wrong with the plan for the house's players."""
    if plan is None:
        return None
    if plan.level < 1 or not 0 <= (plan.after or 0) <= LONGEST:
        return Why.BAD_BOTS
    return None if {("", plan.level), (game, plan.level)} & hall.staff.keys() else Why.NO_BOTS


def await_bots(hall: Hall, table: Table) -> None:
    """The house's players come when the table said they should."""
    plan = table.sheet.bots
    if plan is not None and plan.after:
        hall.alarms.set(("bots", table.sheet.table), table.sheet.opened + plan.after)


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
    times = (absence.grace, absence.alone, absence.all_gone, absence.empty)
    return all(0 <= time <= LONGEST for time in times)


def _space(hall: Hall) -> Why | None:
    """Whether there is room for another table."""
    full = len(hall.tables) - len(hall.finished) >= hall.limits.tables
    return Why.TOO_MANY_TABLES if full and not hall.closing else None


def _room(hall: Hall, person: Person) -> Why | None:
    """Whether this person may sit down at another table."""
    if hall.closing:
        return Why.CLOSING
    if len(person.tables) >= hall.limits.tables_each:
        return Why.TOO_MANY_SEATS
    return None


def _good_seat(hall: Hall, name: str, entropy: str) -> Why | None:
    if not good_name(name, 64):
        return Why.BAD_NAME
    if hall.bans.bar(name, hall.now):  # some doors know names at tables only
        return Why.BANNED
    return None if len(entropy) <= 64 and speakable(entropy) else Why.BAD_ENTROPY


def _take(hall: Hall, table: Table, person: Person, seat: int, name: str, entropy: str) -> None:
    person.tables.add(table.sheet.table)
    table.audience = None
    if table.sheet.table in person.watching:
        person.watching.discard(table.sheet.table)
        table.watchers -= {person.id}
    hall.write(table, records.Sat, seat, person.id, name, entropy)


@handles(commands.Join)
def join(hall: Hall, command: commands.Join) -> Reason | None:
    person = hall.people.here(command.by)
    table = hall.tables.get(command.table)
    if person is None:
        return Why.WHO_ARE_YOU
    if table is None:
        return Why.NO_SUCH_TABLE
    if table.sheet.code and command.code != table.sheet.code:
        return Why.WRONG_CODE
    if table.scene.seat_of(person.id) is not None:
        return Why.ALREADY_SEATED
    if table.scene.status != "waiting":
        return Why.TABLE_FULL if table.scene.status == "playing" else Why.FINISHED
    name = command.name or person.profile.name
    if refused := (_room(hall, person) or _good_seat(hall, name, command.entropy)):
        return refused
    seat = _free_seat(hall, table, person, command.seat, name)
    if isinstance(seat, Why):
        return seat
    _take(hall, table, person, seat, name, command.entropy)
    hall.decision.result = table
    begin_if_complete(hall, table)
    return None


def begin_if_complete(hall: Hall, table: Table) -> None:
    """Somebody sat down: the game begins if nobody is missing now."""
    if _complete(table) and (table.sheet.start == "full" or table.scene.state is not None):
        start(hall, table)
    else:
        arm(hall, table)
        hall.list_table("changed", table)


def _free_seat(hall: Hall, table: Table, person: Person, wanted: int | None, name: str) -> int | Why:
    """The seat this person may take: any free one, or at a saved game the one of his name."""
    seats = table.scene.seats
    if table.scene.save:
        for number, seat in enumerate(seats):
            if seat and seat.name == name:
                return Why.SEAT_NAME_TAKEN if seat.person else number
        return Why.NOT_YOUR_SEAT
    if None not in seats:
        return Why.TABLE_FULL
    if any(seat and seat.name == name for seat in seats):
        return Why.SEAT_NAME_TAKEN
    if wanted is None:
        return seats.index(None)
    if not 0 <= wanted < len(seats):
        return Why.BAD_SEATS
    return Why.SEAT_TAKEN if seats[wanted] else wanted


def _complete(table: Table) -> bool:
    return all(seat and (seat.person or seat.gone) for seat in table.scene.seats)


def start(hall: Hall, table: Table) -> None:
    """Begin, or go on from a save."""
    if table.scene.state is None:
        hall.write(table, records.Started)
    else:
        hall.write(table, records.Resumed)
    arm(hall, table)
    hall.list_table("changed", table)


@handles(commands.Start)
def start_asked(hall: Hall, command: commands.Start) -> Reason | None:
    found = seated(hall, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, _ = found
    if table.scene.status != "waiting":
        return Why.ALREADY_STARTED
    if not _complete(table):
        return Why.NOT_READY
    start(hall, table)
    return None


@handles(commands.Resize)
def resize(hall: Hall, command: commands.Resize) -> Reason | None:
    found = seated(hall, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, _ = found
    if table.scene.status != "waiting" or table.scene.save:
        return Why.ALREADY_STARTED
    if command.seats not in table.game.seats or command.seats < len(table.scene.taken()):
        return Why.BAD_SEATS
    table.audience = None  # everybody moves up
    hall.write(table, records.Resized, command.seats)
    if _complete(table) and table.sheet.start == "full":
        start(hall, table)
    else:
        hall.list_table("changed", table)
    return None


@handles(commands.Leave)
def leave(hall: Hall, command: commands.Leave) -> Reason | None:
    person = hall.people.here(command.by)
    table = hall.tables.get(command.table)
    if person is None:
        return Why.WHO_ARE_YOU
    if table is None:
        return Why.NO_SUCH_TABLE
    if command.table in person.watching:
        look(hall, table, person, on=False)
        return None
    if command.table not in person.tables:
        return Why.NOT_HERE
    get_up(hall, table, person)
    return None


@handles(commands.Watch)
def watch(hall: Hall, command: commands.Watch) -> Reason | None:
    person = hall.people.here(command.by)
    table = hall.tables.get(command.table)
    if person is None:
        return Why.WHO_ARE_YOU
    if table is None:
        return Why.NO_SUCH_TABLE
    hall.decision.result = table
    if not command.on:
        if command.table not in person.watching:
            return Why.NOT_HERE
        look(hall, table, person, on=False)
        return None
    if refused := may_watch(hall, person, table, command.code):
        return refused
    look(hall, table, person, on=True)
    return None


def look(hall: Hall, table: Table, person: Person, *, on: bool) -> None:
    """Somebody joins the spectators around a table, or leaves them."""
    if on:
        person.watching.add(table.sheet.table)
        table.watchers |= {person.id}
    else:
        person.watching.discard(table.sheet.table)
        table.watchers -= {person.id}
    hall.looks(person, table.sheet.table, on=on)
    table.audience = None
    hall.tell(hall.audience(table), Gathered(table.sheet, len(table.watchers)))


def may_watch(hall: Hall, person: Person, table: Table, code: str) -> Why | None:
    """Whether somebody may look on at a table, or why not."""
    if table.sheet.code and code != table.sheet.code:
        return Why.WRONG_CODE
    if not table.sheet.spectators:
        return Why.NO_SPECTATORS
    if table.sheet.table in person.tables:
        return Why.ALREADY_SEATED
    if len(table.watchers) >= hall.limits.spectators or len(person.watching) >= hall.limits.tables_each:
        return Why.TOO_MANY_SPECTATORS
    return None


@handles(commands.WatchLobby)
def watch_lobby(hall: Hall, command: commands.WatchLobby) -> Reason | None:
    if command.on:
        hall.lobby.add(command.conn)
    else:
        hall.lobby.discard(command.conn)
    return None


@handles(commands.Reopen)
def reopen(hall: Hall, command: commands.Reopen) -> Reason | None:
    person = hall.people.here(command.by)
    save = hall.saves.get((command.game, command.name))
    if person is None:
        return Why.WHO_ARE_YOU
    if save is None or not may_reopen(save, person.id):
        return Why.NO_SUCH_SAVE
    if hall.in_play(save):
        return Why.SAVE_IN_PLAY
    if command.game not in hall.games:
        return Why.NO_SUCH_GAME
    if refused := (_space(hall) or _room(hall, person)):
        return refused
    save.table(hall.games[command.game], b"")  # one that cannot be read fails here, before anything changes
    for number in (hall.saves_out.get((command.game, command.name)), save.sheet.table):
        deserted = hall.tables.get(number or 0)
        if deserted is not None and number in hall.finished:
            hall.forget(deserted)
        elif deserted is not None:
            hall.desert(deserted)
    table = _bring_back(hall, save, person)
    hall.keep_save(replace(save, used=True))
    hall.index(table, "live")
    arm(hall, table)
    hall.list_table("opened", table)
    hall.decision.result = table
    return None


def _bring_back(hall: Hall, save: SaveFile, person: Person) -> Table:
    """A put-away game goes on in its own log. Of one that went on meanwhile a copy is made;
    it keeps its dice unless their seed has been revealed."""
    own_log = save.scene.status == "saved" and not save.used and hall.owns_all
    number = save.sheet.table if own_log else hall.table_number()
    seed = hall.chance(32) if save.revealed else bytes.fromhex(save.seed)
    fresh = (commitment(seed), save.seed) if save.revealed else ("", "")
    table = save.table(hall.games[save.sheet.game], seed)
    hall.tables[number] = table
    hall.saves_out[save.sheet.game, save.name] = number
    origin = 0 if own_log else save.sheet.table
    for seat in table.scene.seats:
        if seat and seat.bot and (bot := hall.people.by_id.get(seat.person)):
            bot.tables.add(number)
    hall.write(table, records.Reopened, number, save.name, origin, *fresh, person.id)
    hall.snapshot(table)  # a copy's log does not begin at the beginning: it is recovered from this
    return table


@handles(commands.Close)
def close(hall: Hall, command: commands.Close) -> Reason | None:
    table = hall.tables.get(command.table)
    if table is None:
        return Why.NO_SUCH_TABLE
    if table.scene.status == "finished":
        hall.forget(table)
    else:
        hall.close(table, command.why)
    return None
