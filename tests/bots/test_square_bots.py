"""The house's players of the square games: what each level sees, and what the best never miss."""

import random
from typing import Any

import pytest

from tablehall.bots import Bot, Thought, checkers, chess, connect_four, dama, pente, tictactoe
from tablehall.bots.chess.model import ChessModel, seen_by
from tablehall.bots.levels import levels_of
from tablehall.bots.search import Model, Search
from tablehall.games import checkers as checkers_rules
from tablehall.games import dama as dama_rules
from tablehall.games import house_games
from tablehall.games import pente as pente_rules
from tablehall.games.api import AnyGame, Played
from tablehall.games.board import Place, Step
from tablehall.games.chess.fen import from_fen, square_named
from tablehall.games.dice import Dice

GAMES = house_games()
SQUARE_GAMES = ("tictactoe", "connect_four", "checkers", "dama", "pente", "chess")
LEVELS = {name: levels_of(GAMES[name]) for name in SQUARE_GAMES}


def thought(seed: int = 1, effort: float = 1.0) -> Thought:
    return Thought(random.Random(seed), effort)


def asked(bot: Bot, game: str, state: Any, seed: int = 1, effort: float = 1.0) -> Any:
    return bot(GAMES[game], state, state.turn, thought(seed, effort))


def after(game: AnyGame, state: Any, move: Any) -> Any:
    played = game.play(state, state.turn, move, Dice(bytes(32)))
    assert isinstance(played, Played), f"{move} refused: {played}"
    return played.state


class Chooser(random.Random):
    """Chance that takes a given one of what it may choose from, and remembers how many there were."""

    def __init__(self, which: int) -> None:
        super().__init__(0)
        self.which, self.many = which, 1

    def choice(self, seq: Any) -> Any:
        self.many = len(seq)
        return seq[self.which]


def every_choice(bot: Bot, game: AnyGame, state: Any) -> list[Any]:
    """Every move that the bot might make, whatever its luck."""
    first = Chooser(0)
    found = [bot(game, state, state.turn, Thought(first))]
    return found + [bot(game, state, state.turn, Thought(Chooser(which))) for which in range(1, first.many)]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_of_tic_tac_toe_never_loses_whatever_anybody_plays(seat: int) -> None:
    game, ends, seen = GAMES["tictactoe"], [], set()

    def play(state: Any) -> None:
        if state in seen:
            return
        seen.add(state)
        if outcome := game.outcome(state):
            ends.append(outcome.ranks[seat] - outcome.ranks[1 - seat])
            return
        mine = state.turn == seat
        for move in every_choice(tictactoe.perfect, game, state) if mine else game.legal(state, state.turn):
            play(after(game, state, move))

    play(game.setup(2, None, Dice(bytes(32))))
    assert max(ends) == 0
    assert min(ends) == -1


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("name", SQUARE_GAMES)
def test_every_level_plays_whole_games_by_the_rules(name: str, level: int) -> None:
    game, bot = GAMES[name], LEVELS[name][level - 1]
    state, luck = game.setup(2, None, Dice(bytes(32))), random.Random(level)
    for _ in range(60):
        if game.outcome(state):
            break
        state = after(game, state, bot(game, state, state.turn, Thought(luck, 0.03)))


@pytest.mark.parametrize("name", SQUARE_GAMES)
def test_the_same_luck_and_effort_make_the_same_move(name: str) -> None:
    game = GAMES[name]
    state = game.setup(2, None, Dice(bytes(32)))
    for number in range(6):
        for bot in LEVELS[name]:
            assert asked(bot, name, state, number, 0.05) == asked(bot, name, state, number, 0.05)
        state = after(game, state, asked(LEVELS[name][0], name, state, number))


@pytest.mark.parametrize("name", SQUARE_GAMES)
def test_no_time_at_all_is_enough_for_a_legal_move(name: str) -> None:
    game = GAMES[name]
    state = game.setup(2, None, Dice(bytes(32)))
    move = LEVELS[name][2](game, state, 0, Thought(random.Random(1), 1000.0, lambda: True))
    assert move in game.legal(state, 0)


def model_of(name: str, state: Any) -> tuple[Model[Any, Any], Any, Any]:
    """How a game is seen, the position, and what turns a move seen into a move of the rules."""
    if name == "connect_four":
        return connect_four.MODEL, connect_four.seen_by(state, state.turn), connect_four.place
    if name == "checkers":
        return checkers.CheckersModel(), checkers.seen_by(state), checkers.step
    if name == "dama":
        return dama.MODEL, dama.seen_by(state), dama.step
    return ChessModel(), seen_by(state), lambda hop: chess.move(state, hop)


