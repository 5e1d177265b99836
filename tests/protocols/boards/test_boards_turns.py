"""Turns: exactly what is listed is accepted, everything else changes nothing."""

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.protocols.boards.player import Json, Player, begin, play_on

if TYPE_CHECKING:
    from tests.conftest import RunningHall

GAMES = ["Tic Tac Toe", "Checkers", "Chess", "Connect Four", "Pente"]
NUMBERS = "A turn has a pieceId, an r and a c, all of them integers."
CAPTURES = [(2, 6, 3, 7), (5, 5, 4, 6), (3, 7, 5, 5), (6, 6, 4, 4), (2, 4, 3, 3), (7, 7, 6, 6)]
"""After these moves of checkers the first player jumps twice and is crowned."""


def same(state: Json, before: Json) -> bool:
    """Whether a state is the one before, with nothing but an error in it."""
    return {**state, "errorMessage": ""} == {**before, "errorMessage": "", "diffs": []}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, NUMBERS),
        ({"pieceId": 1}, NUMBERS),
        ({"r": 0, "c": 0}, NUMBERS),
        ({"pieceId": 1, "r": 0}, NUMBERS),
        ({"pieceId": "one", "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": "", "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": " 1", "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": "+1", "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": "١", "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": "9" * 5000, "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": True, "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": None, "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": [1], "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": {"id": 1}, "r": 0, "c": 0}, NUMBERS),
        ({"pieceId": 1, "r": 0.0, "c": 0}, NUMBERS),
        ({"pieceId": 1, "r": 0, "c": 0.5}, NUMBERS),
        ({"pieceId": 1, "r": False, "c": 0}, NUMBERS),
        ({"pieceId": 1, "r": 0, "c": "0.0"}, NUMBERS),
        ({"pieceId": 1, "r": -1, "c": 0}, "There is no such square."),
        ({"pieceId": 1, "r": 3, "c": 0}, "There is no such square."),
        ({"pieceId": 1, "r": 0, "c": 10**40}, "There is no such square."),
        ({"pieceId": 0, "r": 0, "c": 0}, "You cannot place that piece."),
        ({"pieceId": -1, "r": 0, "c": 0}, "You cannot place that piece."),
        ({"pieceId": 99, "r": 0, "c": 0}, "You cannot place that piece."),
        ({"pieceId": 10**40, "r": 0, "c": 0}, "You cannot place that piece."),
        ({"pieceId": "6", "r": 0, "c": 0}, "You cannot place that piece."),
        ({"pieceId": 99, "pieceID": 1, "r": 0, "c": 0}, "You cannot place that piece."),
    ],
)
async def test_what_is_no_turn_changes_nothing(hall: "RunningHall", fields: Json, why: str) -> None:
    """The ids 1 to 5 are the first player's marks, 6 to 10 the second one's."""
    anna, bob = await begin(hall, "Tic Tac Toe")
    before = anna.mirror.state
    anna.say("TURN", **fields)
    refused = await anna.hear("SET_GAME_STATE")
    assert refused["errorMessage"] == why
    assert same(refused, before)
    assert (await anna.turn_to(1, 0, 0))["turn"] == bob.name
    assert (await bob.hear("SET_GAME_STATE"))["diffs"] == [{"pieceId": 1, "id": 1, "r": 0, "c": 0}]


@pytest.mark.parametrize("key", ["pieceId", "pieceID"])
@pytest.mark.parametrize("write", [int, str])
async def test_both_spellings_of_a_turn_and_digits_in_strings_are_understood(
    hall: "RunningHall", key: str, write: Any
) -> None:
    anna, _ = await begin(hall, "Tic Tac Toe")
    anna.say("TURN", **{key: write(4), "r": write(2), "c": write(1)})
    assert (await anna.hear("SET_GAME_STATE"))["diffs"] == [{"pieceId": 4, "id": 4, "r": 2, "c": 1}]


@pytest.mark.parametrize("game", GAMES)
async def test_a_turn_out_of_turn_changes_nothing(hall: "RunningHall", game: str) -> None:
    anna, bob = await begin(hall, game)
    pieces = [
        n
        for line in bob.mirror.state["board"]
        for p in line
        if p and p["owner"] == bob.name
        for n in [p["id"]]
    ]
    for piece in (pieces + bob.mirror.pool)[:3]:
        before = bob.mirror.state
        refused = await bob.turn_to(piece, 4, 4)
        assert refused["errorMessage"] == "It is not your turn."
        assert refused["valid_placements"] == refused["valid_movements"] == []
        assert same(refused, before)
    await anna.hears_nothing(0.05)


