"""Whole games over real sockets, in both dialects, mixed freely."""

import os
import random
from typing import TYPE_CHECKING

import pytest

from tablehall.games.board import Step
from tablehall.games.dama import Board, game
from tablehall.games.dice import Dice
from tests.protocols.pipes.client import Pipe
from tests.protocols.pipes.recordings import recorded_game

if TYPE_CHECKING:
    from tests.protocols.pipes.conftest import Crowd

GAMES = int(os.environ.get("TABLEHALL_TEST_GAMES", "3"))
BLOCKED = "21>12 14>03 10>21 34>23 41>52 54>43 50>41 25>14 41>32 45>34 30>41"
PAIRS = [(False, False), (True, True), (False, True), (True, False)]


def spoken(line: str, *, original: bool) -> str:
    """A 208 of the original dialect, in the dialect wanted."""
    if original or not line.startswith("208"):
        return line
    code, one, _, two, _, _ = line.split("|")
    return f"{code}|{one}|{two}"


def picture(board: Board, one: str, two: str, *, original: bool) -> str:
    """The fields of a board, from the rules alone."""
    names, fields = (one, two), []
    rows = game.view(board, None).rows
    for owner in (0, 1):
        squares = [(x, y, rows[y][x]) for x in range(6) for y in range(6)]
        mine = [(x, y, piece) for x, y, piece in squares if piece and piece.owner == owner]
        fields.append(",".join([names[owner], *(f"{x},{y}" for x, y, _ in mine)]))
        fields.append(",".join(f"{x},{y}" for x, y, piece in mine if piece.kind == "king"))
    return "|".join([*fields, names[board.turn]] if original else [fields[0], fields[2]])


async def begins(crowd: "Crowd", dialects: tuple[bool, bool]) -> tuple[Pipe, Pipe]:
    """Two players at a new game, each in their dialect."""
    one = await crowd.comes("alice", original=dialects[0])
    await one.does("CREATE_GAME", "204")
    two = await crowd.comes("bob", original=dialects[1])
    await two.does(f"JOIN_GAME|{one.nick}", "206")
    await one.hears_lines("270")
    return one, two


@pytest.mark.parametrize("dialects", PAIRS)
async def test_the_recorded_game_has_the_recorded_boards(crowd: "Crowd", dialects: tuple[bool, bool]) -> None:
    players = await begins(crowd, dialects)
    one, two = players
    for ply, (turn, heard) in enumerate(recorded_game()):
        players[ply % 2].says(turn)
        line = heard.replace("alice", one.nick).replace("bob", two.nick)
        for player, original in zip(players, dialects, strict=True):
            await player.hears_lines(spoken(line, original=original))
    await one.does("GET_GAMES", "203")
    await two.does("CREATE_GAME", "204")
    await one.hears_lines(f"250|{two.nick}")
    await one.does(f"JOIN_GAME|{two.nick}", "206")
    await two.hears_lines("270")


async def test_a_player_who_cannot_move_has_lost(crowd: "Crowd") -> None:
    players = await begins(crowd, (False, True))
    moves = [[*map(int, move.replace(">", ""))] for move in BLOCKED.split()]
    for ply, (x, y, to_x, to_y) in enumerate(moves):
        players[ply % 2].says(f"TURN|{x},{y}|{to_x},{to_y}")
        for player in players:
            assert (await player.hears())[:3] == ("208" if ply < len(moves) - 1 else "210")


def quiet_game() -> list[Step]:
    """A game in which both soon have a king and then nothing happens any more."""
    dice, chance = Dice(bytes(32)), random.Random(3)
    while True:
        board, moves = Board(), []
        while (outcome := game.outcome(board)) is None:
            legal = list(game.legal(board, board.turn))
            after = [(board_after(board, move, dice), move) for move in legal]
            calm = [
                (next_board, move)
                for next_board, move in after
                if next_board.pieces[1 - board.turn] == board.pieces[1 - board.turn] and next_board.quiet
            ]
            board, move = chance.choice(calm or after)
            moves.append(move)
        if outcome.reason == "draw_80":
            return moves


def board_after(board: Board, move: Step, dice: Dice) -> Board:
    """The board after a legal move."""
    state: Board = game.play(board, board.turn, move, dice).state  # type: ignore[union-attr]
    return state


async def test_a_draw_is_the_end_for_both(crowd: "Crowd") -> None:
    players = await begins(crowd, (False, False))
    moves = quiet_game()
    for ply, move in enumerate(moves):
        players[ply % 2].says(f"TURN|{move.c},{move.r}|{move.to_c},{move.to_r}")
        for player in players:
            assert (await player.hears())[:3] == ("208" if ply < len(moves) - 1 else "210")


@pytest.mark.parametrize("number", range(GAMES))
async def test_every_board_of_a_game_is_the_one_of_the_rules(crowd: "Crowd", number: int) -> None:
    dialects = PAIRS[number % 4]
    players = await begins(crowd, dialects)
    nicks = (players[0].nick, players[1].nick)
    board, chance, dice = Board(), random.Random(number), Dice(bytes(32))
    while game.outcome(board) is None:
        mover = players[board.turn]
        move = chance.choice(list(game.legal(board, board.turn)))
        board = board_after(board, move, dice)
        mover.says(f"TURN|{move.c},{move.r}|{move.to_c},{move.to_r}")
        over = game.outcome(board) is not None
        for player, original in zip(players, dialects, strict=True):
            shown = picture(board, *nicks, original=original)
            await player.hears_lines("210" if over else f"208|{shown}")


async def test_a_board_asked_for_is_the_board_of_the_last_turn(crowd: "Crowd") -> None:
    one, two = await begins(crowd, (False, True))
    one.says("TURN|0,1|1,2")
    document, original = await one.hears(), await two.hears()
    for player in (one, two):
        player.says("GET_GAME_STATE")
    assert await one.hears() == f"207{document[3:]}|{two.nick}"
    assert await two.hears() == f"207{original[3:]}"
