"""A hall with a boards door and no sockets, for what can hardly be brought about over a wire."""

import hashlib
import itertools
import json
from collections.abc import Iterator
from typing import Any

from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.deadlines import wake
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Audience, Listed, News
from tablehall.protocols.boards import BoardsDoor, Settings
from tablehall.protocols.boards.session import BoardsSession

Json = dict[str, Any]
LOBBY = 10**6
"""The number under which the door hears of the lobby."""


class Room:
    """A hall with a boards door; what is decided is told when the test says so."""

    def __init__(self, settings: Settings | None = None) -> None:
        count = itertools.count()
        self.hall = Hall(house_games(), lambda n: hashlib.shake_128(str(next(count)).encode()).digest(n))
        self.door = BoardsDoor(self.hall, settings)
        self.door.lobby = LobbyDesk(self)
        self.desks: dict[int, Desk] = {}
        self.waiting: list[tuple[int, bytes | None, list[tuple[Any, News]]]] = []
        self.time = 1_000_000
        self.conns = itertools.count(1)
        self.push_at: int | None = None

    def come(self, name: str, path: str = "/", heard: list[str] | None = None) -> "Desk":
        """Somebody logs in."""
        desk = Desk(self, next(self.conns), path)
        self.desks[desk.conn] = desk
        desk.say("LOGIN", username=name)
        self.settle()
        assert desk.heard() == (heard or ["LOGIN_SUCCESS"])
        return desk

    def settle(self) -> None:
        """The disk has caught up: everything decided is told."""
        waiting, self.waiting = self.waiting, []
        for conn, answer, notices in waiting:
            if answer is not None:
                self.desks[conn].write(answer)
            for audience, news in notices:
                news.shared = {}
                for heard_by, seat in audience:
                    if heard_by == LOBBY:
                        assert isinstance(news, Listed)
                        self.door.listed(news)
                    elif heard_by in self.desks:
                        self.desks[heard_by].session.tell(news, seat)
                news.shared = None
        if self.push_at is not None and self.time >= self.push_at:
            self.push_at = None
            self.door.push()
        if self.waiting:
            self.settle()

    def later(self, milliseconds: int) -> None:
        """Time passes, and whatever becomes due is done."""
        self.time += milliseconds
        self.waiting.append((0, None, wake(self.hall, self.time).notices))
        self.settle()

    def do(self, command: commands.Command) -> Decision:
        """Something that comes from elsewhere in the house."""
        decision = self.hall.handle(command, self.time)
        assert decision.refused is None
        self.waiting.append((0, None, decision.notices))
        return decision


class LobbyDesk:
    """The port of the door itself."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def now(self) -> int:
        return self.room.time

    def send(self, audience: Audience, news: News, *, at_once: bool) -> None:
        assert not at_once, "the list holds what may not be remembered yet"
        self.room.waiting.append((0, None, [(audience, news)]))

    def alarm(self, name: str, after: int | None) -> None:
        self.room.push_at = None if after is None else self.room.time + after

    def hear(self, *, on: bool) -> None:
        self.room.hall.handle(commands.WatchLobby(LOBBY, on), self.room.time)


class Desk:
    """A client's end of a session, and its port."""

    def __init__(self, room: Room, conn: int, path: str) -> None:
        self.room, self.conn, self.address = room, conn, "here"
        self.said: list[Json] = []
        self.last: Json = {}
        self.closed = False
        self.alarms: dict[str, int | None] = {}
        self.session: BoardsSession = room.door.session(self, path)

    def say(self, kind: str, **fields: Any) -> None:
        self.session.receive(json.dumps({"type": kind, **fields}).encode())

    def heard(self) -> list[str]:
        """The types of everything heard since the last time."""
        said, self.said = self.said, []
        return [message["type"] for message in said if message["type"] != "SET_OPEN_GAMES"]

    def leave(self) -> None:
        """Lose the connection."""
        self.session.lost()
        self.room.settle()
        del self.room.desks[self.conn]

    def now(self) -> int:
        return self.room.time

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        self.room.waiting.append((self.conn, answer, decision.notices))

    def answer(self, data: bytes) -> None:
        self.room.waiting.append((self.conn, data, []))

    def answer_long(self, pieces: Iterator[bytes]) -> None:
        self.answer(b"".join(pieces))

    def send_long(self, pieces: Iterator[bytes]) -> None:
        self.write(b"".join(pieces))

    def write(self, data: bytes) -> None:
        self.last = json.loads(data)
        self.said.append(self.last)

    def frame(self, data: bytes) -> bytes:
        return data

    send = write

    def close(self) -> None:
        self.closed = True

    def pace(self, gap: int) -> None:
        raise AssertionError("nobody here needs a pause")

    def alarm(self, name: str, after: int | None) -> None:
        self.alarms[name] = after


def begin(room: Room, anna: Desk, bob: Desk, game: str) -> int:
    anna.say("CREATE_GAME", gameName=game)
    room.settle()
    table = int(next(m["gameId"] for m in anna.said if m["type"] == "NEWLY_CREATED_GAME"))
    bob.say("JOIN_GAME", gameId=table)
    room.settle()
    return table


def person(desk: Desk) -> int:
    assert desk.session.person is not None
    return desk.session.person.id
