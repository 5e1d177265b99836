"""Whatever changes a hall is in its journal: replayed into an empty hall it gives the same one."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tablehall.hall import facts, forfeits, records
from tablehall.hall.decision import Deciding
from tablehall.hall.facts import Fact
from tablehall.hall.people import Person
from tablehall.hall.table import Table
from tablehall_lab.sim.run import first_broken, simulate

Plant = Callable[[pytest.MonkeyPatch], None]


def test_a_day_is_replayed_again_and_again_and_is_always_the_same() -> None:
    report = simulate(1, 24)
    assert not report.problem, f"{report.problem}\n{report.trace}"
    assert report.counts["journals replayed"] > 20


# Whoever changes the hall past its journal is caught.


def leave_without_a_word(plant: pytest.MonkeyPatch) -> None:
    """Whoever gets up from a waiting table does so without a record."""

    def get_up(decision: Deciding, table: Table, person: Person) -> None:
        if table.scene.status == "waiting":
            decision.hall.rise(person, table)
        else:
            known(decision, table, person)

    known = forfeits.get_up
    plant.setattr("tablehall.hall.entrance.get_up", get_up)
    plant.setattr("tablehall.hall.seats.get_up", get_up)
    plant.setattr("tablehall.hall.absences.get_up", get_up)


def keep_scores_to_oneself(plant: pytest.MonkeyPatch) -> None:
    """The hall knows how somebody has played, and its journal does not."""

    def keep(self: Deciding, fact: Fact) -> None:
        if isinstance(fact, facts.Known) and fact.profile.scores:
            self.hall.learn(fact)
        else:
            known(self, fact)

    known = Deciding.keep
    plant.setattr(Deciding, "keep", keep)


def change_a_name(plant: pytest.MonkeyPatch) -> None:
    """Whoever sits down is called something else from then on."""

    def append(self: Deciding, table: Table, record: object, played: object = None) -> None:
        known(self, table, record, played)
        if isinstance(record, records.Sat) and (person := self.hall.people.by_id.get(record.person)):
            self.hall.people.know(replace(person.profile, ticket=person.profile.ticket + 1))

    known = Deciding.append
    plant.setattr(Deciding, "append", append)


@pytest.mark.parametrize("plant", [leave_without_a_word, keep_scores_to_oneself, change_a_name])
def test_a_change_past_the_journal_is_noticed(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    problem = first_broken(range(1, 20), doors=("house", "boards")).problem
    assert "its journal" in problem
