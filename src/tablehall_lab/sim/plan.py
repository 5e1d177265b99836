"""The plan of a run: which doors stand open, who comes when, and what is done to the hall."""

from typing import TYPE_CHECKING, Any

from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.life import KINDS, DoorPlan
from tablehall_lab.sim.players.boards import BoardPlayer
from tablehall_lab.sim.players.eriantys import Wizard
from tablehall_lab.sim.players.house import Guest
from tablehall_lab.sim.players.mia import Program
from tablehall_lab.sim.players.pipes import OldPipesPlayer, PipesPlayer
from tablehall_lab.sim.players.rude import Rude
from tablehall_lab.sim.players.shelfie import ShelfPlayer
from tablehall_lab.sim.timeline import SECOND

if TYPE_CHECKING:
    from tablehall_lab.sim.world import World

BOARD_GAMES = ("tictactoe", "connect_four", "checkers", "chess", "pente")
HOUR = 3600 * SECOND
CONTESTS = ("mia", "maexchen")
GAMES_AT = {
    "house": (*BOARD_GAMES, "dama", "shelfie", "eriantys", "mia"),
    "boards": BOARD_GAMES,
    "pipes": ("dama",),
    "pipes_original": ("dama",),
    "shelfie": ("shelfie",),
    "eriantys": ("eriantys",),
    "mia": ("mia",),
    "maexchen": ("mia",),
}
"""What people come to each door for..."""
OFTEN = {
    "house": 3,
    "boards": 3,
    "pipes": 3,
    "pipes_original": 1,
    "shelfie": 2,
    "eriantys": 1,
    "mia": 1,
    "maexchen": 1,
}
"""... and how often they do: some games take a hundred times as long as others."""


def doors(chance: Chance, wanted: tuple[str, ...]) -> dict[str, DoorPlan]:
    """The doors of a run, with limits that can be reached."""
    plans = {}
    for name in KINDS:
        # Mäxchen's heartbeat never rests, which makes the quiet hours long ones.
        often = 0.25 if name == "maexchen" else 0.9
        if name in wanted or (not wanted and (name == "house" or chance.random() < often)):
            limits = {}
            if KINDS[name].transport != "datagrams":
                limits["unread"] = chance.choice((20_000, 100_000, 1_048_576))
                limits["burst"] = chance.choice((30, 200, 10_000))
                limits["per_address"] = chance.choice((3, 5_000))
            plans[name] = DoorPlan(_settings(name, chance), limits)
    return plans


def _settings(name: str, chance: Chance) -> dict[str, Any]:
    if name in CONTESTS:
        return {"fill": chance.choice((0, 0, 3)), "grace": chance.choice((0, 100))}
    if name == "shelfie":
        return {"tables": chance.choice(("many", "many", "one"))}
    return {}


def bursts(chance: Chance, hours: float) -> list[int]:
    """When people come: a day is quiet, but for some parties."""
    end = int(hours * HOUR)
    count = max(1, round(hours / 24 * chance.choice((3, 4, 5, 7))))
    return sorted(chance.randrange(end * 9 // 10) for _ in range(count))


def party(world: "World", chance: Chance) -> None:
    """Some people come at about the same time to play the same."""
    door = chance.choice([name for name in world.doors for _ in range(OFTEN[name])])
    game = chance.choice(GAMES_AT[door])
    games = chance.choice((1, 1, 2))
    people: list[Any] = []
    if game in BOARD_GAMES:
        people = _two_doors(world, chance, game, games, BoardPlayer)
    elif game == "dama":
        old = door == OldPipesPlayer.door
        people = _two_doors(world, chance, game, games, OldPipesPlayer if old else PipesPlayer)
    elif game == "shelfie":
        people = _table(world, chance, ShelfPlayer, "shelfie", games)
    elif game == "eriantys":
        people = _table(world, chance, Wizard, "eriantys", 1)
    else:
        people = _contest(world, chance)
    if chance.random() < 0.4:
        people.append(Guest(world, world.name("watch"), game, role="watch"))
    for _ in range(chance.choice((0, 0, 1, 2))):
        open_doors = [name for name in world.doors if name not in CONTESTS]
        people.append(Rude(world, world.name("rude"), chance.choice(open_doors)))
    for person in people:
        world.comes(person, chance.randrange(4 * SECOND))


def _two_doors(world: "World", chance: Chance, game: str, games: int, kind: type[Any]) -> list[Any]:
    """Two players, each through the house door or the game's own."""
    people: list[Any] = []
    for role in ("open", "join") * chance.choice((1, 1, 2)):
        if kind.door in world.doors and chance.random() < 0.6:
            people.append(kind(world, world.name(kind.door.partition("_")[0]), game, games))
        else:
            people.append(Guest(world, world.name("guest"), game, games, role))
    return people


def _table(world: "World", chance: Chance, kind: type[Any], door: str, games: int) -> list[Any]:
    """Two to four players at one table, through the house door or the game's own."""
    seats = chance.choice((2, 2, 3, 4))
    people: list[Any] = []
    for number in range(seats):
        if door in world.doors and (number == 0 or chance.random() < 0.7):
            people.append(kind(world, world.name(door), games, seats))
        else:
            role = "join" if number else "open"
            people.append(Guest(world, world.name("guest"), kind.__name__, games, role, seats))
            people[-1].game = door
    return people


def _contest(world: "World", chance: Chance) -> list[Any]:
    """Programs play for some seconds, and perhaps a person with them; or people play at a table."""
    here = [door for door in CONTESTS if door in world.doors]
    if not here or chance.random() < 0.2:
        seats = chance.choice((2, 3))
        roles = ("open", "join", "join")[:seats]
        return [Guest(world, world.name("guest"), "mia", 2, role, seats) for role in roles]
    door, seconds = chance.choice(here), chance.randrange(2, 12)
    people: list[Any] = [
        Program(world, world.name("bot"), door, seconds + chance.randrange(5))
        for _ in range(chance.choice((2, 3, 5)))
    ]
    if chance.random() < 0.3:
        people.append(Program(world, world.name("eye"), door, seconds, spectator=True))
    if chance.random() < 0.4:
        people.append(Guest(world, world.name("guest"), "mia", 3, role=door))
    return people
