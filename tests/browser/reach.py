"""What everybody must be able to reach: targets for a finger, things in view, boards that keep still."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Page

REACH = Path(__file__).with_suffix(".js").read_text("utf-8").partition("*/")[2].strip()


async def _ask(page: Page, function: str, *arguments: object) -> Any:
    return await page.evaluate(f"(given) => ({REACH}).{function}(...given)", list(arguments))


async def small_targets(page: Page, but: str = "") -> list[str]:
    """What is too small for a finger: everything that can be pressed is at least 44 px wide and high, or has
    as much room for itself alone. Words in a sentence do not count, nor what `but` selects."""
    found: list[str] = await _ask(page, "smallTargets", but)
    return found


async def outside_viewport(page: Page, selectors: Sequence[str]) -> list[str]:
    """Which of these things are not shown, not wholly inside the viewport, or have something over them."""
    found: list[list[str]] = [await _ask(page, "whyOutside", selector) for selector in selectors]
    return [sentence for one in found for sentence in one]


async def moved(page: Page, selector: str) -> list[str]:
    """Where in the viewport something has been (left, top, width, height) since this was first asked on the
    page, if it has not kept still. It is looked at in every frame: going there and back counts, too."""
    places: list[str] = await _ask(page, "placesOf", selector)
    return places if len(places) > 1 or places == ["not shown"] else []


async def wrong_stops(page: Page) -> list[str]:
    """Where the tab key stops too often or never: an attribute that is not spelt as the DOM wants it, a part
    of a drawing that cannot have the focus, a field of a board with other than one stop."""
    found: list[str] = await _ask(page, "wrongStops")
    return found
