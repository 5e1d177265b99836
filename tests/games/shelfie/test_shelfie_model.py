"""A thousand random games against a second, slower telling of the rules.

The model below shares nothing with the rules but the words of moves and events. It keeps the
room and the shelves as cells, chooses its own picks and puts, and foretells every answer.
"""

import random
from collections import Counter
from itertools import combinations, pairwise

from tablehall.games.api import Played, Refusal
from tablehall.games.dice import Dice
from tablehall.games.shelfie import Options, Pick, Put, Table, game
from tablehall.games.shelfie.cards import COMMON, PERSONAL
from tablehall.games.shelfie.moves import BoardChanged, CommonTaken, LastRound, PointsChanged, TilesPicked
from tablehall.games.shelfie.tiles import Tile

Cell = tuple[int, int]
Cells = dict[Cell, str]

GAMES = 1000
TYPES = ("CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT")
ROOM_SIZE = {2: 29, 3: 37, 4: 45}
STACK = {2: [8, 4], 3: [8, 6, 4], 4: [8, 6, 4, 2]}
WISHES = """
PLANT FRAME CAT BOOK GAME TROPHY
0,5 2,5 4,4 3,3 1,2 2,0
1,4 4,0 0,3 4,2 2,3 3,1
2,3 0,4 1,2 0,0 3,4 4,2
3,2 2,3 2,1 1,1 4,5 0,3
4,1 1,2 3,0 2,2 0,0 1,4
0,0 3,1 4,5 3,3 1,1 2,5
1,3 3,4 0,5 2,0 4,1 0,2
0,2 4,5 1,4 3,1 3,0 2,3
4,1 0,0 2,3 4,2 2,5 1,1
3,0 1,1 3,2 0,3 1,4 4,5
2,5 2,2 4,1 1,4 0,3 3,0
1,4 2,3 0,0 2,5 4,1 3,2
"""
COLUMNS = [[(x, y) for y in range(6)] for x in range(5)]
ROWS = [[(x, y) for x in range(5)] for y in range(6)]
BLOCKS = [[(x + a, y + b) for a in (0, 1) for b in (0, 1)] for x in range(4) for y in range(5)]
CROSSES = [
    [(x, y), (x - 1, y - 1), (x - 1, y + 1), (x + 1, y - 1), (x + 1, y + 1)]
    for x in range(1, 4)
    for y in range(1, 5)
]
SLOPES = [[(i, i + up) for i in range(5)] for up in (0, 1)] + [
    [(4 - i, i + up) for i in range(5)] for up in (0, 1)
]


def wishes() -> list[dict[Cell, str]]:
    kinds, *cards = WISHES.strip().splitlines()
    return [
        {(int(cell[0]), int(cell[2])): kind for cell, kind in zip(card.split(), kinds.split(), strict=True)}
        for card in cards
    ]


CARDS = wishes()


def around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def kinds_in(shelf: Cells, cells: list[Cell]) -> int:
    """How many types stand in these cells; 99 if one of them is empty."""
    seen = {shelf.get(cell) for cell in cells}
    return 99 if None in seen else len(seen)


def group_sizes(shelf: Cells) -> list[int]:
    unseen, sizes = set(shelf), []
    while unseen:
        trail = [unseen.pop()]
        for cell in trail:
            mates = [mate for mate in around(cell) if mate in unseen and shelf[mate] == shelf[cell]]
            trail += mates
            unseen.difference_update(mates)
        sizes.append(len(trail))
    return sizes


