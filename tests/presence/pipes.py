"""The pipes door: dáma, in both dialects."""

from typing import Any, ClassVar

from tablehall.protocols.pipes import PipesDoor
from tests.presence.people import Party, Places, Player

OPENING = ["2,1|1,2", "1,4|0,3", "4,1|5,2", "5,4|4,3"]


class PipesPlayer(Player):
    """Somebody with a client that keeps to the document."""

    life, every = b"0|PING", 60_000

    def __init__(self, *who: Any) -> None:
        super().__init__(*who)
        self.number = "0"

    def greet(self) -> None:
        self.number = "0"
        self.say(self.written("CONNECT", self.name))

    def written(self, *words: str) -> bytes:  # type: ignore[override]  # its requests have no fields with names
        return "|".join((self.number, *words)).encode()

    def read(self, data: bytes) -> Any:
        code, *fields = data.decode().split("|")
        if code in ("200", "201"):
            (self.number,) = fields
        return None if code == "100" else (code, *fields)

    def codes(self) -> list[str]:
        return [code for code, *_ in self.news()]

    def turned_away(self) -> bool:
        return bool({"401", "402"} & set(self.codes()))


class DraughtsPlayer(PipesPlayer):
    """Somebody with the authors' last client, which pings."""

    every = 5_000

    def greet(self) -> None:
        self.say(self.life)
        super().greet()

    def read(self, data: bytes) -> Any:
        heard = super().read(data)
        if heard is not None and heard[0] in ("270", "206"):
            self.say(self.written("GET_GAME_STATE"))
        return heard


class PipesParty(Party):
    """A game of dáma between two clients that keep to the document."""

    door, kind = PipesDoor, PipesPlayer
    one: PipesPlayer
    other: PipesPlayer

    places: ClassVar[Places] = {
        "waiting": lambda party: party.one.ask("CREATE_GAME"),
        "on turn": lambda party: party._play(OPENING[:2]),
        "not on turn": lambda party: party._play(OPENING[:1]),
    }

    def _play(self, moves: list[str]) -> None:
        self.one.ask("CREATE_GAME")
        self.other.ask("JOIN_GAME", self.one.name)
        for number, move in enumerate(moves):
            assert (self.one, self.other)[number % 2].ask("TURN", move)[-1][0] == "208"

    def found(self, player: Any) -> str:
        codes = {heard[0] for heard in player.ask("GET_GAME_STATE")}
        if "207" in codes:
            return "seat"
        (games,) = [heard for heard in player.ask("GET_GAMES") if heard[0] == "203"]
        return "waiting" if player.name in games else "nothing"

    def told(self, player: Any) -> str:
        codes = player.codes()
        if "280" in codes or "205" in codes:
            return "won"
        return "over" if "210" in codes else "calm"

    def plays_on(self) -> bool:
        players = (self.one, self.other)
        player = self.on_turn()
        move = OPENING[1 if self.where == "not on turn" else 2]
        for somebody in players:
            somebody.take_note()
        player.ask("TURN", move)
        return all("208" in somebody.codes() for somebody in players)


class DraughtsParty(PipesParty):
    """The same with the authors' client."""

    kind = DraughtsPlayer
