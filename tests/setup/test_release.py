"""A release is signed off point by point; every point can fail, and says what to do."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablehall import __version__
from tablehall.cli.commands import app
from tablehall_lab.cli import release
from tablehall_lab.release import Point, packed, tried
from tablehall_lab.release.packed import BuildError, Packages, in_sdist, in_wheel
from tablehall_lab.release.source import HEADING, changelog, examine_source
from tests.setup.conftest import ROOT

DATED = f"# Changelog\n\n## {__version__} - 2026-11-18\n\n- much\n\n## 0.1.0 - 2026-11-15\n"


def reason(point: Point) -> str:
    """Why a point is bad."""
    assert point.good is False
    return point.why


# The source.


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project that is ready."""
    (tmp_path / "CHANGELOG.md").write_text(DATED)
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "ready"], ["tag", f"v{__version__}"]):
        git(tmp_path, *words)
    return tmp_path


def git(folder: Path, *words: str) -> None:
    """Git, as somebody."""
    who = ["-c", "user.name=anna", "-c", "user.email=anna@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True)


def test_a_source_that_is_ready_is_signed_off(checkout: Path) -> None:
    assert [point.good for point in examine_source(checkout, __version__)] == [True, True, True]


def test_what_is_not_committed_or_tagged_is_named(checkout: Path) -> None:
    (checkout / "new.py").touch()
    _, clean, _ = examine_source(checkout, __version__)
    assert reason(clean) == "commit or remove new.py"
    git(checkout, "add", ".")
    git(checkout, "commit", "-qm", "later")
    _, clean, tagged = examine_source(checkout, __version__)
    assert clean.good
    assert reason(tagged) == "the tag is at another commit; a new version needs another number"
    git(checkout, "tag", "-d", f"v{__version__}")
    *_, tagged = examine_source(checkout, __version__)
    assert reason(tagged).startswith(f"git tag -a v{__version__}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# Changelog\n## Unreleased\n- much\n", "there is no heading"),
        (f"# Changelog\n## {__version__}\n- much\n", "has no date"),
        (f"## Unreleased\n- more\n\n{DATED}", "something is still Unreleased"),
    ],
)
def test_a_changelog_that_is_not_ready_says_why(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "CHANGELOG.md").write_text(text)
    assert why in reason(changelog(tmp_path / "CHANGELOG.md", __version__))


