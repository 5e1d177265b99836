"""The boards protocol: games on squares for two as JSON over WebSocket, in the words of a public
document and of the client its authors wrote."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from tablehall.games.api import Absence
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Listed
from tablehall.protocols.boards import facts, images, states
from tablehall.protocols.boards.messages import OpenGame, OpenGames, encode
from tablehall.protocols.boards.piece_ids import PieceIds
from tablehall.protocols.boards.session import BoardsSession
from tablehall.protocols.door import Door, Port

DAY = 24 * 3600 * 1000
PATHS: dict[str, states.Dialect] = {"/games": "original"}
"""Who comes by one of these paths speaks that dialect, everybody else the document's."""


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """What can be set: `[doors.boards.settings]`."""

    grace: Annotated[int, Meta(ge=0, le=29 * DAY)] = 60_000
    """For how many milliseconds the seat of a player is kept whose connection is lost."""
    dialect: Literal["auto", "document", "original"] = "auto"
    """Which dialect is spoken; auto: the path tells."""


class BoardsDoor(Door):
    """The door for clients of the boards protocol."""

    name, title, transport, port = "boards", "board games as JSON over WebSocket", "websocket", 4567
    paths: ClassVar = {"/": "as in the document", "/games": "the same for the authors' React client"}
    Settings = Settings

    def __init__(self, hall: Hall, settings: Any = None) -> None:
        super().__init__(hall, settings or Settings())
        grace = self.settings.grace
        self.absence = Absence(grace=grace, all_gone=grace + 60_000)  # somebody's grace ends before that
        self.piece_ids = PieceIds(hall)
        self.games = facts.offered(hall.games)
        self.supported = states.supported(self.games.values())
        self.documents = images.documents(self.games.values())
        self.listeners: set[int] = set()
        self._told: dict[int, OpenGame] = {}

    def session(self, port: Port, path: str = "/") -> BoardsSession:
        chosen = self.settings.dialect
        dialect = PATHS.get(path, "document") if chosen == "auto" else chosen
        return BoardsSession(self.hall, port, self, dialect)

    def document(self, path: str) -> tuple[str, bytes] | None:
        body = self.documents.get(path)
        return None if body is None else ("image/svg+xml", body)

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

    def open_games(self) -> bytes:
        """The list of open games right now."""
        return encode(OpenGames(self._present()))

    def open_games_told(self) -> bytes:
        """The list of open games as of the latest news."""
        return encode(OpenGames(list(self._told.values())))

    def listen(self, conn: int) -> None:
        """From now on this connection is told of every change of the list."""
        if not self.listeners:  # nobody kept the list up to date
            self._told = {game.id: game for game in self._present()}
        self.listeners.add(conn)

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
