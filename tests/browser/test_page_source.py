"""The page's own tests, which need no browser, and what it weighs."""

import gzip
from pathlib import Path

import pytest

from tablehall.hall.refusals import Why
from tests.browser.chromium import run

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "src" / "tablehall" / "web"
HEAVIEST = 120_000


@pytest.fixture(scope="module")
def source() -> Path:
    """The source of the page, with the packages it is built with."""
    if not (ROOT / "web" / "node_modules").exists():
        run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", folder=ROOT / "web")
    return ROOT / "web"


def test_the_parts_of_the_page_that_need_no_browser(source: Path) -> None:
    said = run("npm", "test", "--silent", folder=source)
    assert said.count("\nok ") > 20


def test_the_source_of_the_page_has_no_type_errors(source: Path) -> None:
    run("npm", "run", "--silent", "check", folder=source)


def test_the_page_has_its_own_words_for_every_reason_of_the_hall() -> None:
    words = (ROOT / "web" / "src" / "words.ts").read_text("utf-8")
    assert [why.code for why in Why if f"\n  why_{why.code}: [" not in words] == []


def test_the_page_is_light() -> None:
    files = [path for path in BUILT.rglob("*") if path.is_file()]
    weight = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
    assert 10_000 < weight < HEAVIEST


def test_the_page_asks_nobody_else_for_anything() -> None:
    for path in BUILT.rglob("*"):
        if path.suffix in (".css", ".html", ".js"):
            text = path.read_text().replace("http://www.w3.org/", "")
            assert "http://" not in text, path
            assert "https://" not in text, path


def test_the_lists_of_packages_name_no_place_to_get_them_from() -> None:
    for folder in (ROOT / "web", ROOT / "tests" / "browser"):
        assert '"resolved"' not in (folder / "package-lock.json").read_text()
