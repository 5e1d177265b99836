"""What is built, installed where no checkout is, is the whole program: by wheel, sdist or from a clone."""

import re
import subprocess
from pathlib import Path

import pytest

from tablehall import __version__
from tablehall_lab.release.packed import Packages, examine_packages, in_sdist, in_wheel
from tablehall_lab.release.tried import SMOKE
from tests.setup.conftest import ROOT, WORKSHOP
from tests.setup.installing import Environment, asked_for, copy_of_clone, run
from tests.setup.test_lists import files_of_the_project


def test_whatever_a_release_asks_of_packages_holds(packages: Packages) -> None:
    points = list(examine_packages(packages, __version__))
    assert len(points) == 5
    assert [str(point) for point in points if not point.good] == []


def test_the_wheel_holds_the_source_and_the_protocols_pages_and_nothing_else(packages: Packages) -> None:
    packed = {name for name in in_wheel(packages.wheel) if ".dist-info/" not in name}
    source = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "tablehall").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    pages = {f"tablehall/conformance/pages/{page.name}" for page in (ROOT / "docs/protocols").iterdir()}
    assert packed == source | pages


def test_the_sdist_holds_everything_that_is_committed_and_the_page(packages: Packages) -> None:
    packed = in_sdist(packages.sdist)
    kept = {path.relative_to(ROOT).as_posix() for path in files_of_the_project()}
    assert {name for name in packed if not name.startswith("src/tablehall/web/")} == kept | {"PKG-INFO"}


@pytest.mark.parametrize("source", ["wheel", "sdist", "clone"])
def test_the_page_answers_and_a_game_is_played(packages: Packages, source: str, tmp_path: Path) -> None:
    """In an empty folder with nothing but Python; only a clone, where the page is not built yet, needs
    Node.js (which pip would bring, if it were not told to use what is there)."""
    fresh = Environment(tmp_path / "fresh")
    fresh.lend(*asked_for(packages.wheel))
    if source == "clone":
        fresh.lend("hatchling")
        fresh.install(copy_of_clone(tmp_path / "clone"))
    else:
        fresh.without_node()
        if source == "sdist":
            fresh.lend("hatchling")
        fresh.install(getattr(packages, source))
    (tmp_path / "empty").mkdir()
    said = run(fresh.python, "-P", SMOKE, variables=fresh.variables, cwd=tmp_path / "empty")
    assert re.search(r"a page of \d+ files answers, a game was played and verified", said)
    assert list((tmp_path / "empty").iterdir()) == []


def test_the_program_comes_from_the_wheel(bare: Environment, tmp_path: Path) -> None:
    where = run(bare.python, "-c", "import tablehall; print(tablehall.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(bare.folder)


def test_the_program_says_its_version(bare: Environment, tmp_path: Path) -> None:
    assert __version__ in run(bare.program, "--version", cwd=tmp_path)
    assert __version__ in run(bare.python, "-m", "tablehall", "--version", cwd=tmp_path)


def test_the_workshop_is_not_there_and_nothing_misses_it(bare: Environment, tmp_path: Path) -> None:
    in_a_clone = commands(run(ROOT / "tablehall", "--help", cwd=tmp_path))
    here = commands(run(bare.program, "--help", cwd=tmp_path))
    assert {"serve", "play", "verify", "conform"} <= here
    assert in_a_clone - here == set(WORKSHOP)
    done = subprocess.run(
        [bare.program, "crash"], cwd=tmp_path, env=bare.variables, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "No such command 'crash'" in done.stderr
    assert "Traceback" not in done.stderr


def commands(shown: str) -> set[str]:
    """The commands that a page of help lists."""
    return set(re.findall(r"^│ ([a-z]+) {2,}", shown, re.MULTILINE))
