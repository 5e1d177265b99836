"""A contest of fifty programs over both ports, good and bad, and one that is killed in the middle."""

import asyncio
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.protocols.mia.field import (
    Dancer,
    Field,
    Forgetful,
    Latecomer,
    Noisy,
    Program,
    Sleeper,
    Thief,
    recount,
)

if TYPE_CHECKING:
    from tests.conftest import NewHall

GAMES = int(os.environ.get("TABLEHALL_TEST_GAMES", "10"))
PATIENT = """
[doors.mia.settings]
answer = 1500
join_window = 1000
table_size = 8
[doors.maexchen.settings]
shared = true
"""
"""Time enough for a busy machine: latecomers need more than that."""
HONEST = {"SEE_FAILED", "CAUGHT_BLUFFING", "MIA", "LIED_ABOUT_MIA"}
LATE = {"DID_NOT_TAKE_TURN", "DID_NOT_ANNOUNCE", "MIA"}


async def test_fifty_programs_good_and_bad_through_both_doors(new_hall: "NewHall") -> None:
    hall = new_hall(PATIENT)
    async with Field(hall.doors) as field:
        good: list[Program] = [Program(f"good{n}", "maexchen" if n % 2 else "mia") for n in range(28)]
        good += [Noisy(f"noisy{n}") for n in range(3)]
        good += [Forgetful(f"forgetful{n}", "maexchen" if n % 2 else "mia") for n in range(5)]
        sleepers = [Sleeper(f"sleeper{n}") for n in range(4)]
        late = [Latecomer(f"late{n}", "maexchen" if n % 2 else "mia") for n in range(4)]
        dancers = [Dancer(f"dancer{n}") for n in range(4)]
        thieves = [Thief("good0"), Thief("good1")]
        for program in (*good, *sleepers, *late, *dancers):
            await field.enter(program)
        await field.until_started(1, *good)
        for thief in thieves:
            thief.names = tuple(program.name for program in good[:10])
            await field.enter(thief, "127.0.0.2")
            thief.steal()
        await field.until_started(GAMES, *good)
        await field.settle()
        await hall.stop()

        counted, kept = recount(hall.folder / "data")
        assert +counted == {name: points for name, points in kept.items() if points}
        assert sum(counted.values()) > GAMES * 20
        assert reasons(good) <= HONEST
        for program in good:
            assert scores(program)[program.name] <= kept[program.name]
        assert not {program.name for program in sleepers} & set(kept)
        assert all(program.started == 0 for program in sleepers)
        assert reasons(late) <= LATE
        assert "DID_NOT_TAKE_TURN" in reasons(late)
        assert reasons(dancers) <= {"INVALID_TURN", "MIA"}
        assert "INVALID_TURN" in reasons(dancers)
        for thief in thieves:
            assert set(thief.heard) == {"REJECTED"}
            assert len(thief.heard) == 11


def reasons(programs: Sequence[Program]) -> set[str]:
    """For which reasons these have lost."""
    return {reason for program in programs for reason in program.losses()}


def scores(program: Program) -> dict[str, int]:
    """The last score that a program heard of a game of its own."""
    own = [m for m in program.heard if m.startswith("SCORE;") and f"{program.name}:" in m]
    points = own[-1].split(";")[1].split(",")
    return {name: int(total) for name, total in (point.split(":") for point in points)}


async def test_a_killed_server_knows_every_point_and_everybody_goes_on(new_hall: "NewHall") -> None:
    hall = new_hall(PATIENT)
    async with Field(hall.doors) as field:
        programs = [Program(f"bot{n}", "maexchen" if n % 2 else "mia") for n in range(6)]
        for program in programs:
            await field.enter(program)
        for _ in range(3):
            begun = programs[0].started
            await field.until_started(begun + 10, *programs)
            await hall.restart()
            told = {name: total for program in programs for name, total in scores(program).items()}
            here = [len(program.heard) for program in programs]
            await field.until_started(max(p.started for p in programs) + 5, *programs)
            for program, before in zip(programs, here, strict=True):
                since = program.heard[before - 1 :]
                canceled = (
                    "ROUND CANCELED;NO_PLAYERS" if program.door == "maexchen" else "GAME_CANCELED;NO_PLAYERS"
                )
                assert canceled in program.heard
                assert any(message.startswith("SCORE;") for message in since)
                for name, total in told.items():
                    assert scores(program)[name] >= total, "what was told is kept"
        await field.settle()
        await hall.stop()
    counted, kept = recount(hall.folder / "data")
    assert +counted == {name: points for name, points in kept.items() if points}


class Mute(Program):
    """Joins, and says nothing more."""

    def my_turn(self, token: str) -> None:
        """Hm."""


async def test_when_the_hall_closes_the_running_game_is_called_off(new_hall: "NewHall") -> None:
    hall = new_hall(PATIENT)
    async with Field(hall.doors) as field:
        anna, bob = Mute("anna"), Mute("bob")
        await field.enter(anna)
        await field.enter(bob)
        await field.until_started(1, anna, bob)
        await hall.stop()
        assert anna.heard[-1] == bob.heard[-1] == "GAME_CANCELED;NO_PLAYERS"


async def test_a_name_is_not_lost_to_a_thief_while_the_server_is_away(new_hall: "NewHall") -> None:
    hall = new_hall(PATIENT)
    async with Field(hall.doors) as field:
        anna, bob = Program("anna"), Program("bob")
        await field.enter(anna)
        await field.enter(bob)
        await field.until_started(2, anna, bob)
        await hall.restart()
        thief = Thief("anna")
        await field.enter(thief, "127.0.0.2")
        await field.until_started(anna.started + 2, anna, bob)
        assert thief.heard == ["REJECTED"]


async def test_who_moves_to_another_port_plays_on_under_the_same_name(new_hall: "NewHall") -> None:
    hall = new_hall(PATIENT)
    async with Field(hall.doors) as field:
        anna, bob = Program("anna"), Program("bob")
        await field.enter(anna)
        await field.enter(bob)
        await field.until_started(5, anna, bob)
        again = Program("anna")
        await field.enter(again)
        await field.until_started(5, again)
        quiet = len(anna.heard)
        await asyncio.sleep(0.3)
        assert len(anna.heard) == quiet
        assert scores(again)["anna"] >= scores(anna)["anna"]
