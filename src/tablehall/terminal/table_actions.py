"""What one can do at a table besides moving: one key each."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from tablehall.client import Table
from tablehall.client.followed import Claim
from tablehall.hall.records import Proposable
from tablehall.terminal.dialogs import Ask, Choose, Sure
from tablehall.terminal.keys import CLAIM_KEYS
from tablehall.terminal.opening import Opening
from tablehall.terminal.screens import HallScreen
from tablehall.terminal.times import WishError


class TableActions(HallScreen):
    """The keys of a table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "resign", "Resign"),
        Binding("d", "propose('draw')", "Draw"),
        Binding("u", "propose('takeback')", "Take back"),
        Binding("n", "propose('rematch')", "Again"),
        Binding("y", "answer(True)", "Agree", show=False),
        Binding("x", "answer(False)", "Decline", show=False),
        *(Binding(key, f"claim('{claim}')", show=False) for claim, key in CLAIM_KEYS.items()),
        Binding("b", "bots", "Bots"),
        Binding("g", "start", "Begin", show=False),
        Binding("s", "save", "Save", show=False),
        Binding("l", "leave", "Leave"),
        Binding("o", "open", "Open another", show=False),
    ]
    table: Table

    def action_resign(self) -> None:
        """Give the game up, if one is sure."""
        self.attempt(self._resign)

    async def _resign(self) -> None:
        if await self.app.push_screen_wait(Sure("Give the game up?")):
            await self.table.resign()

    def action_propose(self, kind: Proposable) -> None:
        """Propose something to the others."""
        self.attempt(lambda: self.table.propose(kind))

    def action_answer(self, yes: bool) -> None:
        """Agree or decline."""
        self.attempt(lambda: self.table.answer(yes))

    def action_claim(self, what: Claim) -> None:
        """Say what shall become of the game while somebody is away."""
        self.attempt(lambda: self.table.claim(what))

    def action_start(self) -> None:
        """Begin the game."""
        self.attempt(self.table.start)

    def action_bots(self) -> None:
        """Players of the house take the free seats."""
        self.attempt(self._bots)

    async def _bots(self) -> None:
        card = self.visit.games.get(self.table.game)
        levels = card.bots if card else ()
        if not levels:
            raise WishError("The house has no players of this game.")
        labels = [f"level {level}" for level in levels]
        chosen = await self.app.push_screen_wait(Choose("Players of the house take the free seats", labels))
        if chosen is not None:
            await self.table.bots(levels[chosen])

    def action_save(self) -> None:
        """Save the game and put it away, or ask the others whether they agree to that."""
        self.attempt(self._save)

    async def _save(self) -> None:
        if self.table.needs_consent:
            await self.table.propose("put_away")
            return
        name = await self.app.push_screen_wait(Ask("Save the game under which name?", "to be continued"))
        if name is not None:
            await self.table.save(name)

    def action_open(self) -> None:
        """Open another table, where this one is no longer there."""
        if self.table.gone:
            self.attempt(self._open)

    async def _open(self) -> None:
        wishes = await self.app.push_screen_wait(Opening(self.visit.games, self.table.game))
        if wishes is not None:
            self.hall.go_to(await wishes.open(self.visit.guest))

    def action_leave(self) -> None:
        """Get up and go."""
        self.attempt(self._leave)

    async def _leave(self) -> None:
        playing = self.table.status == "playing" and self.table.you is not None
        if playing and not await self.app.push_screen_wait(Sure("Leave? That gives the game up.")):
            return
        if not self.table.gone and self.table.status != "saved":  # a table put away is no longer there
            await self.table.leave()
        self.app.pop_screen()
