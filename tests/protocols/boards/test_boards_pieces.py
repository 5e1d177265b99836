"""Ids on pieces: followed through events, and found again after something was missed."""

import random
from typing import Any

import pytest

from tablehall.games import house_games
from tablehall.games.api import Played
from tablehall.games.board import BoardNo, Place, Removed, Step
from tablehall.games.dice import Dice
from tablehall.protocols.boards.facts import offered
from tablehall.protocols.boards.pieces import Position, followed, laid_out, move_meant

GAMES = house_games()


def start(game: str) -> Position:
    rules = GAMES[game]
    state = rules.setup(2, rules.Options(), Dice(bytes(32)))
    return laid_out(0, state, rules.view(state, None))


def after(game: str, position: Position, move: Any, *, unseen: bool = False, chosen: int = 0) -> Position:
    """The position after a move, seen happening or not."""
    rules = GAMES[game]
    played = rules.play(position.state, rules.turn(position.state).seats[0], move, Dice(bytes(32)))
    assert isinstance(played, Played)
    view = rules.view(played.state, None)
    events = () if unseen else played.events
    return followed(position.seq + 1, position, played.state, view, events, chosen)


def pieces(position: Position) -> dict[int, Any]:
    """Every id on the board, and what it is on."""
    return {
        number: (r, c, position.view.rows[r][c])
        for r, row in enumerate(position.ids)
        for c, number in enumerate(row)
        if number
    }


def test_ids_begin_with_1_and_the_pools_come_after_the_board() -> None:
    assert start("tictactoe").pools == [
        dict.fromkeys(range(1, 6), "x"),
        dict.fromkeys(range(6, 11), "o"),
    ]
    chess = start("chess")
    assert chess.ids[0] == (1, 2, 3, 4, 5, 6, 7, 8)
    assert chess.ids[7] == (25, 26, 27, 28, 29, 30, 31, 32)
    assert (chess.pools, chess.fresh) == ([{}, {}], 33)


@pytest.mark.parametrize("game", offered(GAMES))
def test_what_was_missed_leads_to_the_same_ids_as_what_was_seen(game: str) -> None:
    """One move at a time a position can be compared as well as followed."""
    for seed in range(8):
        chance, position = random.Random(seed), start(game)
        rules = GAMES[game]
        for _ in range(120):
            turn = rules.turn(position.state).seats
            if not turn:
                break
            move = chance.choice(rules.legal(position.state, turn[0]))
            seen, missed = after(game, position, move), after(game, position, move, unseen=True)
            assert seen.ids == missed.ids
            assert [list(pool.items()) for pool in seen.pools] == [
                list(pool.items()) for pool in missed.pools
            ]
            assert sorted(seen.diffs, key=str) == sorted(missed.diffs, key=str)
            gone = [diff.r < 0 for diff in missed.diffs]
            assert gone == sorted(gone, reverse=True), "what left the board comes first"
            position = seen


@pytest.mark.parametrize("game", offered(GAMES))
def test_after_many_missed_moves_every_id_is_used_once_and_on_the_right_piece(game: str) -> None:
    chance, position = random.Random(3), start(game)
    rules = GAMES[game]
    known = position
    for number in range(90):
        turn = rules.turn(position.state).seats
        if not turn:
            break
        position = after(game, position, chance.choice(rules.legal(position.state, turn[0])))
        if number % 11 == 10:
            before = pieces(known)
            known = followed(position.seq, known, position.state, position.view, ())
            now = pieces(known)
            assert len(now) == len(pieces(position))
            for id_, (_, _, piece) in now.items():
                assert piece is not None
                assert id_ not in before or before[id_][2] == piece, "a piece became another under its id"
            pooled = {id_ for pool in known.pools for id_ in pool}
            assert not pooled & set(now)
            assert max([*pooled, *now], default=0) < known.fresh
            shown = dict(before)
            for diff in known.diffs:
                shown.pop(diff.id, None)
                if diff.r >= 0:
                    shown[diff.id] = (diff.r, diff.c, None)
            assert {k: v[:2] for k, v in shown.items()} == {k: v[:2] for k, v in now.items()}


def test_events_on_an_empty_square_are_not_believed() -> None:
    position = start("chess")
    moved = after("chess", position, Step(1, 0, 2, 0))
    found = followed(1, position, moved.state, moved.view, (Removed(4, 4),))
    assert [(diff.id, diff.r, diff.c) for diff in found.diffs] == [(9, 2, 0)]


def test_a_piece_of_another_door_is_the_first_in_the_pool_and_a_chosen_one_is_itself() -> None:
    position = start("connect_four")
    assert after("connect_four", position, Place(0, 3)).ids[0][3] == 1
    assert after("connect_four", position, Place(0, 3), chosen=7).ids[0][3] == 7
    assert after("connect_four", position, Place(0, 3), chosen=22).ids[0][3] == 1, "that one is the other's"


def test_the_pool_of_pente_always_shows_one_fresh_stone() -> None:
    position = start("pente")
    assert position.pools == [{1: "stone"}, {2: "stone"}]
    position = after("pente", position, Place(9, 9))
    assert position.pools == [{3: "stone"}, {2: "stone"}]


def test_a_position_stays_as_it_was_when_the_next_one_is_made_of_it() -> None:
    """It may still have to be told. What did not change is not even copied."""
    position = start("tictactoe")
    moved = after("tictactoe", position, Place(1, 2), chosen=3)
    assert (position.ids, position.diffs, list(position.pools[0])) == ([(0, 0, 0)] * 3, [], [1, 2, 3, 4, 5])
    assert (moved.ids, list(moved.pools[0])) == ([(0, 0, 0), (0, 0, 3), (0, 0, 0)], [1, 2, 4, 5])
    assert moved.ids[0] is position.ids[0]
    assert moved.pools[1] is position.pools[1]


def test_a_turn_means_a_move() -> None:
    chess, tictactoe = start("chess"), start("tictactoe")
    assert move_meant(chess, GAMES["chess"], 0, 9, 3, 0) == Step(1, 0, 3, 0)
    assert move_meant(chess, GAMES["chess"], 0, 0, 3, 0) is BoardNo.NOT_THAT_PIECE
    assert move_meant(chess, GAMES["chess"], 0, 33, 3, 0) is BoardNo.NOT_THAT_PIECE
    assert move_meant(tictactoe, GAMES["tictactoe"], 0, 5, 1, 2) == Place(1, 2)
    assert move_meant(tictactoe, GAMES["tictactoe"], 1, 5, 1, 2) is BoardNo.NOT_THAT_PIECE
    placed = after("tictactoe", tictactoe, Place(0, 0))
    assert move_meant(placed, GAMES["tictactoe"], 1, 1, 1, 2) is BoardNo.CANNOT_GO_THERE