@pytest.mark.parametrize("name", ["checkers", "dama", "chess"])
def test_the_model_knows_every_move_and_where_it_leads(name: str) -> None:
    game, luck = GAMES[name], random.Random(5)
    for _ in range(3):
        state = game.setup(2, None, Dice(bytes(32)))
        while not game.outcome(state):
            model, position, spoken = model_of(name, state)
            forcing, quiet = model.moves(position)
            assert sorted(map(repr, map(spoken, forcing + quiet))) == sorted(
                map(repr, game.legal(state, state.turn))
            )
            chosen = luck.choice(forcing + quiet)
            state = after(game, state, spoken(chosen))
            assert model.key(model.after(position, chosen)) == model.key(model_of(name, state)[1])


def test_the_eyes_keep_right_accounts_of_pente() -> None:
    game, luck = GAMES["pente"], Thought(random.Random(5))
    for _ in range(4):
        state = game.setup(2, None, Dice(bytes(32)))
        while not state.end:
            move = pente.careless(game, state, state.turn, luck)
            seen = pente.MODEL.after(pente.seen_by(state), 19 * move.r + move.c)
            state = after(game, state, move)
            fresh = pente.seen_by(state)
            assert (seen.account, seen.fours, seen.captured) == (fresh.account, fresh.fours, fresh.captured)
            assert seen.won == bool(state.end)


def discs(text: str) -> Any:
    """A position of Connect Four by the columns played, 0 to 6."""
    game = GAMES["connect_four"]
    state = game.setup(2, None, Dice(bytes(32)))
    for column in map(int, text):
        move = next(move for move in game.legal(state, state.turn) if move.c == column)
        state = after(game, state, move)
    return state


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_level_completes_four(level: int) -> None:
    state = discs("334455")
    for seed in range(5):
        assert asked(connect_four.levels[level - 1], "connect_four", state, seed).c in (2, 6)


@pytest.mark.parametrize("level", [2, 3])
def test_the_better_levels_fill_the_gap_in_the_others_line(level: int) -> None:
    assert asked(connect_four.levels[level - 1], "connect_four", discs("06162")) == Place(0, 3)


def test_the_best_of_connect_four_sees_an_open_three_coming() -> None:
    assert asked(connect_four.searching, "connect_four", discs("363")).c in (1, 2, 4, 5)
    state = discs("2030")
    search = Search(connect_four.MODEL, 5000, thought())
    assert connect_four.place(search.best(connect_four.seen_by(state, 0))).c in (1, 4)
    assert search.value > 900_000


def men(rows: str, turn: int = 0) -> Any:
    """A position of checkers, drawn with the highest row first."""
    return checkers_rules.reached("".join(reversed(rows.split())), turn)


def test_the_best_of_checkers_jumps_two_rather_than_one() -> None:
    state = men("........ ........ .m...m.. M....... ...m.... ..M..... ........ ........")
    for seed in range(5):
        first = asked(checkers.searching, "checkers", state, seed, 0.3)
        assert first == Step(2, 2, 4, 4)
    assert asked(checkers.searching, "checkers", after(GAMES["checkers"], state, first)) == Step(4, 4, 6, 6)


def test_the_greedy_player_of_checkers_does_not_walk_into_a_jump() -> None:
    # c3-d4 would be jumped by e5; b2-a3 is safe.
    state = men("........ ........ ........ ....m... ........ ..M..... ........ ........")
    for seed in range(5):
        assert asked(checkers.greedy, "checkers", state, seed) == Step(2, 2, 3, 1)


def test_a_king_of_dama_takes_all_it_can() -> None:
    board = dama_rules.Board(
        (dama_rules.bit(0, 1), dama_rules.bit(1, 2) | dama_rules.bit(3, 4) | dama_rules.bit(5, 0)),
        dama_rules.bit(0, 1),
        0,
    )
    for level in (2, 3):
        assert asked(dama.levels[level - 1], "dama", board) == Step(0, 1, 4, 5)


def stones(x: str, o: str, turn: int) -> Any:
    """A position of Pente by the columns of row 9 where stones stand, as letters a to s."""
    row = "".join("x" if c in x else "o" if c in o else "." for c in "abcdefghijklmnopqrs")
    return pente_rules.Board("." * 171 + row + "." * 171, turn)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_level_completes_five(level: int) -> None:
    for seed in range(5):
        assert asked(pente.levels[level - 1], "pente", stones("fghi", "opqr", 0), seed).c in (4, 9)


@pytest.mark.parametrize("level", [2, 3])
def test_the_better_levels_stop_a_four_and_an_open_three(level: int) -> None:
    assert asked(pente.levels[level - 1], "pente", stones("e", "fghi", 0)) == Place(9, 9)
    assert asked(pente.levels[level - 1], "pente", stones("r", "fgh", 0), effort=0.3).c in (3, 4, 8, 9)


