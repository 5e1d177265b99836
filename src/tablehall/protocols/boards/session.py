"""One client of the boards door: what it asks, and what it is told."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tablehall.games.api import UNREADABLE, Reason
from tablehall.hall import commands, notices
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.hall.people import Person
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.protocols.boards import facts, states
from tablehall.protocols.boards.dialects import LONGEST_NAME, LONGEST_TYPED, Dialect, Reader, as_name
from tablehall.protocols.boards.messages import (
    CreateGameFailed,
    Error,
    JoinGameFailed,
    JoinGameSuccess,
    LoginError,
    LoginSuccess,
    Message,
    NewlyCreatedGame,
    Refusal,
    Request,
    SupportedGames,
    UserProfile,
    decode,
    encode,
    number,
)
from tablehall.protocols.boards.open_games import pieces
from tablehall.protocols.boards.pieces import move_meant
from tablehall.protocols.boards.screen import Screen
from tablehall.protocols.boards.words import goodbye, words
from tablehall.protocols.door import Port, rendered_once, tables_of
from tablehall.protocols.listing import Snapshot
from tablehall.protocols.lobby import LobbySession

if TYPE_CHECKING:
    from tablehall.protocols.boards import BoardsDoor

LONGEST_TITLE = 100
ANOTHER_TRY = 5_000
"""How long one may try another name after a refused one."""


class Relisted(News):
    """The list of open games has changed, and is this one now."""

    __slots__ = ("games",)

    def __init__(self, games: Snapshot) -> None:
        self.shared = None
        self.games = games


class BoardsSession(LobbySession):
    """The conversation with one client. A user plays one game at a time here."""

    def __init__(self, hall: Hall, port: Port, door: "BoardsDoor", dialect: Dialect) -> None:
        super().__init__(hall, port)
        self.door = door
        self.person: Person | None = None
        self.heard = port.now()
        """When this client last said something."""
        self.screen = Screen(port, door.piece_ids, dialect)

    def _say(self, message: Message) -> None:
        self.port.answer(encode(message))

    def _do(self, command: commands.Command) -> None:
        """Something that cannot fail, or need not succeed."""
        decision = self.hall.handle(command, self.port.now())
        if decision.refused is None:
            self.port.submit(decision)

    # Where this user sits.

    def _tables(self, status: str) -> list[Table]:
        """Their tables of this door's games in a state, the oldest first."""
        assert self.person is not None
        found = tables_of(self.hall, self.person, self.door.games, status)
        return sorted(found, key=lambda table: (table.sheet.opened, table.sheet.table))

    def _playing(self) -> Table | None:
        """The game they are in."""
        assert self.person is not None
        shown = self.screen.table
        table = self.hall.tables.get(shown)
        if table is not None and table.scene.status == "playing" and shown in self.person.tables:
            return table
        return next(iter(self._tables("playing")), None)

    # Out.

    def tell(self, news: News, seat: int | None) -> None:
        if type(news) is notices.Happened:
            if seat is not None and self.person is not None and self.screen.follow(news, seat):
                self._do(commands.Leave(self.person.id, news.sheet.table))  # the game is over: they get up
                self._show_next()
        elif isinstance(news, Relisted):
            self._relisted(news)
        elif isinstance(news, notices.Parted):
            self.person = None
            self.port.write(encode(Error(goodbye(news.why))))
            self.port.close()

    def _show_next(self) -> None:
        """Show the client the whole game that its user is in, if any."""
        assert self.person is not None
        table = self._playing()
        seat = table.scene.seat_of(self.person.id) if table else None
        if table is not None and seat is not None:
            self.screen.show(table, seat)

    def _relisted(self, news: Relisted) -> None:
        if news.games.is_long() or self.screen.reader.has_own_spelling():
            self.port.send_long(self._list(news.games))
        else:
            self.port.send(rendered_once(news, "boards", self._framed_list, news.games))

    def _framed_list(self, games: Snapshot) -> bytes:
        return self.port.frame(b"".join(self._list(games)))

    def _list(self, games: Snapshot) -> Iterator[bytes]:
        return pieces(games, self.screen.reader, self.person)

    def ring(self, name: str) -> None:
        if self.person is None:
            self.port.close()

    def lost(self) -> None:
        self.door.look_away(self)
        self._do(commands.Lost(self.port.conn))

    # In.

    def receive(self, data: bytes) -> None:
        self.heard = self.port.now()
        try:
            request = decode(data)
        except UNREADABLE:
            self._say(Error("This is not a JSON object."))
            return
        found = HANDLERS.get(request.type) if type(request.type) is str else None
        if found is None:
            self._say(Error("There is no message of this type."))
            return
        handler, refusal = found
        if refusal is not None and self.person is None:
            self._say(refusal("Log in first."))
        else:
            handler(self, request)

    def too_long(self) -> None:
        """The pipeline has closed the connection with code 1009."""

    def broken(self) -> None:
        self._say(Error("Something went wrong on our side; it has been noted."))

    def _login(self, request: Request) -> None:
        typed, now = request.username, self.heard
        name = as_name(typed) if isinstance(typed, str) and len(typed) <= LONGEST_TYPED else ""
        command = commands.Enter(
            self.port.conn,
            "visitor",
            name,
            games=frozenset(self.door.games),
            brings_back=True,
            longest_name=LONGEST_NAME,
            instead_of=self.door.silent(name, now),
            origin=self.port.address,
        )
        decision = self.hall.handle(command, now)
        if decision.refused is not None:
            self._say(LoginError(words(decision.refused)))
            if self.person is None:
                self.port.alarm("another try", ANOTHER_TRY)
            return
        self.port.alarm("another try", None)
        self.person = decision.result.person
        self.screen.reader = Reader(self.screen.reader.dialect, name, typed)
        self.port.submit(decision, encode(LoginSuccess()))
        self.door.look_on(self)
        self._bring_up_to_date(self.person)

    def _bring_up_to_date(self, person: Person) -> None:
        """Somebody is here, perhaps again: games that ended meanwhile are behind them, one that goes on is
        shown, and with their own game the list of open games is another one."""
        for table in self._tables("finished"):
            self._do(commands.Leave(person.id, table.sheet.table))
        self._show_next()
        if self._tables("waiting"):
            self._open_games()

    def _profile(self, request: Request) -> None:
        if not isinstance(request.username, str):
            self._say(Error("Whose profile? A username is missing."))
            return
        name = as_name(request.username)
        person = self.hall.people.by_name.get(name)
        self._say(UserProfile(self.screen.reader.spelled(name), states.results(self.hall.games, person)))

    def _open_games(self, request: Request | None = None) -> None:
        self.port.answer_long(self._list(self.door.open_games.now()))

    def _supported(self, request: Request) -> None:
        self._say(SupportedGames(self.door.supported))

    def _create(self, request: Request) -> None:
        assert self.person is not None
        game, title = facts.game_named(self.door.games, request.game_name), request.pug_name
        if game is None:
            self._refuse_to_create("There is no such game here.")
        elif not isinstance(title, str | None):
            self._refuse_to_create("A pugName is text.")
        elif self._playing():
            self._refuse_to_create("You are in a game already.")
        else:
            older = self._tables("waiting")
            title = tidy(title or "") or game.title
            terms = Terms(game.name, title=title, bots=self.door.bots(game.name))
            command = commands.Open(self.person.id, terms, self.door.absence)
            decision = self.hall.handle(command, self.heard)
            if decision.refused is not None:
                self._refuse_to_create(words(decision.refused))
                return
            created = NewlyCreatedGame(game.title, decision.result.sheet.table)
            self.port.submit(decision, encode(created))
            self._cancel(older)

    def _refuse_to_create(self, why: str) -> None:
        self._say(CreateGameFailed(why))
        if self.screen.reader.dialect.back_to_the_game:
            self._show_next()

    def _join(self, request: Request) -> None:
        assert self.person is not None
        wanted = number(request.game_id)
        table = self.hall.find(wanted) if wanted is not None else None
        playing = self._playing()
        if table is None or not table.game.look.boards or not table.scene.welcoming():
            self._say(JoinGameFailed(words(Why.NO_SUCH_TABLE)))
        elif playing is not None and playing is not table:
            self._say(JoinGameFailed("You are in a game already."))
        else:
            older = self._tables("waiting")
            command = commands.Join(self.person.id, table.sheet.table)
            decision = self.hall.handle(command, self.heard)
            if decision.refused is not None:
                self._say(JoinGameFailed(words(decision.refused)))
                return
            self.port.submit(decision, encode(JoinGameSuccess()))
            self._cancel(older)

    def _cancel(self, tables: list[Table]) -> None:
        """One game at a time: games that still wait are given up for the new one."""
        assert self.person is not None
        for table in tables:
            self._do(commands.Leave(self.person.id, table.sheet.table))

    def _turn(self, request: Request) -> None:
        assert self.person is not None
        table = self._playing()
        if table is None:
            self._say(Error("You are in no game."))
            return
        piece = number(request.piece_id_too if request.piece_id is None else request.piece_id)
        r, c = number(request.r), number(request.c)
        seat = table.scene.seat_of(self.person.id)
        assert seat is not None
        if piece is None or r is None or c is None:
            self._refuse_turn(table, seat, "A turn has a pieceId, an r and a c, all of them integers.")
            return
        move = move_meant(self.door.piece_ids.now(table), table.game, seat, piece, r, c)
        if isinstance(move, Reason):
            self._refuse_turn(table, seat, words(move))
            return
        decision = self.hall.handle(commands.Act(self.person.id, table.sheet.table, move), self.heard)
        if decision.refused is not None:
            self._refuse_turn(table, seat, words(decision.refused))
            return
        if decision.notices:
            made: Any = decision.notices[0][1]
            self.door.piece_ids.placed(made, piece)
        self.port.submit(decision)

    def _refuse_turn(self, table: Table, seat: int, why: str) -> None:
        position = self.door.piece_ids.now(table)
        state = states.game_state(table.game, table.scene, position, seat, self.screen.reader, error=why)
        self.port.answer(state)

    def _ping(self, request: Request) -> None:
        """That something was said is all there is to it."""


Handler = Callable[[BoardsSession, Request], None]

HANDLERS: dict[str, tuple[Handler, type[Refusal] | None]] = {
    "LOGIN": (BoardsSession._login, None),
    "GET_USER_PROFILE": (BoardsSession._profile, None),
    "GET_OPEN_GAMES": (BoardsSession._open_games, None),
    "GET_ALL_SUPPORTED_GAMES": (BoardsSession._supported, None),
    "PING": (BoardsSession._ping, None),
    "CREATE_GAME": (BoardsSession._create, CreateGameFailed),
    "JOIN_GAME": (BoardsSession._join, JoinGameFailed),
    "TURN": (BoardsSession._turn, Error),
}
"""What answers which message, and how it is refused to those who are not logged in."""


def tidy(title: str) -> str:
    """A title as the hall takes it: one line, not too long."""
    line = "".join(letter if letter.isprintable() else " " for letter in title)
    return line.strip()[:LONGEST_TITLE].strip()
