"""At the table: moves, resigning, proposals, talk and saves."""

from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import UNREADABLE, Reason, Refusal, drawn
from tablehall.hall import commands, records
from tablehall.hall.deadlines import arm, conclude, drop
from tablehall.hall.hall import Hall, encode, handles, seated
from tablehall.hall.lobby import begin_if_complete, join, open_table
from tablehall.hall.people import Person, speakable
from tablehall.hall.refusals import Why
from tablehall.hall.saves import GOOD_NAME, SaveFile
from tablehall.hall.staff import seat_bot
from tablehall.hall.table import Table

LONGEST_TEXT = 500


@handles(commands.Act)
def act(hall: Hall, command: commands.Act) -> Reason | None:
    """The hot path: everything a move costs happens here, once."""
    table = hall.tables.get(command.table)
    if table is None:
        return Why.NO_SUCH_TABLE
    scene = table.scene
    seat = scene.seat_of(command.by)
    if seat is None:
        return Why.NOT_SEATED
    if scene.status != "playing":
        return Why.NOT_STARTED if scene.status == "waiting" else Why.FINISHED
    if scene.paused:
        return Why.PAUSED
    move = command.move
    if type(move) is msgspec.Raw or type(move) is bytes:
        try:
            move = table.decode_move(move)
        except UNREADABLE:
            return Why.NOT_A_MOVE
    return make_move(hall, table, seat, move)


def make_move(hall: Hall, table: Table, seat: int, move: Any) -> Reason | None:
    """Make a move in a running game if its rules allow it."""
    scene, dice = table.scene, table.dice
    position = dice.position
    played = table.game.play(scene.state, seat, move, dice)
    if isinstance(played, Refusal):
        dice.position = position
        dice.thrown.clear()
        return played.reason
    throws = dice.rest() if dice.thrown else ()
    record = records.Moved(scene.seq + 1, hall.now, scene.prev, seat, move, throws)
    line = encode(record)
    events = table.apply(record, records.digest(line), played)
    hall.remember(table, record, line, events)
    if not table.scene.turn.seats:
        conclude(hall, table)
    elif table.sheet.clock.kind != "none" or scene.anybody_away():
        arm(hall, table)
    return None


