"""Everybody who asks over HTTP: what their questions cost, and who has asked for too much."""

from aiohttp import web

from tablehall.hall.addresses import share_of
from tablehall.hall.budget import Budgets
from tablehall.hall.limited import Limited
from tablehall.net.pipeline import Pipeline
from tablehall.net.web import WebConnection

BUDGETS = {
    "requests": (4 * 2**20, 256 * 2**20),
    "codes": (0.2, 60),
    "tokens": (1 / 6, 10),
    "opinions": (0.5, 60),
}
"""How much of each a caller has, a second and at once: bytes of answers, so many that a school behind one
address does not notice it; wrong codes of private tables; wrong tokens of the keeper; the house's advice."""
REQUEST = 8_192
"""What any request costs, beside the bytes of its answer, ..."""
RECORD = 4_096
"""... and what each record costs that is played again for it."""
BUSY = 5_000
"""Milliseconds until there may be a place for another long answer."""

SENTENCES = {
    "requests": "You ask for too much; wait a moment.",
    "games": "Too many games are read for you already; wait until they are done.",
    "codes": "Too many wrong codes came from your address; wait a moment.",
    "tokens": "Too many wrong tokens; wait a minute.",
    "opinions": "The house thinks about a question of yours, or has about many; wait a moment.",
}
"""What can be too much, and how it is said."""


class TooMuch(Exception):  # noqa: N818 (that is what it says)
    """A caller has to wait, for so many milliseconds."""

    def __init__(self, what: str, wait: int) -> None:
        super().__init__(SENTENCES[what])
        self.seconds = -(-wait // 1000)


class Callers:
    """The budgets of everybody who asks, by whose share of the hall they use up."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._clock, self._counts, self._limited = (
            pipeline.clock,
            pipeline.counts,
            pipeline.hall.shares.limited,
        )
        self._budgets = {what: Budgets(*budget) for what, budget in BUDGETS.items()}

    def check(self, what: str, share: str) -> None:
        """Whether somebody has any of this left; else they are told when to come again."""
        budget, now = self._budgets[what], self._clock()
        if budget.left(share, now) <= 0:
            raise self.refusal(what, share, budget.wait(share, now))

    def charge(self, what: str, share: str, cost: float) -> None:
        """What somebody did has cost so much."""
        self._budgets[what].charge(share, cost, self._clock())

    def refusal(self, what: str, share: str, wait: int = BUSY) -> TooMuch:
        """What somebody is told who asks for too much; the keeper can see it."""
        self._limited.add(Limited(what, address=share), self._clock(), share, wait)
        self._counts["limited_requests"] += 1
        return TooMuch(what, wait)


def connection_of(request: web.Request) -> WebConnection | None:
    """The connection that a request came through; None: it is gone."""
    protocol = request.transport.get_protocol() if request.transport is not None else None
    return protocol if isinstance(protocol, WebConnection) else None


def address_of(request: web.Request) -> str:
    """Where a request comes from: as far as it is known, from behind the proxies of the hall."""
    connection = connection_of(request)
    return connection.address if connection is not None else ""


def share(request: web.Request) -> str:
    """Whose share of the hall a request uses up."""
    return share_of(address_of(request))


def of_this_hall(request: web.Request) -> bool:
    """Whether a request comes from no page, or from one that may speak to the hall."""
    connection, headers = connection_of(request), request.headers
    return connection is not None and connection.entry.admits(
        headers.get("Origin", ""), headers.get("Host", "")
    )


def too_many(error: TooMuch) -> web.HTTPException:
    """The answer to whoever has to wait, in plain text."""
    return web.HTTPTooManyRequests(text=f"{error}\n", headers={"Retry-After": str(error.seconds)})