def test_an_empty_unreleased_harms_nobody(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text(DATED.replace("\n\n## ", "\n\n## Unreleased\n\n## ", 1))
    assert changelog(tmp_path / "CHANGELOG.md", __version__).good


def test_the_changelog_describes_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    assert __version__ in [heading["name"] for heading in HEADING.finditer(text) if heading["date"]]


# The packages.


@pytest.fixture
def wheel(packages: Packages) -> dict[str, bytes]:
    """What is in the wheel, to be spoilt."""
    return in_wheel(packages.wheel)


def test_a_wheel_without_the_page_is_not_signed_off(wheel: dict[str, bytes]) -> None:
    front = wheel["tablehall/web/index.html"]
    del wheel["tablehall/web/index.html"]
    assert "index.html is missing" in reason(packed.page("wheel", wheel))
    wheel["tablehall/web/index.html"] = b"<html></html>"
    assert "names no assets" in reason(packed.page("wheel", wheel))
    wheel["tablehall/web/index.html"] = front
    script = next(name for name in wheel if name.endswith(".js") and name.split("/")[-1].encode() in front)
    del wheel[script]
    assert script.removeprefix("tablehall/web/") in reason(packed.page("wheel", wheel))


@pytest.mark.parametrize("room", ["tablehall_lab/long.py", "tests/conftest.py"])
def test_a_wheel_with_more_than_the_product_is_not_signed_off(wheel: dict[str, bytes], room: str) -> None:
    assert room.partition("/")[0] in reason(packed.product_only({**wheel, room: b""}))


def test_a_wheel_with_less_than_the_product_is_not_signed_off(wheel: dict[str, bytes]) -> None:
    del wheel["tablehall/py.typed"]
    assert reason(packed.product_only(wheel)) == "tablehall/py.typed is missing"


def test_compiled_modules_do_not_belong_into_a_wheel(wheel: dict[str, bytes]) -> None:
    assert "is compiled" in reason(packed.product_only({**wheel, "tablehall/__pycache__/server.pyc": b""}))


def test_a_wheel_that_is_not_of_the_sdist_is_not_signed_off(
    packages: Packages, wheel: dict[str, bytes]
) -> None:
    sdist = in_sdist(packages.sdist)
    assert packed.same_as_sdist(wheel, sdist).good
    sdist["src/tablehall/server.py"] += b"# changed\n"
    assert reason(packed.same_as_sdist(wheel, sdist)).startswith("tablehall/server.py is not")


@pytest.mark.parametrize(
    ("said", "instead", "why"),
    [
        (b"Author: The Tablehall authors\n", b"", "author is missing"),
        (b"(https://", b"(docs/", "the description leads to docs/"),
        (b"Requires-Python: >=3.11", b"Requires-Python: nonsense", "requires-python"),
    ],
)
def test_metadata_that_are_wrong_say_why(
    wheel: dict[str, bytes], said: bytes, instead: bytes, why: str
) -> None:
    (name,) = (name for name in wheel if name.endswith("METADATA"))
    assert packed.metadata(wheel, __version__).good
    assert "they say" in reason(packed.metadata(wheel, "9.9.9"))
    assert said in wheel[name]
    assert why in reason(packed.metadata({**wheel, name: wheel[name].replace(said, instead)}, __version__))


# Trying them.


def test_every_promised_python_is_looked_for_and_a_shim_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shim = tmp_path / "python3.14"
    shim.write_text("#!/bin/sh\necho pyenv: python3.14: command not found >&2\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert list(tried.pythons(ROOT)) == ["3.11", "3.12", "3.13", "3.14"]
    assert list(tried.places("3.14")) == [str(shim)]
    assert not tried.is_python(str(shim), "3.14")


def test_what_cannot_be_installed_brings_its_last_lines(tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\necho no space left on device >&2\nexit 1\n")
    python.chmod(0o755)
    point = tried.tried("the wheel", str(python), "nothing.whl")
    assert reason(point) == "`-m venv` failed\n    no space left on device"


# The command.


def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *points: Point) -> tuple[int, str]:
    """`tablehall release`, with these points instead of its own."""

    def these(output: Path, **_: bool) -> Iterator[Point]:
        yield from points

    monkeypatch.setattr(release, "points", these)
    done = CliRunner().invoke(app, ["release", "--output", str(tmp_path)])
    return done.exit_code, done.stdout


def test_a_list_without_a_reason_is_signed_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good, untried = Point(True, "the wheel"), Point(None, "Python 3.14", "not on this machine")
    code, said = run(monkeypatch, tmp_path, good, untried)
    assert (code, said) == (0, "✓ the wheel\n– Python 3.14: not on this machine\nSigned off.\n")
    assert (tmp_path / f"tablehall-{__version__}.checked.txt").read_text() == said


def test_a_list_with_a_reason_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bad = Point(False, "the sdist", "pip failed\n    no such module")
    code, said = run(monkeypatch, tmp_path, bad, Point(True, "the wheel"))
    assert code == 1
    assert (
        said == "✗ the sdist: pip failed\n    no such module\n✓ the wheel\n1 to mend: not to be released.\n"
    )


def test_a_build_that_fails_shows_what_was_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(root: Path, folder: Path) -> Packages:
        raise BuildError("no Node.js here")

    monkeypatch.setattr(packed, "build", fails)
    done = CliRunner().invoke(app, ["release", "--draft", "--output", str(tmp_path)])
    assert done.exit_code == 1
    assert done.stderr == "no Node.js here\ntablehall: nothing was built, see above.\n"
