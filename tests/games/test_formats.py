"""Games as files: what is written is read by other programs, or by a small reader, as what was played."""

import io
import random
import re
from itertools import pairwise
from typing import Any

import chess
import chess.pgn
import pytest

from tablehall.games import house_games
from tablehall.games.api import Outcome, Played, drawn, won_by
from tablehall.games.board import Place, Step
from tablehall.games.dice import Dice
from tablehall.games.formats import Clock, Player, ScoreSheet, WholeMove, time_control

DICE = Dice(b"seed" * 8)
PLAYERS = (Player('Anna "the" \\ rook'), Player("Žofie", bot=True))


def sheet(name: str, seed: int, longest: int = 300, **known: Any) -> tuple[ScoreSheet, list[Any]]:
    """A random game, and all of its moves."""
    rules, luck = house_games()[name], random.Random(seed)
    assert rules.notation is not None
    start = state = rules.setup(2, rules.Options(), DICE)
    moves, begun = [], ""
    made: list[Any] = []
    while (seats := rules.turn(state).seats) and (len(made) < longest or begun):
        move = luck.choice(list(rules.legal(state, seats[0])))
        played = rules.play(state, seats[0], move, DICE)
        assert isinstance(played, Played)
        begun += rules.notation.written(rules, state, move, played.state)
        made.append(move)
        state = played.state
        if not rules.notation.goes_on(state):
            moves.append(WholeMove(seats[0], begun, state))
            begun = ""
    outcome = rules.outcome(state)
    plain = ScoreSheet(
        table=4711,
        title="",
        begun=1_794_981_116_351,
        rated=True,
        clock=Clock(),
        players=PLAYERS,
        start=start,
        moves=tuple(moves),
        outcome=outcome,
        goes_on=outcome is None,
    )
    return plain._replace(**known), made


def as_theirs(moves: list[Any]) -> list[chess.Move]:
    """Our moves in those of python-chess."""
    found: list[chess.Move] = []
    for move in moves:
        if isinstance(move, Place):
            found[-1].promotion = chess.PIECE_NAMES.index(move.piece)
        else:
            found.append(chess.Move(8 * move.r + move.c, 8 * move.to_r + move.to_c))
    return found


@pytest.mark.parametrize("seed", range(200))
def test_python_chess_reads_what_was_played(seed: int) -> None:
    written, moves = sheet("chess", seed, longest=60 + seed)
    formats = house_games()["chess"].formats
    game = chess.pgn.read_game(io.StringIO(formats["pgn"].write(written)))
    assert game is not None
    assert not game.errors
    assert list(game.mainline_moves()) == as_theirs(moves)
    board = game.end().board()
    assert formats["fen"].write(written) == f"{board.fen()}\n"
    assert game.headers["Result"] == ("*" if written.goes_on else board.result(claim_draw=True))


def test_a_file_says_who_played_when_and_how() -> None:
    clock = Clock("total", 300_000, 2_500)
    written, _ = sheet("chess", 1, longest=4, clock=clock, title="Club evening")
    lines = house_games()["chess"].formats["pgn"].write(written).splitlines()
    assert lines[:-2] == [
        '[Event "Club evening"]',
        '[Site "Tablehall"]',
        '[Date "2026.11.18"]',
        '[Round "-"]',
        '[White "Anna \\"the\\" \\\\ rook"]',
        '[Black "Žofie"]',
        '[Result "*"]',
        '[UTCDate "2026.11.18"]',
        '[UTCTime "05:51:56"]',
        '[WhiteType "human"]',
        '[BlackType "program"]',
        '[TimeControl "300+2.5"]',
        '[Termination "unterminated"]',
        '[Table "4711"]',
    ]
    assert re.fullmatch(r"1\. \S+ \S+ 2\. \S+ \S+ \*", lines[-1])


