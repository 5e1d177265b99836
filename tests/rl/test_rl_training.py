"""Learning Connect Four: the parts are right, and what is learned is better than chance."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablehall.bots import Thought
from tablehall.games import house_games
from tablehall.games.api import AnyGame
from tablehall.games.connect_four import Board
from tablehall.games.connect_four import four as by_the_rules
from tablehall.rl import encoding_of
from tablehall.rl.train_connect_four import Player, boards_of, main, match, train
from tablehall.rl.tuples import CELLS, Network, dropped, four, snakes
from tests.rl.played import Kind, moments


def small() -> Network:
    """A network that learns quickly and little."""
    return Network(30, 5)


def test_boards_in_arrays_follow_the_rules() -> None:
    """Lines, possible columns and what comes of them, at every moment of some games."""
    numbers, game = encoding_of("connect_four"), house_games()["connect_four"]
    for table in moments(Kind("connect_four", 2), games=12, seed=1):
        state: Board = table.arena.state
        board = boards_of(table.observe(state.turn)["observation"][None])
        assert four(board).tolist() == [by_the_rules(state.discs[1 - state.turn])]
        if table.over:
            continue
        after, possible = dropped(board)
        assert possible[0].nonzero()[0].tolist() == list(table.choices)
        for column, move in table.choices.items():
            played: Any = game.play(state, table.seat, move, table.arena.dice)
            seen = numbers.observe(game.view(played.state, table.seat), table.seat).astype(np.int8)
            assert (after[column] == (seen[..., 0] - seen[..., 1]).ravel()).all()


def test_looks_are_walks_from_cell_to_cell() -> None:
    looks = snakes(20, 6, seed=3)
    assert looks.shape == (20, 6)
    assert all(len(set(look)) == 6 for look in looks.tolist())
    steps = np.abs(np.diff(looks // 7, axis=1)) + np.abs(np.diff(looks % 7, axis=1))
    assert (np.abs(np.diff(looks // 7, axis=1)) <= 1).all()
    assert steps.min() >= 1


def test_a_board_and_its_mirror_image_are_worth_the_same() -> None:
    network = small()
    network.weights[:] = np.random.default_rng(1).normal(size=network.weights.shape) / 20
    board = np.random.default_rng(2).integers(-1, 2, (4, CELLS)).astype(np.int8)
    mirrored = board.reshape(4, 6, 7)[..., ::-1].reshape(4, CELLS)
    seats = np.zeros(4, np.int64)
    worth = network.judge(network.seen(board, seats))
    assert worth == pytest.approx(network.judge(network.seen(mirrored, seats)), abs=1e-5)
    assert (worth != network.judge(network.seen(board, seats + 1))).all(), "who began makes a difference"


def test_what_is_learned_moves_towards_the_truth() -> None:
    network = small()
    seen = network.seen(np.zeros((1, CELLS), np.int8), np.zeros(1, np.int64))
    for _ in range(60):
        network.learn(seen, np.array([0.7], np.float32), 0.01)
    assert network.judge(seen)[0] == pytest.approx(0.7, abs=0.05)


def anything(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """A bot without any thoughts."""
    return thought.chance.choice(game.legal(state, seat))


def test_whoever_looks_ahead_wins_what_can_be_won_and_parries_what_must_be() -> None:
    """Without having learned anything: a line is a line."""
    player, game = Player(Network(1, 2), ahead=2), house_games()["connect_four"]
    three, other = 0b111, 0b11 << 7
    for discs, turn in (((three, other), 0), ((three, other), 1)):
        move = player.bot(game, Board(discs, turn), turn, Thought(random.Random(1)))
        assert (move.r, move.c) == (3, 0)


def test_a_few_games_of_learning_are_better_than_none(tmp_path: Path) -> None:
    """Looking only one move ahead, so that what was learned decides."""
    network = small()
    games: list[int] = []
    assert (
        train(network, 1e9, most=1500, tell=lambda number, spent: games.append(number)) == games[-1] >= 1500
    )
    tally = match(Player(network, ahead=1), anything, games=60, opening=2)
    assert tally.won > 36, tally
    network.save(tmp_path / "four.npz")
    again = Network.load(tmp_path / "four.npz")
    assert (again.looks == network.looks).all()
    assert again.weights == pytest.approx(network.weights, abs=2e-3)


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--load", str(tmp_path / "nothing.npz")])
    assert "nothing.npz is not there: train a player first, with --out" in capsys.readouterr().err
    (tmp_path / "else.npz").write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(SystemExit, match=r"else.npz holds no player that was trained by this program"):
        main(["--load", str(tmp_path / "else.npz")])
    with pytest.raises(SystemExit):
        main(["--seconds", "-1"])
    assert "--seconds must be more than 0" in capsys.readouterr().err
