"""The crowd: always about as many players, through all doors, well-mannered and rude."""

import asyncio
from collections import Counter, defaultdict
from itertools import count
from typing import Any

from tablehall_lab.sim.chance import Chance, stream
from tablehall_lab.sim.plan import BOARD_GAMES
from tablehall_lab.sim.players.boards import BoardPlayer
from tablehall_lab.sim.players.eriantys import Wizard
from tablehall_lab.sim.players.house import Guest
from tablehall_lab.sim.players.mia import PORTS, Program
from tablehall_lab.sim.players.pipes import PipesPlayer
from tablehall_lab.sim.players.rude import Rude
from tablehall_lab.sim.players.shelfie import ShelfPlayer
from tablehall_lab.sim.promises import Promises
from tablehall_lab.sim.timeline import SECOND
from tablehall_lab.sim.trace import Trace
from tablehall_lab.soak.chatter import Chatterbox
from tablehall_lab.soak.network import RealPost, RealTime, RealWire
from tablehall_lab.soak.server import SoakServer
from tablehall_lab.soak.shadow import Shadow

DOORS = ("house", "boards", "pipes", "shelfie", "eriantys")
KINDS = ("boards", "boards", "dama", "dama", "shelfie", "eriantys", "contest", "rude", "watch")
PACES = (2, 5, 20)
PATIENCE = 1200 * SECOND
"""Games that everybody has left are kept for a while: they are the exception here."""
STEADY = (1.0, 1.0, 0.9995, 0.99)
"""How likely a connection survives the next message: games should be played to their end, too."""


class Life:
    """The hall as far as its players can look into it."""

    def __init__(self, hall: Shadow) -> None:
        self.hall = hall


class Crowd:
    """The world of the players, as the simulation's `World` is."""

    kinds: tuple[str, ...] = KINDS
    steadiness: tuple[float, ...] = STEADY
    address = "127.0.0.1"
    """Where everybody comes from."""
    guest_kind: type[Guest] = Guest

    def __init__(self, server: SoakServer, seed: int, players: int) -> None:
        self.server = server
        self.players = players
        self.seed = seed
        self.chance = self.stream("crowd")
        self.timeline = RealTime()
        self.trace = Trace(self.timeline)  # type: ignore[arg-type]  # it only asks for the time
        self.promises = Promises()
        self.life: Life | None = None
        self.post = RealPost({PORTS[name]: server.port(name) for name in PORTS})
        self.here: list[Any] = []
        self.came: Counter[str] = Counter()
        self.closing = False
        self.wires: set[RealWire] = set()
        self._words = count(1)
        self._parties = count(1)
        self._names: defaultdict[str, list[str]] = defaultdict(list)
        self._made: Counter[str] = Counter()
        self._secrets: dict[str, str] = {}
        self._knocking: set[asyncio.Task[None]] = set()

    def stream(self, *names: object) -> Chance:
        """A stream of chance for somebody."""
        return stream(self.seed, *names, *((next(self._parties),) if names[0] == "player" else ()))

    def words(self) -> int:
        """A number that was not used before."""
        return next(self._words)

    # Names are used again: a hall may remember everybody who ever came, and must not look leaky for it.

    def name(self, kind: str) -> str:
        """A name that nobody here has."""
        if self._names[kind]:
            return self._names[kind].pop(0)
        self._made[kind] += 1
        return f"{kind}{self._made[kind]}"

    def guest(self, game: str, role: str, games: int = 1, seats: int = 2) -> Guest:
        """Somebody for the house door, who has perhaps been here before."""
        name = self.name("guest")
        guest = self.guest_kind(self._world(), name, game, games, role, seats)
        guest.talk.secret = self._secrets.get(name, "")
        return guest

    def _world(self) -> Any:
        return self

    # Coming and going.

    def fill_up(self) -> None:
        """Parties come as long as there is room for them."""
        while not self.closing and len(self.here) < self.players:
            kind = self.chance.choice(self.kinds)
            for person in self._party(kind):
                self.came[type(person).__name__] += 1
                person.pace, person.steady = self.chance.choice(PACES), self.chance.choice(self.steadiness)
                person.bored_at = self.timeline.now + PATIENCE
                self.here.append(person)
                self.timeline.after(self.chance.randrange(SECOND), person.arrive)

    def talk(self) -> None:
        """Fill what is kept in memory of the log."""
        person = Chatterbox(self, self.name("chatter"))
        self.here.append(person)
        person.arrive()

    def _party(self, kind: str) -> list[Any]:
        chance, world = self.chance, self._world()
        if kind == "boards":
            game = chance.choice(BOARD_GAMES)
            return [
                BoardPlayer(world, self.name("boards"), game, 2),
                self._second(game, BoardPlayer, "boards"),
            ]
        if kind == "dama":
            return [
                PipesPlayer(world, self.name("pipes"), "dama", 2),
                self._second("dama", PipesPlayer, "pipes"),
            ]
        if kind in ("shelfie", "eriantys"):
            player: Any = ShelfPlayer if kind == "shelfie" else Wizard
            seats = chance.choice((2, 2, 3))
            return [player(world, self.name(kind), 1, seats) for _ in range(seats)]
        if kind == "contest":
            door, seconds = chance.choice(tuple(PORTS)), chance.randrange(20, 80)
            bots = [Program(world, self.name("bot"), door, seconds) for _ in range(3)]
            return [*bots, Program(world, self.name("eye"), door, seconds, spectator=True)]
        if kind == "watch":
            return [self.guest(chance.choice((*BOARD_GAMES, "dama", "shelfie")), "watch")]
        return [Rude(world, self.name("rude"), chance.choice(DOORS))]

    def _second(self, game: str, kind: Any, door: str) -> Any:
        """The second player comes through the game's own door, or through the house door."""
        if self.chance.random() < 0.5:
            return kind(self._world(), self.name(door), game, 2)
        return self.guest(game, "join", 2)

    def went_home(self, person: Any) -> None:
        """Somebody has had enough; somebody else may use the name after a while."""
        if person in self.here:
            self.here.remove(person)
        kind = person.name.rstrip("0123456789")
        if isinstance(person, Guest):
            self._secrets[person.name] = person.talk.secret
        self._names[kind].append(person.name)
        self.timeline.after(SECOND // 2, self.fill_up)

    def connect(self, person: Any) -> RealWire | None:
        """A connection to the door of somebody's choice, if there is a hall."""
        if self.life is None:
            return None
        self.trace.counts["connections"] += 1
        wire = RealWire(self.timeline, person.heard, person.lost)
        self.wires = {
            other for other in self.wires if other.transport is None or not other.transport.is_closing()
        }
        self.wires.add(wire)
        knocking = self.timeline.loop.create_task(wire.connect(self.server.port(person.door), self.address))
        self._knocking.add(knocking)
        knocking.add_done_callback(self._knocking.discard)
        return wire

    def whisper_code(self, game: str, table: int, code: str) -> None:
        """Somebody shows their invite code to a friend who is looking for a game."""
        for person in self.here:
            if isinstance(person, Guest) and person.role == "join" and person.game == game and person.wire:
                person.ask("join", table, code=code)
                return

    async def all_leave(self) -> None:
        """Everybody goes home, most of them without a word."""
        self.closing = True
        for person in list(self.here):
            person.go_home()
        await asyncio.gather(*self._knocking)
        for wire in self.wires:
            wire.reset()
        self.post.close()
