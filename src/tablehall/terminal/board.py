"""The board on the screen: a cursor for the keyboard, squares for the mouse."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from tablehall.games.board import BoardView, Square
from tablehall.terminal.picture import Sight, paint
from tablehall.terminal.pointer import Pointer
from tablehall.terminal.spelling import Move


class Board(Widget, can_focus=True):
    """A board of squares; choosing on it makes moves."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(1, 0)", "Cursor", show=False),
        Binding("down", "go(-1, 0)", "Cursor", show=False),
        Binding("left", "go(0, -1)", "Cursor", show=False),
        Binding("right", "go(0, 1)", "Cursor", show=False),
        Binding("enter,space", "press", "Choose"),
    ]

    class Meant(Message):
        """A square was chosen that means these moves."""

        def __init__(self, moves: list[Move]) -> None:
            super().__init__()
            self.moves = moves

    def __init__(self, board: BoardView, sight: Sight) -> None:
        super().__init__(id="board")
        self.board, self.sight = board, sight
        self.pointer = Pointer(falls=sight.look.falls)
        self.pointer.at = (len(board.rows) // 2, len(board.rows[0]) // 2)
        self.last: set[Square] = set()

    def show_board(self, board: BoardView, last: set[Square]) -> None:
        """The position has changed."""
        self.board, self.last = board, last
        self.refresh()

    def offer(self, moves: tuple[Move, ...]) -> None:
        """The moves that may be made now."""
        self.pointer.offer(moves)
        self.refresh()

    def render(self) -> Text:
        self.sight = self.sight.fit(self.board, self.size.width, self.size.height, self.pointer.at)
        cursor = self.has_focus
        return Text("\n").join(paint(self.board, self.sight, self.pointer, self.last, cursor=cursor))

    def action_go(self, up: int, right: int) -> None:
        """The cursor moves; seen from the other side everything is reversed."""
        way = -1 if self.sight.turned else 1
        self.pointer.go(way * up, way * right, (len(self.board.rows), len(self.board.rows[0])))
        self.refresh()

    def action_press(self) -> None:
        """Choose the square under the cursor."""
        moves = self.pointer.press()
        self.refresh()
        if moves:
            self.post_message(self.Meant(moves))

    def on_click(self, event: events.Click) -> None:
        square = self.sight.square(self.board, event.x, event.y)
        if square is not None:
            self.focus()
            self.pointer.at = square
            self.action_press()

    def turn_round(self) -> None:
        """Look at the board from the other side."""
        self.sight = self.sight._replace(turned=not self.sight.turned)
        self.refresh()

    def change_signs(self) -> None:
        """Letters instead of signs, or the other way round."""
        self.sight = self.sight._replace(letters=not self.sight.letters)
        self.refresh()
