"""What all players share: a connection that may break, patience, and time to think."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from tablehall.client import frames
from tablehall.hall.hall import Hall
from tablehall.hall.table import Table
from tablehall_lab.sim.network import Wire
from tablehall_lab.sim.timeline import MS, SECOND

if TYPE_CHECKING:
    from tablehall_lab.sim.world import World

Json = dict[str, Any]
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
masked = partial(frames.masked, mask=frames.NO_MASK)
"""A frame of the client's; no mask is drawn, for a seed is to be the same day again."""


class Person:
    """Somebody at a stream door, who speaks in lines."""

    door = ""

    def __init__(self, world: "World", name: str, game: str = "", games: int = 1) -> None:
        self.world = world
        self.name = name
        self.game = game
        self.games = games
        """How many games to play before going home."""
        self.chance = world.stream("player", name)
        self.wire: Wire | None = None
        self.home = False
        self.tries = 0
        self.pace = self.chance.choice((30, 100, 300))
        self.steady = self.chance.choice((1.0, 0.999, 0.99, 0.97))
        """How likely the connection survives the next message."""
        self._buffer = b""
        self._thinking = False
        self.bored_at = world.timeline.now + self.chance.randrange(120, 420) * SECOND

    # Coming and going.

    def arrive(self) -> None:
        """Come to the hall, or come back to it."""
        if self.home:
            return
        wire = self.world.connect(self)
        if wire is None:
            self.try_again()
            return
        self.wire, self._buffer, self._thinking = wire, b"", False
        self.greet()

    def try_again(self) -> None:
        """Later, unless it is of no use."""
        self.tries += 1
        if self.tries > 8 or self.world.timeline.now > self.bored_at:
            self.go_home()
        else:
            self.later(self.chance.randrange(200, 5000) << min(self.tries, 4), self.arrive)

    def greet(self) -> None:
        """The connection stands: say who one is."""

    def go_home(self, how: str = "") -> None:
        """Enough for today."""
        if not self.home:
            self.home = True
            self._part(
                how or self.chance.choice(("closes", "closes", "closes", "finishes", "resets", "vanishes"))
            )
            self.world.went_home(self)

    def _part(self, how: str) -> None:
        wire, self.wire = self.wire, None
        if wire is None or not wire.open:
            return
        if how == "closes":
            wire.close()
        elif how == "finishes":
            wire.finish()
        elif how == "resets":
            self.world.trace.fault("reset", self.name)
            wire.reset()
        else:
            self.world.trace.fault("half-open", self.name)
            wire.vanish()

    def lost(self) -> None:
        """The connection is gone."""
        self.wire = None
        if not self.home:
            self.try_again()

    def trip(self) -> bool:
        """Now and then a connection does not survive."""
        if self.chance.random() < self.steady or self.wire is None:
            return False
        kind = self.chance.choice(("cut", "cut", "half-open", "slow reader", "slow reader"))
        self.world.trace.fault(kind, self.name)
        if kind == "slow reader":
            self.wire.deaf_until = self.world.timeline.now + self.chance.randrange(1, 60) * SECOND
            return False
        wire, self.wire = self.wire, None
        if kind == "cut":
            wire.reset()
        else:
            wire.vanish()
        self.later(self.chance.randrange(50, 90_000), self.arrive)
        return True

    # Talking.

    def say(self, data: bytes) -> None:
        """Send a message in this door's framing."""
        if self.wire is not None and not self.trip():
            self.wire.say(data + b"\n")

    def heard(self, data: bytes) -> None:
        """Bytes have come."""
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            if self.wire is not None and not self.home:
                self.hear(line)

    def hear(self, message: bytes) -> None:
        """A whole message has come."""

    # Thinking.

    def later(self, ms: int, call: Callable[..., Any], *args: Any) -> None:
        """Do something after a while."""
        self.world.timeline.after(ms * MS, call, *args)

    def think(self, call: Callable[..., None], *args: Any) -> None:
        """Do something after some thought; some need longer, and some are bored."""
        if self._thinking or self.home:
            return
        if self.world.timeline.now > self.bored_at:
            self.go_home()
            return
        self._thinking = True
        slow = self.chance.random() < 0.004
        ms = self.chance.randrange(2_000, 90_000) if slow else self.chance.randrange(1, 2 * self.pace)
        self.later(ms, self._thought, call, *args)

    def _thought(self, call: Callable[..., None], *args: Any) -> None:
        self._thinking = False
        if not self.home and self.wire is not None and self.wire.open:
            call(*args)

    def played(self) -> bool:
        """A game is over; whether it was the last one."""
        self.world.trace.counts["games told over"] += 1
        self.games -= 1
        if self.games <= 0 or self.world.timeline.now > self.bored_at:
            self.go_home()
        return self.home

    # The rules of every game are known to everybody: what is to be said is another matter.

    def hall(self) -> Hall | None:
        """The hall, if it is there."""
        life = self.world.life
        return life.hall if life is not None else None

    def table_of(self, name: str) -> tuple[Table, int] | None:
        """The running game in which somebody of this name sits, and their seat."""
        hall = self.hall()
        for table in hall.tables.values() if hall is not None else ():
            if table.sheet.game == self.game and table.scene.status == "playing":
                for number, seat in enumerate(table.scene.seats):
                    if seat and seat.name == name and not seat.gone:
                        return table, number
        return None

    def choose(self, table: Table, seat: int) -> Any | None:
        """A move that the rules allow, or nothing."""
        if table.scene.status != "playing" or seat not in table.scene.turn.seats:
            return None
        moves = table.game.legal(table.scene.state, seat)
        return self.chance.choice(moves) if moves else None


