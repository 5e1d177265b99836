"""A guest opens, joins, watches and plays, over real sockets."""

import asyncio
import json
import random
import re

import aiohttp
import pytest

from tablehall.client import Guest, RefusedError, ShownOutError
from tablehall.client.address import house_url
from tablehall.client.table import Table
from tablehall.hall.clock import ClockSpec
from tablehall.protocols.house.replies import Happened, Listed
from tests.client.guests import PATIENCE, a_name, guest, heard, house, pair, place
from tests.conftest import NewHall, RunningHall


async def play_on(table: Table, chance: random.Random) -> None:
    """Play at a table until the game is over."""
    async for _ in table:
        if table.my_turn:
            await table.act(chance.choice(await table.legal()))


@pytest.mark.parametrize("game", ["tictactoe", "connect_four", "mia", "eriantys"])
async def test_two_guests_play_a_whole_game(hall: RunningHall, game: str) -> None:
    async with pair(hall, game) as (annas, bobs), asyncio.timeout(60):
        await asyncio.gather(play_on(annas, random.Random(1)), play_on(bobs, random.Random(2)))
        assert annas.status == bobs.status == "finished"
        assert annas.outcome is not None
        assert annas.outcome == bobs.outcome
        assert not annas.my_turn
        assert annas.card.seats == bobs.card.seats


async def test_a_table_says_who_is_on_turn_what_was_played_and_how_it_ended(hall: RunningHall) -> None:
    async with pair(hall) as (annas, bobs):
        assert (annas.you, bobs.you) == (0, 1)
        assert annas.my_turn
        assert not bobs.my_turn
        await annas.act(place(1, 1))
        await heard(bobs, 4)
        assert bobs.last == (0, place(1, 1))
        assert bobs.my_turn
        assert bobs.view["rows"][1][1] == [0, "x"]
        await bobs.resign()
        await asyncio.wait_for(annas.until_over(), PATIENCE)
        assert annas.outcome is not None
        assert annas.outcome.winners == (0,)
        assert annas.name(0) == annas.guest.name


async def test_whoever_sits_down_stirs_the_dice_with_chance_of_their_own(hall: RunningHall) -> None:
    async with pair(hall, "mia") as (annas, bobs), aiohttp.ClientSession() as session:
        await annas.resign()
        await asyncio.wait_for(bobs.until_over(), PATIENCE)
        async with session.get(f"http://{house(hall)}/api/tables/{annas.number}/export") as answer:
            log = [json.loads(line) for line in (await answer.text()).splitlines()]
    shares = [record["entropy"] for record in log if record["what"] == "sat"]
    assert all(re.fullmatch("[0-9a-f]{64}", share) for share in shares)
    assert len({*shares}) == 2


async def test_words_bring_the_position_in_words(hall: RunningHall) -> None:
    async with guest(hall, "anna", words=True) as anna, guest(hall, "bob") as bob:
        annas = await anna.open("tictactoe")
        bobs = await bob.join(annas.number)
        await heard(annas, 3)
        await annas.act(place(0, 0))
        await heard(annas, 4)
        assert annas.text == " 2 . . .\n 1 . . .\n 0 X . .\n   0 1 2"
        assert bobs.text == ""


async def test_a_spectator_sees_the_game_and_the_players_see_how_many_look_on(hall: RunningHall) -> None:
    async with pair(hall) as (annas, bobs), guest(hall, "eve") as eve:
        seen = await eve.watch(annas.number)
        assert seen.you is None
        await annas.act(place(0, 0))
        await heard(seen, 4)
        await heard(bobs, 4)
        assert seen.view == bobs.view
        assert bobs.watching == 1
        await seen.leave()
        assert seen.gone
        assert eve.tables == {}


async def test_what_is_said_is_in_the_chat(hall: RunningHall) -> None:
    async with pair(hall) as (annas, bobs):
        await annas.say("Good luck!")
        await bobs.say("Thanks.", to=annas.guest.name)
        await heard(annas, 5)
        assert [(line.seat, line.text, line.to) for line in annas.chat] == [
            (0, "Good luck!", None),
            (1, "Thanks.", (0,)),
        ]


