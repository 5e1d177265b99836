"""How the page looks: colours that can be read in every look, and a face that moves nothing when it comes."""

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Response, Route, expect

from tablehall.games import known_games
from tests.browser.guest import partner

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor

LOOKS = ("Light", "Dark", "High contrast")
SURFACES = ("paper", "card", "raised", "glow")
WRITTEN = [
    *((ink, surface) for ink in ("ink", "soft", "accent", "warn") for surface in SURFACES),
    *(("accent-ink", "accent"), ("warn-ink", "warn"), ("card", "warn"), ("sun-ink", "sun"), ("paper", "ink")),
]
"""What is written on what."""
AT_A_GAME = [
    *(("game-accent", surface) for surface in ("paper", "card", "raised")),
    *(("game-ink", "game-ground"), ("game-ink", "game-ground-2")),
]
SEEN = [(shape, surface) for shape in ("focus", "sun-edge") for surface in ("paper", "card")]
"""What need not be read, but found."""
GAMES = known_games(())
PAINTED = """([names, palette]) => {
  const place = document.body.appendChild(document.createElement("div"));
  if (palette) place.dataset.game = "";
  for (const [name, colour] of Object.entries(palette ?? {}))
    place.style.setProperty(`--own-${name}`, colour);
  const found = names.map((name) => {
    place.style.color = `var(--${name})`;
    return [name, getComputedStyle(place).color.match(/[\\d.]+/g).map(Number)];
  });
  place.remove();
  return Object.fromEntries(found);
}"""
COLOUR = """const colour = (selector, name) =>
    getComputedStyle(document.querySelector(selector))[name].match(/[\\d.]+/g).map(Number);"""
CORNER = f"""() => {{ {COLOUR}
  return [colour(".names text", "fill"), colour(".wood", "fill"), colour(".unlit", "stopColor")]; }}"""
"""Of a board of lines: its names, its wood, and the shade in its corners."""
TO_COME = f"""() => {{ {COLOUR}
  return [colour(".to-come circle", "stroke"), colour(".tray svg", "backgroundColor")]; }}"""
SHIFTS = """() => new Promise((told) => {
  const moved = ({ value, sources }) => [value, sources.map(({ node }) => node?.className ?? "")];
  const shifts = [];
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries().map(moved)));
  observer.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => told(shifts), 200);
})"""
"""Everything that has moved since the page was opened, without anybody having touched it."""
SHELL = """() => {
  globalThis.shell ??= document.querySelector(".brand");
  const places = [...document.querySelectorAll(".top, .brand, .brand svg, .brand span")]
    .map((part) => part.getBoundingClientRect())
    .map(({ x, y, height }) => [x, y, height]);
  const colours = ["", " .table", " .disc", " .pawn"]
    .map((part) => getComputedStyle(document.querySelector(`.brand${part}`)))
    .map(({ color, fill }) => [color, fill]);
  return [document.querySelector(".brand").outerHTML, places, colours];
}"""
"""The header as it is seen before any script has come; remembers which part of the page it is. (How wide the
name is depends on whether the face has come.)"""
UNSEEN = 0.0001
"""A shift that nobody sees: the bell, say, by a pixel, since names are as wide as their letters."""


