"""The page's own tests, which need no browser, and what it weighs."""

import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from tablehall.games import house_games
from tablehall.games.mia.words import Loss
from tablehall.hall.records import Dropped
from tablehall.hall.refusals import Why
from tests.browser.chromium import run

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "src" / "tablehall" / "web"
FIRST = 60_000
"""What comes before anything is asked for, packed by gzip: the page itself, its script and its style."""
HEAVIEST = 195_000
"""All rooms, boards and languages, packed by gzip, without the face; nobody ever fetches all of it."""
FACE = 30_000
"""A file of the face of titles, names and clocks."""
ENDING = re.compile(r".*(?:reason=|\breturn Outcome\(|\bfinish\(|\bcall_last_round\(|\bdrawn\(|\bend=).*")
"""The lines in which something ends a game and may say why."""
WORD, PLAIN = r"[^\W\d_]{2,}", r"[^<>{}=;()\"'`|&\[\]]*"
SPOKEN = re.compile(
    rf'\b(?:label|title|alt|placeholder|description)="[^"]*{WORD}[^"]*"'
    rf"|(?<![=-])>{PLAIN}{WORD}{PLAIN}(?:</|\{{)|\}}{PLAIN}{WORD}{PLAIN}</"
)
"""A word in the markup itself: in an attribute that is read out, or between two tags."""
NAMES = {">Tablehall</"}
UNPACKED = """const { readFileSync } = require("fs"), { brotliDecompressSync } = require("zlib");
for (const name of process.argv.slice(1)) {
  const file = readFileSync(name), same = brotliDecompressSync(readFileSync(`${name}.br`)).equals(file);
  console.log(same ? file.length : `${name} is another one`);
}"""
"""Tells how long files are, if those beside them that are packed by Brotli are the same."""


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
    words = (ROOT / "web" / "src" / "words" / "en.ts").read_text("utf-8")
    assert [why.code for why in Why if f"\n  why_{why.code}: " not in words] == []


def reasons() -> set[str]:
    """Every reason for which the rules of the house or the hall itself end a game."""
    games = house_games()
    found = {reason for game in games.values() for reason in game.look.ends}
    found |= {loss.lower() for loss in Loss} | set(get_args(get_type_hints(Dropped)["why"]))
    for room in ("games", "hall"):
        for file in (ROOT / "src" / "tablehall" / room).rglob("*.py"):
            for line in ENDING.findall(file.read_text("utf-8")):
                found |= set(re.findall(r'"([a-z_0-9]+)"', line))
    return found


def test_the_page_tells_every_end_of_a_game_in_a_sentence() -> None:
    told = json.loads((ROOT / "web" / "tests" / "endings.json").read_text("utf-8"))
    assert set(told["decided"]) | set(told["drawn"]) == reasons()


@pytest.mark.parametrize(
    ("markup", "spoken"),
    [
        ("<p>Your turn</p>", True),
        ("<p>\n  Your turn\n</p>", True),
        ("<p>Turn of {name}</p>", True),
        ("<p>{name} is thinking</p>", True),
        ('<input aria-label="Say something" />', True),
        ('<p class="now ours">{w("your_turn")}: {name} · 5</p>', False),
        ("const turn = (seat: Map<string, number>): void => { if (seat > turn) { return } }", False),
    ],
)
def test_a_word_in_the_markup_is_noticed(markup: str, spoken: bool) -> None:
    assert bool(SPOKEN.search(markup)) == spoken


def test_the_page_says_nothing_but_what_is_in_its_catalogues() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {hit[0]}"
        for file in (ROOT / "web" / "src").rglob("*.tsx")
        for hit in SPOKEN.finditer(file.read_text("utf-8"))
        if hit[0] not in NAMES
    ]
    assert found == []


def packed(files: Iterable[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def test_the_page_is_light() -> None:
    page = BUILT / "index.html"
    first = re.findall(r'(?:src|href)="\./([^"]+\.(?:js|css))"', page.read_text())
    assert len(first) > 1
    assert 10_000 < packed([page, *(BUILT / name for name in first)]) < FIRST
    ours = (".css", ".html", ".js", ".svg")
    assert 100_000 < packed(path for path in BUILT.rglob("*") if path.suffix in ours) < HEAVIEST
    assert 10_000 < max(path.stat().st_size for path in BUILT.rglob("*.woff2")) < FACE


def test_what_is_packed_beside_a_file_is_that_file() -> None:
    files = [path for path in BUILT.rglob("*") if path.suffix in (".css", ".html", ".js", ".svg", ".txt")]
    assert len(files) > 20
    said = run("node", "-e", UNPACKED, *map(str, files), folder=ROOT)
    assert said.split() == [str(path.stat().st_size) for path in files]
    assert sum(path.stat().st_size for path in BUILT.rglob("*.br")) < 0.95 * packed(files)


def test_the_face_is_given_away_with_its_licence() -> None:
    [licence] = BUILT.rglob("*LICENSE.txt")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text("utf-8")


def test_a_language_is_fetched_only_by_those_who_speak_it() -> None:
    scripts = [path.read_text("utf-8") for path in BUILT.rglob("*.js")]
    said = (
        "Zum Inhalt springen",
        "Vai al contenuto",
        "Přejít k obsahu",
        "Aller au contenu",
        "Ir al contenido",
    )
    assert sorted(sum(words in text for words in said) for text in scripts)[-6:] == [0, 1, 1, 1, 1, 1]


def test_the_page_asks_nobody_else_for_anything() -> None:
    for path in BUILT.rglob("*"):
        if path.suffix in (".css", ".html", ".js"):
            text = path.read_text().replace("http://www.w3.org/", "")
            assert "http://" not in text, path
            assert "https://" not in text, path


def test_the_lists_of_packages_name_no_place_to_get_them_from() -> None:
    for folder in (ROOT / "web", ROOT / "tests" / "browser"):
        assert '"resolved"' not in (folder / "package-lock.json").read_text()


def test_the_lists_of_packages_are_whole_so_that_npm_ci_takes_them() -> None:
    for folder in (ROOT / "web", ROOT / "tests" / "browser"):
        listed = json.loads((folder / "package-lock.json").read_text())["packages"]
        for name, package in listed.items():
            assert name == "" or package["integrity"].startswith("sha512-"), name
            wanted = {**package.get("dependencies", {}), **package.get("optionalDependencies", {})}
            assert [each for each in wanted if f"node_modules/{each}" not in listed] == [], name