def achieves(card: str, shelf: Cells) -> bool:
    if card == "SQUARE":
        blocks = [set(block) for block in BLOCKS if kinds_in(shelf, block) == 1]
        return any(one.isdisjoint(other) for one, other in combinations(blocks, 2))
    if card == "STAIRS":
        heights = [sum(cell in shelf for cell in column) for column in COLUMNS]
        steps = {after - before for before, after in pairwise(heights)}
        return min(heights) > 0 and steps in ({1}, {-1})
    if card == "8_SAME":
        return max(Counter(shelf.values()).values()) >= 8
    if card.endswith("TILES"):
        many, size = (4, 4) if card.startswith("4") else (6, 2)
        return len([s for s in group_sizes(shelf) if s >= size]) >= many
    corners = [(0, 0), (4, 0), (0, 5), (4, 5)]
    lines, many, allowed = {
        "2_COLUMNS_COLOURFUL": (COLUMNS, 2, {6}),
        "2_ROWS_COLOURFUL": (ROWS, 2, {5}),
        "3_COLUMNS_3_COLOR": (COLUMNS, 3, {1, 2, 3}),
        "4_ROWS_3_COLOR": (ROWS, 4, {1, 2, 3}),
        "CORNERS": ([corners], 1, {1}),
        "X": (CROSSES, 1, {1}),
        "DIAGONAL": (SLOPES, 1, {1}),
    }[card]
    return sum(kinds_in(shelf, line) in allowed for line in lines) >= many


class Model:
    """My Shelfie once more, for players who all stay."""

    def __init__(self, start: Table, rng: random.Random) -> None:
        self.rng = rng
        self.players = len(start.order)
        self.order = list(start.order)
        self.room = self.seen(start)
        self.shelves: list[Cells] = [{} for _ in self.order]
        self.free = [[6] * 5 for _ in self.order]
        self.stacks = {common.name: list(STACK[self.players]) for common in start.commons}
        self.taken: list[dict[str, int]] = [{} for _ in self.order]
        self.cards = [CARDS[number - 1] for number in start.personal]
        self.points = [0] * self.players
        self.finisher = -1
        self.turns = 0
        self.seat = self.order[0]
        self.outside = Counter(TYPES * 22) - Counter(self.room.values())

    def seen(self, table: Table) -> Cells:
        return {(tile.x, tile.y): tile.type for tile in game.view(table, None).room_tiles}

    def some_pick(self) -> list[Cell]:
        """A run of cells from an occupied one, sometimes torn or bent, in some order."""
        x, y = self.rng.choice(list(self.room))
        a, b = self.rng.choice([(0, 1), (1, 0)])
        cells = [(x + a * i, y + b * i) for i in range(self.rng.choice((1, 2, 2, 3, 3)))]
        if self.rng.random() < 0.1:
            cells[-1] = (x + b, y + 2 * a)
        self.rng.shuffle(cells)
        return cells

    def may_pick(self, cells: list[Cell]) -> bool:
        if not len(set(cells)) == len(cells) <= max(self.free[self.seat]):
            return False
        if not self.room.keys() >= set(cells):
            return False
        if any(self.room.keys() >= set(around(cell)) for cell in cells):
            return False
        (top, left), (bottom, right) = min(cells), max(cells)
        straight = all(top == x == bottom or left == y == right for x, y in cells)
        return straight and bottom - top + right - left == len(cells) - 1

    def pick(self, state: Table, dice: Dice) -> Table:
        while True:
            cells = self.some_pick()
            tiles = tuple(Tile(x, y, self.room.get((x, y), "CAT")) for x, y in cells)  # type: ignore[arg-type]
            answer = game.play(state, self.seat, Pick(tiles), dice)
            assert isinstance(answer, Played) == self.may_pick(cells), (cells, state)
            if isinstance(answer, Played):
                break
        self.hand = [self.room.pop(cell) for cell in cells]
        events = [BoardChanged(tiles, False), TilesPicked(self.seat, tuple(tile.type for tile in tiles))]
        assert answer.events[:2] == tuple(events)
        if not any(side in self.room for cell in self.room for side in around(cell)):
            self.deal(answer)
            assert self.seen(answer.state) == self.room
        return answer.state

    def deal(self, answer: Played[Table]) -> None:
        *back, fresh = answer.events[2:]
        returned = {(tile.x, tile.y): tile.type for event in back for tile in event.tiles}
        assert returned == self.room
        assert [event.added for event in answer.events[2:]] == [False] * bool(self.room) + [True]
        self.outside += Counter(self.room.values())
        self.room = {(tile.x, tile.y): tile.type for tile in fresh.tiles}
        assert len(self.room) == min(ROOM_SIZE[self.players], self.outside.total())
        self.outside.subtract(self.room.values())
        assert min(self.outside.values()) >= 0
        assert answer.state.bag == tuple(self.outside[kind] for kind in TYPES)

    def put(self, state: Table, dice: Dice) -> Table:
        seat, shelf = self.seat, self.shelves[self.seat]
        while True:
            self.rng.shuffle(self.hand)
            column = self.rng.randrange(5)
            answer = game.play(state, seat, Put(column, tuple(self.hand)), dice)  # type: ignore[arg-type]
            assert isinstance(answer, Refusal) == (len(self.hand) > self.free[seat][column])
            if isinstance(answer, Played):
                break
        lowest = 6 - self.free[seat][column]
        self.free[seat][column] -= len(self.hand)
        shelf.update({(column, lowest + i): kind for i, kind in enumerate(self.hand)})
        self.score(seat, answer)
        self.turns += 1
        self.seat = self.order[self.turns % self.players]
        ended = self.finisher >= 0 and self.turns % self.players == 0
        assert answer.state.over == ended
        assert ended or answer.state.turn == self.seat
        return answer.state

    def score(self, seat: int, answer: Played[Table]) -> None:
        shelf, before = self.shelves[seat], self.points[seat]
        expected: list[object] = []
        for card, stack in self.stacks.items():
            if card not in self.taken[seat] and achieves(card, shelf):
                self.taken[seat][card] = stack.pop(0)
                expected.append(CommonTaken(seat, card, self.taken[seat][card]))
        if len(shelf) == 30 and self.finisher < 0:
            self.finisher = seat
            expected.append(LastRound(seat))
        hits = sum(shelf.get(cell) == kind for cell, kind in self.cards[seat].items())
        groups = sum({1: 0, 2: 0, 3: 2, 4: 3, 5: 5}.get(size, 8) for size in group_sizes(shelf))
        tokens = sum(self.taken[seat].values())
        self.points[seat] = tokens + [0, 1, 2, 4, 6, 9, 12][hits] + groups + (self.finisher == seat)
        if self.points[seat] != before:
            expected.append(PointsChanged(seat, self.points[seat]))
        middle = answer.events[1:] if answer.state.over else answer.events[1:-1]
        assert middle == tuple(expected)
        assert answer.state.points == tuple(self.points)

    def winner(self) -> int:
        best = max(self.points)
        return [seat for seat in self.order if self.points[seat] == best][-1]


