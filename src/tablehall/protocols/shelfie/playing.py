"""In the game: picking, putting, saving, talking, leaving."""

from typing import TYPE_CHECKING

from tablehall.games.shelfie import Pick, Put
from tablehall.games.shelfie.tiles import KINDS, Kind, Tile
from tablehall.hall import commands
from tablehall.hall.refusals import Why
from tablehall.protocols.shelfie import requests
from tablehall.protocols.shelfie.requests import NO_ID

if TYPE_CHECKING:
    from tablehall.protocols.shelfie.session import ShelfieSession

NOT_PICKED = "This tiles can't be picked!"
NOT_PUT = "Can't put this tiles like this!"
NOT_SENT = "Can not send message! Try again!"
NOT_SAVED = "SERVER ERROR: Can not save game, please try again later!"
NOT_YOUR_ID = "This is not your id."
FOR_PEOPLE = (Why.BAD_TEXT, Why.BAD_SAVE_NAME, Why.SAVE_EXISTS, Why.TOO_MANY_SAVES)
"""Reasons that the fixed words do not tell, and that a person can do something about."""

_KINDS: dict[str, Kind] = {kind: kind for kind in KINDS}


def pick(session: "ShelfieSession", request: requests.PickTilesCommand) -> None:
    """Take tiles into the hand."""
    try:
        tiles = tuple([Tile(tile.x, tile.y, _KINDS[tile.type]) for tile in request.tiles])
    except KeyError:
        tiles = ()
    _ask(session, request.id, commands.Act(session.by, session.table, Pick(tiles)), NOT_PICKED)


def put(session: "ShelfieSession", request: requests.PutTilesCommand) -> None:
    """Put the hand on the shelf."""
    try:
        tiles = tuple([_KINDS[kind] for kind in request.tiles])
    except KeyError:
        tiles = ()
    _ask(session, request.id, commands.Act(session.by, session.table, Put(request.column, tiles)), NOT_PUT)


def save(session: "ShelfieSession", request: requests.SaveGame) -> None:
    """Save the game; the saver's dialect says whether it goes on."""
    away = session.dialect.save_puts_away
    _ask(session, request.id, commands.Save(session.by, session.table, request.game, away), NOT_SAVED)


def send_message(session: "ShelfieSession", request: requests.SendMessage) -> None:
    """Say something."""
    saying = commands.Say(session.by, session.table, request.message, request.player)
    _ask(session, request.id, saying, NOT_SENT)


def _ask(session: "ShelfieSession", id: str, command: commands.Command, no: str) -> None:
    """Have the hall decide for the player of this connection, and nobody else."""
    if id != session.id:
        session.error(NOT_YOUR_ID)
        return
    decision = session.decide(command)
    if decision.refused is None:
        session.port.submit(decision)
    else:
        session.error(no)
        if decision.refused in FOR_PEOPLE:
            session.explain(decision.refused.value)


def disconnect(session: "ShelfieSession", request: requests.Disconnect) -> None:
    """Leave: the connection is closed, and what that means the hall decides."""
    if request.id == (session.id or NO_ID):
        session.port.close()
    else:
        session.error(NOT_YOUR_ID)


def pong(session: "ShelfieSession", request: requests.Pong) -> None:
    """Still here."""
    session.pings.pong()
