"""What lies on a table of Eriantys.

Students are never told apart, so every pile of them is five counts in the order of
`Colour`. The bag is such a pile too: which student comes out of it is thrown when it is
drawn, so there is no hidden order anywhere.
"""

import enum

from tablehall.games.api import Outcome, Value
from tablehall.games.dice import Dice

Students = tuple[int, int, int, int, int]
"""How many blue, green, yellow, red and pink ones."""

NONE: Students = (0, 0, 0, 0, 0)
NOBODY = -1
ISLANDS = 12
TABLE_SEATS = 10
COINS = 20
FARMER, MESSENGER, HERB_GRANNY, CENTAUR, KNIGHT = 2, 3, 5, 6, 7
"""The characters whose effect changes other rules for a turn, or stays on the islands."""


class Colour(enum.IntEnum):
    """The five kinds of students: unicorns, frogs, gnomes, dragons, fairies."""

    BLUE, GREEN, YELLOW, RED, PINK = range(5)


COLOURS = tuple(Colour)


class Tower(enum.Enum):
    """The colours of the towers; grey only stands at tables of three."""

    BLACK = "black"
    WHITE = "white"
    GREY = "grey"


class Phase(enum.Enum):
    """What the player on turn has to do."""

    CHOOSING = "choosing"
    PLANNING = "planning"
    MOVE_STUDENTS = "move_students"
    MOVE_MOTHER_NATURE = "move_mother_nature"
    CHOOSE_CLOUD = "choose_cloud"


class Size(Value, frozen=True):
    """What depends on the number of players."""

    towers: int
    entrance: int
    moved: int
    """How many students a cloud holds and a turn moves."""


SIZES = {2: Size(8, 7, 3), 3: Size(6, 9, 4), 4: Size(8, 7, 3)}


class Island(Value, frozen=True):
    """An island, or a group of `size` islands that became one."""

    id: int
    students: Students = NONE
    tower: Tower | None = None
    size: int = 1
    bans: int = 0


class Player(Value, frozen=True):
    """A school board, its purse and the assistants still in hand."""

    tower: Tower | None = None
    wizard: int | None = None
    towers: int = 0
    """Towers left on the board; a team's stand on its first seat's."""
    entrance: Students = NONE
    dining: Students = NONE
    coins: int = 0
    hand: tuple[int, ...] = ()
    assistant: int | None = None
    """The assistant played last."""


class Card(Value, frozen=True):
    """A character card on the table."""

    card: int
    cost: int
    used: bool = False
    """Whether it was ever used, and so costs one more and keeps a coin."""
    students: Students = NONE
    bans: int = 0


class OpenTable(Value, frozen=True):
    """All that lies open: everything but the inside of the bag."""

    expert: bool
    seat: int
    """Whose turn it is; meaningless once the game is over."""
    order: tuple[int, ...]
    """The seats in the order of this phase of the round."""
    players: tuple[Player, ...]
    phase: Phase = Phase.CHOOSING
    islands: tuple[Island, ...] = ()
    """Clockwise."""
    mother_nature: int = 0
    """The id of the island she stands on."""
    clouds: tuple[Students, ...] = ()
    professors: tuple[int, int, int, int, int] = (NOBODY,) * 5
    """For each colour the seat that has its professor."""
    cards: tuple[Card, ...] = ()
    supply: int = 0
    """Coins nobody owns."""
    moved: int = 0
    """Students moved this turn."""
    used: int = 0
    """The character used this turn."""
    muted: Colour | None = None
    """The colour the mushroom seller silenced for this turn."""
    last_round: str = ""
    """Why this round is the last: `assistants` or `students`."""
    dropped: tuple[int, ...] = ()
    """Seats whose players left for good: the house plays for them."""
    outcome: Outcome | None = None


class Table(OpenTable, frozen=True):
    """The table and what is in the bag."""

    bag: Students = NONE


ONE: tuple[Students, ...] = (
    (1, 0, 0, 0, 0),
    (0, 1, 0, 0, 0),
    (0, 0, 1, 0, 0),
    (0, 0, 0, 1, 0),
    (0, 0, 0, 0, 1),
)


def plus(a: Students, b: Students) -> Students:
    """Two piles put together."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]


def minus(a: Students, b: Students) -> Students:
    """A pile after some were taken from it."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4]


def covers(a: Students, b: Students) -> bool:
    """Whether all of b could be taken from a."""
    return a[0] >= b[0] and a[1] >= b[1] and a[2] >= b[2] and a[3] >= b[3] and a[4] >= b[4]


def tally(colours: tuple[Colour, ...]) -> Students:
    """The pile these students make."""
    pile = NONE
    for colour in colours:
        pile = plus(pile, ONE[colour])
    return pile


def draw(bag: Students, count: int, dice: Dice) -> tuple[Students, Students]:
    """Up to `count` students drawn blindly, and the bag after it."""
    drawn, left = NONE, sum(bag)
    for _ in range(min(count, left)):
        ticket = dice.below(left)
        colour = 0
        while ticket >= bag[colour]:
            ticket -= bag[colour]
            colour += 1
        drawn, bag, left = plus(drawn, ONE[colour]), minus(bag, ONE[colour]), left - 1
    return drawn, bag


def island_at(state: OpenTable, id: int | None) -> int | None:
    """Where in the ring the island with this id is, if it still is one of its own."""
    for spot, island in enumerate(state.islands):
        if island.id == id:
            return spot
    return None


def professors_of(state: OpenTable, seat: int) -> tuple[Colour, ...]:
    """The professors who teach at this seat's school."""
    return tuple([colour for colour, owner in zip(COLOURS, state.professors, strict=True) if owner == seat])


def put_player(state: OpenTable, seat: int, player: Player) -> tuple[Player, ...]:
    """The players, one of them as they are now."""
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def put_island(state: OpenTable, spot: int, island: Island) -> tuple[Island, ...]:
    """The islands, one of them as it is now."""
    return (*state.islands[:spot], island, *state.islands[spot + 1 :])


def put_card(state: OpenTable, card: Card) -> tuple[Card, ...]:
    """The characters, one of them as it is now."""
    return tuple(card if other.card == card.card else other for other in state.cards)
