"""Turns of Eriantys found at a glance: what a hurried player would do."""

import random
from collections.abc import Iterator

from tablehall.bots.eriantys_evaluation import masters, powers_now, teams, towers_of
from tablehall.games.eriantys.action import most_steps
from tablehall.games.eriantys.moves import (
    ASSISTANTS,
    CLOUDS,
    NEXT,
    STEPS,
    TO_DINING_ROOM,
    TO_ISLAND,
    EriantysMove,
    SetTower,
    SetWizard,
)
from tablehall.games.eriantys.planning import playable
from tablehall.games.eriantys.setup import free_towers, free_wizards
from tablehall.games.eriantys.state import FARMER, NOBODY, SIZES, TABLE_SEATS, Phase, Table, island_at

ERRAND = 0.3
"""What a student is worth, in towers, that goes to an island and not to the dining room."""


def sit_down(state: Table, chance: random.Random) -> EriantysMove:
    """Any tower, any wizard, and then the next player."""
    player = state.players[state.seat]
    if player.tower is None:
        return SetTower(chance.choice(free_towers(state)))
    if player.wizard is None:
        return SetWizard(chance.choice(free_wizards(state)))
    return NEXT


def seating(state: Table, seat: int) -> list[float]:
    """What a student of each colour is worth in this seat's dining room."""
    sides = teams(state)
    owners, player, worth = masters(state), state.players[seat], []
    for colour, count in enumerate(player.dining):
        rivals = max([other.dining[colour] for i, other in enumerate(state.players) if i != seat])
        if count >= TABLE_SEATS or not player.entrance[colour]:
            worth.append(-9.0)
        elif owners[colour] == seat % sides:
            worth.append(0.25 if count - rivals < 2 else 0.1)
        else:
            lacking = rivals - count + (state.used != FARMER)
            worth.append((0.9, 0.9, 0.4, 0.25)[max(0, lacking)] if lacking < 4 else 0.15)
        if state.expert and count % 3 == 2:
            worth[-1] += 0.25
    return worth


def glance_students(state: Table, seat: int, target: int, helpers: int) -> list[EriantysMove]:
    """The students' moves: so many to the target island, the others to the dining room."""
    entrance, owners, side = list(state.players[seat].entrance), masters(state), seat % teams(state)
    moves: list[EriantysMove] = []
    for _ in range(helpers):
        useful = [c for c in range(5) if entrance[c] and owners[c] == side and c != state.muted]
        colour = max(useful, key=lambda c: entrance[c])
        entrance[colour] -= 1
        moves.append(TO_ISLAND[colour][target])
    left = SIZES[len(state.players)].moved - state.moved - helpers
    worth = seating(state, seat)
    seats = [TABLE_SEATS - count for count in state.players[seat].dining]
    for _ in range(left):
        there = [c for c in range(5) if entrance[c]]
        colour = max(there, key=lambda c: (seats[c] > 0, worth[c], entrance[c]))
        entrance[colour] -= 1
        moves.append(TO_DINING_ROOM[colour] if seats[colour] > 0 else TO_ISLAND[colour][target])
        seats[colour] -= 1
        worth[colour] = worth[colour] * 0.5 if worth[colour] > 0.3 else worth[colour]
    return moves


def targets(state: Table, seat: int, steps: int, students: int) -> Iterator[tuple[float, int, int]]:
    """For each island mother nature can reach: what it brings, the steps, the students to help."""
    sides, owners, side_of = teams(state), masters(state), towers_of(state)
    side, count = seat % sides, len(state.islands)
    entrance = state.players[seat].entrance
    able = sum([entrance[colour] for colour in range(5) if owners[colour] == side and colour != state.muted])
    start = island_at(state, state.mother_nature) or 0
    for step in range(1, steps + 1):
        island = state.islands[(start + step) % count]
        owner = side_of[island.tower] if island.tower is not None else NOBODY
        if island.bans:
            yield -0.1, step, 0
            continue
        power = powers_now(state, island, owner, owners, sides)
        mine, power[side] = power[side], 0
        most = max(power)
        if mine <= most and owner != side:
            helpers = most + 1 - mine
            if helpers <= min(students, able):
                yield island.size * (2 if owner != NOBODY else 1) - ERRAND * helpers, step, helpers
        elif owner != side:
            yield island.size * (2 if owner != NOBODY else 1), step, 0
        if mine >= most or power.count(most) > 1 or power.index(most) == owner:
            yield 0.0, step, 0
        else:
            yield -float(island.size) * (2 if owner == side else 1), step, 0


def glance(state: Table, seat: int, chance: random.Random) -> list[EriantysMove]:
    """A whole turn, or what is left of it, without looking at what it leads to."""
    if state.phase is Phase.CHOOSING:
        return [sit_down(state, chance)]
    if state.phase is Phase.PLANNING:
        return [glance_assistant(state, seat, chance)]
    if state.phase is Phase.CHOOSE_CLOUD:
        return [best_cloud(state, seat)]
    students = SIZES[len(state.players)].moved - state.moved if state.phase is Phase.MOVE_STUDENTS else 0
    _, steps, helpers = max(targets(state, seat, most_steps(state), students))
    moves: list[EriantysMove] = []
    if students:
        moves += glance_students(state, seat, island_after(state, steps), helpers)
    moves.append(STEPS[steps])
    if any(map(any, state.clouds)):
        moves.append(best_cloud(state, seat))
    return moves


def island_after(state: Table, steps: int) -> int:
    """The island so many steps before mother nature."""
    start = island_at(state, state.mother_nature) or 0
    return state.islands[(start + steps) % len(state.islands)].id


def glance_assistant(state: Table, seat: int, chance: random.Random | None) -> EriantysMove:
    """The lowest assistant that reaches the best island; with chance, now and then another."""
    values = playable(state)
    if chance is not None and chance.random() < 0.3:
        return ASSISTANTS[chance.choice(values)]
    found = list(targets(state, seat, (values[-1] + 1) // 2, SIZES[len(state.players)].moved))

    def reached(value: int) -> float:
        return max([worth for worth, step, _ in found if step <= (value + 1) // 2]) - 0.06 * value

    return ASSISTANTS[max(values, key=reached)]


def best_cloud(state: Table, seat: int) -> EriantysMove:
    """The cloud whose students serve this seat most."""
    owners, side = masters(state), seat % teams(state)
    worth = [1.0 if owner == side else 0.6 for owner in owners]

    def serves(cloud: int) -> float:
        return sum([each * count for each, count in zip(worth, state.clouds[cloud], strict=True)])

    return CLOUDS[max([cloud for cloud, students in enumerate(state.clouds) if any(students)], key=serves)]
