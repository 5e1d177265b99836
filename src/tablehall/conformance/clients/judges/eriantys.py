"""Eriantys: what a client has to keep to."""

import re
from typing import Any

from tablehall.conformance.clients.judge import JsonJudge, Rule, of_type

WORD = (str, int)
ARGUMENTS: dict[str, dict[str, tuple[type, ...]]] = {
    "Acknowledgment": {},
    "CreateNewGame": {"numOfPlayers": (int,), "wantExpert": (bool,)},
    "JoinGame": {},
    "EnterGame": {"gameId": (str,), "nickname": (str,)},
    "ResumeGame": {"gameId": (str,), "nickname": (str,), "token": (str,)},
    "ExitFromGame": {"nickname": (str,)},
    "ChangeNumPlayers": {"newNum": (int,)},
    "NextPhase": {},
    "SetTower": {"Tower": (str,)},
    "SetWizard": {"wizard": WORD},
    "UseAssistant": {"Assistant": WORD},
    "MoveStudentsToIsland": {"Student": (str,), "IslandID": (int,)},
    "MoveStudentsToDiningRoom": {"Student": (str,)},
    "MoveMotherNature": {"Positions": (int,)},
    "TakeStudentsFromCloud": {"CloudID": (int,)},
    "UseCharacterCard": {"Card": WORD},
    "Exit": {},
    "Ping": {},
    "Pong": {},
}
SPELLED = {
    "Acknowledgement": "Acknowledgment",
    "ChangeNumOfPlayers": "ChangeNumPlayers",
    "MoveStudentToIsland": "MoveStudentsToIsland",
    "MoveStudentToDiningRoom": "MoveStudentsToDiningRoom",
    "GetGames": "JoinGame",
}
"""The document's other spellings."""
UNACKNOWLEDGED = {"PossibleGames", "GameEntered", "ExitGameSuccess", "StudentToDiningRoomMoved", "Pong"}
CHOOSING, PLANNING = ("SetTower", "SetWizard"), ("UseAssistant",)
ACTING = ("MoveStudentsToIsland", "MoveStudentsToDiningRoom", "MoveMotherNature", "TakeStudentsFromCloud")
WORDS = {
    "Tower": r"(?i)BLACK|WHITE|GREY",
    "Student": r"(?i)(BLUE|GREEN|YELLOW|RED|PINK)(_(UNICORNS|FROGS|GNOMES|DRAGONS|FAIRIES))?",
    "wizard": r"(?i)W?[1-4]",
    "Assistant": r"(?i)(CARD_?)?([1-9]|10)",
}
ACK_WITHIN = 2.0

FRAME = Rule("line", "UTF-8, one JSON object per line.", "Messages", False)
OBJECT = Rule("object", "A JSON object with message and arguments.", "Messages", False)
NAMES = Rule("message", f"A client sends {', '.join(ARGUMENTS)}.", "Messages")
FIELDS = Rule("arguments", "A message has the arguments that the document names.", "Arguments")
CHOICE = Rule(
    "choice", "A tower, a wizard, an assistant or a student that there is in the game.", "Arguments"
)
ACK = Rule("acknowledges", "A change notification is acknowledged: Acknowledgment.", "Possible responses")
NO_ACK = Rule("no response", "This message has no responses.", "Possible responses")
NUMBER = Rule(
    "players", "The number of players requested should be one of the supported values.", "CreateNewGame"
)
ENTERS = Rule(
    "enters", "gameId: the id of a game that was created or is among PossibleGames.", "Entering a game"
)
ENTERED = Rule(
    "entered", "Who has not entered a game (an error was the answer) cannot act in one.", "Entering a game"
)
AGAIN = Rule("once", "A client enters one game.", "Entering a game")
BEGINS = Rule(
    "phase",
    "NextPhase when all the players entered the game; then when tower and wizard are set.",
    "NextPhase",
)
ON_TURN = Rule(
    "on turn", "Only the current player (CurrentPlayerChanged: NextPlayer) acts.", "CurrentPlayerChanged"
)
MOVES = Rule("moves", "The current player acts.", "Scenarios")
STAGE = Rule("stage", "ImpossibleActionError: an action of another phase of the game.", "Action phase")
REFUSED = Rule("refused", "A request is made where it makes sense.", "ImpossibleActionError")


