"""`tablehall release`: build wheel and sdist, check them as strangers would, and sign off a list."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from tablehall import __version__
from tablehall.cli import fail, say
from tablehall_lab.release import Point
from tablehall_lab.release.source import examine_source

ROOT = Path(__file__).resolve().parents[3]


def release_command(
    output: Annotated[Path, typer.Option(help="Where wheel, sdist and the list go.")] = ROOT / "dist",
    draft: Annotated[
        bool, typer.Option("--draft", help="Ask neither whether all is committed nor for a tag.")
    ] = False,
    install: Annotated[
        bool, typer.Option(help="Install into fresh environments, with every Python found here.")
    ] = True,
) -> None:
    """Build wheel and sdist, look into them, install them, play a game; sign off each point.

    Run it when `./tablehall test` is green. It uploads nothing: what is signed off lies in dist/.

    Examples:  ./tablehall release --draft
               git tag -a v0.2.0 && ./tablehall release
    """
    from tablehall_lab.release.packed import BuildError

    output.mkdir(parents=True, exist_ok=True)
    signed = []
    try:
        for point in points(output.resolve(), draft=draft, install=install):
            signed.append(point)
            say_lines(str(point))
    except BuildError as error:
        raise fail(f"{error}\ntablehall: nothing was built, see above.") from error
    bad = sum(point.good is False for point in signed)
    verdict = f"{bad} to mend: not to be released." if bad else "Signed off."
    if draft or not install:
        verdict += " (A draft: not every point was looked at.)"
    say(verdict)
    lines = [*map(str, signed), verdict, ""]
    (output / f"tablehall-{__version__}.checked.txt").write_text("\n".join(lines), encoding="utf-8")
    raise typer.Exit(1 if bad else 0)


def points(output: Path, *, draft: bool, install: bool) -> Iterator[Point]:
    """Every point, one after the other."""
    from tablehall_lab.release.packed import build, examine_packages  # needs packages of the workshop
    from tablehall_lab.release.tried import examine_installed

    if not draft:
        yield from examine_source(ROOT, __version__)
    packages = build(ROOT, output)
    yield from examine_packages(packages, __version__)
    if install:
        yield from examine_installed(packages, ROOT)
    yield from sums(packages)


def sums(packages: Iterable[Path]) -> Iterator[Point]:
    """By which everybody recognises what was signed off."""
    for path in packages:
        yield Point(True, f"{path.name}, sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}")


def say_lines(text: str) -> None:
    """A point may bring the last lines of what went wrong."""
    for line in text.splitlines():
        say(line)
