"""Listening to the nodes of a hall from outside."""

import asyncio
import time

from tablehall.cluster.bus import Bus, BusError
from tablehall.cluster.membership import Member
from tablehall.cluster.node import read_beat

CONNECT_WITHIN = 5.0


async def listen(servers: str, seconds: float) -> dict[str, list[Member]]:
    """Everybody who is heard within so many seconds, by hall."""
    halls: dict[str, dict[int, Member]] = {}

    def hear(subject: str, data: bytes) -> None:
        beat, hall = read_beat(data), subject.split(".")[1]
        members = halls.setdefault(hall, {})
        if beat.gone:
            members.pop(beat.epoch, None)
        else:
            members[beat.epoch] = Member(beat, time.monotonic())

    bus = Bus(servers, hear)
    bus.subscribe("tablehall.*.beat")
    bus.open()
    try:
        async with asyncio.timeout(CONNECT_WITHIN):
            await bus.up.wait()
        await asyncio.sleep(seconds)
    except TimeoutError as error:
        raise BusError(
            f"No NATS server answers at {servers}{bus.why()}: start one, or check --join."
        ) from error
    finally:
        await bus.close()
    return {hall: list(members.values()) for hall, members in halls.items()}
