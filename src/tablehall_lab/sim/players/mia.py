"""Programs in a contest of Mia, in both dialects."""

from typing import TYPE_CHECKING

from tablehall_lab.sim.timeline import MS, SECOND

if TYPE_CHECKING:
    from tablehall_lab.sim.world import World

PORTS = {"mia": 9001, "maexchen": 9000}
THROWS = [f"{a},{b}" for a in range(3, 7) for b in range(1, a)] + [f"{n},{n}" for n in range(1, 7)] + ["2,1"]


class Program:
    """Registers, plays until it has had enough, and perhaps says goodbye."""

    def __init__(self, world: "World", name: str, door: str, seconds: int, spectator: bool = False) -> None:
        self.world = world
        self.name = name
        self.chance = world.stream("program", name)
        self.port = PORTS[door]
        self.spectator = spectator
        self.home = False
        self.claim = -1
        self.tries = 0
        self.address = (f"10.1.{self.chance.randrange(4)}.{self.chance.randrange(250)}", 5000 + world.words())
        self.until = world.timeline.now + seconds * SECOND
        self.lazy = self.chance.choice((0.0, 0.0, 0.02, 0.3))

    def arrive(self) -> None:
        """Register, and again as long as nobody answers."""
        if self.home or self.tries > 5:
            self.go_home()
            return
        self.tries += 1
        self.world.post.programs[self.address] = self.heard
        self.say("REGISTER_SPECTATOR" if self.spectator else f"REGISTER;{self.name}")
        self.world.timeline.after(self.chance.randrange(1, 4) * SECOND, self._sure)
        self.world.timeline.at(self.until, self.go_home)
        if self.chance.random() < 0.2:
            self.world.timeline.after(self.chance.randrange(4 * SECOND), self._move)

    def _sure(self) -> None:
        if self.tries:
            self.arrive()

    def _move(self) -> None:
        """Go on from another port; whoever registers again from the same machine is known there."""
        if not self.home and self.address in self.world.post.programs:
            del self.world.post.programs[self.address]
            self.address = (self.address[0], 5000 + self.world.words())
            self.world.post.programs[self.address] = self.heard
            self.say("REGISTER_SPECTATOR" if self.spectator else f"REGISTER;{self.name}")

    def go_home(self) -> None:
        """Leave, mostly with a word."""
        if not self.home:
            self.home = True
            if self.chance.random() < 0.8:
                self.say("UNREGISTER")
            self.world.post.programs.pop(self.address, None)
            self.world.went_home(self)

    def say(self, *fields: str) -> None:
        """Send a datagram."""
        if self.chance.random() >= self.lazy:
            self.world.post.send(";".join(fields).encode(), self.address, self.port)

    def heard(self, data: bytes) -> None:
        """A datagram has come."""
        verb, *fields = data.decode().split(";")
        verb = verb.replace("_", " ")
        if verb == "REGISTERED":
            self.tries = 0
        elif verb in ("ROUND STARTING", "GAME STARTING"):
            self.soon("JOIN_SPECTATOR" if self.spectator else "JOIN_GAME", fields[0])
        elif verb in ("ROUND STARTED", "GAME STARTED"):
            self.claim = -1
        elif verb == "ANNOUNCED":
            self.claim = THROWS.index(fields[1])
        elif verb == "YOUR TURN":
            self.soon("SEE" if self.claim > 14 or self.chance.random() < 0.1 else "ROLL", fields[0])
        elif verb == "ROLLED":
            mine = THROWS.index(fields[0])
            best = mine if mine > self.claim else min(self.claim + 1 + self.chance.randrange(3), 20)
            if self.chance.random() < 0.01:
                self.soon("ANNOUNCE", "7,7", fields[1])
            else:
                self.soon("ANNOUNCE", THROWS[best], fields[1])

    def soon(self, *fields: str) -> None:
        """Answer after a short thought."""
        ms = self.chance.randrange(300) if self.chance.random() < 0.01 else self.chance.randrange(1, 8)
        self.world.timeline.after(ms * MS, self.say, *fields)
