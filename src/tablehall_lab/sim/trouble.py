"""Trouble: what is done to the hall while people are in it, all of it drawn."""

from typing import TYPE_CHECKING

from tablehall_lab.sim.chance import Chance
from tablehall_lab.sim.timeline import SECOND

if TYPE_CHECKING:
    from tablehall_lab.sim.world import World

SOON = 40 * SECOND


def plan_trouble(world: "World", chance: Chance) -> None:
    """Draw what goes wrong in the next minute."""
    later, draw = world.timeline.after, chance.random
    if draw() < 0.35:
        later(chance.randrange(SOON), crash_soon, world, chance.randrange(1, 3000))
    if draw() < 0.15:
        later(chance.randrange(SOON), crash_in_commit, world)
    if draw() < 0.2:
        later(chance.randrange(SOON), stall, world, chance.choice((1, 10, 40, 900)))
    if draw() < 0.15:
        later(chance.randrange(SOON), fill_disk, world, chance.randrange(2, 45))
    if draw() < 0.08:
        later(chance.randrange(SOON), world.stop)
    if draw() < 0.3:
        world.weather.change(chance)


def crash_soon(world: "World", steps: int) -> None:
    """The power fails between two steps."""
    world.crash_in = steps


def crash_in_commit(world: "World") -> None:
    """The power fails in the middle of the next commit."""
    world.disk.fragile = True


def stall(world: "World", seconds: int) -> None:
    """The whole process stands still."""
    world.trace.fault("stall")
    if world.life is not None:
        world.watch.stalls.stood_still(world.life, seconds * 1000)
    world.timeline.stall(seconds * SECOND)
    world.busy_at = world.timeline.now


def fill_disk(world: "World", seconds: int) -> None:
    """Nothing can be written for a while; if it takes too long, the hall gives up."""
    world.trace.fault("full disk")
    world.disk.broken = "The disk is full"
    world.timeline.after(seconds * SECOND, _make_room, world)


def _make_room(world: "World") -> None:
    world.disk.broken = ""


def short_write(world: "World") -> str:
    """What goes wrong with a write, mostly nothing."""
    if world.chance.random() < 0.002:
        world.trace.fault("short write")
        return "short"
    return ""
