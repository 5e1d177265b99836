"""The boards protocol: games on squares for two as JSON over WebSocket, in the words of a public
document and of the client its authors wrote."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from tablehall.games.api import Absence
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Listed
from tablehall.hall.staff import levels
from tablehall.hall.terms import BotPlan
from tablehall.protocols.boards import dialects, facts, images, states
from tablehall.protocols.boards.dialects import Reader
from tablehall.protocols.boards.messages import OpenGame
from tablehall.protocols.boards.piece_ids import PieceIds
from tablehall.protocols.boards.session import BoardsSession
from tablehall.protocols.door import Door, Port

DAY = 24 * 3600 * 1000
HELD = 10_000
"""For so long an open game waits for a creator who is gone: long enough to reload a page."""
SILENT = 30_000
"""Who has said nothing for so long may have somebody else come in under their name: clients ping."""


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """What can be set: `[doors.boards.settings]`."""

    grace: Annotated[int, Meta(ge=0, le=29 * DAY)] = 60_000
    """For how many milliseconds the seat of a player is kept whose connection is lost."""
    dialect: Literal["auto", "document", "original"] = "auto"
    """Which dialect is spoken; auto: the path tells."""
    bots: Annotated[int, Meta(ge=0, le=DAY)] = 0
    """After how many milliseconds a house player sits down at an open game of this door; 0: never."""
    bot_level: Annotated[int, Meta(ge=1, le=3)] = 1
    """How well that one plays, 1 to 3."""


class BoardsDoor(Door):
    """The door for clients of the boards protocol."""

    name, title, transport, port = "boards", "board games as JSON over WebSocket", "websocket", 4567
    paths: ClassVar = {"/": "as in the document", "/games": "the same for the authors' React client"}
    Settings = Settings

    def __init__(self, hall: Hall, settings: Any = None) -> None:
        super().__init__(hall, settings or Settings())
        self.absence = Absence(grace=self.settings.grace, all_gone=600_000, held=HELD)
        self.piece_ids = PieceIds(hall)
        self.games = facts.offered(hall.games)
        self.supported = states.supported(self.games.values())
        self.documents = images.documents(self.games.values())
        self.listeners: dict[str, BoardsSession] = {}
        """Who is logged in, and told of every change of the list, by their names."""
        self._told: dict[int, OpenGame] = {}

    def session(self, port: Port, path: str = "/") -> BoardsSession:
        chosen = self.settings.dialect
        dialect = dialects.by_path(path) if chosen == "auto" else dialects.DIALECTS[chosen]
        return BoardsSession(self.hall, port, self, dialect)

    def document(self, path: str, host: str) -> tuple[str, bytes] | None:
        if dialects.plain(path) in dialects.PATHS:
            return "text/plain", dialects.sign(host).encode()
        body = self.documents.get(path)
        return None if body is None else ("image/svg+xml", body)

    def silent(self, name: str, now: int) -> int:
        """The connection of this door under a name that has been silent for too long; 0: none."""
        session = self.listeners.get(name)
        return session.port.conn if session is not None and now - session.heard >= SILENT else 0

    def bots(self, game: str) -> BotPlan | None:
        """Which house players sit down at an open game; None: none do, or there are none."""
        after, level = self.settings.bots, self.settings.bot_level
        return BotPlan(level, after) if after and level in levels(self.hall, game) else None

    # The open games: as they are, for those who ask; and as they have been told, in the order
    # of the news, for those who are told of every change.

    def _present(self) -> list[OpenGame]:
        waiting = (self.hall.standing.get((game, "waiting"), {}) for game in self.games)
        tables = [table for tables in waiting for table in tables.values()]
        told = {number: place for place, number in enumerate(self._told)}
        # Several may have been opened in one millisecond; then as they were told.
        tables.sort(key=lambda table: (table.sheet.opened, told.get(table.sheet.table, len(told))))
        shown = (states.open_game(table.sheet, table.scene, table.game) for table in tables)
        return [game for game in shown if game is not None]

    def open_games(self, reader: Reader) -> bytes:
        """The list of open games right now."""
        return states.open_games(self._present(), reader)

    def open_games_told(self, reader: Reader | None = None) -> bytes:
        """The list of open games as of the latest news."""
        return states.open_games(self._told.values(), reader)

    def listen(self, name: str, session: BoardsSession) -> None:
        """From now on this client is told of every change of the list."""
        if not self.listeners:  # nobody kept the list up to date
            self._told = {game.id: game for game in self._present()}
        self.listeners[name] = session

    def leave(self, name: str, session: BoardsSession) -> None:
        """This client is told nothing more; another one may listen under that name by now."""
        if self.listeners.get(name) is session:
            del self.listeners[name]

    def changed(self, news: Listed) -> bytes:
        """The list after a change in the lobby; nothing if it is still the same."""
        number = news.sheet.table
        before, game = self._told.get(number), states.open_game(news.sheet, news.scene, news.game)
        if game == before:
            return b""
        if game is None:
            del self._told[number]
        else:
            self._told[number] = game
        return self.open_games_told()


door = BoardsDoor
