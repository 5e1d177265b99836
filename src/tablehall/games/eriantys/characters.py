"""The twelve characters of the expert game: what each costs, asks for and does.

A character asks for some of the five choices of `UseCharacter` and for no other. It is paid
only if its effect can be carried out, and what it does to other rules lasts one turn: they
look at `Table.used`.
"""

from itertools import combinations_with_replacement
from typing import ClassVar

from msgspec.structs import replace

from tablehall.games.dice import Dice
from tablehall.games.eriantys.events import (
    BanOnIslandChanged,
    DiningRoomChanged,
    EntranceChanged,
    StudentsOnCardChanged,
    Told,
)
from tablehall.games.eriantys.influence import resolve
from tablehall.games.eriantys.moves import No, UseCharacter
from tablehall.games.eriantys.rounds import check_bag
from tablehall.games.eriantys.school import call_professors, earn
from tablehall.games.eriantys.state import (
    ONE,
    TABLE_SEATS,
    Card,
    Colour,
    Students,
    Table,
    draw,
    island_at,
    minus,
    plus,
    put_card,
    put_island,
    put_player,
    tally,
)

Pick = tuple[Colour, ...]
PICKS: dict[Pick, Students] = {
    pick: tally(pick) for count in (1, 2, 3) for pick in combinations_with_replacement(Colour, count)
}
"""Every choice of one to three students, in the order of the colours, and its pile."""


class Character:
    """What all characters have in common; by itself one that only changes other rules."""

    name: ClassVar[str]
    cost: ClassVar[int]
    asks: ClassVar[tuple[str, ...]] = ()
    """The choices it needs, by their names in `UseCharacter`."""
    swaps: ClassVar[int] = 0
    students: ClassVar[int] = 0
    """How many lie on the card at first; a `student` asked for is then one of them."""
    bans: ClassVar[int] = 0
    early: ClassVar[bool] = False
    """Whether it is pointless, and so not allowed, once mother nature has moved."""

    def forbids(self, state: Table, card: Card, move: UseCharacter) -> No | None:
        """Why its effect cannot be carried out, beyond what every character checks."""
        return None

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        """The table after its effect."""
        return state


class Monk(Character):
    """One student from the card to any island."""

    name, cost, students, asks = "Monk", 1, 4, ("student", "island")

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        student, spot = chosen(move), spot_of(state, move)
        island = state.islands[spot]
        island = replace(island, students=plus(island.students, student))
        return refill(replace(state, islands=put_island(state, spot, island)), card, student, dice, told)


class Farmer(Character):
    """This turn a tie also takes the professor, beginning with those there are."""

    name, cost = "Farmer", 2

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        return call_professors(state, Colour, told)


class Messenger(Character):
    """Mother nature may walk up to two islands further."""

    name, cost, early = "Messenger", 1, True


class Herald(Character):
    """Any island is settled now; mother nature still moves."""

    name, cost, asks = "Herald", 3, ("island",)

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        return resolve(state, spot_of(state, move), told)


class HerbGranny(Character):
    """A ban tile on an island without one: next time it is not settled."""

    name, cost, bans, asks = "Herb granny", 2, 4, ("island",)

    def forbids(self, state: Table, card: Card, move: UseCharacter) -> No | None:
        return No.ARGUMENT_NOT_CORRECT if state.islands[spot_of(state, move)].bans else None

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        spot, card = spot_of(state, move), replace(card, bans=card.bans - 1)
        island = replace(state.islands[spot], bans=1)
        told.append(BanOnIslandChanged(island.id, island.bans, card.bans))
        return replace(state, islands=put_island(state, spot, island), cards=put_card(state, card))


class Centaur(Character):
    """Towers count nothing this turn, whosever they are."""

    name, cost, early = "Centaur", 3, True


class Knight(Character):
    """Two more influence this turn."""

    name, cost, early = "Knight", 2, True


class MushroomSeller(Character):
    """A colour counts nothing this turn."""

    name, cost, early, asks = "Mushroom seller", 3, True, ("student",)

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        return replace(state, muted=move.student)


