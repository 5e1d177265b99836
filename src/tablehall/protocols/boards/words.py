"""Why something was not done, or is over, in this protocol's words."""

from tablehall.games.api import Reason
from tablehall.hall.refusals import Why

GOODBYES = {"elsewhere": "Somebody has logged in under this name elsewhere."}
CLOSING = "The server closes this connection."
WORDS: dict[Reason, str] = {
    Why.BAD_NAME: "A name has 1 to 64 printable characters.",
    Why.NAME_TAKEN: "That name belongs to somebody else.",
    Why.NAME_IN_USE: "Somebody of that name is logged in.",
    Why.ALREADY_ENTERED: "You are logged in already.",
    Why.NO_SUCH_TABLE: "Game no longer exists",
    Why.WRONG_CODE: "Game no longer exists",
    Why.FINISHED: "Game no longer exists",
    Why.TABLE_FULL: "Game is full",
    Why.ALREADY_SEATED: "You are in this game already.",
}
"""The hall's reasons in this protocol's words, where it has its own."""


def words(reason: Reason) -> str:
    """Why something was not done."""
    return WORDS.get(reason) or reason.value


def goodbye(why: str) -> str:
    """Why a connection speaks for nobody any more."""
    return GOODBYES.get(why, CLOSING)
