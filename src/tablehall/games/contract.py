"""The tests that every game gets for free: `check_game(game)` plays random games and
raises AssertionError, in words, at the first promise that the game breaks. Notes say how to see it again."""

import enum
import random
import types
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, cast

import msgspec

from tablehall.games.api import AnyGame, Outcome, Played, Refusal
from tablehall.games.board import BoardView
from tablehall.games.board_contract import check_drawn, check_events, check_look
from tablehall.games.dice import Dice
from tablehall.games.frozen import check_frozen, members
from tablehall.games.notation_contract import check_written
from tablehall.games.watched import Watched

_encode = msgspec.json.Encoder().encode

Line = list[tuple[int, Any, bytes]]
"""A game as it was played: seat, move, and the state after it; first the one before any move."""
SHOWN = 10
"""Of a game in which something is wrong so many moves are told."""


class Checked(NamedTuple):
    """How much was looked at."""

    games: int
    moves: int
    tries: int


def check_game(
    game: AnyGame, *, games: int = 1000, seed: int = 1, longest: int = 10_000, probes: int = 4
) -> Checked:
    """Play `games` random games over all seat counts and check the contract in each.

    `longest` is the number of moves after which a game counts as endless; `probes` is how
    many made-up moves are tried at every position.
    """
    check_declaration(game)
    game = cast(AnyGame, Watched(game))
    rng = random.Random(seed)
    known: list[Any] = []
    redealt = moves = tries = 0
    for number in range(games):
        seats = game.seats[number % len(game.seats)]
        options = random_options(game, rng)
        key = rng.randbytes(32)
        line: Line = []
        try:
            redealt += play_through(game, seats, options, key, rng, known, longest, probes, line)
            check_replay(game, seats, options, key, line)
        except AssertionError as error:
            error.add_note(_where(seed, number, seats, options, line))
            raise
        moves += len(line) - 1
        tries += (len(line) - 1) * (seats + 2) * probes
        known = known[-200:]
    assert game.open_information or redealt or not games, (
        f"{game.name} is not open_information, but `redeal` never changed what it hides"
    )
    return Checked(games, moves, tries)


def _where(seed: int, number: int, seats: int, options: Any, line: Line) -> str:
    """How to come to where something is wrong."""
    made = [f"seat {seat} {move!r}" for seat, move, _ in line[1:]]
    shown = "; ".join(made[-SHOWN:])
    before = f" (the last {SHOWN} of them)" if len(made) > SHOWN else ""
    with_options = f", {options!r}" if msgspec.structs.fields(options) else ""
    return (
        f"It was game {number + 1} of seed {seed}, {seats} seats{with_options}, after {len(made)} moves"
        + (f"{before}: {shown}" if made else "")
        + f"\nTo see it again: seed={seed}, games={number + 1}"
    )


def check_declaration(game: AnyGame) -> None:
    """The names and types a game must declare."""
    for name in ("name", "title", "State", "Move", "View"):
        assert hasattr(game, name), f"the game does not declare `{name}`"
    assert min(game.seats, default=0) > 0, "seats: no number of players"
    try:
        game.Options()
    except TypeError as error:
        raise AssertionError(f"every option needs a default: {error}") from error
    for name in ("State", "Move", "View", "Event", "Options"):
        check_frozen(name, getattr(game, name))
        assert members(getattr(game, name)), f"{name} is no struct: write a class that is a Value"
    check_look(game)


def encode(value: Any) -> bytes:
    """A value as JSON."""
    try:
        return _encode(value)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{value!r} cannot be written as JSON: {error}") from error


