"""The list of open games: all of it is sent to everybody whenever it changes, as the document says. So it is
encoded game by game, and most of it is sent as it was."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from tablehall.games.api import AnyGame
from tablehall.hall.hall import Hall
from tablehall.hall.people import Person
from tablehall.hall.scene import Scene, Sheet
from tablehall.protocols.boards import states
from tablehall.protocols.boards.dialects import Reader
from tablehall.protocols.boards.messages import OpenGame, OpenGames, encode
from tablehall.protocols.listing import Snapshot, TableList, in_pieces

_decode = msgspec.json.Decoder(OpenGame).decode


class OpenGameList:
    """The games that wait for players."""

    def __init__(self, hall: Hall, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self._tables = TableList(hall, self._card, games)

    def __len__(self) -> int:
        return len(self._tables)

    def _card(self, sheet: Sheet, scene: Scene) -> bytes:
        shown = states.open_game(sheet, scene, self._games[sheet.game])
        return b"" if shown is None else b"," + encode(shown)

    def now(self) -> Snapshot:
        """The list as it is now."""
        return self._tables.now()


HEAD, _, TAIL = encode(OpenGames([])).partition(b"[]")


def pieces(games: Snapshot, reader: Reader, person: Person | None) -> Iterator[bytes]:
    """The message with a list, as somebody reads it: who has a spelling of their own finds themselves under
    it."""
    texts = games.texts()
    if person is not None and reader.has_own_spelling():
        texts = games.texts_but(tuple(person.tables), lambda card: _respelled(card, reader))
    return in_pieces(HEAD + b"[", texts, b"]" + TAIL)


def _respelled(card: bytes, reader: Reader) -> bytes:
    game = _decode(card[1:])
    return b"," + encode(replace(game, players=tuple(map(reader.spelled, game.players))))
