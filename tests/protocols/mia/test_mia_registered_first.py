"""Whatever goes on in a contest, REGISTERED is what a program hears first when it registers.

Public programs take the first datagram for the answer, and end if it is something else.
"""

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.protocols.mia.desk import Client, Desk
from tests.protocols.mia.field import Field, Program

if TYPE_CHECKING:
    from tests.conftest import NewHall

DOORS = ("mia", "maexchen")
COMING = ("REGISTER;anna", "REGISTER;zoe", "REGISTER_SPECTATOR", "REGISTER_SPECTATOR;eve")
"""A name that is known, one that is not, and those who look on."""


def a_desk(door: str) -> tuple[Desk, dict[str, Client]]:
    """A contest of three programs, who have been invited."""
    desk = Desk(seed=4)
    session = desk.mia if door == "mia" else desk.maexchen
    clients = {name: desk.client(2000 + n, door=session) for n, name in enumerate(("anna", "bob", "carl"))}
    for name, client in clients.items():
        client.say(f"REGISTER;{name}")
    desk.wait(251)
    return desk, clients


def verbs(client: Client) -> list[str]:
    """What somebody has heard, in the words of the document, without tokens and names."""
    heard = [message.split(";")[0] for message in client.heard()]
    return [verb.replace(" ", "_").replace("ROUND", "GAME") for verb in heard]


def a_game(clients: dict[str, Client]) -> list[str]:
    """Everybody joins: the players of the game, the one on turn first."""
    for name, client in clients.items():
        client.say(f"JOIN_GAME;{name};{token(client, name)}")
    (match,) = clients["anna"].door.contest.running.values()
    for client in clients.values():
        client.heard()
    return [who.name for who in match.players[match.asked :] + match.players[: match.asked]]


def token(client: Client, name: str) -> str:
    """The token that somebody needs now: of the turn, or of the invitation."""
    who = client.door.contest.roster.players[name]
    return who.match.turn_token if who.match is not None else who.invitation


def comes(desk: Desk, neighbour: Client, text: str) -> Client:
    """Somebody registers at a neighbour's door, from a new address, while the disk is busy."""
    desk.disk_is_busy = True
    phone = desk.client(4711, door=neighbour.door)
    assert phone.ask(text) == []
    return phone


@pytest.mark.parametrize("coming", COMING)
def test_no_heartbeat_comes_before_it(coming: str) -> None:
    desk, clients = a_desk("maexchen")
    phone = comes(desk, clients["bob"], coming)
    desk.wait(10_000)
    assert "HEARTBEAT" in verbs(clients["bob"])
    assert phone.heard() == []
    desk.write()
    assert verbs(phone)[0] == "REGISTERED"
    desk.wait(2_000)
    assert "HEARTBEAT" in verbs(phone)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("coming", COMING)
def test_no_invitation_comes_before_it(door: str, coming: str) -> None:
    desk, clients = a_desk(door)
    clients["bob"].heard()
    phone = comes(desk, clients["bob"], coming)
    desk.wait(251)
    assert {"GAME_CANCELED", "GAME_STARTING"} <= set(verbs(clients["bob"]))
    assert phone.heard() == []
    desk.write()
    assert verbs(phone) == ["REGISTERED"]
    desk.wait(251)
    assert "GAME_STARTING" in verbs(phone)


@pytest.mark.parametrize("door", DOORS)
def test_nothing_that_everybody_hears_comes_before_it(door: str) -> None:
    desk, clients = a_desk(door)
    first, second, third = a_game(clients)
    phone = comes(desk, clients[third], f"REGISTER;{third}")
    clients[first].say(f"ROLL;{token(clients[first], first)}")
    assert verbs(clients[second]) == ["PLAYER_ROLLS"]
    assert phone.heard() == clients[third].heard() == []
    desk.write()
    assert phone.heard() == ["REGISTERED"]
    clients[first].say(f"ANNOUNCE;3,2;{token(clients[first], first)}")
    assert verbs(phone) == ["ANNOUNCED"]


@pytest.mark.parametrize("door", DOORS)
def test_no_question_comes_before_it_and_the_time_runs_from_when_it_is_asked(door: str) -> None:
    desk, clients = a_desk(door)
    first, second, third = a_game(clients)
    phone = comes(desk, clients[second], f"REGISTER;{second}")
    clients[first].say(f"ROLL;{token(clients[first], first)}")
    clients[first].say(f"ANNOUNCE;3,2;{token(clients[first], first)}")
    desk.wait(1_000)
    assert verbs(clients[third])[:2] == ["PLAYER_ROLLS", "ANNOUNCED"]
    assert phone.heard() == []
    desk.write()
    assert verbs(phone) == ["REGISTERED", "YOUR_TURN"]
    desk.wait(250)
    assert "PLAYER_LOST" not in verbs(phone)
    desk.wait(2)
    assert "PLAYER_LOST" in verbs(phone)


