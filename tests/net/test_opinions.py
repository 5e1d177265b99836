"""What the house would do in a position of a game that is over: asked of its own players, and bounded."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from tablehall.bots import Answer
from tablehall.games import house_games
from tablehall.games.board import Step
from tablehall.hall.hall import Hall
from tablehall.net import callers, opinions
from tablehall.net.bot_pool import BotPool, BotSettings, Job, Worker
from tablehall.net.opinions import BusyError, Opinions
from tests.net.parlour import Parlour
from tests.net.test_positions import promotion, steps

QUICK = BotSettings(workers=1, seconds=0.3, pause=0)
BUSY = (503, "The house's players are busy; ask again in a moment.\n")
TicTacToe = house_games()["tictactoe"]
CENTRE = Answer(msgspec.Raw(b'{"type":"place","r":1,"c":1}'), 7)


async def test_the_house_finds_a_mate_and_says_so(open_parlour: Callable[..., Awaitable[Parlour]]) -> None:
    parlour = await open_parlour(bots=QUICK)
    game = await parlour.begin("chess")
    await game.play(*steps("e2e4 e7e5 f1c4 b8c6 d1h5"))
    await game.resign()
    body = {"after": 8, "moves": [[1, Step(7, 6, 5, 5)]]}
    answer = (await game.post("/opinion", body)).json
    assert answer == {
        "seat": 0,
        "level": 3,
        "ends": 1,
        "moves": [{"type": "step", "r": 4, "c": 7, "to_r": 6, "to_c": 5}],
        "notation": "Qxf7#",
    }
    quiet = (await game.post("/opinion", {"after": 4})).json
    assert (quiet["seat"], abs(quiet["value"]) < 100, "ends" in quiet) == (1, True, False)
    over = await game.post("/opinion", {"after": 8, "moves": [*body["moves"], [0, Step(4, 7, 6, 5)]]})  # type: ignore[misc]
    assert (over.status, over.text) == (409, "Nobody is on turn there.\n")


async def test_a_promotion_is_said_whole(open_parlour: Callable[..., Awaitable[Parlour]]) -> None:
    parlour = await open_parlour(bots=QUICK)
    game = await promotion(parlour)
    start = (await game.get("/positions")).json["positions"][-3]["seq"]
    await game.resign()
    answer = (await game.post("/opinion", {"after": start})).json
    assert answer["notation"] in ("bxa8=Q", "bxc8=Q")
    assert [move["type"] for move in answer["moves"]] == ["step", "place"]


@pytest.mark.parametrize("name", ["mia", "shelfie", "eriantys", "tictactoe"])
async def test_the_house_has_an_opinion_of_every_game(
    open_parlour: Callable[..., Awaitable[Parlour]], name: str
) -> None:
    parlour = await open_parlour(bots=QUICK)
    game = await parlour.begin(name)
    (seat,) = game.table.scene.turn.seats
    await game.each(type="resign")
    answer = (await game.post("/opinion", {"after": 3})).json
    assert (answer["seat"], len(answer["moves"]), answer["level"]) == (seat, 1, 3)
    assert ("notation" in answer) == (name == "tictactoe")
    seen = await game.post("/analysis", {"after": 3, "moves": [[seat, answer["moves"][0]]]})
    assert seen.status == 200


async def test_a_house_without_players_has_no_opinion(parlour: Parlour) -> None:
    game = await parlour.begin("tictactoe")
    await game.resign()
    answer = await game.post("/opinion", {"after": 3})
    assert (answer.status, answer.text) == (409, "The house has no players here whom one could ask.\n")


class Thinking(Opinions):
    """Nobody thinks about a question before the test says so."""

    def __init__(self, patience: float = 30.0) -> None:
        self.asked = asyncio.Event()
        super().__init__(1.0, patience - opinions.PATIENCE, 1, self.asked.set)

    async def answer_next(self) -> None:
        await self.asked.wait()
        self.asked.clear()
        self.done(self.take(), CENTRE)


async def thinking(parlour: Parlour, patience: float = 30.0) -> Thinking:
    """The parlour's players are slow to answer."""
    assert parlour.server.http is not None
    slow = parlour.server.http.analyses.opinions = Thinking(patience)
    parlour.server.hall.staff[("", 3)] = [1]
    return slow


async def test_one_question_at_a_time_is_thought_about_for_an_address(parlour: Parlour) -> None:
    slow = await thinking(parlour)
    game = await parlour.begin("tictactoe")
    await game.resign()
    first = asyncio.ensure_future(game.post("/opinion", {"after": 3}))
    await slow.asked.wait()
    second = await game.post("/opinion", {"after": 3})
    assert (second.status, second.text) == (429, callers.SENTENCES["opinions"] + "\n")
    await slow.answer_next()
    assert (await first).json == {
        "seat": 0,
        "level": 3,
        "value": 7,
        "moves": [{"type": "place", "r": 1, "c": 1}],
        "notation": "b2",
    }
    third = asyncio.ensure_future(game.post("/opinion", {"after": 3}))
    await slow.answer_next()
    assert (await third).status == 200


