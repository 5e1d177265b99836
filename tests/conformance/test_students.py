"""Servers that do what a protocol's document says, and nothing else, keep every rule that counts as its own.

`students/` holds them: written from the documents, without a line of the hall's.
"""

import shlex
import sys
from pathlib import Path

import pytest

from tests.conformance.test_conform_command import conform

STUDENTS = Path(__file__).with_name("students")


def start(protocol: str, *more: str) -> str:
    """How a student's server is started."""
    return shlex.join([sys.executable, "-I", str(STUDENTS / f"{protocol}.py"), "{port}", *more])


@pytest.mark.parametrize(("protocol", "more"), [("pipes", []), ("mia", ["0.06"])])
def test_the_document_alone_is_enough(protocol: str, more: list[str]) -> None:
    code, said = conform(protocol, "--start", start(protocol, *more), "--patience", "3")
    score = said.splitlines()[-2]
    assert (code, score.endswith(" rules of the document kept, 100 %.")) == (0, True), said


def test_what_only_the_page_says_is_found_missing() -> None:
    code, said = conform("pipes", "--start", start("pipes"), "--section", "Lines", "--extensions")
    assert code == 1
    assert said.splitlines()[-2:] == [
        "4 of 4 rules of the document kept, 100 %.",
        "0 of 1 extensions of this page kept, 0 %.",
    ]