def test_an_open_question_is_asked_again_behind_it() -> None:
    desk, clients = a_desk("mia")
    first, *_ = a_game(clients)
    old = token(clients[first], first)
    phone = comes(desk, clients[first], f"REGISTER;{first}")
    phone.say(f"ROLL;{old}")  # it is the same program, and does not wait for anything
    assert phone.heard() == []
    desk.write()
    registered, rolled = phone.heard()
    assert registered == "REGISTERED"
    assert rolled.startswith("ROLLED;")
    assert old not in rolled
    desk.wait(250)
    phone.say(f"ANNOUNCE;3,1;{rolled.split(';')[2]}")
    assert "ANNOUNCED" in verbs(phone), "the roll was a question of its own, with a time of its own"


@pytest.mark.parametrize("door", DOORS)
def test_who_registers_again_from_the_same_port_is_answered_at_once(door: str) -> None:
    desk, clients = a_desk(door)
    comes(desk, clients["bob"], "REGISTER;zoe")
    assert clients["bob"].ask("REGISTER;bob") == ["REGISTERED"]
    desk.client(3000, door=clients["bob"].door).say("REGISTER_SPECTATOR")
    desk.write()
    desk.disk_is_busy = True
    assert desk.client(3000, door=clients["bob"].door).ask("REGISTER_SPECTATOR") == ["REGISTERED"]


def test_who_moves_on_before_the_answer_is_answered_at_both_ports_and_asked_at_the_last() -> None:
    desk, clients = a_desk("mia")
    first, *_ = a_game(clients)
    phone = comes(desk, clients[first], f"REGISTER;{first}")
    tablet = desk.client(4712)
    assert tablet.ask(f"REGISTER;{first}") == []
    desk.write()
    assert phone.heard() == ["REGISTERED"]
    assert verbs(tablet) == ["REGISTERED", "YOUR_TURN"]


def test_registrations_are_answered_in_their_order() -> None:
    desk, clients = a_desk("mia")
    phone = comes(desk, clients["bob"], "REGISTER;zoe")
    assert phone.ask("REGISTER;no good") == []
    assert phone.ask("REGISTER;yoe") == []
    desk.write()
    assert verbs(phone)[:3] == ["REGISTERED", "REJECTED", "REGISTERED"]


@pytest.mark.parametrize("door", DOORS)
def test_it_comes_first_after_a_restart_too(door: str) -> None:
    before, _ = a_desk(door)
    desk = Desk(journal=before.journal)
    session = desk.mia if door == "mia" else desk.maexchen
    bob = desk.client(2001, door=session)
    assert verbs(bob)[0] == "GAME_CANCELED", "everybody is still registered"
    phone = comes(desk, bob, "REGISTER;anna")
    desk.wait(3_000)
    assert "GAME_STARTING" in verbs(bob)
    assert phone.heard() == []
    desk.write()
    assert verbs(phone)[0] == "REGISTERED"


# Over real sockets.

LANES = 5
"""So many programs at each door come and go at the same time."""
TIMES = 50
"""So often each of them registers anew before the server is killed, and after it."""


class Newcomer(Program):
    """Plays like everybody; knows what it heard first after it registered."""

    first: "asyncio.Future[str]"
    left: "asyncio.Future[None]"

    def say(self, text: str | bytes) -> None:
        loop = asyncio.get_running_loop()
        if str(text).startswith("REGISTER"):
            self.first = loop.create_future()
        elif text == "UNREGISTER":
            self.left = loop.create_future()
        super().say(text)

    def datagram_received(self, data: bytes, addr: object) -> None:
        if not self.first.done():
            self.first.set_result(data.decode())
        elif data == b"UNREGISTERED":
            self.left.set_result(None)
        super().datagram_received(data, addr)

    async def leave(self) -> None:
        """Leave the contest; the server says nothing more to this port."""
        self.say("UNREGISTER")
        await self.left


async def come_and_go(field: Field, now: Newcomer, times: range) -> tuple[Newcomer, list[str]]:
    """A program registers again and again: who it is in the end, and what it heard first each time."""
    heard = []
    for time in times:
        before = now
        if time % 5 in (0, 2):  # killed, and started anew
            now = Newcomer(before.name, before.door)
            await field.enter(now)
        else:
            await before.leave()
            if time % 5 == 4:
                now = Newcomer(f"{before.name.split('-')[0]}-{time}", before.door)
                await field.enter(now)
            else:  # from the same port
                now.say(f"REGISTER;{now.name}" if time % 5 == 1 else f"REGISTER_SPECTATOR;{now.name}")
        heard.append((await now.first).split(";")[0])
        if now is not before:
            before.transport.close()
    return now, heard


async def test_a_thousand_registrations_in_running_contests_are_answered_first(new_hall: "NewHall") -> None:
    hall = new_hall()
    async with Field(hall.doors) as field, asyncio.timeout(60):
        steady = [Program(f"bot{n}", door) for door in DOORS for n in range(6)]
        lanes = [Newcomer(f"lane{n}", door) for door in DOORS for n in range(LANES)]
        for program in (*steady, *lanes):
            await field.enter(program)
        heard: Counter[str] = Counter()
        for half in (range(TIMES), range(TIMES, 2 * TIMES)):
            await field.until_started(max(program.started for program in steady) + 1, *steady)
            done = await asyncio.gather(*(come_and_go(field, lane, half) for lane in lanes))
            lanes = [lane for lane, _ in done]
            heard.update(verb for _, verbs in done for verb in verbs)
            if half.start == 0:
                await hall.restart()
    assert heard == {"REGISTERED": 1_000}
