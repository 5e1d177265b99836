"""The boards door: chess, in both dialects."""

from typing import Any, ClassVar

from tablehall.protocols.boards import BoardsDoor
from tests.presence.house import OPENING, PROMOTION
from tests.presence.people import Party, Places, Player


class BoardPlayer(Player):
    """Somebody with a client that keeps to the document."""

    life, every = b'{"type":"PING"}', 10_000

    def greet(self) -> None:
        self.say(self.written("LOGIN", username=self.name))

    def turned_away(self) -> bool:
        return bool(self.of("LOGIN_ERROR"))

    def of(self, kind: str) -> list[dict[str, Any]]:
        """What was heard of a kind."""
        return [message for message in self.heard if message["type"] == kind]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The same, of late."""
        return [message for message in self.news() if message["type"] == kind]

    def turn(self, to_r: int, to_c: int, piece: int) -> None:
        self.ask("TURN", pieceId=piece, r=to_r, c=to_c)


class BoredPlayer(BoardPlayer):
    """Somebody with the authors' own client."""

    path = "/games"

    def greet(self) -> None:
        super().greet()
        self.say(self.written("GET_OPEN_GAMES"))
        self.say(self.written("GET_ALL_SUPPORTED_GAMES"))


class BoardsParty(Party):
    """A game of chess between two clients that keep to the document."""

    door, kind = BoardsDoor, BoardPlayer
    one: BoardPlayer
    other: BoardPlayer

    places: ClassVar[Places] = {
        "waiting": lambda party: party._open(),
        "on turn": lambda party: party._play(OPENING[:2]),
        "not on turn": lambda party: party._play(OPENING[:1]),
        "promotion pending": lambda party: party._play(PROMOTION),
    }

    def _open(self) -> None:
        self.one.ask("CREATE_GAME", gameName="Chess")
        (created,) = self.one.of("NEWLY_CREATED_GAME")
        self.number = created["gameId"]

    def _play(self, moves: list[tuple[int, int, int, int]]) -> None:
        self._open()
        self.other.ask("JOIN_GAME", gameId=self.number)
        for number, (r, c, to_r, to_c) in enumerate(moves):
            player = (self.one, self.other)[number % 2]
            board = player.of("SET_GAME_STATE")[-1]["board"]
            piece = board[c][r] if player.path == "/games" else board[r][c]
            player.turn(to_r, to_c, piece["pieceId" if player.path == "/games" else "id"])
            assert "errorMessage" not in player.of("SET_GAME_STATE")[-1]

    def found(self, player: Any) -> str:
        if player.of("GAME_INIT"):
            return "seat"
        games = player.ask("GET_OPEN_GAMES")[-1]["openGames"]
        return "waiting" if any(player.name in game["players"] for game in games) else "nothing"

    def told(self, player: Any) -> str:
        ends = player.told("GAME_END")
        if not ends:
            return "calm"
        return "won" if ends[0]["winner"] == player.name else "over"

    def plays_on(self) -> bool:
        players = (self.one, self.other)
        (player,) = [p for p in players if p.of("SET_GAME_STATE")[-1]["turn"] == p.name]
        state = player.of("SET_GAME_STATE")[-1]
        turns = [(entry["pieceId"], spot) for entry in state["valid_movements"] for spot in entry["moves"]]
        turns += [(entry["id"], spot) for entry in state["user_pool"] for spot in state["valid_placements"]]
        for somebody in players:
            somebody.take_note()
        (piece, spot) = turns[0]
        player.turn(spot["r"], spot["c"], piece)
        return all(any(state["diffs"] for state in somebody.told("SET_GAME_STATE")) for somebody in players)


class BoredParty(BoardsParty):
    """The same with the authors' client."""

    kind = BoredPlayer
