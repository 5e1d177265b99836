"""Getting to a table: saying hello, joining, and coming back."""

from typing import TYPE_CHECKING

from tablehall.games.api import Reason
from tablehall.hall import commands
from tablehall.hall.names import good_name
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.protocols.shelfie import messages as say
from tablehall.protocols.shelfie import render, requests
from tablehall.protocols.shelfie.dialects import No
from tablehall.protocols.shelfie.lobby import GAMES, MOST_EARLY
from tablehall.protocols.shelfie.recognition import not_known, recognise, remember
from tablehall.protocols.shelfie.requests import NO_ID
from tablehall.protocols.shelfie.states import State

if TYPE_CHECKING:
    from tablehall.protocols.shelfie.session import ShelfieSession

NOT_SEATED: dict[Reason, No] = {
    Why.BAD_NAME: "name",
    Why.NOT_YOUR_SEAT: "name",
    Why.SEAT_NAME_TAKEN: "taken",
    Why.TABLE_FULL: "full",
}
"""Why the hall gives somebody no seat; for any other reason the lobby is to blame."""
SEATED = (State.WAITING, State.PLAYING)
NOT_IN_SAVE = "Nobody of that name plays in the saved game; choose one of its names."
NO_TABLE = "No seat is free at the table that waited for players."


def hello(session: "ShelfieSession", request: requests.HelloCommand) -> None:
    """How the lobby stands; to a player of the original client who sits at a table, where they are. A client
    that might be about to come back may say so first."""
    first, session.greeted = not session.greeted, True
    state, table = session.state(), session.hall.tables.get(session.table)
    if first and state is State.NEW and session.door.returners.any():
        session.held.hold(lambda: greet(session))
    elif session.dialect.return_is_a_join and table is not None and state in SEATED:
        session.answer(*_back_at(session, table))
    else:
        greet(session)


def greet(session: "ShelfieSession") -> None:
    """Say what a Join would find, or offer to be the first."""
    state = session.state()
    if state is State.OVER:
        session.begin_anew()
        state = State.NEW
    if state is State.NEW:
        session.lobby.make_way()
        ready, table = _lobby(session)
        if ready or session.lobby.first is not None or not _enter(session):
            session.answer(say.Hello(ready, _loaded(table), say.NO_FIRST))
            return
        session.is_first()
        state = State.OFFERED
    if state in (State.OFFERED, State.LOADED):
        session.answer(say.Hello(False, state is State.LOADED, session.id))
    else:
        own = session.hall.tables.get(session.table)
        session.answer(say.Hello(own is not None, _loaded(own), say.NO_FIRST))


def _enter(session: "ShelfieSession") -> bool:
    """Become somebody, with a fresh id; whether that is possible."""
    if session.by:
        return True
    decision = session.decide(
        commands.Enter(session.port.conn, "stranger", games=GAMES, origin=session.port.address)
    )
    if decision.refused is not None:
        return False
    session.become(decision.result.person, decision.result.secret)
    session.port.submit(decision)
    remember(session)
    return True


def _lobby(session: "ShelfieSession") -> tuple[bool, Table | None]:
    """Whether a Hello is told that there is a lobby, and around which table."""
    lobby = session.lobby
    table = lobby.next_table()
    if table is None and lobby.first is None and session.settings.tables == "one":
        table = lobby.playing()
    return table is not None, table


def _loaded(table: Table | None) -> bool:
    return table is not None and bool(table.scene.save)


# The others.


def join(session: "ShelfieSession", request: requests.Join) -> None:
    """Sit down at the table that waits, or in the lobby of one that is being created."""
    if session.state() is State.OVER:
        session.begin_anew()
    name, lobby = request.player.strip(), session.lobby
    lobby.renew()
    table = lobby.next_table()
    if table is not None:
        _join_table(session, table, name)
    elif lobby.first is not None and lobby.first is not session:
        _join_early(session, name)
    else:
        _refuse(session, "full" if lobby.playing() else "lobby")


