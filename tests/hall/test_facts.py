"""Facts: each is read back from its row as it was, and a hall that learns them knows what it knew."""

from typing import Any

import pytest

from tablehall.hall import facts, saves
from tablehall.hall.bans import Ban
from tablehall.hall.facts import ContestInfo, Fact, Registration, Row, Standing
from tablehall.hall.hall import Hall
from tablehall.hall.people import Profile
from tablehall.hall.scores import NEWCOMER
from tests.hall.parlour import GAMES
from tests.hall.stage import Stage

ANN = Profile(7, "guest", "ann", "5e", 9, 1234, {"cups": NEWCOMER})


def a_save() -> saves.SaveFile:
    stage = Stage()
    table, _ = stage.party()
    taken = saves.SaveFile.of(stage.table(table), stage.now, "our game")
    return saves.decode(facts.encode(taken))


FACTS: list[Fact] = [
    facts.Known(ANN),
    facts.Known(Profile(1, "stranger", "")),
    facts.Forgotten(7),
    facts.Banned("name", "a/b", Ban(1, 2, "loud")),
    facts.Banned("address", "::1", Ban(1)),
    facts.Unbanned("name", "a/b"),
    facts.Unbanned("address", "::1"),
    facts.Appointed("5e"),
    facts.Saved(a_save()),
    facts.Discarded("tictactoe", "our/game"),
    facts.Paired(7, facts.PairingCode("5e", 1234)),
    facts.Paired(7, None),
    facts.Numbered(3),
    facts.Counted(4),
    facts.HallKey("00ff", 3),
    facts.Spread(7, 0),
    facts.Alive(1234),
    facts.Alive(1234, "a/node"),
    facts.Missing("othello", 1234),
    facts.Missing("othello", None),
    facts.Named("5e5e"),
    facts.Held("mia", ContestInfo("mia", "A cup", 3)),
    facts.Held("mia", ContestInfo()),
    facts.Scored("mia", "a/b", Standing(-1, 2)),
    facts.Scored("mia", "ann", None),
    facts.Registered("mia", "a/b", Registration("door", ("::1", 9, 0, 0), "a/b", True)),
    facts.Registered("mia", " door ::1 9", None),
    facts.Noted("asked", "3.1", b"\x80"),
    facts.Noted("unsettled", "3.1", None),
]


def test_every_fact_is_among_them() -> None:
    assert {type(fact) for fact in FACTS} == set(Fact.__subclasses__())


@pytest.mark.parametrize("fact", FACTS, ids=repr)
def test_a_fact_is_read_back_from_its_row(fact: Fact) -> None:
    assert facts.read(fact.row()) == fact


@pytest.mark.parametrize("fact", FACTS, ids=repr)
def test_every_fact_can_be_learned_by_a_hall_that_knows_nothing(fact: Fact) -> None:
    Hall(GAMES, bytes).learn(fact)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (Row("weather", "today", b"{}"), "'weather' is unknown here: use a newer tablehall"),
        (Row("hall", "colour", b"1"), "'hall/colour' is unknown here: use a newer tablehall"),
        (Row("ban", "shoe/42", b"{}"), "nobody is banned by their shoe"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_words(row: Row, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        facts.read(row)


def test_all_rows_of_a_journal_are_loaded() -> None:
    rows: dict[str, dict[str, Any]] = {
        "person": {"7": facts.Known(ANN).row().value},
        "hall": {"opened": b"4"},
    }
    assert list(facts.load(rows)) == [facts.Known(ANN), facts.Counted(4)]


def test_a_count_never_goes_back() -> None:
    hall = Hall(GAMES, bytes)
    for fact in (facts.Numbered(5), facts.Numbered(3), facts.Counted(5), facts.Counted(3)):
        hall.learn(fact)
    assert (hall.numbers, hall.opened) == (5, 5)


def test_whoever_is_known_under_another_name_and_secret_is_no_longer_found_by_the_old_ones() -> None:
    hall = Hall(GAMES, bytes)
    hall.learn(facts.Known(ANN))
    person = hall.people.by_id[7]
    hall.learn(facts.Known(Profile(7, "guest", "anna", "6f")))
    assert hall.people.by_id == {7: person}
    assert hall.people.by_name == {"anna": person}
    assert hall.people.by_secret == {"6f": person}
    hall.learn(facts.Forgotten(7))
    assert hall.people.by_id == {}
    assert hall.people.by_name == hall.people.by_secret == {}
    hall.learn(facts.Forgotten(7))


def test_a_decision_takes_in_one_fact_more_without_copying_the_others() -> None:
    """When thousands are forgotten at one moment, nobody waits for the square of it."""
    decision = Hall(GAMES, lambda size: bytes(size)).deciding(1)
    decision.keep(facts.Numbered(1))
    kept = decision.facts
    decision.keep(facts.Numbered(2))
    assert decision.facts is kept
    assert kept == [facts.Numbered(1), facts.Numbered(2)]
