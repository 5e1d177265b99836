"""Eriantys with marked dice, for the transcripts of its page: the same moves make the same
game. A file for the setting `games`; the number of players and the rules choose a lesson."""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import Played, Refusal
from tablehall.games.dice import Dice
from tablehall.games.eriantys import Eriantys, events
from tablehall.games.eriantys.state import Card, Island, Phase, Table, Tower

encode = msgspec.json.Encoder().encode


def marked(*what: Any) -> Dice:
    """Dice that fall the same way whenever the same lies on the table."""
    return Dice(hashlib.sha256(encode(what)).digest())


def seat(state: Table, number: int, **changes: Any) -> Table:
    players = list(state.players)
    players[number] = replace(players[number], **changes)
    return replace(state, players=tuple(players))


def opening(state: Table) -> Table:
    """Two players, basic: an ordinary beginning."""
    return state


def characters(state: Table) -> Table:
    """Two players, expert: seat 0 is rich, and all ban tiles are on the islands."""
    state = seat(state, 0, coins=6)
    cards = (Card(1, 1, students=(1, 1, 1, 1, 0)), Card(5, 3, used=True), Card(10, 1))
    islands = tuple(replace(island, bans=int(island.id in (3, 4, 5, 6))) for island in state.islands)
    return replace(state, cards=cards, islands=islands, supply=12)


def last_round(state: Table) -> Table:
    """Three players, basic: everybody has one assistant left, seat 0 also one tower."""
    for number in range(3):
        state = seat(state, number, hand=(number + 7,), entrance=(5, 1, 1, 1, 1))
    state = seat(state, 0, towers=1, dining=(10, 0, 0, 0, 0))
    islands = (Island(0, tower=Tower.BLACK, size=5), *(Island(id) for id in range(5, 12)))
    return replace(state, islands=islands, mother_nature=0, professors=(0, -1, -1, -1, -1))


def conquest(state: Table) -> Table:
    """Three players, expert: seat 0 leads mother nature to an island between two of its own."""
    state = seat(state, 0, towers=4, assistant=4, entrance=(2, 1, 1, 1, 0), hand=(1, 2, 3))
    islands = tuple(
        Island(id, (2, 0, 0, 0, 0) if id == 1 else (0,) * 5, Tower.BLACK if id in (0, 2) else None)
        for id in range(12)
    )
    state = replace(state, islands=islands, mother_nature=0, professors=(0, -1, -1, -1, -1))
    return replace(state, seat=0, order=(0, 1, 2), phase=Phase.MOVE_MOTHER_NATURE, moved=4)


LESSONS: dict[tuple[int, bool], Callable[[Table], Table]] = {
    (2, False): opening,
    (2, True): characters,
    (3, False): last_round,
    (3, True): conquest,
}


class Lesson(Eriantys):
    """Seat 0 chooses and plans first; nothing is left to chance."""

    def setup(self, seats: int, options: Any, dice: Dice) -> Table:
        state = super().setup(seats, options, dice)
        return replace(state, seat=0, order=tuple(range(seats)))

    def play(self, state: Table, seat: int, move: Any, dice: Dice) -> Played[Table] | Refusal:
        played = super().play(state, seat, move, marked(state))
        if state.islands or isinstance(played, Refusal) or not played.state.islands:
            return played
        seats = len(state.players)
        begun = replace(played.state, seat=0, order=tuple(range(seats)))
        begun = LESSONS.get((seats, state.expert), opening)(begun)
        turn = events.CurrentPlayerChanged(begun.seat, begun.phase, begun.order)
        return Played(begun, (events.GameStarted(self.view(begun, None)), turn))


game = Lesson()
