"""A guest opens, joins, watches and plays, over real sockets."""

import asyncio
import random

import pytest

from tablehall.client import Guest, NobodyThereError, RefusedError, ShownOutError
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
    async with pair(hall, game) as (hers, his), asyncio.timeout(60):
        await asyncio.gather(play_on(hers, random.Random(1)), play_on(his, random.Random(2)))
        assert hers.status == his.status == "finished"
        assert hers.outcome is not None
        assert hers.outcome == his.outcome
        assert not hers.my_turn
        assert hers.card.seats == his.card.seats


async def test_a_table_says_who_is_on_turn_what_was_played_and_how_it_ended(hall: RunningHall) -> None:
    async with pair(hall) as (hers, his):
        assert (hers.you, his.you) == (0, 1)
        assert hers.my_turn
        assert not his.my_turn
        await hers.act(place(1, 1))
        await heard(his, 4)
        assert his.last == (0, place(1, 1))
        assert his.my_turn
        assert his.view["rows"][1][1] == [0, "x"]
        await his.resign()
        await asyncio.wait_for(hers.until_over(), PATIENCE)
        assert hers.outcome is not None
        assert hers.outcome.winners == (0,)
        assert hers.name(0) == hers.guest.name


async def test_words_bring_the_position_in_words(hall: RunningHall) -> None:
    async with guest(hall, "anna", words=True) as anna, guest(hall, "bob") as bob:
        hers = await anna.open("tictactoe")
        his = await bob.join(hers.number)
        await heard(hers, 3)
        await hers.act(place(0, 0))
        await heard(hers, 4)
        assert hers.text == " 2 . . .\n 1 . . .\n 0 X . .\n   0 1 2"
        assert his.text == ""


async def test_a_spectator_sees_the_game_and_the_players_see_how_many_look_on(hall: RunningHall) -> None:
    async with pair(hall) as (hers, his), guest(hall, "eve") as eve:
        seen = await eve.watch(hers.number)
        assert seen.you is None
        await hers.act(place(0, 0))
        await heard(seen, 4)
        await heard(his, 4)
        assert seen.view == his.view
        assert his.watching == 1
        await seen.leave()
        assert seen.gone
        assert eve.tables == {}


async def test_what_is_said_is_in_the_chat(hall: RunningHall) -> None:
    async with pair(hall) as (hers, his):
        await hers.say("Good luck!")
        await his.say("Thanks.", to=hers.guest.name)
        await heard(hers, 5)
        assert [(line.seat, line.text, line.to) for line in hers.chat] == [
            (0, "Good luck!", None),
            (1, "Thanks.", (0,)),
        ]


async def test_a_draw_is_proposed_and_agreed_on_and_a_rematch_calls_to_a_new_table(hall: RunningHall) -> None:
    async with pair(hall) as (hers, his), asyncio.timeout(PATIENCE):
        await hers.propose("draw")
        await heard(his, 4)
        assert his.proposal is not None
        assert (his.proposal.kind, his.proposal.seat) == ("draw", 0)
        await his.answer(True)
        await hers.until_over()
        assert hers.outcome is not None
        assert hers.outcome.reason == "agreement"
        await hers.propose("rematch")
        await his.propose("rematch")
        again, his_again = await hers.guest.called(), await his.guest.called()
        assert again.number == his_again.number != hers.number
        assert (again.you, his_again.you) == (1, 0)


async def test_a_move_is_taken_back(hall: RunningHall) -> None:
    async with pair(hall) as (hers, his):
        empty = hers.view
        await hers.act(place(0, 0))
        await hers.propose("takeback")
        await heard(his, 5)
        await his.answer(True)
        await heard(hers, 7)
        assert (hers.view, hers.last, hers.proposal) == (empty, None, None)
        assert hers.my_turn


async def test_a_game_is_saved_listed_and_brought_back(hall: RunningHall) -> None:
    async with pair(hall, "connect_four") as (hers, his), asyncio.timeout(PATIENCE):
        anna, bob = hers.guest, his.guest
        await hers.act(place(0, 3))
        name = a_name("evening")
        await hers.save(name)
        await his.until_over()
        assert his.status == "saved"
        assert name in [save.name for save in await bob.saves("connect_four")]
        back = await bob.reopen("connect_four", name)
        assert back.card.save == name
        his_again = await bob.join(back.number)
        her_again = await anna.join(back.number)
        await heard(his_again, her_again.seq)
        assert his_again.my_turn
        assert his_again.view == hers.view


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
        hers = await anna.open(
            "shelfie", 2, options={"easy_rule": True}, clock=clock, private=True, start="asked"
        )
        assert hers.card.options == {"easy_rule": True}
        with pytest.raises(RefusedError, match="private"):
            await bob.join(hers.number)
        his = await bob.join(hers.number, hers.code)
        await hers.start()
        await heard(his, 3)
        assert hers.clocks is not None
        (mover,) = his.turn
        left = his.left(mover, bob.now() + 2000)
        assert left is not None
        assert left <= 58_000 + 2000
        assert his.left(1 - mover, bob.now()) == 60_000


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
    async with pair(hall) as (_, his):
        with pytest.raises(RefusedError) as no:
            await his.act(place(0, 0))
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


async def test_where_no_hall_is_nobody_answers() -> None:
    with pytest.raises(NobodyThereError, match=r"127\.0\.0\.1:1 "):
        await Guest("127.0.0.1:1", name="anna").come_in()


async def test_whoever_left_asks_in_vain(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna:
        await anna.bye()
        with pytest.raises(ShownOutError):
            await anna.games()


async def test_following_a_table_begins_with_how_it_stands(hall: RunningHall) -> None:
    async with pair(hall) as (_, his):
        async for news in his:
            assert not isinstance(news, Happened) or news.seq == his.seq
            break


async def test_whoever_follows_slowly_hears_of_everything_all_the_same(hall: RunningHall) -> None:
    async with pair(hall) as (hers, his):
        what: list[str] = []
        async for news in his:
            if not what:
                await hers.act(place(0, 0))
                await hers.resign()
                await heard(his, 6)
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
