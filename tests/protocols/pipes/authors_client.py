"""A stand-in for the authors' client, as it really behaves: its pings, its screens, and its way of reading.

That program takes whatever has arrived when it reads for one message. How much that is depends on how busy
the machine is, so the stand-in asks the system instead how many segments have come: two lines in one
segment would be misread on the fastest machine.
"""

import asyncio
import contextlib
import socket
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from tests.protocols.pipes.client import PATIENCE

if TYPE_CHECKING:
    from tests.conftest import RunningHall

PING_EVERY = 5.0
DATA_SEGMENTS = 152
"""Where the number of segments with data stands in the system's report on a connection."""

Screen = Literal["login", "lobby", "waiting", "board", "ended"]


class AuthorsClient:
    """The program, from its start to its end."""

    door = "pipes"
    writer: asyncio.StreamWriter

    def __init__(self, nick: str, *, slow_screen: bool = False) -> None:
        self.nick = nick
        self.slow_screen = slow_screen
        """Whether the screen on which it waits for an opponent comes up too late for the first 270."""
        self.id = "0"
        self.screen: Screen = "login"
        self.games: list[str] = []
        self.board: list[str] = []
        """The fields of the last 207 or 208."""
        self.heard: list[str] = []
        self.refused = 0
        self.failure = ""
        self._lines = 0
        self._changed = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []

    # What a person does with it.

    @classmethod
    async def started(cls, hall: "RunningHall", nick: str, *, slow_screen: bool = False) -> "AuthorsClient":
        """The program, started and logged in."""
        client = cls(nick, slow_screen=slow_screen)
        reader, client.writer = await asyncio.open_connection(*hall.doors[cls.door])
        client._tasks = [asyncio.create_task(client._read(reader)), *client._background()]
        client._say(f"CONNECT|{nick}")
        await client.sees("lobby", "board")
        return client

    def _background(self) -> list["asyncio.Task[None]"]:
        self._say("PING")
        return [asyncio.create_task(self._keep_pinging())]

    def creates(self) -> None:
        """Press the button for a new game."""
        self._say("CREATE_GAME")

    async def joins(self, nick: str) -> None:
        """Choose a game from the list once it is there."""
        await self._until(lambda: nick in self.games)
        self._say(f"JOIN_GAME|{nick}")

    def moves(self, turn: str) -> None:
        """Drag a piece; only a board that is shown has any."""
        assert self.screen == "board", f"{self.nick} has no board but {self.screen}: {self.heard}"
        self._say(turn)

    def exits(self) -> None:
        """Press the button that leaves the game."""
        self._say("EXIT_GAME")

    async def sees(self, *screens: Screen) -> None:
        """Wait until one of these screens is shown."""
        await self._until(lambda: self.screen in screens)

    async def on_turn(self, nick: str) -> None:
        """Wait until the board shows that somebody is on turn."""
        await self._until(lambda: self.screen == "board" and self.board[-1:] == [nick])

    async def is_refused(self, times: int) -> None:
        """Wait until so many requests in a row have been refused."""
        await self._until(lambda: self.refused == times)

    async def killed(self) -> None:
        """End the program as `kill -9` does."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.writer.transport.abort()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()
        assert not self.failure, self.failure

    async def _until(self, seen: Callable[[], bool]) -> None:
        async with self._changed:
            waiting = self._changed.wait_for(lambda: bool(self.failure) or seen())
            try:
                await asyncio.wait_for(waiting, PATIENCE)
            except TimeoutError:
                raise AssertionError(f"{self.nick} sees {self.screen} and heard {self.heard}") from None
        assert not self.failure, self.failure

    # The wire.

    def _say(self, request: str) -> None:
        self.writer.write(f"{self.id}|{request}\n".encode())

    async def _keep_pinging(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            self._say("PING")

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                lines = data.decode().splitlines(keepends=True)
                self._lines += len(lines)
                async with self._changed:
                    if self._lines > self._segments() or not data.endswith(b"\n"):
                        self.failure = f"{self.nick} reads one message instead of {lines}"
                    for line in lines:
                        self._hear(line.rstrip("\n"))
                    self._changed.notify_all()
        async with self._changed:
            self.screen = "ended"
            self._changed.notify_all()

    def _segments(self) -> int:
        sock = self.writer.get_extra_info("socket")
        report = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
        segments: int = struct.unpack_from("I", report, DATA_SEGMENTS)[0]
        return segments

    # Its screens.

    def _hear(self, line: str) -> None:
        code, *fields = line.split("|")
        self.heard.append(line)
        if code[0] == "4":
            self.refused += 1
        elif code != "100":
            self.refused = 0
            KNOWN.get(code, AuthorsClient._pass_over)(self, fields)

    def _pass_over(self, _: list[str]) -> None:
        """What a screen does not know it does not show."""

    def _logged_in(self, fields: list[str]) -> None:
        (self.id,) = fields
        self._enters_lobby(fields)

    def _returned(self, fields: list[str]) -> None:
        (self.id,) = fields
        self._say("GET_GAME_STATE")

    def _enters_lobby(self, _: list[str]) -> None:
        self.screen, self.board, self.games = "lobby", [], []
        self._say("GET_GAMES")

    def _lists(self, fields: list[str]) -> None:
        self.games = fields

    def _listed(self, fields: list[str]) -> None:
        self.games = [*self.games, *fields]

    def _unlisted(self, fields: list[str]) -> None:
        self.games = [nick for nick in self.games if nick not in fields]

    def _waits(self, _: list[str]) -> None:
        self.screen = "waiting"

    def _begins(self, fields: list[str]) -> None:
        if self.slow_screen:
            self.slow_screen = False
        elif self.screen == "waiting":
            self._say("GET_GAME_STATE")

    def _joined(self, _: list[str]) -> None:
        self._say("GET_GAME_STATE")

    def _shows(self, fields: list[str]) -> None:
        self.screen, self.board = "board", fields

    def _turned(self, fields: list[str]) -> None:
        if self.screen == "board":
            self.board = fields

    def _over(self, fields: list[str]) -> None:
        if self.screen == "board":  # the screen on which it waits does not know how to end
            self._enters_lobby(fields)

    def _other_is_back(self, _: list[str]) -> None:
        if self.screen == "waiting":
            self._say("GET_GAME_STATE")


KNOWN = {
    "200": AuthorsClient._logged_in,
    "201": AuthorsClient._returned,
    "203": AuthorsClient._lists,
    "204": AuthorsClient._waits,
    "205": AuthorsClient._enters_lobby,
    "206": AuthorsClient._joined,
    "207": AuthorsClient._shows,
    "208": AuthorsClient._turned,
    "210": AuthorsClient._over,
    "250": AuthorsClient._listed,
    "260": AuthorsClient._unlisted,
    "270": AuthorsClient._begins,
    "280": AuthorsClient._over,
    "290": AuthorsClient._waits,
    "295": AuthorsClient._other_is_back,
}
"""What it does on each code."""


class OlderClient(AuthorsClient):
    """One from before the pings: nothing tells that it is a client of the authors but its port."""

    door = "pipes_original"

    def _background(self) -> list["asyncio.Task[None]"]:
        return []