def luminance(colour: list[float]) -> float:
    """How bright a colour is, as the guidelines for accessibility (WCAG 2) reckon it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (n / 255 for n in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


async def too_faint(
    visitor: "Visitor", pairs: list[tuple[str, str]], least: float, palette: dict[str, str] | None = None
) -> list[str]:
    """Pairs of colours that cannot be told apart well enough."""
    names = sorted({name for pair in pairs for name in pair})
    colours = await visitor.page.evaluate(PAINTED, [names, palette])
    found = {(a, b): contrast(colours[a], colours[b]) for a, b in pairs}
    return [f"{palette or ''} {a} on {b}: {found[a, b]:.2f}" for a, b in pairs if found[a, b] < least]


async def wear(visitor: "Visitor", look: str) -> None:
    await visitor.page.locator(".menu summary").click()
    await visitor.page.get_by_label("Look").select_option(look)
    await visitor.page.keyboard.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_can_be_read_in_every_look(meet: "Meet", scheme: str) -> None:
    anna = await meet("anna", color_scheme=scheme)
    await anna.visit()
    for look, least in zip(("As the device", *LOOKS), (4.5, 4.5, 4.5, 7), strict=True):
        await wear(anna, look)
        faint = await too_faint(anna, WRITTEN, least) + await too_faint(anna, SEEN, 3)
        for game in GAMES.values():
            faint += await too_faint(anna, AT_A_GAME, least, game.look.palette)
        assert faint == [], look


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_names_of_lines_and_pairs_to_come_are_seen_where_no_lamp_shines(
    meet: "Meet", scheme: str
) -> None:
    anna = await meet("anna", color_scheme=scheme)
    async with partner(anna, "pente"):
        await anna.turn_comes()
        name, wood, (*shade, how) = await anna.page.evaluate(CORNER)
        corner = [a + (b - a) * how for a, b in zip(wood, shade, strict=True)]
        assert contrast(name, corner) >= 4.5
        await anna.page.locator(".to-come circle").first.wait_for()
        stroke, tray = await anna.page.evaluate(TO_COME)
        assert scheme == "light" or contrast(stroke, tray) >= 3


async def test_every_game_brings_colours_of_its_own(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.visit()
    wanted = ["game-accent", "game-ground"]
    painted = [await anna.page.evaluate(PAINTED, [wanted, game.look.palette]) for game in GAMES.values()]
    assert len({str(each) for each in painted}) == len(GAMES)


async def test_a_look_is_chosen_and_remembered(meet: "Meet") -> None:
    anna = await meet("anna", color_scheme="light")
    await anna.visit()
    page = anna.page.locator("html")
    papers = ("rgb(246, 239, 226)", "rgb(26, 22, 18)", "rgb(255, 255, 255)")
    for look, paper in zip(LOOKS, papers, strict=True):
        await wear(anna, look)
        await expect(page).to_have_css("background-color", paper)
        await anna.page.reload()
        await expect(page).to_have_css("background-color", paper)
    await wear(anna, "As the device")
    await expect(page).to_have_css("background-color", papers[0])


async def test_a_device_that_asks_for_contrast_gets_it_until_somebody_chooses(meet: "Meet") -> None:
    anna = await meet("anna", color_scheme="dark", contrast="more")
    await anna.visit()
    page = anna.page.locator("html")
    await expect(page).to_have_css("background-color", "rgb(0, 0, 0)")
    await anna.page.emulate_media(contrast="no-preference")
    await expect(page).to_have_css("background-color", "rgb(26, 22, 18)")
    await anna.page.emulate_media(contrast="more")
    await wear(anna, "Light")
    await expect(page).to_have_css("background-color", "rgb(246, 239, 226)")


# What is seen before any script has come.


@pytest.mark.parametrize("place", ["", "#/table/1", "#/keeper", "#/nowhere"])
async def test_the_header_is_seen_before_any_script_and_stays_as_it_is(meet: "Meet", place: str) -> None:
    anna, come = await meet("anna"), asyncio.Event()

    async def later(route: Route) -> None:
        await come.wait()
        await route.continue_()

    await anna.page.route("**/assets/first-*.js", later)
    await anna.page.goto(anna.address + place, wait_until="commit")
    brand = anna.page.locator(".brand")
    await expect(brand).to_have_accessible_name("To the lobby")
    await expect(brand).to_be_visible()
    await expect(anna.page).to_have_title("Tablehall")
    before = await anna.page.evaluate(SHELL)
    come.set()
    await expect(anna.page.locator(".menu")).to_be_visible()
    assert await anna.page.evaluate(SHELL) == before
    assert await anna.page.evaluate("shell === document.querySelector('.brand')")
    await expect(anna.page.get_by_role("banner")).to_have_count(1)
    moved = await anna.page.evaluate(SHIFTS)
    ours = {"top", "brand"}
    assert not [what for value, what in moved if value >= UNSEEN and ours & set(map(str, what))]


@pytest.mark.parametrize(
    ("device", "paper"),
    [
        ({"color_scheme": "light"}, "rgb(246, 239, 226)"),
        ({"color_scheme": "dark"}, "rgb(26, 22, 18)"),
        ({"color_scheme": "dark", "contrast": "more"}, "rgb(0, 0, 0)"),
        ({"color_scheme": "light", "contrast": "more"}, "rgb(255, 255, 255)"),
    ],
)
async def test_without_any_script_the_header_looks_as_the_device_and_says_what_is_missing(
    meet: "Meet", device: dict[str, Any], paper: str
) -> None:
    anna = await meet("anna", java_script_enabled=False, **device)
    await anna.visit()
    await expect(anna.page.locator("html")).to_have_css("background-color", paper)
    await expect(anna.page.locator(".brand")).to_be_visible()
    await expect(anna.page.locator("noscript")).to_be_visible()


# The face.


async def test_nothing_moves_when_the_face_comes(meet: "Meet") -> None:
    anna, come = await meet("anna"), asyncio.Event()

    async def later(route: Route) -> None:
        await come.wait()
        await route.continue_()

    await anna.page.route("**/*.woff2", later)
    await anna.page.goto(anna.address, wait_until="commit")
    await expect(anna.page.locator(".game").first).to_be_visible()
    waiting = "[...document.fonts].filter((face) => face.status === 'loading').length"
    assert await anna.page.evaluate(waiting) == 1
    lines = """() => [...document.querySelectorAll(".top > *, h1, h2, .welcome, .game, .game strong")]
        .map((part) => [part.getBoundingClientRect().y, part.getBoundingClientRect().height])"""
    before, shifts = await anna.page.evaluate(lines), await anna.page.evaluate(SHIFTS)
    come.set()
    await anna.page.evaluate("document.fonts.ready")
    assert await anna.page.evaluate("document.fonts.check('600 24px \"Bricolage Grotesque\"')")
    assert await anna.page.evaluate(lines) == before
    moved = (await anna.page.evaluate(SHIFTS))[len(shifts) :]
    assert sum(value for value, _ in moved) < UNSEEN, moved


async def faces(visitor: "Visitor") -> list[Response]:
    """Come to the lobby: the files of the face that were fetched for it."""
    fetched: list[Response] = []

    def note(answer: Response) -> None:
        if answer.url.endswith(".woff2"):
            fetched.append(answer)

    visitor.page.on("response", note)
    await visitor.visit()
    await expect(visitor.page.locator(".game").first).to_be_visible()
    await visitor.page.evaluate("document.fonts.ready")
    return fetched


async def test_only_the_letters_that_are_needed_are_fetched(meet: "Meet") -> None:
    for locale, files in (("en", 1), ("cs-CZ", 2)):
        found = await faces(await meet("eve", locale=locale))
        assert [answer.headers["content-type"] for answer in found] == ["font/woff2"] * files
        for answer in found:
            assert 5_000 < len(await answer.body()) < 30_000


async def test_the_figures_of_a_clock_are_all_as_wide(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.visit()
    widths = await anna.page.evaluate("""async () => {
      await document.fonts.load('600 24px "Bricolage Grotesque"');
      const clock = document.body.appendChild(document.createElement("span"));
      Object.assign(clock.style, { font: "600 24px var(--face)", fontVariantNumeric: "tabular-nums" });
      return [..."0123456789"].map((figure) => (clock.textContent = figure.repeat(4), clock.offsetWidth));
    }""")
    assert len(set(widths)) == 1
