"""With nothing but what the wheel itself needs, what needs more says what to install, and the rest works."""

import importlib
import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tablehall.cli import main
from tablehall.extras import EXTRAS, MissingExtraError, needed_for
from tests.conftest import RunningHall
from tests.setup.conftest import ROOT
from tests.setup.installing import Environment

DATABASE = "postgres://nobody@127.0.0.1:1/hall"
POSTGRES = "tablehall: A hall in PostgreSQL needs the package asyncpg: pip install 'tablehall[cluster]'\n"


def say(bare: Environment, folder: Path, *words: str, typed: str = "") -> tuple[int, str, str]:
    """Type a command: how it ended, what it said and what it complained of."""
    env = {**bare.variables, "XDG_STATE_HOME": str(folder)}
    done = subprocess.run(
        [bare.program, *words], cwd=folder, env=env, input=typed, capture_output=True, text=True
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--port=0", f"--database={DATABASE}"),
        ("serve", "--port=0", f"--database={DATABASE}", "--join=nats://127.0.0.1:1"),
        ("tables", f"--database={DATABASE}"),
        ("migrate", "--from=.", f"--to={DATABASE}"),
    ],
)
def test_a_database_says_what_it_needs(bare: Environment, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert say(bare, tmp_path, *words) == (1, "", POSTGRES)


def test_the_whole_screen_says_what_it_needs(bare: Environment, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    words = [str(bare.program), "play", "tictactoe"]
    playing = subprocess.Popen(
        words, cwd=tmp_path, env=bare.variables, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    assert playing.wait(60) == 1
    assert os.read(ours, 10_000).decode().replace("\r\n", "") == (
        "tablehall: Playing on the whole screen (plain lines come with --plain) needs the package textual: "
        "pip install 'tablehall[terminal]'"
    )
    os.close(ours)


def test_plain_lines_need_nothing_more(bare: Environment, tmp_path: Path, hall: RunningHall) -> None:
    house = "{}:{}".format(*hall.doors["house"])
    words = ("play", "tictactoe", "--with=bot:1", f"--host={house}", "--name=plain anna")
    code, said, wrong = say(bare, tmp_path, *words, typed="b2\nquit\n")
    assert (code, wrong) == (0, "")
    assert "plain anna" in said


def test_a_package_that_no_extra_brings_is_a_defect_and_stays_one() -> None:
    with pytest.raises(ModuleNotFoundError, match="nonsense") as raised, needed_for("This"):
        import nonsense  # type: ignore[import-not-found]  # noqa: F401
    assert not isinstance(raised.value, MissingExtraError)


def test_every_extra_is_known_with_its_packages() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    declared = {Requirement(text).name: extra for extra, texts in extras.items() for text in texts}
    assert declared == EXTRAS


@pytest.mark.parametrize(("package", "extra"), EXTRAS.items())
def test_what_is_missing_is_named_with_the_extra_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError) as raised, needed_for("This"):
        importlib.import_module(package)
    assert str(raised.value) == f"This needs the package {package}: pip install 'tablehall[{extra}]'"


def test_the_program_ends_with_that_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith(("asyncpg", "tablehall.journal.postgres"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.setattr(sys, "argv", ["tablehall", "tables", "--database", DATABASE])
    with pytest.raises(SystemExit, match="1"):
        main()
    assert capsys.readouterr().err == POSTGRES
