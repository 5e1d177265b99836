"""What a shelf is worth: tokens, the personal card, groups, and the end token."""

from collections.abc import Iterable

from tablehall.games.shelfie.cards import PERSONAL, CommonCard
from tablehall.games.shelfie.shelf import Shelf, groups

FOR_HITS = (0, 1, 2, 4, 6, 9, 12)
FOR_GROUP = (0, 0, 0, 2, 3, 5, 8)
END_TOKEN = 1


def personal_points(shelf: Shelf, number: int) -> int:
    """The points of a personal card."""
    return FOR_HITS[PERSONAL[number].hits(shelf)]


def group_points(shelf: Shelf) -> int:
    """The points of all groups; more than six tiles count as six."""
    return sum([FOR_GROUP[min(size, 6)] for size in groups(shelf)])


def points(seat: int, shelf: Shelf, personal: int, commons: Iterable[CommonCard], first: bool) -> int:
    """The live total of a seat; `first` says that it holds the end token."""
    tokens = sum([common.worth(seat) for common in commons])
    return tokens + personal_points(shelf, personal) + group_points(shelf) + END_TOKEN * first
