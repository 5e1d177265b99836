"""Waiting without holding anybody else up.

Sessions are plain functions: they ask the hall and have the answer. When another node has to be
asked, the session's fiber (a greenlet) is suspended until the answer comes; meanwhile its
connection reads nothing more, and what it is to be told waits.
"""

from collections.abc import Callable
from typing import Any, Protocol

import structlog
from greenlet import getcurrent, greenlet

log = structlog.get_logger("tablehall.cluster")


class Unreachable(Exception):  # noqa: N818 (that is what it says)
    """Nobody could be found who decides on this."""


class Speaker(Protocol):
    """A connection whose session may have to wait."""

    def waits(self) -> None:
        """Its session waits for another node."""

    def goes_on(self) -> None:
        """Its session has finished what it was doing."""

    def failed(self, doing: str, *, logged: bool = False) -> None:
        """Its session has failed."""


def run(who: Speaker, doing: str, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Have a session do something, on a fiber of its own."""
    own = _idle.pop() if _idle else Fiber()
    own.work(who, doing, function, args)


class Fiber:
    """Does one thing after the other; when one has to wait, others take other fibers."""

    __slots__ = ("_free", "_greenlet", "_waited")

    def __init__(self) -> None:
        self._greenlet = greenlet(self._run)
        self._free = self._waited = False

    def work(self, who: Speaker, *job: Any) -> None:
        """Do something; returns when it is done, or when it waits."""
        self._free = self._waited = False
        self._greenlet.parent = getcurrent()
        self._greenlet.switch(who, *job)
        if not self._free:
            self._waited = True
            who.waits()

    def _run(self, *job: Any) -> None:
        while True:
            who, doing, function, args = job
            try:
                function(*args)
            except Unreachable as error:
                log.warning("nobody decides on what was asked", why=str(error))
                _safely(who.failed, doing, logged=True)
            except Exception:
                _safely(who.failed, doing)
            if self._waited:
                _safely(who.goes_on)
            self._free = True
            _idle.append(self)
            job = self._greenlet.parent.switch()


_idle: list[Fiber] = []


def spawn(function: Callable[..., None], *args: Any) -> None:
    """Do something that may have to wait, and for which nobody waits."""
    greenlet(_safely).switch(function, *args)


def _safely(function: Callable[..., None], *args: Any, **more: Any) -> None:
    """Whoever goes on with a fiber has others to look after: what fails there must not reach them."""
    try:
        function(*args, **more)
    except Exception:
        log.exception("a fiber failed")


def current() -> Any | None:
    """The fiber that runs; None: it is the loop itself, which cannot wait."""
    here = getcurrent()
    return here if here.parent is not None else None


def suspend() -> Any:
    """Wait until somebody goes on with this fiber; returns what they brought."""
    return getcurrent().parent.switch()


def resume(suspended: Any, brought: Any) -> None:
    """Go on with a fiber that was suspended."""
    suspended.parent = getcurrent()
    suspended.switch(brought)
