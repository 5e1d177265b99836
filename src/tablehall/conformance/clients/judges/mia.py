"""Mia over UDP: what a client has to keep to."""

import re

from tablehall.conformance.clients.judge import Judge, Rule

IN_TIME = 0.25
THROWS = [f"{a},{b}" for a in range(3, 7) for b in range(1, a)] + [f"{n},{n}" for n in range(1, 7)] + ["2,1"]
FIELDS = {
    "REGISTER": 1,
    "JOIN_GAME": 2,
    "JOIN_ROUND": 2,
    "JOIN_SPECTATOR": 2,
    "ROLL": 1,
    "SEE": 1,
    "ANNOUNCE": 2,
    "UNREGISTER": 0,
}

FRAME = Rule(
    "datagram", "Client and server communicate via UDP (using UTF-8 encoded strings).", "Preliminaries"
)
VERBS = Rule("verb", f"A client says {', '.join(FIELDS)}, with their fields.", "Turn actions")
REGISTERS = Rule("registers", "Client->Server: REGISTER;name comes first.", "Registration")
NAMES = Rule("name", "No whitespace, no colons, semicolons, or commas; up to 20 characters.", "Registration")
REJECTED = Rule("rejected", "Who was REJECTED is not registered.", "Registration")
JOINS = Rule("joins", "GAME_STARTING;token is answered by JOIN_GAME;name;token within 250 ms.", "Game start")
JOIN_NAME = Rule("join name", "JOIN_GAME;name;token: the name is the registered one.", "Game start")
JOIN_TOKEN = Rule("join token", "JOIN_GAME;name;token: the token is the invitation's.", "Game start")
ANSWERS = Rule("in time", "Clients have to respond within a narrow time frame (250 ms).", "Preliminaries")
TURN_TOKEN = Rule("turn token", "Client->Server: command;token, with the token of YOUR_TURN.", "Turn actions")
COMMAND = Rule("command", "YOUR_TURN is answered by ROLL or SEE.", "Turn actions")
SEE_FIRST = Rule("see first", "SEE_BEFORE_FIRST_ROLL: no dice were announced before.", "Reasons for losing")
ANNOUNCES = Rule("announces", "After ROLLED;dice;token the player has to announce something.", "Turn actions")
DICE = Rule("dice", "ANNOUNCE;dice;token: two dice like 6,3, the higher one first.", "Turn actions")
HIGHER = Rule("higher", "ANNOUNCED_LOSING_DICE: announced dice must be higher.", "Reasons for losing")
THIRD = Rule("rolls", "Per turn there is a second ROLL allowed, and no third.", "Turn actions")


class MiaJudge(Judge):
    """Follows a client from its registration from game to game."""

    frame = FRAME

    def begin(self) -> None:
        self.name = ""
        self.registered = False
        self.tokens: set[str] = set()
        """Of the invitations so far; one that comes late is no mistake."""
        self.turn, self.old_turns = "", set[str]()
        self.rolls = 0
        self.claim: int | None = -1
        """The place of what was announced last; -1: nothing; None: nobody can know."""

    def kind(self, text: str) -> str:
        return text.split(";")[0]

    # What the client hears.

    def on_server(self, text: str, *, scripted: bool) -> None:
        verb, *fields = text.split(";")
        match verb, fields:
            case "REGISTERED", _:
                self.registered = True
            case "REJECTED", _:
                self.registered, self.name = False, ""
            case "GAME_STARTING", [token]:
                self._invited(token)
            case "GAME_STARTED", _:
                self.claim = -1
                self._turn_over()
            case "ANNOUNCED", [_, dice, _]:
                self.claim = THROWS.index(dice)
            case "PLAYER_LOST", [names, _, _]:
                self.claim = None  # the cup may be spoiled
                if self.name in names.split(","):
                    self._turn_over()
            case "YOUR_TURN", [token] if token not in self.old_turns | {self.turn}:
                self.turn, self.rolls = token, 0
                self.expects("turn", ANSWERS, "YOUR_TURN was not answered within 250 ms", IN_TIME)
            case "ROLLED", [dice, token] if token == self.turn:
                self.expects("announce", ANNOUNCES, f"ROLLED;{dice} was followed by no ANNOUNCE", IN_TIME)
            case (("GAME_CANCELED" | "SCORE"), _):
                self._turn_over()

    def _invited(self, token: str) -> None:
        if token not in self.tokens:
            self.tokens.add(token)
            self.expects("join", JOINS, "GAME_STARTING was not answered within 250 ms", IN_TIME)

    def _turn_over(self) -> None:
        self.old_turns.add(self.turn)
        self.turn = ""
        self.settle("turn", "announce")

    # What it says.

    def on_client(self, text: str) -> None:
        verb, *fields = text.split(";")
        if verb not in FIELDS or len(fields) != FIELDS[verb]:
            self.settle("turn", "join")
            self.finds(COMMAND if self.turn and self.turn in fields else VERBS, f"it said {text!r}")
        elif verb == "REGISTER":
            self.name = fields[0]
            if not re.fullmatch(r"[^\s:;,]{1,20}", fields[0]):
                self.finds(NAMES, f"it registered as {fields[0]!r}")
        elif not self.name and not self.registered:
            rule = REJECTED if self.heard["REJECTED"] else REGISTERS
            self.finds(rule, f"it said {text!r} without being registered")
        elif verb.startswith("JOIN"):
            self._joins(*fields)
        elif verb != "UNREGISTER":
            self._takes_turn(verb, *fields)

    def _joins(self, name: str, token: str) -> None:
        self.settle("join")
        if name != self.name:
            self.finds(JOIN_NAME, f"it joined as {name!r} and is registered as {self.name!r}")
        if token not in self.tokens:
            self.finds(JOIN_TOKEN, f"it joined with the token {token!r}, which no invitation had")

    def _takes_turn(self, verb: str, *fields: str) -> None:
        token = fields[-1]
        if token in self.old_turns and not self.turn:
            return  # too late, or the answer to a question that came twice
        if token != self.turn:
            self.settle("turn", "announce")
            self.finds(TURN_TOKEN, f"it said {verb} with the token {token!r} instead of {self.turn!r}")
        elif verb == "ANNOUNCE":
            self._announces(fields[0])
        elif verb == "ROLL":
            self.settle("turn")
            self.rolls += 1
            if self.rolls > 2:
                self.finds(THIRD, "it rolled a third time")
        else:
            self.settle("turn", "announce")
            if self.rolls:
                self.finds(COMMAND, "it said SEE after it had rolled")
            elif self.claim == -1:
                self.finds(SEE_FIRST, "it said SEE before anything was announced")

    def _announces(self, dice: str) -> None:
        self.settle("announce")
        if not self.rolls:
            self.finds(COMMAND, "it announced before it had rolled")
        meant = ",".join(sorted(re.findall(r"\d", dice), reverse=True))
        if dice not in THROWS:
            self.finds(DICE, f"it announced {dice!r}")
        if meant in THROWS and self.claim is not None and THROWS.index(meant) <= self.claim:
            self.finds(HIGHER, f"it announced {dice} after {THROWS[self.claim]}")
        self._turn_over()
