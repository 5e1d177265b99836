"""How a game of Eriantys ends, and who wins.

A side is a colour of towers: one player, or at a table of four the two of a team.
"""

from msgspec.structs import replace

from tablehall.games.api import Outcome
from tablehall.games.eriantys.state import SIZES, Table, Tower

FEWEST_GROUPS = 3


def finish(state: Table, reason: str) -> Table:
    """The game is over: most towers placed win, then most professors, else it is a draw."""
    standing: dict[Tower | None, tuple[bool, int, int]] = {}
    total = SIZES[len(state.players)].towers
    for tower in {player.tower for player in state.players}:
        seats = [seat for seat, player in enumerate(state.players) if player.tower is tower]
        placed = total - sum(state.players[seat].towers for seat in seats)
        professors = sum(owner in seats for owner in state.professors)
        # Who left the table does not win it, however well the house played on for them.
        present = any(seat not in state.dropped for seat in seats)
        standing[tower] = (present, placed, professors)
    sides = [standing[player.tower] for player in state.players]
    ranks = tuple(1 + sum(other > side for other in standing.values()) for side in sides)
    return replace(state, outcome=Outcome(ranks, tuple(placed for _, placed, _ in sides), reason))


def last_side(state: Table) -> Table:
    """The state itself, or its end if all players but those of one side have left."""
    seats = range(len(state.players))
    teams = 2 if len(state.players) == 4 else len(state.players)
    left = {seat % teams for seat in seats if seat not in state.dropped}
    if len(left) > 1:
        return state
    ranks = tuple(1 if seat % teams in left else 2 for seat in seats)
    return replace(state, outcome=Outcome(ranks, reason="resigned"))