class WebPerson(Person):
    """Somebody at a WebSocket door."""

    path = "/"

    def __init__(self, world: "World", name: str, game: str = "", games: int = 1) -> None:
        super().__init__(world, name, game, games)
        self.upgraded = False
        self._text = b""
        """What has arrived of a message of several frames."""

    def arrive(self) -> None:
        self.upgraded, self._text = False, b""
        super().arrive()

    def greet(self) -> None:
        assert self.wire is not None
        self.wire.say(frames.upgrade(self.path))
        self.hello()

    def hello(self) -> None:
        """The first message; it need not wait for the handshake."""

    def say(self, data: bytes) -> None:
        if self.wire is None or self.trip():
            return
        if self.chance.random() < 0.02:  # in two frames, with a question between them
            cut = self.chance.randrange(len(data) + 1)
            self.wire.say(masked(data[:cut], last=False))
            self.wire.say(masked(b"still there?", frames.PING))
            self.wire.say(masked(data[cut:], frames.CONTINUATION))
        else:
            self.wire.say(masked(data))

    def _part(self, how: str) -> None:
        if how == "closes" and self.wire is not None and self.chance.random() < 0.5:
            self.wire.say(masked(b"\x03\xe8", frames.CLOSE))
        super()._part(how)

    def tell(self, **message: Any) -> None:
        """Say something in JSON."""
        self.say(encode(message))

    def heard(self, data: bytes) -> None:
        self._buffer += data
        if not self.upgraded:
            head, blank, rest = self._buffer.partition(b"\r\n\r\n")
            if not blank:
                return
            self.upgraded, self._buffer = head.startswith(b"HTTP/1.1 101"), rest
        while self.wire is not None and not self.home and (frame := frames.cut(self._buffer)) is not None:
            first, message, end = frame
            kind, self._buffer = frames.kind_of(first), self._buffer[end:]
            if kind in (frames.TEXT, frames.CONTINUATION):
                self._text += message
                if frames.is_last(first):
                    whole, self._text = self._text, b""
                    self.hear(whole)
            elif kind == frames.PING:
                self.wire.say(masked(message, frames.PONG))
            elif kind == frames.CLOSE:
                self.wire.say(masked(message[:2], frames.CLOSE))