def test_the_rules_agree_with_their_second_telling() -> None:
    rng = random.Random(20)
    achieved: Counter[str] = Counter()
    for number in range(GAMES):
        dice = Dice(rng.randbytes(16))
        state = game.setup(2 + number % 3, Options(easy_rule=number % 7 == 0), dice)
        model = Model(state, rng)
        while not state.over:
            state = model.put(model.pick(state, dice), dice)
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.winners == (model.winner(),)
        assert outcome.scores == tuple(model.points)
        assert model.seen(state) == model.room
        achieved.update(card for taken in model.taken for card in taken)
    assert len(achieved) >= 8, "random shelves achieve too few cards to prove anything"


def test_random_and_patterned_shelves_are_judged_alike() -> None:
    rng = random.Random(21)
    verdicts: Counter[tuple[str, bool]] = Counter()
    for _ in range(3000):
        kinds = rng.sample(TYPES, rng.choice((1, 2, 2, 3, 6)))
        mixed = rng.random() < 0.1
        heights = [min(6, rng.choice((x + 1, 6 - x, 6, 6, rng.randrange(7)))) for x in range(5)]
        stacks = [rng.sample(TYPES, 6) if mixed else rng.choices(kinds, k=6) for _ in range(5)]
        shelf = {(x, y): stacks[x][y] for x in range(5) for y in range(heights[x])}
        columns = tuple("".join(shelf[x, y][0] for y in range(heights[x])) for x in range(5))
        for card, predicate in COMMON.items():
            verdict = bool(shelf) and achieves(card, shelf)
            assert predicate(columns) == verdict, (card, columns)
            verdicts[card, verdict] += 1
    assert all(verdicts[card, verdict] for card in COMMON for verdict in (True, False)), verdicts


def test_the_personal_cards_are_those_of_the_box() -> None:
    assert [{(g.x, g.y): g.type for g in PERSONAL[n + 1].goals} for n in range(12)] == CARDS
