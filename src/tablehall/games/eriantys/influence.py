"""Whose is an island: influence, conquest, and islands growing together."""

from msgspec.structs import replace

from tablehall.games.eriantys.ending import FEWEST_GROUPS, finish
from tablehall.games.eriantys.events import BanOnIslandChanged, IslandsUnified, Told, TowerOnIslandChanged
from tablehall.games.eriantys.state import (
    CENTAUR,
    HERB_GRANNY,
    KNIGHT,
    Island,
    Table,
    Tower,
    plus,
    put_card,
    put_island,
)


def resolve(state: Table, spot: int, told: Told) -> Table:
    """Settle whose the island at this place of the ring is; a ban tile prevents it once."""
    island = state.islands[spot]
    if island.bans:
        return lift_ban(state, spot, told)
    tower = strongest(influence(state, island))
    return state if tower is None or tower is island.tower else conquer(state, spot, tower, told)


def influence(state: Table, island: Island) -> dict[Tower | None, int]:
    """How much each side counts on an island."""
    power: dict[Tower | None, int] = {player.tower: 0 for player in state.players}
    for colour, count in enumerate(island.students):
        owner = state.professors[colour]
        if count and owner >= 0 and colour != state.muted:
            power[state.players[owner].tower] += count
    if island.tower is not None and state.used != CENTAUR:
        power[island.tower] += island.size
    if state.used == KNIGHT:
        power[state.players[state.seat].tower] += 2
    return power


def strongest(power: dict[Tower | None, int]) -> Tower | None:
    """The side that counts for more than every other; where nobody counts all are equal."""
    most = max(power.values())
    best = [tower for tower, count in power.items() if count == most]
    return best[0] if len(best) == 1 else None


def conquer(state: Table, spot: int, tower: Tower, told: Told) -> Table:
    """Change the towers of an island; with the last tower placed the game is won."""
    island = state.islands[spot]
    players, keepers = list(state.players), {}
    for seat in reversed(range(len(players))):
        keepers[players[seat].tower] = seat
    if island.tower is not None:
        old = keepers[island.tower]
        players[old] = replace(players[old], towers=players[old].towers + island.size)
    new = keepers[tower]
    players[new] = replace(players[new], towers=max(0, players[new].towers - island.size))
    islands = put_island(state, spot, replace(island, tower=tower))
    state = replace(state, players=tuple(players), islands=islands)
    told.append(TowerOnIslandChanged(state.seat, island.id, tower, tuple(p.towers for p in players)))
    if not players[new].towers:
        return finish(state, "towers")
    state = unify(state, spot, told)
    return state if len(state.islands) > FEWEST_GROUPS else finish(state, "islands")


def unify(state: Table, spot: int, told: Told) -> Table:
    """An island takes in the neighbours with towers like its own, clockwise first."""
    islands, mother_nature = list(state.islands), state.mother_nature
    one = islands[spot]
    for step in (1, -1):
        other = islands[(islands.index(one) + step) % len(islands)]
        if other.tower is not one.tower:
            continue
        grown = Island(
            one.id,
            plus(one.students, other.students),
            one.tower,
            one.size + other.size,
            one.bans + other.bans,
        )
        islands[islands.index(one)] = grown
        islands.remove(other)
        told.append(IslandsUnified(state.seat, one.id, other.id))
        one = grown
        if mother_nature == other.id:
            mother_nature = one.id
    return replace(state, islands=tuple(islands), mother_nature=mother_nature)


def lift_ban(state: Table, spot: int, told: Told) -> Table:
    """A ban tile goes back to the herb granny."""
    island = state.islands[spot]
    island = replace(island, bans=island.bans - 1)
    granny = next(card for card in state.cards if card.card == HERB_GRANNY)
    granny = replace(granny, bans=granny.bans + 1)
    told.append(BanOnIslandChanged(island.id, island.bans, granny.bans))
    return replace(state, islands=put_island(state, spot, island), cards=put_card(state, granny))
