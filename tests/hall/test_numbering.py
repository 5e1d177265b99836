"""The numbers of tables: each is given once, and none says anything about another."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tablehall.hall import facts
from tablehall.hall.numbering import FIRST, NUMBERS, in_a_row, shuffled
from tests.hall.stage import Stage

KEY = bytes(range(16))


@given(st.sets(st.integers(0, NUMBERS - 1), min_size=2, max_size=50))
def test_no_two_counts_have_the_same_number(counts: set[int]) -> None:
    numbers = {shuffled(count, KEY) for count in counts}
    assert len(numbers) == len(counts)
    assert all(FIRST <= number < FIRST + NUMBERS for number in numbers)


def test_the_next_number_does_not_follow_from_those_before() -> None:
    """With equal steps three numbers gave every other; now no step comes a second time."""
    numbers = [shuffled(count, KEY) for count in range(2000)]
    steps = {(after - before) % NUMBERS for before, after in pairwise(numbers)}
    assert len(steps) == len(numbers) - 1
    assert numbers != [shuffled(count, bytes(16)) for count in range(2000)]


def test_no_number_of_the_time_before_is_given_again() -> None:
    stage, taken = Stage(), 500
    key, step = stage.hall.deciding(0).key(), 7_000_001
    used = shuffled(3, key)  # the third number was given out already, when they went in steps
    stage.hall.learn(facts.Spread(step, (used - FIRST - 9 * step) % NUMBERS))
    stage.hall.learn(facts.HallKey(key.hex(), taken))
    assert in_a_row(used, step, stage.hall.spread.start) == 9
    given_out = [stage.hall.deciding(0).table_number() for _ in range(5)]
    assert given_out == [shuffled(count, key) for count in (1, 2, 4, 5, 6)]
