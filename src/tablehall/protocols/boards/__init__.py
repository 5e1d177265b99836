"""The boards protocol: games on squares for two as JSON over WebSocket, in the words of a public
document and of the client its authors wrote."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from tablehall.games.api import Absence
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Listed
from tablehall.hall.staff import levels
from tablehall.hall.terms import BotPlan
from tablehall.protocols.boards import dialects, facts, images, states
from tablehall.protocols.boards.open_games import OpenGameList
from tablehall.protocols.boards.piece_ids import PieceIds
from tablehall.protocols.boards.session import BoardsSession, Relisted
from tablehall.protocols.door import Port
from tablehall.protocols.lobby import PACE, Change, LobbyDoor

DAY = 24 * 3600 * 1000
HELD = 10_000
"""For so long an open game waits for a creator who is gone: long enough to reload a page."""
SILENT = 30_000
"""Who has said nothing for so long may have somebody else come in under their name: clients ping."""


LISTED_A_MILLISECOND = 500
"""So many open games, some 50 KB, are sent a millisecond, to everybody together."""


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


class BoardsDoor(LobbyDoor[BoardsSession]):
    """The door for clients of the boards protocol."""

    name, title, transport, port = "boards", "board games as JSON over WebSocket", "websocket", 4567
    paths: ClassVar = {"/": "as in the document", "/games": "the same for the authors' React client"}
    Settings = Settings
    open_to_pages = True

    def __init__(self, hall: Hall, settings: Any = None) -> None:
        super().__init__(hall, settings or Settings())
        self.absence = Absence(grace=self.settings.grace, all_gone=600_000, held=HELD)
        self.piece_ids = PieceIds(hall)
        self.games = facts.offered(hall.games)
        self.supported = states.supported(self.games.values())
        self.documents = images.documents(self.games.values())
        self.open_games = OpenGameList(hall, self.games)

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
        person = self.hall.people.by_name.get(name)
        session = self.lookers.get(person.conns[-1]) if person is not None and person.conns else None
        return session.port.conn if session is not None and now - session.heard >= SILENT else 0

    def bots(self, game: str) -> BotPlan | None:
        """Which house players sit down at an open game; None: none do, or there are none."""
        after, level = self.settings.bots, self.settings.bot_level
        return BotPlan(level, after) if after and level in levels(self.hall, game) else None

    # The open games.

    def pace(self) -> int:
        """All of the list is sent to everybody: the longer it is and the more they are, the more rarely."""
        return max(PACE, len(self.open_games) * len(self.lookers) // LISTED_A_MILLISECOND)

    def shows(self, news: Listed) -> bool:
        """Only a table that waits, or did, is or was in the list."""
        known = news.before.status if news.before is not None else "waiting"
        return news.sheet.game in self.games and "waiting" in (known, news.scene.status)

    def pushed(self, changes: Sequence[Change], latest: int) -> Relisted:
        return Relisted(self.open_games.now())


door = BoardsDoor