class EriantysJudge(JsonJudge):
    """Follows a client from the lobby to the winner."""

    frame, form, key = FRAME, OBJECT, "message"

    def begin(self) -> None:
        self.name = ""
        self.entered = self.refused = self.over = False
        self.games: set[str] = set()
        self.seats = 0
        self.players: list[str] = []
        self.current, self.state = "", ""
        self.owed: list[tuple[str, float]] = []
        """The notifications that are not acknowledged yet, and when they were sent."""
        self.last = ""

    def kind(self, text: str) -> str:
        name = super().kind(text)
        return SPELLED.get(name, name)

    # What the client hears.

    def on_reply(self, message: dict[str, Any], scripted: bool) -> None:
        name, arguments = message["message"], message["arguments"]
        if name.endswith("Error"):
            self._error(name, scripted)
            return
        if name not in UNACKNOWLEDGED:
            self.owed.append((name, self.clock()))
            self._owes()
        match name:
            case "PossibleGames":
                self.games |= set(arguments["gameIDs"])
            case "GameCreated":
                self.games.add(arguments["gameId"])
            case "GameEntered":
                self.entered, self.refused = True, False
                self.seats = arguments["numOfPlayers"]
            case "PlayersChanged":
                self.players = [player["nickname"] for player in arguments["players"]]
            case "NumPlayersChanged":
                self.seats = arguments["newNum"]
            case "CurrentPlayerChanged":
                self.current, self.state = arguments["NextPlayer"], arguments["State"]
            case "Winner":
                self.over, self.current, self.state = True, "", ""
        self._whose(name)

    def _owes(self) -> None:
        """The client owes an acknowledgment of the oldest of what it was told."""
        self.settle("ack")
        for name, since in self.owed[:1]:
            self.expects("ack", ACK, f"{name} was not acknowledged in {ACK_WITHIN:g} s", ACK_WITHIN, since)

    def on_closed(self) -> None:
        for name, _ in self.owed[:1]:
            self.finds(ACK, f"it has left {len(self.owed)} notifications without one, {name} or one after it")

    def _whose(self, name: str) -> None:
        """Whoever is on turn has to go on."""
        if self.current == self.name and self.current:
            if (
                name in ("CurrentPlayerChanged", "TowerChanged", "WizardChanged")
                or self.state == "MOVE_STUDENTS"
            ):
                self.expects("act", MOVES, f"it is on turn ({self.state}) and does not act")
        else:
            self.settle("act")

    def _error(self, name: str, scripted: bool) -> None:
        if self.current == self.name and self.current:
            self.expects("act", MOVES, f"after a {name} it does not act any more")
        quicker = self.last == "NextPhase" and self.state in ("", "CHOOSING")  # somebody else was
        if name == "ImpossibleActionError" and not (scripted or quicker or self.over or self.blamed):
            self.finds(
                STAGE if self.last in ACTING + PLANNING + CHOOSING else REFUSED, f"{self.last} made no sense"
            )
        if self.last == "EnterGame":
            self.refused = True

    # What it says.

    def on_request(self, message: dict[str, Any], text: str) -> None:
        name = self.kind(text)
        if name == "Acknowledgment":
            self._acknowledges()
            return
        self.settle("act")
        if name not in ARGUMENTS:
            self.finds(NAMES, f"it sent a {name!r}")
            return
        self.last = name
        given = message.get("arguments")
        words = given if isinstance(given, dict) else message
        arguments = {key.lower(): value for key, value in words.items()}
        if wrong := _wrong_arguments(name, arguments):
            self.finds(FIELDS, f"{wrong}: {text}")
        elif strange := _strange_words(name, arguments):
            self.finds(CHOICE, f"{name} with {strange}")
        else:
            self._asks(name, arguments)

    def _acknowledges(self) -> None:
        if not self.owed:
            self.finds(NO_ACK, "it sent an Acknowledgment, and there was nothing to acknowledge")
            return
        self.owed.pop(0)
        self._owes()

    def _asks(self, name: str, arguments: dict[str, Any]) -> None:
        if name == "CreateNewGame" and arguments["numofplayers"] not in (2, 3, 4):
            self.finds(NUMBER, f"it wants {arguments['numofplayers']} players")
        elif name == "EnterGame":
            self._enters(arguments)
        elif name in ("ExitFromGame", "ChangeNumPlayers", "NextPhase", *CHOOSING, *PLANNING, *ACTING):
            self._acts(name)

    def _enters(self, arguments: dict[str, Any]) -> None:
        if arguments["gameid"] not in self.games:
            self.finds(ENTERS, f"it wants to enter {arguments['gameid']!r}, which nobody has told it of")
        elif self.entered:
            self.finds(AGAIN, "it enters a game and is in one")
        else:
            self.name = arguments["nickname"]

    def _acts(self, name: str) -> None:
        if not self.entered:
            self.finds(ENTERED, f"it sent {name}" + (" after an error" if self.refused else " in no game"))
        elif name == "NextPhase" and not self.state:
            if len(self.players) < self.seats:
                self.finds(BEGINS, f"it sent NextPhase with {len(self.players)} of {self.seats} players")
        elif name in (*CHOOSING, *PLANNING, *ACTING, "NextPhase") and self.current != self.name:
            self.finds(ON_TURN, f"it sent {name}, and the current player is {self.current or 'nobody'}")
        elif name not in _of_state(self.state):
            self.finds(STAGE, f"it sent {name} in the phase {self.state}")


def _of_state(state: str) -> tuple[str, ...]:
    return {"CHOOSING": (*CHOOSING, "NextPhase"), "PLANNING": PLANNING, "MOVE_STUDENTS": ACTING}.get(
        state, ("ExitFromGame", "ChangeNumPlayers")
    )


def _wrong_arguments(name: str, given: dict[str, Any]) -> str:
    wrong = [
        key
        for key, kinds in ARGUMENTS[name].items()
        if not any(of_type(given.get(key.lower()), kind) for kind in kinds)
    ]
    return f"{wrong[0]} is missing or of a wrong type" if wrong else ""


def _strange_words(name: str, given: dict[str, Any]) -> str:
    """What is no tower, wizard, assistant or student at all."""
    for key, form in WORDS.items():
        if key in ARGUMENTS[name] and not re.fullmatch(form, str(given[key.lower()])):
            return repr(given[key.lower()])
    return ""
