"""What is said, thrown and remembered at a table of Mia."""

import enum
from typing import Literal

from tablehall.games.api import Reason, Value

Throw = tuple[int, int]
"""Two dice, the higher one first."""

PLAIN = tuple((high, low) for high in range(3, 7) for low in range(1, high))
PAIRS = tuple((number, number) for number in range(1, 7))
MIA: Throw = (2, 1)
THROWS: tuple[Throw, ...] = (*PLAIN, *PAIRS, MIA)
"""The 21 throws from the lowest to Mia."""
RANK = {throw: rank for rank, throw in enumerate(THROWS)}


def spoken(dice: Throw) -> str:
    """A throw as it is said at the table."""
    return "Mia" if dice == MIA else f"{dice[0]},{dice[1]}"


class Loss(enum.StrEnum):
    """The nine ways to lose."""

    SEE_BEFORE_FIRST_ROLL = "SEE_BEFORE_FIRST_ROLL"
    LIED_ABOUT_MIA = "LIED_ABOUT_MIA"
    ANNOUNCED_LOSING_DICE = "ANNOUNCED_LOSING_DICE"
    DID_NOT_ANNOUNCE = "DID_NOT_ANNOUNCE"
    DID_NOT_TAKE_TURN = "DID_NOT_TAKE_TURN"
    INVALID_TURN = "INVALID_TURN"
    SEE_FAILED = "SEE_FAILED"
    CAUGHT_BLUFFING = "CAUGHT_BLUFFING"
    MIA = "MIA"


class MiaNo(Reason):
    """Why an action in Mia is refused."""

    ROLL_FIRST = "There is nothing to announce before you roll."
    ANNOUNCE_NOW = "You have rolled: now you must announce."
    NO_SUCH_THROW = "A throw is two numbers from 1 to 6, the higher one first."


class Roll(Value, frozen=True, tag="roll"):
    """Roll the dice under the cup."""


class See(Value, frozen=True, tag="see"):
    """Doubt the last announcement and lift the cup."""


class Announce(Value, frozen=True, tag="announce"):
    """Say what you have, or pretend to have, under the cup."""

    dice: Throw


class Rolls(Value, frozen=True, tag="rolls"):
    """A player rolls."""

    seat: int


class Rolled(Value, frozen=True, tag="rolled"):
    """What a player rolled, for their eyes only."""

    seat: int
    dice: Throw


class Announced(Value, frozen=True, tag="announced"):
    """A player announced a throw."""

    seat: int
    dice: Throw


class WantsToSee(Value, frozen=True, tag="wants_to_see"):
    """A player wants the cup lifted."""

    seat: int


class ActualDice(Value, frozen=True, tag="actual_dice"):
    """The cup is lifted."""

    dice: Throw


class Lost(Value, frozen=True, tag="lost"):
    """One or more players lost, all for the same reason."""

    seats: tuple[int, ...]
    reason: Loss


MiaMove = Roll | See | Announce
MiaEvent = Rolls | Rolled | Announced | WantsToSee | ActualDice | Lost

ROLL, SEE = Roll(), See()
ANNOUNCEMENTS = tuple(Announce(throw) for throw in THROWS)
BEFORE_ROLL: tuple[MiaMove, ...] = (ROLL, SEE)
AFTER_FIRST_ROLL: tuple[MiaMove, ...] = (ROLL, *ANNOUNCEMENTS)


class MiaOptions(Value, frozen=True, forbid_unknown_fields=True):
    """Which rules are played."""

    rules: Literal["document", "maexchen"] = "document"


class Claim(Value, frozen=True):
    """The announcement to beat, and what everybody remembers about it."""

    seat: int
    dice: Throw
    over: Throw | None = None
    """The announcement it had to beat itself."""
    blind: bool = False
    """Made after a second roll that not even its author has seen."""


class Round(Value, frozen=True):
    """A game of Mia: who has lost, who is on turn, and what lies under the cup."""

    lost: tuple[Loss | None, ...]
    rules: Literal["document", "maexchen"] = "document"
    gone: tuple[int, ...] = ()
    """Players who left and will lose when their turn comes."""
    turn: int = 0
    rolls: int = 0
    """How often the player on turn has rolled in this turn."""
    dice: Throw | None = None
    claim: Claim | None = None
    end: str = ""
    """Why the game is over, once it is."""
    lifted: bool = False
    """Everybody has seen the dice."""


class MiaView(Value, frozen=True):
    """What one player knows: everything said, and the dice they have seen themselves."""

    lost: tuple[Loss | None, ...]
    rules: Literal["document", "maexchen"]
    turn: int
    rolls: int
    dice: Throw | None
    claim: Claim | None
    end: str
