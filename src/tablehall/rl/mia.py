"""Mia in numbers: who is still in, what was announced, and the own dice under the cup."""

from typing import Any

from tablehall.games.mia import RANK, ROLL, SEE, THROWS, Announce, MiaView, Throw
from tablehall.rl.encoding import Field, Listed, around, one_hot, row_of


class Mia(Listed):
    """0 rolls, 1 sees, 2 to 22 announce the throws from the lowest to Mia."""

    def __init__(self, seats: int, options: Any) -> None:
        super().__init__((ROLL, SEE, *(Announce(throw) for throw in THROWS)))
        self.fields = (
            Field("still in, from oneself on", seats),
            Field("on turn, from oneself on", seats),
            Field("rolls this turn: none, one, two", 3),
            Field("the dice under the cup, if one may know them", 21),
            Field("announced last", 21),
            Field("announced before that", 21),
            Field("announced by, from oneself on", seats),
            Field("announced blind", 1),
            Field("Mäxchen rules", 1),
        )
        self.shape = row_of(self.fields)

    def features(self, view: MiaView, seat: int) -> bytearray:
        """Every field of the view, as seen from this seat."""
        seats, claim = around(seat, len(view.lost)), view.claim
        numbers = [
            *(int(view.lost[other] is None) for other in seats),
            *(int(view.turn == other) for other in seats),
            *one_hot(view.rolls, 3),
            *_throw(view.dice),
            *_throw(claim.dice if claim else None),
            *_throw(claim.over if claim else None),
            *(int(claim is not None and claim.seat == other) for other in seats),
            int(claim is not None and claim.blind),
            int(view.rules == "maexchen"),
        ]
        return bytearray(numbers)


def _throw(dice: Throw | None) -> list[int]:
    return one_hot(None if dice is None else RANK[dice], len(THROWS))
