"""Eriantys: whole random games keep the contract, the counts, and anybody's copy of the table."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games.api import Played
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice
from tablehall.games.eriantys import EriantysOptions, events, game
from tablehall.games.eriantys.moves import UseCharacter
from tablehall.games.eriantys.state import SIZES, Colour, Phase, Table, plus
from tablehall.games.eriantys.views import TableView


def moments(seats: int, expert: bool, seed: int, leaver: bool = False) -> Iterator[Played[Table]]:
    """A random game, move by move; with a leaver somebody goes in the middle of it.

    Players of an expert game get three more coins at the start: random play earns few, and
    the dear characters would hardly be seen. For the same reason first the kind of move is
    chosen, then the move.
    """
    rng = random.Random(seed)
    dice = Dice(rng.randbytes(32))
    played = Played(game.setup(seats, EriantysOptions(expert), dice))
    leaves = rng.randrange(5, 120) if leaver else -1
    yield played
    while game.outcome(played.state) is None:
        leaves -= 1
        seat = played.state.seat
        moves = game.legal(played.state, seat)
        kinds = sorted({type(move).__name__ for move in moves})
        kind = rng.choice(kinds)
        move = rng.choice([move for move in moves if type(move).__name__ == kind])
        if leaves == 0:
            played = game.drop(played.state, rng.randrange(seats), dice)
        else:
            answer = game.play(played.state, seat, move, dice)
            assert isinstance(answer, Played)
            played = answer
        if expert and isinstance((*played.events, None)[0], events.GameStarted):
            played = enriched(played.state)
        yield played


def enriched(state: Table) -> Played[Table]:
    """The start of a game among rich players."""
    players = tuple(replace(player, coins=player.coins + 3) for player in state.players)
    state = replace(state, players=players, supply=state.supply - 3 * len(players))
    return Played(state, (events.GameStarted(game.view(state, None)),))


GAMES = [(seats, expert, seed) for seats in (2, 3, 4) for expert in (False, True) for seed in range(8)]


def test_eriantys_keeps_the_contract_of_a_game() -> None:
    check_game(game, games=60)


def every_use(card: int) -> Iterator[UseCharacter]:
    """All that could be asked of a character, sense or nonsense, with swaps of up to two."""
    for student, island in product((None, *Colour), (None, *range(-1, 13))):
        yield UseCharacter(card, student, island)
    hands = [(), *((one,) for one in Colour), *product(Colour, repeat=2)]
    for ours, theirs in product(hands, repeat=2):
        yield UseCharacter(card, from_card=ours, from_entrance=theirs)
        yield UseCharacter(card, from_dining=ours, from_entrance=theirs)


@pytest.mark.parametrize("seed", range(4))
def test_exactly_the_legal_uses_of_characters_are_accepted(seed: int) -> None:
    for moment, played in enumerate(moments(2 + seed % 3, True, seed)):
        state = played.state
        legal = {move for move in game.legal(state, state.seat) if isinstance(move, UseCharacter)}
        if not legal or moment % 3:
            continue
        tries = legal.union(*(every_use(card.card) for card in state.cards), every_use(13))
        accepted = {
            move for move in tries if isinstance(game.play(state, state.seat, move, Dice(bytes(32))), Played)
        }
        assert accepted == legal


@pytest.mark.parametrize(("seats", "expert", "seed"), GAMES)
def test_nothing_is_lost_and_nothing_appears(seats: int, expert: bool, seed: int) -> None:
    for played in moments(seats, expert, seed):
        state = played.state
        if state.phase is not Phase.CHOOSING:
            check_students(state)
            check_coins(state)
            check_towers(state)
            check_ring(state)


def check_students(state: Table) -> None:
    total = state.bag
    for pile in (*(i.students for i in state.islands), *state.clouds, *(c.students for c in state.cards)):
        total = plus(total, pile)
    for player in state.players:
        total = plus(plus(total, player.entrance), player.dining)
        assert max(player.dining) <= 10
    assert total == (26, 26, 26, 26, 26)
    assert min(min(pile) for pile in (state.bag, *(p.entrance for p in state.players))) >= 0


def check_coins(state: Table) -> None:
    coins = state.supply + sum(p.coins for p in state.players) + sum(card.used for card in state.cards)
    assert coins == (20 if state.expert else 0)
    assert min(state.supply, *(player.coins for player in state.players)) >= 0


def check_towers(state: Table) -> None:
    placed: Counter[Any] = Counter()
    for island in state.islands:
        placed[island.tower] += island.size
    for tower in {player.tower for player in state.players}:
        left = sum(player.towers for player in state.players if player.tower is tower)
        total = left + placed[tower]
        assert total == SIZES[len(state.players)].towers or (left == 0 and state.outcome is not None)


def check_ring(state: Table) -> None:
    ids = [island.id for island in state.islands]
    assert state.mother_nature in ids
    assert sum(island.size for island in state.islands) == 12
    # Once around: in the order of the ids, apart from where the ring is cut.
    cut = ids.index(min(ids))
    assert ids[cut:] + ids[:cut] == sorted(ids)
    towers = [island.tower for island in state.islands]
    if state.outcome is None:
        assert all(
            one is None or one is not other
            for one, other in zip(towers, towers[1:] + towers[:1], strict=True)
        )
    if any(card.card == 5 for card in state.cards):
        assert sum(i.bans for i in state.islands) + sum(card.bans for card in state.cards) == 4


def test_every_end_is_reached_by_chance() -> None:
    missing = {"towers", "islands", "assistants", "students"}
    for seed in range(2000):
        *_, last = moments(2 + seed % 3, seed % 2 == 0, seed)
        outcome = game.outcome(last.state)
        assert outcome is not None
        missing.discard(outcome.reason)
        if not missing:
            return
    raise AssertionError(f"no game in 2000 ended by {missing}")


def test_every_character_is_used_by_chance() -> None:
    used = {
        event.card
        for seed in range(60)
        for played in moments(2 + seed % 3, True, seed)
        for event in played.events
        if isinstance(event, events.CharacterUsed)
    }
    assert used == set(range(1, 13))


# A copy of the table


class Copy:
    """What a client knows: the table as it was told, and what happened since."""

    def __init__(self) -> None:
        self.table: TableView | None = None

    def hear(self, event: Any) -> None:
        if isinstance(event, events.GameStarted):
            self.table = event.table
        elif self.table is not None:
            getattr(self, type(event).__name__)(event, self.table)

    def change(self, **changes: Any) -> None:
        assert self.table is not None
        self.table = replace(self.table, **changes)

    def player(self, seat: int, **changes: Any) -> None:
        assert self.table is not None
        players = list(self.table.players)
        players[seat] = replace(players[seat], **changes)
        self.change(players=tuple(players))

    def island(self, id: int, **changes: Any) -> None:
        assert self.table is not None
        self.change(islands=tuple(replace(i, **changes) if i.id == id else i for i in self.table.islands))

    def card(self, number: int, **changes: Any) -> None:
        assert self.table is not None
        self.change(cards=tuple(replace(c, **changes) if c.card == number else c for c in self.table.cards))

    def moved(self, table: TableView) -> None:
        moved = table.moved + 1
        done = moved == SIZES[len(table.players)].moved
        self.change(moved=moved, phase=Phase.MOVE_MOTHER_NATURE if done else Phase.MOVE_STUDENTS)

    def less(self, pile: tuple[int, ...], colour: int, by: int = -1) -> tuple[int, ...]:
        return tuple(count + by * (kind == colour) for kind, count in enumerate(pile))

    def CurrentPlayerChanged(self, event: events.CurrentPlayerChanged, table: TableView) -> None:  # noqa: N802
        self.change(seat=event.seat, phase=event.phase, order=event.order, moved=0, used=0, muted=None)

    def AssistantUsed(self, event: events.AssistantUsed, table: TableView) -> None:  # noqa: N802
        hand = tuple(value for value in table.players[event.seat].hand if value != event.assistant)
        self.player(event.seat, hand=hand, assistant=event.assistant)

    def StudentToIslandMoved(self, event: events.StudentToIslandMoved, table: TableView) -> None:  # noqa: N802
        self.player(event.seat, entrance=self.less(table.players[event.seat].entrance, event.student))
        self.arrive(event.student, event.island, table)
        self.moved(table)

    def arrive(self, student: int, id: int, table: TableView) -> None:
        there = next(island for island in table.islands if island.id == id)
        self.island(id, students=self.less(there.students, student, 1))

    def StudentToDiningRoomMoved(  # noqa: N802
        self, event: events.StudentToDiningRoomMoved, table: TableView
    ) -> None:
        player = table.players[event.seat]
        self.player(
            event.seat,
            entrance=self.less(player.entrance, event.student),
            dining=self.less(player.dining, event.student, 1),
        )
        self.moved(table)

    def ProfessorsChanged(self, event: events.ProfessorsChanged, table: TableView) -> None:  # noqa: N802
        owners = [-1 if owner == event.seat else owner for owner in table.professors]
        for colour in event.professors:
            owners[colour] = event.seat
        self.change(professors=tuple(owners))

    def MotherNatureMoved(self, event: events.MotherNatureMoved, table: TableView) -> None:  # noqa: N802
        ids = [island.id for island in table.islands]
        assert ids[(ids.index(table.mother_nature) + event.steps) % len(ids)] == event.island
        self.change(mother_nature=event.island, phase=Phase.CHOOSE_CLOUD)

    def TowerOnIslandChanged(self, event: events.TowerOnIslandChanged, table: TableView) -> None:  # noqa: N802
        self.island(event.island, tower=event.tower)
        for seat, towers in enumerate(event.towers):
            self.player(seat, towers=towers)

    def IslandsUnified(self, event: events.IslandsUnified, table: TableView) -> None:  # noqa: N802
        one, two = (next(i for i in table.islands if i.id == id) for id in (event.island1, event.island2))
        students = plus(one.students, two.students)
        self.island(one.id, students=students, size=one.size + two.size, bans=one.bans + two.bans)
        assert self.table is not None
        self.change(islands=tuple(i for i in self.table.islands if i.id != two.id))
        if table.mother_nature == two.id:
            self.change(mother_nature=one.id)

    def StudentsTaken(self, event: events.StudentsTaken, table: TableView) -> None:  # noqa: N802
        self.CloudFilled(events.CloudFilled(event.cloud, (0, 0, 0, 0, 0)), table)
        self.player(event.seat, entrance=plus(table.players[event.seat].entrance, event.students))

    def CloudFilled(self, event: events.CloudFilled, table: TableView) -> None:  # noqa: N802
        clouds = list(table.clouds)
        clouds[event.cloud] = event.students
        self.change(clouds=tuple(clouds))

    def LastRound(self, event: events.LastRound, table: TableView) -> None:  # noqa: N802
        assert not table.last_round
        self.change(last_round=event.reason)

    def CharacterUsed(self, event: events.CharacterUsed, table: TableView) -> None:  # noqa: N802
        self.card(event.card, cost=event.cost, used=True)
        self.change(used=event.card, muted=event.student if event.card == 8 else None)
        if event.card == 1 and event.student is not None and event.island is not None:
            self.arrive(event.student, event.island, table)

    def CoinsChanged(self, event: events.CoinsChanged, table: TableView) -> None:  # noqa: N802
        self.player(event.seat, coins=event.coins)
        self.change(supply=event.supply)

    def StudentsOnCardChanged(self, event: events.StudentsOnCardChanged, table: TableView) -> None:  # noqa: N802
        self.card(event.card, students=event.students)

    def BanOnIslandChanged(self, event: events.BanOnIslandChanged, table: TableView) -> None:  # noqa: N802
        self.island(event.island, bans=event.bans)
        self.card(5, bans=event.on_card)

    def EntranceChanged(self, event: events.EntranceChanged, table: TableView) -> None:  # noqa: N802
        self.player(event.seat, entrance=event.students)

    def DiningRoomChanged(self, event: events.DiningRoomChanged, table: TableView) -> None:  # noqa: N802
        self.player(event.seat, dining=event.students)

    def PlayerLeft(self, event: events.PlayerLeft, table: TableView) -> None:  # noqa: N802
        self.change(dropped=tuple(sorted((*table.dropped, event.seat))))

    def bag(self) -> int:
        """What is nowhere else is in the bag."""
        table = self.table
        assert table is not None
        piles = [*(i.students for i in table.islands), *table.clouds, *(c.students for c in table.cards)]
        piles += [pile for player in table.players for pile in (player.entrance, player.dining)]
        return 130 - sum(map(sum, piles))


@pytest.mark.parametrize("leaver", [False, True])
@pytest.mark.parametrize(("seats", "expert", "seed"), GAMES)
def test_who_hears_everything_has_the_table_before_them(
    seats: int, expert: bool, seed: int, leaver: bool
) -> None:
    copy = Copy()
    for played in moments(seats, expert, seed, leaver):
        for event in played.events:
            copy.hear(event)
        if copy.table is not None:
            view = replace(game.view(played.state, None), outcome=None)
            assert replace(copy.table, bag=copy.bag()) == view
    assert copy.table is not None or leaver


# In words


def test_choosing_in_words() -> None:
    text = game.describe(game.view(game.setup(2, EriantysOptions(), Dice(bytes(32))), None))
    assert text.splitlines() == [
        "Seat 1 has to choose a tower and a wizard.",
        "Seat 0, no tower, no wizard:",
        "Seat 1, no tower, no wizard:",
    ]


def test_a_table_in_words_names_all_that_lies_on_it() -> None:
    for played in moments(3, True, 1):
        view = game.view(played.state, None)
        text = game.describe(view)
        if view.islands:
            assert text.count("mother nature") >= 1
            assert all(f"{island.id:4}: " in text for island in view.islands)
            assert f"In the bag: {view.bag} students." in text
            assert all(f"{card.card:4}: " in text for card in view.cards)
    assert text.startswith("The game is over (")


def test_colours_are_counted_in_words() -> None:
    *_, last = moments(2, False, 1)
    view = game.view(last.state, None)
    expected = ", ".join(
        f"{view.players[0].entrance[c]} {c.name.lower()}" for c in Colour if view.players[0].entrance[c]
    )
    assert f"entrance {expected};" in game.describe(view)
