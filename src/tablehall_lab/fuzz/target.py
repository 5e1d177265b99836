"""The process that atheris runs: cases in, nothing out, unless something is wrong.

python -m tablehall_lab.fuzz.target DOOR COUNT-FILE [libFuzzer's options] [corpus folders]
"""

import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["tablehall"]):
    import structlog

    from tablehall.server import all_doors
    from tablehall_lab.fuzz.cases import check

TOLD_EVERY = 500


class FoundError(BaseException):
    """Something was logged that should not have happened; nothing on its way may catch this."""


def complain(_: Any, method: str, event: MutableMapping[str, Any]) -> str:
    """What a running server would only log ends the search here."""
    if method in ("error", "exception", "critical", "warning"):
        error = sys.exc_info()[1]
        raise FoundError(str(event)) from error
    raise structlog.DropEvent


def main() -> None:
    """Search until libFuzzer has had enough."""
    door, counted = sys.argv[1], Path(sys.argv[2])
    kind = all_doors()[door]
    structlog.configure(processors=[complain], cache_logger_on_first_use=False)
    cases = messages = 0

    def one(case: bytes) -> None:
        nonlocal cases, messages
        messages += check(kind, case)
        cases += 1
        if cases % TOLD_EVERY == 0:
            counted.write_text(f"{cases} {messages}")

    atheris.Setup([sys.argv[0], *sys.argv[3:]], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
