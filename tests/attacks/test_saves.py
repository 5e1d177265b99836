"""What opponents and strangers tried with saved games: to see hidden cards and dice, to lock others out."""

from typing import TYPE_CHECKING

import aiohttp

from tests.attacks.guests import Guest

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall


async def put_away(anna: Guest, bob: Guest, game: str = "shelfie") -> int:
    """A game of two, just for fun, that one of them has put away."""
    table = await anna.opens(game, rated=False)
    assert (await bob.ask("join", table=table))["card"]["status"] == "playing"
    assert (await anna.ask("sync", table=table))["view"]
    assert await bob.refused("save", table=table, name="mine") == ""
    return table


async def test_an_opponent_does_not_see_the_victims_cards_by_saving(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob:
        await put_away(anna, bob)
        again = await bob.ask("reopen", game="shelfie", name="mine")
        table = again["card"]["table"]
        assert again.get("view") is None
        assert await bob.refused("join", table=table, name="anna") == "not_your_seat"
        mine = await bob.ask("join", table=table, name="bob")
        assert (mine["you"], mine.get("view"), mine.get("last")) == (1, None, None)
        assert (await bob.ask("sync", table=table)).get("view") is None
        whole = await anna.ask("join", table=table)
        assert (whole["you"], whole["card"]["status"]) == (0, "playing")
        assert whole["view"]["personal"][1] is None


async def test_a_stranger_neither_sees_nor_takes_nor_blocks_a_saved_game(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob, Guest(hall, "eve") as eve:
        await put_away(anna, bob)
        assert (await eve.ask("saves"))["saves"] == []
        assert await eve.refused("reopen", game="shelfie", name="mine") == "no_such_save"
        assert await eve.refused("delete", game="shelfie", name="mine") == "no_such_save"
        table = (await anna.ask("reopen", game="shelfie", name="mine"))["card"]["table"]
        for name in ("anna", "bob", "eve"):
            assert await eve.refused("join", table=table, name=name) == "not_your_seat"
        watched = await eve.ask("watch", table=table)
        assert watched.get("view") is None
        await anna.ask("join", table=table)
        assert (await bob.ask("join", table=table))["card"]["status"] == "playing"


async def test_a_seat_outlives_a_restart_and_stays_with_its_person(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob:
        await put_away(anna, bob)
    hall.kill()
    hall.start()
    async with Guest(hall) as returned, Guest(hall, "eve") as eve:
        assert await eve.refused("reopen", game="shelfie", name="mine") == "no_such_save"
        assert (await returned.ask("hello", secret=bob.secret))["name"] == "bob"
        table = (await returned.ask("reopen", game="shelfie", name="mine"))["card"]["table"]
        assert await returned.refused("join", table=table, name="anna") == "not_your_seat"


async def test_the_dice_of_a_game_that_goes_on_are_not_published(new_hall: "NewHall") -> None:
    """Save, bring back, join and leave closes the table; the save goes on with the same dice."""
    hall = new_hall()
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob:
        table = await put_away(anna, bob, "mia")
        assert (await exported(hall, table))[0] == 409
        again = (await bob.ask("reopen", game="mia", name="mine"))["card"]["table"]
        await bob.ask("join", table=again)
        await bob.ask("leave", table=again)
        status, text = await exported(hall, table)
        assert (status, "seed" in text, "throws" in text) == (409, False, False)
        again = (await bob.ask("reopen", game="mia", name="mine"))["card"]["table"]
        await bob.ask("join", table=again)
        assert (await anna.ask("join", table=again))["card"]["status"] == "playing"
        assert (await exported(hall, again))[0] == 409


async def test_no_player_puts_a_rated_game_away_alone(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob:
        table = await anna.opens("mia")
        await bob.ask("join", table=table)
        assert await bob.refused("save", table=table, name="saved") == "needs_consent"
        assert await bob.refused("save", table=table, name="saved", put_away=False) == "needs_consent"
        assert await bob.refused("propose", table=table, kind="put_away") == ""
        assert (await anna.until(type="happened", what="proposed"))["kind"] == "put_away"
        assert await anna.refused("answer", table=table, yes=True) == ""
        assert (await bob.until(type="happened", what="saved"))["put_away"] is True
        (save,) = (await anna.ask("saves"))["saves"]
        assert (save["players"], save["yours"]) == (["anna", "bob"], True)


async def test_a_save_can_be_deleted(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Guest(hall, "anna") as anna, Guest(hall, "bob") as bob:
        await put_away(anna, bob)
        assert await anna.refused("delete", game="shelfie", name="mine") == ""
        assert (await anna.ask("saves"))["saves"] == []
        assert len((await bob.ask("saves"))["saves"]) == 1
        assert await bob.refused("delete", game="shelfie", name="mine") == ""
        assert (await bob.ask("saves"))["saves"] == []


async def exported(hall: "RunningHall", table: int) -> tuple[int, str]:
    """What HTTP says to who wants a table's log."""
    host, port = hall.doors["house"]
    address = f"http://{host}:{port}/api/tables/{table}/export"
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, await answer.text()