@handles(commands.Resign)
def resign(hall: Hall, command: commands.Resign) -> Reason | None:
    found = seated(hall, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, number = found
    seat = table.scene.seats[number]
    if table.scene.status != "playing" or seat is None or seat.gone:
        return Why.NOT_STARTED if table.scene.status == "waiting" else Why.FINISHED
    drop(hall, table, number, "resigned")
    return None


@handles(commands.Propose)
def propose(hall: Hall, command: commands.Propose) -> Reason | None:
    found = seated(hall, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    proposal = table.scene.proposal
    if proposal and proposal.kind == command.kind:
        return _agree(hall, table, seat, yes=True)
    if not _on_offer(table, seat, command.kind):
        return Why.NOT_ON_OFFER
    hall.write(table, records.Proposed, command.kind, seat)
    _if_agreed(hall, table)
    return None


def _on_offer(table: Table, seat: int, kind: str) -> bool:
    if kind == "rematch":
        return table.scene.status == "finished"
    if table.scene.status != "playing" or table.scene.is_out(seat):
        return False
    if kind == "draw":
        return table.game.draw_by_agreement and not any(s and s.bot and not s.gone for s in table.scene.seats)
    return table.game.takeback and _plies_back(table, seat) > 0


def _plies_back(table: Table, seat: int) -> int:
    """How many moves must be undone until this seat's last one is; 0: it is too long ago."""
    for plies, (mover, *_) in enumerate(reversed(table.past), 1):
        if mover == seat:
            return plies
    return 0


@handles(commands.Answer)
def answer(hall: Hall, command: commands.Answer) -> Reason | None:
    found = seated(hall, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    return _agree(hall, table, seat, yes=command.yes)


def _agree(hall: Hall, table: Table, seat: int, *, yes: bool) -> Reason | None:
    proposal = table.scene.proposal
    if proposal is None or (yes and seat in proposal.agreed) or seat not in _voters(table):
        return Why.NOTHING_PROPOSED
    hall.write(table, records.Answered, seat, yes)
    _if_agreed(hall, table)
    return None


def _if_agreed(hall: Hall, table: Table) -> None:
    """Do what was proposed once everybody wants it."""
    proposal = table.scene.proposal
    if proposal is None or not _voters(table) <= set(proposal.agreed):
        return
    if proposal.kind == "draw":
        hall.finish(table, drawn(len(table.scene.seats), "agreement"))
    elif proposal.kind == "takeback":
        hall.write(table, records.TakenBack, _plies_back(table, proposal.seat))
        arm(hall, table)
    else:
        _rematch(hall, table)


def _voters(table: Table) -> set[int]:
    """Whose consent is needed: in a game of those still in it, after it of everybody. The
    house's players are content with everything that is on offer."""
    over = table.scene.status == "finished"
    return {n for n, s in enumerate(table.scene.seats) if s and not s.bot and (over or not s.gone)}


def _rematch(hall: Hall, table: Table) -> None:
    """The same people at a new table, everybody one seat further on."""
    sheet = table.sheet
    seats = [(hall.people.here(seat.person), seat) for seat in table.scene.seats if seat]
    players = [(person, seat) for person, seat in (*seats[1:], seats[0]) if person]
    if len(players) < len(table.scene.seats):
        return
    host = next(person for person, seat in players if not seat.bot)
    again = commands.Open(
        host.id,
        sheet.game,
        len(players),
        sheet.options,
        sheet.clock,
        sheet.absence,
        sheet.title,
        bool(sheet.code),
        sheet.spectators,
        sheet.start,
        sheet.rated,
        sit=False,
        bots=sheet.bots and replace(sheet.bots, after=None),
    )
    if open_table(hall, again) is not None:
        return
    fresh: Table = hall.decision.result
    for number, (person, seat) in enumerate(players):
        if seat.bot:
            seat_bot(hall, fresh, person, number, seat.bot)
            begin_if_complete(hall, fresh)
        else:
            join(hall, commands.Join(person.id, fresh.sheet.table, fresh.sheet.code, number, seat.name))
    hall.decision.result = fresh


@handles(commands.Say)
def say(hall: Hall, command: commands.Say) -> Reason | None:
    person = hall.people.here(command.by)
    table = hall.tables.get(command.table)
    if person is None:
        return Why.WHO_ARE_YOU
    if table is None:
        return Why.NO_SUCH_TABLE
    if not command.text.strip() or len(command.text) > LONGEST_TEXT or not speakable(command.text):
        return Why.BAD_TEXT
    seat = table.scene.seat_of(person.id) if command.table in person.tables else None
    if seat is None and person.id not in table.watchers:
        return Why.NOT_HERE
    to = _listeners(table, seat, command.to)
    if isinstance(to, Why):
        return to
    name = _seat_name(table, seat, person)
    hall.write(table, records.Said, name, command.text, seat, to)
    return None


def _seat_name(table: Table, seat: int | None, person: Person) -> str:
    taken = table.scene.seats[seat] if seat is not None else None
    return taken.name if taken else person.profile.name


def _listeners(table: Table, seat: int | None, to: str | None) -> tuple[int, ...] | Why | None:
    """Who may read a message: None is everybody. While a game is on, spectators talk among
    themselves: nobody may whisper a player his move."""
    if seat is None and to is None:
        return () if table.scene.status == "playing" else None
    if seat is None:  # it would be read by all the spectators
        return Why.NO_SUCH_LISTENER
    if to is None:
        return None
    for number, taken in enumerate(table.scene.seats):
        if taken and taken.name == to:
            return (number,)
    return Why.NO_SUCH_LISTENER


@handles(commands.Save)
def save(hall: Hall, command: commands.Save) -> Reason | None:
    found = seated(hall, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    if table.scene.status != "playing" or table.scene.is_out(seat):
        return Why.NOT_STARTED if table.scene.status == "waiting" else Why.FINISHED
    if not GOOD_NAME.fullmatch(command.name) or not command.name.strip():
        return Why.BAD_SAVE_NAME
    if table.contest is not None:
        return Why.IN_CONTEST
    if (table.sheet.game, command.name) in hall.saves:
        return Why.SAVE_EXISTS
    if len(hall.saves) >= hall.limits.saves:
        return Why.TOO_MANY_SAVES
    hall.write(table, records.Saved, command.name, command.put_away, seat)
    if table.draft is not None:  # a save needs its log; from here on it is kept move by move
        hall.index(table, "saved")
        hall.index(table, "live")
    hall.keep_save(SaveFile.of(table, hall.now, command.name))
    if command.put_away:
        hall.index(table, "saved")
        hall.list_table("gone", table)
        hall.forget(table)
    return None


def seen_events(news: Any, seat: int | None) -> list[Any]:
    """What this viewer notices of the events in the news."""
    seen = (news.game.witness(event, seat) for event in news.events)
    return [event for event in seen if event is not None]
