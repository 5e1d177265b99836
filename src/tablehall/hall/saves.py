"""Saves and snapshots: a table frozen into one value, and brought back from it."""

import itertools
import re
from collections.abc import Container, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import AnyGame
from tablehall.games.dice import Dice
from tablehall.hall.people import Person, Profile
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
    deserted: bool = False
    """Whether the hall itself put it away, since everybody was gone; it goes when its game is over."""
    revealed: bool = False
    """Whether the seed is known by now: from here on it takes new dice."""
    by: int = 0
    """Who put it away, if somebody did."""
    deleted_by: tuple[int, ...] = ()
    """Who of its players does not want it any more. When nobody is left who does, it is gone."""

    @classmethod
    def of(
        cls, table: Table, at: int = 0, name: str = "", *, deserted: bool = False, by: int = 0
    ) -> "SaveFile":
        """A table as it is now."""
        return cls(
            table.sheet,
            table.scene,
            table.dice.key.hex(),
            table.dice.position,
            table.chat,
            tuple(table.past),
            at,
            name,
            table.seed.hex() if name else "",
            deserted=deserted,
            by=by,
        )

    def people(self) -> tuple[int, ...]:
        """Whose seats it keeps."""
        return tuple(seat.person for _, seat in self.scene.people())

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


def free_name(table: Table, now: int, taken: Container[tuple[str, str]], *, alone: bool = True) -> str:
    """A name for a game that nobody was there to name: who played, and the day; and at which table, if
    another node may look for a name at the same moment."""
    letters = (re.sub(r"[^A-Za-z0-9]+", "", seat.name) for seat in table.scene.seats if seat)
    who = " ".join(name for name in letters if name)[:24].strip() or table.sheet.game[:24].replace("_", " ")
    day = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m-%d")
    stem = f"{who} {day}" if alone else f"{who} {day} {table.sheet.table % 10_000:04}"
    names = (stem + (f" {copy}" if copy > 1 else "") for copy in itertools.count(1))
    return next(name for name in names if (table.sheet.game, name) not in taken)


STRANGER = Profile(0, "stranger", "")
"""Somebody of whom nothing is known."""


def may_reopen(save: SaveFile, whoever: Profile, known: Mapping[int, Person]) -> bool:
    """Whether somebody may bring a save back: those who play in it, and no others. Who played there without
    being known to the hall is told by a name alone: so may anybody of that name, and any stranger."""
    if whoever.id and whoever.id in save.people():
        return whoever.id not in save.deleted_by
    if save.sheet.code:
        return False
    return any(
        whoever.kind == "stranger" or whoever.name == seat.name
        for _, seat in save.scene.players()
        if not is_known(seat.person, known)
    )


def is_known(person: int, known: Mapping[int, Person]) -> bool:
    """Whether somebody comes back as who they were."""
    return person in known and known[person].profile.kind != "stranger"


def _state(game: AnyGame, state: Any) -> Any:
    return state if state is None or isinstance(state, game.State) else msgspec.convert(state, game.State)


def _last(game: AnyGame, last: Any) -> Any:
    if last is None:
        return None
    seat, move = last
    return seat, msgspec.convert(move, game.Move) if isinstance(move, dict | list) else move


decode = msgspec.json.Decoder(SaveFile).decode
