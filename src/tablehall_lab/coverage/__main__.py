"""`python -m tablehall_lab.coverage prepare|report FOLDER`: before the tests, and after them."""

import sys
from pathlib import Path

from tablehall_lab.coverage.prepare import prepare
from tablehall_lab.coverage.report import WANTED, report


def main(what: str, folder: str) -> None:
    """Do what is asked for; too little coverage is a failure."""
    if what == "prepare":
        prepare(Path(folder))
    elif low := report(Path(folder)):
        sys.exit(f"Less than {WANTED:.0f} % was reached in: {', '.join(low)}")


main(*sys.argv[1:])
