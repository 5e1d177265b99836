"""Measuring the doors: whole games are played through each of them, by the protocol's page, and counted."""

from pathlib import Path

import msgspec
import pytest

from tablehall.arena import Arena
from tablehall.games import house_games
from tablehall_lab.bench.compare import SUBJECTS, Found, Wanted, committed, compare, figures, measure, served
from tablehall_lab.bench.doors.broker import Bare
from tablehall_lab.bench.doors.house import House, long_game
from tablehall_lab.bench.guests import BenchError
from tablehall_lab.bench.load import Load, now
from tests.conftest import tablehall

MOVES_OF_A_GAME = {"bare": 9, "house": 9, "memory": 9, "boards": 9, "pipes": 13}
A_GAME_HAS = {"shelfie": (40, 130), "eriantys": (20, 120)}
"""Dice decide how long these are: at least and at most so many moves."""


def play(load: Load, games: int) -> None:
    """Until so many games are over."""
    load.until(lambda: load.games >= games)


@pytest.mark.parametrize("name", MOVES_OF_A_GAME)
def test_every_move_of_a_whole_game_counts_once(name: str) -> None:
    subject = SUBJECTS[name]
    with (
        served(subject) as server,
        Load(subject.table, server.doors[subject.door or "bare"], 1) as load,
    ):
        play(load, 5)
        moves = MOVES_OF_A_GAME[name]
        assert moves * load.games <= load.moves <= moves * (load.games + 1), "one game after the other"
        assert load.moves <= len(load.latencies) <= load.moves + 1, "the opponent may be the first to hear"


@pytest.mark.parametrize("name", A_GAME_HAS)
def test_games_with_dice_are_played_to_their_end_and_begun_anew(name: str) -> None:
    subject = SUBJECTS[name]
    with served(subject) as server, Load(subject.table, server.doors[subject.door], 3) as load:
        play(load, 9)
        least, most = A_GAME_HAS[name]
        assert least * load.games <= load.moves <= most * (load.games + 3)


@pytest.mark.parametrize("name", ["bare-long", "house-long"])
def test_a_long_game_has_neither_beginning_nor_end_while_it_is_measured(name: str) -> None:
    subject = SUBJECTS[name]
    with (
        served(subject) as server,
        Load(subject.table, server.doors[subject.door or "bare"], 2) as load,
    ):
        load.until(lambda: load.moves > 100)
        assert load.games == 0


def test_the_long_game_is_one_by_the_rules_of_dama() -> None:
    arena, kind = Arena("dama"), house_games()["dama"].Move
    for move in long_game():
        assert not arena.over
        arena.step(msgspec.json.decode(move, type=kind))
    assert arena.over


def test_a_door_is_measured_beside_the_broker_at_full_and_at_half_speed() -> None:
    found = compare(["house"], Wanted(tables=4, seconds=0.3), rounds=1)
    assert [*found] == ["bare", "house"]
    house, bare = found["house"], found["bare"]
    assert bare.ratio == 1
    assert house.ratio == house.found.cpu / bare.found.cpu
    assert bare.found.commit == 0 < house.found.commit
    assert 0 < house.found.p50 <= house.found.p99
    assert house.found.half_p99 > 0


@pytest.mark.parametrize("name", ["house", "boards"])
def test_a_crowd_comes_in_and_does_not_play(name: str) -> None:
    subject = SUBJECTS[name]
    with served(subject) as server, Load(subject.table, server.doors[name], 2, crowd=5) as load:
        play(load, 2)
        assert load.looking == 5
        assert len(load._players) == 4 + 5


def test_a_door_without_a_crowd_is_measured_without_one() -> None:
    assert measure(SUBJECTS["pipes"], Wanted(tables=1, seconds=0.1, crowd=3, half=False)).games >= 0
    assert {name for name, one in SUBJECTS.items() if one.table.crowd} == {
        "house",
        "memory",
        "boards",
        "house-long",
    }


def test_the_pace_is_kept() -> None:
    subject = SUBJECTS["bare"]
    with served(subject) as server, Load(subject.table, server.doors["bare"], 2) as load:
        began = now()
        load.pace(20)
        load.count_anew()
        load.until(lambda: load.moves >= 10)
        due, on_their_way = 20 * (now() - began) + 1, 2
        assert load.moves <= due + on_their_way
        assert committed(server) == 0


def test_a_move_that_is_refused_ends_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(House, "moves", (b'{"type":"place","r":9,"c":9}',) * 9)
    with pytest.raises(BenchError, match=r"House: .*refused"):
        measure(SUBJECTS["house"], Wanted(tables=1, seconds=0.5))


def test_a_server_that_is_gone_ends_the_measurement() -> None:
    subject = SUBJECTS["bare"]
    with served(subject) as server, Load(subject.table, server.doors["bare"], 1) as load:
        server.kill()
        with pytest.raises(BenchError, match="Bare: a connection was"):
            play(load, 10**9)


def test_the_broker_refuses_what_is_no_move() -> None:
    class Rude(Bare):
        def move(self) -> None:
            self.players[1].say(b'{"type":"place","r":0,"c":0}')

    with (
        served(SUBJECTS["bare"]) as server,
        pytest.raises(BenchError, match=r"Rude: .*refused"),
        Load(Rude, server.doors["bare"], 1) as load,
    ):
        play(load, 1)


def test_the_ratio_is_that_of_one_round_and_the_middle_of_all_counts() -> None:
    def one(cpu: float) -> Found:
        return Found(1000, cpu, 0, 0, 1, 2, 3)

    found = figures([one(40), one(90), one(60)], [one(20), one(30), one(20)])
    assert found.ratio == 3
    assert (found.best, found.worst) == (2, 3)
    assert found.found.cpu == 60
    assert found.found.busy == 0.06


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["doors", "--only", "house,mia"], "--only mia: there is no such thing to measure; there are: bare,"),
        (["doors", "--crowd", "5", "--record"], "measured without a crowd"),
        (["doors", "--tables", "0"], "Invalid value for '--tables'"),
        (["doors", "--rounds", "0"], "Invalid value for '--rounds'"),
        (["profile", "bare"], "bare: there is no such thing to look into; there are: house,"),
    ],
)
def test_options_that_make_no_sense_are_named(words: list[str], said: str, tmp_path: Path) -> None:
    done = tablehall("bench", *words, folder=tmp_path)
    assert done.returncode != 0
    assert said in done.stderr
