"""A Chromium that is watched: which tasks its page has to do, and how long each of them takes."""

import json
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from playwright.async_api import Browser, BrowserContext, CDPSession, Page, async_playwright

from tablehall_lab.bench.guests import BenchError
from tablehall_lab.services.server import Place

Event = dict[str, Any]
"""One of a trace: name, process, thread, times."""
PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SLOWER = 4
"""The CPU of whoever looks is so many times slower than this one."""
MARK = "watched"
"""How the page that is watched says which process it is in."""
LAPTOP = {"width": 1280, "height": 720}


class Longest(NamedTuple):
    """The longest task of the page in a while, in milliseconds, with the browser's brake on."""

    cpu: float
    """Of CPU time: what else this machine does is left out."""
    wall: float
    """By the clock on the wall, which may be another task."""


def program() -> str:
    """The browser of this machine."""
    named = os.environ.get("TABLEHALL_BROWSER")
    for name in (named,) if named else PROGRAMS:
        if found := shutil.which(name):
            return found
    raise BenchError("no Chromium was found: apt install chromium, or say where it is by TABLEHALL_BROWSER")


@asynccontextmanager
async def running() -> AsyncIterator[Browser]:
    """The browser, for as long as it is wanted."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


class Onlooker:
    """Somebody at a window of their own, in which nobody has been before."""

    def __init__(self, browser: Browser, context: BrowserContext, page: Page, cdp: CDPSession) -> None:
        self.browser, self.context, self.page, self.cdp = browser, context, page, cdp

    async def longest(self, doing: Callable[[], Awaitable[object]]) -> Longest:
        """The longest task of the page while something is done, on a slower CPU."""
        await self.cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        tasks = tasks_of(await self.traced(doing))
        await self.cdp.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        return longest_of(tasks)

    async def traced(self, doing: Callable[[], Awaitable[object]]) -> list[Event]:
        """What the process of the page does meanwhile."""
        categories = ["toplevel", "loading", "blink.user_timing"]
        await self.browser.start_tracing(page=self.page, categories=categories)
        await doing()
        await self.page.evaluate(f"() => void performance.mark('{MARK}')")
        return of_the_marked(json.loads(await self.browser.stop_tracing())["traceEvents"])


def of_the_marked(events: list[Event]) -> list[Event]:
    """What happened in the process of the page that is watched. The browser has pages of its own, which come
    a moment after it was started."""
    watched = {event["pid"] for event in events if event["name"] == MARK}
    return [event for event in events if event["pid"] in watched]


def tasks_of(events: list[Event]) -> list[Event]:
    """The tasks on the main thread of the page. Their times are microseconds: `dur` by the clock on the wall,
    `tdur` of the CPU."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        event
        for event in events
        if event["name"] == "ThreadControllerImpl::RunTask" and (event["pid"], event["tid"]) in mains
    ]


def longest_of(tasks: list[Event]) -> Longest:
    """The longest of some tasks; one that was cut off by the end does not count."""
    return Longest(
        *(max((task.get(time, 0) for task in tasks), default=0) / 1000 for time in ("tdur", "dur"))
    )


def cpu_until_paint(events: list[Event]) -> float:
    """What the page has worked until something was seen, in milliseconds of CPU time."""
    painted = min(event["ts"] for event in events if event["name"] == "firstContentfulPaint")
    return float(sum(task.get("tdur", 0) for task in tasks_of(events) if task["ts"] < painted)) / 1000


@asynccontextmanager
async def onlooker(browser: Browser, house: Place, secret: str = "") -> AsyncIterator[Onlooker]:
    """Somebody who looks at the page of a hall, and may be known there."""
    context = await browser.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    try:
        if secret:
            remembered = json.dumps({"tablehall.secret": secret})
            await context.add_init_script(f"Object.assign(localStorage, {remembered})")
        page = await context.new_page()
        yield Onlooker(browser, context, page, await context.new_cdp_session(page))
    finally:
        await context.close()


def address(house: Place, place: str = "") -> str:
    """Where something is in the page of a hall."""
    host, port = house
    return f"http://{host}:{port}/{place}"
