"""Moves by their kind, and how the house plays for a seat whose player does not."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablehall.games.dice import Dice
from tablehall.games.eriantys import action, hiring, moves, planning, setup
from tablehall.games.eriantys.ending import last_side
from tablehall.games.eriantys.events import PlayerLeft, Told
from tablehall.games.eriantys.moves import EriantysMove, No
from tablehall.games.eriantys.state import Phase, Table

MAKE: dict[type, Callable[[Table, Any, Dice, Told], Table | No]] = {
    moves.SetTower: setup.set_tower,
    moves.SetWizard: setup.set_wizard,
    moves.Next: setup.next_chooser,
    moves.UseAssistant: planning.use_assistant,
    moves.ToIsland: action.to_island,
    moves.ToDiningRoom: action.to_dining_room,
    moves.MoveMotherNature: action.move_mother_nature,
    moves.TakeCloud: action.take_cloud,
    moves.UseCharacter: hiring.use_character,
}
"""What each kind of move does; every rule answers with the table after it, or why not."""


def choices(state: Table) -> list[EriantysMove]:
    """Every move of the player on turn."""
    if state.phase is Phase.CHOOSING:
        return setup.choices(state)
    if state.phase is Phase.PLANNING:
        return planning.choices(state)
    return action.choices(state) + hiring.choices(state)


def house_move(state: Table, dice: Dice) -> EriantysMove:
    """What the house plays: the first free tower and wizard, the lowest assistant, then anything
    but characters."""
    if state.phase is Phase.CHOOSING:
        player = state.players[state.seat]
        if player.tower is None:
            return moves.SetTower(setup.free_towers(state)[0])
        return moves.SetWizard(setup.free_wizards(state)[0]) if player.wizard is None else moves.NEXT
    if state.phase is Phase.PLANNING:
        return planning.choices(state)[0]
    return dice.pick(action.choices(state))


def play_for_absent(state: Table, dice: Dice, told: Told) -> Table:
    """One move of the house for the player on turn."""
    move = house_move(state, dice)
    played = MAKE[type(move)](state, move, dice, told)
    assert isinstance(played, Table)
    return played


def play_for_dropped(state: Table, dice: Dice, told: Told) -> Table:
    """The house plays until somebody who is still at the table is on turn, or the game ends."""
    while state.seat in state.dropped and state.outcome is None:
        state = play_for_absent(state, dice, told)
    return state


def leave(state: Table, seat: int, dice: Dice, told: Told) -> Table:
    """A player goes for good; with one side left the game is over, else the house takes the seat."""
    told.append(PlayerLeft(seat))
    state = last_side(replace(state, dropped=tuple(sorted((*state.dropped, seat)))))
    return play_for_dropped(state, dice, told)
