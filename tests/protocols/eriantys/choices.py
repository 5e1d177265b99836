"""What a client may do next, as far as it can tell from its copy of the table."""

import random
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

from tests.protocols.eriantys.model import COLOURS, Model, number

TOWERS = ("BLACK", "WHITE", "GREY")
EARLY = (3, 6, 7, 8)
"""The characters that are of no use once mother nature has moved."""
Arguments = Iterator[dict[str, Any]]


def choice(model: Model, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A random request; first its kind, so that rare kinds are not."""
    kinds: dict[str, Callable[[], Arguments]] = dict(PHASES[model.phase](model))
    while True:
        kind = rng.choice(sorted(kinds))
        found = list(kinds.pop(kind)())
        if found:
            return kind.split()[0], rng.choice(found)


Kinds = Iterator[tuple[str, Callable[[], Arguments]]]


def choosing(model: Model) -> Kinds:
    names = list(model.chosen)
    mine, others = model.chosen[model.me], [model.chosen[name] for name in names if name != model.me]
    partner = model.chosen[names[(names.index(model.me) + 2) % 4]] if len(names) == 4 else None

    def towers() -> Arguments:
        if partner is not None and partner["tower"] is not None:
            yield {"Tower": partner["tower"]}
            return
        for tower in TOWERS if len(names) == 3 else TOWERS[:2]:
            if all(player["tower"] != tower for player in others):
                yield {"Tower": tower}

    def wizards() -> Arguments:
        for wizard in ("W1", "W2", "W3", "W4"):
            if all(player["wizard"] != wizard for player in others):
                yield {"wizard": wizard}

    yield "SetTower", towers
    yield "SetWizard", wizards
    if mine["tower"] and mine["wizard"]:
        yield "NextPhase", lambda: iter([{}])


def planning(model: Model) -> Kinds:
    hand = model.players[model.me]["assistants"]
    fresh = [card for card in hand if number(card) not in (model.played or ())]
    yield "UseAssistant", lambda: ({"Assistant": card} for card in fresh or hand)


def moving_students(model: Model) -> Kinds:
    player, islands = model.players[model.me], model.table["islands"]
    here = [colour for colour in COLOURS if player["entrance"][colour]]
    seats = [colour for colour in here if player["diningRoom"][colour] < 10]
    ids = [island["IslandID"] for island in islands]
    yield "MoveStudentsToIsland", lambda: ({"Student": c, "IslandID": id} for c in here for id in ids)
    yield "MoveStudentsToDiningRoom", lambda: ({"Student": colour} for colour in seats)
    yield from characters(model)


def moving_mother_nature(model: Model) -> Kinds:
    steps = (number(model.players[model.me]["lastAssistant"]) + 1) // 2 + (2 if model.used == 3 else 0)
    yield "MoveMotherNature", lambda: ({"Positions": positions} for positions in range(1, steps + 1))
    yield from characters(model)


def choosing_a_cloud(model: Model) -> Kinds:
    clouds = [c["CloudID"] for c in model.table["clouds"] if any(c["students"].values())]
    yield "TakeStudentsFromCloud", lambda: ({"CloudID": cloud} for cloud in clouds)
    yield from characters(model)


PHASES: dict[str, Callable[[Model], Kinds]] = {
    "CHOOSING": choosing,
    "PLANNING": planning,
    "MOVE_STUDENTS": moving_students,
    "MOVE_MOTHER_NATURE": moving_mother_nature,
    "CHOOSE_CLOUD": choosing_a_cloud,
}


def characters(model: Model) -> Kinds:
    if not model.table["expert"] or model.used != 0:
        return
    for card in model.table["characterCards"]:
        late = model.phase == "CHOOSE_CLOUD" and number(card["card"]) in EARLY
        if card["cost"] <= model.players[model.me]["coins"] and not late:
            yield f"UseCharacterCard {card['card']}", lambda card=card: uses(model, card)  # type: ignore[misc]


def uses(model: Model, card: dict[str, Any]) -> Arguments:
    """Everything that can be asked of a character."""
    for choices in choices_of(model, number(card["card"]), card):
        yield {"Card": card["card"], **choices}


def choices_of(model: Model, character: int, card: dict[str, Any]) -> Arguments:
    islands = [island["IslandID"] for island in model.table["islands"]]
    on_card = [colour for colour in COLOURS if card["students"][colour]]
    dining = model.players[model.me]["diningRoom"]
    if character == 1:
        yield from ({"Student": student, "IslandID": id} for student in on_card for id in islands)
    elif character == 4:
        yield from ({"IslandID": id} for id in islands)
    elif character == 5:
        free = [i["IslandID"] for i in model.table["islands"] if not i["bans"]]
        yield from ({"IslandID": id} for id in free if card["bans"])
    elif character in (8, 12):
        yield from ({"Student": colour} for colour in COLOURS)
    elif character == 9:
        yield from swaps(model, "StudentsFromCard", card["students"], 3)
    elif character == 10:
        yield from (swap for swap in swaps(model, "StudentsFromDiningRoom", dining, 2) if fits(dining, swap))
    elif character == 11:
        yield from ({"Student": student} for student in on_card if dining[student] < 10)
    else:
        yield {}


def swaps(model: Model, name: str, pile: dict[str, int], most: int) -> Arguments:
    """Every exchange of equally many students between a pile and the entrance."""
    for count in range(1, most + 1):
        given = picks(model.players[model.me]["entrance"], count)
        yield from (
            {name: one, "StudentsFromEntrance": other} for one in picks(pile, count) for other in given
        )


def picks(pile: dict[str, int], count: int) -> list[list[str]]:
    """Every choice of so many students from a pile."""
    return [
        list(pick)
        for pick in combinations_with_replacement(COLOURS, count)
        if all(pick.count(colour) <= pile[colour] for colour in pick)
    ]


def fits(dining: dict[str, int], swap: dict[str, Any]) -> bool:
    """Whether there are seats for everybody after an exchange."""
    come, gone = swap["StudentsFromEntrance"], swap["StudentsFromDiningRoom"]
    return all(dining[colour] - gone.count(colour) + come.count(colour) <= 10 for colour in COLOURS)
