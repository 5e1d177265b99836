"""The authors' client plays, goes and comes back: a stand-in for it at the real server, nothing set."""

from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

import pytest

from tests.protocols.pipes.authors_client import AuthorsClient, OlderClient
from tests.protocols.pipes.recordings import recorded_game

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall
    from tests.protocols.pipes.conftest import Crowd

TURNS = [turn for turn, _ in recorded_game()]
OTHER = {"ann": "ben", "ben": "ann"}


class Programs:
    """The programs that people have started at one hall, by their nicknames."""

    def __init__(self, hall: "RunningHall", name: Callable[[str], str] = str) -> None:
        self.hall, self.name = hall, name
        self.running: dict[str, AuthorsClient] = {}

    async def start(
        self, plain: str, kind: type[AuthorsClient] = AuthorsClient, *, slow_screen: bool = False
    ) -> AuthorsClient:
        """Start a program; under the nickname of one that has ended, it comes back."""
        program = await kind.started(self.hall, self.name(plain), slow_screen=slow_screen)
        self.running[plain] = program
        return program

    async def begin(self) -> None:
        """Ann creates a game, ben joins it, and both see the board."""
        ann, ben = self.running["ann"], self.running["ben"]
        ann.creates()
        await ben.joins(ann.nick)
        for program in (ann, ben):
            await program.on_turn(ann.nick)

    async def play(self, first: int, last: int) -> None:
        """Some plies of the recorded game, each seen by both."""
        players = (self.running["ann"], self.running["ben"])
        for ply, turn in list(enumerate(TURNS))[first:last]:
            players[ply % 2].moves(turn)
            for program in players:
                if ply == len(TURNS) - 1:
                    await program.sees("lobby")
                else:
                    await program.on_turn(players[(ply + 1) % 2].nick)

    async def kill(self, plain: str) -> None:
        """End a program without a goodbye."""
        await self.running.pop(plain).killed()

    async def end(self) -> None:
        """End them all."""
        for plain in list(self.running):
            await self.kill(plain)


@pytest.fixture
async def programs(crowd: "Crowd") -> AsyncIterator[Programs]:
    """Programs at the server that the tests of pipes share."""
    started = Programs(crowd.hall, crowd.name)
    yield started
    await started.end()


@pytest.mark.parametrize("kind", [AuthorsClient, OlderClient])
async def test_a_first_and_a_second_game(programs: Programs, kind: type[AuthorsClient]) -> None:
    ann, ben = await programs.start("ann"), await programs.start("ben", kind)
    await programs.begin()
    await programs.play(0, len(TURNS))
    await programs.begin()
    await programs.play(0, 3)
    ben.exits()
    for program in (ann, ben):
        await program.sees("lobby")


@pytest.mark.parametrize("lost", ["ann", "ben"])
async def test_a_killed_client_comes_back(programs: Programs, lost: str) -> None:
    await programs.start("ann")
    await programs.start("ben")
    await programs.begin()
    await programs.play(0, 3)
    await programs.kill(lost)
    other = programs.running[OTHER[lost]]
    await other.sees("waiting")
    back = await programs.start(lost)
    for program in (back, other):
        await program.sees("board")
    await programs.play(3, len(TURNS))


@pytest.mark.parametrize("first", ["ann", "ben"])
async def test_both_come_back_after_the_plug_was_pulled(new_hall: "NewHall", first: str) -> None:
    programs = Programs(new_hall())
    await programs.start("ann")
    await programs.start("ben")
    await programs.begin()
    await programs.play(0, 4)
    await programs.hall.restart()
    for plain, program in list(programs.running.items()):
        await program.sees("ended")
        await programs.kill(plain)
    one = await programs.start(first)
    await one.sees("waiting")  # the board was shown, and nobody could move in vain
    assert [line[:3] for line in one.heard if line[0] == "2"] == ["201", "207", "290"]
    two = await programs.start(OTHER[first])
    for program in (one, two):
        await program.sees("board")
    await programs.play(4, len(TURNS))
    await programs.begin()
    await programs.end()


async def test_whoever_waited_in_vain_is_back_in_the_lobby(new_hall: "NewHall") -> None:
    programs = Programs(new_hall("[doors.pipes.settings]\ngrace = 300\n"))
    await programs.start("ann")
    await programs.start("ben")
    await programs.begin()
    await programs.kill("ben")
    ann = programs.running["ann"]
    await ann.sees("waiting")
    await ann.sees("lobby")
    await programs.start("ben")
    await programs.begin()
    await programs.end()


async def test_a_joiner_may_be_faster_than_the_screen(programs: Programs) -> None:
    ann, ben = await programs.start("ann", slow_screen=True), await programs.start("ben")
    await programs.begin()
    assert ann.heard.count("270") > 1
    await programs.play(0, len(TURNS))
    assert ben.heard.count("270") == 0


async def test_a_misclick_now_and_then_does_no_harm(programs: Programs) -> None:
    ann = await programs.start("ann", OlderClient)  # its pings would start the count anew
    await programs.start("ben")
    await programs.begin()
    for ply in (0, 2):
        for times in (1, 2):
            ann.moves("TURN|0,1|0,1")
            await ann.is_refused(times)
        await programs.play(ply, ply + 2)
    for times in (1, 2):
        ann.moves("TURN|0,1|0,1")
        await ann.is_refused(times)
    ann.moves("TURN|0,1|0,1")
    await ann.sees("ended")
    await programs.running["ben"].sees("waiting")
