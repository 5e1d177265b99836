"""What a client of the boards door sees of its game."""

from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.table import Table
from tablehall.protocols.boards import states
from tablehall.protocols.boards.dialects import Dialect, Reader
from tablehall.protocols.boards.messages import encode
from tablehall.protocols.boards.piece_ids import PieceIds
from tablehall.protocols.door import Port

BEGINNINGS = {records.Started, records.Resumed}


class Screen:
    """The one game that a client is shown."""

    def __init__(self, port: Port, ids: PieceIds, dialect: Dialect) -> None:
        self.port = port
        self.ids = ids
        self.reader = Reader(dialect)
        self.table = 0
        """Whose game it is; 0: none."""
        self._seen = -1
        """The latest record of that table that the client knows of."""
        self._paused = False

    def show(self, table: Table, seat: int) -> None:
        """Show the whole game, once everything decided so far has been remembered."""
        scene, position, dialect = table.scene, self.ids.now(table), self.reader.dialect
        self.port.answer(encode(states.game_init(table.game, table.sheet, scene, position, seat, dialect)))
        self.port.answer(states.game_state(table.game, scene, position, seat, self.reader))
        self._look_at(table.sheet.table, scene.seq, paused=bool(scene.paused))

    def follow(self, news: Happened, seat: int) -> bool:
        """Show what happened, if it concerns this screen; whether the game on it is over now."""
        scene, record = news.scene, news.record
        if news.sheet.table != self.table:
            if not self.table and scene.status == "playing" and type(record) in BEGINNINGS:
                self._begin(news, seat)
            return False
        position, diffs = self.ids.told(news)
        if record.seq <= self._seen:
            return False
        end = states.game_end(news, self.reader)
        by_rules = end is not None and scene.status == "finished" and news.game.outcome(scene.state)
        if diffs or bool(scene.paused) != self._paused or (end is not None and not by_rules):
            self.port.write(states.game_state(news.game, scene, position, seat, self.reader, diffs))
        self._look_at(self.table, record.seq, paused=bool(scene.paused))
        if end is None:
            return False
        self.port.write(encode(end))
        self.table, self._seen = 0, -1
        return True

    def _begin(self, news: Happened, seat: int) -> None:
        scene, dialect = news.scene, self.reader.dialect
        position, _ = self.ids.told(news)
        self.port.write(encode(states.game_init(news.game, news.sheet, scene, position, seat, dialect)))
        self.port.write(states.game_state(news.game, scene, position, seat, self.reader))
        self._look_at(news.sheet.table, news.record.seq, paused=bool(scene.paused))

    def _look_at(self, table: int, seq: int, *, paused: bool) -> None:
        self.table, self._seen, self._paused = table, seq, paused
