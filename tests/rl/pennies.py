"""Matching Pennies: both choose at the same time, in secret; a game that no encoding of ours knows."""

from msgspec.structs import replace

from tablehall.games.api import Game, Outcome, Played, Refusal, Rule, Turn, Value, won_by
from tablehall.games.dice import Dice
from tablehall.rl.encoding import Field, Listed, row_of


class Choose(Value, frozen=True):
    """Show one side of a coin."""

    heads: bool


class Coins(Value, frozen=True):
    """What each has chosen; None: nothing yet."""

    shown: tuple[bool | None, bool | None] = (None, None)


class Pennies(Game[Coins, Choose, Coins]):
    """Seat 0 wins if both show the same."""

    name, title = "pennies", "Matching Pennies"
    State, Move, View = Coins, Choose, Coins

    def setup(self, seats: int, options: object, dice: Dice) -> Coins:
        return Coins()

    def turn(self, state: Coins) -> Turn:
        return Turn(tuple(seat for seat in (0, 1) if state.shown[seat] is None))

    def legal(self, state: Coins, seat: int) -> list[Choose]:
        return [Choose(True), Choose(False)] if state.shown[seat] is None else []

    def play(self, state: Coins, seat: int, move: Choose, dice: Dice) -> Played[Coins] | Refusal:
        if state.shown[seat] is not None:
            return Refusal(Rule.NOT_YOUR_TURN)
        mine, other = move.heads, state.shown[1 - seat]
        return Played(replace(state, shown=(other, mine) if seat else (mine, other)))

    def view(self, state: Coins, seat: int | None) -> Coins:
        if self.outcome(state):
            return state
        return Coins((state.shown[0] if seat == 0 else None, state.shown[1] if seat == 1 else None))

    def outcome(self, state: Coins) -> Outcome | None:
        one, other = state.shown
        return None if one is None or other is None else won_by(int(one != other))


class PenniesInNumbers(Listed):
    """Heads, tails."""

    def __init__(self) -> None:
        super().__init__((Choose(True), Choose(False)))
        self.fields = (Field("own coin: none, tails, heads", 3),)
        self.shape = row_of(self.fields)

    def features(self, view: Coins, seat: int) -> bytearray:
        """One's own coin."""
        own = view.shown[seat]
        return bytearray([own is None, own is False, own is True])
