"""For everybody: by keyboard, on a phone, with a screen reader, in six languages, light and dark."""

import asyncio
from importlib.resources import files
from typing import TYPE_CHECKING

from playwright.async_api import Route, expect

from tests.browser.visitor import PHONE

AXE = (files("axe_playwright_python") / "axe.min.js").read_text()

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor


async def tab_to(visitor: "Visitor", selector: str) -> None:
    """Press the tab key until something has the focus."""
    for _ in range(60):
        await visitor.page.keyboard.press("Tab")
        if await visitor.page.locator(f"{selector}:focus").count():
            return
    raise AssertionError(f"{selector} cannot be reached by keyboard")


async def walk(visitor: "Visitor", start: str, to: str) -> None:
    """Go from square to square with the arrow keys, and choose the last one."""
    columns, rows = ord(to[0]) - ord(start[0]), int(to[1]) - int(start[1])
    for key, count in (
        ("ArrowRight", columns),
        ("ArrowLeft", -columns),
        ("ArrowUp", rows),
        ("ArrowDown", -rows),
    ):
        for _ in range(count):
            await visitor.page.keyboard.press(key)
    await expect(visitor.square(to)).to_be_focused()
    await visitor.page.keyboard.press("Enter")


async def test_a_whole_game_by_keyboard_alone(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.visit()
    await expect(anna.page.locator(".game").first).to_be_visible()
    await tab_to(anna, '.game[href="#/game/tictactoe"]')
    await anna.page.keyboard.press("Enter")
    await expect(anna.button("Play now")).to_be_visible()
    await tab_to(anna, ".big")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.get_by_role("dialog")).to_be_visible()
    await anna.page.keyboard.type(anna.name)
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator(".room")).to_be_visible()
    await bob.join(anna.page.url)
    await anna.turn_comes()
    await tab_to(anna, ".cell")
    here = "a1"
    for mine, theirs in (("b2", "a1"), ("a3", "b1"), ("c1", "")):
        await walk(anna, here, mine)
        here = mine
        if theirs:
            await bob.turn_comes()
            await bob.move(theirs)
            await anna.turn_comes()
    await anna.sees("You won: three in a row.")


async def test_a_chosen_piece_is_let_go_with_escape(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("chess"))
    await anna.turn_comes()
    await anna.square("a1").focus()
    await walk(anna, "a1", "e2")
    await expect(anna.square("e4")).to_have_attribute("aria-label", "e4, empty, possible")
    await anna.page.keyboard.press("Escape")
    await expect(anna.square("e4")).to_have_attribute("aria-label", "e4, empty")


async def test_a_game_on_a_phone(meet: "Meet") -> None:
    anna, bob = await meet("anna", **PHONE), await meet("bob", **PHONE, color_scheme="dark")
    await bob.join(await anna.open_table("pente"))
    for visitor in (anna, bob):
        await visitor.begins()
        wide = await visitor.page.evaluate("document.documentElement.scrollWidth")
        assert wide == 360
    await anna.turn_comes()
    await anna.square("j10").tap()
    await expect(anna.page.locator(".prompt")).to_have_text("Tap again to place it there.")
    await expect(anna.page.locator(".now")).to_have_text("Your turn")
    await anna.square("j10").tap()
    await bob.turn_comes()


