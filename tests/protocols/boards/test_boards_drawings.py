"""Bytes that several readers share: what did not change is not encoded again, and nobody reads in them what
is meant for somebody else."""

import json
import random
from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games import house_games
from tablehall.games.api import Played, Refusal
from tablehall.games.board import BoardView, Place
from tablehall.games.dice import Dice
from tablehall.games.tictactoe import Board, TicTacToe
from tablehall.hall.table import Table
from tablehall.protocols.boards.dialects import DOCUMENT, ORIGINAL, Reader
from tablehall.protocols.boards.drawings import Drawings
from tests.protocols.boards.room import Desk, Json, Room, begin

GAMES = ["Tic Tac Toe", "Checkers", "Chess", "Connect Four", "Pente"]
READERS = [
    Reader(DOCUMENT, "anna", "anna"),
    Reader(ORIGINAL, "bob", "bob"),
    Reader(DOCUMENT, "anna", " anna"),
    Reader(ORIGINAL, "anna", "anna\t"),
    Reader(DOCUMENT, "bob", "bob "),
]


def drawn(room: Room, table: Table, reader: Reader, drawings: Drawings | None = None) -> Any:
    """The board as somebody reads it, from these drawings or from the table's own."""
    position = room.door.piece_ids.now(table)
    found = (drawings or position.drawings).board(table.game, table.scene, position.ids, reader)
    return json.loads(bytes(found))


def anew(room: Room, table: Table) -> Drawings:
    """Drawings of a table of which nothing has been drawn yet."""
    fresh = Drawings()
    fresh.pieces = room.door.piece_ids.now(table).drawings.pieces
    return fresh


def play(room: Room, table: Table, desks: tuple[Desk, Desk], chance: random.Random) -> None:
    """Somebody makes any move, in the words of this door."""
    seat = table.scene.turn.seats[0]
    move = chance.choice(table.game.legal(table.scene.state, seat))
    position = room.door.piece_ids.now(table)
    if hasattr(move, "to_r"):
        desks[seat].say("TURN", pieceId=position.ids[move.r][move.c], r=move.to_r, c=move.to_c)
    else:
        desks[seat].say("TURN", pieceId=chance.choice(list(position.pools[seat])), r=move.r, c=move.c)


@pytest.mark.parametrize("game", GAMES)
def test_however_often_and_for_whomever_it_was_drawn_it_is_as_if_drawn_for_the_first_time(game: str) -> None:
    """Every reader has looked at other positions before, and at other ones than the others."""
    room, chance = Room(), random.Random(game)
    anna, bob = room.come("anna"), room.come("bob")
    table = room.hall.tables[begin(room, anna, bob, game)]
    for _ in range(60):
        if table.scene.status != "playing":
            break
        for reader in chance.sample(READERS, 3):
            board = drawn(room, table, reader)
            assert board == drawn(room, table, reader, anew(room, table))
            owners = {piece["owner"] for line in board for piece in line if piece}
            assert owners <= {reader.spelled("anna"), reader.spelled("bob")}
        play(room, table, (anna, bob), chance)
        room.settle()


def last_states(*desks: Desk) -> list[Json]:
    return [next(m for m in reversed(desk.said) if m["type"] == "SET_GAME_STATE") for desk in desks]


@pytest.mark.parametrize("typed", [("anna", "bob"), (" anna", "bob"), ("anna", "bob "), (" anna", "bob ")])
@pytest.mark.parametrize("game", ["Tic Tac Toe", "Connect Four", "Pente"])
def test_only_whoever_can_use_them_is_shown_moves_and_everybody_their_own_pool(
    game: str, typed: tuple[str, str]
) -> None:
    room, chance = Room(), random.Random(game)
    desks = Desk(room, next(room.conns), "/"), Desk(room, next(room.conns), "/")
    for desk, name in zip(desks, typed, strict=True):
        room.desks[desk.conn] = desk
        desk.say("LOGIN", username=name)
        room.settle()
    table = room.hall.tables[begin(room, *desks, game)]
    for _ in range(8):
        if table.scene.status != "playing":
            break
        position = room.door.piece_ids.now(table)
        for seat, state in enumerate(last_states(*desks)):
            assert bool(state["valid_placements"]) == (seat in table.scene.turn.seats)
            assert [piece["id"] for piece in state["user_pool"]] == list(position.pools[seat])
            assert {piece["owner"] for piece in state["user_pool"]} <= {typed[seat]}
            assert typed[1 - seat] in ("anna", "bob") or typed[1 - seat] not in json.dumps(state)
        play(room, table, desks, chance)
        room.settle()


def test_those_who_read_the_same_are_given_the_same_bytes() -> None:
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    table = room.hall.tables[begin(room, anna, bob, "Chess")]
    position = room.door.piece_ids.now(table)
    bytes_of = [
        position.drawings.board(table.game, table.scene, position.ids, desk.session.screen.reader)
        for desk in (anna, bob)
    ]
    assert bytes_of[0] is bytes_of[1]


def test_a_line_that_nothing_happened_to_is_not_encoded_again() -> None:
    """What is on it is not even looked up."""
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    table = room.hall.tables[begin(room, anna, bob, "Chess")]
    before = last_states(anna)[0]["board"]
    room.door.piece_ids.now(table).drawings.pieces.clear()
    anna.say("TURN", pieceId=9, r=3, c=0)
    room.settle()
    after = last_states(anna)[0]["board"]
    assert [row for row in range(8) if before[row] != after[row]] == [1, 3]
    assert after[3][0] == before[1][0]


def test_a_pool_is_drawn_under_the_name_that_its_owner_has_now() -> None:
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    table = room.hall.tables[begin(room, anna, bob, "Tic Tac Toe")]
    position = room.door.piece_ids.now(table)
    for name in ("anna", " anna", "anna"):
        pool = json.loads(bytes(position.drawings.pool(table.game, 0, position.pools[0], name)))
        assert [piece["owner"] for piece in pool] == [name] * 5


class FarOff(TicTacToe):
    """Tic Tac Toe at the far end of a very wide board."""

    OFF = 40

    def legal(self, state: Board, seat: int) -> list[Place]:
        return [replace(move, c=move.c + self.OFF) for move in super().legal(state, seat)]

    def play(self, state: Board, seat: int, move: Place, dice: Dice) -> Played[Board] | Refusal:
        played = super().play(state, seat, replace(move, c=move.c - self.OFF), dice)
        if isinstance(played, Refusal):
            return played
        return Played(played.state, tuple(replace(event, c=event.c + self.OFF) for event in played.events))

    def view(self, state: Board, seat: int | None) -> BoardView:
        view = super().view(state, seat)
        return replace(view, rows=tuple((None,) * self.OFF + row for row in view.rows))


def test_a_board_of_your_own_may_be_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = {**house_games(), "tictactoe": FarOff()}
    monkeypatch.setattr("tests.protocols.boards.room.house_games", lambda: wide)
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    table = room.hall.tables[begin(room, anna, bob, "Tic Tac Toe")]
    (state,) = last_states(anna)
    assert {"r": 2, "c": 42} in state["valid_placements"]
    anna.say("TURN", pieceId=next(iter(room.door.piece_ids.now(table).pools[0])), r=2, c=42)
    room.settle()
    (state,) = last_states(bob)
    assert state["board"][2][42] is not None
    assert len(state["valid_placements"]) == 8
