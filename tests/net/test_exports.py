"""Games as files for other programs, over HTTP."""

import io
from typing import Any

import chess.pgn
import pytest

from tablehall.games.board import Step
from tests.net.parlour import Parlour
from tests.net.test_positions import promotion, steps

AFTER_PROMOTION = "Qnbqkbnr/4pppp/8/p7/8/8/PPPP1PPP/RNBQKBNR b KQk - 0 5\n"


async def test_a_running_game_is_exported_as_it_stands(parlour: Parlour) -> None:
    game = await promotion(parlour, title="Once more", clock={"kind": "total", "time": 60_000})
    answer = await game.get("/export", format="pgn")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="chess-{game.number}.pgn"'
    read = chess.pgn.read_game(io.StringIO(answer.text))
    assert read is not None
    assert [read.headers[tag] for tag in ("Event", "White", "Black", "Result")] == [
        "Once more",
        "anna",
        "bob",
        "*",
    ]
    assert (read.headers["TimeControl"], read.headers["Termination"]) == ("60", "unterminated")
    assert answer.text.endswith("\n\n1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8=Q *\n")


async def test_a_finished_game_is_exported_with_its_result(parlour: Parlour) -> None:
    game = await promotion(parlour)
    await game.resign()
    parlour.server.hall.tables.clear()  # long after the game
    text = (await game.get("/export", format="pgn")).text
    assert '[Result "1-0"]' in text
    assert '[Termination "normal"]' in text
    assert text.endswith(" 5. bxa8=Q 1-0\n")
    assert (await game.get("/export", format="fen")).text == AFTER_PROMOTION


async def test_every_position_has_its_fen(parlour: Parlour) -> None:
    game = await promotion(parlour)
    seqs = [each["seq"] for each in (await game.get("/positions")).json["positions"]]
    fens = [(await game.get("/export", format="fen", at=seq)).text for seq in seqs]
    assert fens[0] == f"{chess.STARTING_FEN}\n"
    assert fens[4] == fens[0], "after the move was taken back"
    assert fens[-1] == AFTER_PROMOTION
    assert fens[-2] == fens[-3], "a pawn that has yet to become something has not moved"
    assert (await game.get("/export", format="fen", at=0)).text == fens[0]
    assert (await game.get("/export", format="fen", at="x")).text == fens[0]
    cut = await game.get("/export", format="pgn", at=seqs[5])
    assert cut.text.endswith("\n\n1. e4 *\n")


async def test_draughts_are_exported_as_pdn(parlour: Parlour) -> None:
    game = await parlour.begin("checkers")
    squares = ("2435", "5140", "2637", "5546", "3755", "6644", "4426")
    await game.play(*(Step(*map(int, square)) for square in squares[:-1]))
    unfinished = (await game.get("/export", format="pdn")).text
    assert unfinished.endswith("\n\n1. 10-14 24-20 2. 9-13 22-17 3. 13x22 *\n"), (
        "a jump that goes on is no move"
    )
    await game.play(Step(*map(int, squares[-1])))
    text = (await game.get("/export", format="pdn")).text
    assert text.endswith(" 3. 13x22 25x18x9 *\n")
    assert '[White "bob"]\n[Black "anna"]' in text


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("chess", "This game is written as pgn, fen.\n"),
        ("tictactoe", "Other programs know no kind of file for this game.\n"),
        ("shelfie", "Other programs know no kind of file for this game.\n"),
    ],
)
async def test_what_no_program_reads_is_not_written(parlour: Parlour, game: str, sentence: str) -> None:
    begun = await parlour.begin(game)
    answer = await begun.get("/export", format="gif")
    assert (answer.status, answer.text) == (400, sentence)


async def test_who_may_not_see_the_moves_gets_no_file(parlour: Parlour) -> None:
    secret = await parlour.begin("chess", private=True)
    assert (await secret.get("/export", format="pgn", code="guessed")).status == 404
    assert (await secret.get("/export", format="pgn")).status == 200
    alone = await parlour.begin("chess", "carla", "dora", spectators=False)
    assert (await alone.get("/export", format="pgn")).status == 403
    await alone.resign()
    assert (await alone.get("/export", format="pgn")).status == 200


async def test_a_game_that_has_not_begun_is_no_file(parlour: Parlour) -> None:
    anna = await parlour.guest("anna")
    table = (await anna.ask(type="open", game="chess"))["card"]["table"]
    answer = await parlour.get(f"/api/tables/{table}/export", format="pgn")
    assert (answer.status, answer.text) == (409, "This game cannot be replayed: the game has not begun\n")


async def test_the_log_is_exported_when_it_is_over_and_not_before(parlour: Parlour) -> None:
    game = await parlour.begin("chess")
    await game.play(*steps("e2e4"))
    assert (await game.get("/export")).status == 409
    await game.resign()
    assert (await game.get("/export")).headers["Content-Type"] == "application/jsonl"


async def test_the_card_of_a_game_says_as_what_it_is_exported(parlour: Parlour) -> None:
    cards: dict[str, Any] = {
        card["name"]: card["formats"] for card in (await parlour.get("/api/games")).json["games"]
    }
    assert (cards["chess"], cards["dama"], cards["pente"]) == (["pgn", "fen"], ["pdn"], [])


async def test_a_promotion_is_exported_as_one_move(parlour: Parlour) -> None:
    game = await promotion(parlour)
    await game.play(*steps("d8d2"), Step(0, 3, 1, 3))
    assert (await game.get("/export", format="pgn")).text.endswith(" 5. bxa8=Q Qxd2+ 6. Qxd2 *\n")
