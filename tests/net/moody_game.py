"""A game whose bots lose their heads: in their own process its rules crash, loop or lie."""

import os
import sys
from typing import Literal

from tablehall.games.api import Played, Refusal
from tablehall.games.board import Place
from tablehall.games.dice import Dice
from tablehall.games.tictactoe import Board, TicTacToe

MOOD: Literal["crashes", "loops", "lies"] = "crashes"
IN_A_BOT = "worker" in sys.argv[0]


class Moody(TicTacToe):
    name, title = "moody", "Moody Tic Tac Toe"

    def legal(self, state: Board, seat: int) -> list[Place]:
        if not IN_A_BOT:
            return super().legal(state, seat)
        while MOOD == "loops":
            pass
        if MOOD == "crashes":
            os._exit(1)
        return [Place(7, 7)]

    def play(self, state: Board, seat: int, move: Place, dice: Dice) -> Played[Board] | Refusal:
        return Played(state) if IN_A_BOT else super().play(state, seat, move, dice)


game = Moody()
