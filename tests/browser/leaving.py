"""Going away and coming back: with a closed tab, another device, another window."""

from playwright.async_api import expect

from tests.browser.visitor import Visitor


async def open_with(
    host: Visitor, game: str, *, clock: str = "", private: bool = False, seat: str = ""
) -> str:
    """Open a table; the link that invites to it."""
    await host.visit(f"#/game/{game}")
    if seat:
        await host.page.get_by_label("You play").select_option(label=seat)
    if clock:
        await host.page.get_by_label("Clock").select_option(label=clock)
    if private:
        await host.page.get_by_label("Private").check()
    await host.press("Open the table")
    await host.seated()
    return await host.page.locator(".gathering .copy input").input_value()


async def code_of(visitor: Visitor) -> str:
    """A code for another device of theirs."""
    await visitor.page.locator(".person").click()
    await visitor.press("Use on another device")
    return (await visitor.page.locator(".device-code").inner_text()).replace("\n", "")


async def bring_device(visitor: Visitor, device: Visitor) -> None:
    """Come in as the same person with another browser, by a code."""
    code = await code_of(visitor)
    await device.visit()
    await device.press("Come in")
    await device.press("I have a code from another device")
    await device.page.get_by_role("textbox", name="Code").fill(code.lower())
    await device.page.get_by_role("dialog").get_by_role("button", name="Come in").click()
    await expect(device.page.locator(".person")).to_have_text(visitor.name)


async def go_away(visitor: Visitor, from_: Visitor) -> None:
    """Close the tab; the one who stays sees it."""
    await visitor.page.close()
    await expect(from_.page.locator(".seat.away")).to_have_count(1)


async def has_left(name: str, looker: Visitor) -> None:
    """The hall has noticed that somebody is gone."""
    told: dict[str, object] = {"here": True}
    while told["here"]:
        told = await (await looker.context.request.get(f"{looker.address}api/people/{name}")).json()


async def come_back(visitor: Visitor, place: str = "") -> None:
    """Open the page again in the same browser."""
    page = await visitor.context.new_page()
    page.set_default_timeout(20_000)
    visitor.page = page
    await visitor.visit(place)


async def another_tab(visitor: Visitor) -> Visitor:
    """The same person in the same browser, through another window."""
    return Visitor(visitor.hall, visitor.name, visitor.context, await visitor.context.new_page())
