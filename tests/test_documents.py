"""The documents are part of the product: what they show is executed."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tablehall.games import game_from_file
from tablehall.games.contract import check_game

ROOT = Path(__file__).parents[1]


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
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text())
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not broken


def test_every_decision_record_is_in_the_list() -> None:
    listed = (ROOT / "docs/adr/README.md").read_text()
    for record in (ROOT / "docs/adr").glob("0*.md"):
        assert f"({record.name})" in listed, record.name
