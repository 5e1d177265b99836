"""A policy at a real table: views and moves as they come from the house door, seen through an encoding."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tablehall.client.followed import Followed
from tablehall.games.api import AnyGame
from tablehall.rl.catalogue import encoding_of, game_named, options_of
from tablehall.rl.encoding import Encoding
from tablehall.rl.table import IllegalActionError, Observation

Policy = Callable[[Observation], int]
"""Whatever says which action to take."""


class LiveSeat:
    """The numbers of a table at which a program sits: the same ones it was trained with."""

    def __init__(
        self,
        game: AnyGame | str,
        seats: int | None = None,
        options: Any = None,
        encoding: Encoding | None = None,
    ) -> None:
        self.game = game_named(game)
        self.encoding = encoding or encoding_of(self.game, seats, options_of(self.game, options))

    @classmethod
    def at(cls, table: Followed) -> "LiveSeat":
        """For a table of a client of the house door."""
        return cls(table.game, len(table.seats), table.card.options)

    def observe(self, view: Any, seat: int, moves: Sequence[Any]) -> Observation:
        """What a trained policy is given at a moment like this: the view, one's seat, and the legal moves."""
        seen = msgspec.convert(view, self.game.View)
        mask = self.encoding.mask(self._choices(seat, moves))
        return {"observation": self.encoding.observe(seen, seat), "action_mask": mask}

    def move(self, action: int, seat: int, moves: Sequence[Any]) -> Any:
        """The one of these moves that has this index, as it was given."""
        choices = self._choices(seat, moves)
        if action not in choices:
            raise IllegalActionError(f"Action {action} is none of the {len(choices)} moves of seat {seat}.")
        return choices[action]

    def choose(self, policy: Policy, view: Any, seat: int, moves: Sequence[Any]) -> Any:
        """The move that a policy makes here."""
        return self.move(int(policy(self.observe(view, seat, moves))), seat, moves)

    def _choices(self, seat: int, moves: Sequence[Any]) -> dict[int, Any]:
        typed = [msgspec.convert(move, self.game.Move) for move in moves]
        return {self.encoding.index(move, seat): given for move, given in zip(typed, moves, strict=True)}
