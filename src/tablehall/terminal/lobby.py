"""The lobby on the screen: tables as they come and go, and the ways to one of them."""

from collections.abc import Coroutine
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static

from tablehall.client import News, Table
from tablehall.printable import printable
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import TableCard
from tablehall.terminal.dialogs import Ask, Choose, Sure, Ticking
from tablehall.terminal.keys import LOBBY, Keys
from tablehall.terminal.opening import Opening
from tablehall.terminal.presence import called, device_words, host_words, save_words
from tablehall.terminal.screens import HallScreen, TooSmall
from tablehall.terminal.spelling import seat_list
from tablehall.terminal.times import WishError
from tablehall.terminal.visit import has_room
from tablehall.terminal.wishes import clock_words

SHOWN = 200
"""So many tables are listed; those that wait come first."""
DELETE = "Delete {name!r}? You will not see it again; it is gone when all of its players have deleted it."
COLUMNS = ("Table", "Game", "Players", "", "Clock", "Title")


class Lobby(HallScreen):
    """Every public table that waits or plays, and one's own."""

    DEFAULT_CSS = """
    Lobby DataTable { height: 1fr; }
    Lobby #hint { height: auto; padding: 0 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(hint.key, hint.action, hint.label) for hint in LOBBY if hint.action
    ]

    def __init__(self) -> None:
        super().__init__()
        self._stale = False
        """Whether the list is no longer what it shows."""

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield TooSmall()
        yield DataTable(cursor_type="row", zebra_stripes=True)
        yield Static(id="hint", markup=False)
        yield Keys()

    def head(self) -> str:
        return f"Tablehall   {self.visit.guest.name} in {self.visit.place}"

    def on_mount(self) -> None:
        self.update_head()
        self.query_one(Keys).show_hints(LOBBY)
        rows = self.query_one(DataTable)
        for label in COLUMNS:
            rows.add_column(label)
        rows.focus()
        self.set_interval(
            0.2, lambda: self.when_there(self._refresh)
        )  # a busy lobby changes faster than one can read
        self.attempt(self.visit.guest.lobby)

    def on_screen_resume(self) -> None:
        self.update_head()
        self.update_tables()

    def hear(self, news: News) -> None:
        super().hear(news)
        if isinstance(news, replies.LobbyList | replies.Listed | replies.Table | replies.Happened):
            self._stale = True

    def _refresh(self) -> None:
        if self._stale:
            self.update_tables()

    def cards(self) -> dict[int, TableCard]:
        """One's own tables first, then the public ones, those that wait before those that play."""
        own = {table.number: table.card for table in self.visit.guest.tables.values() if not table.over}
        public = sorted(
            self.visit.guest.lobby_cards.values(), key=lambda card: (not has_room(card), -card.opened)
        )
        others = [card for card in public if card.table not in own]
        return own | {card.table: card for card in others[:SHOWN]}

    def update_tables(self) -> None:
        """The list anew; the cursor stays on its table."""
        rows = self.query_one(DataTable)
        if not rows.columns:
            return
        self._stale = False
        chosen, cards = self.chosen(), self.cards()
        rows.clear()
        for number, card in cards.items():
            rows.add_row(*self._cells(card), key=str(number))
        if chosen is not None and chosen in cards:
            rows.move_cursor(row=list(cards).index(chosen))
        empty = "No table is open. Press o to open one."
        self.query_one("#hint", Static).update("" if cards else empty)

    def _cells(self, card: TableCard) -> list[Text]:
        game = self.visit.games.get(card.game)
        players = seat_list(called(chair.name, chair) for chair in card.seats if chair)
        free = card.seats.count(None)
        seats = "yours" if card.table in self.visit.guest.tables else f"{free} free" if free else card.status
        seats = ", ".join(filter(None, (seats, host_words(card))))
        title = f"{card.title} (saved as {card.save})" if card.save else card.title
        clock, name = clock_words(card.clock), game.title if game else card.game
        return [Text(printable(cell)) for cell in (str(card.table), name, players, seats, clock, title)]

    def chosen(self) -> int | None:
        """The number of the table under the cursor."""
        rows = self.query_one(DataTable)
        if not rows.row_count:
            return None
        key = rows.coordinate_to_cell_key(rows.cursor_coordinate).row_key.value
        return int(key) if key else None

    @on(DataTable.RowSelected)
    def _selected(self) -> None:
        number = self.chosen()
        card = self.cards().get(number) if number is not None else None
        if card is None:
            return
        if card.table in self.visit.guest.tables:
            self.hall.go_to(self.visit.guest.tables[card.table])
        elif has_room(card) or (card.status == "waiting" and card.save):
            self.attempt(lambda: self._go(self.visit.guest.join(card.table)))
        else:
            self.attempt(lambda: self._go(self.visit.guest.watch(card.table)))

    async def _go(self, table: Coroutine[Any, Any, Table]) -> None:
        self.hall.go_to(await table)

    def action_watch(self) -> None:
        """Look on at the table under the cursor."""
        number = self.chosen()
        if number is not None:
            self.attempt(lambda: self._go(self.visit.guest.watch(number)))

    def action_open(self) -> None:
        """Open a table."""
        self.attempt(self._open)

    async def _open(self) -> None:
        wishes = await self.app.push_screen_wait(Opening(self.visit.games))
        if wishes is not None:
            await self._go(wishes.open(self.visit.guest))

    def action_join(self) -> None:
        """Join a table by its number and code."""
        self.attempt(self._join)

    async def _join(self) -> None:
        answer = await self.app.push_screen_wait(
            Ask("Table number and invite code", "7162052041 0f1e2d3c4b5a69788796")
        )
        if answer is None:
            return
        number, _, code = answer.partition(" ")
        if not number.isdecimal():
            raise WishError("Write the table's number, then its code.")
        await self._go(self.visit.guest.join(int(number), code.strip()))

    def action_saves(self) -> None:
        """Bring a saved game back, or delete it."""
        self.attempt(self._saves)

    async def _saves(self) -> None:
        guest = self.visit.guest
        saves = sorted(await guest.saves(), key=lambda save: not save.yours)
        if not saves:
            raise WishError("Nothing is saved.")
        labels = [f"{save.game}: {save.name} ({seat_list(save.players)}){save_words(save)}" for save in saves]
        chosen = await self.app.push_screen_wait(Choose("Which saved game?", labels))
        if chosen is None:
            return
        game, name = saves[chosen].game, saves[chosen].name
        way = await self.app.push_screen_wait(Choose(f"{game}: {name}", ("Bring it back", "Delete it")))
        if way == 0:
            back = await guest.reopen(game, name)
            self.hall.go_to(await guest.join(back.number))
        elif way == 1 and await self.app.push_screen_wait(Sure(DELETE.format(name=name))):
            await guest.delete_save(game, name)
            self.note("Done.")

    def action_device(self) -> None:
        """Come to another device."""
        self.attempt(self._device)

    async def _device(self) -> None:
        guest = self.visit.guest
        given = await guest.pair()
        await self.app.push_screen_wait(Ticking(lambda: device_words(guest, given)))

    def action_contests(self) -> None:
        """How the contests stand, and taking part in one."""
        self.attempt(self._contests)

    async def _contests(self) -> None:
        guest = self.visit.guest
        contests = await guest.contests()
        labels = []
        for contest in contests:
            best = ", ".join(f"{one.name} {one.points}" for one in contest.standings[:5]) or "nobody yet"
            labels.append(f"{contest.title or contest.name}: {contest.games} games; leading: {best}")
        chosen = await self.app.push_screen_wait(Choose("Which contest?", labels))
        if chosen is None:
            return
        ways = ("Take part", "Take part no longer", "Look on at its games", "Look on no longer")
        way = await self.app.push_screen_wait(Choose(contests[chosen].name, ways))
        if way is not None:
            ask = guest.compete if way < 2 else guest.follow
            await ask(contests[chosen].name, on=way % 2 == 0)
            self.note("Done." if way % 2 else "Done; the next game is shown when it begins.")