def test_nothing_breaks_out_of_a_tag() -> None:
    written, _ = sheet("chess", 1, longest=2, title='"]\n\n1. e4 {x} *\x1b[2J')
    text = house_games()["chess"].formats["pgn"].write(written)
    assert text.startswith('[Event "\\"]??1. e4 {x} *?[2J"]\n')
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert len(list(game.mainline_moves())) == 2


@pytest.mark.parametrize(
    ("outcome", "goes_on", "chess_result", "checkers_result", "termination"),
    [
        (None, True, "*", "*", "unterminated"),
        (None, False, "*", "*", "abandoned"),
        (won_by(0, reason="checkmate"), False, "1-0", "0-1", "normal"),
        (won_by(1, reason="resigned"), False, "0-1", "1-0", "normal"),
        (won_by(0, reason="time"), False, "1-0", "0-1", "time forfeit"),
        (won_by(0, reason="absent"), False, "1-0", "0-1", "abandoned"),
        (drawn(reason="agreement"), False, "1/2-1/2", "1/2-1/2", "normal"),
    ],
)
def test_every_end_has_its_words(
    outcome: Outcome | None, goes_on: bool, chess_result: str, checkers_result: str, termination: str
) -> None:
    """Dark, who is Black to programs, begins a game of checkers, and has seat 0."""
    for name, kind, result in (("chess", "pgn", chess_result), ("checkers", "pdn", checkers_result)):
        written, _ = sheet(name, 1, longest=2, outcome=outcome, goes_on=goes_on)
        text = house_games()[name].formats[kind].write(written)
        assert f'[Result "{result}"]\n' in text
        assert f'[Termination "{termination}"]\n' in text
        assert text.endswith(f" {result}\n")


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (Clock(), "-"),
        (Clock("total", 300_000), "300"),
        (Clock("total", 90_500, 1_000), "90.5+1"),
        (Clock("answer", 86_400_000), "1/86400"),
    ],
)
def test_clocks_are_told_as_programs_know_them(clock: Clock, words: str) -> None:
    assert time_control(clock) == words


def read_pdn(text: str) -> tuple[dict[str, str], list[list[str]], str]:
    """The tags, the squares of each move, and the result."""
    head, body = text.split("\n\n")
    tags = dict(re.findall(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]', head))
    *words, result = body.split()
    moves = [re.split("[-x]", word) for word in words if not word.endswith(".")]
    numbers = [int(word[:-1]) for word in words if word.endswith(".")]
    assert numbers == list(range(1, len(moves) // 2 + len(moves) % 2 + 1))
    return tags, moves, result


def square_of(name: str) -> tuple[int, int]:
    """A numbered dark square of checkers, or a named one of dáma."""
    if not name.isdecimal():
        return int(name[1:]) - 1, "abcdef".index(name[0])
    r, place = divmod(int(name) - 1, 4)
    return r, 7 - 2 * place - (r + 1) % 2


@pytest.mark.parametrize("name", ["checkers", "dama"])
@pytest.mark.parametrize("seed", range(40))
def test_what_is_read_from_a_pdn_is_what_was_played(name: str, seed: int) -> None:
    written, made = sheet(name, seed)
    text = house_games()[name].formats["pdn"].write(written)
    assert max(map(len, text.splitlines())) <= 80
    tags, moves, result = read_pdn(text)
    steps = [Step(*square_of(a), *square_of(b)) for move in moves for a, b in pairwise(move)]
    assert steps == made
    assert tags["Result"] == result
    assert tags["White" if name == "checkers" else "Black"] == "Žofie"


def test_which_draughts_it_is_is_said() -> None:
    for name, kind in (("checkers", "21,B,8,8,N1,0"), ("dama", "29,W,6,6,A0,1")):
        written, _ = sheet(name, 1, longest=3)
        assert f'[GameType "{kind}"]\n' in house_games()[name].formats["pdn"].write(written)


def test_only_games_that_other_programs_know_have_formats() -> None:
    formats = {name: list(rules.formats) for name, rules in house_games().items() if rules.formats}
    assert formats == {"chess": ["pgn", "fen"], "checkers": ["pdn"], "dama": ["pdn"]}
