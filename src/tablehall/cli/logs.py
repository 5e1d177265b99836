"""The log of a program: what it says while it runs, on standard error."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from tablehall.cli import fail
from tablehall.printable import printable, printable_lines

log = structlog.get_logger("tablehall")


def set_up_logs(level: str) -> None:
    """Coloured lines on a terminal, JSON lines otherwise; what the libraries log goes the same way."""
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        raise fail(f"--log {level}: say debug, info, warning or error.")
    on_terminal = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            harmless,
            structlog.dev.ConsoleRenderer() if on_terminal else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(handlers=[FromLibraries()], level=max(number, logging.WARNING), force=True)


def harmless(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """One event is one line, whatever a client has put into its name, address, path or header. Only what
    went wrong inside has lines of its own, and none of them can pass for an event."""
    for key, value in event.items():
        if key == "exception":
            event[key] = printable_lines(str(value)).replace("\n", "\n    ")
        elif not isinstance(value, int | float | None):
            event[key] = printable(str(value))
    return event


class FromLibraries(logging.Handler):
    """Takes what libraries log by Python's own means."""

    def emit(self, record: logging.LogRecord) -> None:
        about = {"exc_info": record.exc_info} if record.exc_info else {}
        level = min(record.levelno // 10 * 10, logging.CRITICAL)
        log.log(level, record.getMessage(), logger=record.name, **about)
