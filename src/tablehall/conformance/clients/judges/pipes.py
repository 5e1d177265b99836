"""Dáma over pipes: what a client has to keep to."""

import re

from tablehall.conformance.clients.judge import Judge, Rule

PARAMETERS = {
    "CONNECT": 1,
    "LOGOUT": 0,
    "GET_GAMES": 0,
    "CREATE_GAME": 0,
    "EXIT_GAME": 0,
    "JOIN_GAME": 1,
    "GET_GAME_STATE": 0,
    "TURN": 2,
    "PING": 0,
}

FRAME = Rule("line", "Indicator of the end of the message is '\\n'.", "Protocol")
PATTERN = Rule(
    "pattern",
    "<userId>|<REQUEST_TYPE>|<parameter1>|...; a request does not end with a delimiter.",
    "Protocol",
)
CONNECT_ID = Rule("connect id", "CONNECT: userId = 0; userId <> 0 is invalid.", "User login")
NICKNAME = Rule(
    "nickname", "Limited to a-zA-Z0-9 characters and to a maximum of 20 characters.", "User login"
)
USER_ID = Rule("user id", "Every user is represented by the userId assigned to them.", "Protocol")
LOGGED_IN = Rule("logged in", "Only logged in players can request this.", "Get games")
JOINS = Rule("joins", "JOIN_GAME: the nickname of a player waiting to be joined.", "Join game")
STATE = Rule("state", "Who receives 270 should request a game state.", "Join game")
SQUARES = Rule("squares", "TURN|<fromX>,<fromY>|<toX>,<toY>: X,Y coordinates.", "Turn")
ON_TURN = Rule("on turn", "Only the player on turn moves: 207 and 208 say who that is.", "Turn")
MOVES = Rule("moves", "The player on turn requests a TURN.", "Turn")
LEGAL = Rule("legal", "A TURN is a move that dáma allows.", "Turn")
PAUSED = Rule("paused", "After 290 the game is paused.", "Exit game")
BACK = Rule(
    "back", "295: the opponent is back, and the game goes on.", "Losing and regaining a connection", False
)
REFUSED = Rule("refused", "A request is made where it makes sense.", "the codes from 400")
HARMLESS = {"400", "402", "406", "409", "412", "414"}
"""Refusals that can happen to anybody: a nickname in use, a game that somebody has just joined or left."""


class PipesJudge(Judge):
    """Follows a client from its login through lobby and game."""

    frame = FRAME

    def begin(self) -> None:
        self.nickname, self.number = "", "0"
        self.refused = False
        self.waiting: set[str] = set()
        """Who waits to be joined, as far as the client was told."""
        self.turn: bool | None = None
        """Whether the client is on turn; None: nobody has said so yet."""
        self.playing = self.paused = False
        self.moved = False
        """Whether a move of the client's is not answered yet."""

    def kind(self, text: str) -> str:
        fields = text.split("|")
        return fields[1] if fields[1:] and not re.fullmatch(r"\d{3}", fields[0]) else fields[0]

    # What the client hears.

    def on_server(self, text: str, *, scripted: bool) -> None:
        code, *fields = text.split("|")
        match code:
            case "200" | "201":
                self.number, self.refused = fields[0], False
            case "400" | "401" | "402":
                self.refused = True
            case "202":
                self.number = "0"
            case "203":
                self.waiting |= set(fields)
            case "250":
                self.waiting.add(fields[0])
            case "206" | "270":
                self.playing, self.turn = True, code == "270"
                if code == "270":
                    self.expects("state", STATE, "270 was followed by no GET_GAME_STATE")
            case "207":
                self.playing = True
                if not (self.moved and fields[2] == self.nickname):  # asked for before the move
                    self._whose(fields[2] == self.nickname)
            case "208":
                self._whose(not self.moved)
            case "205" | "210" | "280":
                self.playing = self.paused = self.moved = False
                self.settle("state", "turn")
            case "290":
                self.paused = True
                self.settle("turn")
            case "295":
                self.paused = False
                if self.turn:
                    self.expects("turn", BACK, "after 295 it did not move")
        if code in ("403", "420"):
            self.moved = False
        if code.startswith("4") and code not in HARMLESS and not scripted and not self.blamed:
            rule = LEGAL if (code, self.last) == ("403", "TURN") else REFUSED
            self.finds(rule, f"its {self.last} was answered by {text}")

    def _whose(self, mine: bool) -> None:
        self.turn, self.moved = mine, False
        if mine and not self.paused:
            self.expects("turn", MOVES, "it is on turn and does not move")
        else:
            self.settle("turn")

    # What it says.

    last = ""

    def on_client(self, text: str) -> None:
        number, *request = text.split("|")
        self.last = request[0] if request else text
        parameters = request[1:]
        if (
            not re.fullmatch(r"\d{1,18}", number)
            or self.last not in PARAMETERS
            or len(parameters) != PARAMETERS[self.last]
            or "" in request
        ):
            self.settle("turn", "state")
            self.finds(PATTERN, f"it sent {text!r}")
        elif self.last == "CONNECT":
            self._connects(number, parameters[0])
        elif self.last != "PING":
            self._asks(number, parameters)

    def _connects(self, number: str, nickname: str) -> None:
        if number != "0":
            self.finds(CONNECT_ID, f"it connected with the userId {number}")
        if not re.fullmatch(r"[a-zA-Z0-9]{1,20}", nickname):
            self.finds(NICKNAME, f"it connected as {nickname!r}")
        self.nickname, self.refused = nickname, False

    def _asks(self, number: str, parameters: list[str]) -> None:
        if self.number == "0":
            why = "after its CONNECT was refused" if self.refused else "before it was logged in"
            self.finds(LOGGED_IN, f"it asked for {self.last} {why}")
        elif number != self.number:
            self.finds(USER_ID, f"it said {self.last} as {number} and was given {self.number}")
        if self.last in ("GET_GAME_STATE", "TURN"):
            self.settle("state")
        if self.last == "JOIN_GAME" and parameters[0] not in self.waiting - {self.nickname}:
            self.finds(JOINS, f"it wants to join {parameters[0]!r}, who does not wait")
        if self.last == "TURN":
            self._turns(parameters)
        if self.last == "EXIT_GAME":
            self.settle("turn", "state")

    def _turns(self, squares: list[str]) -> None:
        self.settle("turn")
        if not all(re.fullmatch(r"\d,\d", square) for square in squares):
            self.finds(SQUARES, f"it moves from {squares[0]!r} to {squares[1]!r}")
        elif self.paused:
            self.finds(PAUSED, "it moves while its opponent is lost")
        elif self.moved:
            self.finds(ON_TURN, "it moves twice in one turn")
        elif not self.playing or self.turn is False:
            self.finds(ON_TURN, "it moves and is not on turn")
        self.moved = True
