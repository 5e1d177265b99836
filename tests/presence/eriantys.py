"""The Eriantys door."""

from typing import Any, ClassVar

from tablehall.protocols.eriantys import EriantysDoor
from tablehall_lab.sim.players.eriantys import QUIET, said
from tests.presence.people import Party, Places, Player, encode


class Wizard(Player):
    """Somebody with a client that acknowledges what it hears."""

    life, every = b'{"message":"Ping"}', 60_000
    game = token = ""

    def greet(self) -> None:
        if self.token:
            fields = {"gameId": self.game, "nickname": self.name, "token": self.token}
            self.say(self.written("ResumeGame", **fields))
        else:
            self.say(self.written("JoinGame"))

    def written(self, kind: str, /, **fields: Any) -> bytes:
        return encode({"message": kind, "arguments": fields})

    def read(self, data: bytes) -> Any:
        message = super().read(data)
        name = message["message"]
        if name == "GameEntered":
            self.token = message["arguments"]["token"]
        if not name.endswith("Error") and name not in QUIET:
            self.say(b'{"message":"Acknowledgment"}')
        return message

    def names(self) -> list[str]:
        """The kinds of messages heard of late."""
        return [message["message"] for message in self.news()]


class EriantysParty(Party):
    """A game for two; while they wait, a table for three."""

    door, kind = EriantysDoor, Wizard
    one: Wizard
    other: Wizard

    places: ClassVar[Places] = {
        "waiting": lambda party: party._enter(3),
        "on turn": lambda party: party._play(party.one),
        "not on turn": lambda party: party._play(party.other),
    }

    def _enter(self, seats: int) -> None:
        (created,) = self.one.ask("CreateNewGame", numOfPlayers=seats, wantExpert=False)
        for player in (self.one, self.other):
            player.game = created["arguments"]["gameId"]
            player.ask("EnterGame", gameId=player.game, nickname=player.name)

    def _play(self, until: Wizard) -> None:
        """Until all have chosen and planned, and then until somebody is on turn."""
        self._enter(2)
        self.one.ask("NextPhase")
        for tower, wizard in (("BLACK", 1), ("WHITE", 2)):
            chooser = self.on_turn()
            chooser.ask("SetTower", Tower=tower)
            chooser.ask("SetWizard", wizard=wizard)
            chooser.ask("NextPhase")
        for _ in range(2):
            self.move()
        while self.on_turn() is not until:
            self.move()

    def move(self) -> None:
        """Who is on turn makes the first move that the rules allow."""
        table, player = self.table(), self.on_turn()
        move = next(iter(table.game.legal(table.scene.state, table.scene.turn.seats[0])))
        message, fields = said(move)
        player.ask(message, **fields)

    def found(self, player: Any) -> str:
        names = player.names()
        if "GameStarted" in names:
            return "seat"
        return "waiting" if "GameEntered" in names else "nothing"

    def told(self, player: Any) -> str:
        return "won" if "Winner" in player.names() else "calm"

    def plays_on(self) -> bool:
        before = self.table().scene.seq
        for player in (self.one, self.other):
            player.take_note()
        self.move()
        return self.table().scene.seq > before and all(p.news() for p in (self.one, self.other))
