"""The numbers of tables: ten digits, each given once, and none of them says anything about another.

The tables are counted, and the count is shuffled: a small cipher of four rounds takes each count to
another number of 34 bits, again and again until it has ten digits. Who knows the hall's key could tell
the next number; nobody else can, however many they have seen.
"""

from hashlib import blake2b

FIRST, NUMBERS = 10**9, 9 * 10**9
"""The smallest number of ten digits, and how many there are."""
HALF, ROUNDS = 17, 4
MASK = (1 << HALF) - 1


def shuffled(count: int, key: bytes) -> int:
    """The number of a table by its count (below `NUMBERS`): no two counts have the same."""
    while True:
        left, right = count >> HALF, count & MASK
        for turn in range(ROUNDS):
            drawn = blake2b(b"%d.%d" % (turn, right), digest_size=4, key=key).digest()
            left, right = right, left ^ (int.from_bytes(drawn, "big") & MASK)
        count = left << HALF | right
        if count < NUMBERS:
            return FIRST + count


def in_a_row(number: int, step: int, start: int) -> int:
    """The count of a number of the time when they were given out in equal steps."""
    return (number - FIRST - start) * pow(step, -1, NUMBERS) % NUMBERS
