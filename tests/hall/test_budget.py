"""Budgets are spent and fill up again."""

from tablehall.hall import budget
from tablehall.hall.budget import Budgets


def test_what_is_spent_comes_back_with_time() -> None:
    budgets = Budgets(rate=10, burst=20)
    assert budgets.spend("ana", 20, now=0)
    assert not budgets.spend("ana", 1, now=0)
    assert budgets.spend("ben", 1, now=0)
    assert budgets.wait("ana", now=0) == 1
    assert budgets.left("ana", now=1000) == 10
    assert budgets.left("ana", now=60_000) == 20


def test_a_large_answer_makes_debts() -> None:
    budgets = Budgets(rate=10, burst=20)
    assert budgets.spend("ana", 120, now=0)
    assert not budgets.spend("ana", 1, now=9_999)
    assert budgets.wait("ana", now=0) == 10_001
    assert budgets.spend("ana", 1, now=10_001)


def test_only_so_many_are_remembered() -> None:
    budgets = Budgets(rate=1, burst=1)
    for number in range(budget.KEPT + 10):
        budgets.charge(number, 1, now=0)
    assert len(budgets._left) == budget.KEPT
    assert budgets.left(0, now=0) == 1
    assert budgets.left(budget.KEPT + 9, now=0) == 0
