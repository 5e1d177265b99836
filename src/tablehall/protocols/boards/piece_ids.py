"""Which id every piece has, at every table that somebody here plays at."""

from collections.abc import Sequence

from tablehall.games.api import AnyGame
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Happened
from tablehall.hall.scene import Scene
from tablehall.hall.table import Table
from tablehall.protocols.boards.messages import Diff
from tablehall.protocols.boards.pieces import Position, followed, laid_out

ROOM = 16


class PieceIds:
    """One for all connections of the door, so that everybody at a table reads the same ids.

    A table may be a few moves ahead of what has been told, since telling waits for the disk:
    the positions from the last one told up to the present are kept.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tables: dict[int, list[Position]] = {}
        self._gone: set[int] = set()
        self._room = ROOM

    def now(self, table: Table) -> Position:
        """The present position of a table."""
        scene, number = table.scene, table.sheet.table
        known = self.tables.get(number) or self._begin(number, scene, table.game)
        position = known[-1]
        if scene.state is position.state:
            return position
        latest = position.seq
        for news in table.ring:
            seq = news.record.seq
            if seq > latest:
                position = self._note(known, news, seen=seq == latest + 1)
                latest = seq
        if scene.state is not position.state:
            view = table.game.view(scene.state, None)
            position = followed(scene.seq, position, scene.state, view, ())
            known.append(position)
        return position

    def told(self, news: Happened) -> tuple[Position, Sequence[Diff]]:
        """The position after a piece of news, and what it changed; to be asked in order."""
        number, seq = news.sheet.table, news.record.seq
        known = self.tables.get(number) or self._begin(number, news.scene, news.game)
        if known[-1].seq < seq:
            self._note(known, news)
        while len(known) > 1 and known[1].seq <= seq:
            del known[0]
        position = known[0]
        return position, position.diffs if position.seq == seq else ()

    def placed(self, news: Happened, chosen: int) -> None:
        """A move was made from here: the piece on its way has this id."""
        self._note(self.tables[news.sheet.table], news, chosen)

    def _note(self, known: list[Position], news: Happened, chosen: int = 0, *, seen: bool = True) -> Position:
        """The position after a piece of news; `seen`: nothing was missed before it."""
        before, state = known[-1], news.scene.state
        if state is before.state:
            return before
        view = news.game.view(state, None)
        after = followed(news.record.seq, before, state, view, news.events if seen else (), chosen)
        known.append(after)
        return after

    def _begin(self, number: int, scene: Scene, game: AnyGame) -> list[Position]:
        if len(self.tables) >= self._room:
            self._clear_away()
        known = [laid_out(scene.seq, scene.state, game.view(scene.state, None))]
        self.tables[number] = known
        return known

    def _clear_away(self) -> None:
        """Forget tables that are gone, at the second sight: their last news may still be on
        their way."""
        gone = {number for number in self.tables if number not in self.hall.tables}
        alive = len(self.tables) - len(gone)
        for number in gone & self._gone:
            del self.tables[number]
        self._gone = gone
        self._room = len(self.tables) + alive + ROOM
