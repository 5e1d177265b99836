"""School boards: who has the professors, and what a full row of seats earns."""

from collections.abc import Iterable

from msgspec.structs import replace

from tablehall.games.eriantys.events import CoinsChanged, ProfessorsChanged, Told
from tablehall.games.eriantys.state import FARMER, NOBODY, Students, Table, professors_of, put_player


def call_professors(state: Table, colours: Iterable[int], told: Told) -> Table:
    """The professors of these colours go to who has strictly most of their students.

    In a turn with the farmer it is enough for the player on turn to have as many as anybody.
    """
    owners = list(state.professors)
    for colour in colours:
        guests = [player.dining[colour] for player in state.players]
        most = max(guests)
        if most and state.used == FARMER and guests[state.seat] == most:
            owners[colour] = state.seat
        elif most and guests.count(most) == 1:
            owners[colour] = guests.index(most)
    blue, green, yellow, red, pink = owners
    after = (blue, green, yellow, red, pink)
    if after == state.professors:
        return state
    changed = [(old, new) for old, new in zip(state.professors, after, strict=True) if old != new]
    losers = {old for old, _ in changed if old != NOBODY}
    winners = {new for _, new in changed if new not in losers}
    state = replace(state, professors=after)
    for seat in (*sorted(losers), *sorted(winners)):
        told.append(ProfessorsChanged(seat, professors_of(state, seat)))
    return state


def earn(state: Table, before: Students, told: Told) -> Table:
    """A coin for each third, sixth and ninth seat the player on turn filled, while there are any."""
    if not state.expert:
        return state
    player = state.players[state.seat]
    rows = zip(before, player.dining, strict=True)
    earned = min(state.supply, sum([new // 3 - old // 3 for old, new in rows if new > old]))
    if not earned:
        return state
    player, supply = replace(player, coins=player.coins + earned), state.supply - earned
    told.append(CoinsChanged(state.seat, player.coins, supply))
    return replace(state, players=put_player(state, state.seat, player), supply=supply)
