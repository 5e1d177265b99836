"""My Shelfie: what a client has to keep to."""

from typing import Any

from tablehall.conformance.clients.judge import JsonJudge, Rule, of_type

KEYS: dict[str, dict[str, type]] = {
    "HelloCommand": {},
    "JoinNewAsFirst": {"player": str, "numOfPlayers": int, "idFirstPlayer": str, "easyRule": bool},
    "Join": {"player": str},
    "GetSavedGames": {},
    "LoadGame": {"game": str, "idFirstPlayer": str},
    "GetLoadedPlayers": {},
    "JoinLoadedAsFirst": {"player": str, "idFirstPlayer": str},
    "Reconnect": {"id": str},
    "Disconnect": {"id": str},
    "Pong": {"id": str},
    "PickTilesCommand": {"id": str, "tiles": list},
    "PutTilesCommand": {"id": str, "column": int, "tiles": list},
    "SaveGame": {"id": str, "game": str},
    "SendMessage": {"id": str, "message": str},
}
ACTS = ("PickTilesCommand", "PutTilesCommand", "SaveGame", "SendMessage")
PONG_WITHIN = 3.0

FRAME = Rule("line", "One JSON object a line; \\n ends it.", "You write a client", False)
OBJECT = Rule("object", "A message is a JSON object with a name.", "the conversation")
NAMES = Rule("name", f"A client says {', '.join(KEYS)}.", "all messages of the client")
FIELDS = Rule("keys", "A message has its keys, with values of their kinds.", "all messages of the client")
HELLO = Rule("hello", "Start of the conversation, the client says hello to the server.", "Start")
FIRST = Rule(
    "first", "The one who received back the id joins by JoinNewAsFirst, with that id.", "First player"
)
OTHER = Rule("other", "Who heard NoFirst tries to join, saying their name.", "Other player")
PLAYERS = Rule("players", "numOfPlayers is 2, 3 or 4.", "First player")
PONG = Rule("pong", "The client must respond in 3 seconds with a pong.", "PING PONG")
PONG_ID = Rule("pong id", "id is player's id or \"NoId\" if a player hasn't got an id yet.", "PING PONG")
QUIET = Rule("quiet", "Client does not respond to notifications.", "PUSH NOTIFICATIONS")
ID = Rule("id", "A command has the player's own id.", "IN GAME")
SET_UP = Rule("set up", "GameSetUp is the LAST notification before it begins.", "PUSH NOTIFICATIONS")
ON_TURN = Rule(
    "on turn", "It's the client's turn if the player in TurnNotify matches its nickname.", "TurnNotify"
)
MOVES = Rule("moves", "The client on turn picks tiles, and puts those that it has picked.", "IN GAME")
PICK = Rule("pick", "1 to 3 tiles side by side, each with a free side, with x, y and type.", "Pick Tiles")
PUT = Rule("put", "The tiles that were picked go into one column that has room.", "Put Tiles")
CLOSES = Rule("closes", "The client is responsible for closing the connection after Winner.", "Winner")
REFUSED = Rule("refused", "ErrorMessage: a message is sent where it makes sense.", "General error message")


