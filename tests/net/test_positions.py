"""Moves as they are written, and earlier positions: told over HTTP and at the table."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from tablehall.games import house_games
from tablehall.games.board import Place, Step
from tablehall.games.chess.fen import square_named
from tests.net.parlour import Game, Parlour

SHORTEST_PROMOTION = "e2e4 d7d5 e4d5 c7c6 d5c6 a7a6 c6b7 a6a5 b7a8"


def steps(names: str) -> list[Step]:
    """Steps of chess."""
    return [
        Step(*divmod(square_named(name[:2]), 8), *divmod(square_named(name[2:]), 8)) for name in names.split()
    ]


def told(happened: Iterable[dict[str, Any]]) -> list[tuple[str | None, bool]]:
    """How moves were written, and whether each goes on."""
    return [(each.get("notation"), each.get("more", False)) for each in happened if "move" in each]


async def promotion(parlour: Parlour, **order: Any) -> Game:
    """A game of chess in which a pawn has become a queen, after a move that was taken back."""
    game = await parlour.begin("chess", **order)
    await game.play(*steps("a2a3"))
    await game.take_back(0)
    await game.play(*steps(SHORTEST_PROMOTION), Place(7, 0, "queen"))
    return game


PROMOTION = [
    *((name, False) for name in ["a3", "e4", "d5", "exd5", "c6", "dxc6", "a6", "cxb7", "a5"]),
    ("bxa8", True),
    ("=Q", False),
]


async def test_moves_are_told_in_the_games_own_notation(parlour: Parlour) -> None:
    game = await promotion(parlour)
    bob = game.guests[1]
    await bob.ask(type="ping")
    assert told(each for each in bob.heard if each.get("what") == "moved") == PROMOTION
    assert told((await game.get("/moves")).json["moves"]) == PROMOTION
    await game.resign()
    assert told((await game.get("/moves")).json["moves"]) == PROMOTION, "also when it is over"
    assert told((await game.get("/replay")).json["happened"]) == PROMOTION


async def test_who_was_away_for_a_moment_is_told_it_too(parlour: Parlour) -> None:
    game = await parlour.begin("chess")
    await game.play(*steps("e2e4 e7e5 g1f3"))
    bob = game.guests[1]
    await bob.ask(type="ping")
    bob.heard.clear()
    await bob.ask(type="sync", table=game.number, since=4)
    assert told(bob.heard) == [("e5", False), ("Nf3", False)]


async def test_a_jump_that_goes_on_says_so(parlour: Parlour) -> None:
    game = await parlour.begin("checkers")
    squares = ("2435", "5140", "2637", "5546", "3755", "6644", "4426")
    await game.play(*(Step(*map(int, square)) for square in squares))
    moves = told((await game.get("/moves")).json["moves"])
    assert moves[-2:] == [("25x18", True), ("x9", False)]


async def test_a_game_without_notation_tells_its_moves_alone(parlour: Parlour) -> None:
    game = await parlour.begin("mia")
    anna = game.guests[0]
    await anna.ask(type="act", table=game.number, move={"type": "roll"})
    await anna.ask(type="ping")
    (move,) = (each for each in anna.heard if each.get("what") == "moved")
    assert {"notation", "more"}.isdisjoint(move)


async def test_every_position_of_a_running_game_is_told_to_whoever_may_look_on(parlour: Parlour) -> None:
    game = await promotion(parlour)
    answer = (await game.get("/positions")).json
    assert (answer["table"], answer["records"]) == (game.number, game.table.scene.seq + 1)
    assert [each["what"] for each in answer["positions"][:5]] == [
        "started",
        "moved",
        "proposed",
        "answered",
        "taken_back",
    ]
    first, last = answer["positions"][0], answer["positions"][-1]
    assert (first["last"], first["turn"], first["view"]["rows"][1][4]) == (None, [0], [0, "pawn"])
    queen = {"type": "place", "r": 7, "c": 0, "piece": "queen"}
    assert (last["last"], last["notation"], last["view"]["rows"][7][0]) == ([0, queen], "=Q", [0, "queen"])
    assert "Q n b q k" in last["text"]
    shown = msgspec.json.encode(house_games()["chess"].view(game.table.scene.state, None))
    assert last["view"] == msgspec.json.decode(shown)


@pytest.mark.parametrize(
    ("query", "records"),
    [
        ({"from": 3, "limit": 1}, [3]),
        ({"from": 5, "limit": 1}, [4]),  # talk leaves everything as it was
        ({"from": 4, "limit": 2}, [4, 6]),
        ({"from": 5, "limit": 2}, [4, 6]),
        ({"from": 6}, [6]),
        ({"from": 99, "limit": 1}, [6]),
        ({"from": 0, "limit": 1}, [3]),  # nothing was to be seen before
        ({"limit": 0}, [3]),
        ({"from": "x", "limit": "-5"}, [3, 4, 6]),
    ],
)
async def test_one_asks_for_the_position_after_a_record_and_so_many_more(
    parlour: Parlour, query: dict[str, Any], records: list[int]
) -> None:
    game = await parlour.begin("tictactoe")  # records 0 to 3 are opening, sitting down and starting
    await game.play(Place(0, 0))
    await game.guests[0].ask(type="say", table=game.number, text="well?")
    await game.play(Place(1, 1))
    answer = (await game.get("/positions", **query)).json
    assert [each["seq"] for each in answer["positions"]] == records


async def test_positions_are_told_when_the_game_is_over_too(parlour: Parlour) -> None:
    game = await promotion(parlour)
    live = (await game.get("/positions")).json["positions"]
    await game.resign()
    over = (await game.get("/positions")).json["positions"]
    assert over[: len(live)] == live
    assert [each["what"] for each in over[len(live) :]] == ["dropped", "ended"]
    parlour.server.hall.tables.clear()  # long after the game
    assert (await game.get("/positions")).json["positions"] == over


async def test_positions_of_a_private_table_want_its_code(parlour: Parlour) -> None:
    game = await promotion(parlour, private=True)
    for over in (False, True):
        for code in ("", "guessed"):
            assert (await game.get("/positions", code=code)).status == 404, over
        assert (await game.get("/positions")).status == 200
        await game.resign()


@pytest.mark.parametrize(
    "order", [{"game": "mia"}, {"game": "shelfie"}, {"game": "chess", "spectators": False}]
)
async def test_positions_that_not_everybody_may_see_are_not_told(
    parlour: Parlour, order: dict[str, Any]
) -> None:
    game = await parlour.begin(**order)
    answer = await game.get("/positions")
    assert (answer.status, answer.text) == (403, "Not everybody may see these moves.\n")


async def test_after_a_game_with_secrets_there_is_its_replay(parlour: Parlour) -> None:
    game = await parlour.begin("shelfie")
    await game.resign()
    assert [(await game.get(what)).status for what in ("/moves", "/positions", "/replay")] == [403, 403, 200]


async def test_positions_of_a_saved_game_are_told_to_nobody(parlour: Parlour) -> None:
    game = await parlour.begin("connect_four", rated=False)
    await game.play(Place(0, 3))
    await game.guests[0].ask(type="save", table=game.number, name="later")
    for what in ("/moves", "/positions"):
        assert (await game.get(what)).status == 409
    back = await game.guests[0].ask(type="reopen", game="connect_four", name="later")
    game.number = back["card"]["table"]
    for what in ("/moves", "/positions"):
        assert (await game.get(what)).status == 403, "while it waits for its players"
    await game.each(type="join")
    assert told((await game.get("/moves")).json["moves"]) == [("4", False)]
    assert (await game.get("/positions", **{"from": 999})).json["positions"][0]["what"] == "resumed"


async def test_a_position_costs_as_much_as_a_replay(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await promotion(parlour)
    http = parlour.server.http
    assert http is not None
    charged: list[float] = []
    charge = http.callers.charge

    def noted(what: str, share: str, cost: float) -> None:
        charged.append(cost)
        charge(what, share, cost)

    monkeypatch.setattr(http.callers, "charge", noted)
    for what in ("/moves", "/positions"):
        charged.clear()
        await game.get(what, limit=1)
        assert 4096 * (game.table.scene.seq + 1) in charged
