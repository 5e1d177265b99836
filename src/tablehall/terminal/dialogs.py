"""Small questions over the screen."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from tablehall.printable import printable

T = TypeVar("T")


class Dialog(ModalScreen[T], Generic[T]):
    """A question that Escape leaves unanswered."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > .box { width: 80; max-width: 96%; max-height: 94%; height: auto; padding: 0 1;
                    border: round $accent; background: $surface; }
    Dialog .buttons { height: auto; align-horizontal: right; }
    Dialog OptionList { height: auto; max-height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]


class Sure(Dialog[bool]):
    """Really?"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with VerticalGroup(classes="box"):
            yield Static(self.question, markup=False)
            with Horizontal(classes="buttons"):
                yield Button("No (n)", id="no")
                yield Button("Yes (y)", id="yes", variant="warning")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class Leaving(Sure):
    """Ctrl+C was pressed in the middle of a game."""


class Ask(Dialog[str]):
    """A line of text is wanted."""

    def __init__(self, question: str, hint: str = "") -> None:
        super().__init__()
        self.question, self.hint = question, hint

    def compose(self) -> ComposeResult:
        with VerticalGroup(classes="box"):
            yield Static(self.question, markup=False)
            yield Input(placeholder=self.hint)

    @on(Input.Submitted)
    def _answered(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class Choose(Dialog[int]):
    """One of several: its place in the list."""

    def __init__(self, question: str, labels: Sequence[str]) -> None:
        super().__init__()
        self.question, self.labels = question, labels

    def compose(self) -> ComposeResult:
        with VerticalGroup(classes="box"):
            yield Static(self.question, markup=False)
            yield OptionList(*(Option(Content(printable(label))) for label in self.labels))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


class Reading(Dialog[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,q,f1,question_mark", "dismiss(None)", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            yield Static(self.text, markup=False)


class Ticking(Reading):
    """Something to read that changes with the time."""

    def __init__(self, text: Callable[[], str]) -> None:
        super().__init__(text())
        self.text_now = text

    def on_mount(self) -> None:
        self.set_interval(0.5, lambda: self.query_one(Static).update(self.text_now()))


class Missed(Dialog[bool]):
    """What happened while one was away: read, or to be told again another time."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss(True)", "Read")]

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            yield Static("While you were away\n", markup=False)
            yield Static("\n".join(self.lines), markup=False, id="missed")
            yield Static(
                "\nWhat was put away is among the saved games: s in the lobby.\n"
                "Enter: I have read this. Escape: tell me again another time.",
                markup=False,
            )


HELP = """\
The keys of Tablehall                         (Escape closes this)

In the lobby
  arrows, Enter   sit down where a seat is free, else look on
  w               look on            o   open a table
  j               join by number and invite code
  s               saved games: bring back or delete   c   contests
  d               a code for another device of yours  q   quit

At a table
  arrows, Enter   on the board: from where, then to where; or click
  m               write a move, Enter makes it: e2e4, Nf3, c3, e8=Q;
                  or its number in the list, or words of it;
                  arrow down: into the list
  t               talk, Enter says it; "@anna hello" only to anna
  r resign        d propose a draw   u take back        n play again
  y agree         x decline what is proposed
  1 2 3 4         somebody is away for too long: claim the win, call
                  it a draw, a player of the house goes on, wait on
  b players of the house on the free seats    g begin the game (go)
  s put away (a rated game: if all agree)
  f turn the board   a letters instead of signs
  Escape          to the lobby, you keep your seat      l leave
  Tab             from one part of the screen to the next

  F1 this help    Ctrl+Q, Ctrl+C quit; you keep your seats
"""
"""No line of it is too long for a terminal of 80 columns."""
