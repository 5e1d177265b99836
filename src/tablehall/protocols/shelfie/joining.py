"""Getting to a table: saying hello, joining, and coming back."""

from typing import TYPE_CHECKING

from tablehall.games.api import Reason
from tablehall.hall import commands
from tablehall.hall.people import good_name
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.protocols.shelfie import messages as say
from tablehall.protocols.shelfie import render, requests
from tablehall.protocols.shelfie.dialects import No
from tablehall.protocols.shelfie.lobby import GAMES, MOST_EARLY
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


def hello(session: "ShelfieSession", request: requests.HelloCommand) -> None:
    """What a Join would find, or the offer to be the first."""
    state = session.state()
    if state is State.OVER:
        session.begin_anew()
        state = State.NEW
    if state is State.NEW:
        ready, table = _lobby(session)
        if ready or session.lobby.first is not None or not session.enter():
            session.answer(say.Hello(ready, _loaded(table), say.NO_FIRST))
            return
        session.is_first()
        state = State.OFFERED
    if state in (State.OFFERED, State.LOADED):
        session.answer(say.Hello(False, state is State.LOADED, session.id))
    else:
        own = session.hall.tables.get(session.table)
        session.answer(say.Hello(own is not None, _loaded(own), say.NO_FIRST))


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
    if not session.enter():
        _refuse(session, "lobby")
        return
    decision = session.decide(commands.Join(session.by, table.sheet.table, name=name))
    if decision.refused is not None:
        _refuse(session, NOT_SEATED.get(decision.refused, "lobby"))
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
    elif not session.enter():
        _refuse(session, "lobby")
    else:
        session.comes_early(name)
        session.answer(say.JoinResponse(True, id=session.id))


def _refuse(session: "ShelfieSession", no: No) -> None:
    session.answer(say.JoinResponse(False, error=session.dialect.join_errors[no]))
    if no == "full" and session.dialect.full_hangs_up:
        session.port.close()


def already_joined(session: "ShelfieSession", request: requests.Join) -> None:
    """One seat for each connection."""
    session.error(f"You already joined under the name: {session.name}")


# Coming back.


def reconnect(session: "ShelfieSession", request: requests.Reconnect) -> None:
    """Come back to a seat with its id; another connection that still has it is closed."""
    if request.id == NO_ID:
        session.recognised()
        return
    if _known(session, request.id):
        session.begin_anew()  # which may have been the end of what the id was for
    if not _known(session, request.id) or not _enter_again(session, request.id):
        session.error("Nobody in a lobby or a game here has this id.")


def _known(session: "ShelfieSession", id: str) -> bool:
    return session.lobby.early_one(id) is not None or session.lobby.table_of(id) is not None


def _enter_again(session: "ShelfieSession", id: str) -> bool:
    lobby = session.lobby
    early, table = lobby.early_one(id), lobby.table_of(id)
    decision = session.decide(commands.Enter(session.port.conn, "stranger", secret=id, games=GAMES))
    if decision.refused is not None:
        return False
    session.become(decision.result.person, id)
    told: render.Told = []
    if table is not None:
        seat = table.scene.seat_of(session.by) or 0
        session.sits(table, render.name_of(table.scene, seat))
        told = render.returning(table, seat, session.dialect)
    elif early is not None:
        session.comes_early(early.name)
        early.dismissed()
        told = [say.Reconnected(session.name)] if session.dialect.hears_own_return else []
    session.port.submit(decision, say.lines(told))
    return True


def already_here(session: "ShelfieSession", request: requests.Reconnect) -> None:
    """Coming back to where one is does nothing; elsewhere one cannot be at the same time."""
    if request.id == NO_ID:
        session.recognised()
    elif request.id != session.id:
        session.error(f"You already joined under the name: {session.name}")