def test_the_last_free_square_of_pente_is_found_and_then_there_is_none() -> None:
    pattern = ("xxoo" * 10)[:19], ("ooxx" * 10)[:19]
    rows = "".join(pattern[row // 2 % 2] for row in range(19))
    last = pente_rules.Board(rows[:-1] + ".", 0)
    for bot in pente.levels:
        assert asked(bot, "pente", last) == Place(18, 18)
    assert pente.ranked(pente.seen_by(pente_rules.Board(rows, 0))) == []


def test_the_best_of_pente_makes_an_open_four() -> None:
    search = Search(pente.MODEL, 4000, thought())
    assert search.best(pente.seen_by(stones("fgh", "p", 0))) in (175, 179)
    assert search.value > 900_000


def test_a_four_is_stopped_by_filling_its_gap_or_by_capturing_out_of_it() -> None:
    four = stones("fghi", "e", 1)
    board = list(four.stones)
    board[19 * 8 + 8], board[19 * 7 + 8] = "x", "o"  # below the four's last stone: a pair to capture
    forcing, quiet = pente.MODEL.moves(pente.seen_by(pente_rules.Board("".join(board), 1)))
    assert set(forcing) == {19 * 9 + 9, 19 * 10 + 8}
    assert not quiet


def moves_named(*names: str) -> set[Any]:
    return {Step(*divmod(square_named(name[:2]), 8), *divmod(square_named(name[2:]), 8)) for name in names}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_level_mates_in_one(level: int) -> None:
    state = from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert asked(chess.levels[level - 1], "chess", state) in moves_named("d1d8")


@pytest.mark.parametrize(
    "fen",
    ["7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"],
    ids=["two rooks", "a rook is given"],
)
def test_the_best_of_chess_mates_in_two_against_every_reply(fen: str) -> None:
    game, state = GAMES["chess"], from_fen(fen)
    state = after(game, state, asked(chess.searching, "chess", state))
    replies = game.legal(state, state.turn)
    assert replies
    for reply in replies:
        position = after(game, state, reply)
        assert after(game, position, asked(chess.searching, "chess", position)).end == "checkmate"


@pytest.mark.parametrize("level", [2, 3])
def test_a_queen_that_is_attacked_goes_away(level: int) -> None:
    state = from_fen("4k3/8/2p5/3Q4/8/8/8/4K3 w - - 0 1")
    position = after(GAMES["chess"], state, asked(chess.levels[level - 1], "chess", state))
    assert "Q" in position.board
    assert position.board[square_named("d5")] != "Q"


@pytest.mark.parametrize("level", [2, 3])
def test_a_defended_pawn_is_not_worth_a_queen(level: int) -> None:
    state = from_fen("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1")
    for seed in range(3):
        assert asked(chess.levels[level - 1], "chess", state, seed, 0.3) not in moves_named("d2d6")


def test_a_pawn_becomes_a_queen() -> None:
    game, state = GAMES["chess"], from_fen("8/P7/2k5/8/8/8/8/K7 w - - 0 1")
    state = after(game, state, asked(chess.searching, "chess", state, effort=0.3))
    assert state.promoting >= 0
    assert asked(chess.searching, "chess", state, effort=0.3).piece == "queen"


def test_a_pawn_becomes_a_knight_if_that_is_mate() -> None:
    game, state = GAMES["chess"], from_fen("8/r4P1k/6pn/8/8/1QBP4/8/5K2 w - - 0 1")
    state = after(game, state, asked(chess.searching, "chess", state))
    assert asked(chess.searching, "chess", state) == Place(7, 5, "knight")


def test_a_queen_mates_a_lone_king_and_does_not_stalemate() -> None:
    game, state, luck = GAMES["chess"], from_fen("8/8/4k3/8/8/3QK3/8/8 w - - 0 1"), random.Random(3)
    for _ in range(100):
        if state.end:
            break
        bot = chess.levels[0 if state.turn else 2]
        state = after(game, state, bot(game, state, state.turn, Thought(luck, 0.4)))
    assert state.end == "checkmate"


def test_who_is_ahead_does_not_repeat_positions() -> None:
    game, state = GAMES["chess"], from_fen("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")
    state = after(game, state, moves_named("e1e2").pop())
    state = after(game, state, moves_named("e8e7").pop())
    state = after(game, state, moves_named("e2e1").pop())
    there = after(game, state, moves_named("e7e8").pop())
    assert ChessModel(there.seen).seen(seen_by(there))
    assert not ChessModel(state.seen).seen(seen_by(from_fen("4k3/8/8/8/8/8/8/QQ1K4 b - - 4 1")))