@pytest.mark.parametrize(
    ("game", "plies"), [("Tic Tac Toe", 3), ("Checkers", 9), ("Chess", 9), ("Connect Four", 9)]
)
async def test_nothing_but_what_is_listed_is_accepted(hall: "RunningHall", game: str, plies: int) -> None:
    """Every piece to every square, and a little beyond the board."""
    anna, bob = await begin(hall, game)
    await play_on(anna, bob, random.Random(7), plies)
    mover, other = (anna, bob) if anna.mirror.state["turn"] == anna.name else (bob, anna)
    listed = set(mover.mirror.choices())
    assert listed
    pieces = range(max([*mover.mirror.places, *mover.mirror.pool, *other.mirror.pool]) + 2)
    squares = [(r, c) for r in range(-1, 9) for c in range(-1, 9)]
    wrong = [(p, r, c) for p in pieces for r, c in squares if (p, r, c) not in listed]
    before = mover.mirror.state
    for turn in wrong[:: max(1, len(wrong) // 700)]:
        refused = await mover.turn_to(*turn)
        assert refused["errorMessage"], turn
        assert same(refused, before), turn
    await other.hears_nothing(0.05)


async def step(anna: Player, bob: Player, mover: Player, r: int, c: int, to: tuple[int, int]) -> None:
    piece = next(number for number, place in mover.mirror.places.items() if place == (r, c))
    mover.turn(piece, *to)
    for player in (anna, bob):
        await player.hear("SET_GAME_STATE")


async def ready_to_jump(hall: "RunningHall") -> tuple[Player, Player, int]:
    """Two players of checkers, the first of whom is about to jump twice, and the piece that does."""
    anna, bob = await begin(hall, "Checkers")
    for ply, (r, c, *to) in enumerate(CAPTURES):
        await step(anna, bob, (anna, bob)[ply % 2], r, c, (to[0], to[1]))
    return anna, bob, next(number for number, place in anna.mirror.places.items() if place == (3, 3))


async def test_two_hops_may_be_sent_without_waiting(hall: "RunningHall") -> None:
    """The second hop starts where the first one ends, though nobody has been told of it yet."""
    anna, bob, man = await ready_to_jump(hall)
    anna.turn(man, 5, 5)
    anna.turn(man, 7, 7)
    for player in (anna, bob):
        assert (await player.hear("SET_GAME_STATE"))["turn"] == anna.name
        crowned = await player.hear("SET_GAME_STATE")
        assert crowned["turn"] == bob.name
        assert [(diff["r"], diff["c"]) for diff in crowned["diffs"]] == [(-1, -1), (-1, -1), (7, 7)]


async def test_while_a_piece_jumps_no_other_one_moves(hall: "RunningHall") -> None:
    anna, bob, man = await ready_to_jump(hall)
    for player in (anna, bob):
        player.mirror.begun = False
    anna.turn(man, 5, 5)
    state = await anna.hear("SET_GAME_STATE")
    await bob.hear("SET_GAME_STATE")
    assert state["valid_movements"] == [{"pieceId": man, "moves": [{"r": 7, "c": 7}]}]
    other = next(n for n, place in anna.mirror.places.items() if place == (2, 0))
    assert (await anna.turn_to(other, 3, 1))["errorMessage"] == "The piece that jumped must jump on."
    assert (await bob.turn_to(max(bob.mirror.places), 5, 5))["errorMessage"] == "It is not your turn."


async def test_a_refused_turn_between_two_good_ones_shows_the_position_between(hall: "RunningHall") -> None:
    """All three are sent at once: the answers come in order and fit each other."""
    anna, bob, man = await ready_to_jump(hall)
    for r, c in ((5, 5), (0, 0), (7, 7)):
        anna.turn(man, r, c)
    first, refused, last = [await anna.hear("SET_GAME_STATE") for _ in range(3)]
    assert same(refused, first)
    assert refused["errorMessage"] == "The piece that jumped must jump on."
    assert last["diffs"][-1]["r"] == 7
    await bob.hear("SET_GAME_STATE")
    await bob.hear("SET_GAME_STATE")


async def test_the_placed_piece_is_the_one_that_was_named(hall: "RunningHall") -> None:
    anna, bob = await begin(hall, "Connect Four")
    named = random.Random(1).sample(anna.mirror.pool, 3)
    for piece in named:
        anna.turn(piece, *next((s["r"], s["c"]) for s in anna.mirror.state["valid_placements"]))
        for player in (anna, bob):
            assert (await player.hear("SET_GAME_STATE"))["diffs"][0]["id"] == piece
        bob.turn(
            bob.mirror.pool[-1], *next((s["r"], s["c"]) for s in bob.mirror.state["valid_placements"][2:])
        )
        for player in (anna, bob):
            await player.hear("SET_GAME_STATE")
    assert not set(named) & set(anna.mirror.pool)
    assert json.dumps(anna.mirror.state["user_pool"]).count(anna.name) == 18
