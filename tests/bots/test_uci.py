"""A chess engine of the machine's own: one that always takes the first move of the alphabet."""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablehall.bots import Thought
from tablehall.bots.uci import UciEngine
from tablehall.games.api import Played
from tablehall.games.board import Place, Step
from tablehall.games.chess import game
from tablehall.games.chess.fen import START, from_fen
from tablehall.games.chess.position import Position
from tablehall.games.dice import Dice
from tests.conftest import NewHall
from tests.net.test_bot_pool import QUICK, guest

ENGINE = """#!{python}
import chess, sys
answers = {{"uci": "id name First\\nuciok", "isready": "readyok"}}
for line in sys.stdin:
    word, *rest = line.split()
    if word in answers:
        print(answers[word], flush=True)
    elif word == "position":
        assert rest[0] == "fen"
        board = chess.Board(" ".join(rest[1:]))
        assert board.is_valid(), line
    elif word == "go":
        assert rest == ["movetime", "500"], line
        print("info depth 1")
        print("bestmove", min(move.uci() for move in board.legal_moves), flush=True)
        if board.fullmove_number and "--once" in {flags!r}:
            break
"""
THOUGHT = Thought(random.Random(1), 1.0, lambda: False)
Lay = Callable[..., Path]


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Puts an engine on the disk."""

    def lay(flags: str = "") -> Path:
        program = tmp_path / "engine"
        program.write_text(ENGINE.format(python=sys.executable, flags=flags))
        program.chmod(0o755)
        return program

    return lay


@pytest.fixture
def engine(lay: Lay) -> Iterator[UciEngine]:
    engine = UciEngine(str(lay()))
    yield engine
    engine.close()


def after(position: Position, *moves: Step | Place) -> Position:
    for move in moves:
        played = game.play(position, position.turn, move, Dice(bytes(32)))
        assert isinstance(played, Played)
        position = played.state
    return position


def test_the_engine_is_asked_about_each_position(engine: UciEngine) -> None:
    position = START
    first = engine(game, position, 0, THOUGHT)
    assert first == Step(1, 0, 2, 0)  # a2a3
    assert engine(game, after(position, first), 1, THOUGHT) == Step(6, 0, 4, 0)  # a7a5


def test_a_pawn_becomes_what_the_engine_said(engine: UciEngine) -> None:
    position = from_fen("7k/P7/8/8/8/8/8/7K w - -")
    step = engine(game, position, 0, THOUGHT)
    assert step == Step(6, 0, 7, 0)  # a7a8b
    promoting = after(position, step)
    assert engine(game, promoting, 0, THOUGHT) == Place(7, 0, "bishop")


def test_a_pawn_whose_step_somebody_else_made_becomes_a_queen(engine: UciEngine) -> None:
    promoting = after(from_fen("7k/1P6/8/8/8/8/8/7K w - -"), Step(6, 1, 7, 1))
    assert engine(game, promoting, 0, THOUGHT) == Place(7, 1, "queen")


def test_an_engine_that_has_ended_is_started_again(lay: Lay) -> None:
    engine = UciEngine(str(lay("--once")))
    position = START
    for _ in range(2):
        assert engine(game, position, 0, THOUGHT) == Step(1, 0, 2, 0)
        assert engine._process is not None
        engine._process.wait(30)
    engine.close()


def test_a_program_that_is_no_engine_is_named(tmp_path: Path) -> None:
    program = tmp_path / "none"
    program.write_text("#!/bin/sh\nread line\n")
    program.chmod(0o755)
    engine = UciEngine(str(program))
    with pytest.raises(OSError, match=f"the engine {program} has ended"):
        engine(game, START, 0, THOUGHT)
    engine.close()


async def test_it_plays_at_level_four_of_chess_only(lay: Lay, new_hall: NewHall) -> None:
    hall = new_hall(f'{QUICK}engine = "{lay()}"\n')
    async with guest(hall, "ann") as (ann, _):
        games = (await ann.ask("games", type="games"))["games"]
        assert {card["name"]: card["bots"][-1] for card in games}["chess"] == 4
        assert all(card["bots"] == [1, 2, 3] for card in games if card["name"] != "chess")
        table = (await ann.ask("table", type="open", game="chess", bots={"level": 4}))["card"]["table"]
        await ann.ask(
            "happened", type="act", table=table, move={"type": "step", "r": 1, "c": 4, "to_r": 3, "to_c": 4}
        )
        answer = await ann.until(type="happened", what="moved", seat=1)
        assert answer["move"] == {"type": "step", "r": 6, "c": 0, "to_r": 4, "to_c": 0}
