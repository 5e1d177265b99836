"""Making a move at a table: on the board, from the list, or written."""

from textual import on
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from tablehall.games.notation import Meant
from tablehall.terminal.board import Board
from tablehall.terminal.choices import Choices, UnclearError, play
from tablehall.terminal.colours import tinted
from tablehall.terminal.dialogs import Choose
from tablehall.terminal.layout import Room
from tablehall.terminal.spelling import Move
from tablehall.terminal.table_actions import TableActions


class Choosing(TableActions):
    """The legal moves on the screen, and the ways to one of them."""

    choices: Choices
    room = Room()

    def offer(self, moves: tuple[Move, ...]) -> None:
        """These moves may be made now."""
        self.choices = self.choices.anew(moves, self.table.view)
        for board in self.query(Board):
            board.offer(moves)
        self._list_moves()

    def _list_moves(self) -> None:
        listed = self.choices.listed(self.query_one("#filter", Input).value)
        options = [
            Option(tinted(f"{number:3}  {spelling}", self.choices.look)) for number, spelling, _ in listed
        ]
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        moves.add_options(options)
        if options:
            moves.highlighted = 0

    def show_choosing(self) -> None:
        """Where nothing can be chosen any more, all the room is for what has happened. Where there is little
        room, moves are listed when one writes them, and elsewhere one reads what has happened."""
        chooses = self.table.you is not None and not self.table.over
        focused = self.focused.id if self.focused is not None else ""
        on_squares, low = bool(self.query(Board)), self.room.low
        writes = focused in ("filter", "moves")
        lists = chooses and (not low or not on_squares or writes)
        self.query_one("#filter").display = chooses
        self.query_one("#moves").display = lists
        self.query_one("#log").display = not (low and lists)
        self.query_one("#talk").display = not low or focused == "talk"
        if not chooses and writes:
            self.focus_board()

    def focus_board(self) -> None:
        """Where one chooses moves: the board, or the list where there is none, or nothing but words."""
        moves = self.query_one("#moves")
        self.set_focus(next(iter(self.query(Board)), moves if moves.display else self.query_one("#left")))

    @on(Board.Meant)
    def _meant(self, event: Board.Meant) -> None:
        self.attempt(lambda: self._one_of(event.moves))

    async def _one_of(self, moves: list[Move]) -> None:
        if len(moves) > 1:
            labels = self.choices.anew(moves, self.table.view).labels
            chosen = await self.app.push_screen_wait(Choose("Which one?", labels))
            if chosen is None:
                return
            moves = [moves[chosen]]
        await self.table.act(moves[0])

    @on(OptionList.OptionSelected, "#moves")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        listed = self.choices.listed(self.query_one("#filter", Input).value)
        if event.option_index < len(listed):
            self._make(Meant(listed[event.option_index][2]))

    @on(Input.Changed, "#filter")
    def _filtered(self) -> None:
        self._list_moves()

    @on(Input.Submitted, "#filter")
    def _typed(self, event: Input.Submitted) -> None:
        listed = self.choices.listed(event.value)
        try:
            chosen = self.choices.find(event.value)
        except UnclearError as error:
            if not event.value or not listed:
                self.note(str(error) if event.value else "Write a move, or words of it.", bad=True)
                return
            self.set_focus(self.query_one("#moves"))
            return
        self._make(chosen)

    def _make(self, meant: Meant) -> None:
        self.query_one("#filter", Input).value = ""
        self.focus_board()
        self.attempt(lambda: play(self.table, meant, self.choices))