async def test_a_draw_is_proposed_and_agreed_on_and_a_rematch_calls_to_a_new_table(hall: RunningHall) -> None:
    async with pair(hall) as (annas, bobs), asyncio.timeout(PATIENCE):
        await annas.propose("draw")
        await heard(bobs, 4)
        assert bobs.proposal is not None
        assert (bobs.proposal.kind, bobs.proposal.seat) == ("draw", 0)
        await bobs.answer(True)
        await annas.until_over()
        assert annas.outcome is not None
        assert annas.outcome.reason == "agreement"
        await annas.propose("rematch")
        await bobs.propose("rematch")
        again, bobs_again = await annas.guest.called(), await bobs.guest.called()
        assert again.number == bobs_again.number != annas.number
        assert (again.you, bobs_again.you) == (1, 0)
        assert again.commitment == annas.rematch == bobs.rematch
        assert (annas.promised, bobs.promised) == (True, None)
        assert (again.promised, bobs_again.promised) == (True, True)


@pytest.mark.parametrize("honest", [True, False])
async def test_whether_the_dice_are_those_that_were_promised_is_known(
    hall: RunningHall, honest: bool
) -> None:
    async with guest(hall, "anna") as anna:
        if not honest:
            anna._core.promise = "what the hall promised"
        assert (await anna.open("mia")).promised is honest
        assert (await anna.open("mia", entropy="")).promised is None


async def test_a_move_is_taken_back(hall: RunningHall) -> None:
    async with pair(hall) as (annas, bobs):
        empty = annas.view
        await annas.act(place(0, 0))
        await annas.propose("takeback")
        await heard(bobs, 5)
        await bobs.answer(True)
        await heard(annas, 7)
        assert (annas.view, annas.last, annas.proposal) == (empty, None, None)
        assert annas.my_turn


async def test_a_game_is_saved_listed_and_brought_back(hall: RunningHall) -> None:
    async with pair(hall, "connect_four") as (annas, bobs), asyncio.timeout(PATIENCE):
        anna, bob = annas.guest, bobs.guest
        await annas.act(place(0, 3))
        await annas.say("I will win", to=bob.name)
        assert annas.needs_consent
        with pytest.raises(RefusedError, match="only if everybody agrees"):
            await annas.save(a_name("evening"))
        await annas.propose("put_away")
        async for _ in bobs:
            if bobs.proposal is not None and 1 not in bobs.proposal.agreed:
                await bobs.answer(True)
        assert bobs.status == "saved"
        (save,) = await bob.saves("connect_four")
        back = await bob.reopen("connect_four", save.name)
        assert (back.card.save, back.view) == (save.name, None)
        bobs_again = await bob.join(back.number)
        assert (bobs_again.view, bobs_again.last, bobs_again.chat) == (None, None, [])
        async with guest(hall, "eve") as eve:
            with pytest.raises(RefusedError, match="belongs to somebody else"):
                await eve.join(back.number, name=anna.name)
        annas_again = await anna.join(back.number)
        await heard(bobs_again, annas_again.seq)
        async for _ in bobs_again:  # what was hidden is told when it goes on
            if bobs_again.last is not None:
                break
        assert bobs_again.my_turn
        assert (bobs_again.view, bobs_again.last) == (annas_again.view, (0, place(0, 3)))
        assert [line.text for line in bobs_again.chat] == ["I will win"]


