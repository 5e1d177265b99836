"""The planning phase: one assistant each, and it decides who acts when."""

from msgspec.structs import replace

from tablehall.games.dice import Dice
from tablehall.games.eriantys.events import AssistantUsed, Told
from tablehall.games.eriantys.moves import ASSISTANTS, EriantysMove, No, UseAssistant
from tablehall.games.eriantys.rounds import after, call_last_round, give_turn
from tablehall.games.eriantys.state import Phase, Table, put_player


def playable(state: Table) -> tuple[int, ...]:
    """The assistants nobody played this round, or all if there are only such left."""
    planned = state.order[: state.order.index(state.seat)]
    played = [state.players[seat].assistant for seat in planned]
    hand = state.players[state.seat].hand
    return tuple(value for value in hand if value not in played) or hand


def choices(state: Table) -> list[EriantysMove]:
    """Every assistant the player may play."""
    return [ASSISTANTS[value] for value in playable(state)]


def use_assistant(state: Table, move: UseAssistant, dice: Dice, told: Told) -> Table | No:
    """Play an assistant; after everybody's the lowest acts first, of equals who planned first."""
    if state.phase is not Phase.PLANNING:
        return No.IMPOSSIBLE_ACTION
    player = state.players[state.seat]
    if move.value not in player.hand:
        return No.ASSISTANT_NOT_EXISTS
    if move.value not in playable(state):
        return No.ASSISTANT_CANNOT_BE_USED
    hand = tuple(value for value in player.hand if value != move.value)
    player = replace(player, hand=hand, assistant=move.value)
    state = replace(state, players=put_player(state, state.seat, player))
    told.append(AssistantUsed(state.seat, move.value))
    if not hand:
        state = call_last_round(state, "assistants", told)
    seat = after(state)
    if seat is not None:
        return give_turn(state, seat, Phase.PLANNING, state.order, told)
    order = tuple(sorted(state.order, key=lambda seat: state.players[seat].assistant or 0))
    return give_turn(state, order[0], Phase.MOVE_STUDENTS, order, told)
