"""Attacks on the door for datagrams: the hall as a reflector, and contests under floods of names.

Everything runs on loopback, so for these tests only 127.0.0.1 is near; every other loopback address is far.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tablehall.contests import patience
from tablehall.hall import addresses
from tablehall.net.bot_pool import BotSettings
from tablehall.protocols.mia import MaexchenDoor, MiaDoor
from tablehall.server import Server
from tablehall.settings import DoorSettings, Settings, SettingsError, settings_of
from tests.protocols.mia.field import Field, Program

FAR, FARTHER = "127.0.0.2", "127.0.0.3"
BOUGHT = 1_024
DOORS = ("mia", "maexchen")
GAMES = 40
"""In so many games many times more is said than a registration buys."""

Open = Callable[..., Awaitable[Server]]


@pytest.fixture
async def open_hall(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Opens a hall with both doors, settings for both."""
    monkeypatch.setattr(addresses, "NEAR", addresses.networks(["127.0.0.1"]))
    opened: list[Server] = []

    async def start(data: Path | None = None, port: int = 0, **settings: Any) -> Server:
        doors = {name: DoorSettings(settings=settings) for name in DOORS}
        doors["mia"].port = port
        how: dict[str, Any] = {"memory": True} if data is None else {"data": str(data)}
        server = Server(
            Settings(host="127.0.0.1", port=0, doors=doors, bots=BotSettings(on=False), **how),
            doors=[MiaDoor, MaexchenDoor],
        )
        await server.start()
        opened.append(server)
        return server

    yield start
    for server in opened:
        await server.stop()


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 (nobody tells)
            await asyncio.sleep(0.005)


class Ear(Program):
    """Says what the test wants, and counts what it is sent."""

    def __init__(self, door: str, greeting: str, answers: bool = False) -> None:
        super().__init__("ear", door)
        self.greeting = greeting
        self.answers = answers

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # a datagram transport
        if self.greeting:
            self.say(self.greeting)

    def invited(self, token: str) -> None:
        if self.answers:
            self.say(f"JOIN_SPECTATOR;ear;{token}")

    @property
    def bytes_heard(self) -> int:
        return sum(len(message.encode()) for message in self.heard)

    async def ask(self, text: str) -> str:
        """The first thing that is heard after saying something."""
        heard = len(self.heard)
        self.say(text)
        await until(lambda: len(self.heard) > heard)
        return self.heard[heard]


def field_of(server: Server) -> Field:
    return Field({opened.door.name: ("127.0.0.1", opened.port) for opened in server.opened})


async def players(field: Field, door: str, count: int = 3) -> list[Program]:
    """Programs nearby that play game after game."""
    playing = [Program(f"bot{n}", door) for n in range(count)]
    for program in playing:
        await field.enter(program)
    await field.until_started(1, *playing)
    return playing


async def games(field: Field, playing: list[Program], count: int = GAMES) -> None:
    await field.until_started(max(program.started for program in playing) + count, *playing)


# A reflector.


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("greeting", ["REGISTER_SPECTATOR", "REGISTER;ear"])
async def test_one_registration_from_afar_brings_a_kilobyte_and_no_more(
    open_hall: Open, door: str, greeting: str
) -> None:
    server = await open_hall()
    async with field_of(server) as field:
        playing = await players(field, door)
        ear = Ear(door, greeting)
        await field.enter(ear, FAR)
        await games(field, playing)
        assert ear.heard[0] == "REGISTERED"
        assert BOUGHT // 2 < ear.bytes_heard <= BOUGHT
        before = len(ear.heard)
        await games(field, playing)
        assert len(ear.heard) == before
        assert server.pipeline.counts["datagrams_unproven"] > 0


async def test_each_bare_registration_buys_another_kilobyte(open_hall: Open) -> None:
    server = await open_hall()
    async with field_of(server) as field:
        playing = await players(field, "mia")
        ear = Ear("mia", "")
        await field.enter(ear, FAR)
        for bought in range(1, 5):
            before = ear.bytes_heard
            ear.say("REGISTER_SPECTATOR")
            await games(field, playing)
            assert BOUGHT // 2 < ear.bytes_heard - before <= BOUGHT
            assert ear.bytes_heard <= bought * BOUGHT


