"""Looking ahead: the search finds what playing everything out finds, with less looking."""

import random
from collections.abc import Callable

import pytest

from tablehall.bots import Thought
from tablehall.bots.search import DECIDED, WIN, Model, Search

Path = tuple[int, ...]


class Heap(Model[tuple[int, int], int]):
    """Take one to three matches; who takes the last one wins."""

    def turn(self, position: tuple[int, int]) -> int:
        return position[1]

    def moves(self, position: tuple[int, int]) -> tuple[list[int], list[int]]:
        return [], list(range(1, min(3, position[0]) + 1))

    def after(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return position[0] - move, 1 - position[1]

    def value(self, position: tuple[int, int]) -> int:
        return 0

    def stuck(self, position: tuple[int, int]) -> int:
        return -1


class Tree(Model[Path, int]):
    """A made-up game: three moves everywhere, the values at its ends drawn from a seed. Whoever
    makes move 2 moves again, if `again`."""

    def __init__(self, seed: int, height: int, again: bool = False) -> None:
        self.seed, self.height, self.again = seed, height, again

    def turn(self, position: Path) -> int:
        return sum(1 for move in position if not (self.again and move == 2)) % 2

    def moves(self, position: Path) -> tuple[list[int], list[int]]:
        return [], [0, 1, 2]

    def after(self, position: Path, move: int) -> Path:
        return (*position, move)

    def value(self, position: Path) -> int:
        return random.Random(f"{self.seed}{position}").randrange(-500, 500)

    def verdict(self, position: Path) -> int | None:
        return (
            (self.value(position) > 0) - (self.value(position) < 0) if len(position) == self.height else None
        )


class Circle(Heap):
    """Nobody ever takes anything: the heap goes round from 0 to 9."""

    def after(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return (position[0] + move) % 10, 1 - position[1]

    def moves(self, position: tuple[int, int]) -> tuple[list[int], list[int]]:
        return [], [1, 2, 3]

    def value(self, position: tuple[int, int]) -> int:
        return 7


def played_out(tree: Tree, position: Path) -> int:
    """1, 0 or -1 for the seat on turn, without any cleverness."""
    if (verdict := tree.verdict(position)) is not None:
        return verdict
    values = []
    for move in range(3):
        after = tree.after(position, move)
        same = tree.turn(after) == tree.turn(position)
        values.append(played_out(tree, after) * (1 if same else -1))
    return max(values)


def thought(seed: int = 1, effort: float = 1.0, time_is_up: Callable[[], bool] = lambda: False) -> Thought:
    return Thought(random.Random(seed), effort, time_is_up)


@pytest.mark.parametrize("matches", [5, 6, 7, 9, 13, 15])
def test_it_leaves_the_other_a_multiple_of_four(matches: int) -> None:
    search = Search(Heap(), 20_000, thought())
    assert (matches - search.best((matches, 0))) % 4 == 0
    assert search.value > DECIDED


def test_a_nearer_win_is_worth_more() -> None:
    near, far = Search(Heap(), 20_000, thought()), Search(Heap(), 20_000, thought())
    near.best((2, 0)), far.best((6, 0))
    assert near.value == WIN - 1
    assert DECIDED < far.value == WIN - 3


def test_who_is_lost_resists_as_long_as_possible() -> None:
    search = Search(Heap(), 20_000, thought())
    search.best((8, 0))
    assert search.value == -(WIN - 4)


@pytest.mark.parametrize("again", [False, True], ids=["in turns", "moves of several parts"])
@pytest.mark.parametrize("seed", range(20))
def test_it_finds_what_playing_everything_out_finds(seed: int, again: bool) -> None:
    tree = Tree(seed, 6, again)
    search = Search(tree, 100_000, thought(seed))
    move = search.best(())
    truth = played_out(tree, ())
    same = tree.turn((move,)) == tree.turn(())
    assert played_out(tree, (move,)) * (1 if same else -1) == truth
    assert (search.value > DECIDED) - (search.value < -DECIDED) == truth


def test_a_game_that_goes_round_in_circles_is_a_draw() -> None:
    search = Search(Circle(), 3000, thought())
    search.best((0, 0))
    assert search.depth >= 3


def test_the_same_luck_and_effort_find_the_same_move() -> None:
    for seed in range(5):
        tree = Tree(seed, 30)
        assert Search(tree, 700, thought(seed)).best(()) == Search(tree, 700, thought(seed)).best(())


def test_effort_is_how_many_positions_it_looks_at() -> None:
    for effort, most in ((0.5, 500), (1.0, 1000), (3.0, 3000)):
        search = Search(Tree(1, 40), 1000, thought(effort=effort))
        search.best(())
        assert most == search.looked - 1


def test_when_the_time_is_up_it_answers_at_once() -> None:
    asked = []

    def second_time() -> bool:
        asked.append(True)
        return len(asked) == 2

    search = Search(Tree(1, 40), 1_000_000, thought(time_is_up=second_time))
    assert search.best(()) in (0, 1, 2)
    assert search.looked <= 64
    assert len(asked) == 2


def test_the_only_move_needs_no_thought() -> None:
    search = Search(Heap(), 1000, thought())
    assert search.best((1, 0)) == 1
    assert search.looked == 0


def test_equals_are_chosen_among_by_chance() -> None:
    class Flat(Tree):
        def value(self, position: Path) -> int:
            return 0

    assert {Search(Flat(1, 4), 50, thought(seed)).best(()) for seed in range(30)} == {0, 1, 2}
