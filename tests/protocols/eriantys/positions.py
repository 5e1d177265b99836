"""Eriantys that begins in the middle, at a position the players choose by their wizards. A
file for the setting `games`."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablehall.games.api import Played, Refusal
from tablehall.games.dice import Dice
from tablehall.games.eriantys import Eriantys, events
from tablehall.games.eriantys.state import Card, Island, Phase, Table, Tower, put_player

BLACK, WHITE, _ = Tower
NOBODY = -1


def middle(state: Table, **changes: Any) -> Table:
    """Seat 0 has mother nature on island 0 and leads it on; nobody is on the islands."""
    players = tuple(
        replace(player, entrance=(2, 2, 0, 0, 0), hand=(1, 2, 3), assistant=6) for player in state.players
    )
    clouds = ((3, 0, 0, 0, 0),) * len(players)
    state = replace(state, seat=0, order=tuple(range(len(players))), players=players, clouds=clouds)
    state = replace(state, phase=Phase.MOVE_MOTHER_NATURE, mother_nature=0)
    return replace(state, islands=tuple(Island(id) for id in range(12)), **changes)


def seat(state: Table, number: int, **changes: Any) -> Table:
    return replace(state, players=put_player(state, number, replace(state.players[number], **changes)))


def island(state: Table, id: int, **changes: Any) -> Table:
    return replace(state, islands=tuple(replace(i, **changes) if i.id == id else i for i in state.islands))


def blue(state: Table, **changes: Any) -> Table:
    """Island 1 is full of students for seat 0, who has the blue professor."""
    return island(middle(state, professors=(0, -1, -1, -1, -1)), 1, students=(9, 0, 0, 0, 0), **changes)


def last_tower(state: Table) -> Table:
    return seat(blue(state), 0, towers=1)


def last_towers(state: Table) -> Table:
    """Three towers are needed, two are left."""
    state = seat(seat(blue(state, tower=WHITE, size=3), 0, towers=2), 1, towers=5)
    return replace(state, islands=tuple(i for i in state.islands if i.id not in (2, 3)))


def four_groups(state: Table) -> Table:
    """Groups of three, of which the second is about to become like the third."""
    state = blue(state, size=3)
    state = island(island(island(state, 0, tower=WHITE, size=3), 2, tower=BLACK, size=3), 3, size=3)
    state = replace(state, islands=state.islands[:4])
    return seat(seat(state, 0, towers=5), 1, towers=5)


def between_own(state: Table) -> Table:
    """The neighbours of the island have the towers that it will have."""
    return seat(island(island(blue(state), 0, tower=BLACK), 2, tower=BLACK), 0, towers=6)


def last_cloud(state: Table, professors: tuple[int, ...]) -> Table:
    """Everybody has as many towers; the last player takes the last cloud of the last round."""
    state = middle(state, seat=1, phase=Phase.CHOOSE_CLOUD, last_round="assistants", professors=professors)
    state = replace(state, clouds=((0,) * 5, (3, 0, 0, 0, 0)))
    return seat(seat(state, 0, hand=()), 1, hand=())


def only_fives(state: Table) -> Table:
    """Both have nothing left but the same assistant."""
    state = middle(state, phase=Phase.PLANNING)
    return seat(seat(state, 0, hand=(5,)), 1, hand=(5,))


def few_in_the_bag(state: Table, bag: int) -> Table:
    """After the next cloud the clouds are to be filled."""
    state = middle(state, seat=1, phase=Phase.CHOOSE_CLOUD, bag=(bag, 0, 0, 0, 0))
    return replace(state, clouds=((0,) * 5, (3, 0, 0, 0, 0)))


def full_table(state: Table) -> Table:
    """There is no seat left for the blue students of seat 0, who is rich besides; all ban
    tiles but one are on the islands."""
    state = middle(state, phase=Phase.MOVE_STUDENTS, supply=0)
    state = seat(state, 0, dining=(10, 1, 0, 0, 0), coins=9)
    for id in (3, 4, 5):
        state = island(state, id, bans=1)
    cards = (Card(5, 2, bans=1), Card(9, 1, students=(3, 3, 0, 0, 0)), Card(11, 2, students=(2, 2, 0, 0, 0)))
    return replace(state, cards=cards if state.expert else ())


def no_bans(state: Table) -> Table:
    return replace(full_table(state), cards=(Card(5, 2, bans=0), Card(3, 1), Card(6, 3)))


POSITIONS: dict[tuple[int | None, ...], Callable[[Table], Table]] = {
    (1, 2): last_tower,
    (1, 3): last_towers,
    (1, 4): four_groups,
    (2, 1): between_own,
    (2, 3): lambda state: last_cloud(state, (1, NOBODY, NOBODY, NOBODY, NOBODY)),
    (2, 4): lambda state: last_cloud(state, (1, 0, NOBODY, NOBODY, NOBODY)),
    (3, 1): only_fives,
    (3, 2): lambda state: few_in_the_bag(state, 5),
    (3, 4): lambda state: few_in_the_bag(state, 6),
    (4, 1): full_table,
    (4, 2): no_bans,
}


class InTheMiddle(Eriantys):
    """The wizards that the players choose decide where it begins."""

    def setup(self, seats: int, options: Any, dice: Dice) -> Table:
        return super().setup(seats, options, Dice(bytes(32)))

    def play(self, state: Table, seat: int, move: Any, dice: Dice) -> Played[Table] | Refusal:
        played = super().play(state, seat, move, dice)
        if state.islands or isinstance(played, Refusal) or not played.state.islands:
            return played
        prepare = POSITIONS.get(tuple(player.wizard for player in state.players))
        if prepare is None:
            return played
        begun = prepare(played.state)
        turn = events.CurrentPlayerChanged(begun.seat, begun.phase, begun.order)
        return Played(begun, (events.GameStarted(self.view(begun, None)), turn))


game = InTheMiddle()
