"""The first player: opening a new table or bringing a saved game back."""

from typing import TYPE_CHECKING

from msgspec import UNSET

from tablehall.games.api import UNREADABLE, Reason
from tablehall.games.shelfie import Options, game
from tablehall.hall import commands
from tablehall.hall.names import good_name
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.protocols.listing import in_pieces
from tablehall.protocols.shelfie import messages as say
from tablehall.protocols.shelfie import requests
from tablehall.protocols.shelfie.recognition import recognise

if TYPE_CHECKING:
    from tablehall.protocols.shelfie.session import ShelfieSession

LAPSED = "Somebody else was first meanwhile: your right to create a game has lapsed."
NO_SUCH_GAME, ILLEGAL_LOBBY, LOAD_FAILED = "GameNameException", "IllegalLobbyException", "GameLoadException"
NOT_LOADED: dict[Reason, str] = {Why.NO_SUCH_SAVE: NO_SUCH_GAME, Why.SAVE_IN_PLAY: ILLEGAL_LOBBY}
"""Why the hall does not bring a save back; any other reason is its own."""


def join_new(session: "ShelfieSession", request: requests.JoinNewAsFirst) -> None:
    """The first player opens a table; who came early sits down at it."""
    if request.easy_rules is not UNSET:
        recognise(session)
    name = request.player.strip()
    if not _may_open(session, request):
        session.answer(say.FirstJoinResponse(False))
        return
    if not good_name(name) or session.lobby.has_early(name):
        session.answer(say.FirstJoinResponse(False))
        session.explain((Why.SEAT_NAME_TAKEN if good_name(name) else Why.BAD_NAME).value)
        return
    options = Options(easy_rule=request.easy)
    terms = Terms(game.name, request.num_of_players, options, title=name)
    opening = commands.Open(session.by, terms, session.door.absence, name=name)
    decision = session.decide(opening)
    if decision.refused is not None:
        session.answer(say.FirstJoinResponse(False))
        session.explain(decision.refused.value)
        return
    early = session.lobby.release()
    session.sits(decision.result, name)
    session.port.submit(decision, say.lines([say.FirstJoinResponse(True)]))
    for other in early:
        _seat_early(other, decision.result)


def _may_open(session: "ShelfieSession", request: requests.JoinNewAsFirst) -> bool:
    return request.id_first_player == session.id and request.num_of_players in game.seats


def _seat_early(session: "ShelfieSession", table: Table) -> None:
    """The table that somebody has joined before it was there is open now."""
    decision = session.decide(commands.Join(session.by, table.sheet.table, name=session.name))
    if decision.refused is not None:
        session.send_away(decision.refused.value)
        return
    session.sits(table, session.name)
    session.port.submit(decision)


def not_first(
    session: "ShelfieSession", request: requests.JoinNewAsFirst | requests.JoinLoadedAsFirst
) -> None:
    """Somebody else is the first player, or nobody is."""
    if isinstance(request, requests.JoinNewAsFirst) and request.easy_rules is not UNSET:
        recognise(session)
    session.answer(say.FirstJoinResponse(False))
    session.put_right(LAPSED)


def saved_games(session: "ShelfieSession", request: requests.GetSavedGames) -> None:
    """Every save that nobody is playing."""
    head, _, tail = say.lines([say.SavedGames([])]).partition(b"[]")
    session.port.answer_long(in_pieces(head + b"[", session.lobby.saves(), b"]" + tail))


def load(session: "ShelfieSession", request: requests.LoadGame) -> None:
    """The first player brings a saved game back; who came early sits down if they play in it."""
    if request.id_first_player != session.id:
        session.answer(say.LoadGameResponse(False, ILLEGAL_LOBBY))
        return
    save = session.hall.saves.get((game.name, request.game))
    if save is None or save.sheet.code:
        session.answer(say.LoadGameResponse(False, NO_SUCH_GAME))
        return
    try:
        decision = session.decide(commands.Reopen(session.by, request.game, game.name))
    except UNREADABLE:
        session.answer(say.LoadGameResponse(False, LOAD_FAILED))
        return
    if decision.refused is not None:
        session.answer(say.LoadGameResponse(False, NOT_LOADED.get(decision.refused, LOAD_FAILED)))
        return
    session.has_loaded(decision.result)
    session.port.submit(decision, say.lines([say.LoadGameResponse(True)]))
    for other in session.lobby.release():
        _seat_early(other, decision.result)


def not_to_load(session: "ShelfieSession", request: requests.LoadGame) -> None:
    """Only the first player loads a game, and only one."""
    session.answer(say.LoadGameResponse(False, ILLEGAL_LOBBY))
    session.put_right(LAPSED)


def loaded_players(session: "ShelfieSession", request: requests.GetLoadedPlayers) -> None:
    """Everybody who plays in the loaded game."""
    table = session.hall.tables.get(session.table) or session.lobby.next_table()
    seats = table.scene.seats if table is not None and table.scene.save else ()
    session.answer(say.LoadedGamePlayers([seat.name for seat in seats if seat]))


def join_loaded(session: "ShelfieSession", request: requests.JoinLoadedAsFirst) -> None:
    """The first player sits down at the game they have loaded."""
    name = request.player.strip()
    if request.id_first_player == session.id:
        decision = session.decide(commands.Join(session.by, session.table, name=name))
        if decision.refused is None:
            session.sits(decision.result, name)
            session.port.submit(decision, say.lines([say.FirstJoinResponse(True)]))
            return
    session.answer(say.FirstJoinResponse(False))
