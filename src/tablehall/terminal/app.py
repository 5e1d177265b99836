"""The hall on the whole terminal."""

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.worker import Worker

from tablehall.client import Away, ClientError, News, Table
from tablehall.printable import printable, printable_lines
from tablehall.protocols.house.replies import Welcome
from tablehall.terminal.dialogs import Leaving, Missed
from tablehall.terminal.harmless import Harmless
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.presence import leaving, missed_words
from tablehall.terminal.screens import HallScreen
from tablehall.terminal.table import TableScreen
from tablehall.terminal.visit import Errand, Visit, visit


class HallApp(App[int]):
    """Lobby and tables; the news go to every screen that is open."""

    TITLE = "Tablehall"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, visit: Visit, first: Table | None) -> None:
        super().__init__()
        self.visit = visit
        self.lost = ""
        """What to say about a lost connection; nothing while it stands."""
        self.parting = ""
        """Why the app has ended, if it was not asked to."""
        self._first = first
        self._harmless = Harmless()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), self._harmless]

    async def on_mount(self) -> None:
        for work in (self._follow, self._calls):
            _: Worker[Any] = self.run_worker(work)
        await self.push_screen(Lobby())
        if self._first is not None:
            self.go_to(self._first)
        self._tell_missed()

    def action_interrupt(self) -> None:
        """Leave; in the middle of a game one is asked, and the next Ctrl+C leaves at once."""
        warning = leaving(self.visit.guest, own=self.visit.own)
        if not warning or isinstance(self.screen, Leaving):
            self.exit(0)
        else:
            self.push_screen(Leaving(f"{warning}\nLeave? Ctrl+C once more leaves, too."), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.exit(0)

    def _tell_missed(self) -> None:
        """What became of games while one was away; told again some day unless it was read."""
        missed = self.visit.guest.missed
        if missed and not any(isinstance(screen, Missed) for screen in self.screen_stack):
            lines = [printable(missed_words(one, self.visit.games)) for one in missed]
            self.push_screen(Missed(lines), self._read_missed)

    def _read_missed(self, read: bool | None) -> None:
        if read:
            _: Worker[Any] = self.run_worker(self._say_seen)

    async def _say_seen(self) -> None:
        with contextlib.suppress(ClientError):  # then it is told again
            await self.visit.guest.seen()

    def go_to(self, table: Table) -> None:
        """Show a table."""
        if isinstance(self.screen, TableScreen) and self.screen.table is table:
            return
        if isinstance(self.screen, TableScreen):
            self.switch_screen(TableScreen(table, self.visit))
        else:
            self.push_screen(TableScreen(table, self.visit))

    async def _follow(self) -> None:
        try:
            async for news in self.visit.guest.news():
                self._hear(news)
        except ClientError as error:
            self.parting = str(error)
            self.exit(1)

    def _hear(self, news: News) -> None:
        if isinstance(news, Away):
            self.lost = "The connection is lost. Trying again..."
        elif isinstance(news, Welcome):
            self.lost = ""
            self._tell_missed()
        for screen in self.screen_stack:
            if isinstance(screen, HallScreen) and screen.is_mounted:
                screen.when_there(partial(screen.hear, news))

    async def _calls(self) -> None:
        while True:
            table = await self.visit.guest.called()
            if self._idle():
                self.go_to(table)
            else:
                card = self.visit.games.get(table.game)
                where = f"table {table.number}, {card.title if card else table.game}"
                self.notify(f"You are at {where} too now; it is in the lobby.", markup=False)

    def _idle(self) -> bool:
        """Whether somebody may be led to another table without being torn out of anything."""
        here = self.screen
        return isinstance(here, Lobby) or (isinstance(here, TableScreen) and here.table.over)


def play_on_screen(errand: Errand) -> int:
    """Play on the whole terminal until one has had enough: the exit code."""
    return asyncio.run(_play(errand))


async def _play(errand: Errand) -> int:
    async with visit(errand) as here:
        app = HallApp(here, await here.table())
        code = await app.run_async()
        if app.parting:
            print(printable_lines(app.parting))
        return code or app.return_code or 0
