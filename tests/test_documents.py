"""The documents are part of the product: what they show is executed."""

import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tablehall import plugins, templates
from tablehall.arena import compete
from tablehall.bots.levels import levels_beside
from tablehall.games import game_from_file
from tablehall.games.contract import check_game
from tablehall.hall.handlers import HANDLERS
from tablehall.hall.refusals import Why
from tablehall_lab import reference

ROOT = Path(__file__).parents[1]
PAGES = [
    *(
        ROOT / name
        for name in (
            "README.md",
            "SECURITY.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "bench/README.md",
            "web/README.md",
        )
    ),
    *sorted((ROOT / "docs").rglob("*.md")),
]


def named_file(page: str, name: str) -> str:
    """The fenced block of a page that is marked as this file."""
    found = re.search(rf"```python file={re.escape(name)}\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert found, f"{page} has no block file={name}"
    return found[1]


def test_the_sixth_game_is_one_file_of_under_80_lines_that_keeps_the_contract(tmp_path: Path) -> None:
    source = named_file("docs/writing-a-game.md", "pig.py")
    assert len(source.splitlines()) < 80
    (tmp_path / "pig.py").write_text(source)
    game = game_from_file(tmp_path / "pig.py")
    assert game.title == "Pig"
    check_game(game, games=200)


def test_the_page_about_writing_a_game_tests_it_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "pig.py").write_text(named_file("docs/writing-a-game.md", "pig.py"))
    page = (ROOT / "docs/writing-a-game.md").read_text()
    snippet = page.split("## Test it")[1].split("```python\n")[1].split("```")[0]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", snippet]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_look_on_the_page_is_the_one_that_is_drawn_in_the_tests() -> None:
    page = (ROOT / "docs/writing-a-game.md").read_text()
    part = page.split("```python part=othello.py\n")[1].split("```")[0]
    assert part in (ROOT / "tests/games/othello.py").read_text()


def test_every_local_link_in_the_documents_leads_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text())
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not broken


def mentioned(pattern: str) -> Iterator[tuple[Path, str]]:
    """Everything of this form that a page has between backticks, outside of its fenced blocks."""
    for page in PAGES:
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        for span in re.findall(r"`([^`]+)`", text):
            if re.fullmatch(pattern, span):
                yield page, span


def is_there(page: Path, path: str) -> bool:
    """Whether a page may call a file so: from the root, from a room, by its name alone, or NAME for any name.
    The file may also be one that the page has its reader write."""
    rooms = ["", "src/tablehall", "src/tablehall_lab", "tests", "web/src"]
    if "/" not in path:
        if re.search(rf"(file=|^python ){re.escape(path)}\b", page.read_text(), re.MULTILINE):
            return True
        rooms = ["", "deploy/**", "src/**", "tests/**", "web/src/**"]
    named = path.rstrip("/").replace("NAME", "*")
    return any(
        found
        for room in (*rooms, page.parent.relative_to(ROOT))
        for found in ROOT.glob(f"{room}/{named}".lstrip("/"))
    )


def test_every_file_that_a_document_names_is_there() -> None:
    files = r"(?!/|dist/)[\w.*/-]+(\.(conf|css|json|md|py|service|sql|toml|tsx?|yaml)|/)"  # dist/ is made
    gone = [
        f"{page.relative_to(ROOT)}: {path}" for page, path in mentioned(files) if not is_there(page, path)
    ]
    assert not gone


def test_every_module_that_a_document_names_is_there() -> None:
    for page, name in mentioned(r"(tablehall|tablehall_lab|tests)(\.(?!sqlite3)\w+)+"):
        if name in (plugins.GAMES, plugins.BOTS, plugins.DOORS, plugins.JOURNALS):
            continue  # a group of entry points
        try:
            pkgutil.resolve_name(name)
        except (ImportError, AttributeError) as error:
            raise AssertionError(f"{page.relative_to(ROOT)}: {name}") from error


def test_every_test_that_a_document_names_is_there() -> None:
    known = set(
        re.findall(r"def (test_\w+)", "".join(file.read_text() for file in ROOT.glob("tests/**/*.py")))
    )
    assert not [(page.name, name) for page, name in mentioned(r"test_\w+") if name not in known]


def test_every_decision_record_is_in_the_list() -> None:
    listed = (ROOT / "docs/adr/README.md").read_text()
    for record in (ROOT / "docs/adr").glob("0*.md"):
        assert f"({record.name})" in listed, record.name


# A page that builds a protocol, and one that is made from the code.


def test_the_protocol_that_a_page_builds_is_the_one_that_new_writes() -> None:
    page = (ROOT / "docs/writing-a-protocol.md").read_text()
    written = {path.name: text for path, text in templates.written("protocol", "chat")}
    parts = re.findall(r"```\w+ part=(\S+)\n(.*?)```", page, re.DOTALL)
    assert {name for name, _ in parts} == {"door.py", "page.md", "test_chat.py"}
    for name, part in parts:
        assert part in written[name], f"{name} has other words than\n{part}"


def test_the_bots_on_the_page_play_pig(tmp_path: Path) -> None:
    page = (ROOT / "docs/writing-a-game.md").read_text()
    bots = page.split("```python part=bots\n")[1].split("```")[0]
    (tmp_path / "pig.py").write_text(named_file("docs/writing-a-game.md", "pig.py") + "\n\n" + bots)
    game = game_from_file(tmp_path / "pig.py")
    levels = levels_beside(game)
    assert levels is not None
    assert [getattr(bot, "__name__", "") for bot in levels] == ["careless", "greedy", "bold"]
    assert compete(game, 3, 1, 20, seed=1).games == 20


def test_the_reference_says_what_the_code_says() -> None:
    made = reference.page()
    assert (ROOT / "docs/reference.md").read_text() == made, (
        "write it anew: python -m tablehall_lab.reference"
    )
    for command in HANDLERS:
        assert f"| `{command.__name__}` | " in made
    for why in Why:
        assert f"| the hall | `{why.code}` | {why.value} |" in made
