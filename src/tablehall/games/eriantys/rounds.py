"""The course of a round: clouds are filled, everybody plans, everybody acts."""

from msgspec.structs import replace

from tablehall.games.dice import Dice
from tablehall.games.eriantys.ending import finish
from tablehall.games.eriantys.events import CloudFilled, CurrentPlayerChanged, LastRound, Told
from tablehall.games.eriantys.state import SIZES, Phase, Table, draw


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats around the table, beginning with one."""
    return tuple((first + step) % seats for step in range(seats))


def give_turn(state: Table, seat: int, phase: Phase, order: tuple[int, ...], told: Told) -> Table:
    """It is this seat's turn, with nothing done yet."""
    told.append(CurrentPlayerChanged(seat, phase, order))
    return replace(state, seat=seat, phase=phase, order=order, moved=0, used=0, muted=None)


def after(state: Table) -> int | None:
    """The seat that follows in this phase of the round, if any."""
    place = state.order.index(state.seat) + 1
    return state.order[place] if place < len(state.order) else None


def end_turn(state: Table, dice: Dice, told: Told) -> Table:
    """The next player acts, or the next round begins, or the last one is over."""
    seat = after(state)
    if seat is not None:
        return give_turn(state, seat, Phase.MOVE_STUDENTS, state.order, told)
    if state.last_round:
        return finish(state, state.last_round)
    first = state.order[0]
    state = fill_clouds(state, dice, told)
    return give_turn(state, first, Phase.PLANNING, clockwise(first, len(state.players)), told)


def fill_clouds(state: Table, dice: Dice, told: Told) -> Table:
    """All clouds get students, or none does if the bag has too few."""
    size, bag = SIZES[len(state.players)].moved, state.bag
    if sum(bag) < size * len(state.players):
        return call_last_round(state, "students", told)
    clouds = []
    for cloud in range(len(state.players)):
        students, bag = draw(bag, size, dice)
        clouds.append(students)
        told.append(CloudFilled(cloud, students))
    return check_bag(replace(state, clouds=tuple(clouds), bag=bag), told)


def check_bag(state: Table, told: Told) -> Table:
    """With the last student drawn this is the last round."""
    return state if any(state.bag) else call_last_round(state, "students", told)


def call_last_round(state: Table, reason: str, told: Told) -> Table:
    """This round is the last, if that is news."""
    if state.last_round:
        return state
    told.append(LastRound(reason))
    return replace(state, last_round=reason)
