"""Which id every piece has, at every table that somebody here plays at."""

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
    the positions from the last one told up to the present are kept, by the record that
    brought them.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tables: dict[int, dict[int, Position]] = {}
        self._gone: set[int] = set()
        self._room = ROOM

    def now(self, table: Table) -> Position:
        """The present position of a table."""
        scene, number = table.scene, table.sheet.table
        known = self.tables.get(number) or self._begin(number, scene, table.game)
        latest, position = next(reversed(known.items()))
        if scene.state is position.state:
            return position
        for news in table.ring:
            seq = news.record.seq
            if seq > latest:
                position = self._note(known, news, position, seen=seq == latest + 1)
                latest = seq
        if scene.state is not position.state:
            position = followed(position, scene.state, table.game.view(scene.state, None), ())
            known[scene.seq] = position
        return position

    def told(self, news: Happened) -> tuple[Position, tuple[Diff, ...]]:
        """The position after a piece of news, and what it changed; to be asked in order."""
        number, seq = news.sheet.table, news.record.seq
        known = self.tables.get(number) or self._begin(number, news.scene, news.game)
        older = [then for then in known if then < seq]
        if seq not in known and older and older[-1] == next(reversed(known)):
            self._note(known, news, known[older[-1]])
        for then in older[: None if seq in known else -1]:
            del known[then]
        position = known.get(seq)
        return (position, position.diffs) if position else (next(iter(known.values())), ())

    def placed(self, news: Happened, chosen: int) -> None:
        """A move was made from here: the piece on its way has this id."""
        known = self.tables[news.sheet.table]
        self._note(known, news, next(reversed(known.values())), chosen)

    def _note(
        self,
        known: dict[int, Position],
        news: Happened,
        before: Position,
        chosen: int = 0,
        *,
        seen: bool = True,
    ) -> Position:
        """The position after a piece of news; `seen`: nothing was missed before it."""
        state = news.scene.state
        if state is before.state:
            return before
        events = news.events if seen else ()
        after = followed(before, state, news.game.view(state, None), events, chosen)
        known[news.record.seq] = after
        return after

    def _begin(self, number: int, scene: Scene, game: AnyGame) -> dict[int, Position]:
        if len(self.tables) >= self._room:
            self._clear_away()
        self.tables[number] = {scene.seq: laid_out(scene.state, game.view(scene.state, None))}
        return self.tables[number]

    def _clear_away(self) -> None:
        """Forget tables that are gone, at the second sight: their last news may still be on
        their way."""
        gone = {number for number in self.tables if number not in self.hall.tables}
        for number in gone & self._gone:
            del self.tables[number]
        self._gone = gone
        alive = sum(number in self.hall.tables for number in self.tables)
        self._room = len(self.tables) + alive + ROOM