class Jester(Character):
    """Swap up to three students between card and entrance."""

    name, cost, students, swaps, asks = "Jester", 1, 6, 3, ("from_card", "from_entrance")

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        player, taken, given = state.players[state.seat], PICKS[move.from_card], PICKS[move.from_entrance]
        card = replace(card, students=plus(minus(card.students, taken), given))
        player = replace(player, entrance=plus(minus(player.entrance, given), taken))
        told.append(StudentsOnCardChanged(card.card, card.students))
        told.append(EntranceChanged(state.seat, player.entrance))
        return replace(state, players=put_player(state, state.seat, player), cards=put_card(state, card))


class Minstrel(Character):
    """Swap up to two students between entrance and dining room."""

    name, cost, swaps, asks = "Minstrel", 1, 2, ("from_dining", "from_entrance")

    def swapped(self, dining: Students, move: UseCharacter) -> Students:
        return plus(minus(dining, PICKS[move.from_dining]), PICKS[move.from_entrance])

    def forbids(self, state: Table, card: Card, move: UseCharacter) -> No | None:
        dining = self.swapped(state.players[state.seat].dining, move)
        return No.TABLE_FULL if max(dining) > TABLE_SEATS else None

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        player, taken, given = state.players[state.seat], PICKS[move.from_dining], PICKS[move.from_entrance]
        before, after = player.dining, self.swapped(player.dining, move)
        player = replace(player, entrance=plus(minus(player.entrance, given), taken), dining=after)
        told.append(EntranceChanged(state.seat, player.entrance))
        told.append(DiningRoomChanged(state.seat, after))
        state = replace(state, players=put_player(state, state.seat, player))
        changed = [colour for colour in Colour if before[colour] != after[colour]]
        return earn(call_professors(state, changed, told), before, told)


class Princess(Character):
    """One student from the card to the own table, with professor and coin."""

    name, cost, students, asks = "Princess", 2, 4, ("student",)

    def forbids(self, state: Table, card: Card, move: UseCharacter) -> No | None:
        dining = plus(state.players[state.seat].dining, chosen(move))
        return No.TABLE_FULL if max(dining) > TABLE_SEATS else None

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        player, student = state.players[state.seat], chosen(move)
        before, after = player.dining, plus(player.dining, student)
        told.append(DiningRoomChanged(state.seat, after))
        state = replace(state, players=put_player(state, state.seat, replace(player, dining=after)))
        state = earn(call_professors(state, (student.index(1),), told), before, told)
        return refill(state, card, student, dice, told)


class Thief(Character):
    """Everybody returns three students of a colour to the bag, or all; professors stay."""

    name, cost, asks = "Thief", 3, ("student",)

    def effect(self, state: Table, card: Card, move: UseCharacter, dice: Dice, told: Told) -> Table:
        student = chosen(move)
        players, bag = list(state.players), state.bag
        for seat, player in enumerate(players):
            dining = player.dining
            for _ in range(min(3, dining[student.index(1)])):
                dining, bag = minus(dining, student), plus(bag, student)
            if dining != player.dining:
                players[seat] = replace(player, dining=dining)
                told.append(DiningRoomChanged(seat, dining))
        return replace(state, players=tuple(players), bag=bag)


CHARACTERS: dict[int, Character] = {
    1: Monk(),
    2: Farmer(),
    3: Messenger(),
    4: Herald(),
    5: HerbGranny(),
    6: Centaur(),
    7: Knight(),
    8: MushroomSeller(),
    9: Jester(),
    10: Minstrel(),
    11: Princess(),
    12: Thief(),
}


def chosen(move: UseCharacter) -> Students:
    """The student asked for, as a pile of one."""
    assert move.student is not None
    return ONE[move.student]


def spot_of(state: Table, move: UseCharacter) -> int:
    """Where the island asked for is."""
    spot = island_at(state, move.island)
    assert spot is not None
    return spot


def refill(state: Table, card: Card, gone: Students, dice: Dice, told: Told) -> Table:
    """A new student from the bag in place of the one that left the card, while there are any."""
    new, bag = draw(state.bag, 1, dice)
    card = replace(card, students=plus(minus(card.students, gone), new))
    told.append(StudentsOnCardChanged(card.card, card.students))
    return check_bag(replace(state, cards=put_card(state, card), bag=bag), told)
