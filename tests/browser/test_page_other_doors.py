"""One table, two doors: a browser plays with clients of the other protocols, and looks on at a contest."""

import asyncio
import random
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import expect

from tests.browser.hands import Hands
from tests.browser.test_page_for_everybody import flawless
from tests.browser.test_page_own_boards import Ruler, choose_side, tiles_then_column
from tests.browser.visitor import Visitor
from tests.conftest import NewHall, RunningHall
from tests.protocols.boards.player import Player as BoardsPlayer
from tests.protocols.boards.player import fresh
from tests.protocols.eriantys.test_eriantys_bot import source
from tests.protocols.pipes.client import Pipe
from tests.protocols.pipes.recordings import recorded_game
from tests.protocols.shelfie.parties import start_of, take_turn
from tests.protocols.shelfie.player import Player as ShelfiePlayer

if TYPE_CHECKING:
    from tests.browser.conftest import Meet


def square(x: str, y: str) -> str:
    """What the page calls a square of pipes."""
    return f"{'abcdef'[int(x)]}{int(y) + 1}"


async def test_a_browser_plays_dama_with_a_client_of_pipes(meet: "Meet", new_hall: NewHall) -> None:
    hall = new_hall()
    anna = await meet("anna", hall)
    await anna.open_table("dama")
    bob = await Pipe.named(hall, "bob")
    bob.says("GET_GAMES")
    _, opener = (await bob.hears()).split("|")
    bob.says(f"JOIN_GAME|{opener}")
    assert await bob.hears() == "206"
    await anna.begins()
    for ply, (turn, _) in enumerate(recorded_game()):
        x, y, to_x, to_y = re.findall(r"\d", turn)
        if ply % 2:
            await anna.reaches(3 + ply)
            bob.says(turn)
        else:
            await anna.turn_comes()
            await anna.move(f"{square(x, y)}-{square(to_x, to_y)}")
        heard = await bob.hears()
        assert heard.startswith(("208", "210"))
    assert heard == "210"
    await anna.sees(re.compile("You won"))
    await bob.closes()


async def test_a_browser_plays_tic_tac_toe_with_a_client_of_boards(meet: "Meet", hall: RunningHall) -> None:
    anna = await meet("anna")
    number = int(re.findall(r"\d{10}", await anna.open_table("tictactoe"))[0])
    bob = await BoardsPlayer(fresh("bob")).login(hall)
    bob.say("JOIN_GAME", gameId=number)
    await bob.hear("JOIN_GAME_SUCCESS")
    await bob.hear("GAME_INIT")
    await bob.hear("SET_GAME_STATE")
    for ours, theirs in (("a1", (1, 0)), ("b1", (1, 1)), ("c1", None)):
        await anna.turn_comes()
        await anna.move(ours)
        await bob.hear("SET_GAME_STATE")
        if theirs:
            before = await anna.seq()
            bob.turn(*next(choice for choice in bob.mirror.choices() if choice[1:] == theirs))
            await bob.hear("SET_GAME_STATE")
            await anna.reaches(before + 1)
    assert (await bob.hear("GAME_END"))["winner"] == anna.name
    await anna.sees(re.compile("You won"))
    await bob.leave()


async def test_a_browser_plays_my_shelfie_with_a_tcp_client(meet: "Meet", new_hall: NewHall) -> None:
    hall = new_hall()
    anna = await meet("anna", hall)
    await anna.open_table("shelfie")
    bob = await ShelfiePlayer("bob").connects(hall)
    try:
        await plays_shelfie(anna, bob)
    finally:
        await bob.leaves()


async def plays_shelfie(anna: Visitor, bob: ShelfiePlayer) -> None:
    await bob.joins()
    await bob.hears(*start_of(2))
    seat = anna.page.locator(".seat", has_text="bob")
    await expect(seat.get_by_role("img", name="a name for this table only")).to_be_visible()
    await expect(seat.get_by_role("link")).to_have_count(0)  # a guest of that name is somebody else
    hands, chance = Hands(anna), random.Random(1)
    while not bob.winner:
        if bob.turn == "bob":
            await take_turn([bob], chance)
        else:
            await hands.play(tiles_then_column)
            await bob.until("TilesPicked")
            await hands.play(tiles_then_column)
            while not bob.winner and bob.turn == anna.name:
                await bob.next()
    await anna.sees(re.compile("You won" if bob.winner == anna.name else "You lost"))


async def test_a_browser_plays_eriantys_with_the_bot_of_its_page(
    meet: "Meet", new_hall: NewHall, tmp_path: Path
) -> None:
    hall = new_hall()
    anna = await meet("anna", hall)
    await anna.open_table("eriantys")
    file = tmp_path / "eriantys_bot.py"
    file.write_text(source(), "utf-8")
    host, port = hall.doors["eriantys"]
    pipe = asyncio.subprocess.PIPE
    bot = await asyncio.create_subprocess_exec(
        sys.executable, str(file), host, str(port), "bob", "2", stdout=pipe, stderr=pipe
    )
    await anna.begins()
    hands, ruler = Hands(anna), Ruler()
    await choose_side(hands)
    while await hands.play(ruler):
        pass
    said, error = await asyncio.wait_for(bot.communicate(), 60)
    assert (bot.returncode, error) == (0, b"")
    won = anna.name in said.decode()
    await anna.sees(re.compile("You won" if won and b"bob" not in said else "You lost|draw", re.IGNORECASE))


async def test_a_contest_that_waits_for_its_first_player_is_shown(meet: "Meet", new_hall: NewHall) -> None:
    anna = await meet("anna", new_hall())
    await anna.visit("#/contest/mia")
    await expect(anna.page.get_by_role("heading", name="Contest: Mia")).to_be_visible()
    await expect(anna.page.get_by_role("button", name="Take part")).to_be_visible()
    await flawless(anna)
    await anna.visit("#/contest/chess")
    await expect(anna.page.get_by_text("There is nothing here.")).to_be_visible()


async def test_a_browser_looks_on_at_a_contest_of_mia(meet: "Meet", new_hall: NewHall) -> None:
    hall = new_hall()
    host, port = hall.doors["mia"]
    command = [sys.executable, "-m", "tablehall_lab.bench.mia_bots", f"{host}:{port}", "0", "4"]
    pipe = asyncio.subprocess.PIPE
    programs = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    anna = await meet("anna", hall)
    for _ in range(600):  # the page looks for contests again only after a minute: let the programs come first
        if (await (await anna.page.request.get(f"{anna.address}api/contest/mia")).json())["programs"] == 4:
            break
        await asyncio.sleep(0.05)
    await anna.visit()
    await anna.page.get_by_role("link", name="Contest: Mia").first.click()
    await expect(anna.page.locator(".scores tbody tr")).to_have_count(4)
    await anna.press("Look on")
    await anna.introduce()
    await expect(anna.page.locator(".contest .room")).to_be_visible()
    await anna.press("Look away")
    await expect(anna.page.locator(".contest .room")).to_have_count(0)
    await flawless(anna)
    await anna.press("Take part")
    await expect(anna.page).to_have_url(re.compile("#/table/"))
    await expect(anna.page.locator(".room .seat", has_text="you").first).to_be_visible()
    programs.kill()
    await programs.communicate()
