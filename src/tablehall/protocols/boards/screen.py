"""What a client of the boards door sees of its game."""

from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.scene import Scene
from tablehall.hall.table import Table
from tablehall.protocols.boards import states
from tablehall.protocols.boards.dialects import Dialect, Reader
from tablehall.protocols.boards.messages import encode
from tablehall.protocols.boards.piece_ids import PieceIds
from tablehall.protocols.door import Port

BEGINNINGS = {records.Started, records.Resumed}
UNSEEN = Scene("waiting", ())


class Screen:
    """The one game that a client is shown."""

    def __init__(self, port: Port, ids: PieceIds, dialect: Dialect) -> None:
        self.port = port
        self.ids = ids
        self.reader = Reader(dialect)
        self.table = 0
        """Whose game it is; 0: none."""
        self._shown = UNSEEN
        """That table as the client knows it."""

    def show(self, table: Table, seat: int) -> None:
        """Show the whole game, once everything decided so far has been remembered."""
        scene, position, dialect = table.scene, self.ids.now(table), self.reader.dialect
        self.port.answer(encode(states.game_init(table.game, table.sheet, scene, position, seat, dialect)))
        self.port.answer(states.game_state(table.game, scene, position, seat, self.reader))
        self.table, self._shown = table.sheet.table, scene

    def follow(self, news: Happened, seat: int) -> bool:
        """Show what happened, if it concerns this screen; whether the game on it is over now."""
        scene, before = news.scene, self._shown
        if news.sheet.table != self.table:
            if not self.table and scene.status == "playing" and type(news.record) in BEGINNINGS:
                self._begin(news, seat)
            return False
        position, diffs = self.ids.told(news)
        if scene.seq <= before.seq:
            return False
        end = None if scene.status == "playing" else states.game_end(news, self.reader)
        # When the rules end a game, its last move has shown that nobody is on turn any more.
        cut_short = end is not None and before.turn.seats
        if diffs or bool(scene.paused) != bool(before.paused) or cut_short:
            self.port.write(states.game_state(news.game, scene, position, seat, self.reader, diffs))
        self._shown = scene
        if end is None:
            return False
        self.port.write(encode(end))
        self.table, self._shown = 0, UNSEEN
        return True

    def _begin(self, news: Happened, seat: int) -> None:
        scene, dialect = news.scene, self.reader.dialect
        position, _ = self.ids.told(news)
        self.port.write(encode(states.game_init(news.game, news.sheet, scene, position, seat, dialect)))
        self.port.write(states.game_state(news.game, scene, position, seat, self.reader))
        self.table, self._shown = news.sheet.table, scene
