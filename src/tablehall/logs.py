"""The log of a hall that runs inside another program."""

from collections.abc import Iterator
from contextlib import contextmanager
from logging import CRITICAL

import structlog


@contextmanager
def without_logs() -> Iterator[None]:
    """Halls in this program say nothing of their own: the program has a screen, or says what they did."""
    before = structlog.get_config()["wrapper_class"]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(CRITICAL))
    try:
        yield
    finally:
        structlog.configure(wrapper_class=before)
