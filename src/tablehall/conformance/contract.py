"""The tests that every protocol gets for free, over real sockets against a real server.

`check_page(page)` executes a page's transcripts, `check_door(door)` has rude and confused clients come in.
Both raise AssertionError, in words, at the first promise that is broken.
"""

import asyncio
import random
import tomllib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from tablehall.conformance.page import Block, read_page
from tablehall.conformance.runner import DepartureError, left_out, play
from tablehall.conformance.steps import Says, ServerDoes
from tablehall.conformance.wires import WIRES, LineWire, Place, StreamWire, WireError
from tablehall.games.api import AnyGame
from tablehall.plugins import what_failed
from tablehall.protocols.door import Door, Port, Session
from tablehall.protocols.house import HouseDoor
from tablehall.server import Server
from tablehall.settings import Settings

HOST = "127.0.0.1"
PATIENCE = 10.0
"""Seconds for the server to notice that everybody has left."""
WATCHED = ("opened", "receive", "too_long", "binary", "tell", "ring", "caught_up", "lost", "receive_from")
RUDE = ("", " ", "\0", "|", "{", "[]", "null", "0", "-1", "ä" * 40, "x" * 5000, "%s", "\ufffd", '{"type":1}')


@asynccontextmanager
async def serving(
    kind: type[Door], games: Iterable[AnyGame] = (), settings: str = ""
) -> AsyncIterator[dict[str, Place]]:
    """A hall in this program that keeps nothing, with this door and the house's: where they are."""
    chosen = msgspec.convert(tomllib.loads(settings), Settings)
    chosen.host, chosen.port, chosen.memory, chosen.bots.on = HOST, 0, True, False
    server = Server(chosen, doors={door.name: door for door in (HouseDoor, kind)}.values(), games=games)
    await server.start()
    try:
        places = {one.door.name: Place(HOST, one.port, one.door.transport) for one in server.opened}
        yield {"": places[kind.name], **places}
    finally:
        await server.stop(1.0)


# The page.


def check_page(page: str | Path, kind: type[Door] = HouseDoor, games: Iterable[AnyGame] = ()) -> int:
    """Execute every transcript of a page against a hall that has this door and these games; returns how many
    there were."""
    blocks = read_page(Path(page))
    assert blocks, f"{page} has no transcript"
    asyncio.run(_play_all(blocks, kind, list(games)))
    return len(blocks)


async def _play_all(blocks: Sequence[Block], kind: type[Door], games: Sequence[AnyGame]) -> None:
    together = [block for block in blocks if not block.own_server]
    async with serving(kind, games) as doors:
        for block in together:
            await _play(block, doors)
    for block in blocks:
        if block.own_server:
            async with serving(kind, games, block.settings) as doors:
                await _play(block, doors)


async def _play(block: Block, doors: dict[str, Place]) -> None:
    where = f"{block.page}:{block.line}"
    assert not any(isinstance(step, ServerDoes) for step in block.steps), (
        f"{where}: the server stops or restarts in it, which only `tablehall conform --start` can have it do"
    )
    assert not (why := left_out(block, doors, None)) or block.own_server, f"{where}: {why}"
    try:
        await play(block, doors)
    except DepartureError as difference:
        raise AssertionError(str(difference)) from None


# The door.


def check_door(kind: type[Door], *, visits: int = 30, seed: int = 1) -> int:
    """Have so many clients come in through a door and say what they should not, and what its page says in
    other words and orders. A session never raises, and is told when its client is gone. Returns how many
    messages were sent."""
    said = [step.text for block in _blocks(kind) for step in block.steps if isinstance(step, Says)]
    return asyncio.run(_storm(kind, said, visits, random.Random(seed)))


def _blocks(kind: type[Door]) -> list[Block]:
    return read_page(Path(kind.page)) if kind.page else []


async def _storm(kind: type[Door], said: Sequence[str], visits: int, chance: random.Random) -> int:
    faults: list[str] = []
    lost: list[Session] = []
    sent = 0
    async with serving(_watched(kind, faults, lost)) as doors:
        for visit in range(visits):
            try:
                sent += await _visit(doors[""], said, chance)
            finally:  # whatever else went wrong, it went wrong there
                assert not faults, faults[0]
            if kind.transport != "datagrams":
                await _until(lambda wanted=visit + 1: len(lost) >= wanted or bool(faults))  # type: ignore[misc]
    assert not faults, faults[0]
    return sent


async def _visit(place: Place, said: Sequence[str], chance: random.Random) -> int:
    """One client: says some things, and leaves in one way or the other."""
    wire = WIRES[place.transport](asyncio.Queue())
    try:
        await wire.open(place, "/", "")
    except WireError as error:
        raise AssertionError(f"the door does not let anybody in: {error}") from error
    sent = 0
    for _ in range(chance.randrange(20)):
        if isinstance(wire, StreamWire) and wire.writer.is_closing():  # it was shown out
            break
        wire.say(_message(said, chance))
        sent += 1
        await asyncio.sleep(0)
    if isinstance(wire, LineWire) and not wire.writer.is_closing():
        wire.say_raw(chance.randbytes(chance.randrange(200)))
        with suppress(OSError):  # the other end may be quicker
            await wire.end(chance.choice(("closes", "resets")))
    else:
        await wire.end("closes")
    return sent


def _message(said: Sequence[str], chance: random.Random) -> str:
    """What a client says: as on the page, that with a slip of the finger, or something rude."""
    if not said or chance.random() < 0.2:
        return chance.choice(RUDE)
    text = chance.choice(said)
    if chance.random() < 0.6 or not text:
        return text
    at = chance.randrange(len(text))
    return text[:at] + chance.choice(RUDE) + text[at + chance.randrange(3) :]


async def _until(so: Callable[[], bool]) -> None:
    late = asyncio.get_running_loop().time() + PATIENCE
    while not so():
        assert asyncio.get_running_loop().time() < late, "the session was not told that its client is gone"
        await asyncio.sleep(0.001)


def _watched(kind: type[Door], faults: list[str], lost: list[Session]) -> type[Door]:
    """The same door. What its sessions raise is noted, and which of them have heard that they are alone."""

    class Watched(kind):  # type: ignore[misc, valid-type]
        def session(self, port: Port, path: str = "/") -> Session:
            try:
                session: Session = super().session(port, path)
            except Exception as error:
                faults.append(f"{kind.__name__}: session() raised {what_failed(error)}")
                raise
            for name in WATCHED:
                if hasattr(session, name):
                    setattr(session, name, watch(session, name, getattr(session, name)))
            return session

    def watch(session: Session, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def called(*about: Any) -> Any:
            try:
                return method(*about)
            except Exception as error:
                shown = ", ".join(repr(one)[:200] for one in about)
                faults.append(f"{kind.__name__}: {name}({shown}) raised {what_failed(error)}")
            finally:
                if name == "lost":
                    lost.append(session)

        return called

    return Watched
