"""The page's own tests, which need no browser, and what it weighs."""

import gzip
from pathlib import Path

from tests.browser.chromium import run

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "src" / "tablehall" / "web"
HEAVIEST = 120_000


def test_the_parts_of_the_page_that_need_no_browser() -> None:
    said = run("npm", "test", "--silent", folder=ROOT / "web")
    assert said.count("\nok ") > 20


def test_the_source_of_the_page_has_no_type_errors() -> None:
    run("npm", "run", "--silent", "check", folder=ROOT / "web")


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