async def test_whoever_has_asked_much_waits(
    open_parlour: Callable[..., Awaitable[Parlour]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(callers.BUDGETS, "opinions", (0.001, 2))
    parlour = await open_parlour()
    slow = await thinking(parlour)
    game = await parlour.begin("tictactoe")
    await game.resign()
    slow.close()
    statuses = [(await game.post("/opinion", {"after": 3})).status for _ in range(5)]
    assert (statuses[:2], statuses[-1]) == ([503, 503], 429)
    assert (await game.post("/analysis", {"after": 3})).status == 200


async def test_a_question_nobody_has_time_for_is_refused_kindly(parlour: Parlour) -> None:
    await thinking(parlour, patience=0.05)
    game = await parlour.begin("tictactoe")
    await game.resign()
    answer = await game.post("/opinion", {"after": 3})
    assert ((answer.status, answer.text), answer.headers["Retry-After"]) == (BUSY, "5")


async def test_a_rematch_counts_as_live(parlour: Parlour) -> None:
    slow = await thinking(parlour)
    game = await parlour.begin("tictactoe")
    await game.resign()
    await game.guests[0].ask(type="propose", table=game.number, kind="rematch")
    await game.guests[1].ask(type="answer", table=game.number, yes=True)
    refused = await game.post("/opinion", {"after": 3})
    assert (refused.status, "play the same again now" in refused.text) == (409, True)
    assert (await game.post("/analysis", {"after": 3})).status == 200, "the moves are no secret"
    again = next(table for number, table in parlour.server.hall.tables.items() if number != game.number)
    await game.guests[0].ask(type="resign", table=again.sheet.table)
    asked = asyncio.ensure_future(game.post("/opinion", {"after": 3}))
    await slow.answer_next()
    assert (await asked).status == 200


async def test_another_game_of_one_of_them_does_not(parlour: Parlour) -> None:
    slow = await thinking(parlour)
    game = await parlour.begin("tictactoe")
    await game.resign()
    anna, bob = game.guests
    carla = await parlour.guest("carla")
    for other, order in ((carla, "tictactoe"), (bob, "chess")):
        table = (await anna.ask(type="open", game=order))["card"]["table"]
        await other.ask(type="join", table=table)
    asked = asyncio.ensure_future(game.post("/opinion", {"after": 3}))
    await slow.answer_next()
    assert (await asked).status == 200


# The queue itself.


async def ask(waiting: Opinions) -> Any:
    return await waiting.ask(TicTacToe, b"{}", 0, 3)


async def test_so_many_wait_and_no_more() -> None:
    slow = Thinking()
    tasks = [asyncio.ensure_future(ask(slow)) for _ in range(opinions.WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(BusyError):
        await ask(slow)
    tasks[0].cancel()  # who is gone makes room
    await asyncio.sleep(0)
    tasks.append(asyncio.ensure_future(ask(slow)))
    await asyncio.sleep(0)
    slow.close()
    assert [type(found) for found in await asyncio.gather(*tasks[1:], return_exceptions=True)] == [
        BusyError
    ] * opinions.WAITING
    with pytest.raises(BusyError):
        await ask(slow)


async def test_one_of_several_workers_is_left_to_those_who_play() -> None:
    for most, at_once in ((1, 1), (2, 1), (4, 3)):
        waiting = Opinions(9.0, 1.0, most, lambda: None)
        tasks = [asyncio.ensure_future(ask(waiting)) for _ in range(6)]
        await asyncio.sleep(0)
        taken = []
        while waiting.ready():
            taken.append(waiting.take())
        assert len(taken) == at_once
        assert all(asked.seconds <= opinions.SECONDS for asked in taken)
        assert taken[0].seconds < opinions.SECONDS, "the more wait, the quicker"
        waiting.done(taken[0], None)
        assert waiting.ready()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        waiting.done(taken[-1], CENTRE)  # who asked is gone


class Head(Worker):
    """Notes what it is asked."""

    def __init__(self, room: BotPool) -> None:
        super().__init__(room)
        self.asked: list[Any] = []

    def ask(self, job: Any, question: bytes, seconds: float) -> None:
        self.job = job
        self.asked.append(job)


async def test_those_who_play_come_first() -> None:
    room = BotPool(cast("Any", SimpleNamespace(hall=Hall({}, bytes))), BotSettings(workers=1), [])
    head = Head(room)
    room.workers.add(head)
    task = asyncio.ensure_future(ask(room.opinions))
    state = TicTacToe.setup(2, None, cast("Any", None))
    job = Job(
        *cast(
            "Any",
            (SimpleNamespace(level=1), SimpleNamespace(table=5), SimpleNamespace(state=state), TicTacToe, 0),
        )
    )
    room.jobs[5, 0] = job
    room.waiting.append(job)
    room._time_for = lambda job: 0.1  # type: ignore[method-assign]
    await asyncio.sleep(0)
    room.free.append(head)
    room._next()
    assert head.asked == [job]
    room.jobs.clear()
    room.answered(head, job, msgspec.json.encode(CENTRE))
    assert len(head.asked) == 2
    room.answered(head, head.asked[1], msgspec.json.encode(CENTRE))
    assert await task == CENTRE


async def test_a_worker_that_dies_of_a_question_is_not_asked_it_again() -> None:
    room = BotPool(cast("Any", SimpleNamespace(hall=Hall({}, bytes))), BotSettings(workers=1), [])
    room._start_worker = lambda: None  # type: ignore[method-assign]
    head = Head(room)
    room.workers.add(head)
    room.free.append(head)
    task = asyncio.ensure_future(ask(room.opinions))
    await asyncio.sleep(0)
    room.lost(head, head.asked[0])
    with pytest.raises(BusyError):
        await task
    assert not room.opinions.ready()
