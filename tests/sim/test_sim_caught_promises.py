"""Whoever takes a seat, a share or time in the bottle that is not theirs is caught."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tablehall.hall import deadlines, seats
from tablehall.hall.decision import Deciding
from tablehall.hall.hall import Hall
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why
from tablehall.hall.scene import Scene
from tablehall.hall.shares import Shares
from tablehall.hall.table import Table
from tablehall.net.pipeline import Pipeline
from tablehall_lab.sim.players.house import Guest
from tablehall_lab.sim.run import first_broken, simulate
from tablehall_lab.sim.timeline import SECOND
from tablehall_lab.sim.trouble import stall
from tablehall_lab.sim.world import World

Plant = Callable[[pytest.MonkeyPatch], None]


class StallingWorld(World):
    """The process stands still again and again while people play."""

    def burst(self, number: int) -> None:
        super().burst(number)
        self._stall_soon(9)

    def _stall_soon(self, times: int) -> None:
        if times:
            self.timeline.after(self.chance.randrange(2 * SECOND, 8 * SECOND), self._stall, times)

    def _stall(self, times: int) -> None:
        stall(self, self.chance.choice((7, 12, 30)))
        self._stall_soon(times - 1)


def test_however_often_the_hall_stands_still_everybody_gets_the_time_back() -> None:
    for seed in range(1, 5):
        report = simulate(seed, doors=("house",), kind=StallingWorld)
        assert not report.problem, f"seed {seed}: {report.problem}\n{report.trace}"
        assert report.faults["stall"] > 10


class TemptedWorld(World):
    """Nobody may have much of anything."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.limits = msgspec.structs.replace(self.limits, chat=2, chat_burst=250, guesses_burst=2)


def tempt(plant: pytest.MonkeyPatch, whim: str) -> None:
    """Before every other move everybody follows this whim."""
    plant.setattr("tablehall_lab.sim.players.house.WHIM", 0.5)
    plant.setattr(Guest, "whims", (whim,))
    plant.setattr(Guest, "whims_of_losers", (whim,))


@pytest.mark.parametrize("whim", ["say", "guess"])
def test_whoever_is_tempted_is_held_back_by_the_hall(whim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tempt(monkeypatch, whim)
    for seed in range(1, 4):
        report = simulate(seed, doors=("house",), kind=TemptedWorld)
        assert not report.problem, f"seed {seed}: {report.problem}\n{report.trace}"


# Time.


def keep_the_time(plant: pytest.MonkeyPatch) -> None:
    """What the hall loses its players lose."""
    plant.setattr(Hall, "stood_still", lambda hall, lost: None)


def give_back_too_much(plant: pytest.MonkeyPatch) -> None:
    """A stall is an occasion to think on."""
    stood_still = Hall.stood_still
    plant.setattr(Hall, "stood_still", lambda hall, lost: stood_still(hall, 3 * lost + 5_000))


def look_at_the_clock_first(plant: pytest.MonkeyPatch) -> None:
    """Deadlines fall before anything is read that has arrived in time."""
    plant.setattr(Guest, "clocks", ({"kind": "answer", "time": 5_000},))

    def hasty(self: Pipeline) -> None:
        self._timer, self._now = None, 0
        self.do_what_is_due()

    plant.setattr(Pipeline, "wake", hasty)
    keep_the_time(plant)
    plant.setattr("tablehall_lab.sim.stalls.Stalls.wrote", lambda *_: None)


# Seats and secrets of saved games.


def seat_by_name(plant: pytest.MonkeyPatch) -> None:
    """At a saved game whoever says a name has the seat of that name."""
    tempt(plant, "save")
    plant.setattr(Guest, "curious", 1.0)

    def by_name(decision: Deciding, table: Table, person: Person, name: str) -> int | Why:
        for number, seat in enumerate(table.scene.seats):
            if seat is not None and seat.name == name:
                return Why.SEAT_NAME_TAKEN if seat.person else number
        return Why.NOT_YOUR_SEAT

    plant.setattr(seats, "_saved_seat", by_name)


def show_what_waits(plant: pytest.MonkeyPatch) -> None:
    """A saved game that waits for its players is shown to whoever is there."""
    plant.setattr(Scene, "hidden", property(lambda scene: False))


def let_anybody_reopen(plant: pytest.MonkeyPatch) -> None:
    """Any save can be brought back by anybody."""
    plant.setattr("tablehall.hall.opening.may_reopen", lambda *_: True)


def forget_who_sits_in_a_save(plant: pytest.MonkeyPatch) -> None:
    """Who stays away is forgotten, and their seat in a save with them."""

    def forgetful(decision: Deciding, person: Person) -> None:
        kept, decision.hall.saves_of = decision.hall.saves_of, {}
        person_due(decision, person)
        decision.hall.saves_of = kept

    person_due = deadlines._person_due
    plant.setattr(deadlines, "_person_due", forgetful)


# Shares.


def count_no_tables(plant: pytest.MonkeyPatch) -> None:
    """As many tables as anybody likes."""
    plant.setattr(Shares, "count_table", lambda shares, table: None)


def never_refuse_a_name(plant: pytest.MonkeyPatch) -> None:
    """As many names from one place as anybody likes."""
    plant.setattr(Shares, "no_room_for_person", lambda *_: None)


def count_saves_twice(plant: pytest.MonkeyPatch) -> None:
    """A save that is brought back counts once more."""

    def twice(self: Shares, save: Any) -> None:
        self._saved.pop((save.sheet.game, save.name), None)
        count_save(self, save)

    count_save = Shares.count_save
    plant.setattr(Shares, "count_save", twice)


def talk_without_end(plant: pytest.MonkeyPatch) -> None:
    """Nobody talks too fast."""
    tempt(plant, "say")
    plant.setattr(Shares, "too_much_talk", lambda *_: None)


def guess_without_end(plant: pytest.MonkeyPatch) -> None:
    """As many codes of private tables as anybody can think of."""
    tempt(plant, "guess")
    plant.setattr(Shares, "may_guess", lambda *_: True)


CAUGHT: list[tuple[Plant, str, int, type[World]]] = [
    (keep_the_time, "gets 0 back", 1, StallingWorld),
    (give_back_too_much, "stood still for", 1, StallingWorld),
    (look_at_the_clock_first, "lost on time, and was heard", 9, StallingWorld),
    (seat_by_name, "has taken seat", 1, World),
    (show_what_waits, "its position is shown", 1, World),
    (let_anybody_reopen, "plays in none of its seats", 15, World),
    (forget_who_sits_in_a_save, "nobody knows them any more", 1, World),
    (count_no_tables, "tables by origin", 1, World),
    (never_refuse_a_name, "people, and may have", 7, World),
    (count_saves_twice, "saves by origin", 1, World),
    (talk_without_end, "are used up", 1, TemptedWorld),
    (guess_without_end, "are used up", 1, TemptedWorld),
]
"""What is planted, what is said of it, a seed that shows it soon, and in which kind of world."""


@pytest.mark.parametrize(
    ("plant", "words", "seed", "kind"), CAUGHT, ids=[plant.__name__ for plant, *_ in CAUGHT]
)
def test_who_takes_what_is_not_theirs_is_noticed(
    plant: Plant, words: str, seed: int, kind: type[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert words in first_broken((seed, *range(1, 60)), doors=("house",), kind=kind).problem