def _join_table(session: "ShelfieSession", table: Table, name: str) -> None:
    if not good_name(name):
        _refuse(session, "name")
        return
    if not _enter(session):
        _refuse(session, "lobby")
        return
    decision = session.decide(commands.Join(session.by, table.sheet.table, name=name))
    if decision.refused is not None:
        why = NOT_IN_SAVE if decision.refused is Why.NOT_YOUR_SEAT else decision.refused.value
        _refuse(session, NOT_SEATED.get(decision.refused, "lobby"), why)
        return
    session.sits(decision.result, name)
    session.port.submit(decision, say.lines([say.JoinResponse(True, id=session.id)]))


def _join_early(session: "ShelfieSession", name: str) -> None:
    lobby = session.lobby
    if not good_name(name):
        _refuse(session, "name")
    elif lobby.has_early(name):
        _refuse(session, "taken")
    elif len(lobby.early) >= MOST_EARLY:
        _refuse(session, "full")
    elif not _enter(session):
        _refuse(session, "lobby")
    else:
        session.comes_early(name)
        session.answer(say.JoinResponse(True, id=session.id))


def _refuse(session: "ShelfieSession", no: No, why: str = Why.BAD_NAME.value) -> None:
    session.answer(say.JoinResponse(False, error=session.dialect.join_errors[no]))
    if no == "name":
        session.explain(why)
    elif no == "full" and session.dialect.full_hangs_up:
        session.port.close()
    elif no == "lobby" or (no == "full" and session.settings.tables == "many"):
        session.put_right(NO_TABLE)


def already_joined(session: "ShelfieSession", request: requests.Join) -> None:
    """One seat for each connection."""
    session.error(f"You already joined under the name: {session.name}")


# Coming back.


def reconnect(session: "ShelfieSession", request: requests.Reconnect) -> None:
    """Come back to a seat with its id; another connection that still has it is closed."""
    id, person = request.id, session.lobby.owner_of(request.id)
    if id == NO_ID:
        session.held.give()
        recognise(session)
    elif id and id == session.id:
        session.held.give()
    elif person is None or not _is_awaited(session, id):
        not_known(session, id)
    else:
        if session.door.dialect_of(person).return_is_a_join:
            session.held.drop()
        session.held.give()
        session.begin_anew()  # which may have been the end of what the id was for
        if not _is_awaited(session, id) or not _enter_again(session, id):
            not_known(session, id)


def _is_awaited(session: "ShelfieSession", id: str) -> bool:
    """Whether whoever has this id has a seat, or a place in the lobby."""
    lobby = session.lobby
    return lobby.early_one(id) is not None or lobby.table_of(lobby.owner_of(id)) is not None


def _enter_again(session: "ShelfieSession", id: str) -> bool:
    lobby = session.lobby
    early, table = lobby.early_one(id), lobby.table_of(lobby.owner_of(id))
    decision = session.decide(commands.Enter(session.port.conn, "stranger", secret=id, games=GAMES))
    if decision.refused is not None:
        return False
    session.become(decision.result.person, id)
    told: render.Told = []
    if table is not None:
        session.sits(table, render.name_of(table.scene, table.scene.seat_of(session.by) or 0))
        told = _back_at(session, table)
    elif early is not None:
        session.comes_early(early.name)
        early.dismissed()
        told = [render.back(session.name, id, session.dialect)]
    session.port.submit(decision, say.lines(told))
    remember(session)
    return True


def _back_at(session: "ShelfieSession", table: Table) -> render.Told:
    return render.returning(table, table.scene.seat_of(session.by) or 0, session.id, session.dialect)


def already_here(session: "ShelfieSession", request: requests.Reconnect) -> None:
    """Coming back to where one is does nothing; elsewhere one cannot be at the same time."""
    if request.id == NO_ID:
        recognise(session)
    elif request.id != session.id:
        session.error(f"You already joined under the name: {session.name}")
