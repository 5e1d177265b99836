"""The whole conversation as a table: which request does what, in which states, and what is
answered in all others."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from tablehall.protocols.shelfie import first_player, joining, playing, requests
from tablehall.protocols.shelfie.states import State

if TYPE_CHECKING:
    from tablehall.protocols.shelfie.session import ShelfieSession

Handler = Callable[["ShelfieSession", Any], None]


class Rule(NamedTuple):
    """In which states a request does what, and what is answered otherwise."""

    states: frozenset[State]
    do: Handler
    otherwise: Handler


def _never(session: "ShelfieSession", request: Any) -> None:
    """It can be asked in every state."""


def _not_now(session: "ShelfieSession", request: Any) -> None:
    session.error(session.state().value)


def _in(*states: State) -> frozenset[State]:
    return frozenset(states)


ANY = frozenset(State)
OUTSIDE = _in(State.NEW, State.OFFERED, State.LOADED, State.OVER)
AT_TABLE = _in(State.WAITING, State.PLAYING, State.OVER)
OFFERED, LOADED, GAME_ON = _in(State.OFFERED), _in(State.LOADED), _in(State.PLAYING)

HANDLERS: dict[type[requests.Request], Rule] = {
    requests.HelloCommand: Rule(ANY, joining.hello, _never),
    requests.JoinNewAsFirst: Rule(OFFERED, first_player.join_new, first_player.not_first),
    requests.Join: Rule(OUTSIDE, joining.join, joining.already_joined),
    requests.GetSavedGames: Rule(ANY, first_player.saved_games, _never),
    requests.LoadGame: Rule(OFFERED, first_player.load, first_player.not_to_load),
    requests.GetLoadedPlayers: Rule(ANY, first_player.loaded_players, _never),
    requests.JoinLoadedAsFirst: Rule(LOADED, first_player.join_loaded, first_player.not_first),
    requests.Reconnect: Rule(OUTSIDE, joining.reconnect, joining.already_here),
    requests.Disconnect: Rule(ANY, playing.disconnect, _never),
    requests.Pong: Rule(ANY, playing.pong, _never),
    requests.PickTilesCommand: Rule(GAME_ON, playing.pick, _not_now),
    requests.PutTilesCommand: Rule(GAME_ON, playing.put, _not_now),
    requests.SaveGame: Rule(GAME_ON, playing.save, _not_now),
    requests.SendMessage: Rule(AT_TABLE, playing.send_message, _not_now),
}
