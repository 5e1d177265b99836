"""The house's opponents: each decides on a seat's view alone, never on the state."""

import random
from typing import Protocol, TypeVar

V_contra = TypeVar("V_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Strategy(Protocol[V_contra, M_co]):
    """A way of playing: what the seat on turn sees, and its own luck, make a move."""

    def __call__(self, view: V_contra, chance: random.Random, /) -> M_co: ...
