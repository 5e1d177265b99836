"""Eriantys in numbers: first the moves of the basic game, then those of the expert game's characters."""

from itertools import product
from typing import Any

from tablehall.games.eriantys.characters import CHARACTERS, PICKS, Character
from tablehall.games.eriantys.moves import (
    ASSISTANTS,
    CLOUDS,
    NEXT,
    STEPS,
    TO_DINING_ROOM,
    TO_ISLAND,
    EriantysMove,
    SetTower,
    SetWizard,
    UseCharacter,
)
from tablehall.games.eriantys.setup import WIZARDS
from tablehall.games.eriantys.state import ISLANDS, Card, Colour, Island, Phase, Player, Tower
from tablehall.games.eriantys.views import TableView
from tablehall.rl.encoding import Field, Listed, around, one_hot, row_of

STUDENTS = 26
"""How many there are of every colour."""
CARDS = len(CHARACTERS)
NO_ISLAND, NO_CARD = Island(-1, size=0), Card(0, 0)
PHASES = tuple(Phase)


def uses(number: int, character: Character) -> list[UseCharacter]:
    """Every use of a character that there could ever be."""
    if character.swaps:
        picks = [pick for pick in PICKS if len(pick) <= character.swaps]
        pairs = [(one, other) for one, other in product(picks, picks) if len(one) == len(other)]
        if "from_card" in character.asks:
            return [UseCharacter(number, from_card=one, from_entrance=other) for one, other in pairs]
        return [UseCharacter(number, from_dining=one, from_entrance=other) for one, other in pairs]
    students = tuple(Colour) if "student" in character.asks else (None,)
    islands = range(ISLANDS) if "island" in character.asks else (None,)
    return [UseCharacter(number, student, island) for student, island in product(students, islands)]


BASIC: tuple[EriantysMove, ...] = (
    *(SetTower(tower) for tower in Tower),
    *(SetWizard(wizard) for wizard in WIZARDS),
    NEXT,
    *ASSISTANTS[1:],
    *(move for moves in TO_ISLAND for move in moves),
    *TO_DINING_ROOM,
    *STEPS[1:],
    *CLOUDS,
)
EXPERT = (*BASIC, *(use for number, character in CHARACTERS.items() for use in uses(number, character)))


class Eriantys(Listed):
    """All moves in a list; islands are called by their ids, which they keep."""

    def __init__(self, seats: int, options: Any) -> None:
        super().__init__(EXPERT if options.expert else BASIC)
        self._expert = options.expert
        self.fields = (
            Field("phase: choosing, planning, students, mother nature, cloud", len(PHASES)),
            Field("on turn, from oneself on", seats),
            Field("place in the order of this phase, from oneself on", seats, 3),
            Field("students moved this turn", 1, 4),
            Field("the last round", 1),
            Field("students in the bag", 1, 5 * STUDENTS),
            *(field for number in range(seats) for field in _player_fields(number)),
            *(field for number in range(ISLANDS) for field in _island_fields(number, seats)),
            *(Field(f"cloud {number}: students", 5, 4) for number in range(seats)),
            *(_expert_fields() if options.expert else ()),
        )
        self.shape = row_of(self.fields)

    def features(self, view: TableView, seat: int) -> bytearray:
        """Every field of the view, as seen from this seat."""
        seats = around(seat, len(view.players))
        found = one_hot(PHASES.index(view.phase), len(PHASES))
        found += [int(view.seat == other) for other in seats]
        found += [view.order.index(other) for other in seats]
        found += [view.moved, int(bool(view.last_round)), view.bag]
        for other in seats:
            found += _player(view, view.players[other], other)
        islands = {island.id: island for island in view.islands}
        towers = [view.players[other].tower for other in seats]
        for number in range(ISLANDS):
            island = islands.get(number, NO_ISLAND)
            found += [*island.students, *(int(island.tower is tower is not None) for tower in towers)]
            found += [island.size, island.bans, int(number == view.mother_nature)]
        for number in range(len(seats)):
            found += view.clouds[number] if number < len(view.clouds) else (0,) * 5
        return bytearray(found + _cards(view) if self._expert else found)


def _player_fields(number: int) -> list[Field]:
    who = f"{number} seats on" if number else "oneself"
    return [
        Field(f"{who}: tower black, white, grey", 3),
        Field(f"{who}: wizard", len(WIZARDS)),
        Field(f"{who}: towers left", 1, 8),
        Field(f"{who}: students in the entrance", 5, 9),
        Field(f"{who}: students in the dining room", 5, 10),
        Field(f"{who}: professors", 5),
        Field(f"{who}: coins", 1, 20),
        Field(f"{who}: assistants in hand", 10),
        Field(f"{who}: assistant played last", 1, 10),
        Field(f"{who}: left the table", 1),
    ]


def _player(view: TableView, player: Player, seat: int) -> list[int]:
    return [
        *(int(player.tower is tower) for tower in Tower),
        *(int(player.wizard == wizard) for wizard in WIZARDS),
        player.towers,
        *player.entrance,
        *player.dining,
        *(int(owner == seat) for owner in view.professors),
        player.coins,
        *(int(value in player.hand) for value in range(1, 11)),
        player.assistant or 0,
        int(seat in view.dropped),
    ]


def _island_fields(number: int, seats: int) -> list[Field]:
    return [
        Field(f"island {number}: students", 5, STUDENTS),
        Field(f"island {number}: whose towers, from oneself on", seats),
        Field(f"island {number}: size; 0: it has become part of another", 1, ISLANDS),
        Field(f"island {number}: bans", 1, 4),
        Field(f"island {number}: mother nature", 1),
    ]


def _expert_fields() -> list[Field]:
    return [
        *(field for number in CHARACTERS for field in _card_fields(number)),
        Field("character used this turn", CARDS),
        Field("colour that counts nothing this turn", 5),
        Field("coins in the supply", 1, 20),
    ]


def _card_fields(number: int) -> list[Field]:
    name = CHARACTERS[number].name
    return [
        Field(f"{name}: price, 0 if not there", 1, 4),
        Field(f"{name}: students", 5, 6),
        Field(f"{name}: bans", 1, 4),
    ]


def _cards(view: TableView) -> list[int]:
    cards = {card.card: card for card in view.cards}
    found: list[int] = []
    for number in CHARACTERS:
        card = cards.get(number, NO_CARD)
        found += [card.cost, *card.students, card.bans]
    muted = None if view.muted is None else int(view.muted)
    return [*found, *one_hot(view.used - 1, CARDS), *one_hot(muted, 5), view.supply]
