"""A door's list of tables, encoded table by table: what has not changed is never encoded again, and what is
long is handed out in pieces, so that nobody waits for all of it.

The tables stand in blocks. Whoever is answered with the list is lent the blocks as they are; a change is then
made in a copy, so what is sent bit by bit is the list at one moment.
"""

from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

from tablehall.hall.hall import Hall
from tablehall.hall.saves import SaveFile
from tablehall.hall.scene import Scene, Sheet
from tablehall.hall.table import Table

BLOCK = 128
"""So many tables are encoded in one go."""
TOGETHER, SHORT = 4, 4096
"""So many blocks make a piece if they are no longer than this."""
A_FEW = 32
"""So many of what is not kept encoded are a block."""
STANDING = ("waiting", "playing")
Card = Callable[[Sheet, Scene], bytes]
"""A table as it stands in the list, with what separates it from the one before; empty: it does not."""


class Block:
    """Some of the tables: each one's card, or what to make it of."""

    __slots__ = ("cards", "lent", "text")

    def __init__(self, cards: dict[int, bytes | tuple[Sheet, Scene]]) -> None:
        self.cards = cards
        self.lent = False
        self.text: bytes | None = None

    def encoded(self, card: Card) -> bytes:
        """All cards one after the other."""
        if self.text is None:
            cards = self.cards
            for number, known in cards.items():
                if type(known) is tuple:
                    cards[number] = card(*known)
            self.text = b"".join(cards.values())  # type: ignore[arg-type]  # all are bytes now
        return self.text


class Snapshot:
    """The list at one moment; it is encoded block by block, each when it is asked for."""

    def __init__(self, blocks: list[Block], count: int, card: Card) -> None:
        self._blocks, self._count, self._card = blocks, count, card

    def is_long(self) -> bool:
        """Whether it may have to be sent in pieces."""
        return self._count > TOGETHER * BLOCK

    def texts(self) -> Iterator[bytes]:
        return (block.encoded(self._card) for block in self._blocks)

    def texts_but(self, numbers: Iterable[int], instead: Callable[[bytes], bytes]) -> Iterator[bytes]:
        """The same for somebody to whom the cards of some tables look different."""
        for block in self._blocks:
            text = block.encoded(self._card)
            if others := [number for number in numbers if block.cards.get(number)]:
                cards: dict[int, Any] = dict(block.cards)
                for number in others:
                    cards[number] = instead(cards[number])
                text = b"".join(cards.values())
            yield text


class TableList:
    """The tables of some games (None: of all) that wait or play, the oldest first, as a door writes them."""

    def __init__(self, hall: Hall, card: Card, games: Container[str] | None = None) -> None:
        self.hall = hall
        self._card = card
        self._games = games
        self._blocks: dict[int, Block] = {}
        self._place: dict[int, int] = {}
        """In which block each table stands."""
        self._last = 0
        for table in sorted(hall.tables.values(), key=lambda table: (table.sheet.opened, table.came)):
            self.keep(table)
        hall.list_keepers.append(self.keep)

    def __len__(self) -> int:
        return len(self._place)

    def keep(self, table: Table) -> None:
        """A table came, changed or went."""
        if self._games is not None and table.sheet.game not in self._games:
            return
        number, scene = table.sheet.table, table.scene
        place = self._place.get(number)
        if number in self.hall.tables and scene.status in STANDING and not table.hidden:
            self._own(number, place).cards[number] = (table.sheet, scene)
        elif place is not None:
            self._remove(number, place)

    def _own(self, number: int, place: int | None) -> Block:
        """The block where a table stands or shall stand, to be changed: nobody else has it."""
        if place is None:
            last = self._blocks.get(self._last)
            if last is None or len(last.cards) >= BLOCK:
                self._last += 1
                self._blocks[self._last] = Block({})
            place = self._place[number] = self._last
        block = self._blocks[place]
        if block.lent:
            block = self._blocks[place] = Block(dict(block.cards))
        block.text = None
        return block

    def _remove(self, number: int, place: int) -> None:
        block = self._own(number, place)
        del block.cards[number], self._place[number]
        if not block.cards:
            del self._blocks[place]
        elif len(self._blocks) > 2 * len(self._place) // BLOCK + 16:
            self._close_ranks()

    def _close_ranks(self) -> None:
        """Old tables go, and few are left in each block: they move together."""
        cards = [item for block in self._blocks.values() for item in block.cards.items()]
        self._blocks, self._last = {}, 0
        for start in range(0, len(cards), BLOCK):
            self._last += 1
            self._blocks[self._last] = Block(dict(cards[start : start + BLOCK]))
            self._place.update(dict.fromkeys(self._blocks[self._last].cards, self._last))

    def now(self) -> "Snapshot":
        """The list as it is now."""
        blocks = list(self._blocks.values())
        for block in blocks:
            block.lent = True
        return Snapshot(blocks, len(self._place), self._card)


def in_pieces(head: bytes, texts: Iterable[bytes], tail: bytes, *, begun: bool = False) -> Iterator[bytes]:
    """A message around a list, in pieces that make one message: as a rule one for each block, since to encode
    it takes its time. Before the first card there is nothing to separate it from, unless the list has begun
    before it."""
    made, blocks = head, 0
    for text in texts:
        if blocks == TOGETHER or len(made) > SHORT:
            yield made
            made, blocks = b"", 0
        made += text if begun else text[1:]
        begun, blocks = begun or bool(text), blocks + 1
    yield made + tail


def some_at_a_time(things: list[Any], write: Callable[[list[Any]], bytes]) -> Iterator[bytes]:
    """A list that is not kept, encoded a few things at a time."""
    for start in range(0, len(things), A_FEW):
        yield write(things[start : start + A_FEW])


def saves_of(hall: Hall, game: str) -> list[SaveFile]:
    """The saves of a game (empty: of all), sorted by name. Nothing is done for each of them: there are
    thousands."""
    keys = sorted(hall.saves)
    if game:
        keys = keys[bisect_left(keys, (game, "")) : bisect_left(keys, (game + "\0", ""))]
    return list(map(hall.saves.__getitem__, keys))
