"""What anybody sees of a table of Eriantys: everything.

Assistants are played face up and everybody started with the same ten, so hands are no
secret; what the bag holds can be counted, and its order does not exist until a student is
drawn. The view shows the hands, and of the bag only how many students are in it. A door
that shows a player nobody's hand but their own does so for neatness.
"""

from operator import attrgetter

from msgspec.structs import fields

from tablehall.games.eriantys.state import OpenTable, Table


class TableView(OpenTable, frozen=True):
    """The open table and the number of students in the bag."""

    bag: int = 0


_open_part = attrgetter(*(field.name for field in fields(OpenTable)))


def seen(state: Table) -> TableView:
    """The table as everybody sees it."""
    return TableView(*(*_open_part(state), sum(state.bag)))
