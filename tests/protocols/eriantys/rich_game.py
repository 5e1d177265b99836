"""Eriantys among rich players and with marked dice: they fall as the table says, so the same
moves make the same game. A file for the setting `games`."""

import hashlib
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import Played, Refusal
from tablehall.games.dice import Dice
from tablehall.games.eriantys import Eriantys, events
from tablehall.games.eriantys.state import Table

encode = msgspec.json.Encoder().encode


def marked(*what: Any) -> Dice:
    """Dice that fall the same way whenever the same lies on the table."""
    return Dice(hashlib.sha256(encode(what)).digest())


class RichEriantys(Eriantys):
    """Random players earn few coins: with four more each, every character is seen."""

    def setup(self, seats: int, options: Any, dice: Dice) -> Table:
        return super().setup(seats, options, marked(seats, options))

    def play(self, state: Table, seat: int, move: Any, dice: Dice) -> Played[Table] | Refusal:
        played = super().play(state, seat, move, marked(state))
        if state.islands or isinstance(played, Refusal) or not played.state.islands:
            return played
        return self.enriched(played.state) if state.expert else played

    def enriched(self, state: Table) -> Played[Table]:
        """The game has started: everybody finds four coins."""
        players = tuple(replace(player, coins=player.coins + 4) for player in state.players)
        state = replace(state, players=players, supply=state.supply - 4 * len(players))
        turn = events.CurrentPlayerChanged(state.seat, state.phase, state.order)
        return Played(state, (events.GameStarted(self.view(state, None)), turn))


game = RichEriantys()
