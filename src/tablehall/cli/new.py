"""`tablehall new`: a package that works at once, to be changed into a game or protocol of one's own."""

import sys
from importlib.metadata import PackageNotFoundError, distribution
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from tablehall.cli import fail, say
from tablehall.games import house_games
from tablehall.protocols import house_doors
from tablehall.templates import Kind, NameRefusedError, check_name, written

new = typer.Typer(
    help="Write a package that works at once: a game or a protocol of your own.", no_args_is_help=True
)

Name = Annotated[str, typer.Argument(help="Small letters, digits and _: the name of its Python package.")]
Folder = Annotated[
    Path | None, typer.Option(help="Where to write it; by default into a folder of that name.")
]


PYTEST = "   (./tablehall test brings pytest)"


@new.command()
def game(name: Name, folder: Folder = None) -> None:
    """A game on a board, with its tests, its page and its README; change the rules into yours.

    Example:  tablehall new game othello
    """
    write("game", name, folder)
    say(f"Play it:       tablehall play {name} --with bot:2")


@new.command()
def protocol(name: Name, folder: Folder = None) -> None:
    """A protocol of lines over TCP, with its tests, its page and its README; change the words into yours.

    Example:  tablehall new protocol chat
    """
    write("protocol", name, folder)
    say(f"Speak it:      tablehall serve, then: tablehall conform {name} 127.0.0.1:PORT")


def write(kind: Kind, name: str, folder: Path | None) -> None:
    """Write a new package, where nothing is yet."""
    target = folder or Path(name)
    try:
        check_name(name, chain(house_games(), house_doors()))
    except NameRefusedError as error:
        raise fail(f"{error}.") from error
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise fail(f"{target} exists already, and nothing is written over it; choose another --folder.")
    try:
        for path, text in written(kind, name):
            file = target / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            say(f"  {file}")
    except OSError as error:
        raise fail(f"{target} cannot be written: {error.strerror}") from error
    say(f"Install it:    {install_words(target)}")
    say(f"Test it:       {sys.executable} -m pytest {target}{'' if is_installed() else PYTEST}")
    say(f"What is wrong: tablehall check {name}")


def install_words(target: Path) -> str:
    """What to type so that this very hall has the package. In a clone pip does not know of the hall itself,
    and must not look for it."""
    if is_installed():
        return f"{sys.executable} -m pip install -e '{target}[test]'"
    return f"{sys.executable} -m pip install --no-deps -e {target}"


def is_installed() -> bool:
    """Whether pip knows of the hall; in a clone it does not."""
    try:
        distribution("tablehall")
    except PackageNotFoundError:
        return False
    return True
