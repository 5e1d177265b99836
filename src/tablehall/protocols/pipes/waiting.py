"""The games that wait for a second player: the line that lists them, and the table behind each nickname."""

from collections.abc import Iterator

from tablehall.hall.hall import Hall
from tablehall.hall.scene import Scene, Sheet
from tablehall.hall.table import Table
from tablehall.protocols.listing import TableList, in_pieces
from tablehall.protocols.pipes import lines
from tablehall.protocols.pipes.lines import GAME


class WaitingGames:
    """Kept up to date game by game: neither asking for the list nor joining looks at all of it."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._list = TableList(hall, _listed, {GAME})
        self._nicks: dict[int, str] = {}
        """Who waits at each table, also at those that are not in the list, ..."""
        self._tables: dict[str, dict[int, None]] = {}
        """... and where somebody of a nickname waits."""
        for table in hall.standing.get((GAME, "waiting"), {}).values():
            self._keep(table)
        hall.list_keepers.append(self._keep)

    def _keep(self, table: Table) -> None:
        if table.sheet.game != GAME:
            return
        number, nick = table.sheet.table, ""
        if number in self._hall.tables and not table.hidden and not table.sheet.code:
            seat = lines.alone_at(table.scene)
            nick = lines.nick_of(seat) if seat is not None else ""
        before = self._nicks.pop(number, "")
        if nick:
            self._nicks[number] = nick
        if before == nick:
            return
        if before:
            self._tables[before].pop(number)
            if not self._tables[before]:
                del self._tables[before]
        if nick:
            self._tables.setdefault(nick, {})[number] = None

    def table_of(self, nick: str) -> int | None:
        """The table where somebody of this nickname waits."""
        return next(iter(self._tables.get(nick, ())), None)

    def line(self) -> Iterator[bytes]:
        """The list, the oldest game first, in pieces."""
        return in_pieces(b"203", self._list.now().texts(), b"\n", begun=True)


def _listed(sheet: Sheet, scene: Scene) -> bytes:
    name = "" if sheet.code else lines.listed_as(scene)
    return f"|{name}".encode() if name else b""
