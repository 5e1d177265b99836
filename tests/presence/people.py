"""People in front of a door: a client that speaks for one of them, and the two who play."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from tablehall.client import frames
from tablehall.hall.table import Table
from tablehall.protocols.door import Door
from tests.presence.bottle import A_MOMENT, Bottle, Line

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
AGAIN = 5_000
"""After so long somebody tries again whose name still seems to be in use."""
PATIENCE = 600_000
"""So long they try."""


class Player(ABC):
    """One person and the client that speaks for them, started anew whenever they come back."""

    path: ClassVar[str] = "/"
    life: ClassVar[bytes] = b""
    """What the client says now and then to show that it is there; empty: its protocol has nothing for it."""
    every: ClassVar[int] = 0

    def __init__(self, bottle: Bottle, name: str) -> None:
        self.bottle, self.name = bottle, name
        self.line: Line | None = None
        self.heard: list[Any] = []
        """Everything the client has heard since it was started."""
        self.known = 0
        """How much of it was heard before what is looked at."""
        self.late = False
        """Whether they were let in only after some tries."""
        self._rest = b""

    # The wire.

    def connect(self) -> None:
        """The client is started."""
        self._rest = b""
        self.line = self.bottle.connect(self._bytes, self.show_life)
        if self.bottle.kind.transport == "websocket":
            self.line.say(frames.upgrade(self.path))
        if self.every:
            self.bottle.loop.call_later(self.every / 1000, self._show_life, self.line)

    def _show_life(self, line: Line) -> None:
        if line.stands and line is self.line:
            self.show_life()
            self.bottle.loop.call_later(self.every / 1000, self._show_life, line)

    def show_life(self) -> None:
        """Say something that means nothing but that the client is there."""
        if self.line is None:
            return
        if self.bottle.kind.transport == "websocket":
            self.line.say(frames.masked(b"", frames.PONG, mask=frames.NO_MASK))
        if self.life:
            self.say(self.life)

    def say(self, data: bytes) -> None:
        """Send a message."""
        assert self.line is not None
        if self.bottle.kind.transport == "websocket":
            self.line.say(frames.masked(data, mask=frames.NO_MASK))
        else:
            self.line.say(data + b"\n")

    def _bytes(self, data: bytes) -> None:
        if self.bottle.kind.transport == "websocket":
            self._frames(data)
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for message in lines:
            self._message(message)

    def _frames(self, data: bytes) -> None:
        data = self._rest + data
        if data.startswith(b"HTTP/"):
            data = data.partition(b"\r\n\r\n")[2]
        start = 0
        while (frame := frames.cut(data, start)) is not None:
            first, body, start = frame
            if frames.kind_of(first) == frames.TEXT:
                self._message(body)
            elif frames.kind_of(first) == frames.PING and self.line is not None:
                self.line.say(frames.masked(body, frames.PONG, mask=frames.NO_MASK))
        self._rest = data[start:]

    def _message(self, data: bytes) -> None:
        message = self.read(data)
        if message is not None:
            self.heard.append(message)

    def read(self, data: bytes) -> Any:
        """A message as the client understands it; None: it is not worth remembering."""
        return decode(data)

    # Going and coming.

    def close_tab(self) -> None:
        """The client is closed by its user."""
        assert self.line is not None
        if self.bottle.kind.transport == "websocket":
            self.line.say(frames.masked(b"\x03\xe9", frames.CLOSE, mask=frames.NO_MASK))
        else:
            self.line.hang_up()

    def come_back(self) -> None:
        """The client is started again, and says what it says then, until it is let in."""
        self.late, tried = False, 0
        while True:
            self.heard, self.known = [], 0
            self.connect()
            self.greet()
            self.bottle.wait(A_MOMENT)
            if not self.turned_away() or tried > PATIENCE:
                return
            self.late, tried = True, tried + AGAIN
            if self.line is not None:
                self.line.close()
            self.bottle.wait(AGAIN)

    @abstractmethod
    def greet(self) -> None:
        """What the client says when it is started."""

    def turned_away(self) -> bool:
        """Whether they were not let in since the hall takes them for being here."""
        return False

    def news(self) -> list[Any]:
        """What they have heard of late."""
        return self.heard[self.known :]

    def take_note(self) -> None:
        """What was heard so far is no news any more."""
        self.known = len(self.heard)

    def ask(self, *request: Any, **fields: Any) -> list[Any]:
        """Send a request, and see what comes of it."""
        before = len(self.heard)
        self.say(self.written(*request, **fields))
        self.bottle.wait(A_MOMENT)
        return self.heard[before:]

    def written(self, kind: str, /, **fields: Any) -> bytes:
        """A request as it goes over the wire."""
        return encode({"type": kind, **fields})


Places = Mapping[str, Callable[[Any], object]]


class Party(ABC):
    """The two who play: one is in the place that a cell names, the other is their opponent."""

    door: ClassVar[type[Door]]
    kind: ClassVar[type[Player]]
    bottle_kind: ClassVar[type[Bottle]] = Bottle
    places: ClassVar[Places]
    """How the two get where they are when somebody goes."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.bottle = self.bottle_kind(self.door)
        self.one, self.other = self.kind(self.bottle, "anna"), self.kind(self.bottle, "bob")
        for player in (self.one, self.other):
            player.connect()
            player.greet()
            self.bottle.wait(A_MOMENT)
        self.places[where](self)

    def meanwhile(self) -> None:  # noqa: B027 (mostly nothing does)
        """What happens soon after somebody has gone."""

    @abstractmethod
    def found(self, player: Player) -> str:
        """What somebody finds on their return: their `seat` at the game, one at a table that is `waiting`,
        the game among the `saves`, or `nothing`."""

    @abstractmethod
    def told(self, player: Player) -> str:
        """What somebody was told who stayed: that they are `asked`, have `won`, or that it is `over`; or
        nothing but who comes and goes (`calm`)."""

    @abstractmethod
    def plays_on(self) -> bool:
        """Whether the game goes on: who is on turn moves, and both hear of it."""

    def brings_back(self) -> bool:
        """Whether the game goes on when it is brought back from the saves."""
        raise NotImplementedError

    def table(self) -> Table:
        """The only table there is, to choose moves from what its rules allow."""
        (table,) = self.bottle.hall.tables.values()
        return table

    def on_turn(self) -> Player:
        """Who has to move."""
        return self.one if self.turn() == self.one.name else self.other

    def turn(self) -> str:
        """The name of who has to move; empty: nobody has to."""
        for table in self.bottle.hall.tables.values():
            for number in table.scene.turn.seats:
                seat = table.scene.seats[number]
                return seat.name if seat is not None else ""
        return ""

    def position(self) -> object:
        """What must be the same when somebody comes back: who has to move, and what they have begun."""
        return self.turn()

    def story(self, since: int) -> tuple[str, ...]:
        """What was written down since a moment of the wall clock, in a word for each record."""
        return tuple(type(record).__name__ for record in self.bottle.story(since))

    def goes_on(self, found: str) -> bool:
        """Whether somebody who found this can go on with the game."""
        if found == "seat":
            return self.plays_on()
        return found == "saves" and self.brings_back()
