"""A stand-in for the authors' client, "Bored Games", as it really behaves: what it keeps over a reload,
what it compares, what it never reads, and where it draws things."""

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

from tablehall.conformance.wires import Goodbye, Place, WebSocketWire

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import RunningHall

PATIENCE = 20.0
PING_EVERY = 10.0
Json = dict[str, Any]


class PageError(AssertionError):
    """The page would have stopped with an error, or shows what nobody can play on."""


class BoredGames:
    """A browser with the page open, and the person before it."""

    def __init__(self, typed: str, path: str = "/games") -> None:
        self.username, self.path = typed, path
        """What the person typed into the form; a reload fills it in again."""
        self.route = "/"
        """What stands behind the # of the address; it outlives a reload, too."""
        self.wire: WebSocketWire | None = None
        self.sent: list[Json] = []
        self._pings: asyncio.Task[None] | None = None
        self._forget()

    def _forget(self) -> None:
        """The page begins anew."""
        self.connected, self.blank, self.error = False, False, ""
        self.open_games: list[Json] = []
        self.supported: list[Json] = []
        self.meta: Json = {}
        self.state: Json = {}
        self.active = self.ended = False
        self.winner = ""

    # The connection.

    async def press_connect(self, hall: "RunningHall") -> None:
        """Connect; everything is asked for at once."""
        self._forget()
        self.blank = True
        self.inbox: asyncio.Queue[str | Goodbye] = asyncio.Queue()
        self.wire = WebSocketWire(self.inbox)
        await self.wire.open(Place(*hall.doors["boards"], "websocket"), self.path, "")
        self.say("LOGIN", username=self.username)
        self.say("GET_OPEN_GAMES")
        self.say("GET_ALL_SUPPORTED_GAMES")
        self._pings = asyncio.create_task(self._ping())

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            self.say("PING")

    def say(self, kind: str, /, **fields: Any) -> None:
        assert self.wire is not None
        self.sent.append({"type": kind, **fields})
        self.wire.say(json.dumps(self.sent[-1]))

    async def vanish(self) -> None:
        """The browser is killed, or the page reloaded: what was shown is gone."""
        await self._end()
        self._forget()

    async def _end(self) -> None:
        if self._pings is not None:
            self._pings.cancel()
            await asyncio.gather(self._pings, return_exceptions=True)
        if self.wire is not None:
            await self.wire.end("resets")
        self.wire = self._pings = None

    async def until(self, seen: "Callable[[BoredGames], Any]") -> None:
        """Read messages, one after the other, until the page shows something."""
        while not seen(self):
            message = await asyncio.wait_for(self.inbox.get(), PATIENCE)
            if isinstance(message, Goodbye):
                await self._end()
                self.connected = self.blank = False
            else:
                self.dispatch(json.loads(message))

    # What it makes of a message. It has never heard of CREATE_GAME_FAILED, JOIN_GAME_SUCCESS,
    # JOIN_GAME_FAILED and ERROR; it reads neither `diffs`, nor an `errorMessage` in a state, nor the
    # `message` of an end.

    def dispatch(self, message: Json) -> None:
        match message["type"]:
            case "LOGIN_SUCCESS":
                self.connected, self.blank, self.error = True, False, ""
            case "LOGIN_ERROR":  # the form stays away until the connection is closed
                self.error = message["errorMessage"]
            case "SET_OPEN_GAMES":
                self.open_games = message["openGames"]
            case "SET_ALL_SUPPORTED_GAMES":
                self.supported = message["games"]
            case "NEWLY_CREATED_GAME":
                self.route = f"/pugs/{message['gameId']}"
            case "GAME_INIT":
                self.meta = {
                    key: message[key] for key in ("boardRows", "boardCols", "needsFlip", "opponents")
                }
                self.active, self.ended, self.winner = False, False, ""
                self.route = f"/pugs/{message['gameId']}"
            case "SET_GAME_STATE":
                self.state, self.active = message, True
            case "GAME_END":
                self.ended, self.winner = True, message["winner"]
        self.redraw()

    def redraw(self) -> None:
        if not self.connected or not self.route.startswith("/pugs/"):
            return
        if self.active:
            self.draw()
        elif (pug := self.waiting_room()) is not None and self.username not in pug["players"]:
            self.say("JOIN_GAME", gameId=pug["id"])

    def waiting_room(self) -> Json | None:
        """The open game that this page waits at."""
        wanted = self.route.removeprefix("/pugs/")
        return next((game for game in self.open_games if str(game["id"]) == wanted), None)

    def in_game(self) -> bool:
        """Whether the person sees the board of a game that goes on; the last one's stays until the next."""
        return self.connected and self.route.startswith("/pugs/") and self.active and not self.ended

    # The board.

    def draw(self) -> list[Json]:
        """Draw squares and pieces; the pieces. Squares are counted from the lower edge of as many rows as
        there are, pieces from the upper edge of as many as there are columns."""
        board, rows, pieces = self.state["board"], self.meta["boardRows"], []
        for r in range(rows):
            for c in range(self.meta["boardCols"]):
                if c >= len(board) or r >= len(board[c]):
                    raise PageError(f"there is no board[{c}][{r}]")
                if (piece := board[c][r]) is not None:
                    pieces.append(piece)
                    if rows - 1 - r != len(board) - 1 - r:
                        raise PageError("a piece is not drawn on its square")
        return pieces

    def my_turn(self) -> bool:
        return self.in_game() and self.state["turn"] == self.username

    def lost(self) -> bool:
        """What the end looks like here: it is read from the last turn alone."""
        return bool(self.state["turn"] == self.username)

    def play(self, chance: random.Random) -> None:
        """Click on a square that is listed, or drag one of the own pieces to one."""
        if not self.my_turn():
            raise PageError("nothing can be done here")
        piece, spot = chance.choice(self._choices())
        self.say("TURN", c=spot["c"], r=spot["r"], pieceID=piece)

    def _choices(self) -> list[tuple[int, Json]]:
        """What can be put where."""
        state = self.state
        if state["turn_type"] == "place":
            return [(state["user_pool"][0]["id"], spot) for spot in state["valid_placements"]]
        mine = {piece["pieceId"] for piece in self.draw() if piece["owner"] == self.username}
        moves = [entry for entry in state["valid_movements"] if entry["pieceId"] in mine]
        return [(entry["pieceId"], spot) for entry in moves for spot in entry["moves"]]

    # The lobby.

    async def create(self, title: str) -> None:
        """Fill in the form for a new game and submit it."""
        self.route = "/new"
        await self.until(lambda page: title in [game["name"] for game in page.supported])
        self.say("CREATE_GAME", gameName=title, pugName=f"{title}!")

    async def click_first_game(self) -> None:
        """Choose the first open game; the page joins it as soon as its waiting room is drawn."""
        await self.until(lambda page: page.open_games)
        self.route = f"/pugs/{self.open_games[0]['id']}"
        self.redraw()