async def test_a_screen_reader_hears_what_happens(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await bob.join(await anna.open_table("chess"))
    await anna.begins()
    await anna.move("e2-e4")
    said = bob.page.locator("[aria-live=polite].unseen")
    await expect(said).to_have_text(f"{anna.name}: e4. Your turn")
    await expect(bob.page.locator(".in-words pre")).to_contain_text("White queen: d1")


async def test_the_page_speaks_the_language_of_the_browser_or_another_one(meet: "Meet") -> None:
    eve = await meet("eve", locale="cs-CZ")
    await eve.visit()
    games = eve.page.locator("#games")
    await expect(games).to_have_text("Hry")
    await eve.page.locator(".menu summary").click()
    for name, said in {
        "Deutsch": "Spiele",
        "Italiano": "Giochi",
        "Français": "Jeux",
        "Español": "Juegos",
        "English": "Games",
    }.items():
        await eve.page.locator(".settings select").first.select_option(label=name)
        await expect(games).to_have_text(said)
    await eve.page.reload()
    await expect(games).to_have_text("Games")
    assert await eve.page.locator("html").get_attribute("lang") == "en"


async def test_the_page_speaks_english_where_the_words_of_a_language_cannot_be_had(meet: "Meet") -> None:
    eve = await meet("eve", locale="fr-FR")
    await eve.page.route("**/assets/fr-*.js", lambda route: route.abort())
    await eve.visit()
    await expect(eve.page.locator("#games")).to_have_text("Games")
    await eve.page.unroute("**/assets/fr-*.js")
    await eve.page.reload()
    await expect(eve.page.locator("#games")).to_have_text("Jeux")


async def test_the_page_speaks_the_old_language_until_the_new_one_is_there(meet: "Meet") -> None:
    eve = await meet("eve", locale="de-DE")
    arrived = asyncio.Event()

    async def late(route: Route) -> None:
        await arrived.wait()
        await route.continue_()

    await eve.page.route("**/assets/es-*.js", late)
    await eve.visit()
    await eve.page.locator(".menu summary").click()
    async with eve.page.expect_request("**/assets/es-*.js"):
        await eve.page.locator(".settings select").first.select_option(label="Español")
    await expect(eve.page.locator("#games")).to_have_text("Spiele")
    arrived.set()
    await expect(eve.page.locator("#games")).to_have_text("Juegos")


async def flawless(visitor: "Visitor", *rules: str) -> None:
    """No serious barrier on the page that is shown."""
    await visitor.page.evaluate(AXE)
    wanted = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = await visitor.page.evaluate("(wanted) => axe.run(wanted)", wanted)
    serious = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
    told = [f"{v['id']}: {[node['html'][:150] for node in v['nodes'][:3]]}" for v in serious]
    assert not told, f"{visitor.page.url}\n" + "\n".join(told)


async def test_no_page_has_a_serious_barrier(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob", **PHONE)
    await bob.visit()
    await expect(bob.page.locator(".game").first).to_be_visible()
    await flawless(bob)
    await bob.press("Come in")
    await flawless(bob)
    await bob.introduce()
    for place, shown in (("#/game/chess", ".open"), (f"#/player/{bob.name}", ".myself"), ("#/no", ".empty")):
        await bob.visit(place)
        await expect(bob.page.locator(shown).first).to_be_visible()
        await flawless(bob)
    table = await anna.open_table("chess")
    await flawless(anna)
    await bob.join(table)
    await anna.move("e2-e4")
    await flawless(bob)
    await bob.press("Resign")
    await bob.press("Really resign?")
    await anna.sees(f"You won: {bob.name} resigned.")
    await flawless(anna)
    await anna.page.get_by_role("link", name="Replay").click()
    await anna.press("Proof")
    await expect(anna.page.locator(".proof[data-proof=good]")).to_be_visible()
    await flawless(anna)


async def test_the_dark_page_can_be_read_too(meet: "Meet") -> None:
    anna, bob = await meet("anna", color_scheme="light"), await meet("bob")
    await anna.visit()
    await expect(anna.page.locator(".game").first).to_be_visible()
    await anna.page.locator(".menu summary").click()
    await anna.page.get_by_label("Look").select_option("Dark")
    await expect(anna.page.locator("html")).to_have_css("background-color", "rgb(26, 22, 18)")
    await flawless(anna, "color-contrast")
    await bob.join(await anna.open_table("connect_four"))
    await anna.move("d1")
    await flawless(anna, "color-contrast")
    await bob.press("Resign")
    await bob.press("Really resign?")
    await anna.page.get_by_role("link", name="Replay").click()
    await anna.press("Proof")
    await expect(anna.page.locator(".proof[data-proof=good]")).to_be_visible()
    await flawless(anna, "color-contrast")
