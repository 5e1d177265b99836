"""Rude guests: garbage, other people's tables and tokens, floods, and doors held open."""

from typing import TYPE_CHECKING, Any

from tablehall.client import frames
from tablehall_lab.sim.players.person import Person, encode, masked
from tablehall_lab.sim.timeline import SECOND

if TYPE_CHECKING:
    from tablehall_lab.sim.world import World

WEB = ("house", "boards")
GARBAGE = (
    b"",
    b"\0\0\0",
    b"{",
    b"[]",
    b"null",
    b'{"type":"hello"}',
    b'{"type":"act","table":1,"move":{}}',
    b'{"name":"Join"}',
    b'{"message":"EnterGame","arguments":{"gameId":"0000000001","nickname":"x"}}',
    b"1|TURN|0,0|1,1",
    b"0|CONNECT|" + b"x" * 40,
    b"GET / HTTP/1.1\r\n\r\n",
    b"\xff\xfe\xfd" * 20,
    b'{"type":"hello","name":"' + b"\xc3\xa9" * 30 + b'"}',
    b"[" * 5000,
)
GET = frames.upgrade("/ws")
HEADS = (
    *(GET,) * 8,
    GET.replace(b"13", b"8"),
    GET.replace(b"==", b""),
    b"GET /images/chess.svg HTTP/1.1\r\n\r\n",
    b"HEAD /nothing HTTP/1.1\r\n\r\n",
    b"HELLO\r\n\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"x" * 17_000,
)


