"""The game's events, in the words of the protocol."""

from collections.abc import Callable, Sequence
from typing import Any

from tablehall.games.eriantys import events
from tablehall.protocols.eriantys.messages import Notification, same
from tablehall.protocols.eriantys.words import COLOURS, assistant, character, pile, wizard

Names = Sequence[str]
"""The nicknames of the seats."""

EVENTS: dict[type, tuple[str, Callable[[Any, Names], dict[str, Any]]]] = {
    events.TowerChanged: (
        "TowerChanged",
        lambda e, names: {"Tower": e.tower.name, "Nickname": names[e.seat]},
    ),
    events.WizardChanged: (
        "WizardChanged",
        lambda e, names: {"wizard": wizard(e.wizard), "Nickname": names[e.seat]},
    ),
    events.CurrentPlayerChanged: (
        "CurrentPlayerChanged",
        lambda e, names: {"NextPlayer": names[e.seat], "State": e.phase.name},
    ),
    events.AssistantUsed: (
        "AssistantUsed",
        lambda e, names: {"Assistant": assistant(e.assistant), "Nickname": names[e.seat]},
    ),
    events.StudentToIslandMoved: (
        "StudentToIslandMoved",
        lambda e, names: {"Student": COLOURS[e.student], "IslandID": e.island, "Nickname": names[e.seat]},
    ),
    events.StudentToDiningRoomMoved: (
        "StudentToDiningRoomMoved",
        lambda e, names: {"Student": COLOURS[e.student], "Nickname": names[e.seat]},
    ),
    events.ProfessorsChanged: (
        "ChangeProfessor",
        lambda e, names: {"Nickname": names[e.seat], "ProfessorList": [COLOURS[c] for c in e.professors]},
    ),
    events.MotherNatureMoved: (
        "MotherNatureMoved",
        lambda e, names: {"Positions": e.steps, "IslandID": e.island, "Nickname": names[e.seat]},
    ),
    events.TowerOnIslandChanged: (
        "TowerOnIslandChanged",
        lambda e, names: {"NewTower": e.tower.name, "IslandID": e.island, "Nickname": names[e.seat]},
    ),
    events.IslandsUnified: (
        "IslandsUnified",
        lambda e, names: {"IslandID1": e.island1, "IslandID2": e.island2, "Nickname": names[e.seat]},
    ),
    events.StudentsTaken: (
        "StudentsTakenFromCloud",
        lambda e, names: {"CloudID": e.cloud, "Nickname": names[e.seat]},
    ),
    events.CloudFilled: (
        "CloudFilled",
        lambda e, _: {"CloudID": e.cloud, "Students": pile(e.students)},
    ),
    events.LastRound: ("LastRound", lambda e, _: {}),
    events.CharacterUsed: ("CharacterCardUsed", lambda e, names: _character_used(e, names)),
    events.CoinsChanged: (
        "CoinsChanged",
        lambda e, names: {"Nickname": names[e.seat], "Coins": e.coins, "CoinsInBag": e.supply},
    ),
    events.StudentsOnCardChanged: (
        "StudentsOnCardChanged",
        lambda e, _: {"Card": character(e.card), "Students": pile(e.students)},
    ),
    events.BanOnIslandChanged: (
        "BanOnIslandChanged",
        lambda e, _: {"IslandID": e.island, "Bans": e.bans},
    ),
    events.EntranceChanged: (
        "StudentsInEntranceChanged",
        lambda e, names: {"Nickname": names[e.seat], "Students": pile(e.students)},
    ),
    events.DiningRoomChanged: (
        "StudentsInDiningRoomChanged",
        lambda e, names: {"Nickname": names[e.seat], "Students": pile(e.students)},
    ),
}
"""Each event as a message. Who left for good is told nobody: the house plays their seat on."""


def _character_used(event: events.CharacterUsed, names: Names) -> dict[str, Any]:
    used = {"Nickname": names[event.seat], "Card": character(event.card), "NewCost": event.cost}
    if event.island is not None:
        used["IslandID"] = event.island
    if event.student is not None:
        used["Student"] = COLOURS[event.student]
    return used


def occurred(event: Any, names: Names) -> list[Notification]:
    """What is told of an event of the game (its start is told by the table itself)."""
    if type(event) not in EVENTS:
        return []
    name, arguments = EVENTS[type(event)]
    return [same(name, **arguments(event, names))]