@pytest.mark.parametrize("door", DOORS)
async def test_a_spectator_who_says_an_invitations_token_hears_everything(open_hall: Open, door: str) -> None:
    server = await open_hall()
    async with field_of(server) as field:
        playing = await players(field, door)
        ear = Ear(door, "REGISTER_SPECTATOR", answers=True)
        await field.enter(ear, FAR)
        await games(field, playing)
        assert ear.bytes_heard > 10 * BOUGHT


async def test_the_bare_token_is_enough_in_the_words_of_maexchen(open_hall: Open) -> None:
    server = await open_hall()
    async with field_of(server) as field:
        playing = await players(field, "maexchen")
        ear = Ear("maexchen", "REGISTER_SPECTATOR")
        ear.invited = lambda token: ear.say(f"JOIN_SPECTATOR;{token}")  # type: ignore[method-assign]
        await field.enter(ear, FAR)
        await games(field, playing)
        assert ear.bytes_heard > 10 * BOUGHT


async def test_a_player_from_afar_plays_like_everybody(open_hall: Open) -> None:
    server = await open_hall()
    async with field_of(server) as field:
        playing = await players(field, "mia")
        guest = Program("guest")
        await field.enter(guest, FAR)
        await field.until_started(GAMES, guest, *playing)
        assert sum(map(len, guest.heard)) > 10 * BOUGHT


async def test_nothing_but_a_token_of_ones_own_proves_anything(open_hall: Open) -> None:
    """An attacker who plays knows the games' tokens and tokens of their own."""
    server = await open_hall()
    async with field_of(server) as field:
        playing = await players(field, "mia")
        guest, ear = Program("guest"), Ear("mia", "REGISTER_SPECTATOR;ear")
        await field.enter(guest, FARTHER)
        await field.enter(ear, FAR)
        await field.until_started(3, guest)
        for message in guest.heard:
            ear.say(f"JOIN_SPECTATOR;ear;{message.rsplit(';', 1)[-1]}")
        await games(field, playing)
        assert ear.bytes_heard <= BOUGHT


async def test_a_proof_is_one_ports(open_hall: Open) -> None:
    server = await open_hall()
    async with field_of(server) as field:
        playing = await players(field, "mia")
        proven, ear = Ear("mia", "REGISTER_SPECTATOR", answers=True), Ear("mia", "REGISTER_SPECTATOR")
        await field.enter(proven, FAR)
        await field.enter(ear, FAR)
        await games(field, playing)
        assert ear.bytes_heard <= BOUGHT < proven.bytes_heard


async def test_who_is_near_or_trusted_need_not_say_anything(open_hall: Open) -> None:
    server = await open_hall(trusted=[f"{FAR}/32"])
    async with field_of(server) as field:
        playing = await players(field, "mia")
        ears = {host: Ear("mia", "REGISTER_SPECTATOR") for host in ("127.0.0.1", FAR, FARTHER)}
        for host, ear in ears.items():
            await field.enter(ear, host)
        await games(field, playing)
        assert ears["127.0.0.1"].bytes_heard > 10 * BOUGHT
        assert ears[FAR].bytes_heard > 10 * BOUGHT
        assert ears[FARTHER].bytes_heard <= BOUGHT


async def test_who_has_not_registered_is_sent_nothing(open_hall: Open) -> None:
    server = await open_hall()
    async with field_of(server) as field:
        ear = Ear("mia", "")
        await field.enter(ear, FAR)
        for text in ("HELLO", "JOIN_GAME;ear;x", "UNREGISTER", "ROLL;x", "x" * 3000):
            ear.say(text)
        assert await ear.ask("REGISTER;") == "REJECTED"
        assert ear.bytes_heard == len("REJECTED")


