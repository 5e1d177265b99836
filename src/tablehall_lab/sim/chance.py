"""Chance: one seed, and from it a stream of its own for everybody who needs one, so that what
one of them draws does not change what the others will."""

import random

Chance = random.Random


def stream(seed: int, *names: object) -> Chance:
    """The stream of somebody; strings are seeded by their bytes, the same on every machine."""
    return random.Random(f"{seed}/{'/'.join(map(str, names))}")
