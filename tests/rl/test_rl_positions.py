"""From what is told of a table back to the rules: search bots play on from there."""

import random
from typing import Any

import msgspec
import pytest

from tablehall.games import chess, house_games
from tablehall.games.chess.fen import from_fen
from tablehall.protocols.house.replies import Gathered, Happened, TableCard
from tablehall.protocols.house.replies import Table as Whole
from tablehall.rl import Follower, state_from
from tablehall.rl.table import Table
from tests.rl.played import Kind, moments

BOARDS = ["checkers", "chess", "connect_four", "dama", "pente", "tictactoe"]


def as_json(value: Any) -> Any:
    """As it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("name", BOARDS)
def test_a_state_from_a_view_has_the_same_moves_and_leads_to_the_same_places(name: str) -> None:
    game, chance = house_games()[name], random.Random(1)
    for table in moments(Kind(name, 2), games=5, seed=1, most=150):
        truth, seat = table.arena.state, table.seat
        legal = list(game.legal(truth, seat)) if not table.over else []
        state = state_from(name, as_json(game.view(truth, None)), as_json(legal))
        assert game.view(state, None) == game.view(truth, None)
        if table.over:
            continue
        assert set(game.legal(state, seat)) == set(legal)
        move = chance.choice(legal)
        one: Any = game.play(state, seat, move, table.arena.dice)
        other: Any = game.play(truth, seat, move, table.arena.dice)
        assert game.view(one.state, None) == game.view(other.state, None)
        assert one.events == other.events


@pytest.mark.parametrize("name", ["connect_four", "tictactoe", "pente"])
def test_an_end_is_recognised(name: str) -> None:
    game = house_games()[name]
    for table in moments(Kind(name, 2), games=3, seed=9):
        if table.over:
            state = state_from(name, game.view(table.arena.state, None))
            assert game.outcome(state) == table.arena.outcome


def test_the_moves_tell_what_a_view_of_chess_does_not() -> None:
    game = chess.game
    for fen, field in (
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "passing"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "castling"),
    ):
        truth = from_fen(fen)
        state = state_from("chess", game.view(truth, None), game.legal(truth, 0))
        assert getattr(state, field) == getattr(truth, field)
    view = game.view(from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"), None)
    assert state_from("chess", view).castling == "KQkq", (
        "without the moves, who stands at home has never moved"
    )


@pytest.mark.parametrize("name", ["mia", "shelfie", "eriantys"])
def test_games_with_secrets_or_dice_say_so(name: str) -> None:
    table = Table(name)
    with pytest.raises(ValueError, match="has secrets or dice"):
        state_from(name, table.arena.view(0))
    with pytest.raises(ValueError, match="has secrets or dice"):
        Follower(name)


def whole(name: str, view: Any) -> Whole:
    """A table as the house door tells all of it."""
    return Whole(
        card=TableCard(1, name, "playing", (None, None), 0),
        seq=2,
        at=0,
        you=None,
        commitment="",
        view=as_json(view),
    )


def moved(seq: int, seat: int, move: Any, view: Any) -> Happened:
    """A move as the house door tells of it."""
    return Happened(table=1, seq=seq, at=0, what="moved", seat=seat, move=as_json(move), view=as_json(view))


@pytest.mark.parametrize("name", BOARDS)
def test_whoever_follows_a_table_knows_exactly_how_it_stands(name: str) -> None:
    game, table, chance = house_games()[name], Table(name), random.Random(2)
    follower = Follower(name)
    assert follower.hear(whole(name, table.arena.view())) == table.arena.state
    for seq in range(3, 90):
        if table.over:
            break
        seat, move = table.seat, chance.choice(list(table.choices.values()))
        table.play(move)
        assert follower.hear(moved(seq, seat, move, game.view(table.arena.state, None))) == table.arena.state
        assert follower.hear(Gathered(table=1, watching=2)) == table.arena.state
    assert follower.exact


def test_whoever_comes_late_or_sees_a_move_taken_back_goes_on_from_what_is_shown() -> None:
    table = Table("chess")
    for action in list(table.choices)[:1]:
        table.step(action)
    late = Follower("chess")
    late.hear(whole("chess", table.arena.view()))
    assert not late.exact
    assert late.state.board == table.arena.state.board
    start = Table("chess").arena.view()
    late.hear(Happened(table=1, seq=9, at=0, what="taken_back", view=as_json(start)))
    assert late.state.board == Table("chess").arena.state.board
    assert late.hear(Happened(table=1, seq=10, at=0, what="said", text="hm")) == late.state
