"""Servers that do what a protocol's document says, and nothing else, keep every rule that counts as its own.

`students/` holds them: written from the documents, without a line of the hall's.
"""

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.conformance.test_conform_command import conform

STUDENTS = Path(__file__).with_name("students")


def start(protocol: str, *more: str) -> str:
    """How a student's server is started."""
    return shlex.join([sys.executable, "-I", str(STUDENTS / f"{protocol}.py"), "{port}", *more])


SECTIONS = ("first", "others", "start", "turn", "chat", "coming", "loading")
QUICK = [word for name in SECTIONS for word in ("--section", name)]
"""All of My Shelfie but its pings, which take six seconds; its student's server knows one game."""


@pytest.mark.parametrize(
    ("protocol", "more", "options"),
    [
        ("boards", [], []),
        ("eriantys", [], []),
        ("mia", ["0.06"], []),
        ("pipes", [], []),
        ("shelfie", [], ["--fresh", *QUICK]),
    ],
)
def test_the_document_alone_is_enough(
    protocol: str, more: list[str], options: list[str], tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    command = start(protocol, *more)
    code, said = conform(protocol, "--start", command, "--patience", "3", "--json", report, *options)
    document = json.loads(report.read_text())["document"]
    assert (code, document["percent"]) == (0, 100), said
    assert document["tried"] >= 12
    assert document["left_out"] == (6 if protocol == "eriantys" else 0)


def test_what_only_the_page_says_is_found_missing() -> None:
    code, said = conform("pipes", "--start", start("pipes"), "--section", "Lines", "--extensions")
    assert code == 1
    assert said.splitlines()[-2:] == [
        "4 of 4 rules of the document kept, 100 %.",
        "0 of 1 extensions of this page kept, 0 %.",
    ]
