"""The action phase: students, mother nature, a cloud."""

from msgspec.structs import replace

from tablehall.games.dice import Dice
from tablehall.games.eriantys.events import (
    MotherNatureMoved,
    StudentsTaken,
    StudentToDiningRoomMoved,
    StudentToIslandMoved,
    Told,
)
from tablehall.games.eriantys.influence import resolve
from tablehall.games.eriantys.moves import (
    CLOUDS,
    STEPS,
    TO_DINING_ROOM,
    TO_ISLAND,
    EriantysMove,
    MoveMotherNature,
    No,
    TakeCloud,
    ToDiningRoom,
    ToIsland,
)
from tablehall.games.eriantys.rounds import end_turn
from tablehall.games.eriantys.school import call_professors, earn
from tablehall.games.eriantys.state import (
    MESSENGER,
    NONE,
    ONE,
    SIZES,
    TABLE_SEATS,
    OpenTable,
    Phase,
    Player,
    Table,
    island_at,
    minus,
    plus,
    put_island,
    put_player,
)


def most_steps(state: OpenTable) -> int:
    """How far mother nature may walk for the player on turn."""
    steps = ((state.players[state.seat].assistant or 0) + 1) // 2
    return steps + 2 if state.used == MESSENGER else steps


def choices(state: Table) -> list[EriantysMove]:
    """Every move of this phase but the characters."""
    if state.phase is Phase.MOVE_MOTHER_NATURE:
        return [*STEPS[1 : most_steps(state) + 1]]
    if state.phase is Phase.CHOOSE_CLOUD:
        return [CLOUDS[cloud] for cloud, students in enumerate(state.clouds) if any(students)]
    player, moves = state.players[state.seat], list[EriantysMove]()
    for colour, count in enumerate(player.entrance):
        if count:
            targets = TO_ISLAND[colour]
            moves += [targets[island.id] for island in state.islands]
            if player.dining[colour] < TABLE_SEATS:
                moves.append(TO_DINING_ROOM[colour])
    return moves


def count_student(state: Table, player: Player) -> Table:
    """One student of this turn has been moved; after the last it is mother nature's turn."""
    moved = state.moved + 1
    done = moved == SIZES[len(state.players)].moved
    phase = Phase.MOVE_MOTHER_NATURE if done else Phase.MOVE_STUDENTS
    return replace(state, players=put_player(state, state.seat, player), moved=moved, phase=phase)


def _may_not_move(state: Table, student: int) -> No | None:
    if state.phase is not Phase.MOVE_STUDENTS:
        return No.IMPOSSIBLE_ACTION
    return None if state.players[state.seat].entrance[student] else No.STUDENT_NOT_IN_ENTRANCE


def to_island(state: Table, move: ToIsland, dice: Dice, told: Told) -> Table | No:
    """A student goes to an island."""
    if refused := _may_not_move(state, move.student):
        return refused
    player = state.players[state.seat]
    spot = island_at(state, move.island)
    if spot is None:
        return No.ISLAND_NOT_EXISTS
    student, island = ONE[move.student], state.islands[spot]
    island = replace(island, students=plus(island.students, student))
    state = replace(state, islands=put_island(state, spot, island))
    told.append(StudentToIslandMoved(state.seat, move.student, island.id))
    return count_student(state, replace(player, entrance=minus(player.entrance, student)))


def to_dining_room(state: Table, move: ToDiningRoom, dice: Dice, told: Told) -> Table | No:
    """A student takes a seat, which may win a professor and a coin."""
    if refused := _may_not_move(state, move.student):
        return refused
    player = state.players[state.seat]
    before = player.dining
    if before[move.student] >= TABLE_SEATS:
        return No.TABLE_FULL
    student = ONE[move.student]
    player = replace(player, entrance=minus(player.entrance, student), dining=plus(before, student))
    told.append(StudentToDiningRoomMoved(state.seat, move.student))
    state = call_professors(count_student(state, player), (move.student,), told)
    return earn(state, before, told)


def move_mother_nature(state: Table, move: MoveMotherNature, dice: Dice, told: Told) -> Table | No:
    """Mother nature walks, and the island she reaches is settled."""
    if state.phase is not Phase.MOVE_MOTHER_NATURE:
        return No.IMPOSSIBLE_ACTION
    if not 1 <= move.steps <= most_steps(state):
        return No.ARGUMENT_NOT_CORRECT
    start = island_at(state, state.mother_nature) or 0
    spot = (start + move.steps) % len(state.islands)
    reached = state.islands[spot].id
    told.append(MotherNatureMoved(state.seat, move.steps, reached))
    state = resolve(replace(state, mother_nature=reached, phase=Phase.CHOOSE_CLOUD), spot, told)
    if state.outcome is not None or any(map(any, state.clouds)):
        return state
    # The clouds could not be filled this round: there is nothing to choose.
    return end_turn(state, dice, told)


def take_cloud(state: Table, move: TakeCloud, dice: Dice, told: Told) -> Table | No:
    """The students of a cloud come into the entrance, which ends the turn."""
    if state.phase is not Phase.CHOOSE_CLOUD:
        return No.IMPOSSIBLE_ACTION
    cloud = move.cloud
    if not 0 <= cloud < len(state.clouds):
        return No.CLOUD_NOT_PRESENT
    students = state.clouds[cloud]
    if not any(students):
        return No.CLOUD_EMPTY
    player = state.players[state.seat]
    player = replace(player, entrance=plus(player.entrance, students))
    clouds = (*state.clouds[:cloud], NONE, *state.clouds[cloud + 1 :])
    state = replace(state, players=put_player(state, state.seat, player), clouds=clouds)
    told.append(StudentsTaken(state.seat, cloud, students))
    return end_turn(state, dice, told)
