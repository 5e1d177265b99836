"""Chess through real WebSockets: every special move and every end, as python-chess has them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import pytest

from tests.protocols.boards.player import Json, Player, begin, the_end

if TYPE_CHECKING:
    from tests.conftest import RunningHall

DATA = Path(__file__).parents[2] / "data"
GAMES: dict[str, str] = json.loads((DATA / "boards-chess-games.json").read_text())
KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
ENDS = {
    "mate": "Checkmate!",
    "stalemate": "Stalemate",
    "threefold": "Draw by threefold repetition",
    "fifty": "Draw by the fifty-move rule",
    "dead": "Draw: nobody can win any more",
}


def piece_on(player: Player, square: int) -> int:
    """The id of the piece on a square."""
    wanted = divmod(square, 8)
    return next(number for number, place in player.mirror.places.items() if place == wanted)


async def both_hear(anna: Player, bob: Player) -> list[Json]:
    """Both are told of a turn; what it changed."""
    first, second = await anna.hear("SET_GAME_STATE"), await bob.hear("SET_GAME_STATE")
    assert first["diffs"] == second["diffs"]
    diffs: list[Json] = first["diffs"]
    return diffs


async def play_line(anna: Player, bob: Player, line: str) -> list[list[Json]]:
    """Play the moves of a line; the diffs of each turn."""
    diffs = []
    for ply, text in enumerate(line.split()):
        move = chess.Move.from_uci(text)
        mover = (anna, bob)[ply % 2]
        mover.turn(piece_on(mover, move.from_square), *divmod(move.to_square, 8))
        diffs.append(await both_hear(anna, bob))
        if move.promotion:
            diffs.append(await promote(anna, bob, mover, move))
    return diffs


async def promote(anna: Player, bob: Player, mover: Player, move: chess.Move) -> list[Json]:
    """The second half of a promotion."""
    other = bob if mover is anna else anna
    assert move.promotion is not None
    state, square = mover.mirror.state, divmod(move.to_square, 8)
    assert state["turn"] == other.mirror.state["turn"] == mover.name
    assert state["turn_type"] == other.mirror.state["turn_type"] == "place"
    assert state["valid_placements"] == [{"r": square[0], "c": square[1]}]
    assert other.mirror.state["valid_placements"] == other.mirror.state["user_pool"] == []
    kinds = [piece["image"].split("-")[1] for piece in state["user_pool"]]
    assert kinds == ["queen.svg", "rook.svg", "bishop.svg", "knight.svg"]
    chosen = next(
        i for i, kind in enumerate(kinds) if kind == f"{KINDS[chess.piece_symbol(move.promotion)]}.svg"
    )
    mover.turn(state["user_pool"][chosen]["id"], *square)
    return await both_hear(anna, bob)


def seen_by(player: Player) -> dict[int, str]:
    """What stands where, as the board that was sent shows it."""
    letters = {kind: letter for letter, kind in KINDS.items()}
    found = {}
    for number, (r, c) in player.mirror.places.items():
        colour, kind = Path(player.mirror.images[number]).stem.split("-")
        found[8 * r + c] = letters[kind].upper() if colour == "white" else letters[kind]
    return found


@pytest.mark.parametrize("name", GAMES)
async def test_a_game_goes_as_it_does_everywhere(hall: "RunningHall", name: str) -> None:
    anna, bob = await begin(hall, "Chess")
    await play_line(anna, bob, GAMES[name])
    board = chess.Board()
    for move in GAMES[name].split():
        board.push_uci(move)
    expected = {square: piece.symbol() for square, piece in board.piece_map().items()}
    assert seen_by(anna) == seen_by(bob) == expected
    if name in ENDS:
        end = await the_end(anna, bob)
        assert end == {
            "type": "GAME_END",
            "winner": bob.name if name == "mate" else "",
            "message": ENDS[name],
        }
    else:
        assert anna.mirror.state["turn"] == (anna.name if board.turn else bob.name)


@pytest.mark.parametrize(
    ("name", "king", "rook"),
    [
        ("white castles short", (0, 6), (0, 5)),
        ("white castles long", (0, 2), (0, 3)),
        ("black castles short", (7, 6), (7, 5)),
        ("black castles long", (7, 2), (7, 3)),
    ],
)
async def test_castling_is_one_turn_and_two_diffs(
    hall: "RunningHall", name: str, king: tuple[int, int], rook: tuple[int, int]
) -> None:
    anna, bob = await begin(hall, "Chess")
    diffs = (await play_line(anna, bob, GAMES[name]))[-1]
    assert [(diff["r"], diff["c"]) for diff in diffs] == [king, rook]
    kinds = [Path(bob.mirror.images[diff["id"]]).stem.split("-")[1] for diff in diffs]
    assert kinds == ["king", "rook"]


@pytest.mark.parametrize("colour", ["white", "black"])
async def test_a_pawn_captured_en_passant_comes_first(hall: "RunningHall", colour: str) -> None:
    anna, bob = await begin(hall, "Chess")
    line = GAMES[f"{colour} captures en passant"]
    diffs = (await play_line(anna, bob, line))[-1]
    target = chess.Move.from_uci(line.split()[-1]).to_square
    assert [(diff["r"], diff["c"]) for diff in diffs] == [(-1, -1), divmod(target, 8)]


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("letter", "qrbn")
async def test_a_promoted_pawn_comes_back_under_another_id(
    hall: "RunningHall", colour: str, letter: str
) -> None:
    anna, bob = await begin(hall, "Chess")
    *_, leaving, coming = await play_line(anna, bob, GAMES[f"{colour} promotes to {letter}"])
    captured, pawn = leaving
    (piece,) = coming
    assert (captured["r"], pawn["r"]) == (-1, -1)
    assert piece["id"] not in (captured["id"], pawn["id"])
    for player in (anna, bob):
        assert player.mirror.images[piece["id"]] == f"/images/chess/{colour}-{KINDS[letter]}.svg"
        assert player.mirror.pool == []


async def test_while_a_pawn_is_promoted_nothing_else_moves(hall: "RunningHall") -> None:
    anna, bob = await begin(hall, "Chess")
    await play_line(anna, bob, " ".join(GAMES["white promotes to q"].split()[:-1]))
    anna.turn(piece_on(anna, chess.B7), 7, 0)
    await both_hear(anna, bob)
    king = piece_on(anna, chess.E1)
    assert (await anna.turn_to(king, 1, 4))["errorMessage"] == "First choose what your pawn becomes."
    refused = await anna.turn_to(anna.mirror.pool[0], 7, 1)
    assert (refused["errorMessage"], refused["diffs"]) == ("That piece cannot go there.", [])
    assert len(refused["user_pool"]) == 4
    await bob.hears_nothing()
