"""A whole game of two as the original server played it, replayed by these rules.

The original departs from the rules in two places, and the replay says so: it counts one hit
for seat 0's card in turn 2, on cells where neither that card nor any other that fits the rest
of the game wishes a tile; and it hands out the end token after the last turn, not with the put
that fills the shelf.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games.api import Played, Refusal
from tablehall.games.dice import Dice
from tablehall.games.shelfie import Options, Pick, Put, Table, game
from tablehall.games.shelfie.cards import CommonCard
from tablehall.games.shelfie.moves import BoardChanged
from tablehall.games.shelfie.tiles import LETTERS, Tile

RECORD = json.loads((Path(__file__).parents[2] / "data" / "shelfie-recorded-game.json").read_text())
STRAY_HIT_TURN, STRAY_HIT_SEAT = 2, 0


def with_room(table: Table, rows: str) -> Table:
    """The table with the recorded room; whatever is nowhere to be seen is in the bag."""
    room = "".join(" " if cell == " " else tile for cell, tile in zip(table.room, f"{rows} ", strict=True))
    seen = room + table.hand + "".join("".join(shelf) for shelf in table.shelves)
    return replace(table, room=room, bag=tuple(22 - seen.count(letter) for letter in LETTERS))


def start() -> Table:
    table = game.setup(2, Options(), Dice(b"recorded"))
    commons = tuple(CommonCard(name, (4, 8)) for name in RECORD["commons"])
    table = replace(table, order=(0, 1), turn=0, commons=commons, personal=tuple(RECORD["personal"]))
    return with_room(table, RECORD["start"])


def pick(turn: dict[str, Any]) -> Pick:
    return Pick(tuple(Tile(x, y, kind) for x, y, kind in turn["pick"]))


def put(turn: dict[str, Any]) -> Put:
    column, kinds = turn["put"]
    return Put(column, tuple(kinds))


def play(table: Table, seat: int, move: Pick | Put) -> Played[Table]:
    played = game.play(table, seat, move, Dice(b"recorded"))
    assert isinstance(played, Played)
    return played


def shown(table: Table) -> str:
    return " ".join(game.view(table, None).room).replace(" ", ".")


def test_the_recorded_game_is_a_game_by_these_rules() -> None:
    table, announced = start(), [0, 0]
    for number, turn in enumerate(RECORD["turns"]):
        seat = turn["seat"]
        picked = play(table, seat, pick(turn))
        after_pick, *refill = turn["rooms"]
        dealt = [event for event in picked.events if isinstance(event, BoardChanged) and event.added]
        assert [len(event.tiles) for event in dealt] == [29] * len(refill)
        if refill:
            table = with_room(picked.state, refill[0])
        else:
            table = picked.state
            assert shown(table) == after_pick.replace(" ", ".")
        table = play(table, seat, put(turn)).state
        assert list(table.shelves[seat]) == turn["shelf"]
        assert [list(common.tokens) for common in table.commons] == turn["tokens"]
        for who, points in turn.get("announced", ()):
            announced[who] = points
        stray = number >= STRAY_HIT_TURN
        token = table.finisher == STRAY_HIT_SEAT and not table.over
        assert table.points == (announced[0] - stray + token, announced[1])
        assert table.over == (turn is RECORD["turns"][-1])
    outcome = game.outcome(table)
    assert outcome is not None
    assert outcome.winners == (RECORD["winner"],)


@pytest.mark.parametrize("attempt", RECORD["refused"])
def test_what_the_original_refused_is_refused(attempt: dict[str, Any]) -> None:
    table = start()
    if attempt["holding"]:
        table = play(table, 0, pick(RECORD["turns"][0])).state
    move = pick(attempt) if "pick" in attempt else put(attempt)
    assert isinstance(game.play(table, attempt["seat"], move, Dice(b"x")), Refusal)
