"""Saves and snapshots: a table frozen into one value, and brought back from it."""

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import AnyGame
from tablehall.games.dice import Dice
from tablehall.hall.records import Said
from tablehall.hall.scene import BeforeMove, Scene, Sheet
from tablehall.hall.table import Table

GOOD_NAME = re.compile(r"[A-Za-z0-9_\- ]{1,40}")


class SaveFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything needed to go on from here."""

    sheet: Sheet
    scene: Scene
    key: str
    position: int
    chat: tuple[Said, ...] = ()
    past: tuple[BeforeMove, ...] = ()
    at: int = 0
    name: str = ""
    seed: str = ""
    """The seed of its dice, for saves only; a snapshot's lies beside it."""
    used: bool = False
    """Whether it was brought back once: the log has gone on since."""
    revealed: bool = False
    """Whether the seed is known by now: from here on it takes new dice."""

    @classmethod
    def of(cls, table: Table, at: int = 0, name: str = "") -> "SaveFile":
        """A table as it is now."""
        dice = table.dice
        chat, past = table.chat, tuple(table.past)
        seed = table.seed.hex() if name else ""
        return cls(table.sheet, table.scene, dice.key.hex(), dice.position, chat, past, at, name, seed)

    def table(self, game: AnyGame, seed: bytes) -> Table:
        """The table as it was then."""
        table = Table(game, seed)
        table.sheet = replace(self.sheet, options=msgspec.convert(self.sheet.options, game.Options))
        table.scene = replace(
            self.scene, state=_state(game, self.scene.state), last=_last(game, self.scene.last)
        )
        table.dice = Dice(bytes.fromhex(self.key), self.position)
        table.rested = self.position
        table.chat = self.chat
        table.past.extend(
            replace(before, state=_state(game, before.state), last=_last(game, before.last))
            for before in self.past
        )
        return table


def may_reopen(save: SaveFile, person: int) -> bool:
    """Whether this person may bring a save back: a private table's only if they played there."""
    return not save.sheet.code or any(seat and seat.person == person for seat in save.scene.seats)


def _state(game: AnyGame, state: Any) -> Any:
    return state if state is None or isinstance(state, game.State) else msgspec.convert(state, game.State)


def _last(game: AnyGame, last: Any) -> Any:
    if last is None:
        return None
    seat, move = last
    return seat, msgspec.convert(move, game.Move) if isinstance(move, dict | list) else move


decode = msgspec.json.Decoder(SaveFile).decode