async def test_who_has_not_proven_to_be_there_is_not_remembered(open_hall: Open) -> None:
    """A flood of made up addresses writes nothing to disk."""
    server = await open_hall()
    async with field_of(server) as field:
        guest = Program("guest")
        for n in range(5):
            ear = Ear("mia", "")
            await field.enter(ear, FAR)
            assert await ear.ask(f"REGISTER;ear{n}") == "REGISTERED"
        await server.pipeline.settled()
        assert not server.journal.kept().get("contestant")
        await field.enter(guest, FARTHER)
        await field.enter(Program("near"))
        await field.until_started(1, guest)
        await server.pipeline.settled()
        assert set(server.journal.kept()["contestant"]) == {"mia/guest", "mia/near"}


async def test_a_player_from_afar_goes_on_after_a_restart(open_hall: Open, tmp_path: Path) -> None:
    first = await open_hall(tmp_path)
    async with field_of(first) as field:
        playing = [*await players(field, "mia"), Program("guest")]
        await field.enter(playing[-1], FAR)
        await field.until_started(5, *playing)
        await first.stop()
        await open_hall(tmp_path, field.doors["mia"][1])
        await games(field, playing, 5)


@pytest.mark.parametrize("network", ["10.0.0.0/99", "example.org", 7])
def test_a_network_that_is_none_is_refused_in_clear_words(network: Any) -> None:
    with pytest.raises(
        SettingsError, match=r"The setting trusted of the door mia cannot be .*: say a list, each a"
    ):
        settings_of(MiaDoor, {"trusted": [network]})


# Names without end.


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("verb", ["REGISTER", "REGISTER_SPECTATOR"])
async def test_an_address_has_only_so_many_names(open_hall: Open, door: str, verb: str) -> None:
    server = await open_hall(names_per_address=3)
    async with field_of(server) as field:
        ears = [Ear(door, "") for _ in range(4)]
        for ear in ears:
            await field.enter(ear)
        for n, ear in enumerate(ears[:3]):
            assert await ear.ask(f"{verb};ear{n}") == "REGISTERED"
        assert (await ears[3].ask(f"{verb};ear3")) == "REJECTED"
        elsewhere = Ear(door, "")
        await field.enter(elsewhere, FAR)
        assert await elsewhere.ask(f"{verb};ear3") == "REGISTERED"
        ears[0].say("UNREGISTER")
        await until(lambda: "UNREGISTERED" in ears[0].heard)
        assert await ears[3].ask(f"{verb};ear4") == "REGISTERED"


async def test_who_registers_without_end_is_rejected_for_a_while(open_hall: Open) -> None:
    server = await open_hall(names_per_address=2)
    async with field_of(server) as field:
        ear = Ear("mia", "")
        await field.enter(ear)
        for n in range(40):
            ear.say(f"REGISTER;ear{n}")
        await until(lambda: sum(message.startswith("RE") for message in ear.heard) == 40)
        assert ear.heard.count("REGISTERED") < 20
        assert ear.heard.count("REJECTED") > 20


SILENT = 500


async def test_a_flood_of_names_costs_a_running_contest_next_to_nothing(open_hall: Open) -> None:
    """What is sent for each game does not grow with the number of those who never answer."""
    server = await open_hall(names_per_address=SILENT + 3)
    (mia,) = (opened for opened in server.opened if opened.door.name == "mia")
    contest = mia.door.contest  # type: ignore[attr-defined]  # of the doors to a contest
    with ExitStack() as silent:
        async with field_of(server) as field:
            playing = await players(field, "mia")
            for n in range(SILENT):
                program = silent.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
                program.bind(("127.0.0.1", 0))
                program.sendto(b"REGISTER;silent%d" % n, ("127.0.0.1", mia.port))
                await asyncio.sleep(0)
            await until(lambda: len(contest.patience.parked) == SILENT)
            await games(field, playing, 20)  # everybody was invited by now
            invited: list[int] = []
            due = contest.patience.due

            def counted(decision: Any) -> Any:
                found = due(decision)
                invited.append(len(found))
                return found

            contest.patience.due = counted
            await games(field, playing, 20)
            assert 0 < max(invited) <= patience.LOOKED_AFTER
            newcomer = Program("newcomer")
            await field.enter(newcomer, FAR)
            await field.until_started(10, newcomer)
