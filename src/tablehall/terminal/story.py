"""What has happened at a table, line by line."""

from textual import events, on
from textual.widgets import RichLog

from tablehall.client import Table
from tablehall.printable import printable
from tablehall.protocols.house.replies import Happened
from tablehall.terminal import words
from tablehall.terminal.books import Scribe
from tablehall.terminal.colours import tinted


class Story(RichLog):
    """The lines of a table; what is heard waits until the position that came of it is shown too."""

    def __init__(self, table: Table, scribe: Scribe) -> None:
        super().__init__(id="log", wrap=True, markup=False, min_width=0)
        self.table, self.scribe = table, scribe
        self._heard = table.seq
        self._waiting = [words.said(line, table) for line in table.chat]
        self._told: list[str] = []
        self._width = 0

    def hear(self, news: Happened) -> None:
        """Something happened; everything is told once."""
        if news.seq > self._heard:
            self._heard = news.seq
            self._waiting.append(printable(words.sentence(self.table, news, self.scribe)))

    def tell(self) -> None:
        """Show what was heard; while there is no room for it, it waits."""
        if self.size.width:
            waiting, self._waiting = self._waiting, []
            self._told += waiting
            for line in waiting:
                self.write(tinted(line, self.scribe.look))

    @on(events.Resize)
    def _break_anew(self) -> None:
        """Lines are broken anew where there is more room for them, or less."""
        width, self._width = self._width, self.size.width
        if self._width and self._width != width:
            self._waiting, self._told = self._told + self._waiting, []
            self.clear()
        self.tell()
