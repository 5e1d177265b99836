"""The benchmark of the environments plays what it measures, and prints what it found."""

from typer.testing import CliRunner

from tablehall.cli.commands import app
from tablehall_lab.bench.rl import compare


def test_everybody_who_has_a_game_is_measured() -> None:
    found = {
        pace.game: pace for pace in compare(["connect_four", "tictactoe", "mia"], seconds=0.01, rounds=1)
    }
    assert all(pace.ours > 0 and pace.many > 0 for pace in found.values())
    four, mia = found["connect_four"], found["mia"]
    assert four.zoo
    assert four.zoo_wrapped
    assert four.spiel
    assert (mia.zoo, mia.spiel) == (None, None)


def test_the_command_prints_a_line_for_each_game_and_knows_no_others() -> None:
    said = CliRunner().invoke(app, ["bench", "rl", "--game", "mia", "--seconds", "0.01", "--rounds", "1"])
    assert said.exit_code == 0
    assert "mia" in said.output.splitlines()[1]
    wrong = CliRunner().invoke(app, ["bench", "rl", "--game", "go"])
    assert wrong.exit_code != 0
    assert "choose one of checkers, chess" in wrong.output
