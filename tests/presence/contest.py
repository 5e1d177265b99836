"""The doors of a contest of Mia: programs that are known by where they are."""

from typing import Any, ClassVar

from tablehall.protocols.door import Door
from tablehall.protocols.mia import MaexchenDoor, MiaDoor
from tablehall_lab.fuzz.room import Datagrams
from tests.presence.bottle import Bottle
from tests.presence.people import Party, Places, Player

LISTENS = 15_000
"""So long a program that is back waits for an invitation before it registers again."""


class Post(Datagrams):
    """The hall's socket: what is sent reaches whoever listens."""

    def __init__(self, bottle: "ContestBottle") -> None:
        super().__init__(bottle.loop)
        self.programs = bottle.programs

    def sendto(self, data: bytes, address: tuple[str, int]) -> int:
        program = self.programs.get(address)
        if program is not None and program.line.stands:
            self.loop.call_soon(program._message, data)
        return len(data)


class ContestBottle(Bottle):
    """A hall whose only door is that of a contest. There are no connections: only programs that are there."""

    def start(self) -> None:
        self.programs: dict[tuple[str, int], Program] = getattr(self, "programs", {})
        super().start()
        self.post = Post(self)
        self.doorway.datagrams().listen(self.post)  # type: ignore[arg-type]  # all that is used of one

    def kill(self) -> None:
        """Whoever goes with the server does not notice that it is back."""
        for line in self.lines:
            line.close()
        super().kill()


class Presence:
    """Whether a program is there, in place of a connection."""

    def __init__(self, program: "Program") -> None:
        self.program = program
        self.stands = True
        self.spoke = False
        self.conn = 0

    def close(self) -> None:
        self.stands = False

    cut = hang_up = close

    def beat(self) -> None:
        self.program.show_life()

    def noticed_at(self) -> None:
        """Nobody looks after it."""


class Program(Player):
    """A program that joins every game and never answers."""

    bottle: ContestBottle
    line: Any

    @property
    def joins(self) -> str:
        return f"JOIN_GAME;{self.name}"

    def connect(self) -> None:
        self.address = (f"10.0.0.{len(self.name)}", 4000)
        self.bottle.programs[self.address] = self
        self.line = Presence(self)
        self.bottle.lines.append(self.line)

    def say(self, data: bytes) -> None:
        if self.line.stands and not self.bottle.loop.dead:
            self.line.spoke = True
            self.bottle.post.arrive(data, self.address)

    def written(self, kind: str, /, **fields: Any) -> bytes:
        return f"{kind};{self.name}".encode()

    def greet(self) -> None:
        self.say(self.written("REGISTER"))

    show_life = greet

    def read(self, data: bytes) -> Any:
        verb, *fields = data.decode().replace(" ", "_").split(";")
        if verb in ("GAME_STARTING", "ROUND_STARTING"):
            self.say(f"{self.joins};{fields[-1]}".encode())
        return verb

    def invited(self) -> bool:
        return any(verb.endswith("_STARTING") for verb in self.heard)

    def close_tab(self) -> None:
        self.line.close()

    def come_back(self) -> None:
        """The program is there again; it registers if it is not invited as it is."""
        self.connect()
        self.heard, self.late = [], False
        self.bottle.wait(LISTENS)


class MaexchenProgram(Program):
    """The same in the words of Mäxchen."""

    joins = "JOIN"


class ContestParty(Party):
    """Two programs in a contest by the document."""

    door: ClassVar[type[Door]] = MiaDoor
    kind = Program
    bottle_kind = ContestBottle
    one: Program
    other: Program

    places: ClassVar[Places] = {"registered": lambda party: party.bottle.wait(3_000)}

    def points(self) -> dict[str, int]:
        standings = self.bottle.hall.contest_book(self.door.name).standings
        return {name: standing.points for name, standing in standings.items()}

    def meanwhile(self) -> None:
        self.before = self.points()

    def found(self, player: Any) -> str:
        if player.invited():
            return "seat"
        return "registers again" if player.ask("REGISTER")[:1] == ["REGISTERED"] else "nothing"

    def told(self, player: Any) -> str:
        return "calm" if player.invited() else "forgotten"

    def plays_on(self) -> bool:
        now = self.points()
        return len(self.before) == 2 and all(now[name] >= points for name, points in self.before.items())

    def goes_on(self, found: str) -> bool:
        return self.plays_on()

    def position(self) -> object:
        """Its games are over in a second, and nobody goes back to one."""
        return None

    def story(self, since: int) -> tuple[str, ...]:
        return ()


class MaexchenParty(ContestParty):
    """The same in the words of Mäxchen."""

    door, kind = MaexchenDoor, MaexchenProgram