def decode(data: bytes, kind: Any) -> Any:
    """A value from its JSON."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise AssertionError(f"{data.decode()} cannot be read back: {error}") from error


def play_through(
    game: AnyGame,
    seats: int,
    options: Any,
    key: bytes,
    rng: random.Random,
    known: list[Any],
    longest: int,
    probes: int,
    line: Line,
) -> int:
    """One random game, which is written into `line`; returns how often `redeal` found something to hide."""
    dice = Dice(key)
    state = game.setup(seats, options, dice)
    line.append((-1, None, encode(state)))
    hidden, declared = 0, members(game.Event)
    for _ in range(longest):
        check_round_trip(game, state)
        hidden += check_privacy(game, state, seats, rng)
        turn, outcome = game.turn(state), game.outcome(state)
        if outcome is not None:
            check_end(game, state, seats, outcome, turn.seats, known)
            return hidden
        assert turn.seats, f"nobody may act and nobody won: {state}"
        check_probes(game, state, seats, dice, rng, known, probes)
        seat = rng.choice(turn.seats)
        moves = game.legal(state, seat)
        assert moves, f"seat {seat} is on turn and has no move: {state}"
        move = rng.choice(moves)
        assert decode(encode(move), game.Move) == move, f"{move} does not survive JSON"
        known.append(move)
        before = encode(state)
        played = game.play(state, seat, move, dice)
        assert isinstance(played, Played), f"legal move {move} of seat {seat} refused: {played} in {state}"
        assert encode(state) == before, f"{move} changed the state it was played on"
        for event in played.events:
            assert isinstance(event, declared), f"{event} is not a declared Event"
        if isinstance(seen := game.view(played.state, None), BoardView):
            check_events(game.view(state, None), played.events, seen)
            if game.look.board:
                check_drawn(game, seen)
        if game.notation is not None:
            check_written(game, state, seat, move, moves, played.state)
        state = played.state
        line.append((seat, move, encode(state)))
    raise AssertionError(f"no end after {longest} moves: {state}")


def check_round_trip(game: AnyGame, state: Any) -> None:
    """A state survives JSON."""
    data = encode(state)
    again = decode(data, game.State)
    assert again == state, f"{state} does not survive JSON: {again}"


def check_end(
    game: AnyGame, state: Any, seats: int, outcome: Outcome, on_turn: tuple[int, ...], known: list[Any]
) -> None:
    """An ended game ranks every seat and lets nobody move."""
    assert not on_turn, f"{on_turn} may act after the end: {state}"
    assert len(outcome.ranks) == seats, f"{outcome} does not rank {seats} seats"
    assert min(outcome.ranks) == 1, f"nobody is first: {outcome}"
    assert not game.look.boards or outcome.reason in game.look.ends, (
        f"look: no sentence for {outcome.reason!r}"
    )
    for seat in range(seats):
        assert not game.legal(state, seat), f"seat {seat} has moves after the end"
        for move in known[-20:]:
            answer = game.play(state, seat, move, Dice(bytes(32)))
            assert isinstance(answer, Refusal), f"{move} accepted after the end"


def check_probes(
    game: AnyGame, state: Any, seats: int, dice: Dice, rng: random.Random, known: list[Any], probes: int
) -> None:
    """Exactly the legal moves are accepted, whoever tries; a refused one changes nothing."""
    on_turn = game.turn(state).seats
    for seat in range(-1, seats + 1):
        legal = list(game.legal(state, seat)) if 0 <= seat < seats else []
        assert not legal or seat in on_turn, f"seat {seat} has moves but is not on turn"
        tries = [rng.choice(known) for _ in range(probes // 2) if known]
        tries += [made_up(game.Move, rng) for _ in range(probes - len(tries))]
        for move in tries:
            before, position = encode(state), dice.position
            answer = game.play(state, seat, move, Dice(dice.key, position))
            if isinstance(answer, Played):
                assert move in legal, f"{move} of seat {seat} is accepted but not in legal: {state}"
            else:
                assert isinstance(answer, Refusal), f"{move}: neither Played nor Refusal"
                assert move not in legal, f"{move} of seat {seat} is legal but refused: {answer}"
            assert encode(state) == before, f"{move} changed the state it was tried on"


def check_privacy(game: AnyGame, state: Any, seats: int, rng: random.Random) -> int:
    """States that a viewer cannot tell apart look the same to them, to the byte."""
    changed = 0
    views = {seat: encode(game.view(state, seat)) for seat in (None, *range(seats))}
    if game.open_information:
        assert len(set(views.values())) == 1, f"an open game shows different views: {state}"
        return 0
    data = encode(state)
    for seat, seen in views.items():
        other = game.redeal(state, seat, Dice(rng.randbytes(32)))
        assert isinstance(game.describe(game.view(state, seat)), str)
        viewer = "a spectator" if seat is None else f"seat {seat}"
        assert encode(game.view(other, seat)) == seen, f"{viewer} sees what they may not know: {state}"
        changed += encode(other) != data
    return changed


def check_replay(game: AnyGame, seats: int, options: Any, key: bytes, line: Line) -> None:
    """The same dice and the same moves are the same game."""
    dice = Dice(key)
    state = game.setup(seats, options, dice)
    assert encode(state) == line[0][2], "setup does not repeat with the same dice"
    for seat, move, after in line[1:]:
        played = game.play(state, seat, move, dice)
        assert isinstance(played, Played), f"{move} refused in replay"
        state = played.state
        assert encode(state) == after, f"{move} does not repeat with the same dice"


def random_options(game: AnyGame, rng: random.Random) -> Any:
    """The game's options, each drawn from what its type allows."""
    chosen: dict[str, Any] = {}
    for field in msgspec.structs.fields(game.Options):
        choices = list(_choices(field.type))
        if choices:
            chosen[field.name] = rng.choice(choices)
    return game.Options(**chosen)


def made_up(kind: Any, rng: random.Random) -> Any:
    """A value of a type, drawn blindly: what a confused or rude client might send."""
    if choices := list(_choices(kind)):
        return rng.choice(choices)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return made_up(rng.choice(args), rng)
    if origin in (tuple, list, frozenset, set):
        fixed = origin is tuple and args[-1] is not Ellipsis
        parts = args if fixed else [args[0]] * rng.randrange(4)
        return origin(made_up(part, rng) for part in parts)
    if origin is typing.Annotated:
        return made_up(args[0], rng)
    if kind is int:
        return rng.choice((*range(-2, 12), rng.randrange(-5, 70), 2**40, -(2**40)))
    if kind is str:
        return rng.choice(("", "a", "x" * 30, "\0", "e4"))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind(**{f.name: made_up(f.type, rng) for f in _fields(kind)})
    raise TypeError(f"cannot make up a {kind}")


_fields = cache(msgspec.structs.fields)


def _choices(kind: Any) -> Iterator[Any]:
    if kind is bool:
        yield from (False, True)
    elif kind is None or kind is type(None):
        yield None
    elif typing.get_origin(kind) is typing.Literal:
        yield from typing.get_args(kind)
    elif isinstance(kind, type) and issubclass(kind, enum.Enum):
        yield from kind
