"""A server whose pipes lobby nobody but these tests enters, and people with names of their own."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.conftest import RunningHall, close_and_look
from tests.protocols.pipes.client import PATIENCE, House, Pipe

numbers = itertools.count(1)


@pytest.fixture(scope="session")
def pipes_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """The server that the tests of pipes share."""
    running = RunningHall(tmp_path_factory.mktemp("pipes"))
    running.start()
    yield running
    close_and_look([running])


class Crowd:
    """People who come to a hall; nobody had their names before."""

    def __init__(self, hall: RunningHall) -> None:
        self.hall = hall
        self.here: list[Pipe | House] = []
        self.programs: list[asyncio.subprocess.Process] = []
        self.number = next(numbers)

    def name(self, plain: str) -> str:
        """The same name in every test, and another one."""
        return f"{plain}N{self.number}"

    async def connects(self, *, original: bool = False) -> Pipe:
        """Somebody who has not said who they are."""
        pipe = await Pipe.to(self.hall, original=original)
        self.here.append(pipe)
        return pipe

    async def comes(self, plain: str, *, original: bool = False) -> Pipe:
        """Somebody logs in, for the first time or again."""
        pipe = await Pipe.named(self.hall, self.name(plain), original=original)
        self.here.append(pipe)
        return pipe

    async def plays(self, one: str, two: str, *, original: bool = False) -> tuple[Pipe, Pipe]:
        """Two who have just begun a game; nobody else is in the lobby."""
        first = await self.comes(one, original=original)
        await first.does("CREATE_GAME", "204")
        second = await self.comes(two, original=original)
        await second.does(f"JOIN_GAME|{first.nick}", "206")
        await first.hears_lines("270")
        if original:  # it is told that the game has begun until it asks for the board
            await first.looks()
        return first, second

    async def visits(self, plain: str, secret: str = "") -> House:
        """Somebody comes in through the house door."""
        house = await House.named(self.hall, self.name(plain), secret)
        self.here.append(house)
        return house

    async def leaves(self) -> None:
        """Everybody goes home, and no game is left waiting."""
        for program in self.programs:
            if program.returncode is None:
                program.kill()
                await program.wait()
        for somebody in self.here:
            await somebody.closes()
        witness = await Pipe.named(self.hall, self.name("witness"))
        async with asyncio.timeout(4 * PATIENCE):
            await self._until_nobody_waits(witness)
        await witness.closes()

    async def _until_nobody_waits(self, witness: Pipe) -> None:
        while True:
            witness.says("GET_GAMES")
            while not (line := await witness.hears()).startswith("203"):
                pass
            if line == "203":
                return


@pytest.fixture
async def crowd(pipes_hall: RunningHall) -> AsyncIterator[Crowd]:
    """People in the shared server."""
    people = Crowd(pipes_hall)
    yield people
    await people.leaves()
