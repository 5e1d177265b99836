"""A table in numbers: what the environments have in common."""

import secrets
from typing import Any, SupportsInt, TypedDict

from tablehall.arena import Arena, Step
from tablehall.games.api import AnyGame
from tablehall.rl.catalogue import encoding_of, game_named, options_of
from tablehall.rl.encoding import Bytes, Encoding, Mask


class Observation(TypedDict):
    """What a seat is given: what it sees, and a 1 for each action that is legal now."""

    observation: Bytes
    action_mask: Mask


class IllegalActionError(ValueError):
    """An action whose mask is 0."""


class Table:
    """A table of the arena whose moves and views are numbers."""

    def __init__(
        self,
        game: AnyGame | str,
        seats: int | None = None,
        options: Any = None,
        longest: int = 0,
        encoding: Encoding | None = None,
    ) -> None:
        game = game_named(game)
        self.arena = Arena(game, seats, options_of(game, options), seed=secrets.randbits(63))
        self.encoding = encoding or encoding_of(game, self.arena.seats, self.arena.options)
        self.longest = longest
        """A game is cut off after so many moves; 0: it is played to its end."""
        self._begin()

    def _begin(self) -> None:
        self.moves = 0
        self.over = False
        self.seat = self.arena.turn[0]
        """The seat on turn; meaningless once the game is over."""
        self._choices: dict[int, Any] | None = None

    def reset(self, seed: int | None = None) -> None:
        """The next game; with a seed, the first one of that seed."""
        self.arena.reset(seed)
        self._begin()

    @property
    def choices(self) -> dict[int, Any]:
        """The legal moves of the seat on turn by their indexes."""
        if self._choices is None:
            arena = self.arena
            moves = () if self.over else arena.game.legal(arena.state, self.seat)
            self._choices = self.encoding.choices(moves, self.seat)
        return self._choices

    def observe(self, seat: int) -> Observation:
        """What a seat sees, and what it may do."""
        seen = self.encoding.observe(self.arena.game.view(self.arena.state, seat), seat)
        on_turn = seat == self.seat
        return {"observation": seen, "action_mask": self.encoding.mask(self.choices if on_turn else ())}

    def step(self, action: SupportsInt) -> Step:
        """The seat on turn makes the move with this index."""
        return self.play(self.move(action))

    def move(self, action: SupportsInt) -> Any:
        """The legal move with this index."""
        move = self.choices.get(int(action))
        if move is None:
            raise IllegalActionError(
                f"Action {action} is not legal for seat {self.seat} now: choose one whose mask is 1."
            )
        return move

    def play(self, move: Any) -> Step:
        """The seat on turn makes this move."""
        step = self.arena.step(move, self.seat)
        self.moves += 1
        self._choices = None
        self.over = step.over
        if not step.over:
            self.seat = self.arena.turn[0]
        return step

    @property
    def cut_off(self) -> bool:
        """Whether the game has taken too long."""
        return not self.over and 0 < self.longest <= self.moves
