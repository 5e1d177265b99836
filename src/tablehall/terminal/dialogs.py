"""Small questions over the screen."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

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
            yield OptionList(*(Option(Content(label)) for label in self.labels))

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


HELP = """\
The keys of Tablehall                         (Escape closes this)

In the lobby
  arrows, Enter   sit down where a seat is free, else look on
  w               look on            o   open a table
  j               join by number and invite code
  s               saved games        c   contests       q   quit

At a table
  arrows, Enter   on the board: from where, then to where; or click
  m               write a move, Enter makes it: e2e4, c3, e7e8q, its
                  number in the list, or words that occur in it;
                  arrow down: into the list
  t               talk, Enter says it; "@anna hello" only to anna
  r resign        d propose a draw   u take back        n play again
  y agree         x decline what is proposed
  b players of the house on the free seats    g begin the game (go)
  s save          f turn the board   a letters instead of signs
  Escape          to the lobby, you keep your seat      l leave
  Tab             from one part of the screen to the next

  F1 this help    Ctrl+Q quit; running games wait for a while
"""
"""No line of it is too long for a terminal of 80 columns."""
