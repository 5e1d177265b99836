"""Where a client stands."""

from enum import Enum


class State(Enum):
    """Where a client stands; the value is what is wrong when it asks for something too early."""

    NEW = "Join a game first."
    OFFERED = "Create your game first."
    LOADED = "Join the game that you have loaded first."
    EARLY = "The first player has not created the game yet."
    WAITING = "The game has not started yet."
    PLAYING = "The game is being played."
    OVER = "The game is over."


STATE_AT = {"waiting": State.WAITING, "playing": State.PLAYING, "finished": State.OVER}
