"""When ./tablehall builds the web page: with an npm that only pretends."""

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.setup.conftest import ROOT

if TYPE_CHECKING:
    from tests.setup.conftest import Checkout

NPM = """\
#!/bin/sh
echo "npm $*" >>"$NOTES"
[ "$1" = ci ] || { mkdir -p ../src/tablehall/web && cp page.ts ../src/tablehall/web/index.html; }
"""


@pytest.fixture
def web(checkout: "Checkout") -> "Checkout":
    """A clone with the source of a page, on a machine with a Node.js."""
    (checkout.folder / "web").mkdir()
    shutil.copy(ROOT / "web" / "build_page.py", checkout.folder / "web")
    (checkout.folder / "web" / "package.json").write_text("{}")
    (checkout.folder / "web" / "page.ts").write_text("one")
    checkout.lay_program("node", "#!/bin/sh\necho v20.19.0\n")
    checkout.lay_program("npm", NPM)
    return checkout


def built_page(checkout: "Checkout") -> str:
    """The page that the program would show."""
    return (checkout.folder / "src" / "tablehall" / "web" / "index.html").read_text()


def test_the_page_is_built_once(web: "Checkout") -> None:
    assert web.run("serve")[1].endswith("Building the web page.\nplaying: serve\n")
    assert built_page(web) == "one"
    assert web.run("serve") == (0, "playing: serve\n")
    assert [line.split()[1] for line in web.asked_for("npm")] == ["install", "run"]


def test_the_page_is_built_while_the_packages_are_installed(web: "Checkout") -> None:
    made = web.folder / "src/tablehall/web/.made-from"
    code, said = web.run("serve", MADE=str(made), PIP_DOES='while [ ! -e "$MADE" ]; do sleep 0.05; done')
    assert (code, said.splitlines()[-1]) == (0, "playing: serve")
    assert len(web.asked_for("npm")) == 2


def test_the_page_is_built_again_when_its_source_changes(web: "Checkout") -> None:
    web.run("serve")
    (web.folder / "web" / "page.ts").write_text("two")
    web.run("serve")
    assert built_page(web) == "two"
    assert len(web.asked_for("-m pip")) == 1


def test_a_page_taken_away_is_built_again(web: "Checkout") -> None:
    web.run("serve")
    (web.folder / "src" / "tablehall" / "web" / "index.html").unlink()
    web.run("serve")
    assert built_page(web) == "one"


def test_what_npm_downloads_is_no_source_of_the_page(web: "Checkout") -> None:
    web.run("serve")
    (web.folder / "web" / "node_modules").mkdir()
    (web.folder / "web" / "node_modules" / "index.js").touch()
    assert web.run("serve") == (0, "playing: serve\n")


def test_an_old_node_is_replaced_by_one_from_a_package(web: "Checkout") -> None:
    web.lay_program("node", "#!/bin/sh\necho v20.18.9\n")
    # What the list brings is a newer one, beside the Python of .venv.
    brings = 'printf "#!/bin/sh\\necho v22.1.0\\n" >"${0%/*}/node" && chmod +x "${0%/*}/node"'
    assert web.run("serve", PIP_DOES=f'case "$*" in *page.txt) {brings} ;; esac')[0] == 0
    assert [line.rpartition("/")[2] for line in web.asked_for("-m pip")] == ["run.txt", "page.txt"]
    assert built_page(web) == "one"


def test_a_page_that_does_not_build_stops_the_start(web: "Checkout") -> None:
    web.lay_program("npm", "#!/bin/sh\necho no such module >&2\nexit 1\n")
    code, said = web.run("serve")
    assert code == 1
    assert "no such module" in said
    assert "the web page could not be built" in said
    assert "playing" not in said
