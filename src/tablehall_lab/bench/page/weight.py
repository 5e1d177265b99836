"""Coming for the first time: when something is painted, and how many bytes come before the first board."""

from functools import partial
from typing import Any, NamedTuple

from playwright.async_api import Browser

from tablehall.client import Guest
from tablehall_lab.bench.page.browser import Onlooker, address, cpu_until_paint, onlooker
from tablehall_lab.services.server import Place

PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
BARE = "version"
BOARD = ".room :is([role=grid], svg [role=group])"


class Bytes(NamedTuple):
    """What came over the line, with its headers."""

    fonts: int
    others: int


class Paint(NamedTuple):
    """What a browser works until something is seen for the first time, in milliseconds of CPU time."""

    page: float
    bare: float
    """The same of a page of one line, from the same hall."""
    wall: float
    """When something of the page is seen, by the clock on the wall."""

    @property
    def ratio(self) -> float:
        """How much more the page is than the bare one."""
        return self.page / self.bare


async def first_paint(browser: Browser, house: Place, rounds: int) -> Paint:
    """The page and a bare one in turn; the least of all rounds, since what else happens only adds to it."""
    found: dict[str, list[float]] = {"": [], BARE: []}
    walls: list[float] = []
    for _ in range(rounds):
        for place, worked in found.items():
            async with onlooker(browser, house) as eye:
                worked.append(
                    cpu_until_paint(await eye.traced(partial(_painted, eye, address(house, place))))
                )
                if not place:
                    walls.append(float(await eye.page.evaluate(PAINTED)))
    return Paint(min(found[""]), min(found[BARE]), min(walls))


async def _painted(eye: Onlooker, address: str) -> None:
    await eye.page.goto(address)
    await eye.page.wait_for_function(PAINTED)


async def bytes_until(
    browser: Browser, house: Place, place: str, shown: str, secret: str = "", coding: str = ""
) -> Bytes:
    """What comes until something is shown, by people who have never been here; packed as their browser likes
    it, or only by one coding."""
    fonts: set[str] = set()
    sizes: dict[str, int] = {}
    async with onlooker(browser, house, secret) as eye:

        def answered(event: dict[str, Any]) -> None:
            if event["type"] == "Font":
                fonts.add(event["requestId"])

        def came(event: dict[str, Any]) -> None:
            sizes[event["requestId"]] = round(event["encodedDataLength"])

        eye.cdp.on("Network.responseReceived", answered)
        eye.cdp.on("Network.loadingFinished", came)
        await eye.cdp.send("Network.enable")
        if coding:
            await eye.page.set_extra_http_headers({"Accept-Encoding": coding})
        await eye.page.goto(address(house, place))
        await eye.page.locator(shown).first.wait_for()
        await eye.page.wait_for_load_state("networkidle")
    letters = sum(size for request, size in sizes.items() if request in fonts)
    return Bytes(letters, sum(sizes.values()) - letters)


async def before_the_board(browser: Browser, house: Place, coding: str = "") -> Bytes:
    """What comes before whoever follows a link to a game of chess sees its board."""
    where = "{}:{}".format(*house)
    async with (
        Guest(where, name=f"weighs{coding}") as host,
        Guest(where, name=f"waits{coding}") as rival,
    ):
        table = await host.open("chess")
        await rival.join(table.number)
        return await bytes_until(browser, house, f"#/table/{table.number}", BOARD, host.secret, coding)
