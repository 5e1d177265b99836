"""Before the game: creating, finding, entering and leaving one, and coming back to it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablehall.games.eriantys.moves import NEXT
from tablehall.hall import commands
from tablehall.hall.hall import Hall
from tablehall.hall.names import good_name
from tablehall.hall.people import Person, secret_hash
from tablehall.hall.scene import Scene, Seat, Sheet
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.protocols.door import tables_of
from tablehall.protocols.eriantys import requests
from tablehall.protocols.eriantys.messages import message
from tablehall.protocols.eriantys.notifications import game_entered, picture
from tablehall.protocols.eriantys.words import (
    GAME,
    GAME_DONT_EXIST,
    IMPOSSIBLE,
    NOT_CORRECT,
    game_id,
    table_of,
)
from tablehall.protocols.listing import in_pieces

if TYPE_CHECKING:
    from tablehall.protocols.eriantys.session import EriantysSession

MOST_UNUSED = 20
"""So many games may a client have created that nobody has entered."""
LONGEST_NICKNAME = 20


def create(session: "EriantysSession", request: requests.CreateNewGame, tag: bytes) -> None:
    """Open a table; whoever does so is not at it yet."""
    session.created = [number for number in session.created if _unused(session.hall, number)]
    if len(session.created) >= MOST_UNUSED:
        session.refuse(IMPOSSIBLE, tag)
        return
    if not session.is_somebody(tag):
        return
    players = request.players or -1  # the hall would understand 0 as whatever the game likes
    terms = Terms(GAME, players, {"expert": request.expert}, start="asked")
    command = commands.Open(session.by, terms, session.door.absence, sit=False)
    decision = session.decide(command, tag)
    if decision is not None:
        number = decision.result.sheet.table
        session.created.append(number)
        session.port.submit(decision, message("GameCreated", tag, gameId=game_id(number)))


def _unused(hall: Hall, number: int) -> bool:
    table = hall.tables.get(number)
    return table is not None and not table.scene.taken()


def possible_games(session: "EriantysSession", request: requests.JoinGame, tag: bytes) -> None:
    """The games that have not started."""
    head, _, tail = message("PossibleGames", tag, gameIDs=[]).partition(b"[]")
    session.answer_long(in_pieces(head + b"[", session.door.possible_games.now().texts(), b"]" + tail))


def listed(sheet: Sheet, scene: Scene) -> bytes:
    """A game in the list of those that have not started; empty: it has, or it is not for everybody."""
    return b',"%b"' % game_id(sheet.table).encode() if _waits(sheet, scene) else b""


def _waits(sheet: Sheet, scene: Scene) -> bool:
    return scene.status == "waiting" and sheet.game == GAME and not sheet.code


def enter(session: "EriantysSession", request: requests.EnterGame, tag: bytes) -> None:
    """Sit down at a table that waits for players."""
    number = table_of(request.game)
    table = session.hall.find(number)
    if not good_name(request.nickname, LONGEST_NICKNAME):
        session.refuse(NOT_CORRECT, tag)
        return
    if table is None or not _waits(table.sheet, table.scene):
        session.refuse(GAME_DONT_EXIST, tag)
        return
    if not session.is_somebody(tag):
        return
    decision = session.decide(commands.Join(session.by, number, name=request.nickname), tag)
    if decision is not None:
        session.join(table, decision)
        session.port.submit(decision, game_entered(table.sheet, table.scene, session.token, tag))


def resume(session: "EriantysSession", request: requests.ResumeGame, tag: bytes) -> None:
    """Come back to a seat: with the token that was given for it, from any connection. A game that was put
    away when everybody was gone comes back with whoever does so first."""
    hall, number = session.hall, table_of(request.game)
    person = hall.people.by_secret.get(secret_hash(request.token))
    seats = _seats_at(hall, number, person)
    if seats is None:
        session.refuse(GAME_DONT_EXIST, tag)
        return
    if person is None or not any(s and (s.person, s.name) == (person.id, request.nickname) for s in seats):
        session.refuse(NOT_CORRECT, tag)
        return
    session.be_nobody()
    command = commands.Enter(
        session.port.conn, "stranger", secret=request.token, games=session.door.games, brings_back=True
    )
    decision = session.decide(command, tag)
    if decision is None:
        return
    session.by, session.token = person.id, request.token
    table = next(tables_of(hall, person, session.door.games, "waiting", "playing", "finished"), None)
    if table is None:  # it could not be brought back
        session.port.submit(decision)
        session.be_nobody()
        session.refuse(GAME_DONT_EXIST, tag)
        return
    session.join(table, decision)
    seat = table.scene.seat_of(session.by)
    shown = [game_entered(table.sheet, table.scene, session.token, tag)]
    shown += [notification.seen_from(seat) for notification in picture(table.scene)]
    session.port.submit(decision, b"".join(shown))


def _seats_at(hall: Hall, number: int, person: Person | None) -> Sequence[Seat | None] | None:
    """Who plays at a table, also at one that was put away and waits for this person; None: there is none."""
    table = hall.find(number)
    if table is not None:
        return table.scene.seats if table.sheet.game == GAME else None
    kept = [hall.saves[key] for key in hall.saves_of.get(person.id, ())] if person is not None else []
    return next((save.scene.seats for save in kept if save.deserted and save.sheet.table == number), None)


def _nickname(table: Table, person: int) -> str:
    number = table.scene.seat_of(person)
    seat = None if number is None else table.scene.seats[number]
    return seat.name if seat else ""


def exit_from(session: "EriantysSession", request: requests.ExitFromGame, tag: bytes) -> None:
    """Get up from a table that still waits."""
    number = session.table
    table = session.hall.find(number)
    if table is None or table.scene.status != "waiting":
        session.refuse(IMPOSSIBLE, tag)
        return
    if _nickname(table, session.by) != request.nickname:
        session.refuse(NOT_CORRECT, tag)
        return
    decision = session.decide(commands.Leave(session.by, number), tag)
    if decision is not None:
        session.part()
        session.port.submit(decision, message("ExitGameSuccess", tag))


def resize(session: "EriantysSession", request: requests.ChangeNumPlayers, tag: bytes) -> None:
    """Change the number of seats."""
    session.do(commands.Resize(session.by, session.table, request.players), tag)


def next_phase(session: "EriantysSession", request: requests.NextPhase, tag: bytes) -> None:
    """Begin, while the table waits; afterwards it is a move of who chooses tower and wizard."""
    table = session.hall.tables.get(session.table)
    if table is not None and table.scene.status == "waiting":
        session.do(commands.Start(session.by, session.table), tag)
    else:
        session.do(commands.Act(session.by, session.table, NEXT), tag)
