"""The boards protocol: what a client has to keep to."""

from typing import Any

from tablehall.conformance.clients.judge import JsonJudge, Rule, of_type

KEYS: dict[str, dict[str, type]] = {
    "LOGIN": {"username": str},
    "GET_USER_PROFILE": {"username": str},
    "GET_OPEN_GAMES": {},
    "GET_ALL_SUPPORTED_GAMES": {},
    "CREATE_GAME": {"gameName": str},
    "JOIN_GAME": {"gameId": int},
    "TURN": {"r": int, "c": int},
    "PING": {},
}
GAMES = ("tictactoe", "checkers", "chess", "connect_four", "pente")
TITLES = ("tic tac toe", "checkers", "chess", "connect four", "pente")
WITHOUT_LOGIN = ("LOGIN", "GET_USER_PROFILE", "GET_OPEN_GAMES", "GET_ALL_SUPPORTED_GAMES", "PING")

FRAME = Rule(
    "frame", "JSON in text messages over WebSocket (RFC 6455): a client's frames are masked.", "the wire"
)
OBJECT = Rule("object", "Every message is one JSON object with a type.", "User Login")
TYPES = Rule("type", f"A client says {', '.join(KEYS)}.", "all actions")
FIELDS = Rule("fields", "A message has the fields of its action, of their types.", "all actions")
LOGS_IN = Rule("logs in", "Client sends LOGIN and waits for LOGIN_SUCCESS or LOGIN_ERROR.", "User Login")
CREATES = Rule("creates", "CREATE_GAME: the gameName is one of the supported games.", "Create Game")
JOINS = Rule(
    "joins", "JOIN_GAME: the gameId is the id of a game that is waiting for a full room.", "Join Game"
)
SEATED = Rule(
    "seated", "Creator and joiner are in waiting state until the game has begun.", "Game Initialization"
)
ON_TURN = Rule("on turn", "While it is the player's turn, TURN may be emitted.", "Player Actions")
LISTED = Rule("listed", "TURN: one of the valid_placements or valid_movements.", "Game State Change")
PIECE = Rule("piece", "TURN: a piece of the user_pool, or one of valid_movements.", "Player Actions")
MOVES = Rule("moves", "turn says whose turn it is: that client sends TURN.", "Game State Change")
OVER = Rule("over", "GAME_END is sent to all clients: there are no turns after it.", "Game End")
REFUSED = Rule("refused", "A message is sent where it makes sense.", "errorMessage")


class BoardsJudge(JsonJudge):
    """Follows a client from its login through lobby and game."""

    frame, form, key = FRAME, OBJECT, "type"

    def begin(self) -> None:
        self.name = ""
        self.logged_in = False
        self.refused = False
        self.open: set[Any] = set()
        """The games that wait, as far as the client was told."""
        self.waits = self.playing = self.over = False
        self.state: dict[str, Any] | None = None
        self.moved = False

    # What the client hears.

    def on_reply(self, message: dict[str, Any], scripted: bool) -> None:
        match message["type"]:
            case "LOGIN_SUCCESS":
                self.logged_in = True
                self.settle("login")
            case "LOGIN_ERROR":
                self.refused, self.name = True, ""
            case "SET_OPEN_GAMES":
                self.open |= {game["id"] for game in message["openGames"] if self.name not in game["players"]}
            case "JOIN_GAME_FAILED":
                self.waits = False
            case "NEWLY_CREATED_GAME" | "JOIN_GAME_SUCCESS":
                self.waits = True
            case "GAME_INIT":
                self.playing, self.over, self.waits = True, False, False
            case "SET_GAME_STATE":
                self._state(message)
            case "GAME_END":
                self.playing, self.over, self.state = False, True, None
                self.settle("turn")
            case "ERROR" if not scripted and not self.blamed:
                self.finds(REFUSED, f"it was answered: {message['errorMessage']}")

    def _state(self, message: dict[str, Any]) -> None:
        if message.get("errorMessage") and not self.blamed:
            self.finds(LISTED, f"its TURN was answered: {message['errorMessage']}")
        self.state, self.moved = message, False
        movable = message["valid_placements"] or message["valid_movements"]
        if message["turn"] == self.name and movable:
            self.expects("turn", MOVES, "it is its turn and it sends no TURN")
        else:
            self.settle("turn")

    # What it says.

    def on_request(self, message: dict[str, Any], text: str) -> None:
        if message["type"] not in KEYS:
            self.finds(TYPES, f"it sent a {message['type']!r}")
        elif wrong := _wrong_fields(message):
            self.settle("turn")
            self.finds(FIELDS, f"{wrong}: {text}")
        else:
            self._asks(message["type"], message)

    def _asks(self, kind: str, message: dict[str, Any]) -> None:
        if kind not in WITHOUT_LOGIN and not self.logged_in:
            why = "after a LOGIN_ERROR" if self.refused else "before LOGIN_SUCCESS"
            self.finds(LOGS_IN, f"it sent {kind} {why}")
        if kind == "LOGIN":
            self.name = message["username"]
        elif kind in ("CREATE_GAME", "JOIN_GAME"):
            self._sits_down(kind, message)
        elif kind == "TURN":
            self._turns(message)

    def _sits_down(self, kind: str, message: dict[str, Any]) -> None:
        if self.waits:
            self.finds(SEATED, f"it sent {kind} while it waits for its game to begin")
        if kind == "CREATE_GAME" and message["gameName"].lower() not in TITLES:
            self.finds(CREATES, f"it wants to create {message['gameName']!r}")
        if kind == "JOIN_GAME" and message["gameId"] not in self.open:
            self.finds(JOINS, f"it wants to join the game {message['gameId']}, which was not listed")

    def _turns(self, message: dict[str, Any]) -> None:
        self.settle("turn")
        state = self.state
        if state is None or not self.playing:
            self.finds(OVER if self.over else ON_TURN, "it sent TURN and plays no game")
            return
        if state["turn"] != self.name or self.moved:
            self.finds(
                ON_TURN, "it sent TURN twice in one turn" if self.moved else "it sent TURN out of turn"
            )
            return
        self.moved = True
        piece, place = message.get("pieceId", message.get("pieceID")), {"r": message["r"], "c": message["c"]}
        ways = {entry["pieceId"]: entry["moves"] for entry in state["valid_movements"]}
        pool = [one["id"] for one in state["user_pool"]]
        if piece not in ways and not (piece in pool and state["valid_placements"]):
            self.finds(PIECE, f"it sent TURN with the piece {piece}")
        elif place not in ways.get(piece, state["valid_placements"]):
            self.finds(
                LISTED, f"it sent TURN with r {place['r']} and c {place['c']}, which is not among them"
            )


def _wrong_fields(message: dict[str, Any]) -> str:
    wanted = KEYS[message["type"]]
    if message["type"] == "TURN" and not of_type(message.get("pieceId", message.get("pieceID")), int):
        return "pieceId is missing or of a wrong type"
    wrong = [key for key, kind in wanted.items() if not of_type(message.get(key), kind)]
    return f"{wrong[0]} is missing or of a wrong type" if wrong else ""
