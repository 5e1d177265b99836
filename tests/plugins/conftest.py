"""Packages that were made once and installed once, for all tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.plugins.workshop import Workshop

JOURNAL = '''
from tablehall.journal.memory import MemoryJournal

class Mine(MemoryJournal):
    """A journal that keeps nothing; what it was opened with stands in a file."""

    def __init__(self, address, *, read_only=False):
        super().__init__()
        with open(address.partition("://")[2], "a") as file:
            file.write(f"{address} {read_only}\\n")
'''
STRANGE = {
    "colliding": "from tablehall.games.chess import game\n",
    "failing": "import nothing_of_this_name\n",
    "mistaken": "game = 1\n",
    "keeping": JOURNAL,
    "learned": "from tablehall.bots import any_game\n\nlevels = any_game.levels\n",
}
"""The modules of a package with some mistakes in it, ..."""
ENTRY_POINTS = {
    "games": {"chess": "colliding:game", "poker": "failing:game", "whist": "mistaken:game"},
    "doors": {"poker": "failing:door"},
    "bots": {"othello": "learned", "whist": "mistaken:game"},
    "journals": {"mine": "keeping:Mine"},
}
"""... and what it brings of each group, good or bad."""


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Othello and a chat protocol made by `tablehall new`, a journal, and packages with mistakes in them."""
    with Workshop(tmp_path_factory.mktemp("workshop")) as workshop:
        workshop.make_othello()
        workshop.tablehall("new", "protocol", "chat")
        workshop.make_package("strange", STRANGE, ENTRY_POINTS)
        workshop.install("othello", "chat", "strange")
        yield workshop
