"""What the screens share: a head line, errors as notes, and the news."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events, on
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker

from tablehall.client import Away, ClientError, News
from tablehall.printable import printable_lines
from tablehall.protocols.house.replies import Welcome
from tablehall.terminal.choices import UnclearError
from tablehall.terminal.dialogs import HELP, Reading
from tablehall.terminal.layout import SMALLEST
from tablehall.terminal.times import WishError

if TYPE_CHECKING:
    from tablehall.terminal.app import HallApp
    from tablehall.terminal.visit import Visit


class TooSmall(Static):
    """What is read in a window in which nothing else fits."""

    def __init__(self) -> None:
        columns, lines = SMALLEST
        super().__init__(
            f"This window is too small: make it at least {columns} columns and {lines} lines, or leave with "
            "Ctrl+C and play in lines: tablehall play --plain",
            id="small",
            markup=False,
        )


class HallScreen(Screen[None]):
    """A screen in the hall."""

    DEFAULT_CSS = """
    HallScreen #head { height: 1; background: $primary; color: $text; padding: 0 1; text-style: bold; }
    HallScreen #head.lost { background: $error; }
    HallScreen #small { display: none; padding: 0 1; }
    HallScreen.-tiny > * { display: none; }
    HallScreen.-tiny > #small { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1,question_mark", "read_help", "Help")]

    @property
    def hall(self) -> "HallApp":
        """The app."""
        return cast("HallApp", self.app)

    @property
    def visit(self) -> "Visit":
        """Who is here, and where."""
        return self.hall.visit

    @on(events.Resize)
    def _see_whether_it_fits(self) -> None:
        self.set_class(self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1], "-tiny")

    def head(self) -> str:
        """What the first line says."""
        return ""

    def when_there(self, show: Callable[[], None]) -> None:
        """Show something, unless the screen is just being taken away."""
        with contextlib.suppress(NoMatches):
            show()

    def update_head(self) -> None:
        """The first line: where one is, or that the connection is lost."""
        line = self.query_one("#head", Static)
        lost = self.hall.lost
        line.set_class(bool(lost), "lost")
        line.update(lost or self.head())

    def hear(self, news: News) -> None:
        """Something happened in the hall."""
        if isinstance(news, Away | Welcome):
            self.update_head()

    def attempt(self, errand: Callable[[], Awaitable[Any]], group: str = "") -> None:
        """Do something in the hall; what goes wrong becomes a note. Of a group only the latest goes on."""

        async def run() -> None:
            try:
                await errand()
            except (ClientError, WishError, UnclearError) as error:
                self.note(str(error), bad=True)
            except NoMatches:  # the screen was taken away meanwhile
                pass

        _: Worker[Any] = self.run_worker(run, group=group or "errands", exclusive=bool(group))

    def note(self, text: str, *, bad: bool = False) -> None:
        """Say something in the corner."""
        self.notify(printable_lines(text), severity="error" if bad else "information", markup=False)

    def action_read_help(self) -> None:
        """The keys."""
        self.app.push_screen(Reading(HELP))
