"""A table on the screen: board, seats, clocks, moves, talk."""

import asyncio
import contextlib
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalGroup, VerticalScroll
from textual.css.query import NoMatches
from textual.widgets import Input, OptionList, Static
from textual.worker import Worker

from tablehall.client import News, Table
from tablehall.printable import printable, printable_lines
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import Happened
from tablehall.terminal import presence, words
from tablehall.terminal.board import Board
from tablehall.terminal.choosing import Choosing
from tablehall.terminal.colours import tinted
from tablehall.terminal.keys import BACK, CLAIM_KEYS, WRITING, Keys, answers, table_hints
from tablehall.terminal.layout import BROAD, room_for, side_by_side
from tablehall.terminal.picture import Sight, last_squares
from tablehall.terminal.screens import TooSmall
from tablehall.terminal.spelling import as_board, parted
from tablehall.terminal.story import Story
from tablehall.terminal.visit import Visit


class TableScreen(Choosing):
    """Where one plays or looks on."""

    DEFAULT_CSS = """
    TableScreen #left { width: 1fr; padding: 1 0 0 1; }
    TableScreen.-low #left { padding: 0 0 0 1; }
    TableScreen #right { padding: 0 1; }
    TableScreen.-low #right { padding: 0 0 0 1; }
    TableScreen.-stacked #body { layout: vertical; }
    TableScreen.-stacked #left, TableScreen.-stacked #right { width: 100%; height: 1fr; }
    TableScreen.-stacked.-low #left { height: 2fr; }
    TableScreen.-stacked.-low #right { min-height: 5; }
    TableScreen #seats, TableScreen #turn, TableScreen #more { height: auto; }
    TableScreen #turn { text-style: bold; color: $accent; }
    TableScreen #moves { height: 1fr; min-height: 3; border: none; padding: 0; scrollbar-gutter: stable; }
    TableScreen #log { height: 1fr; min-height: 3; border-top: solid $primary; }
    TableScreen #right Input { border: none; height: 1; padding: 0; background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "focus_on('filter')", "Moves"),
        Binding("t", "focus_on('talk')", "Talk"),
        Binding("escape", "back", "Lobby"),
        Binding("down", "to_list", "Choose", show=False),
        Binding("f", "turn_round", "Turn", show=False),
        Binding("a", "letters", "Letters", show=False),
    ]

    def __init__(self, table: Table, visit: Visit) -> None:
        super().__init__()
        self.table, self.look = table, visit.look(table)
        self.choices = visit.choices(table)
        self._asked_at = -1
        """At which record the moves were asked for."""
        self._asked_of: Any = None
        """Of which position they were asked for."""
        self._changed = asyncio.Event()
        self._shown: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield TooSmall()
        with Horizontal(id="body"):
            yield VerticalScroll(id="left")
            with VerticalGroup(id="right"):
                yield Static(id="seats", markup=False)
                yield Static(id="turn", markup=False)
                yield Static(id="more", markup=False)
                yield Input(placeholder="a move, or words of it (m)", id="filter")
                yield OptionList(id="moves")
                yield Story(self.table, self.visit.scribe(self.table))
                yield Input(placeholder="say something (t)", id="talk", max_length=500)
        yield Keys()

    def head(self) -> str:
        table, card = self.table, self.visit.games.get(self.table.game)
        parts = [
            f"Table {table.number}",
            card.title if card else table.game,
            f"code {table.code}" if table.code else "",
            table.card.title,
            f"{table.watching} looking on" * bool(table.watching),
        ]
        return printable("   ".join(part for part in parts if part))

    async def on_mount(self) -> None:
        with contextlib.suppress(NoMatches):  # one may leave before the table is drawn
            await self.update_table()
            self.focus_board()
        self.set_interval(0.5, lambda: self.when_there(self._tick))
        _: Worker[Any] = self.run_worker(self._keep_up)

    async def _keep_up(self) -> None:
        """Show every change, one after the other; several at once are shown as one."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            with contextlib.suppress(NoMatches):  # the screen is just being taken away
                await self.update_table()

    def on_resize(self) -> None:
        self._make_room()
        self._changed.set()

    def _make_room(self) -> None:
        """Lay everything out for the size of the window."""
        room = room_for(as_board(self.table.view), *self.size)
        if room != self.room:
            self.room = room
            self.set_class(room.low, "-low")
            self.set_class(not room.beside, "-stacked")
            self.query_one("#right").styles.width = room.beside or "100%"
            self._shown.pop("seats", None)

    def hear(self, news: News) -> None:
        super().hear(news)
        if isinstance(news, Happened) and news.table == self.table.number:
            self.query_one(Story).hear(news)
        elif isinstance(news, replies.Gathered) and news.table == self.table.number:
            self.update_head()
            if not self.table.gone:
                return
        elif isinstance(news, replies.Table) and news.card.table == self.table.number:
            self.query_one(Story).scribe.begin_anew()
        else:
            return
        self._changed.set()

    async def update_table(self) -> None:
        """Show the table as it is now."""
        self.update_head()
        self._tick()
        self.query_one(Story).tell()
        await self._update_position()
        table = self.table
        if self.choices.moves and self._asked_of != table.view:
            self.offer(())  # the number of a move would soon be that of another one
        if table.my_turn and self._asked_at != table.seq:
            self._asked_at, self._asked_of = table.seq, table.view
            self.attempt(self._ask_moves, "legal")
        elif not table.my_turn and self.choices.moves:
            self.offer(())

    async def _ask_moves(self) -> None:
        moves = await self.table.legal()
        if moves != self.choices.moves:  # else whoever is choosing need not begin anew
            self.offer(moves)

    async def _update_position(self) -> None:
        table, left = self.table, self.query_one("#left", VerticalScroll)
        self._make_room()
        view = as_board(table.view)
        boards = list(self.query(Board))
        beside = "\n".join(parted(table.text, table.view)[1]) if view is not None else ""
        self.show_choosing()
        self._put("more", beside)
        if view is not None and boards:
            boards[0].show_board(view, last_squares(table.last))
        elif view is not None:
            await left.remove_children()
            card = self.visit.games.get(table.game)
            turned = self.look.facing and table.you == 1
            board = Board(view, Sight(self.look, card.seat_names if card else (), turned))
            await left.mount(board)
            board.show_board(view, last_squares(table.last))
            if not isinstance(self.focused, Input):
                self.focus_board()
        else:
            await self._update_words(left)

    async def _update_words(self, left: VerticalScroll) -> None:
        awaited = presence.awaited(self.table)
        told = words.position(self.table, self.look) or awaited or "The game has not begun."
        width = left.scrollable_content_region.width
        text = tinted(side_by_side(printable_lines(told), width), self.look)
        if list(left.query(Board)):  # a saved game was brought back: it is hidden until all are here
            await left.remove_children()
        shown = list(left.query("#words").results(Static))
        if shown:
            shown[0].update(text)
        else:
            await left.mount(Static(text, id="words", markup=False))

    def _tick(self) -> None:
        """Seats and clocks."""
        table, guest = self.table, self.visit.guest
        card = self.visit.games.get(table.game)
        seats = []
        for seat in range(len(table.seats)):
            arrow = "▶" if seat in table.turn and not table.over else " "
            short = self.room.low or self.room.beside < BROAD
            seats.append(f"{arrow} {words.seat_words(table, seat, card, guest.now(), short=short)}")
        below = self.room.low and not self.room.beside  # then who sits there is read in the position
        self._put("seats", "" if below else "\n".join(seats))
        turn = words.ending(table) if table.outcome else words.whose_turn(table, "g")
        if table.gone and table.outcome is None:
            turn = f"{presence.GONE} o: another table; Escape: the lobby."
        if table.proposal is not None and table.you not in (None, *table.proposal.agreed):
            what = words.PROPOSALS[table.proposal.kind]
            turn += f"\n{table.name(table.proposal.seat)} proposes {what}: y or x."
        asked = presence.question(table, card, CLAIM_KEYS)
        told = (turn, presence.not_met(table), asked, words.dice_words(table))
        self._put("turn", "\n".join(filter(None, told)))
        self._show_keys()

    @on(events.DescendantFocus)
    def _show_keys(self) -> None:
        """The keys that do something, here and now."""
        self.show_choosing()
        card = self.visit.games.get(self.table.game)
        if isinstance(self.focused, Input) and self.focused.id in WRITING:
            hints = (*WRITING[self.focused.id], BACK)
        else:
            hints = (*answers(self.table), *table_hints(self.table, card))
        self.query_one(Keys).show_hints(hints)

    def _put(self, part: str, text: str) -> None:
        """Change what a part of the screen says; the rest moves only if it has to."""
        text = printable_lines(text)
        before = self._shown.get(part)
        if text == before:
            return
        self._shown[part] = text
        shown = self.query_one(f"#{part}", Static)
        shown.display = bool(text)
        same_shape = before is not None and list(map(len, before.split("\n"))) == list(
            map(len, text.split("\n"))
        )
        shown.update(text, layout=not same_shape)

    def action_focus_on(self, part: str) -> None:
        """Go to a part of the screen, at once: what is typed next is meant for it."""
        if part == "talk":
            self.query_one("#talk").display = True
        self.set_focus(self.query_one(f"#{part}"))

    def action_to_list(self) -> None:
        """From the line in which a move is written down to the list."""
        if self.focused is self.query_one("#filter"):
            self.set_focus(self.query_one("#moves"))

    def action_back(self) -> None:
        """Out of a line of text to the board; from there to the lobby."""
        if isinstance(self.focused, Input):
            self.focused.value = ""
            self.focus_board()
        else:
            self.app.pop_screen()

    def action_turn_round(self) -> None:
        """Look from the other side."""
        for board in self.query(Board):
            board.turn_round()

    def action_letters(self) -> None:
        """Letters instead of signs."""
        for board in self.query(Board):
            board.change_signs()

    @on(Input.Submitted, "#talk")
    def _say(self, event: Input.Submitted) -> None:
        text, to = addressed(event.value.strip(), [chair.name for chair in self.table.seats if chair])
        event.input.value = ""
        if text:
            self.attempt(lambda: self.table.say(text, to))


def addressed(text: str, names: list[str]) -> tuple[str, str | None]:
    """What is said, and to whom: `@anna hello` is for anna only."""
    if not text.startswith("@"):
        return text, None
    for name in sorted(names, key=len, reverse=True):
        if text[1:].startswith(name):
            return text[1 + len(name) :].lstrip(" ,:"), name
    to, _, rest = text[1:].partition(" ")
    return rest, to
