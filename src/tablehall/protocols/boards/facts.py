"""Which games this door offers, and in which words their ends are announced. What a game looks
like is its own data (`Game.look`); nothing in this protocol knows one game from another."""

from collections.abc import Mapping

from tablehall.games.api import AnyGame

ENDS: Mapping[str, str] = {
    "agreement": "Draw agreed",
    "resigned": "Resigned",
    "time": "Time is up",
    "left": "Opponent left",
    "absent": "Opponent left",
    "last_player": "Opponent left",
}
"""Why any game may end, for people; why its rules end it is in the game's look."""
SAVED, CLOSED = "The game was saved and put away", "The table was closed"
PUT_AWAY = "Everybody was away: log in again to go on"


def offered(games: Mapping[str, AnyGame]) -> dict[str, AnyGame]:
    """The games of this door, in the order in which they are listed."""
    here = [game for game in games.values() if game.look.boards]
    return {game.name: game for game in sorted(here, key=lambda game: (game.look.boards, game.name))}


def why_ended(game: AnyGame, reason: str) -> str:
    """The sentence that announces the end of a game."""
    return game.look.ends.get(reason) or ENDS.get(reason, reason)


def game_named(games: Mapping[str, AnyGame], title: object) -> AnyGame | None:
    """A game by what people call it, in capitals or not."""
    if not isinstance(title, str):
        return None
    wanted = title.strip().casefold()
    return next((game for game in games.values() if game.title.casefold() == wanted), None)
