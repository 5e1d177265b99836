"""The order in which the document wants the notifications of a game."""

from collections.abc import Sequence

MOVES = (
    "AssistantUsed",
    "StudentToIslandMoved",
    "StudentToDiningRoomMoved",
    "MotherNatureMoved",
    "StudentsTakenFromCloud",
    "CharacterCardUsed",
)
BEFORE_PROFESSORS = (
    "StudentToDiningRoomMoved",
    "ChangeProfessor",
    "StudentsInDiningRoomChanged",
    "CoinsChanged",
)


def check_order(heard: Sequence[str], reason: str) -> None:
    """The notifications came in the order that the document wants for this ending."""
    assert heard.count("Winner") == 1
    assert heard[-1] == "Winner"
    last_move = max(place for place, message in enumerate(heard) if message in MOVES)
    end = [message for message in heard[last_move + 1 : -1] if message != "CoinsChanged"]  # the herald's
    if reason == "towers":
        assert end == ["TowerOnIslandChanged"]
    elif reason == "islands":
        assert end[0] == "TowerOnIslandChanged"
        assert set(end[1:]) == {"IslandsUnified"}
    else:
        assert "LastRound" in heard[:last_move]
        assert heard[last_move] in ("StudentsTakenFromCloud", "MotherNatureMoved")
        assert set(end) <= {"TowerOnIslandChanged", "IslandsUnified", "BanOnIslandChanged"}
    for place, message in enumerate(heard):
        if message == "CloudFilled":
            assert heard[place + 1] in ("CloudFilled", "LastRound", "CurrentPlayerChanged")
        if message == "ChangeProfessor":
            assert heard[place - 1] in BEFORE_PROFESSORS
