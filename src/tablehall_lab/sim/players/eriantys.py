"""Players at the door of Eriantys: they acknowledge what they hear, or forget to."""

from typing import TYPE_CHECKING, Any

from tablehall.games.eriantys import moves
from tablehall.protocols.eriantys.words import COLOURS
from tablehall_lab.sim.players.person import Person, decode, encode

if TYPE_CHECKING:
    from tablehall_lab.sim.world import World

QUIET = {"PossibleGames", "GameCreated", "GameEntered", "ExitGameSuccess", "StudentToDiningRoomMoved", "Pong"}


class Wizard(Person):
    """Enters a game that waits, or creates one."""

    door = "eriantys"

    def __init__(self, world: "World", name: str, games: int = 1, seats: int = 2) -> None:
        super().__init__(world, name, "eriantys", games)
        self.seats = seats
        self.at = self.wanted = self.token = ""
        self.forgetful = self.chance.choice((0.0, 0.0, 0.01))

    def ask(self, message: str, **arguments: Any) -> None:
        """Say something by its name."""
        self.say(encode({"message": message, "arguments": arguments}))

    def greet(self) -> None:
        if self.token:
            self.ask("ResumeGame", gameId=self.at, nickname=self.name, token=self.token)
        else:
            self.ask("JoinGame")
        self.later(60_000, self._wait)

    def _wait(self) -> None:
        if self.home:
            return
        if self.world.timeline.now > self.bored_at:
            self.go_home()
        elif self.wire is not None:
            self.ask("Ping")
            self.later(60_000, self._wait)

    def hear(self, message: bytes) -> None:
        heard = decode(message)
        name = heard["message"]
        if not name.endswith("Error") and name not in QUIET and self.chance.random() >= self.forgetful:
            self.say(b'{"message":"Acknowledgment"}')
        reaction = getattr(self, f"_{name}", None)
        if reaction is not None:
            reaction(heard["arguments"])
        elif name.endswith("Error"):
            self.later(2_000, self._refused)

    def _refused(self) -> None:
        if self.home or self.wire is None:
            return
        if self.table_of(self.name):
            self.think(self._turn)
        elif not self.token:
            self.tries += 1
            if self.tries > 5:
                self.go_home()
            else:
                self.ask("JoinGame")

    def _ArgumentNotCorrectError(self, heard: Any) -> None:  # noqa: N802 (the message's own name)
        self.token = ""
        self.later(2_000, self._refused)

    _GameDontExistError = _ArgumentNotCorrectError

    def _PossibleGames(self, heard: Any) -> None:  # noqa: N802
        if self.token:
            return
        if heard["gameIDs"]:
            self.wanted = heard["gameIDs"][0]
            self.ask("EnterGame", gameId=self.wanted, nickname=self.name)
        else:
            self.ask("CreateNewGame", numOfPlayers=self.seats, wantExpert=self.chance.random() < 0.6)

    def _GameCreated(self, heard: Any) -> None:  # noqa: N802
        self.wanted = heard["gameId"]
        self.ask("EnterGame", gameId=self.wanted, nickname=self.name)

    def _GameEntered(self, heard: Any) -> None:  # noqa: N802
        self.token, self.at, self.tries = heard["token"], self.wanted or self.at, 0

    def _PlayersChanged(self, heard: Any) -> None:  # noqa: N802
        if not heard["players"]:
            self.token = ""
        elif len(heard["players"]) >= self.seats and heard["players"][0]["nickname"] == self.name:
            self.ask("NextPhase")

    def _Winner(self, heard: Any) -> None:  # noqa: N802
        self.token = ""
        if not self.played():
            self.ask("Exit")
            self.ask("JoinGame")

    def _CurrentPlayerChanged(self, heard: Any) -> None:  # noqa: N802
        if heard["NextPlayer"] == self.name:
            self.think(self._turn)

    def _mine(self, heard: Any) -> None:
        if heard.get("Nickname") == self.name:
            self.think(self._turn)

    _TowerChanged = _WizardChanged = _AssistantUsed = _StudentToIslandMoved = _mine
    _StudentToDiningRoomMoved = _MotherNatureMoved = _CharacterCardUsed = _mine

    def _turn(self) -> None:
        found = self.table_of(self.name)
        move = self.choose(*found) if found else None
        if move is not None:
            if type(move) is moves.UseCharacter and self.chance.random() < 0.7:
                move = self.choose(*found) if found else None
            message, arguments = said(move)
            self.ask(message, **arguments)
            self.later(6_000, self.think, self._turn)


def said(move: Any) -> tuple[str, dict[str, Any]]:
    """A move in the words of the protocol."""
    if isinstance(move, moves.SetTower):
        return "SetTower", {"Tower": move.tower.name}
    if isinstance(move, moves.SetWizard):
        return "SetWizard", {"wizard": move.wizard}
    if isinstance(move, moves.UseAssistant):
        return "UseAssistant", {"Assistant": move.value}
    if isinstance(move, moves.ToIsland):
        return "MoveStudentsToIsland", {"Student": COLOURS[move.student], "IslandID": move.island}
    if isinstance(move, moves.ToDiningRoom):
        return "MoveStudentsToDiningRoom", {"Student": COLOURS[move.student]}
    if isinstance(move, moves.MoveMotherNature):
        return "MoveMotherNature", {"Positions": move.steps}
    if isinstance(move, moves.TakeCloud):
        return "TakeStudentsFromCloud", {"CloudID": move.cloud}
    return (
        ("UseCharacterCard", _character(move)) if isinstance(move, moves.UseCharacter) else ("NextPhase", {})
    )


def _character(move: moves.UseCharacter) -> dict[str, Any]:
    asked: dict[str, Any] = {"Card": f"CARD{move.card}"}
    if move.student is not None:
        asked["Student"] = COLOURS[move.student]
    if move.island is not None:
        asked["IslandID"] = move.island
    for name, students in (
        ("StudentsFromCard", move.from_card),
        ("StudentsFromDiningRoom", move.from_dining),
        ("StudentsFromEntrance", move.from_entrance),
    ):
        if students:
            asked[name] = [COLOURS[student] for student in students]
    return asked
