"""What a player of Eriantys can do, and why it may be refused."""

from tablehall.games.api import Reason, Value
from tablehall.games.eriantys.state import ISLANDS, Colour, Tower


class No(Reason):
    """Why a move is refused."""

    IMPOSSIBLE_ACTION = "That cannot be done at this point of the game."
    ARGUMENT_NOT_CORRECT = "That choice is not possible."
    ASSISTANT_NOT_EXISTS = "That assistant is not in your hand."
    ASSISTANT_CANNOT_BE_USED = "Somebody played that assistant this round, and you have another one."
    STUDENT_NOT_IN_ENTRANCE = "There is no such student in your entrance."
    ISLAND_NOT_EXISTS = "There is no such island."
    TABLE_FULL = "That table in your dining room is full."
    CLOUD_NOT_PRESENT = "There is no such cloud."
    CLOUD_EMPTY = "That cloud is empty."
    CHARACTER_NOT_EXISTS = "That character is not on the table."
    CHARACTER_TOO_EXPENSIVE = "You cannot pay that character."
    CHARACTER_ALREADY_USED = "You already used a character this turn."
    NO_BANS_ON_CARD = "All ban tiles are on the islands."


class SetTower(Value, frozen=True, tag="set_tower"):
    """Choose the colour of your towers."""

    tower: Tower


class SetWizard(Value, frozen=True, tag="set_wizard"):
    """Choose your wizard, 1 to 4."""

    wizard: int


class Next(Value, frozen=True, tag="next"):
    """Be content with tower and wizard: the next player chooses."""


class UseAssistant(Value, frozen=True, tag="use_assistant"):
    """Play the assistant of this value, 1 to 10."""

    value: int


class ToIsland(Value, frozen=True, tag="to_island"):
    """Send a student from your entrance to an island."""

    student: Colour
    island: int


class ToDiningRoom(Value, frozen=True, tag="to_dining_room"):
    """Seat a student from your entrance at its table."""

    student: Colour


class MoveMotherNature(Value, frozen=True, tag="move_mother_nature"):
    """Lead mother nature clockwise over this many islands."""

    steps: int


class TakeCloud(Value, frozen=True, tag="take_cloud"):
    """Take the students of a cloud into your entrance."""

    cloud: int


class UseCharacter(Value, frozen=True, tag="use_character"):
    """Pay a character for its effect, with exactly the choices it asks for.

    Students of a swap are given in the order of the colours: who goes for whom makes no
    difference, so there is one way to say it (`hiring.tidy` finds it).
    """

    card: int
    student: Colour | None = None
    island: int | None = None
    from_card: tuple[Colour, ...] = ()
    from_dining: tuple[Colour, ...] = ()
    from_entrance: tuple[Colour, ...] = ()


EriantysMove = (
    SetTower
    | SetWizard
    | Next
    | UseAssistant
    | ToIsland
    | ToDiningRoom
    | MoveMotherNature
    | TakeCloud
    | UseCharacter
)

NEXT = Next()
ASSISTANTS = tuple(UseAssistant(value) for value in range(11))
TO_ISLAND = tuple(tuple(ToIsland(colour, island) for island in range(ISLANDS)) for colour in Colour)
TO_DINING_ROOM = tuple(ToDiningRoom(colour) for colour in Colour)
STEPS = tuple(MoveMotherNature(steps) for steps in range(8))
CLOUDS = tuple(TakeCloud(cloud) for cloud in range(4))
