"""The arena: games without a hall, and matches between players."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tablehall.arena import Arena, IllegalMoveError, Tally, compete, wilson
from tablehall.bots import Thought, any_game
from tablehall.bots.levels import BotError, levels_of, think
from tablehall.cli.commands import app
from tablehall.games import game_from_file, house_games
from tablehall.games.api import AnyGame
from tablehall.games.board import Place
from tablehall.games.dice import Dice
from tablehall_lab.bench.rules import pace

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/bots/arena.md").read_text()
ENV = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def first_move(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """A bot without any thoughts."""
    return game.legal(state, seat)[0]


def cheat(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
    """A bot that wants the same square all the time."""
    return Place(0, 0)


def at_random(arena: Arena, chance: random.Random) -> list[Any]:
    """Play a game to its end; its moves."""
    moves = []
    while not arena.over:
        moves.append(chance.choice(arena.legal()))
        arena.step(moves[-1])
    return moves


@pytest.mark.parametrize("name", house_games())
def test_every_game_can_be_played_to_its_end(name: str) -> None:
    for seats in house_games()[name].seats:
        arena, chance = Arena(name, seats, seed=seats), random.Random(seats)
        while not arena.over:
            seat = arena.turn[0]
            step = arena.step(chance.choice(arena.legal(seat)), seat)
        assert step.over
        assert arena.outcome is not None
        assert len(step.rewards) == seats
        assert max(map(abs, step.rewards)) <= 1
        assert not arena.turn
        assert not arena.legal()


def test_the_winner_is_rewarded_and_the_loser_pays() -> None:
    arena = Arena("tictactoe")
    for square in ((0, 0), (1, 0), (0, 1), (1, 1)):
        assert arena.step(Place(*square)).rewards == (0, 0)
    assert arena.step(Place(0, 2)).rewards == (1, -1)


def test_the_same_seed_is_the_same_games_one_after_another() -> None:
    first, again = Arena("shelfie", seed=3), Arena("shelfie", seed=3)
    one, two = random.Random(1), random.Random(1)
    for _ in range(3):
        assert first.state == again.state
        assert at_random(first, one) == at_random(again, two)
        assert first.state == again.state
        first.reset()
        again.reset()
    third = first.state
    first.reset(seed=3)
    assert first.state != third
    assert first.state == Arena("shelfie", seed=3).state != Arena("shelfie", seed=4).state


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    arena = Arena("tictactoe")
    arena.step(Place(1, 1))
    before = arena.state
    with pytest.raises(IllegalMoveError, match="taken"):
        arena.step(Place(1, 1))
    with pytest.raises(IllegalMoveError, match="not your turn"):
        arena.step(Place(0, 0), seat=0)
    assert arena.state == before


def test_a_game_is_played_by_as_many_as_it_allows() -> None:
    with pytest.raises(ValueError, match="not played by 5"):
        Arena("shelfie", 5)
    assert len(Arena("shelfie", 4).view(0).shelves) == 4


def test_a_seat_imagines_only_what_looks_the_same_to_it() -> None:
    arena, chance = Arena("shelfie", seed=1), random.Random(1)
    imagined = [arena.imagined(0, chance) for _ in range(5)]
    assert any(state != arena.state for state in imagined)
    assert all(arena.game.view(state, 0) == arena.view(0) for state in imagined)


def test_a_match_gives_each_bot_only_what_its_seat_may_know() -> None:
    game, told = house_games()["shelfie"], []

    def spy(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
        told.append(state)
        return first_move(game, state, seat, thought)

    compete(game, spy, first_move, 1, seed=5)
    arena = Arena(game, seed=5)
    assert told[0] != arena.state
    assert game.view(told[0], 0) == game.view(arena.state, 0)


def test_a_bot_that_errs_is_stopped() -> None:
    with pytest.raises(BotError, match="no move"):
        compete("tictactoe", cheat, first_move, 1)


def test_a_level_of_the_house_that_errs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.bots.levels.levels_of", lambda game: (cheat,))
    game = house_games()["tictactoe"]
    taken = Arena(game)
    taken.step(Place(0, 0))
    with pytest.raises(BotError, match="level 1 of Tic Tac Toe"):
        think(game, taken.state, 1, 1, Thought(random.Random(1)))


def test_there_are_levels_one_to_three() -> None:
    game = house_games()["tictactoe"]
    for level in (0, 4):
        with pytest.raises(ValueError, match="levels 1 to 3"):
            think(game, game.setup(2, None, Dice(bytes(32))), 0, level, Thought(random.Random(1)))


@pytest.mark.parametrize("name", house_games())
def test_every_game_of_the_house_has_three_levels_of_its_own(name: str) -> None:
    levels = levels_of(house_games()[name])
    assert len(levels) == 3
    assert levels is not any_game.levels


def pig(tmp_path: Path) -> AnyGame:
    """The sixth game, from the page about writing one."""
    page = (ROOT / "docs/writing-a-game.md").read_text()
    source = re.search(r"```python file=pig.py\n(.*?)```", page, re.DOTALL)
    assert source
    (tmp_path / "pig.py").write_text(source[1])
    return game_from_file(tmp_path / "pig.py")


def test_a_game_without_bots_gets_those_that_play_anything(tmp_path: Path) -> None:
    game = pig(tmp_path)
    assert levels_of(game) is any_game.levels
    tally = compete(game, 3, 1, 10, seed=1, seats=3, effort=0.1)
    assert tally.games == 10
    assert tally.won > tally.lost


def test_a_strange_game_with_a_name_of_the_house_does_not_get_its_bots(tmp_path: Path) -> None:
    game = pig(tmp_path)
    type(game).name = "chess"
    assert levels_of(game) is any_game.levels


@pytest.mark.parametrize("level", [1, 2, 3])
def test_those_that_play_anything_take_a_win(level: int) -> None:
    arena = Arena("connect_four")
    for column in (3, 3, 4, 4, 5, 5):
        arena.step(next(move for move in arena.legal() if move.c == column))
    bot = any_game.levels[level - 1]
    assert bot(arena.game, arena.state, 0, Thought(random.Random(1), 0.5)).c in (2, 6)


def test_playing_at_random_to_the_end_finds_the_gap_to_fill() -> None:
    arena = Arena("connect_four")
    for column in (0, 6, 1, 6, 2):
        arena.step(next(move for move in arena.legal() if move.c == column))
    assert any_game.searching(arena.game, arena.state, 1, Thought(random.Random(1))) == Place(0, 3)


def test_players_change_places() -> None:
    seats: list[int] = []

    def noted(game: AnyGame, state: Any, seat: int, thought: Thought) -> Any:
        seats.append(seat)
        return first_move(game, state, seat, thought)

    tally = compete("tictactoe", noted, first_move, 4)
    assert (tally.won, tally.drawn, tally.lost) == (2, 0, 2), "whoever begins fills a line first"
    assert seats == [0] * 4 + [1] * 3 + [0] * 4 + [1] * 3


def test_a_seeded_match_repeats_however_many_processes_share_it() -> None:
    alone = compete("connect_four", 2, 1, 12, seed=7)
    assert alone == compete("connect_four", 2, 1, 12, seed=7)
    assert alone == compete("connect_four", 2, 1, 12, seed=7, jobs=2)
    assert alone.games == 12
    assert alone.won > alone.lost
    assert alone.moves != compete("connect_four", 2, 1, 12, seed=8).moves


def test_progress_is_told_game_by_game() -> None:
    told: list[Tally] = []
    total = compete("tictactoe", 2, 1, 5, seed=1, progress=told.append)
    assert [tally.games for tally in told] == [1, 2, 3, 4, 5]
    assert told[-1] == total


def test_the_intervals_are_wilsons() -> None:
    half, none, all_ten = wilson(50, 100), wilson(0, 10), wilson(10, 10)
    assert (round(half.low, 4), half.share, round(half.high, 4)) == (0.4038, 0.5, 0.5962)
    assert (none.low, round(none.high, 4)) == (0.0, 0.2775)
    assert (round(all_ten.low, 4), round(all_ten.high, 4)) == (0.7225, 1.0)
    assert wilson(0, 0)[2:] == (0.0, 1.0)


def test_the_pace_of_the_rules_counts_steps_and_games() -> None:
    found = pace(house_games()["tictactoe"], seconds=0.02)
    assert found.rate > 0
    assert 1 <= found.steps <= 9 * found.games


def test_the_example_on_the_page_trains_a_player_that_beats_chance(tmp_path: Path) -> None:
    source = re.search(r"```python file=train.py\n(.*?)```", PAGE, re.DOTALL)
    assert source
    assert len([line for line in source[1].splitlines() if line]) <= 14
    (tmp_path / "train.py").write_text(source[1])
    done = subprocess.run([sys.executable, "train.py"], cwd=tmp_path, env=ENV, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    won, lost = map(int, re.findall(r"\d+", done.stdout)[:2])
    assert won > 2 * lost


def arena_command(*words: str) -> Result:
    return CliRunner().invoke(app, ["arena", *words])


def test_the_command_prints_shares_with_their_intervals() -> None:
    done = arena_command("tictactoe", "3", "1", "--games", "10", "--seed", "2")
    assert done.exit_code == 0, done.output
    tally = compete("tictactoe", 3, 1, 10, seed=2)
    first, won, drawn, lost, *_ = done.stdout.splitlines()
    assert first == "Tic Tac Toe, 2 seats: level 3 against level 1, seed 2"
    assert [line.split()[:2] for line in (won, drawn, lost)] == [
        ["won", str(tally.won)],
        ["drawn", str(tally.drawn)],
        ["lost", "0"],
    ]
    assert won.rstrip().endswith(f"to {wilson(tally.won, 10).high:6.1%}")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ludo", "1", "2"), "There is no game ludo"),
        (("chess", "1", "4"), "Chess has levels 1 to 3."),
        (("chess", "1", "2", "--seats", "3"), "Chess is played by 2, not by 3."),
    ],
)
def test_the_command_says_what_is_wrong(words: tuple[str, ...], sentence: str) -> None:
    done = arena_command(*words)
    assert done.exit_code == 1
    assert sentence in done.output
