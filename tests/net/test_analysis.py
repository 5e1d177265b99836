"""After a game: other moves are tried from its positions."""

from typing import Any

import pytest

from tablehall.games.board import Place, Step
from tests.net.parlour import Answer, Game, Parlour
from tests.net.test_positions import promotion, steps


def line(*moves: tuple[int, Any]) -> list[Any]:
    return [list(move) for move in moves]


async def asked(game: Game, after: int, *moves: tuple[int, Any], **more: Any) -> Answer:
    return await game.post("/analysis", {"after": after, "moves": line(*moves), **more})


async def finished(parlour: Parlour, name: str = "tictactoe", *moves: Any, **order: Any) -> Game:
    """A game that somebody has given up after some moves."""
    game = await parlour.begin(name, **order)
    await game.play(*moves)
    await game.resign()
    return game


async def test_a_position_is_told_with_its_moves(parlour: Parlour) -> None:
    game = await finished(parlour, "tictactoe", Place(1, 1), Place(0, 0))
    seen = (await asked(game, 4)).json
    assert (seen["tried"], seen["turn"], seen["outcome"]) == ([], [1], None)
    assert seen["last"] == [0, {"type": "place", "r": 1, "c": 1}]
    assert seen["text"] == " 2 . . .\n 1 . X .\n 0 . . .\n   0 1 2"
    assert (seen["legal"][0], len(seen["legal"][1])) == ([], 8)
    assert seen["view"]["rows"][1] == [None, [0, "x"], None]


async def test_moves_are_tried_until_the_game_is_won(parlour: Parlour) -> None:
    game = await finished(parlour, "tictactoe", Place(1, 1))
    moves = [(1, Place(0, 0)), (0, Place(1, 0)), (1, Place(0, 1)), (0, Place(1, 2))]
    seen = (await asked(game, 4, *moves)).json
    assert [each["notation"] for each in seen["tried"]] == ["a1", "a2", "b1", "c2"]
    assert (seen["turn"], seen["legal"], seen["outcome"]["ranks"]) == ([], [[], []], [1, 2])
    assert seen["events"] == [{"type": "placed", "r": 1, "c": 2, "piece": [0, "x"]}]
    assert seen["last"] == [0, {"type": "place", "r": 1, "c": 2}]


async def test_a_promotion_that_is_tried_goes_on(parlour: Parlour) -> None:
    game = await promotion(parlour)
    start = (await game.get("/positions")).json["positions"][-3]["seq"]
    await game.resign()
    step = (0, steps("b7a8")[0])
    seen = (await asked(game, start, step)).json
    assert (seen["tried"][0]["notation"], seen["tried"][0]["more"], seen["turn"]) == ("bxa8", True, [0])
    seen = (await asked(game, start, step, (0, Place(7, 0, "knight")))).json
    assert [each.get("notation") for each in seen["tried"]] == ["bxa8", "=N"]
    assert seen["view"]["rows"][7][0] == [0, "knight"]


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ([(0, Place(2, 2))], "Move 1: It is not your turn."),
        ([(1, Place(1, 1))], "Move 1: That square is taken."),
        ([(1, Place(0, 0)), (0, Step(0, 0, 1, 1))], "Move 2: That is no move of this game."),
        ([(1, "e4")], "Move 1: That is no move of this game."),
        ([(2, Place(0, 0))], "Move 1: There is no such seat."),
        ([(-1, Place(0, 0))], "Move 1: There is no such seat."),
    ],
)
async def test_what_cannot_be_tried_is_said(parlour: Parlour, moves: list[Any], sentence: str) -> None:
    game = await finished(parlour, "tictactoe", Place(1, 1))
    answer = await asked(game, 4, *moves)
    assert (answer.status, answer.text) == (400, f"{sentence}\n")


@pytest.mark.parametrize(
    ("after", "sentence"), [(2, "There is no position after that record."), (99, "There is no such record.")]
)
async def test_a_position_that_never_was_is_none(parlour: Parlour, after: int, sentence: str) -> None:
    answer = await asked(await finished(parlour), after)
    assert (answer.status, answer.text) == (400, f"{sentence}\n")


async def test_after_the_end_of_a_game_that_was_given_up_one_may_go_on(parlour: Parlour) -> None:
    game = await finished(parlour, "tictactoe", Place(1, 1))
    last = (await game.get("/replay")).json["records"] - 1
    assert (await asked(game, last, (1, Place(0, 0)))).json["turn"] == [0]


