"""Eriantys: the positions the page is measured against are those the rules come to."""

from tests.games.eriantys.positions import FILE, written


def test_the_page_is_measured_against_the_rules_as_they_are() -> None:
    assert FILE.read_text("utf-8") == written(), "python -m tests.games.eriantys.positions writes them anew"
