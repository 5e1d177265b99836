"""At the table: moves, resigning, proposals, talk and saves."""

from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import UNREADABLE, Reason, Refusal, drawn
from tablehall.hall import commands, records
from tablehall.hall.decision import Deciding
from tablehall.hall.forfeits import conclude, drop
from tablehall.hall.lookups import seated, visit
from tablehall.hall.missing import absent
from tablehall.hall.names import speakable
from tablehall.hall.opening import open_with
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why
from tablehall.hall.saving import cannot_save, consenting, put_away_together
from tablehall.hall.seats import bad_entropy, begin_if_complete, join
from tablehall.hall.staff import seat_bot
from tablehall.hall.table import Table

LONGEST_TEXT = 500


def act(decision: Deciding, command: commands.Act) -> Reason | None:
    """The hot path: everything a move costs happens here, once."""
    table = decision.hall.tables.get(command.table)
    if table is None:
        return absent(decision.hall, command.table)
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
    return make_move(decision, table, seat, move)


def make_move(decision: Deciding, table: Table, seat: int, move: Any) -> Reason | None:
    """Make a move in a running game if its rules allow it."""
    scene, dice = table.scene, table.dice
    position = dice.position
    played = table.game.play(scene.state, seat, move, dice)
    if isinstance(played, Refusal):
        dice.position = position
        dice.thrown.clear()
        return played.reason
    throws = dice.rest() if dice.thrown else ()
    record = records.Moved(scene.seq + 1, decision.now, scene.prev, seat, move, throws)
    decision.append(table, record, played)
    if not table.scene.turn.seats:
        conclude(decision, table)
    return None


def resign(decision: Deciding, command: commands.Resign) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, number = found
    seat = table.scene.seats[number]
    if table.scene.status != "playing" or seat is None or seat.gone:
        return Why.NOT_STARTED if table.scene.status == "waiting" else Why.FINISHED
    drop(decision, table, number, "resigned")
    return None


def propose(decision: Deciding, command: commands.Propose) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    if refused := bad_entropy(command.entropy):
        return refused
    proposal = table.scene.proposal
    if proposal and proposal.kind == command.kind:
        return _agree(decision, table, seat, command.entropy, yes=True)
    if not _on_offer(table, seat, command.kind):
        return Why.NOT_ON_OFFER
    if command.kind == "put_away" and (refused := cannot_save(decision, table, seat)):
        return refused
    decision.write(table, records.Proposed, command.kind, seat)
    table.shares = {seat: command.entropy}
    _if_agreed(decision, table)
    return None


def _on_offer(table: Table, seat: int, kind: str) -> bool:
    if kind == "rematch":
        return table.scene.status == "finished"
    if table.scene.status != "playing" or table.scene.is_out(seat):
        return False
    if kind == "put_away":
        return True
    if kind == "draw":
        return table.game.draw_by_agreement and not any(s and s.bot and not s.gone for s in table.scene.seats)
    return table.game.takeback and _plies_back(table, seat) > 0


def _plies_back(table: Table, seat: int) -> int:
    """How many moves must be undone until this seat's last one is; 0: it is too long ago."""
    for plies, before in enumerate(reversed(table.past), 1):
        if before.mover == seat:
            return plies
    return 0


def answer(decision: Deciding, command: commands.Answer) -> Reason | None:
    found = seated(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    table, seat = found
    return bad_entropy(command.entropy) or _agree(decision, table, seat, command.entropy, yes=command.yes)


def _agree(decision: Deciding, table: Table, seat: int, entropy: str, *, yes: bool) -> Reason | None:
    proposal = table.scene.proposal
    if proposal is None or (yes and seat in proposal.agreed) or seat not in _voters(table):
        return Why.NOTHING_PROPOSED
    decision.write(table, records.Answered, seat, yes)
    table.shares[seat] = entropy
    _if_agreed(decision, table)
    return None


def _if_agreed(decision: Deciding, table: Table) -> None:
    """Do what was proposed once everybody wants it."""
    proposal = table.scene.proposal
    if proposal is None or not _voters(table) <= set(proposal.agreed):
        return
    if proposal.kind == "draw":
        decision.finish(table, drawn(len(table.scene.seats), "agreement"))
    elif proposal.kind == "put_away":
        put_away_together(decision, table, proposal.seat)
    elif proposal.kind == "takeback":
        decision.write(table, records.TakenBack, _plies_back(table, proposal.seat))
    else:
        _rematch(decision, table)


def _voters(table: Table) -> set[int]:
    """Whose consent is needed: in a game of those still in it, after it of everybody. The
    house's players are content with everything that is on offer."""
    over, proposal = table.scene.status == "finished", table.scene.proposal
    if proposal is not None and proposal.kind == "put_away":
        return consenting(table) | {proposal.seat}
    return {n for n, s in enumerate(table.scene.seats) if s and not s.bot and (over or not s.gone)}


def _rematch(decision: Deciding, table: Table) -> None:
    """The same people at a new table, everybody one seat further on. Their shares of chance came before
    the table: they count only if its seed was promised before them."""
    hall, sheet, promise = decision.hall, table.sheet, table.promise
    shares = table.shares if promise else {}
    seats = [
        (hall.people.here(seat.person), seat, shares.get(number, ""))
        for number, seat in enumerate(table.scene.seats)
        if seat
    ]
    players = [(person, seat, share) for person, seat, share in (*seats[1:], seats[0]) if person]
    if len(players) < len(table.scene.seats):
        return
    host = next(person for person, seat, _ in players if not seat.bot)
    plan = sheet.bots and replace(sheet.bots, after=None)
    terms = replace(sheet.terms(), seats=len(players), bots=plan)
    again = commands.Open(host.id, terms, sheet.absence, private=bool(sheet.code), sit=False)
    if open_with(decision, again, promise) is not None:
        return
    table.promise = None
    fresh: Table = decision.result
    code = fresh.sheet.code
    for number, (person, seat, share) in enumerate(players):
        if seat.bot:
            seat_bot(decision, fresh, person, number, seat.bot)
            begin_if_complete(decision, fresh)
        else:
            wish = commands.Join(person.id, fresh.sheet.table, code, number, seat.name, share)
            if join(decision, wish) is not None:  # somebody else has that name in the whole hall by now
                join(decision, replace(wish, name=""))
    decision.result = fresh


def say(decision: Deciding, command: commands.Say) -> Reason | None:
    found = visit(decision, command.by, command.table)
    if isinstance(found, Why):
        return found
    person, table = found
    if not command.text.strip() or len(command.text) > LONGEST_TEXT or not speakable(command.text):
        return Why.BAD_TEXT
    seat = table.scene.seat_of(person.id) if command.table in person.tables else None
    if seat is None and person.id not in table.watchers:
        return Why.NOT_HERE
    to = _listeners(table, seat, command.to)
    if isinstance(to, Why):
        return to
    if refused := decision.hall.shares.too_much_talk(person, command.text, decision.now):
        return refused
    if table.organiser is not None:
        table.organiser.write_up(decision, table)
    name = _seat_name(table, seat, person)
    decision.write(table, records.Said, name, command.text, seat, to)
    return None


def _seat_name(table: Table, seat: int | None, person: Person) -> str:
    taken = table.scene.seats[seat] if seat is not None else None
    return taken.name if taken else person.profile.name


def _listeners(table: Table, seat: int | None, to: str | None) -> tuple[int, ...] | Why | None:
    """Who may read a message: None is everybody. While a game is on, spectators talk among
    themselves: nobody may whisper a player their move."""
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
