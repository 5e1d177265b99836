"""Turns of Eriantys found with care: every sensible way to finish a turn, the best first."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from tablehall.bots.eriantys_evaluation import masters, standing, teams
from tablehall.bots.eriantys_turns import (
    best_cloud,
    glance,
    glance_assistant,
    island_after,
    sit_down,
    targets,
)
from tablehall.bots.playouts import Plan, follow
from tablehall.games.dice import Dice
from tablehall.games.eriantys import game
from tablehall.games.eriantys.action import most_steps
from tablehall.games.eriantys.hiring import choices as hires
from tablehall.games.eriantys.moves import ASSISTANTS, CLOUDS, STEPS, TO_DINING_ROOM, TO_ISLAND, EriantysMove
from tablehall.games.eriantys.planning import playable
from tablehall.games.eriantys.state import SIZES, TABLE_SEATS, Phase, Table

SHOWN = b"\0" * 32
"""The dice of somebody who only imagines a move: not those of the table."""
WIDTH = 24
"""So many ways to move the students are looked at with all that mother nature can do."""
MOST_HIRES = 40
TOWER = 0.12
"""What a tower about to be built adds to the chance to win, roughly."""


def imagine(state: Table, seat: int, moves: Plan) -> Table:
    """The table after these moves, with dice that nobody has thrown."""
    after: Table = follow(game, state, seat, moves, Dice(SHOWN))
    return after


def plans(state: Table, seat: int, chance: random.Random, most: int) -> list[Plan]:
    """The best ways to finish the turn, the best first."""
    if state.phase is Phase.CHOOSING:
        return [(sit_down(state, chance),)]
    if state.phase is Phase.PLANNING:
        first = glance_assistant(state, seat, None)
        return sorted([(ASSISTANTS[value],) for value in playable(state)], key=lambda plan: plan[0] != first)
    found = [(standing(imagine(state, seat, plan), seat), plan) for plan in ways(state, seat)]
    found += [(standing(imagine(state, seat, plan), seat), plan) for plan in hirings(state, seat, chance)]
    found.sort(key=lambda way: -way[0])
    return [with_cloud(state, seat, plan) for _, plan in found[:most]]


def with_cloud(state: Table, seat: int, plan: list[EriantysMove]) -> Plan:
    """A plan up to mother nature's walk, completed by a cloud."""
    if state.phase is Phase.CHOOSE_CLOUD or not any(map(any, state.clouds)):
        return plan
    return [*plan, best_cloud(state, seat)]


def ways(state: Table, seat: int) -> list[list[EriantysMove]]:
    """The ways to finish the turn without a character, a cloud only if that is all there is to do."""
    if state.phase is Phase.CHOOSE_CLOUD:
        return [[CLOUDS[cloud]] for cloud, students in enumerate(state.clouds) if any(students)]
    steps = STEPS[1 : most_steps(state) + 1]
    if state.phase is Phase.MOVE_MOTHER_NATURE:
        return [[step] for step in steps]
    found = []
    for moves in student_ways(state, seat):
        after = imagine(state, seat, moves)
        reached, _, _ = max(targets(after, seat, len(steps), 0))
        found.append((standing(after, seat) + TOWER * reached, moves))
    found.sort(key=lambda way: -way[0])
    return [[*moves, step] for _, moves in found[:WIDTH] for step in steps]


def student_ways(state: Table, seat: int) -> Iterator[list[EriantysMove]]:
    """Some students to the dining room, the others together to an island within reach."""
    player, left = state.players[seat], SIZES[len(state.players)].moved - state.moved
    islands = {island_after(state, steps) for steps in range(1, most_steps(state) + 1)}
    for seated in range(left, -1, -1):
        for guests in picks(player.entrance, seated):
            dining = [player.dining[colour] + guests.count(colour) for colour in range(5)]
            if max(dining) > TABLE_SEATS:
                continue
            moves: list[EriantysMove] = [TO_DINING_ROOM[colour] for colour in guests]
            if seated == left:
                yield moves
                continue
            entrance = [count - guests.count(colour) for colour, count in enumerate(player.entrance)]
            serving = servants(state, seat, dining)
            for sent in picks([n if c in serving else 0 for c, n in enumerate(entrance)], left - seated):
                for island in sorted(islands):
                    yield [*moves, *[TO_ISLAND[colour][island] for colour in sent]]


def servants(state: Table, seat: int, dining: Sequence[int]) -> list[int]:
    """The colours that count for this seat once its dining room is so full."""
    owners, side = masters(state), seat % teams(state)
    rivals = [max([p.dining[c] for i, p in enumerate(state.players) if i != seat]) for c in range(5)]
    return [c for c in range(5) if owners[c] == side or dining[c] > rivals[c]]


def picks(pile: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many students from a pile."""
    colours = [colour for colour, there in enumerate(pile) if there]
    for pick in combinations_with_replacement(colours, count):
        if all(pick.count(colour) <= pile[colour] for colour in pick):
            yield pick


def hirings(state: Table, seat: int, chance: random.Random) -> Iterator[list[EriantysMove]]:
    """A character first, and then the rest of the turn at a glance."""
    uses = hires(state)
    if len(uses) > MOST_HIRES:
        uses = chance.sample(uses, MOST_HIRES)
    for use in uses:
        after = imagine(state, seat, [use])
        if after.outcome is not None:
            yield [use]
        else:
            rest = glance(after, seat, chance)
            if state.phase is not Phase.CHOOSE_CLOUD and any(map(any, state.clouds)):
                rest = rest[:-1]
            yield [use, *rest]
