"""What players may do, what everybody notices of it, and why something is refused."""

from tablehall.games.api import Reason, Value
from tablehall.games.shelfie.cards import CommonName
from tablehall.games.shelfie.tiles import Kind, Tile


class Pick(Value, frozen=True, tag="pick"):
    """Take one to three tiles from the living room, each named with its kind."""

    tiles: tuple[Tile, ...]


class Put(Value, frozen=True, tag="put"):
    """Put all tiles in your hand into one column of your shelf, the first one lowest."""

    column: int
    tiles: tuple[Kind, ...]


Move = Pick | Put


class ShelfieNo(Reason):
    """Why a pick or a put is refused."""

    PICK_FIRST = "You hold no tiles: pick some first."
    PUT_FIRST = "You still hold tiles: put them on your shelf first."
    WRONG_NUMBER = "Pick one, two or three tiles."
    NO_TILE_THERE = "There is no tile on one of those cells."
    TYPES_DO_NOT_MATCH = "One of those tiles is of another type than you say."
    DUPLICATE = "You named the same tile twice."
    TOO_MANY_FOR_YOUR_SHELF = "No column of your shelf has room for so many tiles."
    NO_FREE_SIDE = "One of those tiles has no free side."
    NOT_IN_LINE = "Those tiles do not lie side by side in one row or column."
    NO_SUCH_COLUMN = "Your shelf has the columns 0 to 4."
    NOT_THE_TILES_IN_HAND = "Those are not the tiles in your hand."
    COLUMN_FULL = "That column has no room for so many tiles."


class BoardChanged(Value, frozen=True, tag="board_changed"):
    """Tiles came into the living room, or left it: picked, or on their way back into the bag."""

    tiles: tuple[Tile, ...]
    added: bool


class TilesPicked(Value, frozen=True, tag="tiles_picked"):
    """A player took tiles into their hand, in this order."""

    seat: int
    tiles: tuple[Kind, ...]


class Shelved(Value, frozen=True, tag="shelved"):
    """A player put the tiles from their hand into a column of their shelf, the first one lowest."""

    seat: int
    column: int
    tiles: tuple[Kind, ...]


class CommonTaken(Value, frozen=True, tag="common_taken"):
    """A player achieved a common card and took the token on top of it."""

    seat: int
    card: CommonName
    points: int


class LastRound(Value, frozen=True, tag="last_round"):
    """A player filled their shelf first: they take the end token, and the round is played out."""

    seat: int


class PointsChanged(Value, frozen=True, tag="points_changed"):
    """A player's points are now these."""

    seat: int
    points: int


class HandReturned(Value, frozen=True, tag="hand_returned"):
    """A player left while holding tiles, which are back in the bag."""

    seat: int
    tiles: tuple[Kind, ...]


class TurnPassed(Value, frozen=True, tag="turn_passed"):
    """It is this player's turn now."""

    seat: int


Event = (
    BoardChanged | TilesPicked | Shelved | CommonTaken | LastRound | PointsChanged | HandReturned | TurnPassed
)
