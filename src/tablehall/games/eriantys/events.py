"""What happens at a table of Eriantys, in the order in which it is told.

`GameStarted` and the events after it are enough to keep a copy of the table up to date.
"""

from tablehall.games.api import Value
from tablehall.games.eriantys.state import Colour, Phase, Students, Tower
from tablehall.games.eriantys.views import TableView


class TowerChanged(Value, frozen=True, tag="tower_changed"):
    """A player chose a tower."""

    seat: int
    tower: Tower


class WizardChanged(Value, frozen=True, tag="wizard_changed"):
    """A player chose a wizard."""

    seat: int
    wizard: int


class GameStarted(Value, frozen=True, tag="game_started"):
    """Everybody has chosen and the table is laid."""

    table: TableView


class CurrentPlayerChanged(Value, frozen=True, tag="current_player_changed"):
    """Another player's turn, or the same one's turn to act after planning."""

    seat: int
    phase: Phase
    order: tuple[int, ...]


class AssistantUsed(Value, frozen=True, tag="assistant_used"):
    """A player planned the round."""

    seat: int
    assistant: int


class StudentToIslandMoved(Value, frozen=True, tag="student_to_island_moved"):
    """A student went from the entrance to an island."""

    seat: int
    student: Colour
    island: int


class StudentToDiningRoomMoved(Value, frozen=True, tag="student_to_dining_room_moved"):
    """A student went from the entrance to the dining room."""

    seat: int
    student: Colour


class ProfessorsChanged(Value, frozen=True, tag="professors_changed"):
    """A player lost or won professors; these are the ones they have now."""

    seat: int
    professors: tuple[Colour, ...]


class MotherNatureMoved(Value, frozen=True, tag="mother_nature_moved"):
    """Mother nature walked on, to this island."""

    seat: int
    steps: int
    island: int


class TowerOnIslandChanged(Value, frozen=True, tag="tower_on_island_changed"):
    """An island was conquered; `towers` are left on each player's board."""

    seat: int
    island: int
    tower: Tower
    towers: tuple[int, ...]


class IslandsUnified(Value, frozen=True, tag="islands_unified"):
    """The second island became part of the first, with all that is on it."""

    seat: int
    island1: int
    island2: int


class StudentsTaken(Value, frozen=True, tag="students_taken"):
    """A player took the students of a cloud into the entrance."""

    seat: int
    cloud: int
    students: Students


class CloudFilled(Value, frozen=True, tag="cloud_filled"):
    """New students from the bag are on a cloud."""

    cloud: int
    students: Students


class LastRound(Value, frozen=True, tag="last_round"):
    """The game ends with this round: a hand is empty (`assistants`) or the bag (`students`)."""

    reason: str


class CharacterUsed(Value, frozen=True, tag="character_used"):
    """A player paid a character, which from now on has this cost.

    The monk's student goes from the card to the island; what other characters do is told
    by the events that follow.
    """

    seat: int
    card: int
    cost: int
    student: Colour | None
    island: int | None


class CoinsChanged(Value, frozen=True, tag="coins_changed"):
    """A player paid or earned coins; `supply` are nobody's."""

    seat: int
    coins: int
    supply: int


class StudentsOnCardChanged(Value, frozen=True, tag="students_on_card_changed"):
    """These students are on a character card now."""

    card: int
    students: Students


class BanOnIslandChanged(Value, frozen=True, tag="ban_on_island_changed"):
    """An island has this many ban tiles now, and the herb granny has the other number."""

    island: int
    bans: int
    on_card: int


class EntranceChanged(Value, frozen=True, tag="entrance_changed"):
    """These students are in a player's entrance now."""

    seat: int
    students: Students


class DiningRoomChanged(Value, frozen=True, tag="dining_room_changed"):
    """These students are in a player's dining room now."""

    seat: int
    students: Students


class PlayerLeft(Value, frozen=True, tag="player_left"):
    """A player is gone for good: the house plays for this seat from now on."""

    seat: int


EriantysEvent = (
    TowerChanged
    | WizardChanged
    | GameStarted
    | CurrentPlayerChanged
    | AssistantUsed
    | StudentToIslandMoved
    | StudentToDiningRoomMoved
    | ProfessorsChanged
    | MotherNatureMoved
    | TowerOnIslandChanged
    | IslandsUnified
    | StudentsTaken
    | CloudFilled
    | LastRound
    | CharacterUsed
    | CoinsChanged
    | StudentsOnCardChanged
    | BanOnIslandChanged
    | EntranceChanged
    | DiningRoomChanged
    | PlayerLeft
)

Told = list[EriantysEvent]
"""The events of a move, as far as it has got."""
