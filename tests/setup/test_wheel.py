"""The wheel, installed where no checkout is, is the whole program."""

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tablehall import __version__
from tests.setup.conftest import WORKSHOP

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed, away from the checkout's own modules."""
    done = subprocess.run(command, cwd=cwd, env=outside(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def outside() -> dict[str, str]:
    """The environment without a way back to the source."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the present source."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with nothing but the wheel; the packages it needs are lent from this one."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", wheel, cwd=folder)
    # A path in a .pth file is not searched for further .pth files, so the one to the source is not followed.
    (site,) = folder.glob("lib/python3*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_the_wheel_holds_the_source_and_the_protocols_pages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    source = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "tablehall").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    pages = {f"tablehall/conformance/pages/{page.name}" for page in (ROOT / "docs/protocols").iterdir()}
    assert packed == source | pages
    assert not any(name.startswith("tablehall_lab") for name in packed), "the workshop stays in the clone"


def test_the_program_comes_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    where = run(
        installed / "bin" / "python", "-c", "import tablehall; print(tablehall.__file__)", cwd=tmp_path
    )
    assert Path(where.strip()).is_relative_to(installed)


def test_the_program_says_its_version(installed: Path, tmp_path: Path) -> None:
    assert __version__ in run(installed / "bin" / "tablehall", "--version", cwd=tmp_path)
    assert __version__ in run(installed / "bin" / "python", "-m", "tablehall", "--version", cwd=tmp_path)


def test_the_workshop_is_not_there_and_nothing_misses_it(installed: Path, tmp_path: Path) -> None:
    in_a_clone = commands(run(sys.executable, "-m", "tablehall", "--help", cwd=ROOT))
    here = commands(run(installed / "bin" / "tablehall", "--help", cwd=tmp_path))
    assert {"serve", "play", "verify", "conform"} <= here
    assert in_a_clone - here == set(WORKSHOP)
    typed = [str(installed / "bin" / "tablehall"), "crash"]
    done = subprocess.run(typed, cwd=tmp_path, env=outside(), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "No such command 'crash'" in done.stderr
    assert "Traceback" not in done.stderr


def commands(shown: str) -> set[str]:
    """The commands that a page of help lists."""
    return set(re.findall(r"^│ ([a-z]+) {2,}", shown, re.MULTILINE))


def open_door(house: subprocess.Popen[str]) -> str:
    """The address that the house prints when it has opened."""
    assert house.stdout is not None
    said: list[str] = []
    for line in house.stdout:
        said.append(line)
        if door := re.search(r"http://127\.0\.0\.1:\d+", line):
            return door.group()
    raise AssertionError("the house never opened: " + "".join(said))


def test_the_house_opens_and_closes(installed: Path, tmp_path: Path) -> None:
    house = subprocess.Popen(
        [str(installed / "bin" / "tablehall"), "serve", "--port", "0", "--data", str(tmp_path / "data")],
        cwd=tmp_path,
        env=outside(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        with urllib.request.urlopen(open_door(house) + "/healthz", timeout=10) as answer:
            assert answer.status == 200
        house.terminate()
        said, _ = house.communicate(timeout=30)
        assert house.returncode == 0, said
    finally:
        house.kill()
        house.communicate()
