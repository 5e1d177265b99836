"""Telling the authors' client from all others: by what it says when it is started, and by its seat."""

from typing import TYPE_CHECKING

from tablehall.hall import commands
from tablehall.protocols.shelfie.dialects import ORIGINAL

if TYPE_CHECKING:
    from tablehall.protocols.shelfie.session import ShelfieSession

NOBODY = "Nobody in a lobby or a game here has this id."


def recognise(session: "ShelfieSession") -> None:
    """The client has shown that it is the original one."""
    if session.settings.dialect == "auto":
        session.dialect = ORIGINAL
        session.door.returners.add(session.by)
        remember(session)


def remember(session: "ShelfieSession") -> None:
    """How a player is spoken to is kept with their seat: the client need not show again what it is."""
    person = session.hall.people.by_id.get(session.by)
    if person is not None and session.door.dialect_of(person) is not session.dialect:
        session.follow_up(commands.Speak(session.by, session.dialect.name))


def not_known(session: "ShelfieSession", id: str) -> None:
    """Nobody has the id with which a client asks to come back. The original client asks twice in a row and
    is not answered; until a client has had the time for that, it may be this one."""
    if id == session.unknown:
        session.held.drop()
        recognise(session)
    session.held.give()
    session.unknown = id
    if not session.dialect.hears_of_unknown_ids:
        return
    if session.settings.dialect == "auto":
        session.held.hold(lambda: session.error(NOBODY))
    else:
        session.error(NOBODY)
