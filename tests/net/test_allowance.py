"""What a connection may do: by message, by KiB, and together with its neighbours."""

from tablehall.hall.budget import Budgets
from tablehall.net.allowance import AT_ONCE, HANDFUL, LOOK, TOKEN, Allowance
from tablehall.protocols.door import DoorLimits


def spend(one: Allowance, now: int = 0) -> int:
    """How many messages are handled until nothing is left."""
    handled = 0
    while one.tokens >= 1 or one.refill(now):
        one.tokens -= 1
        handled += 1
    return handled


def test_a_burst_and_then_as_many_as_the_rate() -> None:
    one = Allowance(DoorLimits(rate=100, burst=1000), Budgets(10**6, 10**6), "a", 0)
    assert spend(one) == 1000
    assert spend(one, 9) == 0
    assert spend(one, 1000) == 100
    assert spend(one, 10**6) == 1000


def test_a_long_answer_costs_its_kibibytes_also_those_that_are_not_there_yet() -> None:
    shares = Budgets(10**6, 10**6)
    one = Allowance(DoorLimits(rate=100, burst=1000), shares, "a", 0)
    assert one.refill(0)
    one.charge(300 * TOKEN, 0)
    assert one.tokens == 0
    assert spend(one) == 700
    one.charge(500 * TOKEN, 0)
    assert spend(one, 5000) == 0
    assert spend(one, 5010) == 1
    assert one.wait(5010, 1) == LOOK
    one.charge(500 * TOKEN, 5010)
    assert one.wait(5010, 1) > 5000


def test_all_of_an_address_share_one_budget() -> None:
    limits, shares = DoorLimits(rate=100, burst=1000), Budgets(1000, 1500)
    one, two, other = (Allowance(limits, shares, share, 0) for share in ("a", "a", "b"))
    assert spend(one) == 1000
    assert 500 <= spend(two) <= 500 + HANDFUL
    assert spend(other) == 1000
    assert spend(two, 1) == 0
    other.charge(600 * TOKEN, 0)
    assert spend(two, 1000) > 0


def test_who_has_many_neighbours_does_not_look_again_at_once() -> None:
    """Thousands that look every few milliseconds would be work, too."""
    one = Allowance(DoorLimits(), Budgets(1000, 10), "a", 0)
    spend(one)
    assert one.wait(0, 1) < one.wait(0, 100 * AT_ONCE) == 100 * LOOK


def test_what_is_in_hand_is_given_back() -> None:
    shares = Budgets(1, 1000)
    one = Allowance(DoorLimits(), shares, "a", 0)
    assert one.refill(0)
    assert shares.left("a", 0) == 1000 - HANDFUL
    one.give_back(0)
    assert shares.left("a", 0) == 1000
    one.give_back(0)
    assert shares.left("a", 0) == 1000
