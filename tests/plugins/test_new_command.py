"""`tablehall new`: nothing is written over, and names that cannot be are refused."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablehall.cli.commands import app


def new(*words: object) -> tuple[int, str]:
    """The exit code, and everything that was said."""
    done = CliRunner().invoke(app, ["new", *map(str, words)])
    return done.exit_code, done.output


@pytest.mark.parametrize(("kind", "group"), [("game", "tablehall.games"), ("protocol", "tablehall.doors")])
def test_a_package_is_whole(kind: str, group: str, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "inside"
    code, said = new(kind, "tic_tac_two", "--folder", folder)
    assert code == 0, said
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["name"] == "tablehall-tic-tac-two"
    (value,) = project["entry-points"][group].values()
    module, _, name = value.partition(":")
    source = (folder / "src" / f"{module.replace('.', '/')}.py").read_text()
    assert f"\n{name} = TicTacTwo" in source
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert all(f"  {path}\n" in said for path in written)
    for path in written:
        assert "{{" not in path.read_text()
        assert "NAME" not in path.name
        if path.suffix == ".py":
            ast.parse(path.read_text())
    assert "Tic Tac Two" in (folder / "README.md").read_text()
    assert f"{sys.executable} -m pip install " in said


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Othello", "'Othello' cannot be a name: say 2 to 30 small letters, digits or _"),
        ("2048", "cannot be a name"),
        ("a", "cannot be a name"),
        ("../x", "cannot be a name"),
        ("class", "'class' is a word of Python"),
        ("json", "there is a module 'json' already, which yours would hide"),
        ("tablehall", "there is a module 'tablehall' already"),
        ("chess", "the house has 'chess' already"),
        ("pipes_original", "the house has 'pipes_original' already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, why: str, tmp_path: Path) -> None:
    code, said = new("game", name, "--folder", tmp_path / "x")
    assert code == 1
    assert said.startswith(why) or why in said
    assert said.count("\n") == 1
    assert not (tmp_path / "x").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    code, said = new("game", "othello", "--folder", tmp_path)
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith(f"{tmp_path} exists already, and nothing is written over it")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    (tmp_path / "file").write_text("")
    assert new("game", "othello", "--folder", tmp_path / "file")[0] == 1
    (tmp_path / "empty").mkdir()
    assert new("game", "othello", "--folder", tmp_path / "empty")[0] == 0


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, said = new("protocol", "chat", "--folder", tmp_path / "file" / "below")
    assert code == 1
    assert "cannot be written: Not a directory" in said
