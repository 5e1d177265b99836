"""Positions of Eriantys with what each step of mother nature does there, for the page to be measured against.

The page shows what a step would do before it is made, so it knows the rules of influence a second time.
`python -m tests.games.eriantys.positions` writes them anew; the page's own tests (`npm test`) read them.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tablehall.games.dice import Dice
from tablehall.games.eriantys.action import most_steps
from tablehall.games.eriantys.characters import CHARACTERS
from tablehall.games.eriantys.influence import influence, resolve, strongest
from tablehall.games.eriantys.moves import STEPS, UseCharacter
from tablehall.games.eriantys.playing import MAKE, choices
from tablehall.games.eriantys.state import (
    CENTAUR,
    FARMER,
    HERB_GRANNY,
    ISLANDS,
    KNIGHT,
    NONE,
    SIZES,
    Card,
    Colour,
    Island,
    Phase,
    Player,
    Table,
    Tower,
    island_at,
)
from tests.games.eriantys.test_eriantys_whole_games import moments

FILE = Path(__file__).resolve().parents[3] / "web" / "tests" / "eriantys-positions.json"
HERALD = next(number for number, character in CHARACTERS.items() if character.name == "Herald")
MUSHROOM_SELLER = next(
    number for number, character in CHARACTERS.items() if character.name == "Mushroom seller"
)
TELLING = (FARMER, CENTAUR, KNIGHT, MUSHROOM_SELLER)
"""The characters that change who counts for how much."""


def shown(state: Table) -> dict[str, Any]:
    """As much of a table as decides whose an island is and how the game ends."""
    names = ("seat", "order", "mother_nature", "professors", "used", "muted", "last_round", "dropped")
    return {
        **{name: getattr(state, name) for name in names},
        "cloudy": any(map(any, state.clouds)),
        "players": [[player.tower and player.tower.value, player.towers] for player in state.players],
        "islands": [[i.id, i.students, i.tower and i.tower.value, i.size, i.bans] for i in state.islands],
    }


def result(before: Table, after: Table, id: int) -> dict[str, Any]:
    """What came of settling an island."""
    old, new = (table.islands[island_at(table, id) or 0] for table in (before, after))
    power = {tower.value: count for tower, count in influence(before, old).items() if tower}
    return {
        "island": id,
        "power": power,
        "then": [new.tower and new.tower.value, new.size, new.bans],
        "islands": [island.id for island in after.islands],
        "towers": [player.towers for player in after.players],
        "end": after.outcome and [after.outcome.reason, after.outcome.ranks],
    }


def steps(state: Table) -> Iterator[dict[str, Any]]:
    """Every step mother nature may make here. (What the house plays then for who left is another matter.)"""
    start = island_at(state, state.mother_nature) or 0
    for move in STEPS[1 : most_steps(state) + 1]:
        walked = MAKE[type(move)](state, move, Dice(bytes(32)), [])
        assert isinstance(walked, Table)
        yield result(state, walked, state.islands[(start + move.steps) % len(state.islands)].id)


def heralded(state: Table) -> Iterator[dict[str, Any]]:
    """Every island the herald could have settled here."""
    hired = replace(state, used=HERALD)
    for move in choices(state):
        if isinstance(move, UseCharacter) and move.card == HERALD:
            assert move.island is not None
            yield result(hired, resolve(hired, island_at(state, move.island) or 0, []), move.island)


def kind(state: Table, came: dict[str, Any]) -> tuple[Any, ...]:
    """What settling an island shows: who is at work, whether that tells, and what comes of it."""
    old = state.islands[island_at(state, came["island"]) or 0]
    idle = influence(replace(state, used=0, muted=None), old)
    tells = strongest(idle) is not strongest(influence(state, old))
    taken = came["then"][0] != (old.tower and old.tower.value)
    joined = len(state.islands) - len(came["islands"])
    end = came["end"] and (came["end"][0], came["end"][1].count(1) == len(state.players), bool(state.dropped))
    return state.used if state.used in TELLING else 0, tells, old.bans > 0, taken, joined, end


def played() -> Iterator[Table]:
    """Tables of random games on which mother nature is about to walk."""
    for seed, seats, expert in product(range(6), (2, 3, 4), (False, True)):
        for moment in moments(seats, expert, seed, leaver=seed % 4 == 3):
            if moment.state.outcome is None and moment.state.phase is Phase.MOVE_MOTHER_NATURE:
                yield moment.state


def imagined(seed: int) -> Table:
    """A table as a long game among good players may leave it; random ones build few towers."""
    rng = random.Random(seed)
    seats = rng.choice((2, 3, 4))
    colours = tuple(Tower)[: 3 if seats == 3 else 2]
    islands, place = list[Island](), 0
    while place < ISLANDS:
        size = min(rng.choice((1, 1, 2, 3)), ISLANDS - place)
        free = [None, *(tower for tower in colours if not islands or islands[-1].tower is not tower)]
        tower = rng.choice(free) if size == 1 else rng.choice(free[1:])
        students = tuple(rng.choice((0, 0, 1, 2, 3)) for _ in Colour)
        islands.append(Island(place, students, tower, size, int(rng.random() < 0.08)))  # type: ignore[arg-type]
        place += size
    built = Counter({tower: sum(i.size for i in islands if i.tower is tower) for tower in colours})
    left = [max(1, SIZES[seats].towers - built[colours[seat % len(colours)]]) for seat in range(seats)]
    players = [
        Player(colours[seat % len(colours)], seat + 1, towers if seats < 4 or seat < 2 else 0, assistant=8)
        for seat, towers in enumerate(left)
    ]
    used = rng.choice((0, *TELLING))
    return Table(
        True,
        seat := rng.randrange(seats),
        (*(other for other in range(seats) if other != seat), seat),
        tuple(players),
        Phase.MOVE_MOTHER_NATURE,
        tuple(islands),
        rng.choice(islands).id,
        ((1, 1, 1, 0, 0) if rng.random() < 0.7 else NONE,) * seats,
        tuple(rng.randrange(-1, seats) for _ in Colour),  # type: ignore[arg-type]
        (Card(HERB_GRANNY, 2),),
        used=used,
        muted=rng.choice(tuple(Colour)) if used == MUSHROOM_SELLER else None,
        last_round=rng.choice(("", "students")),
        dropped=(rng.randrange(seats),) if rng.random() < 0.2 else (),
        bag=(9, 9, 9, 9, 9),
    )


def positions() -> list[dict[str, Any]]:
    """Positions for everything that can come of a step, the same ones every time."""
    kept, have = [], set[tuple[Any, ...]]()
    for state in (*map(imagined, range(400)), *played()):
        for herald, results in enumerate((list(steps(state)), list(heralded(state)))):
            new = {(herald, *kind(state, came)) for came in results} - have
            if new:
                have |= new
                kept.append({"view": shown(state), "herald": bool(herald), "results": results})
    return kept


def written() -> str:
    """The file: a position on every line."""
    lines = ",\n".join(json.dumps(position, separators=(",", ":")) for position in positions())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
