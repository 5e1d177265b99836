"""The table of My Shelfie: everything on it, and what one person at it can see."""

from tablehall.games.api import Value
from tablehall.games.dice import Dice
from tablehall.games.shelfie import board, shelf
from tablehall.games.shelfie.board import Bag
from tablehall.games.shelfie.cards import COMMON, PERSONAL, TOKENS, CommonCard, PersonalCard
from tablehall.games.shelfie.scoring import personal_points
from tablehall.games.shelfie.shelf import Shelf
from tablehall.games.shelfie.tiles import Tile


class Options(Value, frozen=True, forbid_unknown_fields=True):
    """The easy rule plays with one common card instead of two."""

    easy_rule: bool = False


class Table(Value, frozen=True):
    """Everything on the table. Points are kept as they were announced."""

    room: str
    bag: Bag
    shelves: tuple[Shelf, ...]
    order: tuple[int, ...]
    """The seats in the order in which they play."""
    turn: int
    commons: tuple[CommonCard, ...]
    personal: tuple[int, ...]
    """The number of each seat's personal card."""
    points: tuple[int, ...]
    hand: str = ""
    """The tiles that the seat on turn has picked and not yet put."""
    finisher: int | None = None
    """Who filled their shelf first and holds the end token; then the last round is on."""
    away: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    """The seats whose players have left for good."""
    over: bool = False

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats that are passed over."""
        return self.away + self.gone


class TableView(Value, frozen=True):
    """What one person sees. Tiles are letters: C(at) B(ook) G(ame) F(rame) T(rophy) P(lant)."""

    room: tuple[str, ...]
    """Nine rows of nine, the top one first: a dot is an empty cell, a blank is no cell."""
    bag: int
    """How many tiles are left in the bag."""
    shelves: tuple[Shelf, ...]
    """Per seat five columns from the left, each from its lowest tile upwards."""
    order: tuple[int, ...]
    turn: int
    """The seat on turn; meaningless once the game is over."""
    hand: str
    commons: tuple[CommonCard, ...]
    personal: tuple[PersonalCard | None, ...]
    """Your own card only; after the end everybody's."""
    points: tuple[int, ...]
    finisher: int | None
    away: tuple[int, ...]
    gone: tuple[int, ...]
    over: bool

    @property
    def room_tiles(self) -> tuple[Tile, ...]:
        """Every tile in the living room and where it lies."""
        return board.tiles_in(" ".join(self.room))

    def shelf_tiles(self, seat: int) -> tuple[Tile, ...]:
        """Every tile on a seat's shelf and where it stands."""
        return shelf.tiles_on(self.shelves[seat])


def lay(seats: int, options: Options, dice: Dice) -> Table:
    """A table before the first pick: who plays when, the cards, and a full living room."""
    order = dice.shuffled(range(seats))
    commons = dice.shuffled(tuple(COMMON))[: 1 if options.easy_rule else 2]
    personal = dice.shuffled(tuple(PERSONAL))[:seats]
    room, bag = board.deal(seats, board.FULL_BAG, dice)
    return Table(
        room=room,
        bag=bag,
        shelves=(shelf.EMPTY,) * seats,
        order=order,
        turn=order[0],
        commons=tuple(CommonCard(name, TOKENS[seats]) for name in commons),
        personal=personal,
        points=(0,) * seats,
    )


def seen_by(seat: int | None, table: Table) -> TableView:
    """The table as this seat sees it (None: a spectator, who sees no personal card)."""
    return TableView(
        board.rows(table.room),
        sum(table.bag),
        table.shelves,
        table.order,
        table.turn,
        table.hand,
        table.commons,
        tuple([PERSONAL[n] if table.over or s == seat else None for s, n in enumerate(table.personal)]),
        table.points,
        table.finisher,
        table.away,
        table.gone,
        table.over,
    )


def other_cards(seat: int | None, table: Table, dice: Dice) -> tuple[int, ...]:
    """Personal cards that this viewer could as well believe in.

    Announced points tell how far each card is fulfilled, so a card is exchanged only for one
    that is worth the same on its owner's shelf.
    """
    if table.over:
        return table.personal
    owners = [owner for owner in range(len(table.order)) if owner != seat]
    while True:  # the first ones dealt to may leave nothing that fits the last; the truth always fits
        dealt = {} if seat is None else {seat: table.personal[seat]}
        for owner in dice.shuffled(owners):
            shown = table.shelves[owner]
            worth = personal_points(shown, table.personal[owner])
            choice = [n for n in PERSONAL if n not in dealt.values() and personal_points(shown, n) == worth]
            if not choice:
                break
            dealt[owner] = dice.pick(choice)
        if len(dealt) == len(table.order):
            return tuple(dealt[owner] for owner in range(len(table.order)))