async def test_the_same_line_throws_the_same_dice_and_another_one_others(parlour: Parlour) -> None:
    """Pairs of dice under the cup, as who has thrown them sees them."""
    game = await parlour.begin("mia", "anna", "bob")
    (first,) = game.table.scene.turn.seats
    for number in range(12):
        await game.guests[0].ask(type="say", table=game.number, text=f"{number}")
    await game.each(type="resign")
    assert game.table.scene.status == "finished", game.table.scene

    async def thrown(after: int, moves: list[Any]) -> Any:
        body = {"after": after, "moves": moves, "seat": first}
        answer = await game.post("/analysis", body)
        assert answer.status == 200, answer.text
        return answer.json["view"]

    roll = [[first, {"type": "roll"}]]
    assert await thrown(3, roll) == await thrown(3, roll)
    assert len({str(await thrown(after, roll)) for after in range(3, 15)}) > 1


async def test_it_is_seen_through_the_eyes_of_a_seat(parlour: Parlour) -> None:
    game = await finished(parlour, "shelfie")
    views = [(await asked(game, 3, seat=seat)).json["view"] for seat in (0, 1)]
    spectator = (await asked(game, 3)).json["view"]
    nobody = (await asked(game, 3, seat=63)).json["view"]
    assert len({str(view) for view in (*views, spectator)}) == 3
    assert nobody == spectator
    game_of_others = await game.get("/replay", **{"from": 3, "limit": 1, "seat": 1})
    assert views[1] == game_of_others.json["happened"][0]["view"]


async def test_a_game_that_goes_on_is_not_analysed(parlour: Parlour) -> None:
    game = await parlour.begin("connect_four", rated=False)
    await game.play(Place(0, 3))
    for what in ("/analysis", "/opinion"):
        answer = await game.post(what, {"after": 4})
        if what == "/analysis":
            assert (answer.status, answer.text) == (
                409,
                "This game is not over yet; watch it at its table.\n",
            )
        assert answer.status == 409
    await game.guests[0].ask(type="save", table=game.number, name="later")
    answer = await asked(game, 4)
    assert (answer.status, answer.text) == (409, "A save of this game can still go on; delete it first.\n")


async def test_a_game_of_which_a_save_can_go_on_is_not_analysed(parlour: Parlour) -> None:
    game = await parlour.begin("connect_four", rated=False)
    await game.guests[0].ask(type="save", table=game.number, name="copy", put_away=False)
    await game.resign()
    assert (await asked(game, 3)).status == 409
    await game.each(type="leave")
    for guest in game.guests:
        await guest.ask(type="delete", game="connect_four", name="copy")
    assert (await asked(game, 3)).status == 200


async def test_a_private_table_wants_its_code(parlour: Parlour) -> None:
    game = await finished(parlour, private=True)
    for code in ("", "guessed"):
        for what in ("/analysis", "/opinion"):
            assert (await game.post(what, {"after": 3}, code=code)).status == 404
    assert (await asked(game, 3)).status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"after":-1}',
        b'{"after":1e99}',
        b'{"after":3,"moves":[[0]]}',
        b'{"after":3,"moves":{}}',
        b'{"after":3,"seat":64}',
        b'{"after":3,"secret":true}',
        b'{"after":3,"moves":[' + b",".join([b'[0,{"type":"place","r":0,"c":0}]'] * 301) + b"]}",
        b"[" * 60_000,
        b'{"after":"\xff"}',
    ],
)
async def test_what_is_no_line_of_moves_is_refused(parlour: Parlour, body: bytes) -> None:
    game = await finished(parlour)
    answer = await game.post("/analysis", body)
    assert answer.status == 400
    assert answer.text.startswith("This is no line of moves: ")
    assert len(answer.text) < 300


async def test_a_body_that_is_too_long_is_not_read(parlour: Parlour) -> None:
    game = await finished(parlour)
    assert (await game.post("/analysis", b" " * 65_537)).status == 413


async def test_other_pages_may_not_ask(parlour: Parlour) -> None:
    game = await finished(parlour)
    elsewhere = {"Origin": "https://elsewhere.example"}
    path = f"/api/tables/{game.number}/analysis"
    assert (await parlour.post(path, {"after": 3}, headers=elsewhere)).status == 403
    assert (await parlour.post(path, {"after": 3}, headers={"Origin": parlour.address})).status == 200


async def test_every_record_and_every_move_is_paid_for(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await finished(parlour, "tictactoe", Place(1, 1))
    http = parlour.server.http
    assert http is not None
    charged: list[float] = []
    charge = http.callers.charge

    def noted(what: str, share: str, cost: float) -> None:
        charged.append(cost)
        charge(what, share, cost)

    monkeypatch.setattr(http.callers, "charge", noted)
    await asked(game, 4, (1, Place(0, 0)), (0, Place(0, 1)))
    assert {4096 * 7, 4096 * 2} <= set(charged)