class Rude(Person):
    """Comes to do no good."""

    def __init__(self, world: "World", name: str, door: str) -> None:
        super().__init__(world, name)
        self.door = door
        self.speaks = door.partition("_")[0]
        self.steady = 1.0
        self.deeds = self.chance.randrange(3, 30)
        self.manner = self.chance.choice(
            ("garbage", "garbage", "thief", "thief", "flood", "held open", "deaf")
        )

    def greet(self) -> None:
        assert self.wire is not None
        self.world.trace.fault(f"rude: {self.manner}", self.door)
        if self.manner == "held open":
            self.wire.say(GET[: self.chance.randrange(1, 60)])
            self.later(self.chance.randrange(600_000), self.go_home)
            return
        if self.door in WEB:
            self.wire.say(self.chance.choice(HEADS) if self.manner == "garbage" else GET)
        if self.manner == "deaf":
            self.wire.deaf_until = self.world.timeline.now + self.chance.randrange(10, 5000) * SECOND
            self._introduce()
        self._deed()

    def lost(self) -> None:
        self.go_home()

    def say(self, data: bytes) -> None:
        if self.wire is not None:
            self.wire.say(masked(data) if self.door in WEB else data + b"\n")

    def _introduce(self) -> None:
        self.say(
            {
                "house": encode({"type": "hello", "name": self.name}),
                "boards": encode({"type": "LOGIN", "username": self.name}),
                "pipes": b"0|CONNECT|" + self.name.encode(),
                "shelfie": encode({"name": "HelloCommand"}),
                "eriantys": encode({"message": "JoinGame"}),
            }[self.speaks]
        )

    def _deed(self) -> None:
        if self.home or self.wire is None:
            return
        self.deeds -= 1
        if self.deeds < 0:
            self.go_home()
            return
        if self.manner == "garbage":
            self._garbage()
        elif self.manner == "thief":
            self._steal()
        else:
            self._flood()
        self.later(self.chance.randrange(1, 800), self._deed)

    def _garbage(self) -> None:
        assert self.wire is not None
        raw = self.chance.random()
        if raw < 0.2:
            self.wire.say(self.chance.randbytes(self.chance.randrange(1, 200)))
        elif raw < 0.25 and self.door in WEB:
            kind = self.chance.choice((frames.BINARY, frames.CONTINUATION, frames.PONG, 3))
            self.wire.say(masked(b"\0", kind, last=self.chance.random() < 0.5))
        elif raw < 0.32:
            self.say(b"x" * self.chance.choice((1025, 70_000)))
        else:
            self.say(self.chance.choice(GARBAGE))

    def _flood(self) -> None:
        many = self.chance.choice((20, 60, 200))
        ask = {
            "house": encode({"type": self.chance.choice(("ping", "games", "lobby"))}),
            "boards": encode({"type": "GET_OPEN_GAMES"}),
            "pipes": b"0|PING",
            "shelfie": encode({"name": "GetSavedGames"}),
            "eriantys": encode({"message": "JoinGame"}),
        }[self.speaks]
        for _ in range(many):
            self.say(ask)

    def _steal(self) -> None:
        """Speak for others, at their tables, with tokens that are none."""
        hall = self.hall()
        numbers = sorted(hall.tables) if hall is not None else []
        table = self.chance.choice(numbers) if numbers else 1_234_567_890
        self._introduce()
        self.say(self.chance.choice(self._thefts(table)))
        if self.speaks == "house":
            self.say(encode(self.chance.choice(self._impostures(table))))

    def _impostures(self, table: int) -> list[dict[str, Any]]:
        """Pass for somebody else: in their seat, with their name, at the games that they have saved."""
        hall: Any = self.hall()
        there = hall.tables.get(table) if hall is not None else None
        saves = sorted(getattr(hall, "saves", ()))  # who looks on from outside knows of none
        game, save = self.chance.choice(saves) if saves else ("chess", "none")
        names = [seat.name for seat in there.scene.seats if seat] if there is not None else []
        name = self.chance.choice(names or ["guest1"])
        return [
            {"type": "join", "table": table, "name": name},
            {"type": "join", "table": table, "name": name, "code": "0" * 20},
            {"type": "reopen", "game": game, "name": save},
            {"type": "delete", "game": game, "name": save},
            {"type": "propose", "table": table, "kind": "put_away"},
            {"type": "open", "game": "tictactoe"},
            {"type": "hello", "name": name},
        ]

    def _thefts(self, table: int) -> list[bytes]:
        wrong = "00000000-0000-4000-8000-000000000000"
        kinds: dict[str, list[dict[str, Any]]] = {
            "house": [
                {"type": "hello", "secret": wrong},
                *(
                    {"type": kind, "table": table}
                    for kind in ("sync", "legal", "join", "leave", "resign", "start")
                ),
                {"type": "watch", "table": table, "code": "00000000"},
                {"type": "save", "table": table, "name": "mine"},
                {"type": "say", "table": table, "text": "ha"},
                {"type": "act", "table": table, "move": {"type": "place", "r": 0, "c": 0}},
                {"type": "answer", "table": table, "yes": True},
            ],
            "boards": [
                {"type": "JOIN_GAME", "gameId": table},
                {"type": "TURN", "pieceId": 1, "r": 0, "c": 0},
                {"type": "GET_USER_PROFILE", "username": self.name},
            ],
            "shelfie": [
                {"name": "Reconnect", "id": wrong},
                {"name": "PickTilesCommand", "id": wrong, "tiles": []},
                {"name": "SaveGame", "id": wrong, "game": "mine"},
                {"name": "Disconnect", "id": wrong},
            ],
            "eriantys": [
                {
                    "message": "ResumeGame",
                    "arguments": {"gameId": f"{table:010}", "nickname": "a", "token": wrong},
                },
                {"message": "EnterGame", "arguments": {"gameId": f"{table:010}", "nickname": self.name}},
                {"message": "UseAssistant", "arguments": {"Assistant": 1}},
            ],
        }
        if self.speaks == "pipes":
            number = b"%d" % self.chance.randrange(1, 40)
            return [number + b"|EXIT_GAME", number + b"|TURN|0,0|1,1", number + b"|LOGOUT"]
        return [encode(message) for message in kinds[self.speaks]]
