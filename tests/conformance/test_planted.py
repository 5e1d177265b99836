"""`conform` finds what is planted, and nothing in the right server (all of it: `test --long planted`)."""

import asyncio
import importlib.util
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablehall.games.mia
from tablehall.conformance.page import read_page
from tablehall.conformance.pages import pages
from tablehall.conformance.start import Start, Started
from tablehall.conformance.wires import Transport
from tablehall.server import all_doors
from tablehall_lab.long import PLANTED
from tablehall_lab.mutations.__main__ import catalogue
from tablehall_lab.planted import matrix
from tablehall_lab.planted.__main__ import CATALOGUE, DefectFinder, module_of, plant
from tablehall_lab.planted.matrix import conformed, start_command
from tests.conformance.test_conform_command import conform
from tests.conftest import ROOT, RunningHall

WHOLE_GAME = "A game from beginning to end: a whole game: the same end is told to both, and counted"
CHOSEN = "Choosing towers and wizards: towers and wizards, again and again, and what is chosen already"
FOUND = {
    "boards": {
        "boards.a-taken-name": "Coming in: somebody else's name",
        "boards.results-swapped": WHOLE_GAME,
    },
    "eriantys": {
        "eriantys.five-is-impossible": "Before the game: five cannot play",
        "eriantys.chosen-twice": CHOSEN,
    },
    "house": {
        "house.answers-without-their-tag": "Leaving",
        "house.no-legal-moves": "A game from beginning to end",
    },
    "mia": {
        "mia.blanks-in-names": "Registration: names that are not",
        "mia.somebody-elses-name": "Registration: another's name from another address",
    },
    "pipes": {
        "pipes.taken-name-is-400": "Coming in and leaving: a nickname that is in use",
        "pipes.swapped-squares": "Playing: a turn is told to both",
    },
    "shelfie": {
        "shelfie.five-is-an-error": "The first player: five cannot play",
        "shelfie.taken-is-bad": "The others: a nickname that is taken",
    },
}
"""Some defects of each protocol, and the rule that is broken by them."""


def transports() -> dict[str, Transport]:
    return {name: kind.transport for name, kind in all_doors().items()}


@pytest.fixture(scope="module")
def broken() -> Iterator[dict[str, str]]:
    """A hall with all of these defects: the address of every door."""
    names = ",".join(name for defects in FOUND.values() for name in defects)
    server = Started(Start(start_command(names), "house", transports()))
    asyncio.run(server.start())
    yield {name: f"{place.host}:{place.port}" for name, place in server.doors.items()}
    asyncio.run(server.end())


def departures(protocol: str, address: str, folder: Path) -> tuple[int, list[str]]:
    """How `conform` ends, and which of the rules it finds broken that the defects here are about."""
    report = folder / f"{protocol}.json"
    sections = [word for rule in FOUND[protocol].values() for word in ("--section", rule.partition(": ")[0])]
    code, said = conform(protocol, address, *sections, "--patience", 3, "--json", report)
    assert report.exists(), said
    rules = json.loads(report.read_text())["rules"]
    return code, [rule["rule"] for rule in rules if rule["verdict"] == "differs"]


@pytest.mark.parametrize("protocol", FOUND)
def test_defects_are_found_and_none_in_the_right_server(
    protocol: str, broken: dict[str, str], hall: RunningHall, tmp_path: Path
) -> None:
    host, port = hall.doors[protocol]
    assert departures(protocol, f"{host}:{port}", tmp_path) == (0, [])
    code, found = departures(protocol, broken[protocol], tmp_path)
    assert code == 1
    assert set(FOUND[protocol].values()) <= set(found)


def test_there_are_ten_defects_of_each_protocol_and_each_fits_the_source() -> None:
    known = catalogue(CATALOGUE)
    assert set(PLANTED) == pages().keys() - {"maexchen"}
    assert Counter(defect.name.partition(".")[0] for defect in known) == dict.fromkeys(PLANTED, 10)
    assert [defect.name for defect in known if not defect.fits(ROOT)] == []
    headings = {protocol: _headings(protocol) for protocol in PLANTED}
    for defect in known:
        assert defect.caught_by, defect.name
        for section in defect.caught_by:
            assert any(section in heading for heading in headings[defect.name.partition(".")[0]]), section


def _headings(protocol: str) -> set[str]:
    return {heading for block in read_page(pages()[protocol]) for heading in (block.title, *block.above)}


def test_a_started_server_with_a_defect_is_found_out() -> None:
    code, rules = conformed("pipes", "pipes.games-not-listed", "--first", "--section", "The lobby")
    assert code == 1
    assert rules[0].startswith("The lobby: games that wait are listed and announced (pipes.md:")


def test_the_matrix_tells_what_was_found_and_what_was_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = {"none": (0, []), "pipes.swapped-squares": (1, ["Playing (pipes.md:1)"])}
    monkeypatch.setattr(matrix, "conformed", lambda _, defect, *options: answers.get(defect, (0, [])))
    monkeypatch.setattr("sys.argv", ["matrix", "pipes"])
    assert matrix.main() == 1
    said = capsys.readouterr().out
    assert "pipes: the right server keeps every rule" in said
    assert "Playing (pipes.md:1)" in said
    assert "NOTHING, although a nickname may have 21 letters" in said
    assert said.endswith("pipes: 1 of 10 planted defects found\n")


def test_an_unknown_defect_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"There is no defect 'pipes.nothing'; there are: pipes\."):
        plant(["mia.no-lot", "pipes.nothing"])


def test_a_defect_is_in_what_is_loaded_and_nowhere_else() -> None:
    defect = next(one for one in catalogue(CATALOGUE) if one.name == "mia.pairs-rank-low")
    finder = DefectFinder([defect])
    assert finder.find_spec("tablehall.games.mia.rules", None) is None
    spec = finder.find_spec("tablehall.games.mia.words", tablehall.games.mia.__path__)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    assert loaded.THROWS[0] == (1, 1)
    assert tablehall.games.mia.THROWS[0] == (3, 1)
    assert module_of("src/tablehall/protocols/house/__init__.py") == "tablehall.protocols.house"
