"""The rude programs of `tablehall bench mia --rude`: each is rude in its own way, and is measured."""

import re
import socket
import struct
import time
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from tablehall.cli.commands import app
from tablehall_lab.bench import rude
from tablehall_lab.bench.mia_bots import Bot

NOW = [(socket.SOL_SOCKET, 35, struct.pack("qq", int(time.time()), 0))]
"""When a message arrived, as the kernel says it."""


class Server:
    """Hears what programs say."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.programs: list[rude.Rude] = []

    def let_in(self, kind: type[rude.Rude]) -> rude.Rude:
        program = kind(self.socket.getsockname()[1], "anna")
        program.later = rude.Later()
        self.programs.append(program)
        program.begin()
        return program

    def hears(self) -> list[bytes]:
        found = []
        try:
            while True:
                found.append(self.socket.recv(4000))
        except BlockingIOError:
            return found


@pytest.fixture
def server() -> Iterator[Server]:
    opened = Server()
    yield opened
    opened.socket.close()
    for program in opened.programs:
        program.socket.close()


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        (rude.Rude, []),
        (rude.Tardy, []),
        (rude.Player, [b"JOIN_GAME;anna;t1"]),
        (rude.Late, [b"JOIN_GAME;anna;t1"]),
        (rude.Forgetful, [b"JOIN_GAME;anna;t1", b"ROLL;none", b"ROLL;t2"]),
        (rude.Dancer, [b"JOIN_GAME;anna;t1", b"DANCE;t2", b"DANCE;t3"]),
    ],
)
def test_what_a_rude_program_answers(server: Server, kind: type[rude.Rude], answers: list[bytes]) -> None:
    program = server.let_in(kind)
    for question in (b"GAME_STARTING;t1", b"YOUR_TURN;t2", b"YOUR_TURN;t3"):
        program.heard(question, NOW)
    assert server.hears() == [b"REGISTER;anna", *answers]


@pytest.mark.parametrize(
    ("kind", "question", "answer"),
    [
        (rude.Tardy, b"GAME_STARTING;t1", b"JOIN_GAME;anna;t1"),
        (rude.Late, b"YOUR_TURN;t2", b"ROLL;t2"),
    ],
)
def test_some_answer_when_it_is_too_late(
    server: Server, kind: type[rude.Rude], question: bytes, answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rude, "LATE", 0.0)
    program = server.let_in(kind)
    program.heard(question, NOW)
    assert server.hears() == [b"REGISTER;anna"]
    program.later.do()
    assert server.hears() == [answer]


def test_one_plays_well_and_makes_noise_all_the_time(server: Server) -> None:
    program = server.let_in(rude.Noisy)
    assert [len(said) for said in server.hears()[1:]] == [1, 10, 100, 1000, 2000]
    program.heard(b"YOUR_TURN;t1", NOW)
    program.heard(b"ROLLED;6,3;t1", NOW)
    assert server.hears() == [b"ROLL;t1", b"ANNOUNCE;6,3;t1"]


def test_a_thief_comes_from_elsewhere_and_is_not_let_in(server: Server) -> None:
    thief = server.let_in(rude.Thief)
    assert thief.socket.getsockname()[0] == "127.0.0.2"
    name, join = server.hears()
    assert re.fullmatch(rb"REGISTER;bot[01]", name)
    assert join.startswith(b"JOIN_GAME;bot0;")
    assert rude.registered(len(rude.KINDS)) == len(rude.KINDS) - 1


def test_bots_count_the_games_they_play_in() -> None:
    bot = Bot(9, "anna")
    bot.heard(b"GAME_STARTED;bob,anna;t", NOW)
    bot.heard(b"GAME_STARTED;bob,annabel;t", NOW)
    assert (bot.games, bot.misses) == (1, 0)
    bot.socket.close()


def test_the_command_measures_both_fields_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rude, "ACQUAINTANCE", 0)
    words = ["bench", "mia", "--bots", "3", "--rude", "8", "--seconds", "1", "--memory"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    alone, together, ratio = done.output.splitlines()
    assert alone.startswith("3 bots alone ")
    assert together.startswith("3 bots with 8 rude programs ")
    assert re.fullmatch(r"ratio: \d+\.\d+ of the games/s .*", ratio)
