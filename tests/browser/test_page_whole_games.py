"""Every game is played to its end by mouse, by touch and by keyboard: from the first move to the replay."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tablehall.games import house_games
from tests.browser.guest import partner, rival
from tests.browser.hands import Fingers, Hands, Keys, replayed
from tests.browser.test_page_for_everybody import flawless
from tests.browser.test_page_own_boards import choose_side, fits
from tests.browser.test_page_two_browsers import JUMPS, Plot

if TYPE_CHECKING:
    from tests.browser.conftest import Meet

HANDS: dict[str, type[Hands]] = {"mouse": Hands, "touch": Fingers, "keys": Keys}
WATCH = """() => {
    window.used = [];
    const hand = ({ type, pointerType }) => (type === "keydown" ? "keys" : pointerType || "keys");
    const note = (event) => used.push(event.isTrusted ? hand(event) : "script");
    for (const kind of ["pointerdown", "click", "keydown"]) addEventListener(kind, note, true);
}"""
"""From now on, note with what the page is used. (A button that a key presses is clicked by no pointer.)"""


async def looked_at(hands: Hands) -> None:
    """Nothing is in anybody's way on a phone, and nothing stands out at its side."""
    if isinstance(hands, Fingers):
        await fits(hands.visitor)
        await flawless(hands.visitor)


# On squares the other player does as they are told.

SQUARES = {
    "tictactoe": ("b2 a1 a3 b1 c1", "three in a row"),
    "connect_four": ("d1 e1 d2 e2 d6 e3 d4", "four in a row"),
    "pente": ("j10 b2 j11 k12 k10 s19 j12 m12 j13 m13 j14", "five in a row"),
    "chess": ("e2-e4 f7-f5 e4-f5 g7-g6 f5-g6 g8-f6 g6-h7 h8-g8 h7-g8=queen f6-d5 d1-h5", "checkmate"),
    "dama": (
        "c2-d3 b5-c4 d3-e4 c4-b3 e2-d3 c6-b5 e4-c6 b5-c4 d3-b5 e6-d5 a2-c4 f5-e4 c6-f3",
        "{} cannot move",
    ),
    "checkers": (JUMPS, "{} cannot move"),
}


async def on_squares(hands: Hands, game: str) -> str:
    moves, how = SQUARES[game]
    async with partner(hands.visitor, game) as bob:
        await hands.visitor.begins()
        await hands.page.evaluate(WATCH)
        for move in moves.split():
            if await hands.page.locator(".room").get_attribute("data-turn") == "0":
                await hands.move(move)
            else:
                await bob.moves(move)
        return f"You won: {how.format(bob.table.name(1))}."


# On drawn boards the dice have a say: the other player is in a hurry, and how it ended is asked of the hall.

ENDS = {
    "mia": ("You won with Mia.", "You lost: {} had Mia."),
    "caught_bluffing": ("You won: {} was caught bluffing.",),
    "see_failed": ("", "You lost: you doubted, but the announcement was true."),
    "points": ("You won on points.", "You lost on points to {}."),
    "towers": ("You won: the last tower is built.",),
}
"""What somebody is told who came first, or second."""


def bluffs(move: Any, view: Any) -> float:
    """Says to have the highest pair, whatever is under the cup."""
    return 1e9 if move.get("dice") == [6, 6] else 1.0 if move["type"] == "roll" else 1e-9


async def play_mia(hands: Hands, plot: Plot) -> None:
    """Roll, announce the lowest throw, and do not believe the answer; whoever rolls Mia has won at once."""
    for buttons in (["Roll"], [], ["See the dice"] * 2):
        if not await hands.turn():
            break
        before = await hands.visitor.seq()
        if not buttons:
            await looked_at(hands)
            await hands.play(first)
        for name in buttons:
            await hands.button(name)
        await hands.visitor.reaches(before + 1)
    await expect(hands.page.locator(".told")).to_contain_text("Under the cup:")


def first(legal: list[str], chosen: list[str], whole: bool) -> str | None:
    return None if chosen else legal[0]


def fills(move: Any, view: Any) -> float:
    """Takes as many tiles as there are, and fills one column after the other."""
    if move["type"] == "pick":
        return float(1e6 ** len(move["tiles"]))
    room = 6 - len(view["shelves"][view["turn"]][move["column"]]) - len(move["tiles"])
    return {0: 1e9, 3: 1e3}.get(room, 1.0)


async def play_shelfie(hands: Hands, plot: Plot) -> None:
    """One tile a turn: it is the other one who is in a hurry."""
    moves, warned = 0, False
    while await hands.play(first):
        moves += 1
        warned = warned or bool(await hands.page.locator(".den .news").count())
        if moves == 3:
            await looked_at(hands)
    assert warned  # that somebody's shelf is nearly full, or full
    rows = hands.page.locator(".points tbody tr")
    await expect(rows).to_have_count(2)
    await expect(rows.first).to_have_class("first")


class Servant(Plot):
    """The one of the two who has no browser."""

    def likes(self, move: Any, view: Any) -> float:
        """Students whom the ruler's professors teach to the island ahead, and mother nature after them."""
        ids = [island["id"] for island in view["islands"]]
        ahead = ids[(ids.index(view["mother_nature"]) + 1) % len(ids)] if ids else 0
        if move["type"] == "to_island":
            taught = view["professors"][move["student"]] == 0
            return (1e9 if move["island"] == ahead else 1.0) * (1e6 if taught else 1.0)
        if move["type"] == "move_mother_nature":
            self.mother = ahead
            return 1e9 if move["steps"] == 1 else 1e-9
        return {"next": 1e9, "to_dining_room": 1e-9}.get(move["type"], 1.0)


async def play_eriantys(hands: Hands, plot: Plot) -> None:
    """Get the professors, and towers by them."""
    await choose_side(hands)
    moves = 0
    while await hands.play(plot.rule):
        moves += 1
        if moves == 9:
            await looked_at(hands)


async def on_a_drawn_board(hands: Hands, game: str) -> str:
    visitor, plot = hands.visitor, Servant()
    likes, play = {
        "mia": (bluffs, play_mia),
        "shelfie": (fills, play_shelfie),
        "eriantys": (plot.likes, play_eriantys),
    }[game]
    async with rival(visitor.hall, await visitor.open_table(game), likes) as guest:
        await visitor.begins()
        await visitor.page.evaluate(WATCH)
        await play(hands, plot)
        table = await guest
    assert table.outcome
    return ENDS[table.outcome.reason][table.outcome.ranks[0] - 1].format(table.name(1))


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", house_games())
async def test_a_whole_game_to_its_result_and_its_replay(meet: "Meet", game: str, hand: str) -> None:
    hands = HANDS[hand](await meet("anna", **HANDS[hand].look))
    anna, result = hands.visitor, hands.page.locator(".end .result")
    told = await (on_squares if game in SQUARES else on_a_drawn_board)(hands, game)
    await expect(result).to_have_text(told)
    await expect(result).to_be_in_viewport()
    await anna.sees(told)
    await looked_at(hands)
    await replayed(hands, game)
    assert set(await hands.page.evaluate("used")) == {hand}
    await looked_at(hands)