class ShelfieJudge(JsonJudge):
    """Follows a client from its hello to the winner."""

    frame, form, key = FRAME, OBJECT, "name"

    def begin(self) -> None:
        self.name, self.id = "", "NoId"
        self.offered = ""
        self.hello = self.refused = False
        self.pings: list[str] = []
        """The id that the client had when each ping that is not answered yet was sent."""
        self.turn = ""
        self.set_up = self.over = False
        self.hand: list[str] | None = None
        """What the client has picked; None: it may pick."""

    # What the client hears.

    def on_reply(self, message: dict[str, Any], scripted: bool) -> None:
        match message["name"]:
            case "Ping":
                self.pings.append(self.id)
                self.expects("pong", PONG, "a Ping was not answered in 3 seconds", PONG_WITHIN)
            case "Hello":
                self.offered = message["firstPlayerId"].replace("NoFirst", "")
                self.expects(
                    "join", FIRST if self.offered else OTHER, "Hello was followed by no attempt to join"
                )
            case "FirstJoinResponse" if message["result"]:
                self.id = self.offered
            case "FirstJoinResponse":
                self.name = ""
            case "JoinResponse":
                self.id, self.refused = message.get("id", self.id), not message["result"]
            case "TurnNotify":
                self.turn, self.hand = message["player"], None
                self._whose()
            case "GameSetUp":
                self.set_up = True
                self._whose()
            case "TilesPicked" if message["player"] == self.name and message["tiles"]:
                self.hand = message["tiles"]
                self.expects("put", MOVES, "it has picked tiles and does not put them")
            case "Winner":
                self.over = True
                self.settle("pick", "put", "pong")
                self.expects("close", CLOSES, "it did not close the connection after Winner")
            case "ErrorMessage" if not scripted and not self.blamed:
                self._refused(message["message"])

    def _whose(self) -> None:
        if self.set_up and self.turn == self.name:
            self.expects("pick", MOVES, "it is its turn and it picks nothing")
        else:
            self.settle("pick", "put")

    def _refused(self, why: str) -> None:
        rule = PICK if "picked" in why else PUT if "Can't put" in why else REFUSED
        self.finds(rule, f"it was answered: {why}")

    # What it says.

    def on_request(self, message: dict[str, Any], text: str) -> None:
        if message["name"] not in KEYS:
            self.finds(NAMES, f"it sent a {message['name']!r}")
        elif wrong := _wrong_keys(message):
            self.settle("pick", "put", "join")
            self.finds(FIELDS, f"{wrong}: {text}")
        elif message["name"] == "Pong":
            self._pongs(message["id"])
        elif message["name"] in ACTS:
            self._acts(message)
        else:
            self._comes_in(message["name"], message)

    def _pongs(self, id: str) -> None:
        self.settle("pong")
        if not self.pings:
            self.finds(QUIET, "it sent a Pong and nobody had sent a Ping")
            return
        then = self.pings.pop(0)
        if id not in (then, self.id, self.offered or self.id):
            self.finds(PONG_ID, f"its Pong has the id {id!r} instead of {self.id!r}")
        elif id == "NoId" != then:
            self.finds(PONG_ID, f"its Pong has the id 'NoId', and it was given {then!r}")

    def _comes_in(self, kind: str, message: dict[str, Any]) -> None:
        if kind == "HelloCommand":
            self.hello, self.refused = True, False
            return
        if not self.hello:
            self.finds(HELLO, f"it began with {kind}")
        self.settle("join")
        if "player" in message:
            self.name = message["player"]
        if "idFirstPlayer" in message and message["idFirstPlayer"] != self.offered:
            self.finds(
                FIRST, f"its {kind} has the id {message['idFirstPlayer']!r} instead of {self.offered!r}"
            )
        if kind == "JoinNewAsFirst" and message["numOfPlayers"] not in (2, 3, 4):
            self.finds(PLAYERS, f"it wants {message['numOfPlayers']} players")
        if kind == "Join" and self.offered and not self.refused:
            self.finds(FIRST, "it was offered an id and sent Join")

    def _acts(self, message: dict[str, Any]) -> None:
        kind = message["name"]
        if message["id"] != self.id:
            self.settle("pick", "put")
            self.finds(ID, f"its {kind} has the id {message['id']!r} instead of {self.id!r}")
        elif kind == "PickTilesCommand":
            self._picks()
        elif kind == "PutTilesCommand":
            self._puts(message)

    def _picks(self) -> None:
        self.settle("pick")
        if not self.set_up:
            self.finds(SET_UP, "it picked tiles before GameSetUp")
        elif self.turn != self.name or self.over:
            self.finds(ON_TURN, "it picked tiles out of turn")
        elif self.hand is not None:
            self.finds(MOVES, "it picked tiles twice in one turn")
        self.hand = []

    def _puts(self, message: dict[str, Any]) -> None:
        self.settle("put")
        if self.turn != self.name or self.over:
            self.finds(ON_TURN, "it put tiles out of turn")
        elif not self.hand or sorted(map(str, message["tiles"])) != sorted(self.hand):
            self.finds(PUT, f"it put {message['tiles']} and has picked {self.hand or 'nothing'}")
        elif not 0 <= message["column"] <= 4:
            self.finds(PUT, f"it put tiles into the column {message['column']}")


def _wrong_keys(message: dict[str, Any]) -> str:
    wanted = KEYS[message["name"]]
    wrong = [key for key, kind in wanted.items() if not of_type(message.get(key), kind)]
    if wrong:
        return f"{wrong[0]} is missing or of a wrong kind"
    if message["name"] == "PickTilesCommand" and not all(map(_is_tile, message["tiles"])):
        return "tiles are not all {x, y, type}"
    return ""


def _is_tile(tile: Any) -> bool:
    keys = {"x": int, "y": int, "type": str}
    return isinstance(tile, dict) and all(of_type(tile.get(key), kind) for key, kind in keys.items())
