"""Players of the house door: whole games of Tic Tac Toe, or plain moves of very long games of dáma."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import ClassVar

import msgspec

from tablehall.arena import Arena
from tablehall.client import frames
from tablehall.games import dama
from tablehall.games.board import Step
from tablehall_lab.bench.engine import DRAW_MOVES
from tablehall_lab.bench.guests import number_of
from tablehall_lab.bench.load import Load, Table
from tablehall_lab.bench.thrifty import MASK


class House(Table):
    """Whole games, a new table for each."""

    crowd = (b'{"type":"hello","name":"NAME"}', b'{"type":"lobby"}')
    game: ClassVar[bytes] = b"tictactoe"
    moves: Sequence[bytes] = DRAW_MOVES

    def begin(self) -> None:
        for side, player in enumerate(self.players):
            player.say(b'{"type":"hello","name":"p%d-%d"}' % (self.number, side))
        self.here = 0

    def open(self) -> None:
        """A table of their own."""
        self.players[0].say(b'{"type":"open","game":"%s"}' % self.game)

    def heard(self, side: int, message: bytes) -> None:
        if message.startswith(b'{"type":"happened"'):
            self.happened(side, message)
        elif message.startswith(b'{"type":"table"'):
            if not side:
                self.sit(number_of(message))
        elif message.startswith(b'{"type":"welcome"'):
            self.here += 1
            if self.here == 2:
                self.open()
        elif message.startswith(b'{"type":"refused"'):
            raise self.surprised(message)

    def sit(self, table: bytes) -> None:
        """The table is open: the other one sits down, and everything to be said at it is known."""
        self.ply = 0
        act = b'{"type":"act","table":%s,"move":%s}'
        self.acts = (frames.masked(act % (table, move), mask=MASK) for move in self.moves)
        self.players[1].say(b'{"type":"join","table":%s}' % table)

    def happened(self, side: int, message: bytes) -> None:
        """News of their table."""
        if b'"what":"moved"' in message:
            if self.told(side) and self.ply < len(self.moves):
                self.go()
        elif b'"what":"started"' in message:
            if side:
                self.go()
        elif b'"what":"ended"' in message and self.ended():
            self.open()

    def move(self) -> None:
        self.mover = self.ply & 1
        self.players[self.mover].send(next(self.acts))
        self.ply += 1


class HouseLong(House):
    """Plain moves: a game is so long that its beginning and its end hardly count."""

    game = b"dama"

    def __init__(self, load: Load, number: int) -> None:
        super().__init__(load, number)
        self.moves = long_game()


LONG = 1000
"""A game of so many moves is long enough: what its opening and its end cost does not show in them."""


@cache
def long_game() -> list[bytes]:
    """The moves of a game of dáma that takes its time: kings go to and fro for as long as the rules let them,
    and then a man makes a step."""
    for seed in count():
        chance, arena, moves = random.Random(seed), Arena("dama"), []
        while not arena.over:
            step = patient_step(arena, chance)
            arena.step(step)
            moves.append(msgspec.json.encode(step))
        if len(moves) >= LONG:
            return moves
    raise AssertionError("count() has no end")


def patient_step(arena: Arena, chance: random.Random) -> Step:
    """A move that takes nothing, if there is one: of a king, or of a man before a draw comes of it."""
    board, legal = arena.state, arena.legal()
    other = board.pieces[1 - board.turn]
    peaceful = [step for step in legal if not dama.diagonals(step.r, step.c)[step.to_r, step.to_c] & other]
    kings = [step for step in peaceful if dama.bit(step.r, step.c) & board.kings]
    men = [step for step in peaceful if step not in kings]
    tired = board.quiet >= dama.QUIET_PLIES - 2
    choices: list[Step] = (men or kings if tired else kings or men) or list(legal)
    return chance.choice(choices)