async def test_a_save_is_gone_when_none_of_its_players_wants_it(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob, asyncio.timeout(PATIENCE):
        annas = await anna.open("tictactoe", rated=False)
        bobs = await bob.join(annas.number)
        name = a_name("evening")
        assert not bobs.needs_consent
        await bobs.save(name)
        await anna.delete_save("tictactoe", name)
        assert await anna.saves() == ()
        assert [save.name for save in await bob.saves()] == [name]
        await bob.delete_save("tictactoe", name)
        assert await bob.saves() == ()
        with pytest.raises(RefusedError, match="no save of that name"):
            await bob.reopen("tictactoe", name)


async def test_the_lobby_is_kept_up_to_date(hall: RunningHall) -> None:
    async with Guest(house(hall)) as eve, guest(hall, "anna") as anna, asyncio.timeout(PATIENCE):
        ear = eve.listen()
        cards = await eve.lobby()

        async def listed(change: str, number: int) -> None:
            while not (
                isinstance(said := await ear.next(), Listed)
                and (said.change, said.card.table) == (change, number)
            ):
                pass

        title = a_name("table")
        table = await anna.open("pente", title=title)
        await listed("opened", table.number)
        assert cards[table.number].title == title
        await table.leave()
        await listed("gone", table.number)
        assert table.number not in cards


async def test_a_table_opens_with_options_a_clock_and_a_code(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob:
        clock = ClockSpec("total", 60_000, 1000)
        annas = await anna.open(
            "shelfie", 2, options={"easy_rule": True}, clock=clock, private=True, start="asked"
        )
        assert annas.card.options == {"easy_rule": True}
        with pytest.raises(RefusedError, match="private"):
            await bob.join(annas.number)
        bobs = await bob.join(annas.number, annas.code)
        await annas.start()
        await heard(bobs, 3)
        assert annas.clocks is not None
        (mover,) = bobs.turn
        left = bobs.left(mover, bob.now() + 2000)
        assert left is not None
        assert left <= 58_000 + 2000
        assert bobs.left(1 - mover, bob.now()) == 60_000


async def test_the_games_and_the_contests_are_listed(hall: RunningHall) -> None:
    async with Guest(house(hall)) as eve:
        assert {"chess", "mia"} <= {game.name for game in await eve.games()}
        assert {"mia", "maexchen"} <= {contest.name for contest in await eve.contests()}
        assert await eve.ping() == pytest.approx(eve.now(), abs=60_000)


async def test_a_contest_calls_to_its_games(new_hall: NewHall) -> None:
    hall = new_hall()
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob, asyncio.timeout(PATIENCE):
        await anna.compete("mia")
        await bob.compete("mia")
        table = await anna.called()
        assert (table.game, table.status) == ("mia", "playing")
        await anna.compete("mia", on=False)
        await bob.compete("mia", on=False)
        with pytest.raises(RefusedError) as no:
            await bob.follow("whist")
        assert no.value.reason == "no_such_contest"


async def test_a_refusal_is_an_exception_with_its_reason_and_its_sentence(hall: RunningHall) -> None:
    async with pair(hall) as (_, bobs):
        with pytest.raises(RefusedError) as no:
            await bobs.act(place(0, 0))
        assert (no.value.reason, no.value.sentence) == ("not_your_turn", "It is not your turn.")
        assert str(no.value) == "It is not your turn."


async def test_what_the_hall_cannot_read_is_refused_too(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna:
        with pytest.raises(RefusedError) as no:
            await anna.ask({"type": "dance"})
        assert no.value.reason == "unreadable"
        assert no.value.detail


async def test_a_name_that_is_taken_is_refused_at_the_door(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna:
        with pytest.raises(RefusedError) as no:
            await Guest(house(hall), name=anna.name).come_in()
        assert no.value.reason == "name_taken"


async def test_whoever_left_asks_in_vain(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna:
        await anna.bye()
        with pytest.raises(ShownOutError):
            await anna.games()


async def test_following_a_table_begins_with_how_it_stands(hall: RunningHall) -> None:
    async with pair(hall) as (_, bobs):
        async for news in bobs:
            assert not isinstance(news, Happened) or news.seq == bobs.seq
            break


async def test_whoever_follows_slowly_hears_of_everything_all_the_same(hall: RunningHall) -> None:
    async with pair(hall) as (annas, bobs):
        what: list[str] = []
        async for news in bobs:
            if not what:
                await annas.act(place(0, 0))
                await annas.resign()
                await heard(bobs, 6)
            what.append(news.what if isinstance(news, Happened) else "all of it")
        assert what[1:] == ["moved", "dropped", "ended"]


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("", "ws://127.0.0.1:8080/ws"),
        ("hall.example", "ws://hall.example:8080/ws"),
        ("hall.example:9000", "ws://hall.example:9000/ws"),
        ("[::1]:9000", "ws://[::1]:9000/ws"),
        ("http://hall.example", "ws://hall.example/ws"),
        ("https://hall.example:444/", "wss://hall.example:444/ws"),
        ("wss://hall.example/games/ws", "wss://hall.example/games/ws"),
    ],
)
def test_an_address_is_written_in_many_ways(written: str, url: str) -> None:
    assert house_url(written) == url


@pytest.mark.parametrize("written", ["ftp://hall.example", "http://", "hall:port"])
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is no address"):
        house_url(written)
